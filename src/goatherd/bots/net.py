"""A trained net that decides: the bot `policy:FILE`, with NumPy alone.

A file is an `.npz`: layers `w0`, `b0`, `w1`, `b1`, ... of a net that turns an observation into a
number for each decision, and `about`, the text that says for which game it was trained. Between
layers stands a rectifier. Of the legal decisions the one with the largest number is made, or, with
`sample`, each as often as the softmax says.
"""

import itertools
import json
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd.bots.bot import Bot
from goatherd.bots.simple import checked_seed, number_of
from goatherd.errors import BadOption, BotFailed, quoted
from goatherd.interpreted import as_record
from goatherd.view import View

Numbers = npt.NDArray[np.float32]
VERSION = 1
"""Of the layout of files; a file names the version and width of the observation it was made for."""


class Net(NamedTuple):
    """What a file holds."""

    game: str
    width: int
    actions: int
    layers: tuple[tuple[Numbers, Numbers], ...]

    def logits(self, seen: Numbers) -> Numbers:
        """A number for each decision."""
        for place, (weights, bias) in enumerate(self.layers):
            seen = seen @ weights + bias
            if place + 1 < len(self.layers):
                seen = np.maximum(seen, 0)
        return seen


class NetBot(Bot):
    """Decides as a trained net does. With `sample`, by chance that follows from seed and view."""

    def __init__(self, file: str, sample: bool = False, seed: int | None = None) -> None:
        self.name = f"policy:{file}" + (":sample" if sample else "")
        self.net = read(file)
        self.file = file
        self.sample = sample
        self.seed = checked_seed(seed) or 0

    def prepare(self, game: str) -> None:
        if game != self.net.game:
            raise BadOption(f"{self.file} was trained for {self.net.game}, not for {game}")

    def chances(self, view: View) -> npt.NDArray[np.float64]:
        """How likely the net finds each of the legal decisions."""
        contract = view.contract
        width = sum(part.size for part in contract.search.observation)
        made_for = (self.net.game, self.net.width, self.net.actions)
        if made_for != (contract.facts.name, width, len(contract.facts.actions)):
            raise BotFailed(
                f"{self.file} was trained for {self.net.game} with {self.net.width} numbers and "
                f"{self.net.actions} decisions; this is {contract.facts.name} with {width} and "
                f"{len(contract.facts.actions)}"
            )
        assert view.seat is not None
        seen = np.zeros(width, np.float32)
        contract.search.observe(as_record(view.state), view.seat, seen)
        legal = self.net.logits(seen)[view.legal_numbers()].astype(np.float64)
        weights = np.exp(legal - legal.max())
        chances: npt.NDArray[np.float64] = weights / weights.sum()
        return chances

    def _choose(self, view: View) -> str:
        chances = self.chances(view)
        if not self.sample:
            return view.legal()[int(chances.argmax())]
        dice = np.random.default_rng(number_of(view, self.seed))
        return view.legal()[int(dice.choice(len(chances), p=chances))]


def write(file: str, game: str, layers: list[tuple[Any, Any]]) -> None:
    """Write a net for a game."""
    arrays: dict[str, Any] = {"about": np.array(json.dumps({"game": game, "version": VERSION}))}
    for place, (weights, bias) in enumerate(layers):
        arrays[f"w{place}"] = np.asarray(weights, np.float32)
        arrays[f"b{place}"] = np.asarray(bias, np.float32)
    with Path(file).open("wb") as out:
        np.savez_compressed(out, **arrays)


@lru_cache(16)
def read(file: str) -> Net:
    """The net in a file. Owner: the process; a ladder makes a bot for each match."""
    try:
        with Path(file).open("rb") as content, np.load(content, allow_pickle=False) as arrays:
            return checked(file, {name: arrays[name] for name in arrays.files})
    except OSError as error:
        raise BadOption(f"policy {quoted(file)}: {error.strerror or 'cannot be read'}") from None
    except (AttributeError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise BadOption(f"policy {quoted(file)}: this is no net of Goatherd ({error})") from None


def checked(file: str, arrays: dict[str, Any]) -> Net:
    """A net whose layers fit together."""
    about = json.loads(str(arrays["about"]))
    if not isinstance(about, dict) or about.get("version") != VERSION:
        raise BadOption(f"policy {quoted(file)}: another version of file; this reads {VERSION}")
    count = sum(name.startswith("w") for name in arrays)
    layers = tuple((arrays[f"w{place}"], arrays[f"b{place}"]) for place in range(count))
    if not layers:
        raise ValueError("it has no layers")
    sizes = [weights.shape for weights, _ in layers]
    fits = all(len(size) == 2 for size in sizes) and all(
        bias.shape == (size[1],) for size, (_, bias) in zip(sizes, layers, strict=True)
    )
    if not fits or any(one[1] != two[0] for one, two in itertools.pairwise(sizes)):
        raise ValueError("its layers do not fit together")
    if not all(np.isfinite(part).all() for layer in layers for part in layer):
        raise ValueError("it holds what is no number")
    return Net(str(about["game"]), sizes[0][0], sizes[-1][1], layers)
