"""Tree search over information sets: one implementation for all games.

Each iteration imagines a world that fits the searcher's view (`worlds.py`), walks down a tree of
decisions that all worlds share (`tree.py`), adds a node at its end, plays on as players are
expected to (`expected.py`), and writes what every seat got on the nodes it came by (information-set
Monte Carlo tree search: Cowling, Powley and Whitehouse, 2012).

There are two walks, chosen by the type of the game's record as all its rules are: everybody learns
(`all_learn.py`), or only the searcher does (`single_learner.py`; `Tuning.single_learner`). A game
may have a way to predict the others' decisions that is better than its guide, but slower
(`Search.predict`). It is used in the tree, where the features of what everybody sees at a node are
kept for all visits, and by a search that has the time in playouts too.
"""

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.extending import overload, register_jitable

from goatherd.fast.all_learn import walk_where_all_learn
from goatherd.fast.choices import fill_slots, lacks_entries
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import GAMES, OWNS_NOTHING
from goatherd.fast.single_learner import credit_choices, walk_where_one_learns
from goatherd.fast.tree import Workspace, lacks_nodes, workspace_of, write_back
from goatherd.fast.worlds import needed_tries, next_world


def walk(s: Any, w: Workspace) -> Any:
    """One way down the tree and on to the end; the length of its path."""


def credit(s: Any, w: Workspace, length: int) -> None:
    """Write what everybody got on the path."""


def is_crowded(s: Any, w: Workspace) -> Any:
    """Whether an iteration lacks room that could be made."""


def _credit_all(s: Any, w: Workspace, length: int) -> None:
    write_back(s, w, length)


def _credit_apart(s: Any, w: Workspace, length: int) -> None:
    write_back(s, w, length)
    credit_choices(w, length)


ALL_LEARN: dict[Any, Callable[..., Any]] = {
    walk: walk_where_all_learn,
    credit: _credit_all,
    is_crowded: lambda s, w: lacks_nodes(w),
}
ONE_LEARNS: dict[Any, Callable[..., Any]] = {
    walk: walk_where_one_learns,
    credit: _credit_apart,
    is_crowded: lambda s, w: lacks_nodes(w) or lacks_entries(w),
}


def _chooser(general: Any) -> Callable[..., Any]:
    def choose(s: Any, *_: Any) -> Any:
        if not isinstance(s, types.Record) or s not in GAMES:
            return None
        return (ONE_LEARNS if GAMES[s].search.tuning.single_learner else ALL_LEARN)[general]

    return choose


for general in ALL_LEARN:
    overload(general, strict=False, jit_options=OWNS_NOTHING | {"forceinline": True})(
        _chooser(general)
    )


def iterate(arrays: Any, iterations: int, while_room: bool) -> int:
    """The loop of `search`, apart from it because it owns nothing: counting who holds the arrays
    of a workspace would take longer than many an iteration."""
    w = workspace_of(arrays)  # here, where nothing is owned
    tree, chain = w.tree[0], w.worlds.chain[0]
    s, payoff = w.worlds.states[0], w.scratch[0].payoff
    viewer = w.settings[0].viewer
    for done in range(iterations):
        if while_room and is_crowded(s, w):
            return done
        if tree.iterations & (tree.iterations - 1) == 0:  # again and again, but ever more seldom
            chain.tries = needed_tries(chain)
        next_world(w.worlds)
        credit(s, w, walk(s, w))
        tree.got += payoff[viewer]
        tree.iterations += 1
    return iterations


def enter(arrays: Any) -> None:
    fill_slots(workspace_of(arrays))


for helper in (iterate, enter):
    register_jitable(**OWNS_NOTHING)(helper)


@compiled
def search(arrays: Any, iterations: int, while_room: bool) -> int:
    """So many iterations more, and how many that were: fewer where they end as soon as the arrays
    lack room that could be made. Where `nodes` has none left, the tree grows no more.

    `arrays` is a workspace as plain tuples: of these Numba finds the types a hundred times as
    quickly as of named ones.
    """
    return int(iterate(arrays, iterations, while_room))


@compiled
def enter_choices(arrays: Any) -> None:
    """Find choices by these slots from now on."""
    enter(arrays)
