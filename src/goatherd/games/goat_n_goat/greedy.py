"""A sensible player of Goat 'n' Goat: flocks grow slowly upwards and are never thrown away."""

from typing import Any

from goatherd.games.goat_n_goat.cards import (
    CLAIM,
    COLOUR,
    DONE,
    DROP,
    HAND_LIMIT,
    HEIGHTS,
    NONE,
    NUMBER,
    PLAY,
    TAKE,
)
from goatherd.games.goat_n_goat.rules import (
    ALL_COLOURS,
    ALL_NUMBERS,
    CLAIMING,
    PLAYING,
    TAKING,
)
from goatherd.rule import State, rule

WORST = -(1 << 30)
PLACES = 128
"""More than there are choices: a worth times this, less its place, finds the first of the best."""


@rule
def greedy(s: State, choices: Any, n: int) -> int:
    """The decision of a player who lays many goats and loses none; one of `choices[:n]`."""
    if n == 1:
        return int(choices[0])
    seat = int(s.turn)
    if s.phase == PLAYING:
        if s.number == 0:
            return first_card(s, seat)
        return next_card(s, seat)
    if s.phase == TAKING:
        return best_card(s, seat, choices, n)
    if s.phase == CLAIMING:
        return best_claim(choices, n)
    return worst_card(s, seat, choices, n)


@rule
def fits(s: State, seat: int, colour: int, number: int) -> bool:
    """Whether this number loses no flock of that colour."""
    return bool(s.highest[seat, colour] <= number)


@rule
def stranded(s: State, seat: int, colour: int, number: int) -> int:
    """Cards in hand that could still join the flock of a colour, but not above this number."""
    cards = 0
    for lower in range(1, ALL_NUMBERS):
        between = int((s.highest[seat, colour] <= lower) & (lower < number))
        cards += between * int(s.hand[seat, colour * ALL_NUMBERS + lower - 1])
    return cards


@rule
def worth_playing(s: State, seat: int, number: int) -> int:
    """How good it is to play a number: goats laid, against those lost, stranded and dropped."""
    laid = 0
    cut_off = 0
    least_lost = PLACES
    for colour in range(ALL_COLOURS):
        cards = int(s.hand[seat, colour * ALL_NUMBERS + number - 1])
        held = int(cards > 0)
        joins = int(fits(s, seat, colour, number))
        laid += joins * cards
        cut_off += joins * held * stranded(s, seat, colour, number)
        lost = int(s.goats[seat, colour]) - cards + 1
        least_lost = min(least_lost, lost + PLACES * (1 - held * (1 - joins)))
    nothing = int(laid == 0)
    worth = 8 * laid - 4 * cut_off + nothing * (8 - 10 * least_lost)
    laid += nothing
    if s.turns_left == NONE:
        worth += 2 * number - 8 * max(int(s.held[seat]) - laid + number - HAND_LIMIT, 0)
    return worth


@rule
def first_card(s: State, seat: int) -> int:
    """The best number, in the colour whose flock loses the least by it."""
    best = WORST
    for number in range(1, ALL_NUMBERS + 1):
        best = max(best, PLACES * worth_playing(s, seat, number) - number)
    number = -best & (PLACES - 1)
    card = WORST
    for colour in range(ALL_COLOURS):
        kind = colour * ALL_NUMBERS + number - 1
        lost = 0 if fits(s, seat, colour, number) else int(s.goats[seat, colour])
        held = int(s.hand[seat, kind] > 0)
        card = max(card, held * (PLACES * (PLACES - lost)) - kind)
    return PLAY + (-card & (PLACES - 1))


@rule
def next_card(s: State, seat: int) -> int:
    """Another card of the same number, if it joins a flock."""
    card = DONE
    for colour in range(ALL_COLOURS - 1, -1, -1):
        kind = colour * ALL_NUMBERS + int(s.number) - 1
        joins = int(s.hand[seat, kind] > 0) * int(fits(s, seat, colour, int(s.number)))
        card += joins * (PLAY + kind - card)
    return card


@rule
def use(s: State, seat: int, kind: int) -> int:
    """How useful a card is in hand: not above what it can join, and with others of its number."""
    colour = int(COLOUR[kind])
    number = int(NUMBER[kind])
    # A flock that can claim will be gone, and the colour starts again from below.
    stays = int(s.goats[seat, colour] < s.lowest[colour])
    above = number - int(s.highest[seat, colour]) * stays
    alike = 0
    for other in range(ALL_COLOURS):
        alike += int(s.hand[seat, other * ALL_NUMBERS + number - 1])
    if above < 0:
        return 2 * alike
    return 20 + int(s.goats[seat, colour]) - 5 * above + 3 * alike


@rule
def best_card(s: State, seat: int, choices: Any, n: int) -> int:
    best = WORST
    for i in range(n):
        best = max(best, PLACES * use(s, seat, int(choices[i]) - TAKE) - i)
    return int(choices[-best & (PLACES - 1)])


@rule
def worst_card(s: State, seat: int, choices: Any, n: int) -> int:
    worst = WORST
    for i in range(n):
        worst = max(worst, -PLACES * use(s, seat, int(choices[i]) - DROP) - i)
    return int(choices[-worst & (PLACES - 1)])


@rule
def best_claim(choices: Any, n: int) -> int:
    """The highest mountain in reach, at once: what is climbed cannot be lost."""
    best = WORST
    for i in range(n - 1):
        best = max(best, PLACES * ((int(choices[i]) - CLAIM) % HEIGHTS) - i)
    return int(choices[-best & (PLACES - 1)])
