"""Tree search over information sets: one implementation for all games.

Each iteration imagines a world that fits the searcher's view, walks down a tree of decisions that
all worlds share, adds a node at its end, plays on with a simple policy, and writes what every
seat got on the nodes it came by (information-set Monte Carlo tree search: Cowling, Powley and
Whitehouse, 2012). What is particular:

* worlds come as a chain: a newly imagined one takes the place of the last one with the odds of
  their weights (Metropolis and Hastings), so that worlds in which the others' past decisions make
  sense come up as often as they should (`weigh`); where few do, several are imagined for each
  iteration;
* a node's decision is chosen by its mean payoff for whoever chooses, plus a bonus that shrinks with
  visits and grows with how often the decision was there to be chosen (availability), most for the
  decision that the policy would take by which it also plays on (`guide`);
* what is decided in secret is one branch, whatever it was: the others could not tell.

In some games only the searcher learns (`Tuning.single_learner`): everybody else decides as the
guide would, by what their own seat knows. What comes of the searcher's decisions is then counted
apart for what it could choose between (`choices.py`). A game may have a way to predict the others'
decisions that is better than its guide, but slower (`Search.predict`). It is used in the tree,
where the features of what everybody sees at a node are kept for all visits, and by a search that
has the time in playouts too.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.choices import (
    NO_CHOICE,
    choose_apart,
    entry_of,
    fill_slots,
    find_choice,
    fingerprint,
    lacks_entries,
)
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import (
    OWNS_NOTHING,
    apply,
    guide,
    horizon,
    imagine,
    legal,
    node_features,
    payoffs,
    predict,
    public_action,
    scores,
    weigh,
    winners,
)
from goatherd.fast.kernels import MOST_LEGAL
from goatherd.rng import FAST, below, draw, i64, part, u64
from goatherd.rule import record_type

SEATS = 8
LONGEST = 1024
"""Nodes on one path; what lies deeper is played out."""
NO_NODE = 0
"""The end of every list of children: a node whose edge comes after all others."""
LAST_EDGE = (1 << 31) - 1
ROOT = 1
NOT_FORCED = -1
UNLISTED = 0
"""Choices, where nobody asked which there are."""
NO_NOTE = 0
"""The row of notes that is used for once, where nothing is kept."""
NOTABLE = 128
"""Visits of a node before notes are made about it: they must be worth the time that takes."""
RIPE = 4
"""Visits of a node before decisions beyond it are told apart: fewer would not tell them apart."""
MOST_TRIES = 16
"""Worlds that are imagined for an iteration, at most: see `needed_tries`."""
CASE_BITS = 8
CASES = 1 << CASE_BITS
"""Equally likely numbers of guided decisions before a random one: see `stay`."""

NODE = record_type(
    [
        ("total", np.float64),  # payoffs of whoever makes the decision that leads here, summed
        ("edge", np.int32),  # that decision, and who makes it: see `edge_of`
        ("visits", np.int32),
        ("available", np.int32),  # how often that decision was there to be made
        ("first", np.int32),  # child, and next child of the same parent, in the order of edges
        ("next", np.int32),
        ("note", np.int32),  # row of `notes` about what everybody sees here, or NO_NOTE
    ]
)

TREE = record_type(
    [
        ("root", np.int64),  # node of the view that is searched
        ("used", np.int64),  # nodes
        ("noted", np.int64),  # rows of notes
        ("weight", np.float64),  # of the believed world; 0 before the first
        ("tries", np.int64),  # worlds that are imagined for an iteration
        ("steady", np.int64),  # decisions until the next random one in a playout
        ("imagined", np.int64),  # worlds that were weighed
        ("accepted", np.int64),  # worlds that took the place of the last one
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
        ("alone", np.int64),  # 1: nobody else learns
        ("bonus", np.float64),  # how much is tried out
        ("later", np.float64),  # the same for later decisions of a searcher who learns alone
        ("usual", np.int64),  # how often these are first decided as the guide would
        ("prior", np.float64),  # how much of the bonus the guide's decision gets beforehand
        ("stays", np.int16, (CASES,)),  # guided decisions of playouts before a random one
        ("close", np.int64),  # 1: playouts foresee decisions as the tree does
        ("belief", np.int64),  # 1: worlds are weighed
        ("forced", np.int64),  # decision that is to be tried at the root whatever it brings, or -1
        ("longest", np.int64),  # decisions looked ahead, after which the match counts as it stands
    ]
)

DESK = np.dtype(
    [
        ("legal", np.int16, (MOST_LEGAL,)),
        ("path", np.int32, (LONGEST,)),
        ("choice", np.int32, (LONGEST,)),  # the entry that gets what comes of it, or NO_CHOICE
        ("mover", np.int8, (LONGEST,)),  # who made the decision that led to each node of the path
        ("points", np.int32, (SEATS,)),
        ("won", np.int8, (SEATS,)),
        ("payoff", np.float32, (SEATS,)),
    ],
    align=True,
)
"""What an iteration writes on; nothing on it outlives the iteration."""

SEAT_BITS = 4
NODE_BITS = 22
MOST_NODES = 1 << NODE_BITS
"""Nodes of a tree: about 130 MB. A tree that is full is searched on, but does not grow."""
FINE = float(1 << 26)
"""What is told apart of a value; values are below 1 << 15."""


def edge_of(action: Any, seat: Any) -> int:
    return int(action) << SEAT_BITS | int(seat)


def give_chance(s: Any, chance: Any) -> None:
    """A generator of its own for a world, so that a world that comes again goes on differently."""
    s.rng[0] = draw(chance)
    s.rng[1] = draw(chance) | u64(1)
    s.rng[2] = u64(FAST)


def lacks_nodes(nodes: Any, tree: Any) -> bool:
    """Whether there is none for an iteration, which may add one, and could be more."""
    return bool(tree.used == nodes.size and nodes.size < MOST_NODES)


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
    node.note = NO_NOTE
    return child


def find_child(nodes: Any, parent: int, edge: int) -> int:
    child = int(nodes[parent].first)
    while nodes[child].edge < edge:
        child = int(nodes[child].next)
    return child if nodes[child].edge == edge else NO_NODE


def choose(
    nodes: Any, here: int, desk: Any, n: int, seat: int, liked: int, settings: Any
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
        action = int(desk.legal[i])
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


def ranked(value: float, node: int) -> int:
    """A node by its value: the highest is found without a branch that cannot be foreseen."""
    return int(i64(value * FINE)) << NODE_BITS | node


def stay(chance: Any, settings: Any) -> int:
    """How many guided decisions come before the next random one: all drawn at once, which is
    cheaper than a die for each."""
    return int(settings.stays[i64(draw(chance) >> u64(64 - CASE_BITS))])


def decide(
    s: Any, nodes: Any, tree: Any, here: int, desk: Any, n: int, liked: int, settings: Any
) -> tuple[int, int]:
    """What to do at a node, and the child that this leads to."""
    seat = int(s.turn)
    if settings.forced >= 0 and here == tree.root:
        action = int(settings.forced)
    elif n == 1:
        action = liked
    else:
        return choose(nodes, here, desk, n, seat, liked, settings)
    child = find_child(nodes, here, edge_of(action, seat))
    nodes[child].available += 1
    return action, child


def decide_alone(
    choices: Any,
    slots: Any,
    tree: Any,
    here: int,
    desk: Any,
    n: int,
    liked: int,
    settings: Any,
    secret: int,
) -> tuple[int, int]:
    """What the only one who learns does at a node, and the entry of the choice that was made.
    `secret` is the fingerprint of what was decided in secret on the way."""
    first = here == tree.root
    if n == 1 and not first:
        return liked, NO_CHOICE
    head = find_choice(choices, slots, tree, here, desk.legal, n, secret)
    if head == NO_CHOICE:
        return liked, NO_CHOICE
    if first:
        tree.choice = head
    if first and settings.forced >= 0:
        entry = entry_of(choices, head, int(settings.forced))
    elif not first and choices[head].visits < settings.usual:
        entry = entry_of(choices, head, liked)
    else:
        bonus = settings.bonus if first else settings.later
        entry = choose_apart(choices, head, n, liked, bonus, settings.prior)
    choices[head].visits += 1
    return int(choices[entry].action), entry


def note_at(s: Any, nodes: Any, notes: Any, tree: Any, here: int) -> int:
    """The row of notes about a node, written once it is visited often; NO_NOTE before that, and
    where there is no room for it."""
    often = nodes[here].visits >= NOTABLE
    if often and nodes[here].note == NO_NOTE and tree.noted + 1 < notes.shape[0]:
        tree.noted += 1
        nodes[here].note = tree.noted
        notes[tree.noted] = 0  # a game may have nothing to write down
        node_features(s, notes, int(tree.noted))
    return int(nodes[here].note)


def step(
    nodes: Any, tree: Any, desk: Any, here: int, child: int, edge: int, length: int
) -> tuple[int, int]:
    """Go on to a child, which is added if there is none; returns the length of the path and where
    in the tree it has come to, NO_NODE where it has left it."""
    if child == NO_NODE and tree.used == nodes.size:
        return length, NO_NODE
    if child == NO_NODE:
        child = add_node(nodes, tree, here, edge)
    desk.path[length] = child
    if nodes[child].visits < RIPE or length + 1 == LONGEST:
        child = NO_NODE
    return length + 1, child


def play(
    s: Any,
    nodes: Any,
    notes: Any,
    choices: Any,
    slots: Any,
    tree: Any,
    desk: Any,
    chance: Any,
    settings: Any,
) -> int:
    """Walk down the tree, making decisions, add a node at its end, and play on to the end of the
    match or as far as is looked ahead; returns the length of the path in the tree.

    The path holds, for each decision made, the node that it led to, and who made it. (One loop for
    both parts, so that the rules of a game are compiled into it but once.)
    """
    here = int(tree.root)
    length = made = 0
    longest, steady = int(settings.longest), int(tree.steady)
    alone, close = settings.alone == 1, settings.close == 1
    searcher, secret = int(settings.viewer), int(tree.secret)
    while s.turn >= 0 and made < longest:
        seat = int(s.turn)
        guessed = here == NO_NODE or (alone and seat != searcher)
        n = UNLISTED
        if close or not guessed or steady == 0:
            n = int(legal(s, desk.legal))
        if guessed and steady == 0:
            action = int(desk.legal[below(chance, n)])
            steady = stay(chance, settings)
        elif n == 1:
            action = int(desk.legal[0])
            steady -= int(guessed)
        else:
            known = NO_NOTE
            if here != NO_NODE and (close or guessed):
                known = note_at(s, nodes, notes, tree, here)
            if close and known == NO_NOTE:
                node_features(s, notes, NO_NOTE)
            if close or known != NO_NOTE:
                action = int(predict(s, notes, known, desk.legal, n))
            else:
                action = int(guide(s, desk.legal, n))
            steady -= int(guessed)
        if here != NO_NODE:
            entry = NO_CHOICE
            if alone:
                if seat == searcher:
                    action, entry = decide_alone(
                        choices, slots, tree, here, desk, n, action, settings, secret
                    )
                seen = int(public_action(s, action))
                if seat == searcher and seen != action:
                    secret = fingerprint(secret, action)
                edge = edge_of(seen, seat)
                child = find_child(nodes, here, edge)
            else:
                action, child = decide(s, nodes, tree, here, desk, n, action, settings)
                edge = edge_of(action, seat)
            desk.choice[length] = entry
            desk.mover[length] = seat
            length, here = step(nodes, tree, desk, here, child, edge, length)
        apply(s, action)
        made += 1
    tree.steady = steady
    tree.decisions += made
    return length


def write_back(
    s: Any, view: Any, nodes: Any, choices: Any, tree: Any, desk: Any, length: int
) -> None:
    """Give every node and choice on the path what its decider got."""
    scores(s, desk.points)
    winners(s, desk.won)
    payoffs(s, view, desk.points, desk.won, desk.payoff)
    nodes[tree.root].visits += 1
    for i in range(length):
        got = desk.payoff[desk.mover[i]]
        node = nodes[desk.path[i]]
        node.visits += 1
        node.total += got
        if desk.choice[i] != NO_CHOICE:
            entry = choices[desk.choice[i]]
            entry.visits += 1
            entry.total += got


def next_world(
    view: Any, worlds: Any, tree: Any, chance: Any, evidence: Any, settings: Any
) -> None:
    """Put into worlds[0] the world to play in; worlds[1] keeps the last believed one."""
    s = worlds[0]
    viewer = int(settings.viewer)
    accepted = True
    for _ in range(tree.tries):
        worlds[0] = view
        give_chance(s, chance)
        imagine(s, viewer)
        if settings.belief == 1:
            least = part(chance) * tree.weight
            weight = weigh(s, evidence, viewer, least)
            accepted = weight >= least
            if accepted:
                tree.weight = weight
                tree.accepted += 1
                worlds[1] = s
            tree.imagined += 1
    if not accepted:
        worlds[0] = worlds[1]
        give_chance(s, chance)
    horizon(s)


def needed_tries(tree: Any) -> int:
    """So many that every other iteration has another world, if worlds go on being accepted as
    often as before."""
    refused = 1.0 - tree.accepted / tree.imagined if tree.imagined > 0 else 0.0
    tries, same = 1, refused
    while same > 0.5 and tries < MOST_TRIES:
        tries += 1
        same *= refused
    return tries


for helper in (
    edge_of,
    give_chance,
    lacks_nodes,
    add_node,
    find_child,
    ranked,
    choose,
    stay,
    decide,
    decide_alone,
    note_at,
    step,
    play,
    write_back,
    next_world,
    needed_tries,
):
    register_jitable(**OWNS_NOTHING)(helper)


@compiled
def search(
    views: Any,
    worlds: Any,
    nodes: Any,
    notes: Any,
    choices: Any,
    slots: Any,
    trees: Any,
    desks: Any,
    chances: Any,
    evidence: Any,
    settings: Any,
    iterations: int,
    while_room: bool,
) -> int:
    """So many iterations more, and how many that were: fewer where they end as soon as the arrays
    lack room that could be made. Where `nodes` has none left, the tree grows no more."""
    tree, desk, chance, setting = trees[0], desks[0], chances[0], settings[0]
    for done in range(iterations):
        crowded = setting.alone == 1 and lacks_entries(choices, tree)
        if while_room and (crowded or lacks_nodes(nodes, tree)):
            return done
        if tree.iterations & (tree.iterations - 1) == 0:  # again and again, but ever more seldom
            tree.tries = needed_tries(tree)
        next_world(views[0], worlds, tree, chance, evidence, setting)
        length = play(worlds[0], nodes, notes, choices, slots, tree, desk, chance, setting)
        write_back(worlds[0], views[0], nodes, choices, tree, desk, length)
        tree.got += desk.payoff[setting.viewer]
        tree.iterations += 1
    return iterations


@compiled
def enter_choices(choices: Any, slots: Any, trees: Any) -> None:
    """Find choices by these slots from now on."""
    fill_slots(choices, slots, trees[0])
