"""The games there are: those of the folders here, and those that other packages offer.

A package offers a game by an entry point of the group `goatherd.games`: its name is the game's, and
its value says where the contract is, as in `my-game = "my_package.my_game:GAME"`.
"""

from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from goatherd.contract import Contract

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "goatherd.games"


@cache
def names() -> tuple[str, ...]:
    """The names of all games; those of other packages, which are not looked at, come last."""
    own = sorted(folders(), key=lambda name: (contract(name).facts.rank, name))
    return (*own, *sorted(offered()))


@cache
def folders() -> dict[str, str]:
    """The games of this package, each with the name of its folder."""
    found = (one.name for one in resources.files(__name__).iterdir() if is_game(one))
    return {folder.replace("_", "-"): folder for folder in sorted(found)}


def is_game(folder: Traversable) -> bool:
    return folder.is_dir() and (folder / "__init__.py").is_file()


@cache
def offered() -> "dict[str, EntryPoint]":
    """The games of other packages; none has the name of one of ours."""
    from importlib.metadata import entry_points  # takes a while, and most need it never

    return {one.name: one for one in entry_points(group=GROUP) if one.name not in folders()}


@cache
def contract(name: str) -> Contract:
    """The contract of one game, imported when it is first asked for."""
    if name in folders():
        game: Contract = import_module(f"{__name__}.{folders()[name]}").GAME
        return game
    found = offered()[name].load()
    if not isinstance(found, Contract) or found.facts.name != name:
        place = offered()[name].value
        raise TypeError(f"{place} is offered as the game {name!r}, and is no contract of that name")
    return found


def files(name: str) -> Traversable:
    """The folder of a game: its rule books and whatever else belongs to it."""
    if name in folders():
        return resources.files(__name__) / folders()[name]
    module = offered()[name].module
    spec = find_spec(module)
    is_package = spec is not None and spec.submodule_search_locations is not None
    return resources.files(module if is_package else module.rpartition(".")[0] or module)
