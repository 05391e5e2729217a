"""Tree search over information sets: one implementation for all games.

Each iteration imagines a world that fits the searcher's view, walks down a tree of decisions that
all worlds share, adds one node, plays on to the end with a simple policy, and writes what every
seat got on the nodes it came by (information-set Monte Carlo tree search: Cowling, Powley and
Whitehouse, 2012). What is particular:

* worlds come as a chain: a newly imagined one takes the place of the last one with the odds of
  their weights (Metropolis and Hastings), so that worlds in which the others' past decisions make
  sense come up as often as they should (`weigh`);
* a node's decision is chosen by its mean payoff for whoever chooses, plus a bonus that shrinks with
  visits and grows with how often the decision was there to be chosen (availability), most for the
  decision that the greedy policy would take;
* what others decide in secret is one branch, whatever it was: the searcher could not tell.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import (
    OWNS_NOTHING,
    apply,
    frame,
    greedy,
    imagine,
    legal,
    payoffs,
    scores,
    shown,
    weigh,
    winners,
)
from goatherd.fast.kernels import MOST_LEGAL
from goatherd.rng import FAST, below, draw, u64
from goatherd.rule import record_type

SEATS = 8
LONGEST = 1024
"""Nodes on one path; what lies deeper is played out."""
NO_NODE = -1
NOT_FORCED = -1

NODE = record_type(
    [
        ("edge", np.int32),  # decision that leads here and who makes it: see `edge_of`
        ("visits", np.int32),
        ("available", np.int32),  # how often that decision was there to be made
        ("total", np.float64),  # payoffs of whoever makes it, summed
        ("here", np.float64),  # payoffs of whoever decides here, summed
        ("first", np.int32),  # child, and next child of the same parent
        ("next", np.int32),
    ]
)

TREE = record_type(
    [
        ("root", np.int64),  # node of the view that is searched
        ("used", np.int64),  # nodes
        ("weight", np.float64),  # of the believed world; 0 before the first
        ("accepted", np.int64),  # worlds that took the place of the last one
        ("iterations", np.int64),
        ("decisions", np.int64),  # made in all iterations, in the tree and beyond it
    ]
)

SETTINGS = record_type(
    [
        ("seat", np.int64),  # who searches
        ("bonus", np.float64),  # how much is tried out
        ("prior", np.float64),  # how much of the bonus the greedy decision gets beforehand
        ("wander", np.float64),  # part of a playout's decisions that are random
        ("belief", np.int64),  # 1: worlds are weighed
        ("forced", np.int64),  # decision that is to be tried at the root whatever it brings, or -1
        ("longest", np.int64),  # decisions of a playout, after which the match counts as it stands
    ]
)

DESK = np.dtype(
    [
        ("legal", np.int16, (MOST_LEGAL,)),
        ("child", np.int32, (MOST_LEGAL * 16,)),  # by edge: which child, while a node is looked at
        ("path", np.int32, (LONGEST,)),
        ("mover", np.int8, (LONGEST,)),  # who decided at each node of the path
        ("points", np.int32, (SEATS,)),
        ("won", np.int8, (SEATS,)),
        ("payoff", np.float32, (SEATS,)),
    ],
    align=True,
)
"""What an iteration writes on; nothing on it outlives the iteration."""

SEAT_BITS = 4


def edge_of(action: Any, seat: Any) -> int:
    return int(action) << SEAT_BITS | int(seat)


def chance_word(chance: Any) -> float:
    """A random number from 0 up to but not including 1."""
    return float(draw(chance) >> u64(11)) * (1.0 / (1 << 53))


def give_chance(s: Any, chance: Any) -> None:
    """A generator of its own for a world, so that a world that comes again goes on differently."""
    s.rng[0] = draw(chance)
    s.rng[1] = draw(chance) | u64(1)
    s.rng[2] = u64(FAST)


def add_node(nodes: Any, tree: Any, parent: int, edge: int) -> int:
    child = int(tree.used)
    tree.used = child + 1
    node = nodes[child]
    node.edge = edge
    node.visits = 0
    node.available = 1
    node.total = 0.0
    node.here = 0.0
    node.first = NO_NODE
    node.next = nodes[parent].first
    nodes[parent].first = child
    return child


def lay_out_children(nodes: Any, parent: int, desk: Any) -> None:
    """Note for each edge that leads on from here which child it leads to."""
    node = nodes[parent].first
    while node != NO_NODE:
        desk.child[nodes[node].edge] = node
        node = nodes[node].next


def clear_children(nodes: Any, parent: int, desk: Any) -> None:
    node = nodes[parent].first
    while node != NO_NODE:
        desk.child[nodes[node].edge] = NO_NODE
        node = nodes[node].next


def choose(nodes: Any, here: int, desk: Any, n: int, seat: int, liked: int, settings: Any) -> int:
    """The place in the list of the decision to try next: see the module's description."""
    mean = 0.5
    if nodes[here].visits > 0:
        mean = nodes[here].here / nodes[here].visits
    best = -1.0
    chosen = 0
    for i in range(n):
        action = desk.legal[i]
        prior = (1.0 - settings.prior) / n
        if action == liked:
            prior += settings.prior
        node = desk.child[edge_of(action, seat)]
        if node == NO_NODE:
            value = mean + settings.bonus * prior * np.sqrt(nodes[here].visits + 1.0)
        else:
            nodes[node].available += 1
            value = nodes[node].total / nodes[node].visits + settings.bonus * prior * np.sqrt(
                float(nodes[node].available)
            ) / (1.0 + nodes[node].visits)
        if value > best:
            best = value
            chosen = i
    return chosen


