"""Measure how strong the bots are, and write docs/strength.md.

    python tools/strength.py            # plays what is missing, hours from nothing, then writes
    python tools/strength.py --only goita-belief
    python tools/strength.py --write    # writes the page from what has been played

Every ladder keeps its matches in docs/strength/NAME.csv, so it can be stopped and gone on with.
After a change that makes bots play differently, delete the files and play again.
"""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from goatherd import __version__
from goatherd.bots.levels import LEVELS as ALL_LEVELS
from goatherd.bots.levels import STRONGEST
from goatherd.game import load
from goatherd.ladder.plan import Plan
from goatherd.ladder.play import Played
from goatherd.ladder.rating import Contest, ratings
from goatherd.ladder.results import Results
from goatherd.ladder.standings import by_role, contests
from goatherd.ladder.statistics import Interval

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "strength.md"
PLAYED = ROOT / "docs" / "strength"


class Ladder(NamedTuple):
    """One ladder: the name of its file, and what is played."""

    name: str
    plan: Plan

    @property
    def file(self) -> Path:
        return PLAYED / f"{self.name}.csv"

    @property
    def tables(self) -> Path:
        return PLAYED / f"{self.name}.txt"

    def played(self) -> list[Played]:
        """The matches in its file. A copy is read, since opening a ladder's results locks them and
        mends their end."""
        with TemporaryDirectory() as folder:
            results = Results(Path(shutil.copy(self.file, folder)), self.plan, __version__)
            results.close()
        return results.played


class Section(NamedTuple):
    title: str
    text: str
    ladders: tuple[Ladder, ...]


GOITA, OLD, GNG, LORDS = "goita", "goat-1916", "goat-n-goat", "goat-lords"
ROUND = (("target", "round"),)
GREEDY = ("greedy", "search:0.1s")
RANDOM = ("random", "search:0.1s")
NO_BELIEF = ("search:0.1s:no-belief", "search:0.1s")
LONGER = ("search:0.1s", "search:1s")
GENTLE = tuple(f"level:{number}" for number in range(1, STRONGEST))

AGAINST_GREEDY = (
    Ladder("goita-greedy", Plan(GOITA, 4, ROUND, GREEDY, 300, seed=1)),
    Ladder("1916-greedy", Plan(OLD, 4, (), GREEDY, 50, seed=1)),
    Ladder("gng2-greedy", Plan(GNG, 2, (), GREEDY, 30, seed=1)),
    Ladder("gng4-greedy", Plan(GNG, 4, (), GREEDY, 15, seed=1, lone=True)),
    Ladder("lords4-greedy", Plan(LORDS, 4, (), GREEDY, 40, seed=1, lone=True)),
)
AGAINST_RANDOM = (
    Ladder("goita-match-random", Plan(GOITA, 4, (), RANDOM, 60, seed=1)),
    Ladder("goita-random", Plan(GOITA, 4, ROUND, RANDOM, 100, seed=1)),
    Ladder("1916-random", Plan(OLD, 4, (), RANDOM, 50, seed=1)),
    Ladder("gng2-random", Plan(GNG, 2, (), RANDOM, 30, seed=1)),
    Ladder("gng4-random", Plan(GNG, 4, (), RANDOM, 15, seed=1, lone=True)),
    Ladder("lords4-random", Plan(LORDS, 4, (), RANDOM, 20, seed=1, lone=True)),
)
BELIEF = (Ladder("goita-belief", Plan(GOITA, 4, ROUND, NO_BELIEF, 300, seed=1)),)
A_SECOND = (
    Ladder("1916-longer", Plan(OLD, 4, (), LONGER, 80, seed=1)),
    Ladder("goita-longer", Plan(GOITA, 4, ROUND, LONGER, 4000, seed=1)),
    Ladder("gng2-longer", Plan(GNG, 2, (), LONGER, 40, seed=1)),
    Ladder("lords2-longer", Plan(LORDS, 2, (), LONGER, 43, seed=1)),
)
LEVELS = (
    Ladder("goita-levels", Plan(GOITA, 4, ROUND, GENTLE, 100, seed=2)),
    Ladder("1916-levels", Plan(OLD, 4, (), GENTLE, 30, seed=2)),
    Ladder("gng2-levels", Plan(GNG, 2, (), GENTLE, 12, seed=2)),
    Ladder("lords2-levels", Plan(LORDS, 2, (), GENTLE, 20, seed=2)),
)

