"""The search of the Goita solver: whether a team can force its way to so many points of a round.

That team is the *claimer*; by any other end the other team wins. So a position has one of two
answers, and a search stops at the first move that settles it:

* a play is a defence and an attack in one; who cannot stop an attack is not asked;
* a hand with enough attacks that the other team cannot stop has won: nobody comes between;
* a claimer without a piece that is worth the points has lost;
* what is known of a position (bounds of its value, and the move that settled the last question)
  is kept in a table, for other questions about the same round too.

The rules are those of `goatherd.games.goita.rules`; tests compare both.
"""

from typing import Any

from goatherd.fast.compile import compiled
from goatherd.fast.goita.slots import (
    FREE,
    KINGS_ONLY,
    answering,
    count,
    held_by,
    lowest,
    one_of_each,
    part,
)
from goatherd.games.goita.cards import KING

HIGHEST = 15
"""Values are numbered from 0 to this: see `solver.VALUES`."""
KEY = (1 << 41) - 1
LOW, HIGH, MOVE, GENERATION = 41, 45, 49, 55
"""Where the parts of an entry of the table begin, after its key."""
SPREAD = -7046029254386353131
"""An odd number whose products look like chance."""
PASSING = -1
NO_MOVE = 0
"""In the table; as a play it would be a piece that is its own defence."""


# Ends that can be seen at once


@part
def safe_attacks(hands: int, hand: int, w: Any) -> int:
    """The pieces of a hand that nobody of the other team can stop."""
    safe = 0
    left = one_of_each(hand, w)
    while left != 0:
        slot = lowest(left)
        left &= left - 1
        if hands & w.beaten[slot] == 0:
            safe |= w.peers[slot]
    return int(safe & hand)


@part
def runs_out(hand: int, safe: int, plays: int, claims: bool, w: Any) -> bool:
    """Whether a hand can be played to its end in so many attacks, all but the last of them safe.

    A claimer must keep a last piece, or a pair for the last play, that is worth the points.
    """
    spare = count(safe) - (plays - 1)
    if spare < 0:
        return False
    if not claims:
        return True
    last = hand & w.single
    pair = hand & (hand >> 1) & w.double
    found = (last & ~safe) | (pair & ~safe)
    return bool(found != 0 or (last != 0 and spare >= 1) or (pair != 0 and spare >= 2))


@part
def wins_at_once(hand: int, safe: int, attack: int, free_kings: int, claims: bool, w: Any) -> bool:
    """Whether the seat to act can play on to the end, whatever the other team does."""
    plays = count(hand) >> 1
    bound = 0 if free_kings == 1 else w.kings
    if attack == FREE:
        return runs_out(hand, safe & ~bound, plays, claims, w)
    defences = one_of_each(hand, w) & w.stops[attack]
    while defences != 0:
        defence = defences & -defences
        defences ^= defence
        still_bound = 0 if defence & w.kings != 0 else bound
        rest = hand ^ defence
        if runs_out(rest, safe & rest & ~still_bound, plays, claims, w):
            return True
    return False


@part
def is_hopeless(hands: int, w: Any) -> bool:
    """Whether the claimer has nothing left that is worth the points."""
    return bool((hands & w.single) | (hands & (hands >> 1) & w.double) == 0)


# Plays, best first


@part
def put_in_order(order: Any, n: int, ranked: int) -> None:
    while n > 0 and order[n - 1] < ranked:
        order[n] = order[n - 1]
        n -= 1
    order[n] = ranked


@part
def order_attacks(hands: int, hand: int, pieces: int, safe: int, w: Any) -> int:
    """Safe attacks first, then those that few can stop, that we have more of, and dear ones."""
    n = 0
    while pieces != 0:
        slot = lowest(pieces)
        pieces &= pieces - 1
        rank = 1000 * ((safe >> slot) & 1) - 60 * count(hands & w.beaten[slot])
        rank += 30 * count(hand & w.peers[slot]) - 10 * (slot & 7)
        put_in_order(w.attacks, n, (rank << 5) | slot)
        n += 1
    return n


@part
def order_hides(hand: int, w: Any) -> int:
    """What we have most of first, and cheap ones."""
    n = 0
    pieces = one_of_each(hand, w)
    while pieces != 0:
        slot = lowest(pieces)
        pieces &= pieces - 1
        rank = 30 * count(hand & w.peers[slot]) + (slot & 7)
        put_in_order(w.hides, n, (rank << 5) | slot)
        n += 1
    return n


@part
def list_free_plays(hands: int, hand: int, safe: int, free_kings: int, w: Any) -> int:
    """GOITA-19: any two pieces; a play is its defence's slot and then its attack's."""
    first = one_of_each(hand, w)
    bound = 0 if free_kings == 1 else w.kings
    attacks = order_attacks(hands, hand, first & ~bound, safe, w)
    hides = order_hides(hand, w)
    plays = w.plays[w.depth]
    n = 0
    for i in range(attacks):
        attack = w.attacks[i] & 31
        for j in range(hides):
            defence = w.hides[j] & 31
            # Of two of a kind, the lower is played first, and it makes no difference which way.
            plays[n] = ((defence + int(defence == attack)) << 5) | attack
            n += int(defence != attack or count(hand & w.peers[attack]) > 1)
    return n


