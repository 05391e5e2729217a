"""Everybody with everybody: one bot against another, and partners with strangers.

Two tables. *Against*: a row's bot on one side, a column's on the other. *Partners*, where sides
play: the row's bot and the column's together against two of a third (`against`). Every deal is
played from both sides, and by partners in both orders, so luck of the cards falls on all alike; a
cell is the share of matches won, an undecided one half.
"""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from goatherd.bots import spec
from goatherd.errors import BadOption
from goatherd.game import load
from goatherd.research.scale import Where, results
from goatherd.rng import WORD, siphash

CARDS, DICE = 0xA11, 0xD1CE
DEALS_OF_A_JOB = 10


class Plan(NamedTuple):
    """What is played; the same plan always gives the same tables."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    against: str
    deals: int
    seed: int

    def command(self) -> str:
        """What to type to play the same again."""
        words = ["goatherd", "crossplay", self.game, "--bots", ",".join(self.bots)]
        words += ["--against", self.against, "-n", str(self.deals)]
        words += ["--players", str(self.players), "--seed", str(self.seed)]
        for name, value in self.options:
            words += ["--option", f"{name}={value}"]
        return shlex.join(words)

    @property
    def sides(self) -> int:
        return load(self.game).contract.facts.sides(self.players)

    @property
    def has_partners(self) -> bool:
        return self.sides != self.players


class Job(NamedTuple):
    """Some deals of a cell."""

    table: str
    row: int
    column: int
    first: int
    deals: int


class Cell(NamedTuple):
    """Of the matches of a cell, what its row's bot won."""

    won: float
    matches: int

    @property
    def share(self) -> float:
        return self.won / self.matches

    @property
    def error(self) -> float:
        """Half of the interval at 95 %, as if matches were independent."""
        return float(1.96 * (self.share * (1 - self.share) / self.matches) ** 0.5)


def checked(plan: Plan) -> Plan:
    if len(plan.bots) < 2:
        raise BadOption(f"--bots {','.join(plan.bots)}: name at least two")
    for bot in (*plan.bots, plan.against):
        with spec.make(bot, offered={"threads": 1}) as made:
            made.prepare(plan.game)
    return plan


def jobs(plan: Plan) -> list[Job]:
    tables = ["against", *(["partners"] if plan.has_partners else [])]
    return [
        Job(table, row, column, first, min(DEALS_OF_A_JOB, plan.deals - first))
        for table in tables
        for row in range(len(plan.bots))
        for column in range(len(plan.bots))
        if table == "partners" or row != column
        for first in range(0, plan.deals, DEALS_OF_A_JOB)
    ]


def seatings(plan: Plan, job: Job) -> list[tuple[list[str], int]]:
    """Who sits where in each match of a deal, and a seat whose win counts for the row."""
    row, column = plan.bots[job.row], plan.bots[job.column]
    found = []
    for side in range(plan.sides):
        mine = [seat for seat in range(plan.players) if seat % plan.sides == side]
        if job.table == "against":
            bots = [row if seat in mine else column for seat in range(plan.players)]
            found.append((bots, mine[0]))
            continue
        for turn in range(2 if row != column else 1):
            pair = (row, column) if turn == 0 else (column, row)
            bots = [plan.against] * plan.players
            for place, seat in enumerate(mine):
                bots[seat] = pair[place % 2]
            found.append((bots, mine[0]))
    return found


def play(plan: Plan, job: Job) -> Cell:
    """All matches of a job."""
    won, matches = 0.0, 0
    for deal in range(job.first, job.first + job.deals):
        for bots, seat in seatings(plan, job):
            winners = match_of(plan, deal, bots)
            won += (
                0.5
                if not winners
                else float(seat in winners) / (1 if plan.has_partners else len(winners))
            )
            matches += 1
    return Cell(won, matches)


def match_of(plan: Plan, deal: int, bots: Sequence[str]) -> list[int]:
    """Who wins a deal."""
    low, high = (number(plan.seed, deal, CARDS + half) for half in range(2))
    match = load(plan.game).new(plan.players, high << 64 | low, None, **dict(plan.options))
    made = [
        spec.make(bot, offered={"seed": number(plan.seed, deal, DICE + seat), "threads": 1})
        for seat, bot in enumerate(bots)
    ]
    try:
        while (seat := match.turn) is not None:
            match.play(made[seat].choose(match.view(seat)))
    finally:
        for bot in made:
            bot.close()
    return match.winners()


def number(seed: int, deal: int, purpose: int) -> int:
    """64 bits for one purpose of a deal."""
    return int(siphash(seed & WORD, seed >> 64, deal << 24 | purpose))


Table = dict[tuple[str, int, int], Cell]


def run(plan: Plan, where: Where, progress: Callable[[], None] | None = None) -> Table:
    """Both tables."""
    listed, found = jobs(checked(plan)), Table()
    for job, cell in zip(
        listed, results(partial(play, plan), listed, where, progress), strict=True
    ):
        key = (job.table, job.row, job.column)
        before = found.get(key, Cell(0.0, 0))
        found[key] = Cell(before.won + cell.won, before.matches + cell.matches)
    return found


# Writing


def as_csv(plan: Plan, found: Table) -> str:
    """A row a cell."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["table", "row", "column", "won", "matches", "share", "error"])
    for (table, row, column), cell in found.items():
        told = [table, plan.bots[row], plan.bots[column], cell.won, cell.matches]
        rows.writerow([*told, f"{cell.share:.4f}", f"{cell.error:.4f}"])
    return out.getvalue()


CELL, EDGE = 90, 130


def heat_map(plan: Plan, found: Table) -> str:
    """Both tables as one picture."""
    tables = list(dict.fromkeys(table for table, _, _ in found))
    width = EDGE + CELL * len(plan.bots)
    height = (EDGE // 2 + 34 * (len(plan.bots) + 1)) * len(tables)
    drawn = [
        drawn_table(plan, found, table, place * height // len(tables))
        for place, table in enumerate(tables)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="{width}" height="{height}" '
        f'fill="#fff"/>{"".join(drawn)}</svg>\n'
    )


def drawn_table(plan: Plan, found: Table, table: str, top: int) -> str:
    title = (
        "row against column" if table == "against" else f"row with column, against {plan.against}"
    )
    parts = [f'<text x="4" y="{top + 18}" font-weight="bold">{title}</text>']
    for place, bot in enumerate(plan.bots):
        x = EDGE + CELL * place + CELL // 2
        parts.append(f'<text x="{x}" y="{top + 44}" text-anchor="middle">{bot}</text>')
        parts.append(f'<text x="4" y="{top + 72 + 34 * place}">{bot}</text>')
    for (other, row, column), cell in found.items():
        if other == table:
            x, y = EDGE + CELL * column, top + 52 + 34 * row
            fill = colour(cell.share)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="32" fill="{fill}"/>'
                f'<text x="{x + CELL // 2}" y="{y + 20}" text-anchor="middle">'
                f"{100 * cell.share:.0f} ± {100 * cell.error:.0f} %</text>"
            )
    return "".join(parts)


def colour(share: float) -> str:
    """From red for 0 over white to blue for 1."""
    part = round(2 * abs(share - 0.5) * 150)
    return (
        f"#ff{255 - part:02x}{255 - part:02x}"
        if share < 0.5
        else f"#{255 - part:02x}{255 - part:02x}ff"
    )
