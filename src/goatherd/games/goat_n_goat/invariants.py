"""What holds in every record of Goat 'n' Goat, and in every view of one."""

import numpy as np

from goatherd.errors import BadState
from goatherd.games.goat_n_goat.cards import (
    FACE_DOWN,
    FULL,
    HEIGHTS,
    HIGHEST,
    LOWEST,
    MOST_GOATS,
    NONE,
    PACKS,
    Pack,
)
from goatherd.games.goat_n_goat.rules import (
    ALL_COLOURS,
    ALL_KINDS,
    ALL_NUMBERS,
    CLAIMING,
    DROPPING,
    NO_MOUNTAIN,
    OVER,
    PLAYING,
    TAKING,
    can_claim,
)
from goatherd.invariants import Numbers, counted, equal, filled, numbers, require, unused, within
from goatherd.rule import NOBODY, State

MOST_HELD = FULL.hand_limit + ALL_NUMBERS
MOST = max(FULL.counts)


def check(s: State, viewer: int | None) -> None:
    """BadState unless a match can come to this record, as the truth (None) or as a seat sees it."""
    pack = pack_of(s)
    check_ranges(s)
    hidden = viewer is not None and s.phase != OVER
    check_hands(s, viewer if hidden else None, hidden)
    check_flocks(s)
    check_mountains(s, pack)
    check_cards(s, hidden)
    check_phase(s)
    check_display(s)


def pack_of(s: State) -> Pack:
    """The cards of the match, which is of one of the sizes that there are."""
    for pack in PACKS.values():
        dealt = [*pack.dealt, *[0] * (len(FULL.dealt) - len(pack.dealt))]
        known = (list(pack.counts), dealt, pack.display, pack.hand_limit)
        if (list(s.counts), list(s.dealt), s.places, s.hand_limit) == known:
            require(int(s.players) in pack.ranges, "so many do not play with these cards")
            return pack
    raise BadState("there is no such pack of cards")


def check_ranges(s: State) -> None:
    within(s, PLAYING, OVER, "phase")
    within(s, 0, 1, "claim_each", "when_short", "ordered", "reshuffled")
    within(s, 2, 3, "compared")
    within(s, 0, ALL_NUMBERS, "number", "to_take")
    within(s, NONE, s.players, "turns_left")
    within(s, 0, MOST_GOATS, "deck_size")
    within(s, NONE, FACE_DOWN, "deck")
    within(s, 0, MOST, "stock", "display", "discard", "hand", "known", "flock")
    within(s, 0, MOST, "penalty", "laid")
    within(s, 0, MOST_HELD, "unseen", "held")
    unused(s, s.players, 0, "hand", "unseen", "held", "known", "flock", "goats", "highest")
    unused(s, s.players, 0, "penalty", "score", "points")


def check_hands(s: State, viewer: int | None, hidden: bool) -> None:
    """Of others, a view names what everybody knows; what it does not name is counted."""
    hand, known = numbers(s.hand), numbers(s.known)
    equal(hand.sum(axis=1) + numbers(s.unseen), s.held, "held is not what is in a hand")
    require((known <= hand).all(), "known is more than a hand holds")
    for seat in range(s.players):
        if not hidden or seat == viewer:
            require(s.unseen[seat] == 0, "unseen counts cards that are named")
        else:
            equal(hand[seat], known[seat], "hand names what is hidden")


def check_flocks(s: State) -> None:
    flock = numbers(s.flock).reshape(-1, ALL_COLOURS, ALL_NUMBERS)
    equal(s.goats, flock.sum(axis=2), "goats is not what is in a flock")
    highest = ((flock > 0) * np.arange(1, ALL_NUMBERS + 1)).max(axis=2)
    equal(s.highest, highest, "highest is not the number in a flock")
    lying = (numbers(s.flock) + numbers(s.penalty)).sum(axis=0)
    equal(s.laid, lying, "laid is not what lies before the players")


