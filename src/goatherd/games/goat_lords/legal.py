"""The legal decisions of Goat Lords, as `legal` lists them."""

from typing import Any

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
from goatherd.rule import NOBODY, State, rule


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
        return held_kinds(s, seat, DROP, out, 0)
    if s.phase == TRASHING:
        return front_cards(s, seat, out)
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
def held_kinds(s: State, seat: int, action: int, out: Any, n: int) -> int:
    for kind in range(GOAT_KINDS):
        out[n] = action + kind
        n += s.hand[seat, kind] > 0
    return n


@rule
def front_cards(s: State, seat: int, out: Any) -> int:
    """LORDS-5."""
    n = 0
    for card in range(ACTION_KINDS):
        out[n] = TRASH + card
        n += s.front[seat, card] > 0
    return n


@rule
def legal_plays(s: State, seat: int, out: Any) -> int:
    """LORDS-8, LORDS-13, LORDS-16."""
    n = legal_births(s, seat, out)
    n = legal_adoption(s, seat, out, n)
    if s.stacks[seat] > 0:
        n = legal_duels(s, seat, out, n)
    n = held_kinds(s, seat, DISCARD, out, n)
    if may_play_actions(s, seat):
        n = legal_actions(s, seat, out, n)
    return n


@rule
def legal_births(s: State, seat: int, out: Any) -> int:
    """LORDS-9."""
    n = 0
    for kind in range(WILDS, GOAT_KINDS):
        out[n] = BIRTH - WILDS + kind
        n += s.hand[seat, kind] > 1
    if s.hand[seat, LORD] > 0:
        for kind in range(WILDS, GOAT_KINDS):
            out[n] = BIRTH_LORD - WILDS + kind
            n += s.hand[seat, kind] > 0
    if s.hand[seat, GOATINI] > 0:
        for kind in range(WILDS, GOAT_KINDS):
            out[n] = BIRTH_GOATINI - WILDS + kind
            n += s.hand[seat, kind] > 0
    return n


@rule
def legal_adoption(s: State, seat: int, out: Any, n: int) -> int:
    """LORDS-10."""
    if s.discarded == 0:
        return n
    top = int(s.discard[s.discarded - 1])
    out[n] = ADOPT - WILDS + top
    return n + int((top >= WILDS) & (s.hand[seat, top] > 0))


@rule
def legal_duels(s: State, seat: int, out: Any, n: int) -> int:
    """LORDS-7, LORDS-11."""
    lord = int(s.hand[seat, LORD] > 0)
    goatini = int(s.hand[seat, GOATINI] > 0)
    for other in range(s.players):
        top = max(int(s.stacks[other]) - 1, 0)
        kind = stack_kind(int(s.herd[other, top]))
        open_to_duel = int((other != seat) & (top > 0))
        action = DUEL + GOAT_KINDS * other
        out[n] = action + LORD
        n += open_to_duel & lord
        out[n] = action + GOATINI
        n += open_to_duel & goatini
        out[n] = action + kind
        n += open_to_duel & int(s.hand[seat, kind] > 0)
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
    if s.fronts[seat] == 0 or s.may_act == 0 or s.stacks[seat] == 0:
        return False
    return not actions_are_dead(s)


@rule
def legal_actions(s: State, seat: int, out: Any, n: int) -> int:
    """LORDS-15."""
    tallest = 0
    dazed = False
    for other in range(s.players):
        if other != seat:
            tallest = max(tallest, int(s.stacks[other]))
            dazed |= is_target(s, other, HYPNOTIZE)
    for card in range(ESCAPE + 1, ACTION_KINDS):
        out[n] = ACTION + card
        aimed = (tallest >= STACKS_NEEDED[card]) & (dazed | (card != HYPNOTIZE))
        n += (s.front[seat, card] > 0) & aimed
    return n


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
