"""Goat Lords: pair goats into stacks, duel for the top stacks of others, own the best herd.

Source: the rule book of Gatwick Games (2019), restated as LORDS-1 to LORDS-31; 2 to 6 players.

Options: `hand` (LORDS-4), `deck` (LORDS-1, LORDS-3; see `deck.py`), `goatinhood` (LORDS-22),
`open_herds` (LORDS-31), `size` (fewer cards, to study).

Decided where the book is silent: counts, points and extra plays (LORDS-1, LORDS-3); an action card
turned up at the start goes back like a wild (LORDS-6); players without a herd take no part in
`goatlette` (LORDS-18). And where the page is: turns to miss add up when `loaf` is played twice on
one player, a +2 of any card in a deck of one's own allows one action card, as that of `flower`
does, and a second `fire` before a duel adds nothing.

Who sees what is in `knowledge.py`. Of other hands a viewer learns three things, all from
`hypnotize` and `goatinhood` (LORDS-30): cards seen entering (`known`), and how many cards of a
hand cannot be wild, or cannot be a lord, because they were asked for and absent.
"""

from typing import Any

from goatherd import rng
from goatherd.games.goat_lords.cards import (
    ACTION,
    ADOPT,
    BORN,
    BORN_WITH,
    DEFEND,
    DISCARD,
    DROP,
    DUEL,
    ESCAPE,
    FIRE,
    FLOWER,
    GOATINHOOD,
    GOATLETTE,
    LEFT,
    MAX_FRONT,
    NONE,
    PLAY_ESCAPE,
    PRESS,
    SANTY,
    SNEAK,
    STACK,
    TARGET,
    TRASH,
    WILDS,
    YIELD,
)
from goatherd.games.goat_lords.effects import ask_for_wild, clear_card, take_effect, turn_goatlette
from goatherd.games.goat_lords.legal import legal as legal
from goatherd.games.goat_lords.state import (
    ANSWERING,
    DEFENDING,
    DROPPING,
    EXTRA_CARDS,
    FIRE_COMING,
    GOAT_KINDS,
    NO_FIRE,
    OVER,
    PLAYING,
    PRESSING,
    RESTOCK,
    SET_UP,
    STACKING,
    TARGETING,
    TRASHING,
    TURNING,
    bear,
    lay_on_top,
    leave_hand,
    next_seat,
    note_card,
    note_kind,
    one,
    put_on_discard,
    stack_points,
    take_top,
    trash_front,
)
from goatherd.games.goat_lords.state import (
    STATE as STATE,
)
from goatherd.rule import NOBODY, State, rule

# Drawing


@rule
def setup(s: State) -> None:
    """LORDS-6."""
    if s.ordered == 0:
        rng.shuffle(s, s.deck, int(s.left))
    if restock(s, 0, SET_UP):
        open_play(s)


@rule
def restock(s: State, first: int, purpose: int) -> bool:
    """LORDS-6, LORDS-14: all draw up to the hand size; False if one has to trash a card first."""
    s.purpose = purpose
    return draw(s, first, int(s.hand_size - s.held[first]), int(s.players) - 1)


@rule
def draw(s: State, seat: int, wanted: int, waiting: int) -> bool:
    """LORDS-5: a seat draws goats, then those waiting; False if a fourth action card stops it."""
    full = int(s.players) * int(s.hand_size)
    while True:
        while wanted > 0 and s.left > 0:
            wanted -= draw_card(s, seat)
            if s.fronts[seat] > MAX_FRONT:
                await_trash(s, seat, wanted, waiting)
                return False
        if waiting == 0 or s.in_hands == full:
            return True
        waiting -= 1
        seat = next_seat(s, seat)
        wanted = int(s.hand_size) - int(s.held[seat])


@rule
def draw_card(s: State, seat: int) -> int:
    """LORDS-5: how many goats that were, 1 or 0."""
    s.left -= 1
    card = int(s.deck[s.left])
    s.deck[s.left] = NONE
    if card < GOAT_KINDS:
        s.hand[seat, card] += 1
        note_kind(s, seat, card)
        s.held[seat] += 1
        s.in_hands += 1
        return 1
    s.front[seat, card - GOAT_KINDS] += 1
    note_card(s, seat, card - GOAT_KINDS)
    s.fronts[seat] += 1
    return 0


