"""The record of a match of Goat Lords, and how single cards and stacks move in it.

A stack is one number, so that moving it is moving one word: its kind, and from bit 8 on how many
goats of that kind, from bit 16 on how many goatini, from bit 24 on how many lords. Unused cells
of piles hold NONE and those of herds 0, so that equal positions are equal bytes.
"""

import numpy as np

from goatherd.games.goat_lords.cards import (
    ACTION_CARDS,
    GOATINI,
    GOATS,
    KINDS,
    LORD,
    MAX_CARDS,
    MAX_DUEL,
    MAX_GOATS,
    MAX_STACKS,
    SEATS,
    VIEWERS,
    WILDS,
)
from goatherd.rng import RNG
from goatherd.rule import State, record_type, rule

PHASES = (
    "play",
    "target",
    "stack",
    "direction",
    "answer",
    "defend",
    "press",
    "trash",
    "drop",
    "over",
)
(
    PLAYING,
    TARGETING,
    STACKING,
    TURNING,
    ANSWERING,
    DEFENDING,
    PRESSING,
    TRASHING,
    DROPPING,
    OVER,
) = range(10)

SET_UP, RESTOCK, EXTRA_CARDS = range(3)
"""What is drawn for, and so what follows when the drawing is done."""

NO_FIRE, FIRE_COMING, FIRE_RAINING = range(3)

STACKS_NEEDED = np.array([0, 3, 1, 0, 1, 0, 1, 0, 2, 0], np.int8)
"""LORDS-15: how many stacks another player needs for each action card to be played."""

GOAT_KINDS = len(GOATS)
ACTION_KINDS = len(ACTION_CARDS)

STATE = record_type(
    [
        RNG,
        ("players", np.int8),
        ("turn", np.int8),  # seat to act, NOBODY when over
        ("phase", np.int8),  # see PHASES
        ("active", np.int8),  # seat whose turn it is, whoever has to answer
        ("hand_size", np.int8),  # option: goats in a full hand
        ("tops_only", np.int8),  # option: 1, people are shown only the top stacks
        ("ordered", np.int8),  # 1: the draw pile was given and is not shuffled
        ("may_act", np.int8),  # 1: one of the plays left may be an action card
        ("herd", np.int32, (SEATS, MAX_STACKS)),  # stacks, bottom first (coding: see above)
        ("worth", np.int32, (SEATS,)),  # points of each herd (LORDS-29)
        ("left", np.int32),  # cards in the draw pile
        ("discarded", np.int32),  # cards in the discard pile
        ("in_hands", np.int32),  # goats in all hands
        ("points", np.int16, (GOAT_KINDS,)),  # the deck: points of each kind of goat,
        ("counts", np.int8, (len(KINDS),)),  # cards of each kind,
        ("extra", np.int8, (ACTION_KINDS,)),  # and extra plays of each action card
        ("deck", np.int8, (MAX_CARDS,)),  # the draw pile, top last
        ("discard", np.int8, (MAX_GOATS,)),  # the discard pile, top last
        ("trash", np.int8, (len(KINDS),)),  # how many of each kind
        ("face_up", np.int8, (len(KINDS),)),  # cards of each kind that lie open, wherever
        ("hand", np.int8, (SEATS, GOAT_KINDS)),  # of each kind; in a view: as far as known
        ("held", np.int8, (SEATS,)),  # goats in hand, known or not
        ("unseen", np.int8, (SEATS,)),  # in a view: goats of that hand not named in `hand`
        ("front", np.int8, (SEATS, ACTION_KINDS)),  # face-down action cards; in a view: own ones
        ("fronts", np.int8, (SEATS,)),  # how many, known or not
        ("stacks", np.int8, (SEATS,)),  # how many
        ("known", np.int8, (SEATS, GOAT_KINDS, VIEWERS)),  # what a viewer knows of a hand
        ("no_wild", np.int8, (SEATS, VIEWERS)),  # cards of a hand that cannot be wild,
        ("no_lord", np.int8, (SEATS, VIEWERS)),  # or cannot be a lord, as the viewer knows
        ("told", np.int8, (SEATS,)),  # 1: somebody may know something of that hand
        ("plays", np.int8),  # plays left in this turn
        ("fire", np.int8),  # NO_FIRE, FIRE_COMING (the next duel), FIRE_RAINING (this duel)
        ("missed", np.int8, (SEATS,)),  # turns to miss
        ("card", np.int8),  # action card being carried out, or NONE
        ("target", np.int8),  # who is attacked, or NONE
        ("place", np.int8),  # stack chosen for `sneak`, or NONE
        ("duel", np.int8, (MAX_DUEL,)),  # cards of the duel, in the order played
        ("dueled", np.int8),  # how many
        ("wanted", np.int8),  # while a seat must trash a card: goats it still draws,
        ("waiting", np.int8),  # how many seats draw after it,
        ("purpose", np.int8),  # and what the last drawing was for: SET_UP, ...
    ]
)


