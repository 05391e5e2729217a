"""How long people wait before anything happens: import, first compile, later starts.

Everything runs in fresh processes; the compile cache is a temporary folder of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import goatherd
from benchmarks.measure import Measure, Probe, seconds_of

IMPORT = """
import numpy, time
start = time.perf_counter()
import goatherd
print(time.perf_counter() - start)
"""

HEAVY = """
import sys, goatherd
heavy = {"numba", "llvmlite", "fastapi", "starlette", "uvicorn", "jinja2", "sqlalchemy", "anyio"}
print(len(heavy & {name.partition(".")[0] for name in sys.modules}))
"""

EVERYTHING = """
import goatherd
for name in goatherd.games():
    game = goatherd.load(name)
    for players in game.players:
        game.playouts(10, players=players, seed=1)
        batch = game.batch(2, players=players, seed=1)
        batch.step(batch.random_actions())
        batch.legal_mask, batch.observe(), batch.scores
"""


@dataclass(frozen=True)
class FirstStart:
    """A process that had to compile everything."""

    seconds: float
    said: str
    cache: tempfile.TemporaryDirectory[str]


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the program in a fresh Python that finds the goatherd we measure."""
    path = os.pathsep.join(
        [str(Path(goatherd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"a fresh Python failed: {done.stderr.strip().splitlines()[-1]}")
    return done


@cache
def first_start() -> FirstStart:
    """Compiles everything into an empty cache, once per run of the bench."""
    folder = tempfile.TemporaryDirectory(prefix="goatherd-cache-")
    said = ""

    def start() -> None:
        nonlocal said
        said = run(EVERYTHING, GOATHERD_CACHE=folder.name).stderr

    return FirstStart(seconds_of(start), said, folder)


def import_seconds() -> Measure:
    """``import goatherd`` beyond what NumPy's own import takes; the best of five processes."""
    return lambda _: min(float(run(IMPORT).stdout) for _ in range(5))


def heavy_imports() -> Measure:
    """How many packages of the compiler or the web ``import goatherd`` pulls in."""
    return lambda _: float(run(HEAVY).stdout)


def first_seconds() -> Measure:
    """A whole process that plays every game from an empty cache."""
    return lambda _: first_start().seconds


def later_seconds() -> Measure:
    """The same process again, now that the cache is full."""
    folder = first_start().cache.name
    return lambda _: seconds_of(lambda: run(EVERYTHING, GOATHERD_CACHE=folder))


IMPORT_TIME = Probe("import goatherd, beyond NumPy", "s", import_seconds, lower_is_better=True)
HEAVY_IMPORTS = Probe(
    "packages of compiler or web imported", "", heavy_imports, lower_is_better=True
)
FIRST = Probe("first start, everything compiled", "s", first_seconds, lower_is_better=True)
LATER = Probe("later start, every game", "s", later_seconds, lower_is_better=True)
