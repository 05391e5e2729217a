"""The walk down a tree in which everybody learns: each seat tries out what promises it most.

A node's decision is chosen by its mean payoff for whoever chooses, plus a bonus that shrinks with
visits and grows with how often the decision was there to be chosen (availability), most for the
decision that the guide would take.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.dispatch import OWNS_NOTHING, apply
from goatherd.fast.expected import expect
from goatherd.fast.tree import (
    NO_NODE,
    NODE_BITS,
    SEAT_BITS,
    Workspace,
    edge_of,
    find_child,
    ranked,
    step,
)


def choose(
    nodes: Any, here: int, scratch: Any, n: int, seat: int, liked: int, settings: Any
) -> tuple[int, int]:
    """The decision to try next, and the child that it leads to: see the module's description.

    Decisions and children are both in order, so one walk along them finds which belong together.
    All that was never tried promises what was got here so far.
    """
    share = settings.bonus * (1.0 - settings.prior) / n
    extra = settings.bonus * settings.prior
    child = int(nodes[here].first)
    best = untried = -1
    visits, total = 0, 0.0
    for i in range(n):
        action = int(scratch.legal[i])
        edge = edge_of(action, seat)
        while nodes[child].edge < edge:
            child = int(nodes[child].next)
        if nodes[child].edge == edge:
            node = nodes[child]
            node.available += 1
            bonus = share + extra * int(action == liked)
            value = node.total / node.visits + bonus * np.sqrt(float(node.available)) / (
                1.0 + node.visits
            )
            visits += node.visits
            total += node.total
            best = max(best, ranked(value, child))
        elif untried < 0 or action == liked:
            untried = action
    if untried >= 0:
        bonus = share + extra * int(untried == liked)
        mean = total / visits if visits > 0 else 0.5
        if ranked(mean + bonus * np.sqrt(nodes[here].visits + 1.0), NO_NODE) > best:
            return untried, NO_NODE
    reached = best & ((1 << NODE_BITS) - 1)
    return int(nodes[reached].edge) >> SEAT_BITS, reached


def decide(s: Any, w: Workspace, here: int, n: int, liked: int) -> tuple[int, int]:
    """What to do at a node, and the child that this leads to."""
    seat = int(s.turn)
    forced = int(w.settings[0].forced)
    if forced >= 0 and here == w.tree[0].root:
        action = forced
    elif n == 1:
        action = liked
    else:
        return choose(w.nodes, here, w.scratch[0], n, seat, liked, w.settings[0])
    child = find_child(w.nodes, here, edge_of(action, seat))
    w.nodes[child].available += 1
    return action, child


def walk_where_all_learn(s: Any, w: Workspace) -> int:
    """Walk down the tree, making decisions, add a node at its end, and play on to the end of the
    match or as far as is looked ahead; returns the length of the path in the tree.

    The path holds, for each decision made, the node that it led to, and who made it. (One loop for
    both parts, so that the rules of a game are compiled into it but once.)
    """
    tree, scratch = w.tree[0], w.scratch[0]
    here, until_random = int(tree.root), int(tree.until_random)
    length = made = 0
    lookahead = int(w.settings[0].lookahead)
    while s.turn >= 0 and made < lookahead:
        seat = int(s.turn)
        n, action, until_random = expect(s, w, here, here == NO_NODE, until_random)
        if here != NO_NODE:
            action, child = decide(s, w, here, n, action)
            scratch.mover[length] = seat
            length, here = step(w, here, child, edge_of(action, seat), length)
        apply(s, action)
        made += 1
    tree.until_random = until_random
    tree.decisions += made
    return length


register_jitable(**OWNS_NOTHING)(choose)
for walked in (decide, walk_where_all_learn):  # with a whole workspace, long to hand over
    register_jitable(forceinline=True, **OWNS_NOTHING)(walked)
