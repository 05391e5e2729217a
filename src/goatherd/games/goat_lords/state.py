"""The record of a match of Goat Lords, and how single cards and stacks move in it.

A stack is one number: its kind, and from bit 8 on how many goats of that kind, from bit 16 on how
many goatini, from bit 24 on how many lords. All stacks lie in one array, where each birth takes
the next place (a birth takes two goats that were in no stack before, so the deck bounds them); a
herd is a chain through it, from its top down, so that a herd may grow as large as the deck allows
and yet takes no room of its own. Place 0 of that array is no stack: it ends every chain.

Unused cells of piles hold NONE and those of stacks 0, so that equal positions are equal bytes.
What most decisions look at comes first, so that many matches fit into the fast memory.
"""

from typing import Any

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
from goatherd.rng import RNG, i64, u64
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

EACH = 0x0101_0101_0101_0101
"""One in every byte of a word."""

NOTHING, COMMON, SECRETS = range(3)
"""What is known of a hand: nothing, only what everybody knows, or also what some know."""

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
        ("herds_asked", np.int8),  # option: 1, `goatinhood` passes over players without a herd
        ("tops_only", np.int8),  # option: 1, people are shown only the top stacks
        ("ordered", np.int8),  # 1: the draw pile was given and is not shuffled
        ("may_act", np.int8),  # 1: one of the plays left may be an action card
        ("plays", np.int8),  # plays left in this turn
        ("fire", np.int8),  # NO_FIRE, FIRE_COMING (the next duel), FIRE_RAINING (this duel)
        ("card", np.int8),  # action card being carried out, or NONE
        ("target", np.int8),  # who is attacked, or NONE
        ("place", np.int8),  # stack chosen for `sneak`, or NONE
        ("wanted", np.int8),  # while a seat must trash a card: goats it still draws,
        ("waiting", np.int8),  # how many seats draw after it,
        ("purpose", np.int8),  # and what the last drawing was for: SET_UP, ...
        ("left", np.int16),  # cards in the draw pile
        ("discarded", np.int16),  # cards in the discard pile
        ("in_hands", np.int16),  # goats in all hands
        ("dueled", np.int8),  # cards of the duel,
        ("duel", np.int8, (MAX_DUEL,)),  # in the order played
        ("born", np.int8),  # stacks that there were so far
        ("stacks", np.int8, (SEATS,)),  # how many are in each herd,
        ("top", np.int8, (SEATS,)),  # and which is on top
        ("held", np.int8, (SEATS,)),  # goats in hand, known or not
        ("unseen", np.int8, (SEATS,)),  # in a view: goats of that hand not named in `hand`
        ("fronts", np.int8, (SEATS,)),  # face-down action cards, known or not
        ("missed", np.int8, (SEATS,)),  # turns to miss
        ("told", np.int8, (SEATS,)),  # whether anything is known of that hand: NOTHING, ...
        ("hand", np.int8, (SEATS, GOAT_KINDS)),  # of each kind; in a view: as far as known
        ("front", np.int8, (SEATS, ACTION_KINDS)),  # face-down action cards; in a view: own ones
        ("kinds", np.int16, (SEATS,)),  # a bit for each kind in `hand`,
        ("pairs", np.int16, (SEATS,)),  # for each of which it holds two or more,
        ("cards", np.int16, (SEATS,)),  # and for each action card in `front`
        ("worth", np.int32, (SEATS,)),  # points of each herd (LORDS-29)
        ("points", np.int16, (GOAT_KINDS,)),  # the deck: points of each kind of goat,
        ("extra", np.int8, (ACTION_KINDS,)),  # extra plays of each action card,
        ("counts", np.int8, (len(KINDS),)),  # and cards of each kind
        ("face_up", np.int8, (len(KINDS),)),  # cards of each kind that lie open, wherever
        ("trash", np.int8, (len(KINDS),)),  # how many of each kind
        ("stack", np.int32, (MAX_STACKS + 1,)),  # all stacks, from 1 on (coding: see above)
        ("below", np.int8, (MAX_STACKS + 1,)),  # the stack under it, 0 under a base
        ("no_wild", np.uint64, (SEATS,)),  # cards of a hand that cannot be wild, a byte a viewer,
        ("no_lord", np.uint64, (SEATS,)),  # or cannot be a lord
        ("discard", np.int8, (MAX_GOATS,)),  # the discard pile, top last
        ("deck", np.int8, (MAX_CARDS,)),  # the draw pile, top last
        ("known", np.int8, (SEATS, GOAT_KINDS, VIEWERS)),  # what a viewer knows of a hand
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
    return int(s.stack[s.top[seat]])


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
def bear(s: State, seat: int, kind: int, partner: int) -> None:
    """A new stack, of a goat and another card."""
    s.born += 1
    s.stack[s.born] = kind + one(kind) + one(partner)
    lay_on_top(s, seat, int(s.born), int(s.points[kind]) + int(s.points[partner]))


@rule
def lay_on_top(s: State, seat: int, which: int, points: int) -> None:
    """Put the stack with this place in `stack` on top of a herd."""
    s.below[which] = s.top[seat]
    s.top[seat] = which
    s.stacks[seat] += 1
    s.worth[seat] += points


