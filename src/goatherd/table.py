"""The description of a table: all that a face (page, terminal, screen reader) needs to draw it.

Made by each game's `table.py` from a view and nothing else. Places have stable ids, which a
decision names as what a person would click: a card's id is its zone, kind and copy
(`hand 1/gold/0`); a face-down card's id comes from its place alone (`hand 2/?/3`,
`defence 1/(0)`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from goatherd.words import Text

UNKNOWN = "?"


class Card(NamedTuple):
    """One card or piece on the table."""

    id: str
    kind: str
    """Its name in the notation, `?` if the viewer cannot know it."""
    name: Text
    face_up: bool
    """Whether it lies open for everybody; the viewer's own hand is known, but not face up."""
    lit: bool = False
    """Whether a legal decision is made by clicking it."""
    marked: bool = False
    """Whether it is what play turns on now: the attack to be stopped, the stack in a duel."""
    stack: int | None = None
    """In a zone of stacks: the place of its stack, the bottom one 0; None where it is hidden."""


class Zone(NamedTuple):
    """A place where cards lie."""

    name: str
    """As in `view.cards()`: `hand 2`."""
    title: Text
    layout: str
    """`hand` (fanned out), `row` (side by side), `pile` (only the count and the top matter),
    `stack` (each entry a group of cards), `ring` (a circle of face-down pieces)."""
    cards: tuple[Card, ...]
    owner: int | None = None
    """The seat it belongs to, None for the middle of the table."""
    lit: bool = False
    """Whether a legal decision is made by clicking the place itself."""
    top: int | None = None
    """In a pile: the place in `cards` of the one on top, where that can be seen and matters."""
    row: int | None = None
    """Of rows that lie in front of each other, as their owner sees them: 0 is the top one, towards
    the middle of the table; each runs from the owner's left to the right. Where a face turns the
    table for its viewer, the rows of others turn with their owners."""


class Choice(NamedTuple):
    """A legal decision: its notation, a sentence for people, and what one would click."""

    number: int
    text: str
    words: Text
    clicks: tuple[str, ...] = ()
    """Ids of cards, names of zones, or `seat 2`, any of which makes this decision; empty:
    a button."""


class Seat(NamedTuple):
    """One player's corner of the table."""

    number: int
    score: int
    side: int
    """Its team, side, or simply its own number where everybody plays alone."""
    to_act: bool
    facts: tuple[Text, ...] = ()
    """Public facts about this seat in words: `dealer`, `misses the next turn`."""
    lit: bool = False


class Table(NamedTuple):
    """A table as one seat (or a spectator) sees it."""

    game: str
    viewer: int | None
    turn: int | None
    over: bool
    prompt: Text
    """What is going on, and what is asked of the viewer if it is their turn."""
    seats: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    choices: tuple[Choice, ...]
    facts: tuple[Text, ...] = ()
    """Public facts about the whole table: `The last round`."""
    events: tuple[Text, ...] = ()
    """The last things that happened, oldest first."""
    winners: tuple[int, ...] = ()

    def zone(self, name: str) -> Zone:
        return next(zone for zone in self.zones if zone.name == name)


def spread(kinds: tuple[str, ...], counts: np.ndarray[Any, Any]) -> list[str]:
    """Each kind as often as its count, a number of one byte, says."""
    return list(_spread(kinds, counts.tobytes()))


@lru_cache(256)
def _spread(kinds: tuple[str, ...], counts: bytes) -> tuple[str, ...]:
    return tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))


NOTHING: frozenset[str] = frozenset()
LAID = 128
"""Zones, of all tables of a game, that are remembered as they lay last."""


class Layer:
    """Lays cards that have these names, with an entry for `?` where some may be unknown.

    What lies as it lay before, at another table or for another seat, is the same object again: a
    busy site describes a table for every seat at every decision.
    """

    def __init__(self, names: Mapping[str, Text]) -> None:
        self.names = names
        self._laid = lru_cache(LAID)(self._lay)

    def __call__(
        self,
        zone: str,
        kinds: Iterable[str],
        *,
        face_up: bool,
        lit: Collection[str] = (),
        marked: Iterable[int] = (),
    ) -> tuple[Card, ...]:
        """The cards of a zone in order, lit where their id is in `lit`, marked by their places.

        An entry in brackets lies face down among open cards.
        """
        here = frozenset(card for card in lit if card.startswith(zone)) if lit else NOTHING
        return self._laid(zone, tuple(kinds), face_up, here, tuple(marked))

    def _lay(
        self,
        zone: str,
        kinds: Sequence[str],
        face_up: bool,
        lit: Collection[str],
        marked: Collection[int],
    ) -> tuple[Card, ...]:
        copies: dict[str, int] = {}
        cards = []
        for place, entry in enumerate(kinds):
            face_down = entry.startswith("(")
            kind = entry.strip("()")
            copy = copies.get(entry, 0)
            copies[entry] = copy + 1
            card = f"{zone}/({place})" if face_down else f"{zone}/{kind}/{copy}"
            open_to_all = face_up and not face_down and kind != UNKNOWN
            name = self.names[kind]
            cards.append(Card(card, kind, name, open_to_all, card in lit, place in marked))
        return tuple(cards)
