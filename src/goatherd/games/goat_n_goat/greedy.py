"""A sensible player of Goat 'n' Goat: flocks grow slowly upwards and are never thrown away."""

from typing import Any

from goatherd.games.goat_n_goat.cards import (
    CLAIM,
    COLOUR,
    DONE,
    DROP,
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
    legal,
)
from goatherd.rule import State, rule

WORST = -(1 << 30)
PLACES = 128
"""More than there are choices or kinds: a worth times this, less its place or kind, finds the first
of the best."""

BITS = 8
ONES = (1 << BITS) - 1
HALF = 1 << (BITS - 1)
EACH = 0x01_01_01_01_01_01
"""A search has no time to look at each card that might be held, so counts of all numbers, each
below `HALF`, lie side by side in one word. Times this, a count becomes that of each number."""
SPARED = 64
"""More than the goats of a colour: what a number spares counts from here, so it is never 0."""


@rule
def greedy(s: State, choices: Any, n: int) -> int:
    """The decision of a player who lays many goats and loses none; one of `choices[:n]`."""
    if n == 1:
        return int(choices[0])
    seat = int(s.turn) & 7  # which spares the check for a negative index
    if s.phase == PLAYING:
        return play_on(s, seat)
    if s.phase == TAKING:
        return best_card(s, seat, choices, n)
    if s.phase == CLAIMING:
        return best_claim(choices, n)
    return worst_card(s, seat, choices, n)


@rule
def guide(s: State, choices: Any, n: int) -> int:
    """The same for a search: while cards are played it need not know what there is to choose."""
    if s.phase == PLAYING:
        return play_on(s, int(s.turn) & 7)
    return greedy(s, choices, n if n > 0 else legal(s, choices))


@rule
def play_on(s: State, seat: int) -> int:
    if s.number == 0:
        return first_card(s, seat)
    return next_card(s, seat)


@rule
def fits(s: State, seat: int, colour: int, number: int) -> bool:
    """Whether this number loses no flock of that colour."""
    return bool(s.highest[seat, colour] <= number)


# Which number to play


@rule
def first_card(s: State, seat: int) -> int:
    """A card of the best number, in the colour whose flock loses the least by it."""
    number = best_number(s, seat)
    card = WORST
    for colour in range(ALL_COLOURS):
        kind = colour * ALL_NUMBERS + number - 1
        lost = 0 if fits(s, seat, colour, number) else int(s.goats[seat, colour])
        held = int(s.hand[seat, kind] > 0)
        card = max(card, held * (PLACES * (PLACES - lost)) - kind)
    return PLAY + (-card & (PLACES - 1))


@rule
def best_number(s: State, seat: int) -> int:
    """The number most worth playing, by what it lays, strands and spares, all by number."""
    laid = stranded = spared = 0
    for colour in range(ALL_COLOURS):
        cards = by_number(s, seat, colour)
        below = BITS * int(s.highest[seat, colour])
        joining = cards >> below << below
        laid += joining
        # The product sums up the cards of all lower numbers.
        stranded += (joining * EACH << BITS) & filled(joining)
        losing = cards - joining
        left = losing + EACH * (SPARED - int(s.goats[seat, colour]))
        spared = higher(spared, left & filled(losing))
    best = WORST
    for number in range(1, ALL_NUMBERS + 1):
        shift = BITS * number
        worth = worth_playing(
            s, seat, number, laid >> shift & ONES, stranded >> shift & ONES, spared >> shift & ONES
        )
        best = max(best, PLACES * worth - number)
    return -best & 7


@rule
def worth_playing(s: State, seat: int, number: int, laid: int, stranded: int, spared: int) -> int:
    """How good it is to play a number: goats laid, against those lost, stranded and dropped.

    Stranded are lower cards in hand that could still join one of these flocks, but not above this
    number; `spared` says how few goats are lost where nothing can be laid without that.
    """
    nothing = int(laid == 0)
    worth = 8 * laid - 4 * stranded + nothing * (10 * (spared - SPARED) - 2)
    laid += nothing
    if s.turns_left == NONE:
        worth += 2 * number - 8 * max(int(s.held[seat]) - laid + number - int(s.hand_limit), 0)
    return worth


@rule
def by_number(s: State, seat: int, colour: int) -> int:
    """The cards of a colour in hand, some bits a number; the lowest bits are left free."""
    cards = 0
    for number in range(ALL_NUMBERS, 0, -1):
        cards = (cards + int(s.hand[seat, colour * ALL_NUMBERS + number - 1])) << BITS
    return cards


@rule
def filled(counts: int) -> int:
    """All bits of the numbers whose count is not 0."""
    return (((counts + EACH * (HALF - 1)) >> (BITS - 1)) & EACH) * ONES


@rule
def higher(one: int, other: int) -> int:
    """The higher count of each number."""
    more = (((one + EACH * HALF - other) >> (BITS - 1)) & EACH) * ONES
    return (one & more) | (other & ~more)


@rule
def next_card(s: State, seat: int) -> int:
    """Another card of the same number, if it joins a flock."""
    card = DONE
    for colour in range(ALL_COLOURS - 1, -1, -1):
        kind = colour * ALL_NUMBERS + int(s.number) - 1
        joins = int(s.hand[seat, kind] > 0) * int(fits(s, seat, colour, int(s.number)))
        card += joins * (PLAY + kind - card)
    return card


# Which card to take or to drop


@rule
def starts(s: State, seat: int) -> int:
    """For each colour, some bits each: the number from which on a card can join, and what such a
    card is worth by its flock, as if it had number 0."""
    out = 0
    for colour in range(ALL_COLOURS):
        goats = int(s.goats[seat, colour])
        # A flock that can claim will be gone, and the colour starts again from below.
        start = int(s.highest[seat, colour]) * int(goats < s.lowest[colour])
        out += (start + ((20 + goats + 5 * start) << BITS)) << (2 * BITS * colour)
    return out


@rule
def use(s: State, seat: int, kind: int, start: int) -> int:
    """How useful a card is in hand: not above what it can join, and with others of its number."""
    number = int(NUMBER[kind]) & 7
    start >>= 2 * BITS * int(COLOUR[kind])
    alike = 0
    for other in range(ALL_COLOURS):
        alike += int(s.hand[seat, other * ALL_NUMBERS + number - 1])
    # 1 or 0, but not by a comparison: that would become a branch, which cannot be foreseen.
    joins = 1 + ((number - (start & ONES)) >> BITS)
    return 2 * alike + joins * ((start >> BITS & ONES) - 5 * number + alike)


@rule
def best_card(s: State, seat: int, choices: Any, n: int) -> int:
    start = starts(s, seat)
    best = WORST
    for i in range(n):
        kind = (int(choices[i]) - TAKE) & 15
        best = max(best, PLACES * use(s, seat, kind, start) - kind)
    return TAKE + (-best & (PLACES - 1))


@rule
def worst_card(s: State, seat: int, choices: Any, n: int) -> int:
    start = starts(s, seat)
    worst = WORST
    for i in range(n):
        kind = (int(choices[i]) - DROP) & 15
        worst = max(worst, -PLACES * use(s, seat, kind, start) - kind)
    return DROP + (-worst & (PLACES - 1))


@rule
def best_claim(choices: Any, n: int) -> int:
    """The highest mountain in reach, at once: what is climbed cannot be lost."""
    best = WORST
    for i in range(n - 1):
        best = max(best, PLACES * ((int(choices[i]) - CLAIM) % HEIGHTS) - i)
    return int(choices[-best & (PLACES - 1)])
