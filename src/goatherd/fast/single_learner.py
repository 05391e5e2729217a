"""The walk down a tree in which only the searcher learns.

Everybody else decides as the guide would, by what their own seat knows. What comes of the
searcher's decisions is counted apart for what it could choose between (`choices.py`). What is
decided in secret is one branch, whatever it was: the others could not tell.
"""

from typing import Any

from numba.extending import register_jitable

from goatherd.fast.choices import NO_CHOICE, choose_apart, entry_of, find_choice, fingerprint
from goatherd.fast.dispatch import OWNS_NOTHING, apply, public_action
from goatherd.fast.expected import expect
from goatherd.fast.tree import NO_NODE, Workspace, edge_of, find_child, step


def decide_apart(w: Workspace, here: int, n: int, liked: int, secret: int) -> tuple[int, int]:
    """What the searcher does at a node, and the entry of the choice that was made. `secret` is the
    fingerprint of what was decided in secret on the way."""
    choices, tree, settings = w.choices, w.tree[0], w.settings[0]
    first = here == tree.root
    if n == 1 and not first:
        return liked, NO_CHOICE
    head = find_choice(choices, w.slots, tree, here, w.scratch[0].legal, n, secret)
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


def walk_where_one_learns(s: Any, w: Workspace) -> int:
    """As `walk_where_all_learn`; the path also holds the entries of the searcher's choices."""
    tree, scratch = w.tree[0], w.scratch[0]
    here, until_random = int(tree.root), int(tree.until_random)
    length = made = 0
    lookahead = int(w.settings[0].lookahead)
    searcher, secret = int(w.settings[0].viewer), int(tree.secret)
    while s.turn >= 0 and made < lookahead:
        seat = int(s.turn)
        guessed = here == NO_NODE or seat != searcher
        n, action, until_random = expect(s, w, here, guessed, until_random)
        if here != NO_NODE:
            entry = NO_CHOICE
            if seat == searcher:
                action, entry = decide_apart(w, here, n, action, secret)
            seen = int(public_action(s, action))
            if seat == searcher and seen != action:
                secret = fingerprint(secret, action)
            scratch.choice[length] = entry
            scratch.mover[length] = seat
            edge = edge_of(seen, seat)
            child = find_child(w.nodes, here, edge)
            length, here = step(w, here, child, edge, length)
        apply(s, action)
        made += 1
    tree.until_random = until_random
    tree.decisions += made
    return length


def credit_choices(w: Workspace, length: int) -> None:
    """Give every choice on the path what its decider got."""
    scratch = w.scratch[0]
    for i in range(length):
        if scratch.choice[i] != NO_CHOICE:
            entry = w.choices[scratch.choice[i]]
            entry.visits += 1
            entry.total += scratch.payoff[scratch.mover[i]]


for helper in (decide_apart, walk_where_one_learns, credit_choices):
    register_jitable(forceinline=True, **OWNS_NOTHING)(helper)
