"""A sensible player of Goat Lords: the play that brings the most points, as far as one sees."""

from typing import Any

import numpy as np

from goatherd.games.goat_lords.cards import (
    ACCEPT,
    ACTION,
    ADOPT,
    ATOMIC,
    BORN,
    BORN_WITH,
    DISCARD,
    DROP,
    DUEL,
    FIRE,
    GOATINI,
    GOATLETTE,
    LEFT,
    LOAF,
    LORD,
    MAX_CARDS,
    PLAY_ESCAPE,
    RIGHT,
    SNEAK,
    TARGET,
    TRASH,
    WILDS,
)
from goatherd.games.goat_lords.legal import legal
from goatherd.games.goat_lords.state import (
    ANSWERING,
    DEFENDING,
    FIRE_COMING,
    GOAT_KINDS,
    PLAYING,
    PRESSING,
    STACKING,
    TARGETING,
    TRASHING,
    TURNING,
    stack_kind,
    stack_points,
    top_stack,
)
from goatherd.rng import u64
from goatherd.rule import State, rule

CARD_WORTH = np.array([90, 20, 30, 70, 60, 80, 10, 85, 50, 75], np.int8)
"""How dear each action card is to its owner, in the order of ACTION_CARDS."""
SAFE, EXPOSED = 100, 80
"""In percent: how much of a stack one will keep, as a base or on top of the herd."""
CARD_SAVED = 6
"""Points that it is worth to use one card from hand instead of two."""
WILD_IN_HAND = 20
"""Points that a wild in hand is worth above its own: it can win or save a stack of any kind."""
RICH = 40
"""Points of a stack that are worth an `escape`."""
FREE_PLAY = 1 << 20
"""The worth of an action card that costs no play."""
WORST = -(1 << 40)
PLACES = 512
"""More than there are choices: a worth times this, less its place, finds the first of the best."""

