"""The deck as data: how many cards of each kind, their points, their extra plays.

The standard deck (LORDS-1, LORDS-2, LORDS-3) is the file `standard.deck` beside this one. The
option `deck` takes the path of another file of the same form, or what stands in one, with one kind
of card to a line:

    ninja 10 15    # a goat: its name, how many, the points of each
    sneak  3 +1    # an action card: its name, how many, its extra plays (+0 if left out)

`#` begins a comment; a kind that is not listed has no cards. A match keeps its deck as one line,
the same entries each closed by `;`, so that its record can be replayed where the file is not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from goatherd.errors import BadOption, quoted
from goatherd.games.goat_lords.cards import ACTION_CARDS, GOATS, KINDS, MAX_CARDS, MAX_GOATS, WILDS
from goatherd.words import Text

STANDARD = "standard"
END = ";"
"""Closes an entry in the one-line form; no path of a deck may hold it."""

MAX_COUNT = 100
MAX_POINTS = 1000
MAX_EXTRA = 2
MAX_DIGITS = 9
MAX_TEXT = 4000
"""Letters of a deck that comes as text: four times the standard one with all its comments."""


@dataclass(frozen=True)
class Deck:
    """The cards of a match: `counts` by kind (goats, then actions), `points`, `extra` plays."""

    counts: tuple[int, ...]
    points: tuple[int, ...]
    extra: tuple[int, ...]

    @property
    def ordinary(self) -> int:
        """How many goats are not wild."""
        return sum(self.counts[WILDS : len(GOATS)])

    def line(self) -> str:
        """The whole deck in one line, from which `deck_of_line` makes it again."""
        worth = [str(points) for points in self.points] + [f"+{extra}" for extra in self.extra]
        entries = zip(KINDS, self.counts, worth, strict=True)
        return " ".join(f"{kind} {count} {last}{END}" for kind, count, last in entries if count)


def read_deck(value: object) -> str:
    """What was given for the option as it is kept: `standard`, or the deck in one line."""
    return _kept(deck_of(str(value)))


def reread_deck(value: object) -> str:
    """The same for what somebody sent, or a record says: it is a deck, and no file is opened."""
    text = str(value)
    if text != STANDARD and not is_text(text) and len(text.split()) == 1:
        raise BadOption(Text("deck: here the cards themselves are listed, not the name of a file"))
    return _kept(STANDARD_DECK if text == STANDARD else deck_of_text(text))


def _kept(deck: Deck) -> str:
    return STANDARD if deck == STANDARD_DECK else deck.line()


def deck_of(value: str) -> Deck:
    """The deck that a value of the option stands for: `standard`, a text or the path of a file."""
    if value == STANDARD:
        return STANDARD_DECK
    if is_text(value):
        return deck_of_text(value)
    try:
        text = Path(value).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadOption(f"deck: cannot read {value!r}: {_reason(error)}") from error
    return parse(Text("deck {file}", file=value), text.split("\n"))


def is_text(value: str) -> bool:
    """Whether this lists cards, several lines of them or one, and so is the path of no file."""
    return END in value or "\n" in value


def deck_of_text(text: str) -> Deck:
    """The deck that is listed in a text, or in one line whose entries are closed by `;`."""
    if len(text) > MAX_TEXT:
        raise BadOption(
            Text(
                "The list of the deck is too long: {count} letters, and {most} are allowed.",
                count=len(text),
                most=MAX_TEXT,
            )
        )
    one_line = "\n" not in text.strip()
    return parse(Text("deck"), text.split(END) if one_line else text.split("\n"))


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not a text in UTF-8"
    return (error.strerror if isinstance(error, OSError) else None) or "no such file"


def parse(source: Text, lines: Iterable[str]) -> Deck:
    """Read a deck; what is wrong is said with the source and its line."""
    found: dict[str, tuple[int, int]] = {}
    for number, words in _entries(lines):
        kind = words[0]
        try:
            if kind in found:
                raise BadOption(Text("{kind} is already listed above", kind=kind))
            found[kind] = _count_and_worth(kind, words[1:])
        except BadOption as bad:
            why = Text("{source}, line {line}: {why}", source=source, line=number, why=bad.why)
            raise BadOption(why) from None
    counts = [found.get(kind, (0, 0))[0] for kind in KINDS]
    worth = [found.get(kind, (0, 0))[1] for kind in KINDS]
    _check_size(source, counts)
    return Deck(tuple(counts), tuple(worth[: len(GOATS)]), tuple(worth[len(GOATS) :]))


def _entries(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words


def _count_and_worth(kind: str, numbers: list[str]) -> tuple[int, int]:
    """A goat's count and points, or an action card's count and extra plays."""
    if kind in GOATS:
        if len(numbers) != 2:
            raise BadOption(Text("a goat reads `{kind} COUNT POINTS`", kind=kind))
        count, points = numbers
        return (
            _number(Text("count"), count, MAX_COUNT),
            _number(Text("points"), points, MAX_POINTS),
        )
    if kind not in ACTION_CARDS:
        why = Text("there is no card {kind}; cards are {cards}", kind=quoted(kind), cards=KINDS)
        raise BadOption(why)
    if len(numbers) == 1:
        numbers = [*numbers, "+0"]
    if len(numbers) != 2 or not numbers[1].startswith("+"):
        raise BadOption(Text("an action card reads `{kind} COUNT +EXTRA`", kind=kind))
    count, extra = numbers
    return (
        _number(Text("count"), count, MAX_COUNT),
        _number(Text("extra plays"), extra[1:], MAX_EXTRA),
    )


def _number(what: Text, word: str, high: int) -> int:
    if not (word.isascii() and word.isdigit()):
        raise BadOption(
            Text(
                "{what} {word} is not a whole number, written with 0 to 9",
                what=what,
                word=quoted(word),
            )
        )
    if len(word) > MAX_DIGITS or int(word) > high:
        shown = word[:MAX_DIGITS]
        raise BadOption(Text("{what} {word} is more than {most}", what=what, word=shown, most=high))
    return int(word)


def _check_size(source: Text, counts: list[int]) -> None:
    goats, cards = sum(counts[: len(GOATS)]), sum(counts)
    if cards == 0:
        raise BadOption(Text("{source}: there are no cards in it", source=source))
    for what, count, most in (
        (Text("goats"), goats, MAX_GOATS),
        (Text("cards"), cards, MAX_CARDS),
    ):
        if count > most:
            raise BadOption(
                Text(
                    "{source}: {count} {what}, and a deck has room for {most}",
                    source=source,
                    count=count,
                    what=what,
                    most=most,
                )
            )


def _standard() -> Deck:
    return parse(Text("deck"), STANDARD_TEXT.split("\n"))


STANDARD_TEXT = (resources.files(__package__) / "standard.deck").read_text(encoding="utf-8")
"""With comments, to be changed into a deck of one's own."""
STANDARD_DECK = _standard()

MINI_DECK = deck_of_text("lord 1 50; ninja 6 15; escape 1 +0; hypnotize 1 +1;")
"""With it a match can be searched to the end: see `docs/minis.md`."""
MINI_HAND = 2
MINI_PLAYERS = (2,)
