"""The deck as data: how many cards of each kind, their points, their extra plays.

The standard deck (LORDS-1, LORDS-2, LORDS-3) is the file `standard.deck` beside this one. The
option `deck` takes the path of another file of the same form, one kind of card to a line:

    ninja 10 15    # a goat: its name, how many, the points of each
    sneak  3 +1    # an action card: its name, how many, its extra plays (+0 if left out)

`#` begins a comment; a kind that is not listed has no cards. A match keeps its deck as one line,
the same entries each closed by `;`, so that its record can be replayed where the file is not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from goatherd.errors import BadOption
from goatherd.games.goat_lords.cards import ACTION_CARDS, GOATS, KINDS, MAX_CARDS, MAX_GOATS, WILDS

STANDARD = "standard"
END = ";"
"""Closes an entry in the one-line form; no path of a deck may hold it."""

MAX_COUNT = 100
MAX_POINTS = 1000
MAX_EXTRA = 2


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
    deck = deck_of(str(value))
    return STANDARD if deck == STANDARD_DECK else deck.line()


def reread_deck(value: object) -> str:
    """What a record says was kept; a file is not opened for it."""
    if value != STANDARD and END not in str(value):
        raise BadOption("deck: a record holds the deck itself, not the name of a file")
    return read_deck(value)


def deck_of(value: str) -> Deck:
    """The deck that a value of the option stands for: `standard`, a line or a file."""
    if value == STANDARD:
        return STANDARD_DECK
    if END in value:
        return parse("deck", value.split(END))
    try:
        text = Path(value).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"deck: cannot read {value!r}: {_reason(error)}") from error
    return parse(f"deck {value}", text.splitlines())


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not a text in UTF-8"
    return error.strerror or "no such file"


def parse(source: str, lines: Iterable[str]) -> Deck:
    """Read a deck; what is wrong is said with the source and its line."""
    found: dict[str, tuple[int, int]] = {}
    for where, words in _entries(source, lines):
        kind = words[0]
        if kind not in KINDS:
            raise BadOption(f"{where}: there is no card {kind!r}; cards are {', '.join(KINDS)}")
        if kind in found:
            raise BadOption(f"{where}: {kind} is already listed above")
        found[kind] = _count_and_worth(where, words)
    counts = [found.get(kind, (0, 0))[0] for kind in KINDS]
    worth = [found.get(kind, (0, 0))[1] for kind in KINDS]
    _check_size(source, counts)
    return Deck(tuple(counts), tuple(worth[: len(GOATS)]), tuple(worth[len(GOATS) :]))


def _entries(source: str, lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        if words:
            yield f"{source}, line {number}", words


def _count_and_worth(where: str, words: list[str]) -> tuple[int, int]:
    """A goat's count and points, or an action card's count and extra plays."""
    kind, *numbers = words
    if kind in ACTION_CARDS:
        if len(numbers) == 1:
            numbers.append("+0")
        if len(numbers) != 2 or not numbers[1].startswith("+"):
            raise BadOption(f"{where}: an action card reads `{kind} COUNT +EXTRA`")
        return (
            _number(where, "count", numbers[0], MAX_COUNT),
            _number(where, "extra plays", numbers[1][1:], MAX_EXTRA),
        )
    if len(numbers) != 2:
        raise BadOption(f"{where}: a goat reads `{kind} COUNT POINTS`")
    return (
        _number(where, "count", numbers[0], MAX_COUNT),
        _number(where, "points", numbers[1], MAX_POINTS),
    )


def _number(where: str, what: str, word: str, high: int) -> int:
    if not (word.isascii() and word.isdigit()):
        raise BadOption(f"{where}: {what} {word!r} is not a whole number")
    if int(word) > high:
        raise BadOption(f"{where}: {what} {word} is more than {high}")
    return int(word)


def _check_size(source: str, counts: list[int]) -> None:
    goats, cards = sum(counts[: len(GOATS)]), sum(counts)
    if cards == 0:
        raise BadOption(f"{source}: there are no cards in it")
    if goats > MAX_GOATS:
        raise BadOption(f"{source}: {goats} goats, and a deck has room for {MAX_GOATS}")
    if cards > MAX_CARDS:
        raise BadOption(f"{source}: {cards} cards, and a deck has room for {MAX_CARDS}")


def _standard() -> Deck:
    text = (resources.files(__package__) / "standard.deck").read_text(encoding="utf-8")
    return parse("standard.deck", text.splitlines())


STANDARD_DECK = _standard()
