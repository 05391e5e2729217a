"""What the action cards of Goat Lords do, once nobody escapes them."""

from goatherd import rng
from goatherd.games.goat_lords.cards import ATOMIC, GOATINI, LOAF, LORD, NONE, SNEAK, VIEWERS
from goatherd.games.goat_lords.state import (
    COMMON,
    NOTHING,
    SECRETS,
    all_see_leaving,
    change_hands,
    next_seat,
    one_sees_leaving,
    see_entering,
    show_absent,
    stack_count,
    stack_kind,
    stack_points,
    take_top,
    top_stack,
)
from goatherd.rule import State, rule


@rule
def take_effect(s: State, target: int) -> None:
    if s.card == ATOMIC:
        blow_up(s, target)
    elif s.card == SNEAK:
        sneak_up(s, target, int(s.place))
    elif s.card == LOAF:
        s.missed[target] += 1  # LORDS-20
    else:
        hypnotize(s, target, int(s.active))
    clear_card(s)


@rule
def clear_card(s: State) -> None:
    s.card = NONE
    s.target = NONE
    s.place = NONE


@rule
def blow_up(s: State, seat: int) -> None:
    """LORDS-17."""
    which = take_top(s, seat)
    stack = int(s.stack[which])
    s.stack[which] = 0
    kind = stack_kind(stack)
    s.trash[kind] += stack_count(stack, kind)
    s.trash[LORD] += stack_count(stack, LORD)
    s.trash[GOATINI] += stack_count(stack, GOATINI)


@rule
def sneak_up(s: State, seat: int, place: int) -> None:
    """LORDS-19."""
    top = int(s.top[seat])
    above = top
    for _ in range(int(s.stacks[seat]) - 2 - place):
        above = int(s.below[above])
    which = int(s.below[above])
    s.below[above] = s.below[which]
    s.below[which] = top
    s.top[seat] = which


@rule
def hypnotize(s: State, victim: int, thief: int) -> None:
    """LORDS-21, LORDS-30: only the two of them see which card it is."""
    kind = rng.place(s, s.hand[victim], int(s.held[victim]))
    change_hands(s, victim, thief, kind)
    see_entering(s, victim, thief, kind)
    s.told[thief] = SECRETS
    if s.told[victim] != NOTHING:
        one_sees_leaving(s, thief, victim, kind)
        s.told[victim] = SECRETS


@rule
def turn_goatlette(s: State, to_left: bool) -> None:
    """LORDS-18: each top stack takes the place of the next one."""
    clear_card(s)
    coming = 0
    for step in range(2 * int(s.players)):  # the first time round only finds what comes in first
        seat = step if step < s.players else step - int(s.players)
        if not to_left:
            seat = int(s.players) - 1 - seat
        if s.stacks[seat] > 0:
            going = top_stack(s, seat)
            if step >= s.players:
                s.stack[s.top[seat]] = coming
                s.worth[seat] += stack_points(s, coming) - stack_points(s, going)
            coming = going


@rule
def ask_for_wild(s: State, seat: int) -> None:
    """LORDS-22: with `goatinhood=herds`, nothing is asked of players without a herd."""
    other = next_seat(s, seat)
    while other != seat:
        if s.herds_asked == 0 or s.stacks[other] > 0:
            if s.hand[other, LORD] + s.hand[other, GOATINI] > 0:
                give_wild(s, other, seat)
                return
            show_absent(s, other, GOATINI)
        other = next_seat(s, other)


@rule
def give_wild(s: State, giver: int, taker: int) -> None:
    """LORDS-22, LORDS-30: who gives a goatini has no lord."""
    wild = LORD if s.hand[giver, LORD] > 0 else GOATINI
    change_hands(s, giver, taker, wild)
    all_see_leaving(s, giver, wild)
    for viewer in range(VIEWERS):
        see_entering(s, viewer, taker, wild)
    s.told[taker] = max(int(s.told[taker]), COMMON)
    if wild == GOATINI:
        show_absent(s, giver, LORD)
