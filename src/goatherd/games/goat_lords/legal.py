"""The legal decisions of Goat Lords, as `legal` lists them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goat_lords.cards import (
    ACCEPT,
    ACTION,
    ADOPT,
    BIRTH,
    BIRTH_GOATINI,
    BIRTH_LORD,
    DEFEND,
    DISCARD,
    DROP,
    DUEL,
    ESCAPE,
    GOATINI,
    HYPNOTIZE,
    LEFT,
    LORD,
    PLAY_ESCAPE,
    PRESS,
    STACK,
    TARGET,
    TRASH,
    WILDS,
    YIELD,
)
from goatherd.games.goat_lords.state import (
    ACTION_KINDS,
    DEFENDING,
    DROPPING,
    FIRE_RAINING,
    GOAT_KINDS,
    PLAYING,
    PRESSING,
    STACKING,
    STACKS_NEEDED,
    TARGETING,
    TRASHING,
    TURNING,
    actions_are_dead,
    stack_kind,
    top_stack,
)
from goatherd.rng import i64, u64
from goatherd.rule import NOBODY, State, rule

HALF = 6
"""Lists of decisions are copied out of tables, for so many bits at once."""


def listed(first: int) -> npt.NDArray[np.int16]:
    """For each half of twelve bits and each value of it: the decisions that it stands for.

    A decision has the number `first` plus that of its bit. Eight are copied at once.
    """
    return np.array(
        [
            [
                ([first + start + i for i in range(HALF) if bits >> i & 1] + [0] * 8)[:8]
                for bits in range(1 << HALF)
            ]
            for start in (0, HALF)
        ],
        np.int16,
    )


BIRTHS = listed(BIRTH - WILDS)
BIRTHS_WITH_LORD = listed(BIRTH_LORD - WILDS)
BIRTHS_WITH_GOATINI = listed(BIRTH_GOATINI - WILDS)
DISCARDS = listed(DISCARD)
DROPS = listed(DROP)
ACTIONS = listed(ACTION)
TRASHINGS = listed(TRASH)

SET_BITS = np.array([bits.bit_count() for bits in range(1 << HALF)], np.int8)
"""How many bits are set."""

PLAYABLE = np.array(
    [
        sum(1 << card for card in range(ESCAPE + 1, ACTION_KINDS) if STACKS_NEEDED[card] <= tallest)
        for tallest in range(int(STACKS_NEEDED.max()) + 1)
    ],
    np.int16,
)
"""LORDS-15: a bit for each action card that may be played, by the tallest herd of the others."""


@rule
def legal(s: State, out: Any) -> int:
    if s.phase == PLAYING:
        return legal_plays(s, int(s.turn), out)
    if s.turn == NOBODY:
        return 0
    seat = int(s.turn)
    if s.phase == DEFENDING:
        return legal_defences(s, seat, out)
    if s.phase == PRESSING:
        return legal_presses(s, seat, out)
    if s.phase == DROPPING:
        return int(i64(add(DROPS, int(s.kinds[seat]), out, u64(0))))
    if s.phase == TRASHING:
        return int(i64(add(TRASHINGS, int(s.cards[seat]), out, u64(0))))
    if s.phase == TARGETING:
        return legal_targets(s, out)
    if s.phase == STACKING:
        return span(STACK + 1, int(s.stacks[s.target]) - 2, out)
    if s.phase == TURNING:
        return span(LEFT, 2, out)
    return legal_answers(s, seat, out)


@rule
def span(first: int, count: int, out: Any) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@rule
def add(table: Any, bits: int, out: Any, n: Any) -> Any:
    """Add a decision for each bit that is set; what is written beyond the last one is waste.

    (An unsigned place is never counted from the end, so that compiled code need not ask.)
    """
    for half in range(2):
        part = (bits >> (HALF * half)) & ((1 << HALF) - 1)
        for i in range(8):
            out[n + u64(i)] = table[half, part, i]
        n += u64(SET_BITS[part])
    return n


@rule
def legal_plays(s: State, seat: int, out: Any) -> int:
    """LORDS-8, LORDS-13, LORDS-16."""
    held = int(s.kinds[seat])
    n = legal_births(held, int(s.pairs[seat]), out)
    n = legal_adoption(s, held, out, n)
    if s.stacks[seat] > 0:
        n = legal_duels(s, seat, held, out, n)
    n = add(DISCARDS, held, out, n)
    if may_play_actions(s, seat):
        n = legal_actions(s, seat, out, n)
    return int(i64(n))


@rule
def legal_births(held: int, pairs: int, out: Any) -> Any:
    """LORDS-9."""
    ordinary = held & ~(1 << LORD | 1 << GOATINI)
    n = add(BIRTHS, pairs & ordinary, out, u64(0))
    n = add(BIRTHS_WITH_LORD, ordinary * (held >> LORD & 1), out, n)
    return add(BIRTHS_WITH_GOATINI, ordinary * (held >> GOATINI & 1), out, n)


@rule
def legal_adoption(s: State, held: int, out: Any, n: Any) -> Any:
    """LORDS-10."""
    if s.discarded == 0:
        return n
    top = int(s.discard[s.discarded - 1])
    out[n] = ADOPT - WILDS + top
    return n + u64(int(top >= WILDS) & (held >> top))


@rule
def legal_duels(s: State, seat: int, held: int, out: Any, n: Any) -> Any:
    """LORDS-7, LORDS-11."""
    for other in range(s.players):
        kind = stack_kind(top_stack(s, other))
        fit = held * int((other != seat) & (s.stacks[other] > 1))
        action = DUEL + GOAT_KINDS * other
        out[n] = action + LORD
        n += u64(fit >> LORD & 1)
        out[n] = action + GOATINI
        n += u64(fit >> GOATINI & 1)
        out[n] = action + kind
        n += u64(fit >> kind & 1)
    return n


@rule
def matching_cards(s: State, seat: int, kind: int, action: int, out: Any) -> int:
    """LORDS-11: the wilds, and the kind itself."""
    out[0] = action + LORD
    n = int(s.hand[seat, LORD] > 0)
    out[n] = action + GOATINI
    n += int(s.hand[seat, GOATINI] > 0)
    out[n] = action + kind
    return n + int(s.hand[seat, kind] > 0)


@rule
def may_play_actions(s: State, seat: int) -> bool:
    """LORDS-8, LORDS-16, LORDS-28."""
    if s.may_act == 0 or s.stacks[seat] == 0:
        return False
    return not actions_are_dead(s)


@rule
def legal_actions(s: State, seat: int, out: Any, n: Any) -> Any:
    """LORDS-15."""
    tallest = 0
    dazed = 0
    for other in range(s.players):
        stacks = int(s.stacks[other]) * int(other != seat)
        tallest = max(tallest, stacks)
        dazed |= int((stacks > 0) & (s.held[other] > 0))
    playable = int(PLAYABLE[min(tallest, len(PLAYABLE) - 1)])
    playable &= ~((1 - dazed) << HYPNOTIZE)
    return add(ACTIONS, int(s.cards[seat]) & playable, out, n)


@rule
def is_target(s: State, seat: int, card: int) -> bool:
    """LORDS-15."""
    tall = s.stacks[seat] >= STACKS_NEEDED[card]
    return bool(tall & ((card != HYPNOTIZE) | (s.held[seat] > 0)))


@rule
def legal_targets(s: State, out: Any) -> int:
    n = 0
    for seat in range(s.players):
        out[n] = TARGET + seat
        n += (seat != s.active) & is_target(s, seat, int(s.card))
    return n


@rule
def legal_answers(s: State, seat: int, out: Any) -> int:
    """LORDS-25."""
    out[0] = PLAY_ESCAPE
    n = int(may_escape(s, seat))
    out[n] = ACCEPT
    return n + 1


@rule
def may_escape(s: State, seat: int) -> bool:
    """LORDS-25, LORDS-28: in a duel, right after its first card."""
    if s.front[seat, ESCAPE] == 0 or s.dueled > 1:
        return False
    return not actions_are_dead(s)


@rule
def legal_defences(s: State, seat: int, out: Any) -> int:
    """LORDS-11, LORDS-23."""
    n = 0
    if s.fire != FIRE_RAINING:
        n = matching_cards(s, seat, stack_kind(top_stack(s, seat)), DEFEND, out)
    out[n] = YIELD
    out[n + 1] = PLAY_ESCAPE
    return n + 1 + may_escape(s, seat)


@rule
def legal_presses(s: State, seat: int, out: Any) -> int:
    """LORDS-11."""
    n = matching_cards(s, seat, stack_kind(top_stack(s, int(s.target))), PRESS, out)
    out[n] = YIELD
    return n + 1
