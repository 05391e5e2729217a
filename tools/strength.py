"""Measure how strong the bots are, and write docs/strength.md.

    python tools/strength.py            # plays what is missing, hours from nothing, then writes
    python tools/strength.py --only goita-belief
    python tools/strength.py --write    # writes the page from what has been played

Every ladder keeps its matches in docs/strength/NAME.csv, so it can be stopped and gone on with.
After a change that makes bots play differently, delete the files and play again.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "strength.md"
PLAYED = ROOT / "docs" / "strength"


class Ladder(NamedTuple):
    """One ladder: the name of its file, and what `goatherd ladder` is given."""

    name: str
    words: str


class Section(NamedTuple):
    title: str
    text: str
    ladders: tuple[Ladder, ...]


ROUND = "--option target=round"
GREEDY = (
    Ladder("goita-greedy", f"goita --bots greedy,search:0.1s -n 300 --seed 1 {ROUND}"),
    Ladder("1916-greedy", "goat-1916 --bots greedy,search:0.1s -n 50 --seed 1"),
    Ladder("gng2-greedy", "goat-n-goat --bots greedy,search:0.1s -n 12 --seed 1"),
    Ladder("gng4-greedy", "goat-n-goat --players 4 --bots greedy,search:0.1s -n 8 --seed 1 --lone"),
    Ladder(
        "lords4-greedy", "goat-lords --players 4 --bots greedy,search:0.1s -n 20 --seed 1 --lone"
    ),
)
RANDOM = (
    Ladder("goita-match-random", "goita --bots random,search:0.1s -n 12 --seed 1"),
    Ladder("goita-random", f"goita --bots random,search:0.1s -n 50 --seed 1 {ROUND}"),
    Ladder("1916-random", "goat-1916 --bots random,search:0.1s -n 15 --seed 1"),
    Ladder("gng2-random", "goat-n-goat --bots random,search:0.1s -n 6 --seed 1"),
    Ladder("gng4-random", "goat-n-goat --players 4 --bots random,search:0.1s -n 5 --seed 1 --lone"),
    Ladder(
        "lords4-random", "goat-lords --players 4 --bots random,search:0.1s -n 8 --seed 1 --lone"
    ),
)
BELIEF = (
    Ladder(
        "goita-belief", f"goita --bots search:0.1s:no-belief,search:0.1s -n 300 --seed 1 {ROUND}"
    ),
)
LONGER = (
    Ladder("1916-longer", "goat-1916 --bots search:0.1s,search:1s -n 80 --seed 1"),
    Ladder("goita-longer", f"goita --bots search:0.1s,search:1s -n 1100 --seed 1 {ROUND}"),
    Ladder("gng2-longer", "goat-n-goat --bots search:0.1s,search:1s -n 20 --seed 1"),
    Ladder("lords2-longer", "goat-lords --players 2 --bots search:0.1s,search:1s -n 43 --seed 1"),
)
BOTS = "level:1,level:2,level:3,level:4"
LEVELS = (
    Ladder("goita-levels", f"goita --bots {BOTS} -n 60 --seed 2 {ROUND}"),
    Ladder("1916-levels", f"goat-1916 --bots {BOTS} -n 16 --seed 2"),
    Ladder("gng2-levels", f"goat-n-goat --bots {BOTS} -n 5 --seed 2"),
    Ladder("lords2-levels", f"goat-lords --players 2 --bots {BOTS} -n 8 --seed 2"),
)

SECTIONS = (
    Section(
        "Search at 0.1 seconds against greedy",
        "In the games for two sides a deal is decided when one bot won more of its two matches. "
        "With four players who play each for themselves, one search sits among three greedy, at "
        "every seat in turn; a fair share is 25 %.",
        GREEDY,
    ),
    Section(
        "Search at 0.1 seconds against random",
        "Single rounds of Goita are often lost by luck even against random play, which is why "
        "whole matches to 150 points are shown first.",
        RANDOM,
    ),
    Section(
        "Worlds weighed by belief, or all alike",
        "Both sides think for the same time; one takes all worlds that fit for equally likely.",
        BELIEF,
    ),
    Section(
        "A second against a tenth of one",
        "Clear of zero by the margin in Goat (1916) and Goat Lords, by the share of wins in Goat "
        "'n' Goat; in Goita not yet. There a deal has a spread of 18 points, so that some 2,500 "
        "deals would be needed if a second brings what it looks like. (For some minutes of the "
        "run tests ran beside it at the lowest priority.) Before decisions were foreseen by a "
        "network it was +0.14 (-0.63 to +0.92) over 1,300 deals. "
        "[search.md](search.md#what-more-time-brings) says what more time is used for.",
        LONGER,
    ),
    Section(
        "Levels",
        "The levels of `goatherd play --level N`. Level 5 is the same bot as level 4 with a second "
        "to think: the section above has what that brings.",
        LEVELS,
    ),
)

INTRODUCTION = """# How strong the bots are

Measured by `goatherd ladder` on duplicate deals, each search on one core of a machine with two;
[ladder.md](ladder.md) says how to read the tables. Every table stands over the command that made
it, and its matches are in [strength/](strength/), one row each. `python tools/strength.py` plays
what is missing and writes this page.
"""


def command(ladder: Ladder) -> list[str]:
    file = PLAYED / f"{ladder.name}.csv"
    words = ["ladder", *ladder.words.split(), "--csv", str(file), "--markdown"]
    return [sys.executable, "-m", "goatherd", *words]


def play(ladder: Ladder) -> None:
    """Play what is missing of a ladder, and keep its tables."""
    print(f"goatherd ladder {ladder.words}", file=sys.stderr)
    done = subprocess.run(command(ladder), stdout=subprocess.PIPE, text=True, check=True)
    (PLAYED / f"{ladder.name}.txt").write_text(done.stdout, encoding="utf-8")


def tables(ladder: Ladder) -> str:
    """The tables of a ladder that has been played, or that it has not."""
    file = PLAYED / f"{ladder.name}.txt"
    if not file.exists():
        return f"Not played yet: `goatherd ladder {ladder.words}`\n"
    text = file.read_text(encoding="utf-8").strip()
    return re.sub(r"^(.*)$", r"**\1**", text, count=1, flags=re.MULTILINE) + "\n"


def page() -> str:
    parts = [INTRODUCTION]
    for section in SECTIONS:
        parts.append(f"## {section.title}\n")
        if section.text:
            parts.append(f"{section.text}\n")
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
