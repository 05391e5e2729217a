"""A view of Goat Lords as numbers: what the seat to act knows, seats counted from its own."""

from itertools import accumulate
from typing import Any

from goatherd.games.goat_lords.cards import (
    GOATINI,
    KINDS,
    LORD,
    MAX_CARDS,
    MAX_DUEL,
    MAX_GOATS,
    MAX_STACKS,
    NONE,
    SEATS,
    WILDS,
)
from goatherd.games.goat_lords.deck import MAX_COUNT, MAX_POINTS
from goatherd.games.goat_lords.state import (
    ACTION_KINDS,
    FIRE_COMING,
    FIRE_RAINING,
    GOAT_KINDS,
    NOTHING,
    OVER,
    actions_are_dead,
    byte,
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
    clear,
    share,
    shares,
    turned,
)

SHOWN_STACKS = 16
"""Of a herd under attack; those above are not told of one by one."""

MOST_GOATS = MAX_GOATS / 8
"""By eighths, in decks of one's own too."""
MOST_POINTS = MAX_GOATS * MAX_POINTS / 128

OBSERVATION = (
    Part("own action cards", ACTION_KINDS, "by kind, by quarters"),
    Part(
        "hands",
        SEATS * GOAT_KINDS,
        "goats by seat and kind, own first, by eighths; of others those that are known",
        most=MOST_GOATS,
    ),
    Part("hand sizes", SEATS, "by seat, own first, by eighths", most=MOST_GOATS),
    Part(
        "not wild",
        SEATS,
        "cards of each hand known not to be wild, by eighths; own: by others",
        most=MOST_GOATS,
    ),
    Part(
        "no lord",
        SEATS,
        "cards of each hand known to be no lord, by eighths; own: by others",
        most=MOST_GOATS,
    ),
    Part("action cards", SEATS, "face down in front of each seat, by quarters"),
    Part("stacks", SEATS, "in each herd, by sixteenths", most=MAX_STACKS / 16),
    Part("scores", SEATS, "points of each herd, of 128", most=MOST_POINTS),
    Part("missed turns", SEATS, "that each seat still has to miss", most=MAX_COUNT),
    Part("active", SEATS, "one-hot, own seat first: whose turn it is"),
    Part("target", SEATS, "one-hot, own seat first: who is attacked; all 0 if nobody is"),
    Part("players", SEATS - 1, "one-hot: two to six"),
    Part(
        "phase", OVER, "one-hot: play, target, stack, direction, answer, defend, press, trash, drop"
    ),
    Part("card", ACTION_KINDS, "one-hot: the action card being carried out"),
    Part("plays left", 1, "by quarters", most=MAX_CARDS / 4),
    Part("action allowed", 1, "1 if one of them may be an action card"),
    Part("goatinhood", 1, "option: 1 if it passes over players without a herd"),
    Part("full hand", 1, "option: goats in a full hand, by eighths"),
    Part("fire", 2, "1 if it comes in the next duel; 1 if it rains in this one"),
    Part("actions dead", 1, "1 if no action card may be used any more"),
    Part("draw pile", 1, "cards in it, of 128", most=MAX_CARDS / 128),
    Part("top of the discard pile", GOAT_KINDS, "one-hot; all 0 if it is empty"),
    Part(
        "face up",
        len(KINDS),
        "cards of each kind that lie open anywhere, by sixteenths",
        most=MAX_COUNT / 16,
    ),
    Part(
        "duel",
        WILDS + 1,
        "lords, goatini and other goats played in it, by eighths",
        most=MAX_DUEL / 8,
    ),
    Part("top stacks", SEATS * GOAT_KINDS, "one-hot by seat, own first: the kind"),
    Part(
        "cards of top stacks",
        SEATS * (WILDS + 1),
        "lords, goatini, others by seat, by eighths",
        most=MOST_GOATS,
    ),
    Part(
        "stacks of the target", SHOWN_STACKS, "points of each, base first, of 128", most=MOST_POINTS
    ),
    Part(
        "matches for them",
        SHOWN_STACKS,
        "own cards of each stack's kind, by eighths",
        most=MOST_GOATS,
    ),
)


