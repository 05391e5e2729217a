"""What the seat to act is expected to do: as the guide would, as `predict` says, or anything.

A search decides so beyond its tree, and in the tree where somebody does not learn.
"""

from typing import Any

from numba.extending import register_jitable

from goatherd.fast.dispatch import OWNS_NOTHING, guide, legal, node_features, predict
from goatherd.fast.tree import GAP_BITS, NO_FEATURES, NO_NODE, Workspace
from goatherd.rng import below, draw, i64, u64

UNLISTED = 0
"""Choices, where nobody asked which there are."""
FEATURES_FROM = 128
"""Visits of a node before its features are kept: they must be worth the time that takes."""


def random_gap(chance: Any, settings: Any) -> int:
    """How many guided decisions come before the next random one: all drawn at once, which is
    cheaper than a die for each."""
    return int(settings.random_gaps[i64(draw(chance) >> u64(64 - GAP_BITS))])


def features_at(s: Any, nodes: Any, features: Any, tree: Any, here: int) -> int:
    """The row of features of a node, written once it is visited often; NO_FEATURES before that, and
    where there is no room for it."""
    node = nodes[here]
    often = node.visits >= FEATURES_FROM
    if often and node.features == NO_FEATURES and tree.featured + 1 < features.shape[0]:
        tree.featured += 1
        node.features = tree.featured
        features[tree.featured] = 0  # a game may have nothing to write
        node_features(s, features, int(tree.featured))
    return int(node.features)


def likely(s: Any, w: Workspace, here: int, guessed: bool, n: int) -> int:
    """The decision that is expected of a good player."""
    scratch = w.scratch[0]
    everywhere = w.settings[0].predict_in_playouts == 1
    row = NO_FEATURES
    if here != NO_NODE and (everywhere or guessed):
        row = features_at(s, w.nodes, w.features, w.tree[0], here)
    if everywhere and row == NO_FEATURES:
        node_features(s, w.features, NO_FEATURES)
    if everywhere or row != NO_FEATURES:
        return int(predict(s, w.features, row, scratch.legal, n))
    return int(guide(s, scratch.legal, n))


def expect(
    s: Any, w: Workspace, here: int, guessed: bool, until_random: int
) -> tuple[int, int, int]:
    """The decision to expect; before it, how many there are to choose from, and after it, how many
    guesses are left before the next random one. `guessed`: nobody will choose another."""
    scratch, settings, chance = w.scratch[0], w.settings[0], w.worlds.chance[0]
    n = UNLISTED
    if settings.predict_in_playouts == 1 or not guessed or until_random == 0:
        n = int(legal(s, scratch.legal))
    if guessed and until_random == 0:
        action = int(scratch.legal[below(chance, n)])
        return n, action, random_gap(chance, settings)
    if n == 1:
        return n, int(scratch.legal[0]), until_random - int(guessed)
    return n, likely(s, w, here, guessed, n), until_random - int(guessed)


for helper in (random_gap, features_at):
    register_jitable(**OWNS_NOTHING)(helper)
for walked in (likely, expect):  # they get a whole workspace, long to hand over
    register_jitable(forceinline=True, **OWNS_NOTHING)(walked)