@rule
def await_trash(s: State, seat: int, wanted: int, waiting: int) -> None:
    """LORDS-5."""
    s.phase = TRASHING
    s.turn = seat
    s.wanted = wanted
    s.waiting = waiting


@rule
def trash_extra(s: State, seat: int, card: int) -> None:
    """LORDS-5: then the drawing goes on, and after it whatever it was for."""
    trash_front(s, seat, card)
    wanted, waiting = int(s.wanted), int(s.waiting)
    s.wanted = 0
    s.waiting = 0
    if draw(s, seat, wanted, waiting):
        if s.purpose == SET_UP:
            open_play(s)
        elif s.purpose == RESTOCK:
            next_turn(s)
        else:
            end_play(s)


@rule
def open_play(s: State) -> None:
    """LORDS-6: a wild or an action card turned up goes back into the pile."""
    rng.turn_up(s, s.deck, int(s.left), WILDS, GOAT_KINDS)
    top = int(s.deck[s.left - 1])
    s.left -= 1
    s.deck[s.left] = NONE
    s.face_up[top] += 1
    put_on_discard(s, top)
    begin_turn(s, 0)


# Turns


@rule
def begin_turn(s: State, seat: int) -> None:
    """LORDS-8; an unused `fire` has lapsed (LORDS-23)."""
    s.active = seat
    s.turn = seat
    s.phase = PLAYING
    s.plays = 1
    s.may_act = 1
    s.fire = NO_FIRE


@rule
def end_play(s: State) -> None:
    """LORDS-16."""
    if s.plays > 0 and s.held[s.active] > 0:
        s.phase = PLAYING
        s.turn = s.active
    else:
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    """LORDS-14."""
    if s.held[s.active] > s.hand_size:
        s.phase = DROPPING
        s.turn = s.active
    elif restock(s, int(s.active), RESTOCK):
        next_turn(s)


@rule
def next_turn(s: State) -> None:
    """LORDS-20, LORDS-27: who misses the turn or has no cards is passed over."""
    if s.left == 0 and s.in_hands == 0:
        s.phase = OVER
        s.turn = NOBODY
        return
    seat = next_seat(s, int(s.active))
    while s.missed[seat] > 0 or s.held[seat] == 0:
        s.missed[seat] -= s.missed[seat] > 0
        seat = next_seat(s, seat)
    begin_turn(s, seat)


# Plays from hand


@rule
def birth(s: State, seat: int, kind: int, partner: int) -> None:
    """LORDS-9."""
    leave_hand(s, seat, kind)
    leave_hand(s, seat, partner)
    bear(s, seat, kind, partner)


@rule
def adopt(s: State, seat: int, kind: int) -> None:
    """LORDS-10."""
    s.discarded -= 1
    s.discard[s.discarded] = NONE
    leave_hand(s, seat, kind)
    bear(s, seat, kind, kind)


@rule
def discard_card(s: State, seat: int, kind: int) -> None:
    """LORDS-13."""
    leave_hand(s, seat, kind)
    put_on_discard(s, kind)


@rule
def drop(s: State, seat: int, kind: int) -> None:
    """LORDS-14."""
    discard_card(s, seat, kind)
    end_turn(s)


@rule
def start_duel(s: State, seat: int, target: int, kind: int) -> None:
    """LORDS-11, LORDS-23: this is the duel that a `fire` was played for."""
    s.target = target
    s.fire += s.fire == FIRE_COMING
    add_to_duel(s, seat, kind)


@rule
def add_to_duel(s: State, seat: int, kind: int) -> None:
    """LORDS-11: the other side answers."""
    leave_hand(s, seat, kind)
    s.duel[s.dueled] = kind
    s.dueled += 1
    s.phase = DEFENDING if seat == s.active else PRESSING
    s.turn = s.target if seat == s.active else s.active


@rule
def yield_duel(s: State, seat: int) -> None:
    """LORDS-12."""
    owner = int(s.target)
    which = take_top(s, owner)
    for place in range(s.dueled):
        s.stack[which] += one(int(s.duel[place]))
        s.duel[place] = NONE
    s.dueled = 0
    s.target = NONE
    s.fire = NO_FIRE
    winner = int(s.active) if seat == owner else owner
    lay_on_top(s, winner, which, stack_points(s, int(s.stack[which])))


