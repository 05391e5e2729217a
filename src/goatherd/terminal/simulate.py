"""Random matches at full speed, summed up as they are played."""

import csv
import math
import shlex
import time
from collections.abc import Mapping
from contextlib import ExitStack
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text as Line

from goatherd.errors import BadOption
from goatherd.game import Game
from goatherd.ladder.statistics import Interval, Z, wilson

if TYPE_CHECKING:
    from goatherd.fast import Playouts

MOST = 10**12
STRETCH = 1 << 18
"""Matches whose results are held at once."""


class Plan(NamedTuple):
    """What is to be simulated; the same plan always gives the same matches."""

    game: Game
    n: int
    players: int
    seed: int
    options: Mapping[str, str]

    def command(self) -> str:
        """What to type to simulate the same again."""
        words = ["goatherd", "simulate", self.game.name, "-n", str(self.n)]
        words += ["--players", str(self.players), "--seed", str(self.seed)]
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"]
        return shlex.join(words)


def checked_count(text: str) -> int:
    """A number of matches, written like 1000000, 1_000_000 or 1e6."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or not 1 <= number <= MOST or number != int(number):
        raise BadOption(f"-n {text}: give a whole number from 1 to 1e12, like 1000000 or 1e6")
    return int(number)


# Playing


def run(plan: Plan, threads: int | None, file: str | None, progress: Progress) -> "Tally":
    """Play all the matches; with a file, write a row for each of them."""
    tally = Tally(plan.players)
    warm_up(plan, threads)
    with ExitStack() as stack:
        rows = None if file is None else Rows(stack.enter_context(open_rows(file)), plan.players)
        stack.enter_context(progress)
        progress.add_task(plan.game.title, total=plan.n)
        for first in range(0, plan.n, STRETCH):
            begun = time.perf_counter()
            played = play_stretch(plan, first, threads, progress)
            tally.add(played, time.perf_counter() - begun)
            if rows is not None:
                rows.add(played)
    return tally


def play_stretch(
    plan: Plan, first: int, threads: int | None, progress: Progress | None = None
) -> "Playouts":
    """The matches from number `first` on, so many that memory is no matter."""
    from goatherd.fast import playouts

    return playouts(
        plan.game,
        min(STRETCH, plan.n - first),
        plan.players,
        plan.seed,
        threads,
        plan.options,
        progress=None if progress is None else partial(progress.advance, progress.task_ids[0]),
        first=first,
    )


def warm_up(plan: Plan, threads: int | None) -> None:
    """Play one match, so that compiling is no part of the time that is measured."""
    play_stretch(plan._replace(n=1), 0, threads)


def progress_bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )


class Rate(ProgressColumn):
    """Matches a second."""

    def render(self, task: Task) -> Line:
        return Line("" if task.speed is None else f"{task.speed:,.0f} matches/s", "dim")


def open_rows(file: str) -> IO[str]:
    return Path(file).open("w", encoding="utf-8", newline="")


class Rows:
    """Results as comma-separated rows: match, decisions, each seat's score, who won."""

    def __init__(self, file: IO[str], players: int) -> None:
        self.writer = csv.writer(file)
        self.written = 0
        seats = range(players)
        scores, wins = [f"score {seat}" for seat in seats], [f"won {seat}" for seat in seats]
        self.writer.writerow(["match", "decisions", *scores, *wins])

    def add(self, played: "Playouts") -> None:
        numbers = np.arange(self.written, self.written + len(played.lengths))
        columns = (numbers, played.lengths, played.scores, played.winners)
        self.writer.writerows(np.column_stack(columns).tolist())
        self.written += len(numbers)


# Summing up


class Tally:
    """Sums over matches, from which all that is shown follows."""

    def __init__(self, players: int) -> None:
        self.matches = 0
        self.points = np.zeros(players, np.int64)
        self.squares = np.zeros(players, np.int64)
        self.wins = np.zeros(players, np.int64)
        self.lengths = np.zeros(1, np.int64)
        """How many matches had 0, 1, 2, ... decisions."""
        self.seconds = 0.0

    def add(self, played: "Playouts", seconds: float) -> None:
        self.seconds += seconds
        scores = played.scores.astype(np.int64)
        self.matches += len(scores)
        self.points += scores.sum(axis=0)
        self.squares += (scores**2).sum(axis=0)
        self.wins += played.winners.sum(axis=0)
        longest = max(len(self.lengths), int(played.lengths.max()) + 1)
        more = np.bincount(played.lengths, minlength=longest)
        self.lengths = more + np.pad(self.lengths, (0, longest - len(self.lengths)))

    def score(self, seat: int) -> Interval:
        mean = int(self.points[seat]) / self.matches
        variance = max(int(self.squares[seat]) / self.matches - mean**2, 0.0)
        margin = Z * math.sqrt(variance / self.matches)
        return Interval(mean, mean - margin, mean + margin)

    def share(self, seat: int) -> Interval:
        """The share of matches that a seat wins or shares in winning."""
        return wilson(int(self.wins[seat]), self.matches)

    def fair_share(self) -> float:
        """What each seat would win if all seats were worth the same."""
        return int(self.wins.sum()) / self.matches / len(self.wins)

    def decisions(self) -> int:
        return int(self.lengths @ np.arange(len(self.lengths)))

    def length_at(self, rank: int) -> int:
        """The length of a match at a place (from 0) among all, by length."""
        return int(np.searchsorted(np.cumsum(self.lengths), rank, side="right"))

    def median_length(self) -> float:
        middle = self.length_at((self.matches - 1) // 2) + self.length_at(self.matches // 2)
        return middle / 2


# Showing


def show(console: Console, plan: Plan, tally: Tally) -> None:
    console.print(f"{plan.game.title}, {plan.players} players: {tally.matches:,} random matches")
    console.print(seats_table(tally))
    console.print(Line("* its fair share lies outside the interval", "dim"))
    console.print(lengths_line(tally))
    console.print(f"To repeat it: {plan.command()}", soft_wrap=True)


def seats_table(tally: Tally) -> Table:
    """Score, wins and advantage of each seat, with 95 % intervals."""
    table = Table()
    table.add_column("Seat")
    for title in ("Score", "95 %", "Wins", "95 %", "Advantage"):
        table.add_column(title, justify="right")
    for seat in range(len(tally.wins)):
        score, share = tally.score(seat), tally.share(seat)
        table.add_row(
            str(seat),
            f"{score.estimate:.2f}",
            f"{score.low:.2f} to {score.high:.2f}",
            f"{share.estimate:.2%}",
            f"{share.low:.2%} to {share.high:.2%}",
            advantage(share, tally.fair_share()),
        )
    return table


def advantage(share: Interval, fair: float) -> str:
    """How far a share is above the fair one; starred where chance does not explain it."""
    star = "" if share.low <= fair <= share.high else "*"
    return f"{star}{share.estimate - fair:+.2%}"


def lengths_line(tally: Tally) -> str:
    mean = tally.decisions() / tally.matches
    shortest, longest = tally.length_at(0), tally.length_at(tally.matches - 1)
    return (
        f"Decisions a match: mean {mean:.1f}, min {shortest}, median {tally.median_length():g}, "
        f"max {longest}, {tally.decisions() / tally.seconds:,.0f} a second"
    )
