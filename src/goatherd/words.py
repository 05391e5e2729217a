"""Sentences that can be said in every language of the catalogues.

The rest of Goatherd speaks in `Text`: an English message with named gaps. It is plain data, so a
description of a table is the same for everybody, and each reader says it in their own language.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from typing import TypeAlias

LANGUAGES = {"en": "English", "ko": "한국어", "ja": "日本語"}
"""Each language under its own name. English is the language of the messages themselves."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, to be called by its player's name where a text is said with names."""

    seat: int


Gap: TypeAlias = "Text | Player | str | int | Sequence[Gap]"


class Text:
    """A message with named gaps: `Text("{player} passes.", player=Player(2))`.

    The message is looked up in the catalogue of the language; what fills the gaps may be texts,
    players, plain strings (kept as they are), numbers, or lists of these.
    """

    __slots__ = ("gaps", "message")

    def __init__(self, message: str, **gaps: Gap) -> None:
        self.message = message
        self.gaps = gaps

    def __repr__(self) -> str:
        return f"Text({self.say()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.message, self.gaps) == (other.message, other.gaps)

    def __hash__(self) -> int:
        return hash(self.message)

    def __bool__(self) -> bool:
        return bool(self.message)

    def say(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """This text in a language, with the players' names (`Seat 2` where there are none)."""
        if not self.message:
            return ""
        sentence = catalogue(language).gettext(self.message)
        if self.gaps:
            filled = {gap: _said(value, language, names) for gap, value in self.gaps.items()}
            sentence = sentence.format_map(filled)
        return _with_particles(sentence) if language == "ko" else sentence


NOTHING = Text("")


def seat_name(seat: int) -> Text:
    """What people call a seat: they count from 1, programs from 0."""
    return Text("Seat {number}", number=seat + 1)


def _said(value: Gap, language: str, names: Sequence[str] | None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return value.say(language, names)
    if isinstance(value, Player):
        if names is not None:
            return names[value.seat]
        return seat_name(value.seat).say(language)
    if isinstance(value, int):
        return str(value)
    comma = "、" if language == "ja" else ", "
    return comma.join(_said(entry, language, names) for entry in value)


@cache
def catalogue(language: str) -> NullTranslations:
    """The translations of one language, read from its catalogue at first use."""
    if language == "en":
        return NullTranslations()
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = resources.files("goatherd") / "locale" / f"{language}.po"
    with source.open("rb") as lines:
        messages = read_po(lines, locale=language)
    binary = BytesIO()
    write_mo(binary, messages)
    binary.seek(0)
    return GNUTranslations(binary)


PARTICLES = re.compile(r"(\S)(을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로)")


def _with_particles(sentence: str) -> str:
    """Choose between the two forms of a Korean particle by the sound before it."""
    return PARTICLES.sub(_particle, sentence)


def _particle(match: re.Match[str]) -> str:
    before, particle = match.groups()
    final = _final_consonant(before)
    if particle == "(으)로":
        return before + ("로" if final in (0, RIEUL) else "으로")
    return before + (particle[0] if final else particle[2])


RIEUL = 8
DIGITS_WITH_FINAL = {"0": 21, "1": RIEUL, "3": 16, "6": 1, "7": RIEUL, "8": RIEUL}
"""The numbers that are read with a final consonant (영 일 삼 육 칠 팔)."""


def _final_consonant(letter: str) -> int:
    """The number of a syllable's final consonant, 0 without one."""
    if "가" <= letter <= "힣":
        return (ord(letter) - ord("가")) % 28
    return DIGITS_WITH_FINAL.get(letter, 0)