# Action cards


@rule
def play_action(s: State, seat: int, card: int) -> bool:
    """LORDS-15, LORDS-16: whether the play is over at once."""
    trash_front(s, seat, card)
    s.plays += s.extra[card] - 1
    s.may_act = s.extra[card] > 1
    if card == SANTY:
        return draw_extra(s, seat, 2)
    if card == FLOWER:
        return draw_extra(s, seat, 1)
    if card == FIRE:
        s.fire = FIRE_COMING
        return True
    if card == GOATINHOOD:
        ask_for_wild(s, seat)
        return True
    s.card = card
    s.phase = TURNING if card == GOATLETTE else TARGETING
    return False


@rule
def draw_extra(s: State, seat: int, goats: int) -> bool:
    """LORDS-24."""
    s.purpose = EXTRA_CARDS
    return draw(s, seat, goats, 0)


@rule
def choose_target(s: State, target: int) -> bool:
    s.target = target
    if s.card == SNEAK:
        s.phase = STACKING
        return False
    return await_answer(s)


@rule
def choose_stack(s: State, place: int) -> bool:
    s.place = place
    return await_answer(s)


@rule
def await_answer(s: State) -> bool:
    """LORDS-26: whoever may have an `escape` is asked; otherwise the card takes effect."""
    if s.fronts[s.target] == 0:
        take_effect(s, int(s.target))
        return True
    s.phase = ANSWERING
    s.turn = s.target
    return False


@rule
def play_escape(s: State, seat: int) -> None:
    """LORDS-25: against a duel the attacker's card stays, against a card nothing happens."""
    trash_front(s, seat, ESCAPE)
    if s.dueled > 0:
        yield_duel(s, int(s.active))
    clear_card(s)


# The contract


@rule
def apply(s: State, action: int) -> None:
    seat = int(s.turn)
    if action >= DROP:
        drop(s, seat, action - DROP)
    elif action >= TRASH:
        trash_extra(s, seat, action - TRASH)
    elif carry_out(s, seat, action):
        end_play(s)


@rule
def carry_out(s: State, seat: int, action: int) -> bool:
    """Whether this was the last decision of a play."""
    if action < ACTION:
        return play_from_hand(s, seat, action)
    if action < TARGET:
        return play_action(s, seat, action - ACTION)
    if action < STACK:
        return choose_target(s, action - TARGET)
    if action < LEFT:
        return choose_stack(s, action - STACK)
    if action < DEFEND:
        turn_goatlette(s, action == LEFT)
        return True
    if action < YIELD:
        add_to_duel(s, seat, action - (DEFEND if action < PRESS else PRESS))
        return False
    if action == YIELD:
        yield_duel(s, seat)
    elif action == PLAY_ESCAPE:
        play_escape(s, seat)
    else:
        take_effect(s, seat)
    return True


@rule
def play_from_hand(s: State, seat: int, action: int) -> bool:
    """LORDS-9, LORDS-10, LORDS-11, LORDS-13: only a duel goes on."""
    s.plays -= 1
    if action >= DISCARD:
        discard_card(s, seat, action - DISCARD)
    elif action >= DUEL:
        target = (action - DUEL) // GOAT_KINDS
        start_duel(s, seat, target, action - DUEL - GOAT_KINDS * target)
        return False
    elif action >= ADOPT:
        adopt(s, seat, action - ADOPT + WILDS)
    else:
        birth(s, seat, int(BORN[action]), int(BORN_WITH[action]))
    return True


@rule
def over(s: State) -> bool:
    return bool(s.phase == OVER)


@rule
def scores(s: State, out: Any) -> None:
    """LORDS-29."""
    for seat in range(s.players):
        out[seat] = s.worth[seat]


@rule
def winners(s: State, out: Any) -> None:
    """LORDS-29."""
    best = 0
    for seat in range(s.players):
        best = max(best, int(s.worth[seat]))
    for seat in range(s.players):
        out[seat] = (s.phase == OVER) & (s.worth[seat] == best)