# A search has no time for divisions, so what they give stands in tables.
PART_BITS = 32
PARTS = np.array([(1 << PART_BITS) // max(n, 1) + 1 for n in range(MAX_CARDS + 1)])
"""One by each number, a little more, of so many bits: a number of points times this is divided."""
MOST_EXPECTED = 1 << 10
"""In hundredths: more than any hand may hold."""


def chance_to_have_more(mine: int, expected: int) -> int:
    """In percent: that a defender who is expected to hold so many cards for a duel, in hundredths,
    holds fewer than the attacker: as many as chance gives, the first terms of Poisson's formula."""
    none, one, two = SAFE * SAFE, SAFE * expected, expected * expected >> 1
    return SAFE * (none if mine == 1 else none + one) // (none + one + two)


CHANCES = np.array(
    [[chance_to_have_more(mine, n) for n in range(MOST_EXPECTED)] for mine in range(3)], np.int8
)
"""By the attacker's cards for the duel, none of which is the same as two, and those expected."""


@rule
def greedy(s: State, choices: Any, n: int) -> int:
    """The decision that brings the most points at first sight; one of `choices[:n]`."""
    if n == 1:
        return int(choices[0])
    seat = int(s.turn)
    if s.phase == PLAYING:
        return best_play(s, seat, choices, n)
    if s.phase == DEFENDING or s.phase == PRESSING:
        return duel_on(s, choices, n)
    if s.phase == TARGETING:
        return best_target(s, choices, n)
    if s.phase == TURNING:
        return LEFT if brought(s, seat, -1) >= brought(s, seat, 1) else RIGHT
    if s.phase == ANSWERING:
        return answer(s, seat, int(choices[0]))
    if s.phase == STACKING:
        return int(choices[0])
    return least_useful(s, seat, choices, n)


@rule
def guide(s: State, choices: Any, n: int) -> int:
    """The same for a search, which may not have listed the choices."""
    return greedy(s, choices, n if n > 0 else legal(s, choices))


# A play


@rule
def best_play(s: State, seat: int, choices: Any, n: int) -> int:
    """The play of most worth; a discard only if no other is worth anything."""
    best = WORST
    kept = SAFE if s.stacks[seat] == 0 else EXPOSED
    for i in range(n):
        choice = int(choices[i])
        if choice < ADOPT:
            worth = worth_of_birth(s, choice, kept)
        elif choice < DUEL:
            worth = 2 * int(s.points[choice - ADOPT + WILDS]) * kept + SAFE * CARD_SAVED
        elif choice < DISCARD:
            worth = worth_of_duel(s, seat, choice - DUEL)
        elif choice < ACTION:
            worth = -SAFE * use(s, seat, choice - DISCARD)
        else:
            worth = worth_of_action(s, seat, choice - ACTION)
        best = max(best, worth * PLACES - i)
    return int(choices[-best & (PLACES - 1)])


@rule
def worth_of_birth(s: State, choice: int, kept: int) -> int:
    """The points of the pair, in hundredths, less what the wild would have been good for."""
    kind, other = int(BORN[choice]), int(BORN_WITH[choice])
    worth = int(s.points[kind]) + int(s.points[other])
    return worth * kept - SAFE * WILD_IN_HAND * int(other < WILDS) * int(kept != SAFE)


@rule
def worth_of_duel(s: State, seat: int, duel: int) -> int:
    """The stack and the card played for it, if the duel is won; the card, if it is lost."""
    target = duel // GOAT_KINDS
    card = duel - GOAT_KINDS * target
    stack = top_stack(s, target)
    chance = chance_to_win(s, seat, target, stack_kind(stack))
    prize = stack_points(s, stack)
    stake = int(s.points[card])
    rivals = int(s.players) - 1
    worth = chance * (prize + stake) * EXPOSED // SAFE - (SAFE - chance) * stake
    worth += divided(chance * prize, rivals * rivals)  # what a rival loses, among so many
    return worth - SAFE * WILD_IN_HAND * int(card < WILDS)


@rule
def matching(s: State, seat: int, kind: int) -> int:
    """Cards in hand that can be used in a duel for a stack of this kind."""
    return int(s.hand[seat, kind]) + int(s.hand[seat, LORD]) + int(s.hand[seat, GOATINI])


@rule
def out_of_sight(s: State, seat: int, kind: int) -> int:
    return int(s.counts[kind]) - int(s.face_up[kind]) - int(s.hand[seat, kind])


@rule
def chance_to_win(s: State, seat: int, target: int, kind: int) -> int:
    """In percent: that the defender holds fewer cards for this duel than the attacker."""
    mine = matching(s, seat, kind)
    if s.fire == FIRE_COMING or mine > 2:
        return 96
    fitting = out_of_sight(s, seat, kind)
    fitting += out_of_sight(s, seat, LORD) + out_of_sight(s, seat, GOATINI)
    hidden = int(s.left) + int(s.in_hands) - int(s.held[seat])
    expected = divided(SAFE * int(s.held[target]) * fitting, hidden)
    return int(CHANCES[u64(mine), u64(min(max(expected, 0), MOST_EXPECTED - 1))])


@rule
def divided(points: int, n: int) -> int:
    """Points by a number of cards or players, rounded down."""
    return points * int(PARTS[u64(n)]) >> PART_BITS


@rule
def worth_of_action(s: State, seat: int, card: int) -> int:
    if card == GOATLETTE:
        return SAFE * (max(brought(s, seat, -1), brought(s, seat, 1)) - top_points(s, seat))
    if card == ATOMIC:
        return 2 * SAFE * richest_top(s, seat, False) // int(s.players)
    if card == FIRE:
        return EXPOSED * richest_top(s, seat, True) + 10 * SAFE
    if card == LOAF:
        return 3 * SAFE
    if card == SNEAK:
        return WORST // PLACES
    return FREE_PLAY


@rule
def top_points(s: State, seat: int) -> int:
    return stack_points(s, top_stack(s, seat))


@rule
def richest_top(s: State, seat: int, to_duel: bool) -> int:
    """The points of the richest top stack of the others, no base; of those one can duel for."""
    richest = 0
    for other in range(s.players):
        if other != seat and s.stacks[other] > 1:
            stack = top_stack(s, other)
            if not to_duel or matching(s, seat, stack_kind(stack)) > 0:
                richest = max(richest, stack_points(s, stack))
    return richest


@rule
def brought(s: State, seat: int, step: int) -> int:
    """The points that a goatlette brings from the next herd on one side."""
    players = int(s.players)
    other = (seat + step) % players
    while s.stacks[other] == 0:
        other = (other + step) % players
    return top_points(s, other)


# Answers


@rule
def duel_on(s: State, choices: Any, n: int) -> int:
    """Escape with a rich stack; otherwise go on while there are cards, the cheapest first."""
    if choices[n - 1] == PLAY_ESCAPE:
        if top_points(s, int(s.target)) + int(s.points[s.duel[0]]) > RICH:
            return PLAY_ESCAPE
        n -= 1
    return int(choices[max(n - 2, 0)])


@rule
def answer(s: State, seat: int, choice: int) -> int:
    """Escape an atomic goat; the rest is not worth the card."""
    if choice == PLAY_ESCAPE and s.card == ATOMIC and top_points(s, seat) > RICH:
        return PLAY_ESCAPE
    return ACCEPT


@rule
def best_target(s: State, choices: Any, n: int) -> int:
    """The richest top stack for an atomic goat, otherwise the richest herd."""
    best = WORST
    for i in range(n):
        other = int(choices[i]) - TARGET
        worth = top_points(s, other) if s.card == ATOMIC else int(s.worth[other])
        best = max(best, worth * PLACES - i)
    return int(choices[-best & (PLACES - 1)])


# What to part with


@rule
def use(s: State, seat: int, kind: int) -> int:
    """How useful a goat is in hand: wilds most, then pairs, then by points."""
    pair = 40 * int(s.hand[seat, kind] > 1)
    return int(s.points[kind]) + (100 if kind < WILDS else pair)


@rule
def least_useful(s: State, seat: int, choices: Any, n: int) -> int:
    """The goat to drop, or the action card to trash."""
    best = WORST
    for i in range(n):
        if s.phase == TRASHING:
            worth = int(CARD_WORTH[choices[i] - TRASH])
        else:
            worth = use(s, seat, int(choices[i]) - DROP)
        best = max(best, -worth * PLACES - i)
    return int(choices[-best & (PLACES - 1)])
