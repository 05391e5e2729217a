"""A view of Goat Lords as numbers: what the seat to act knows, seats counted from its own."""

from typing import Any

from goatherd.games.goat_lords.cards import GOATINI, KINDS, LORD, NONE, SEATS, WILDS
from goatherd.games.goat_lords.state import (
    ACTION_KINDS,
    FIRE_COMING,
    FIRE_RAINING,
    GOAT_KINDS,
    OVER,
    actions_are_dead,
    stack_count,
    stack_kind,
    stack_points,
    top_stack,
)
from goatherd.rule import Part, State, rule
from goatherd.tensor import (
    EIGHTH,
    HUNDREDTH,
    QUARTER,
    SIXTEENTH,
    WHOLE,
    by_seat,
    clear,
    mark,
    rows_by_seat,
    share,
    shares,
    turned,
)

SHOWN_STACKS = 16
"""Of a herd under attack; those above are not told of one by one."""

OBSERVATION = (
    Part("own action cards", ACTION_KINDS, "by kind, by quarters"),
    Part(
        "hands",
        SEATS * GOAT_KINDS,
        "goats by seat and kind, own first, by eighths; of others those that are known",
    ),
    Part("hand sizes", SEATS, "by seat, own first, by eighths"),
    Part("not wild", SEATS, "cards of each hand known not to be wild, by eighths; own: by others"),
    Part("no lord", SEATS, "cards of each hand known to be no lord, by eighths; own: by others"),
    Part("action cards", SEATS, "face down in front of each seat, by quarters"),
    Part("stacks", SEATS, "in each herd, by sixteenths"),
    Part("scores", SEATS, "points of each herd, of 128"),
    Part("missed turns", SEATS, "that each seat still has to miss"),
    Part("active", SEATS, "one-hot, own seat first: whose turn it is"),
    Part("target", SEATS, "one-hot, own seat first: who is attacked; all 0 if nobody is"),
    Part("players", SEATS - 1, "one-hot: two to six"),
    Part(
        "phase", OVER, "one-hot: play, target, stack, direction, answer, defend, press, trash, drop"
    ),
    Part("card", ACTION_KINDS, "one-hot: the action card being carried out"),
    Part("plays left", 1, "by quarters"),
    Part("action allowed", 1, "1 if one of them may be an action card"),
    Part("fire", 2, "1 if it comes in the next duel; 1 if it rains in this one"),
    Part("actions dead", 1, "1 if no action card may be used any more"),
    Part("draw pile", 1, "cards in it, of 128"),
    Part("top of the discard pile", GOAT_KINDS, "one-hot; all 0 if it is empty"),
    Part("face up", len(KINDS), "cards of each kind that lie open anywhere, by sixteenths"),
    Part("duel", WILDS + 1, "lords, goatini and other goats played in it, by eighths"),
    Part("top stacks", SEATS * GOAT_KINDS, "one-hot by seat, own first: the kind"),
    Part("cards of top stacks", SEATS * (WILDS + 1), "lords, goatini, others by seat, by eighths"),
    Part("stacks of the target", SHOWN_STACKS, "points of each, base first, of 128"),
    Part("matches for them", SHOWN_STACKS, "own cards of each stack's kind, by eighths"),
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    at = observe_hands(s, seat, out)
    at = observe_seats(s, seat, out, at)
    at = observe_turn(s, out, at)
    at = observe_piles(s, out, at)
    at = observe_tops(s, seat, out, at)
    observe_target(s, seat, out, at)


@rule
def observe_hands(s: State, seat: int, out: Any) -> int:
    players = int(s.players)
    at = shares(out, 0, s.front[seat], QUARTER)
    at = rows_by_seat(out, at, s.hand, seat, players, EIGHTH)
    at = by_seat(out, at, s.held, seat, players, EIGHTH)
    at = by_seat(out, at, s.no_wild[:, seat], seat, players, EIGHTH)
    return by_seat(out, at, s.no_lord[:, seat], seat, players, EIGHTH)


@rule
def observe_seats(s: State, seat: int, out: Any, at: int) -> int:
    players = int(s.players)
    at = by_seat(out, at, s.fronts, seat, players, QUARTER)
    at = by_seat(out, at, s.stacks, seat, players, SIXTEENTH)
    at = by_seat(out, at, s.worth, seat, players, HUNDREDTH)
    at = by_seat(out, at, s.missed, seat, players, WHOLE)
    at = mark(out, at, steps_to(s, seat, int(s.active)), SEATS)
    at = mark(out, at, steps_to(s, seat, int(s.target)) if s.target != NONE else NONE, SEATS)
    return mark(out, at, players - 2, SEATS - 1)


@rule
def steps_to(s: State, seat: int, other: int) -> int:
    return other - seat if other >= seat else other - seat + int(s.players)


@rule
def observe_turn(s: State, out: Any, at: int) -> int:
    at = mark(out, at, int(s.phase), OVER)
    at = mark(out, at, int(s.card), ACTION_KINDS)
    at = share(out, at, int(s.plays), QUARTER)
    at = share(out, at, int(s.may_act), WHOLE)
    at = share(out, at, int(s.fire == FIRE_COMING), WHOLE)
    at = share(out, at, int(s.fire == FIRE_RAINING), WHOLE)
    return share(out, at, int(actions_are_dead(s)), WHOLE)


@rule
def observe_piles(s: State, out: Any, at: int) -> int:
    at = share(out, at, int(s.left), HUNDREDTH)
    top = int(s.discard[s.discarded - 1]) if s.discarded > 0 else NONE
    at = mark(out, at, top, GOAT_KINDS)
    at = shares(out, at, s.face_up, SIXTEENTH)
    clear(out, at, WILDS + 1)
    for place in range(s.dueled):
        out[at + min(int(s.duel[place]), WILDS)] += EIGHTH
    return at + WILDS + 1


@rule
def observe_tops(s: State, seat: int, out: Any, at: int) -> int:
    players = int(s.players)
    cards = at + SEATS * GOAT_KINDS
    end = clear(out, at, SEATS * (GOAT_KINDS + WILDS + 1))
    for i in range(players):
        other = turned(seat, i, players)
        if s.stacks[other] > 0:
            top = top_stack(s, other)
            kind = stack_kind(top)
            mark(out, at + i * GOAT_KINDS, kind, GOAT_KINDS)
            place = share(out, cards + i * (WILDS + 1), stack_count(top, LORD), EIGHTH)
            place = share(out, place, stack_count(top, GOATINI), EIGHTH)
            share(out, place, stack_count(top, kind), EIGHTH)
    return end


@rule
def observe_target(s: State, seat: int, out: Any, at: int) -> None:
    clear(out, at, 2 * SHOWN_STACKS)
    if s.target != NONE:
        for place in range(min(int(s.stacks[s.target]), SHOWN_STACKS)):
            stack = int(s.herd[s.target, place])
            share(out, at + place, stack_points(s, stack), HUNDREDTH)
            matches = int(s.hand[seat, stack_kind(stack)])
            share(out, at + SHOWN_STACKS + place, matches, EIGHTH)
