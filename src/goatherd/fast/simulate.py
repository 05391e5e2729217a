"""Random matches at full speed, over all cores."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd import processes
from goatherd.errors import BadOption
from goatherd.fast import kernels
from goatherd.interpreted import as_record

if TYPE_CHECKING:
    from goatherd.game import Game

CHUNK = 4096
"""Matches between two looks at the clock, the keyboard and the progress bar."""


class Playouts(NamedTuple):
    """The results of random matches: one row a match, one column a seat."""

    scores: npt.NDArray[np.int32]
    winners: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int32]
    """Decisions a match."""


def playouts(
    game: "Game",
    n: int,
    players: int,
    seed: int,
    threads: int | None,
    options: Mapping[str, object],
    progress: Callable[[int], None] | None = None,
    first: int = 0,
) -> Playouts:
    """Play n random matches, from number `first` on; `progress` is told how many more are done.

    Match i is decided by the seed and i alone, so the results are the same on any number of cores,
    and in any number of parts.
    """
    n = checked_count(n)
    start = template(game, players, options)
    out = Playouts(
        np.zeros((n, players), np.int32), np.zeros((n, players), np.bool_), np.zeros(n, np.int32)
    )

    stream = checked_stream(seed)

    def play(part: slice) -> int:
        kernels.random_matches(
            start,
            stream,
            first + part.start,
            out.scores[part],
            out.winners[part],
            out.lengths[part],
        )
        return int(part.stop - part.start)

    for done in over_threads(play, chunks(n), cores(threads)):
        if progress is not None:
            progress(done)
    return out


def template(game: "Game", players: int, options: Mapping[str, object]) -> npt.NDArray[Any]:
    """A record with players and options set, ready to be copied and set up."""
    start = np.zeros(1, game.contract.rules.state)
    game.contract.rules.configure(as_record(start), players, game.checked_options(options))
    return start


def checked_count(n: int) -> int:
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
        raise BadOption(f"n={n!r}: a number of matches is a whole number, 0 or more")
    return int(n)


def checked_stream(seed: int) -> np.uint64:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 1 << 64:
        raise BadOption(f"seed={seed!r}: simulations take a seed from 0 to 2**64 - 1")
    return np.uint64(seed)


def cores(threads: int | None) -> int:
    """How many threads to use: as many as this process may, unless said."""
    if threads is None:
        return processes.cores()
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise BadOption(f"threads={threads!r}: at least one thread is needed")
    return threads


def chunks(n: int) -> Iterator[slice]:
    for first in range(0, n, CHUNK):
        yield slice(first, min(first + CHUNK, n))


def over_threads(
    work: Callable[[slice], int], parts: Iterator[slice], threads: int
) -> Iterator[int]:
    """The results of the parts, in order, worked on by so many threads."""
    if threads == 1:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(work, parts)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
