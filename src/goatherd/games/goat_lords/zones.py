"""Where every card of Goat Lords is, and the public facts that are no cards."""

from functools import lru_cache

from goatherd.games.goat_lords.cards import ACTION_CARDS, GOATINI, GOATS, KINDS, LORD, NONE
from goatherd.games.goat_lords.state import (
    FIRE_COMING,
    OVER,
    PHASES,
    actions_are_dead,
    stack_count,
    stack_kind,
)
from goatherd.rule import State
from goatherd.table import UNKNOWN, spread


def zones(s: State) -> dict[str, list[str]]:
    """The piles and the duel in the middle; for each seat its hand, action cards and herd."""
    out = {
        "draw": [UNKNOWN if card == NONE else KINDS[card] for card in s.deck[: s.left][::-1]],
        "discard": [GOATS[kind] for kind in s.discard[: s.discarded]],
        "trash": spread(KINDS, s.trash),
        "duel": [GOATS[kind] for kind in s.duel[: s.dueled]],
    }
    for seat in range(s.players):
        out[f"hand {seat}"] = with_unknown(spread(GOATS, s.hand[seat]), int(s.held[seat]))
        out[f"actions {seat}"] = with_unknown(
            spread(ACTION_CARDS, s.front[seat]), int(s.fronts[seat])
        )
        out[f"herd {seat}"] = [" ".join(cards) for cards in herd(s, seat)]
    return out


def with_unknown(cards: list[str], size: int) -> list[str]:
    return cards + [UNKNOWN] * (size - len(cards))


def herd(s: State, seat: int) -> list[tuple[str, ...]]:
    """The stacks of a seat, bottom first; the cards of a stack: goats, then goatini, then lord."""
    stacks = []
    which = s.top[seat]
    while which:
        stacks.append(stack_cards(int(s.stack[which])))
        which = s.below[which]
    return stacks[::-1]


@lru_cache(4096)
def stack_cards(stack: int) -> tuple[str, ...]:
    kinds = (stack_kind(stack), GOATINI, LORD)
    return tuple(GOATS[kind] for kind in kinds for _ in range(stack_count(stack, kind)))


def status(s: State) -> dict[str, object]:
    """Public facts: phase, whose turn, plays left and whether one may be an action card, the
    action card and target under way, a coming rain of fire, turns to miss, whether action cards
    are dead, the hand size, whom `goatinhood` asks."""
    return {
        "phase": PHASES[s.phase],
        "active": None if s.phase == OVER else int(s.active),
        "plays": int(s.plays),
        "action allowed": bool(s.may_act),
        "card": None if s.card == NONE else ACTION_CARDS[s.card],
        "target": None if s.target == NONE else int(s.target),
        "stack": None if s.place == NONE else int(s.place),
        "fire": bool(s.fire == FIRE_COMING),
        "missed turns": [int(turns) for turns in s.missed[: s.players]],
        "actions dead": bool(actions_are_dead(s)),
        "draw pile": int(s.left),
        "hand size": int(s.hand_size),
        "goatinhood": "herds" if s.herds_asked else "anyone",
        "open herds": "tops" if s.tops_only else "yes",
    }