@part
def list_answers(
    hands: int, hand: int, safe: int, kind: int, passes_first: bool, free_kings: int, w: Any
) -> int:
    """GOITA-17, GOITA-20: pass, or stop the attack, rather not with a king, and attack.

    A play of the last two pieces is no answer: it would have won at once.
    """
    plays = w.plays[w.depth]
    plays[0] = PASSING
    n = int(passes_first)
    defences = one_of_each(hand, w) & w.stops[kind]
    if count(hand) == 2:
        defences = 0
    while defences != 0:
        king = defences & -defences
        defence = king if defences == king else defences ^ king
        defences ^= defence
        rest = hand ^ defence
        bound = 0 if free_kings == 1 or defence & w.kings != 0 else w.kings
        for i in range(order_attacks(hands, rest, one_of_each(rest, w) & ~bound, safe, w)):
            plays[n] = (lowest(defence) << 5) | (w.attacks[i] & 31)
            n += 1
    if not passes_first:
        plays[n] = PASSING
        n += 1
    return n


# The table: a position's key, the bounds of its value, the last good move and the generation


@part
def key_of(hands: int, attacker: int, kind: int, turn: int, shown: int, w: Any) -> int:
    """A position as a number; whether a king was shown counts only while one waits for it."""
    waits = shown if hands & w.bound_kings != 0 else 0
    return hands | (attacker << 32) | (turn << 34) | (kind << 36) | (waits << 40)


@part
def place_of(key: int, w: Any) -> int:
    spread = key * SPREAD
    return int(((spread >> 32) ^ (spread >> 47)) & w.mask)


@part
def is_about(entry: int, key: int, w: Any) -> bool:
    return bool((entry & KEY == key) & (entry >> GENERATION == w.generation))


@part
def remember(key: int, place: int, reached: int, move: int, w: Any) -> None:
    """Write down the answer to the question, beside what was known of the position before."""
    low, high = 0, HIGHEST
    before = w.table[place]
    if is_about(before, key, w):
        low, high = (before >> LOW) & 15, (before >> HIGH) & 15
        if move == NO_MOVE:
            move = (before >> MOVE) & 63
    if reached != w.claimer:
        low = max(low, w.question)
    else:
        high = min(high, w.question - 1)
    w.table[place] = (
        key | (low << LOW) | (high << HIGH) | (move << MOVE) | (w.generation << GENERATION)
    )


@part
def short(play: int) -> int:
    """A play in the table: the places of both pieces in the hand."""
    return NO_MOVE if play == PASSING else ((play >> 2) & 56) | (play & 7)


@part
def try_first(move: int, n: int, w: Any) -> None:
    """Bring a move to the front of the list."""
    plays = w.plays[w.depth]
    for i in range(n):
        if move != NO_MOVE and short(plays[i]) == move:
            plays[i], plays[0] = plays[0], plays[i]


# The search


@compiled
def is_reached(hands: int, attacker: int, kind: int, turn: int, shown: int, w: Any) -> int:
    """Whether the claimer reaches the points: 1 or 0.

    The kind is that of the attack, and it is the turn of one who can stop it; or FREE.
    """
    w.nodes += 1
    if is_hopeless(hands, w):
        return 0
    claims = (turn & 1) == w.claimer
    hand = held_by(hands, turn)
    safe = safe_attacks(hands, hand, w)
    free_kings = shown | w.both_kings[turn]
    if wins_at_once(hand, safe, kind, free_kings, claims, w):
        return int(claims)
    if kind == FREE and count(hand) == 2:
        return 0  # the end, with too few points
    if kind != FREE and hands & w.stops[kind] & ~held_by(-1, attacker) & ~w.kings == 0:
        kind = KINGS_ONLY
    key = key_of(hands, attacker, kind, turn, shown, w)
    place = place_of(key, w)
    entry = w.table[place]
    known = is_about(entry, key, w)
    if known and (entry >> LOW) & 15 >= w.question:
        return int(1 - w.claimer)
    if known and (entry >> HIGH) & 15 < w.question:
        return int(w.claimer)
    if kind == FREE:
        n = list_free_plays(hands, hand, safe, free_kings, w)
    else:
        partners = (attacker ^ turn) & 1 == 0
        n = list_answers(hands, hand, safe, kind, partners, free_kings, w)
    if known:
        try_first((entry >> MOVE) & 63, n, w)
    depth = w.depth
    w.depth += 1
    reached = int(not claims)
    move = NO_MOVE
    for i in range(n):
        play = w.plays[depth, i]
        by, against, after, seen, others = attacker, kind, hands, shown, (attacker - turn - 1) & 3
        if play != PASSING:
            defence, attack = play >> 5, play & 31
            by, against, others = turn, w.kind[attack], 3
            after ^= (1 << defence) | (1 << attack)
            if against == KING or (kind != FREE and w.kind[defence] == KING):
                seen = 1
        asked = answering(after, against, turn + 1, others, w)
        if asked < 0:
            against, asked = FREE, by
        if is_reached(after, by, against, asked, seen, w) == int(claims):
            reached = int(claims)
            move = short(play)
            break
    w.depth = depth
    remember(key, place, reached, move, w)
    return reached
