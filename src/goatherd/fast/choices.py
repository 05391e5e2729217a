"""What came of decisions, apart for what there was to choose between.

A node of the tree is what everybody saw. The searcher knows the own hand besides, and what comes of
a decision says little about it for another hand: cards may have been drawn on the way, or laid face
down. So each set of decisions to choose from at a node, after each list of what was decided in
secret, is a *choice* of its own: a head, and an entry for each decision after it. Choices are found
by their fingerprint in a table of slots.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.dispatch import OWNS_NOTHING
from goatherd.fast.tree import Workspace
from goatherd.rule import record_type

CHOICE = record_type(
    [
        ("total", np.float64),  # payoffs of whoever made this decision, summed
        ("visits", np.int32),  # in a head: how often it was chosen between its decisions
        ("action", np.int32),  # in a head: its fingerprint
        ("node", np.int32),  # in a head: where one can choose so
        ("count", np.int32),  # in a head: how many decisions follow it
    ]
)

NO_CHOICE = 0
MOST_CHOICES = 1 << 22
"""Entries of choices of a tree: about 100 MB."""
ADDED = 512
"""Entries that an iteration may need."""
NO_SECRET = 17
"""Where the fingerprint of a choice begins if nothing was decided in secret before it."""
LOWEST_BITS = 0x7FFFFFFF
SPREAD, NODE_SPREAD = 2654435761, 40503077
"""Odd numbers whose products look like chance."""
KEPT = 4.0
"""Visits that the mean of a choice counts for beside those of one of its decisions."""


def fingerprint(begin: int, number: int) -> int:
    """One that goes on from another."""
    return (begin * 1000003 + number + 1) & LOWEST_BITS


def place_of(slots: Any, node: int, print_: int) -> int:
    return ((print_ * SPREAD + node * NODE_SPREAD) >> 7) & (int(slots.size) - 1)


def is_between(choices: Any, head: int, print_: int, legal: Any, n: int) -> bool:
    """Whether this is the choice between these decisions: others may have the same fingerprint."""
    same = choices[head].action == print_ and choices[head].count == n
    i = 0
    while same and i < n:
        same = choices[head + 1 + i].action == legal[i]
        i += 1
    return bool(same)


def find_choice(
    choices: Any, slots: Any, tree: Any, node: int, legal: Any, n: int, begin: int
) -> int:
    """The head of the choice between these decisions at a node, added if it is not there yet;
    NO_CHOICE if there is no room for it. `slots` always has some that are free."""
    print_ = begin
    for i in range(n):
        print_ = fingerprint(print_, int(legal[i]))
    place = place_of(slots, node, print_)
    while slots[place] != NO_CHOICE:
        found = int(slots[place])
        if choices[found].node == node and is_between(choices, found, print_, legal, n):
            return found
        place = (place + 1) & (slots.size - 1)
    head = int(tree.chosen)
    if head + n >= choices.size:
        return NO_CHOICE
    slots[place] = head
    tree.chosen = head + n + 1
    choices[head].action = print_
    choices[head].visits = 0
    choices[head].node = node
    choices[head].count = n
    for i in range(n):
        entry = choices[head + 1 + i]
        entry.action = legal[i]
        entry.visits = 0
        entry.total = 0.0
    return head


def lacks_entries(w: Workspace) -> bool:
    """Whether the array of choices is too full for an iteration and may still grow."""
    return bool(w.tree[0].chosen + ADDED > w.choices.size and w.choices.size < MOST_CHOICES)


def entry_of(choices: Any, head: int, action: int) -> int:
    """The entry of a decision that there is to choose."""
    entry = head + 1
    while choices[entry].action != action:
        entry += 1
    return entry


def choose_apart(choices: Any, head: int, n: int, liked: int, bonus: float, prior: float) -> int:
    """The entry of the decision to try next, by its mean payoff and a bonus for what was tried
    seldom. What was never tried promises what was got by this choice so far."""
    share = bonus * (1.0 - prior) / n
    extra = bonus * prior
    visits, total = 0, 0.0
    for entry in range(head + 1, head + 1 + n):
        visits += choices[entry].visits
        total += choices[entry].total
    promised = KEPT * (total / visits if visits > 0 else 0.5)
    often = np.sqrt(1.0 + visits)
    best, chosen = -1.0, head + 1
    for entry in range(head + 1, head + 1 + n):
        one = choices[entry]
        eager = share + extra * int(one.action == liked)
        value = (one.total + promised) / (one.visits + KEPT) + eager * often / (1.0 + one.visits)
        if value > best:
            best, chosen = value, entry
    return chosen


def fill_slots(w: Workspace) -> None:
    """Enter all choices into slots that are free, after these have become more."""
    choices, slots = w.choices, w.slots
    head = 1
    while head < w.tree[0].chosen:
        one = choices[head]
        place = place_of(slots, int(one.node), int(one.action))
        while slots[place] != NO_CHOICE:
            place = (place + 1) & (slots.size - 1)
        slots[place] = head
        head += 1 + int(one.count)


for helper in (
    fingerprint,
    place_of,
    is_between,
    find_choice,
    lacks_entries,
    entry_of,
    choose_apart,
    fill_slots,
):
    register_jitable(**OWNS_NOTHING)(helper)
