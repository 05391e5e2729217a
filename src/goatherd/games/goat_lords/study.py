"""What a study of Goat Lords counts."""

from typing import Any

from goatherd.games.goat_lords.cards import (
    ACTION,
    ACTION_CARDS,
    ADOPT,
    BIRTH_LORD,
    DISCARD,
    DROP,
    DUEL,
    ESCAPE,
    PLAY_ESCAPE,
    TARGET,
    TRASH,
    YIELD,
)
from goatherd.games.goat_lords.state import DEFENDING
from goatherd.rule import State, rule

ESCAPED, PLAYED = "LORDS-25", "LORDS-15"

EVENTS = (
    "births (LORDS-9)",
    "births with a wild (LORDS-9)",
    "adoptions (LORDS-10)",
    "duels (LORDS-11)",
    "stacks won in duels (LORDS-12)",
    "cards discarded as a play (LORDS-13)",
    "goats dropped over the hand (LORDS-14)",
    "action cards trashed as a fourth (LORDS-5)",
    *(
        f"{card} played ({ESCAPED if card == ACTION_CARDS[ESCAPE] else PLAYED})"
        for card in ACTION_CARDS
    ),
)
(BIRTHS, WILD_BIRTHS, ADOPTIONS, DUELS, STACKS_WON, DISCARDED, DROPPED, TRASHED, CARDS) = range(9)


@rule
def watch(s: State, action: int, counts: Any) -> None:
    if action < 0:
        return
    if action >= DROP:
        counts[DROPPED] += 1
    elif action >= TRASH:
        counts[TRASHED] += 1
    elif action == PLAY_ESCAPE:
        counts[CARDS] += 1
    elif action == YIELD:
        counts[STACKS_WON] += int(s.phase == DEFENDING)
    elif action >= ACTION and action < TARGET:
        counts[CARDS + action - ACTION] += 1
    elif action < ACTION:
        watch_hand(action, counts)


@rule
def watch_hand(action: int, counts: Any) -> None:
    """What is played from the hand."""
    if action >= DISCARD:
        counts[DISCARDED] += 1
    elif action >= DUEL:
        counts[DUELS] += 1
    elif action >= ADOPT:
        counts[ADOPTIONS] += 1
    else:
        counts[BIRTHS] += 1
        counts[WILD_BIRTHS] += int(action >= BIRTH_LORD)
