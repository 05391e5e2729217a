"""The physical limit: `goita_limit.c`, compiled on the spot and run on one core."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from benchmarks.measure import Measure, Missing, Probe

SOURCE = Path(__file__).with_name("goita_limit.c")


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    """Where the program lives; gone when Python ends."""
    return tempfile.TemporaryDirectory(prefix="goita-limit-")


@cache
def program() -> Path:
    """The compiled program."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise Missing("gcc is not installed: apt install gcc")
    target = Path(folder().name) / "goita_limit"
    command = [compiler, "-O3", "-march=native", str(SOURCE), "-o", str(target)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return target


def play(rounds: int, seed: int = 1) -> dict[str, float]:
    """Plays so many rounds; speed by the program's own clock, and what the rounds were like."""
    command = [str(program()), str(rounds), str(seed)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def rounds_per_second() -> Measure:
    """Random Goita rounds per second in C."""
    guess = play(200_000)["rounds_per_second"]
    return lambda seconds: play(max(1, int(guess * seconds)))["rounds_per_second"]


ROUNDS = Probe("goita_limit.c", "rounds/s", rounds_per_second)
