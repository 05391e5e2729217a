"""The tree of a search: nodes that all worlds share, and what a search writes beside them.

A node stands for what everybody saw on the way to it. Its children are a list in the order of their
edges; an edge is a decision and who makes it.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.dispatch import OWNS_NOTHING, payoffs, scores, winners
from goatherd.fast.kernels import MOST_LEGAL
from goatherd.fast.worlds import worlds_of
from goatherd.rng import i64
from goatherd.rule import record_type

SEATS = 8
LONGEST_PATH = 1024
"""Nodes on one path; what lies deeper is played out."""
NO_NODE = 0
"""The end of every list of children: a node whose edge comes after all others."""
LAST_EDGE = (1 << 31) - 1
ROOT = 1
NOT_FORCED = -1
NO_FEATURES = 0
"""The row of features that is used for once, where nothing is kept."""
RIPE = 4
"""Visits of a node before decisions beyond it are told apart: fewer would not tell them apart."""
GAP_BITS = 8
GAPS = 1 << GAP_BITS
"""Equally likely numbers of guided decisions before a random one: see `random_gap`."""

NODE = record_type(
    [
        ("total", np.float64),  # payoffs of whoever makes the decision that leads here, summed
        ("edge", np.int32),  # that decision, and who makes it: see `edge_of`
        ("visits", np.int32),
        ("available", np.int32),  # how often that decision was there to be made
        ("first", np.int32),  # child, and next child of the same parent, in the order of edges
        ("next", np.int32),
        ("features", np.int32),  # row of `features` about what everybody sees here, or NO_FEATURES
    ]
)

TREE = record_type(
    [
        ("root", np.int64),  # node of the view that is searched
        ("used", np.int64),  # nodes
        ("featured", np.int64),  # rows of features that are used
        ("until_random", np.int64),  # decisions until the next random one in a playout
        ("iterations", np.int64),
        ("decisions", np.int64),  # made in all iterations, in the tree and beyond it
        ("got", np.float64),  # the searcher's payoffs in all iterations, summed
        ("chosen", np.int64),  # entries of choices that are used; see `choices.py`
        ("choice", np.int64),  # the searcher's own, at the root
        ("secret", np.int64),  # fingerprint of what the searcher has decided in secret since
    ]
)

SETTINGS = record_type(
    [
        ("viewer", np.int64),  # who searches
        ("bonus", np.float64),  # how much is tried out
        ("later", np.float64),  # the same for later decisions of a single learner
        ("usual", np.int64),  # how often these are first decided as the guide would
        ("prior", np.float64),  # how much of the bonus the guide's decision gets beforehand
        ("random_gaps", np.int16, (GAPS,)),  # guided decisions of playouts before a random one
        ("predict_in_playouts", np.int64),  # 1: playouts predict decisions as the tree does
        ("forced", np.int64),  # decision that is to be tried at the root whatever it brings, or -1
        ("lookahead", np.int64),  # decisions, after which the match counts as it stands
    ]
)

SCRATCH = np.dtype(
    [
        ("legal", np.int16, (MOST_LEGAL,)),
        ("path", np.int32, (LONGEST_PATH,)),
        ("choice", np.int32, (LONGEST_PATH,)),  # the entry that gets what comes of it
        ("mover", np.int8, (LONGEST_PATH,)),  # who made the decision that led to each node
        ("points", np.int32, (SEATS,)),
        ("won", np.int8, (SEATS,)),
        ("payoff", np.float32, (SEATS,)),
    ],
    align=True,
)
"""What an iteration writes on; nothing on it outlives the iteration."""


class Workspace(NamedTuple):
    """All that a search works on: arrays, most of them of one record."""

    worlds: Any
    """The worlds to play in: `goatherd.fast.worlds.Worlds`."""
    nodes: Any
    features: Any
    choices: Any
    slots: Any
    tree: Any
    scratch: Any
    settings: Any


def workspace_of(arrays: Any) -> Workspace:
    """A workspace of plain tuples."""
    worlds, nodes, features, choices, slots, tree, scratch, settings = arrays
    return Workspace(worlds_of(worlds), nodes, features, choices, slots, tree, scratch, settings)


SEAT_BITS = 4
NODE_BITS = 22
MOST_NODES = 1 << NODE_BITS
"""Nodes of a tree: about 130 MB. A tree that is full is searched on, but does not grow."""
FINE = float(1 << 26)
"""What is told apart of a value; values are below 1 << 15."""


def edge_of(action: Any, seat: Any) -> int:
    return int(action) << SEAT_BITS | int(seat)


def lacks_nodes(w: Workspace) -> bool:
    """Whether the node array is full and may still grow."""
    return bool(w.tree[0].used == w.nodes.size and w.nodes.size < MOST_NODES)


def add_node(nodes: Any, tree: Any, parent: int, edge: int) -> int:
    """A child of this node, in its place among its siblings."""
    child = int(tree.used)
    tree.used = child + 1
    before = NO_NODE
    after = int(nodes[parent].first)
    while nodes[after].edge < edge:
        before, after = after, int(nodes[after].next)
    if before == NO_NODE:
        nodes[parent].first = child
    else:
        nodes[before].next = child
    node = nodes[child]
    node.total = 0.0
    node.edge = edge
    node.visits = 0
    node.available = 1
    node.first = NO_NODE
    node.next = after
    node.features = NO_FEATURES
    return child


def find_child(nodes: Any, parent: int, edge: int) -> int:
    child = int(nodes[parent].first)
    while nodes[child].edge < edge:
        child = int(nodes[child].next)
    return child if nodes[child].edge == edge else NO_NODE


def ranked(value: float, node: int) -> int:
    """A node by its value: the highest is found without a branch that cannot be predicted."""
    return int(i64(value * FINE)) << NODE_BITS | node


def step(w: Workspace, here: int, child: int, edge: int, length: int) -> tuple[int, int]:
    """Go on to a child, which is added if there is none; returns the length of the path and where
    in the tree it has come to, NO_NODE where it has left it."""
    if child == NO_NODE and w.tree[0].used == w.nodes.size:
        return length, NO_NODE
    if child == NO_NODE:
        child = add_node(w.nodes, w.tree[0], here, edge)
    w.scratch[0].path[length] = child
    if w.nodes[child].visits < RIPE or length + 1 == LONGEST_PATH:
        child = NO_NODE
    return length + 1, child


def write_back(s: Any, w: Workspace, length: int) -> None:
    """Give every node on the path what its decider got."""
    scratch = w.scratch[0]
    scores(s, scratch.points)
    winners(s, scratch.won)
    payoffs(s, w.worlds.views[0], scratch.points, scratch.won, scratch.payoff)
    w.nodes[w.tree[0].root].visits += 1
    for i in range(length):
        node = w.nodes[scratch.path[i]]
        node.visits += 1
        node.total += scratch.payoff[scratch.mover[i]]


for helper in (workspace_of, edge_of, add_node, find_child, ranked):
    register_jitable(**OWNS_NOTHING)(helper)
for walked in (
    lacks_nodes,
    step,
    write_back,
):  # they get a whole workspace, long to hand over
    register_jitable(forceinline=True, **OWNS_NOTHING)(walked)