@rule
def take_top(s: State, seat: int) -> int:
    """Take the top stack off a herd; returns its place in `stack`."""
    which = int(s.top[seat])
    s.top[seat] = s.below[which]
    s.below[which] = 0
    s.stacks[seat] -= 1
    s.worth[seat] -= stack_points(s, int(s.stack[which]))
    return which


# Cards


@rule
def note_kind(s: State, seat: int, kind: int) -> None:
    """Bring the bits of a kind up to date with the hand."""
    count = int(s.hand[seat, kind])
    s.kinds[seat] = (int(s.kinds[seat]) & ~(1 << kind)) | (int(count > 0) << kind)
    s.pairs[seat] = (int(s.pairs[seat]) & ~(1 << kind)) | (int(count > 1) << kind)


@rule
def note_card(s: State, seat: int, card: int) -> None:
    """Bring the bit of an action card up to date with what lies in front of a seat."""
    lies = int(s.front[seat, card] > 0)
    s.cards[seat] = (int(s.cards[seat]) & ~(1 << card)) | (lies << card)


@rule
def leave_hand(s: State, seat: int, kind: int) -> None:
    """A card leaves a hand face up."""
    s.hand[seat, kind] -= 1
    note_kind(s, seat, kind)
    s.held[seat] -= 1
    s.in_hands -= 1
    s.face_up[kind] += 1
    if s.told[seat] != NOTHING:
        all_see_leaving(s, seat, kind)


@rule
def change_hands(s: State, giver: int, taker: int, kind: int) -> None:
    s.hand[giver, kind] -= 1
    note_kind(s, giver, kind)
    s.held[giver] -= 1
    s.hand[taker, kind] += 1
    note_kind(s, taker, kind)
    s.held[taker] += 1


@rule
def put_on_discard(s: State, kind: int) -> None:
    s.discard[s.discarded] = kind
    s.discarded += 1


@rule
def trash_front(s: State, seat: int, card: int) -> None:
    s.front[seat, card] -= 1
    note_card(s, seat, card)
    s.fronts[seat] -= 1
    s.trash[GOAT_KINDS + card] += 1
    s.face_up[GOAT_KINDS + card] += 1


# What others see of a hand
#
# How many of its cards cannot be wild, or a lord, is one word: a byte for each viewer.


@rule
def byte(word: Any, viewer: int) -> int:
    """What a viewer's byte says."""
    return int(i64((u64(word) >> u64(8 * viewer)) & u64(0xFF)))


@rule
def one_less(word: Any) -> Any:
    """All bytes less one, but for those that are 0 (none is over 127)."""
    word = u64(word)
    return word - (((word + u64(0x7F * EACH)) >> u64(7)) & u64(EACH))


@rule
def with_byte_of(word: Any, other: Any, viewer: int) -> Any:
    """A word with a viewer's byte taken from another one."""
    theirs = u64(0xFF) << u64(8 * viewer)
    return (u64(word) & ~theirs) | (u64(other) & theirs)


@rule
def all_see_leaving(s: State, seat: int, kind: int) -> None:
    """LORDS-30: a card that cannot be wild may be the one that left, unless a wild left."""
    if kind < WILDS or s.told[seat] == SECRETS:  # of other cards nothing is known to all
        for viewer in range(VIEWERS):
            s.known[seat, kind, viewer] -= s.known[seat, kind, viewer] > 0
    if kind >= WILDS:
        s.no_wild[seat] = one_less(s.no_wild[seat])
    if kind != LORD:
        s.no_lord[seat] = one_less(s.no_lord[seat])


@rule
def one_sees_leaving(s: State, viewer: int, seat: int, kind: int) -> None:
    """LORDS-30: a card leaves unseen by all others, for whom it may be of any kind."""
    for missing in range(GOAT_KINDS):
        for other in range(VIEWERS):
            may_be = (other != viewer) | (missing == kind)
            s.known[seat, missing, other] -= may_be & (s.known[seat, missing, other] > 0)
    no_wild, no_lord = one_less(s.no_wild[seat]), one_less(s.no_lord[seat])
    if kind < WILDS:
        no_wild = with_byte_of(no_wild, s.no_wild[seat], viewer)
    if kind == LORD:
        no_lord = with_byte_of(no_lord, s.no_lord[seat], viewer)
    s.no_wild[seat] = no_wild
    s.no_lord[seat] = no_lord


@rule
def see_entering(s: State, viewer: int, seat: int, kind: int) -> None:
    s.known[seat, kind, viewer] += 1
    s.no_wild[seat] = u64(s.no_wild[seat]) + (u64(kind >= WILDS) << u64(8 * viewer))
    s.no_lord[seat] = u64(s.no_lord[seat]) + (u64(kind != LORD) << u64(8 * viewer))


@rule
def show_absent(s: State, seat: int, wild: int) -> None:
    """LORDS-30: everybody sees that a hand holds no wild down to this one."""
    s.told[seat] = max(int(s.told[seat]), COMMON)
    s.no_lord[seat] = u64(s.held[seat]) * u64(EACH)
    if wild == GOATINI:
        s.no_wild[seat] = u64(s.held[seat]) * u64(EACH)