def check_mountains(s: State, pack: Pack) -> None:
    """GNG-2: as many of each as there were, here or with those who claimed them."""
    within(s, 0, len(FULL.dealt), "mountains", "score")
    rows = pack.ranges[int(s.players)]
    all_of_them = [row.count(height) for row in rows for height in range(LOWEST, HIGHEST + 1)]
    score = numbers(s.score)
    equal(numbers(s.mountains) + score.sum(axis=0), all_of_them, "mountains are missing")
    left = numbers(s.mountains).reshape(ALL_COLOURS, HEIGHTS)
    lowest = [LOWEST + int((one > 0).argmax()) if one.any() else NO_MOUNTAIN for one in left]
    equal(s.lowest, lowest, "lowest is not the lowest mountain")
    worth = np.array([*range(LOWEST, HIGHEST + 1)] * ALL_COLOURS)
    points = score @ worth - numbers(s.penalty).sum(axis=1)
    equal(s.points, points, "points are not what the mountains and penalties make")


def check_cards(s: State, hidden: bool) -> None:
    """GNG-1: of each kind as many as there are, those that nobody sees among them."""
    deck = filled(s.deck, s.deck_size, NONE, "deck")
    lies = deck == FACE_DOWN if hidden else (deck >= 0) & (deck < FACE_DOWN)
    require(lies.all(), "deck shows what is hidden, or hides what is not")
    stock = numbers(s.stock)
    require(stock.sum() == s.deck_size * s.reshuffled, "stock is not what the deck is made of")
    in_sight = numbers(s.display) + numbers(s.discard) + numbers(s.laid)
    in_sight = in_sight + numbers(s.hand).sum(axis=0)
    if hidden:
        unseen = numbers(s.counts) - in_sight - stock
        require((unseen >= 0).all(), "there are more cards of a kind than there can be")
        in_deck = 0 if s.reshuffled else s.deck_size
        require(unseen.sum() == numbers(s.unseen).sum() + in_deck, "cards are missing")
        return
    kinds: Numbers = counted(deck, ALL_KINDS)
    require(s.reshuffled == 0 or np.array_equal(kinds, stock), "stock is not the deck")
    equal(in_sight + kinds, s.counts, "cards are missing")


def check_phase(s: State) -> None:
    require((s.turn == NOBODY) == (s.phase == OVER), "turn does not fit the phase")
    require((s.turns_left == 0) == (s.phase == OVER), "turns_left does not fit the phase")
    require(s.deck_size == 0 or s.turns_left == NONE, "the last round began with a deck left")
    require(
        s.deck_size > 0 or s.turns_left != NONE or s.when_short == 1, "the deck has run out unseen"
    )
    require(s.reshuffled == 0 or s.players > 2, "two players had a second deck")
    require((s.phase == TAKING) == (s.to_take > 0), "to_take does not fit the phase")
    require(s.to_take <= s.number, "more is taken than was played")
    if s.phase == OVER:
        return
    require(s.number > 0 or s.phase == PLAYING, "nothing was played this turn")
    require(s.phase != PLAYING or s.number > 0 or s.held[s.turn] > 0, "there is nothing to play")
    require(s.phase != CLAIMING or can_claim(s, s.turn), "there is nothing to claim")
    drawing = s.phase in (PLAYING, TAKING, DROPPING)
    lies = s.number in s.highest[s.turn]
    require(not drawing or s.number == 0 or lies, "number is of no card that was played")
    dropping = s.phase == DROPPING
    require(not dropping or s.held[s.turn] > s.hand_limit, "there is nothing to drop")
    require(s.turns_left == NONE or s.phase in (PLAYING, CLAIMING), "something is drawn at the end")
    others = [seat for seat in range(s.players) if seat != s.turn or s.phase != DROPPING]
    most = [s.hand_limit + s.number * (seat == s.turn) for seat in others]
    held = numbers(s.held)[others]
    require((held <= most).all(), "a hand is too large")


def check_display(s: State) -> None:
    """GNG-7, GNG-11: it is full until a turn takes from it; the last round leaves it as it is."""
    size = int(numbers(s.display).sum())
    require(size <= s.places, "display is too large")
    if s.turns_left == NONE and s.phase != OVER:
        taken = 0 if s.phase == PLAYING else s.number - s.to_take
        require(size == s.places - taken, "display is not full")
