"""What the end of a match is worth to each seat, as one number from 0 to 1 that a search can sum.

A search that only counts wins plays carelessly when it is far ahead or far behind; one that only
counts points takes no risk for a win. So a payoff has three parts: the win itself, the place among
the sides, and the margin in points, squeezed so that the first few points count most.
"""

from typing import Any

from goatherd.rule import State, rule

WIN, PLACE, MARGIN = 0.55, 0.15, 0.3
"""How much of a payoff each part is."""
CLEARLY = 0.75
"""How much of its part of a payoff a margin brings that is a clear win."""


def chance_to_win(payoff: float, sides: int) -> float:
    """About how likely a win is where so much is expected: 1 where a clear win is, 0 where a clear
    loss is."""
    won = WIN + PLACE + MARGIN * CLEARLY
    place_of_losers = (sides - 2) / (2 * (sides - 1))
    lost = PLACE * place_of_losers + MARGIN * (1 - CLEARLY)
    return min(max((payoff - lost) / (won - lost), 0.0), 1.0)


@rule
def pay(players: int, sides: int, points: Any, won: Any, swing: float, out: Any) -> None:
    """Write each seat's payoff. Seats that leave the same rest when divided by `sides` belong
    together; `swing` is a margin that is a clear win in this game."""
    winning = 0
    for seat in range(sides):
        winning += int(won[seat])
    for side in range(sides):
        share = 1.0 / sides if winning == 0 else int(won[side]) / winning
        margin = lead(sides, points, side) / swing
        squeezed = 0.5 + 0.5 * margin / (1.0 + abs(margin))
        payoff = WIN * share + PLACE * place(sides, points, side) + MARGIN * squeezed
        for seat in range(side, players, sides):
            out[seat] = payoff


@rule
def lead(sides: int, points: Any, side: int) -> float:
    """How far a side is ahead of the best other one, or (negative) behind it."""
    best = -(1 << 30)
    for other in range(sides):
        if other != side:
            best = max(best, int(points[other]))
    return float(int(points[side]) - best)


@rule
def place(sides: int, points: Any, side: int) -> float:
    """The part of the other sides that this one is ahead of, those level with it by half."""
    beaten = 0.0
    for other in range(sides):
        if other != side:
            beaten += 0.5 * int(points[other] <= points[side])
            beaten += 0.5 * int(points[other] < points[side])
    return beaten / (sides - 1)


# For games that a search looks at from here to their end, and in which nothing is decided in secret


@rule
def to_the_end(s: State) -> None:
    """An imagined world stays as it is: a search looks as far as the end of the match."""


@rule
def in_the_open(s: State, action: int) -> int:
    """The decision as others see it."""
    return action