SECTIONS = (
    Section(
        "Search at 0.1 seconds against greedy",
        "In the games for two sides a deal is decided when one bot won more of its two matches. "
        "With four players who play each for themselves, one search sits among three greedy, at "
        "every seat in turn; a fair share is 25 %.",
        AGAINST_GREEDY,
    ),
    Section(
        "Search at 0.1 seconds against random",
        "Single rounds of Goita are often lost by luck even against random play, which is why "
        "whole matches to 150 points are shown first.",
        AGAINST_RANDOM,
    ),
    Section(
        "Worlds weighed by belief, or all alike",
        "Both sides think for the same time; one takes all worlds that fit for equally likely.",
        BELIEF,
    ),
    Section(
        "A second against a tenth of one",
        "By the margin, clear of zero in every game. Goat 'n' Goat was played with the search as "
        "it is now, the other games before an iteration became cheaper for both sides. Goita was "
        "looked at after 1,100 deals, when it was +0.85 (-0.21 to +1.90); then it was set to go on "
        "to 4,000, and not looked at before. The 2,900 deals since then, taken alone: +1.77 (+1.11 "
        "to +2.43). (For some minutes of the run tests ran beside it.) "
        "[search.md](search.md#what-more-time-brings) says what more time is used for.",
        A_SECOND,
    ),
    Section(
        "Levels",
        "The levels of `goatherd play --level N`, each with its rating. The ratings are made from "
        "the ladders below and, for level 5, which is the same bot as level 4 with a second to "
        "think, from those of the section above.",
        LEVELS,
    ),
)

INTRODUCTION = """# How strong the bots are

Measured by `goatherd ladder` on duplicate deals, each search on one core of a machine with two;
[ladder.md](ladder.md) says how to read the tables. Every table stands over the command that made
it, and its matches are in [strength/](strength/), one row each. `python tools/strength.py` plays
what is missing and writes this page. How many iterations a second the search makes is in
[search.md](search.md#where-the-time-goes), how fast Goita is solved in [solver.md](solver.md).
"""


def play(ladder: Ladder) -> None:
    """Play what is missing of a ladder, and keep its tables."""
    print(ladder.plan.command(), file=sys.stderr)
    words = shlex.split(ladder.plan.command())[1:]
    command = [sys.executable, "-m", "goatherd", *words, "--csv", str(ladder.file), "--markdown"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    ladder.tables.write_text(done.stdout, encoding="utf-8")


def tables(ladder: Ladder) -> str:
    """The tables of a ladder that has been played, or that it has not."""
    if not ladder.tables.exists():
        return f"Not played yet: `{ladder.plan.command()}`\n"
    text = ladder.tables.read_text(encoding="utf-8").strip()
    return re.sub(r"^(.*)$", r"**\1**", text, count=1, flags=re.MULTILINE) + "\n"


# The levels on one scale


LEVEL_OF = {level.spec: level.number for level in ALL_LEVELS}
LEVEL_OF |= {f"level:{level.number}": level.number for level in ALL_LEVELS}


def scale() -> str:
    """A table with the rating of each level in each game."""
    titles, columns = ["Level"], []
    for ladder in LEVELS:
        (longer,) = (other for other in A_SECOND if other.plan.game == ladder.plan.game)
        titles.append(f"{load(ladder.plan.game).title}, {ladder.plan.players} players")
        columns.append(ratings(list(together(ladder, longer)), len(ALL_LEVELS), seed=1))
    rows = [
        [f"{level.number}, {level.name.say()}", *(said(column[place]) for column in columns)]
        for place, level in reversed(list(enumerate(ALL_LEVELS)))
    ]
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def together(*ladders: Ladder) -> Iterator[Contest]:
    """What levels did in some ladders, each with deals of its own."""
    found = [contests(one.plan, by_role(one.plan, one.played())) for one in ladders]
    sizes = [len(of_ladder[0].matches) for of_ladder in found]
    for place, ladder in enumerate(ladders):
        around = sum(sizes[:place]), sum(sizes[place + 1 :])
        for contest in found[place]:
            yield Contest(
                LEVEL_OF[ladder.plan.bots[contest.one]] - 1,
                LEVEL_OF[ladder.plan.bots[contest.other]] - 1,
                contest.odds,
                np.pad(contest.matches, around),
                np.pad(contest.won, around),
            )


def said(rating: Interval) -> str:
    if rating.low == rating.high:
        return "0"
    return f"{rating.estimate:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"


# The page


def page() -> str:
    parts = [INTRODUCTION]
    for section in SECTIONS:
        parts.append(f"## {section.title}\n")
        if section.text:
            parts.append(f"{section.text}\n")
        if section.ladders is LEVELS and all(one.file.exists() for one in (*LEVELS, *A_SECOND)):
            parts.append(scale())
        parts.extend(tables(ladder) for ladder in section.ladders)
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="ladders whose name holds NAME"
    )
    parser.add_argument("--write", action="store_true", help="play nothing, only write the page")
    given = parser.parse_args()
    PLAYED.mkdir(exist_ok=True)
    for ladder in (ladder for section in SECTIONS for ladder in section.ladders):
        wanted = not given.only or any(name in ladder.name for name in given.only)
        if wanted and not given.write:
            play(ladder)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, subprocess.CalledProcessError):
        sys.exit("stopped; the same command goes on from here")
