"""What a study of Goat (1916) counts."""

from typing import Any

from goatherd.games.goat_1916.cards import BLACK, COMMAND, GOAT, LEAD, NONE, PLAY, SEARCH, SHOW
from goatherd.games.goat_1916.rules import side_by_goat
from goatherd.rule import State, rule

EVENTS = (
    "searches (GOAT-11)",
    "searches for which a goat was shown (GOAT-11)",
    "red cards commanded (GOAT-12)",
    "goats commanded (GOAT-12)",
    "books (GOAT-6)",
    "books that a goat gave away (GOAT-8)",
)
SEARCHES, BY_GOAT, RED_COMMANDED, GOATS_COMMANDED, BOOKS, GIVEN_AWAY = range(6)


@rule
def watch(s: State, action: int, counts: Any) -> None:
    if action < 0:
        return
    if action >= SHOW and action < SEARCH:
        counts[SEARCHES] += 1
        counts[BY_GOAT] += int(action - SHOW == GOAT)
        return
    if action >= COMMAND and action < PLAY:
        counts[RED_COMMANDED] += int(action - COMMAND < BLACK)
        counts[GOATS_COMMANDED] += int(action - COMMAND == GOAT)
    if action < SHOW or action >= COMMAND:
        count_book(s, laid(action), counts)


@rule
def laid(action: int) -> int:
    """The kind of card that a decision lays on the book."""
    if action >= PLAY:
        return action - PLAY
    return action - COMMAND if action >= COMMAND else action - LEAD


@rule
def count_book(s: State, kind: int, counts: Any) -> None:
    """GOAT-6: whether this card fills the book."""
    if s.played + 1 == s.players:
        counts[BOOKS] += 1
        counts[GIVEN_AWAY] += int(kind == GOAT or side_by_goat(s) != NONE)