def is_secret(s: Any, desk: Any, n: int, seat: int, settings: Any) -> bool:
    """Whether the searcher will not see what is decided here."""
    if seat == settings.seat:
        return False
    first, last = int(desk.legal[0]), int(desk.legal[n - 1])
    return bool(shown(s, first) != first or shown(s, last) != last)


def wander(desk: Any, n: int, liked: int, chance: Any, settings: Any) -> int:
    """What the greedy policy likes, now and then anything."""
    if n > 1 and chance_word(chance) < settings.wander:
        return int(desk.legal[below(chance, n)])
    return liked


def decide(
    s: Any,
    nodes: Any,
    root: int,
    here: int,
    desk: Any,
    n: int,
    liked: int,
    chance: Any,
    settings: Any,
) -> int:
    """What to do at a node whose children are laid out. What the searcher will not see is not
    chosen by what came of it before."""
    seat = int(s.turn)
    if settings.forced >= 0 and here == root:
        return int(settings.forced)
    if is_secret(s, desk, n, seat, settings):
        return wander(desk, n, liked, chance, settings)
    return int(desk.legal[choose(nodes, here, desk, n, seat, liked, settings)])


def play(s: Any, nodes: Any, tree: Any, desk: Any, chance: Any, settings: Any) -> int:
    """Walk down the tree, making decisions, add a node at its end, and play on to the end of the
    match; returns the length of the path in the tree.

    The path holds, for each decision made, the node that it led to, and who made it. (One loop for
    both parts, so that the rules of a game are compiled into it but once.)
    """
    here = int(tree.root)
    length = made = 0
    while s.turn >= 0 and made < settings.longest:
        seat = int(s.turn)
        n = int(legal(s, desk.legal))
        action = int(greedy(s, desk.legal, n)) if n > 1 else int(desk.legal[0])
        if here == NO_NODE:
            action = wander(desk, n, action, chance, settings)
        else:
            lay_out_children(nodes, here, desk)
            action = decide(s, nodes, int(tree.root), here, desk, n, action, chance, settings)
            edge = edge_of(action if seat == settings.seat else shown(s, action), seat)
            child = int(desk.child[edge])
            clear_children(nodes, here, desk)
            desk.mover[length] = seat
            length, here = step(nodes, tree, desk, here, child, edge, length)
        apply(s, action)
        made += 1
    tree.decisions += made
    return length


def step(
    nodes: Any, tree: Any, desk: Any, here: int, child: int, edge: int, length: int
) -> tuple[int, int]:
    """Go on to a child, which is added if there is none; returns the length of the path and where
    in the tree it has come to, NO_NODE where it has left it."""
    if child == NO_NODE and tree.used == nodes.size:
        return length, NO_NODE
    below_tree = child == NO_NODE or length + 1 == LONGEST
    if child == NO_NODE:
        child = add_node(nodes, tree, here, edge)
    elif nodes[child].available == nodes[child].visits:
        nodes[child].available += 1  # a secret decision, which was not chosen from a list
    desk.path[length] = child
    return length + 1, NO_NODE if below_tree else child


def write_back(s: Any, view: Any, nodes: Any, tree: Any, desk: Any, length: int) -> None:
    """Give every node on the path what its deciders got."""
    scores(s, desk.points)
    winners(s, desk.won)
    payoffs(s, view, desk.points, desk.won, desk.payoff)
    here = int(tree.root)
    nodes[here].visits += 1
    for i in range(length):
        payoff = desk.payoff[desk.mover[i]]
        nodes[here].here += payoff
        here = int(desk.path[i])
        nodes[here].visits += 1
        nodes[here].total += payoff


def next_world(
    view: Any, worlds: Any, tree: Any, chance: Any, evidence: Any, settings: Any
) -> None:
    """Put into worlds[0] the world to play in; worlds[1] keeps the last believed one."""
    worlds[0] = view
    s = worlds[0]
    give_chance(s, chance)
    imagine(s, settings.seat)
    if settings.belief == 1:
        weight = weigh(s, evidence, settings.seat)
        if weight >= tree.weight or chance_word(chance) * tree.weight < weight:
            tree.weight = weight
            tree.accepted += 1
            worlds[1] = s
        else:
            worlds[0] = worlds[1]
            give_chance(s, chance)
    frame(s)


for helper in (
    edge_of,
    chance_word,
    give_chance,
    add_node,
    lay_out_children,
    clear_children,
    choose,
    is_secret,
    wander,
    decide,
    play,
    step,
    write_back,
    next_world,
):
    register_jitable(**OWNS_NOTHING)(helper)


@compiled
def search(
    view: Any,
    worlds: Any,
    nodes: Any,
    trees: Any,
    desks: Any,
    chances: Any,
    evidence: Any,
    settings: Any,
    iterations: int,
) -> None:
    """So many iterations more. Where `nodes` has no room left, the tree grows no more."""
    for _ in range(iterations):
        next_world(view[0], worlds, trees[0], chances[0], evidence, settings[0])
        length = play(worlds[0], nodes, trees[0], desks[0], chances[0], settings[0])
        write_back(worlds[0], view[0], nodes, trees[0], desks[0], length)
    trees[0].iterations += iterations
