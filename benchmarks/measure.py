"""Timing that survives a noisy machine: warm up, take turns, keep the best.

A *measure* takes a number of seconds and gives one figure: work per second, or seconds for a thing
that is done once. A *probe* names a measure and knows how to get ready for it. Probes that are
compared run in turns, so that a slow minute of the machine hits all of them, and each keeps its
best turn: noise only ever makes code look slower.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

Measure = Callable[[float], float]
"""Give it seconds to spend; it gives back one figure."""

Work = Callable[[], int]
"""Does one portion of work and says how many units that was."""


class Missing(Exception):
    """What a probe needs is not here; the text says what, and how to get it."""


@dataclass(frozen=True)
class Probe:
    """A figure to take. ``prepare`` may be slow (import, compile) and may raise `Missing`."""

    name: str
    unit: str
    prepare: Callable[[], Measure]
    lower_is_better: bool = False


@dataclass
class Figure:
    """What came of a probe: its best turn, or why there is none."""

    probe: Probe
    measure: Measure | None = None
    turns: list[float] = field(default_factory=list)
    trouble: str = ""
    missing: bool = False

    @property
    def best(self) -> float | None:
        """The turn that noise disturbed least."""
        if self.trouble or not self.turns:
            return None
        return min(self.turns) if self.probe.lower_is_better else max(self.turns)

    def get_ready(self) -> None:
        """Prepares, and runs once in passing what is not a thing that is done only once."""
        measure = self.probe.prepare()
        if not self.probe.lower_is_better:
            measure(0.05)
        self.measure = measure

    def take(self, seconds: float) -> None:
        """Adds one turn."""
        assert self.measure is not None
        self.turns.append(self.measure(seconds))

    def attempt(self, action: Callable[[], None]) -> None:
        """Runs the action; what goes wrong is written down, and never stops the others."""
        try:
            action()
        except Missing as reason:
            self.trouble, self.missing = str(reason), True
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"


def throughput(work: Work) -> Measure:
    """Units per second of a portion of work that is repeated until the time is up."""

    def measure(seconds: float) -> float:
        units = 0
        start = now = time.perf_counter()
        while now - start < seconds:
            units += work()
            now = time.perf_counter()
        return units / (now - start)

    return measure


def sized(work: Callable[[int], int]) -> Measure:
    """Units per second of work that is told how much to do: portions grow until a call is long.

    Calls of an eighth of the time hide what a call costs by itself, without overrunning.
    """

    def measure(seconds: float) -> float:
        size = grown(work, seconds / 8)
        return throughput(lambda: work(size))(seconds)

    return measure


def grown(work: Callable[[int], int], seconds: float) -> int:
    """The size, doubled from 64, at which one call of the work first takes that long."""
    size = 64
    while seconds_of(partial(work, size)) < seconds:
        size *= 2
    return size


def seconds_of(action: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_turns(
    probes: Iterable[Probe], seconds: float, turns: int, tell: Callable[[str], None]
) -> dict[str, Figure]:
    """Takes every probe `turns` times, one after another and round again, and gives the figures.

    A probe that fails keeps its place with the reason; it never stops the others.
    """
    figures = {probe.name: Figure(probe) for probe in probes}
    for figure in figures.values():
        tell(f"getting ready: {figure.probe.name}")
        figure.attempt(figure.get_ready)
    for turn in range(turns):
        for figure in figures.values():
            if figure.measure is not None:
                tell(f"turn {turn + 1} of {turns}: {figure.probe.name}")
                figure.attempt(partial(figure.take, seconds))
    return figures