@rule
def next_seat(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0


@rule
def actions_are_dead(s: State) -> bool:
    """LORDS-28."""
    if s.left > 0:
        return False
    for seat in range(s.players):
        if s.held[seat] == 0:
            return True
    return False


# Stacks


@rule
def one(kind: int) -> int:
    """One card of a kind, as it counts in a stack's number."""
    return 1 << (24 - 8 * min(kind, WILDS))


@rule
def stack_kind(stack: int) -> int:
    return stack & 0xFF


@rule
def stack_count(stack: int, kind: int) -> int:
    """How many lords, goatini, or goats of its kind are in a stack."""
    return (stack >> (24 - 8 * min(kind, WILDS))) & 0xFF


@rule
def top_stack(s: State, seat: int) -> int:
    return int(s.herd[seat, s.stacks[seat] - 1])


@rule
def stack_points(s: State, stack: int) -> int:
    """LORDS-29."""
    kind = stack_kind(stack)
    return (
        stack_count(stack, kind) * int(s.points[kind])
        + stack_count(stack, GOATINI) * int(s.points[GOATINI])
        + stack_count(stack, LORD) * int(s.points[LORD])
    )


@rule
def push(s: State, seat: int, stack: int) -> None:
    s.herd[seat, s.stacks[seat]] = stack
    s.stacks[seat] += 1
    s.worth[seat] += stack_points(s, stack)


@rule
def pop(s: State, seat: int) -> int:
    stack = top_stack(s, seat)
    s.stacks[seat] -= 1
    s.herd[seat, s.stacks[seat]] = 0
    s.worth[seat] -= stack_points(s, stack)
    return stack


# Cards


@rule
def leave_hand(s: State, seat: int, kind: int) -> None:
    """A card leaves a hand face up."""
    s.hand[seat, kind] -= 1
    s.held[seat] -= 1
    s.in_hands -= 1
    s.face_up[kind] += 1
    if s.told[seat] == 1:
        all_see_leaving(s, seat, kind)


@rule
def change_hands(s: State, giver: int, taker: int, kind: int) -> None:
    s.hand[giver, kind] -= 1
    s.held[giver] -= 1
    s.hand[taker, kind] += 1
    s.held[taker] += 1


@rule
def put_on_discard(s: State, kind: int) -> None:
    s.discard[s.discarded] = kind
    s.discarded += 1


@rule
def trash_front(s: State, seat: int, card: int) -> None:
    s.front[seat, card] -= 1
    s.fronts[seat] -= 1
    s.trash[GOAT_KINDS + card] += 1
    s.face_up[GOAT_KINDS + card] += 1


# What others see of a hand


@rule
def all_see_leaving(s: State, seat: int, kind: int) -> None:
    """As `see_leaving`, for everybody."""
    for viewer in range(VIEWERS):
        s.known[seat, kind, viewer] -= s.known[seat, kind, viewer] > 0
    if kind >= WILDS:
        for viewer in range(VIEWERS):
            s.no_wild[seat, viewer] -= s.no_wild[seat, viewer] > 0
    if kind != LORD:
        for viewer in range(VIEWERS):
            s.no_lord[seat, viewer] -= s.no_lord[seat, viewer] > 0


@rule
def see_leaving(s: State, viewer: int, seat: int, kind: int) -> None:
    """LORDS-30: a card that cannot be wild may be the one that left, unless a wild left."""
    s.known[seat, kind, viewer] -= s.known[seat, kind, viewer] > 0
    s.no_wild[seat, viewer] -= (kind >= WILDS) & (s.no_wild[seat, viewer] > 0)
    s.no_lord[seat, viewer] -= (kind != LORD) & (s.no_lord[seat, viewer] > 0)


@rule
def miss_leaving(s: State, viewer: int, seat: int) -> None:
    """LORDS-30: a card leaves unseen, and it may be of any kind."""
    for kind in range(GOAT_KINDS):
        s.known[seat, kind, viewer] -= s.known[seat, kind, viewer] > 0
    s.no_wild[seat, viewer] -= s.no_wild[seat, viewer] > 0
    s.no_lord[seat, viewer] -= s.no_lord[seat, viewer] > 0


@rule
def see_entering(s: State, viewer: int, seat: int, kind: int) -> None:
    s.known[seat, kind, viewer] += 1
    s.no_wild[seat, viewer] += kind >= WILDS
    s.no_lord[seat, viewer] += kind != LORD
    s.told[seat] = 1


@rule
def show_absent(s: State, seat: int, wild: int) -> None:
    """LORDS-30: everybody sees that a hand holds no wild down to this one."""
    s.told[seat] = 1
    for viewer in range(VIEWERS):
        s.no_lord[seat, viewer] = s.held[seat]
        if wild == GOATINI:
            s.no_wild[seat, viewer] = s.held[seat]