STARTS = dict(
    zip(
        [part.name for part in OBSERVATION],
        accumulate([part.size for part in OBSERVATION], initial=0),
        strict=False,
    )
)
"""Where each part begins."""
WIDTH = sum(part.size for part in OBSERVATION)
OWN_ACTIONS = STARTS["own action cards"]
HANDS = STARTS["hands"]
HAND_SIZES = STARTS["hand sizes"]
NOT_WILD = STARTS["not wild"]
NO_LORD = STARTS["no lord"]
FRONTS = STARTS["action cards"]
STACKS = STARTS["stacks"]
SCORES = STARTS["scores"]
MISSED = STARTS["missed turns"]
ACTIVE = STARTS["active"]
TARGET = STARTS["target"]
PLAYERS = STARTS["players"]
PHASE = STARTS["phase"]
CARD = STARTS["card"]
PLAYS = STARTS["plays left"]
DRAW_PILE = STARTS["draw pile"]
DISCARD_TOP = STARTS["top of the discard pile"]
FACE_UP = STARTS["face up"]
DUEL = STARTS["duel"]
TOPS = STARTS["top stacks"]
TOP_CARDS = STARTS["cards of top stacks"]
TARGET_STACKS = STARTS["stacks of the target"]
MATCHES = STARTS["matches for them"]


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """All numbers are cleared at once: most of them are 0, and only the others are written."""
    players = int(s.players)
    clear(out, 0, WIDTH)
    shares(out, OWN_ACTIONS, s.front[seat], QUARTER)
    for i in range(players):
        other = turned(seat, i, players)
        observe_seat(s, other, out, i)
        if s.told[other] != NOTHING:
            share(out, NOT_WILD + i, byte(s.no_wild[other], seat), EIGHTH)
            share(out, NO_LORD + i, byte(s.no_lord[other], seat), EIGHTH)
    observe_turn(s, seat, out)
    observe_piles(s, out)
    if s.target != NONE:
        observe_target(s, seat, int(s.target), out)


@rule
def observe_seat(s: State, seat: int, out: Any, i: int) -> None:
    """The seat that is the i-th from the viewer's own: its hand as far as known, its herd."""
    if s.kinds[seat] != 0:
        shares(out, HANDS + GOAT_KINDS * i, s.hand[seat], EIGHTH)
    share(out, HAND_SIZES + i, int(s.held[seat]), EIGHTH)
    share(out, FRONTS + i, int(s.fronts[seat]), QUARTER)
    share(out, MISSED + i, int(s.missed[seat]), WHOLE)
    observe_herd(s, seat, out, i)


@rule
def observe_herd(s: State, seat: int, out: Any, i: int) -> None:
    share(out, STACKS + i, int(s.stacks[seat]), SIXTEENTH)
    share(out, SCORES + i, int(s.worth[seat]), HUNDREDTH)
    if s.stacks[seat] > 0:
        top = top_stack(s, seat)
        kind = stack_kind(top)
        out[TOPS + GOAT_KINDS * i + kind] = 1
        at = share(out, TOP_CARDS + (WILDS + 1) * i, stack_count(top, LORD), EIGHTH)
        at = share(out, at, stack_count(top, GOATINI), EIGHTH)
        share(out, at, stack_count(top, kind), EIGHTH)


@rule
def observe_turn(s: State, seat: int, out: Any) -> None:
    out[ACTIVE + steps_to(s, seat, int(s.active))] = 1
    out[PLAYERS + int(s.players) - 2] = 1
    if s.phase != OVER:
        out[PHASE + int(s.phase)] = 1
    if s.card != NONE:
        out[CARD + int(s.card)] = 1
    at = share(out, PLAYS, int(s.plays), QUARTER)
    at = share(out, at, int(s.may_act), WHOLE)
    at = share(out, at, int(s.herds_asked), WHOLE)
    at = share(out, at, int(s.hand_size), EIGHTH)
    at = share(out, at, int(s.fire == FIRE_COMING), WHOLE)
    at = share(out, at, int(s.fire == FIRE_RAINING), WHOLE)
    share(out, at, int(actions_are_dead(s)), WHOLE)


@rule
def steps_to(s: State, seat: int, other: int) -> int:
    return other - seat if other >= seat else other - seat + int(s.players)


@rule
def observe_piles(s: State, out: Any) -> None:
    share(out, DRAW_PILE, int(s.left), HUNDREDTH)
    if s.discarded > 0:
        out[DISCARD_TOP + int(s.discard[s.discarded - 1])] = 1
    shares(out, FACE_UP, s.face_up, SIXTEENTH)
    for place in range(s.dueled):
        out[DUEL + min(int(s.duel[place]), WILDS)] += EIGHTH


@rule
def observe_target(s: State, seat: int, target: int, out: Any) -> None:
    """Its stacks, from the top down."""
    out[TARGET + steps_to(s, seat, target)] = 1
    which = int(s.top[target])
    for place in range(int(s.stacks[target]) - 1, -1, -1):
        if place < SHOWN_STACKS:
            stack = int(s.stack[which])
            share(out, TARGET_STACKS + place, stack_points(s, stack), HUNDREDTH)
            share(out, MATCHES + place, int(s.hand[seat, stack_kind(stack)]), EIGHTH)
        which = int(s.below[which])
