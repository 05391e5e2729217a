"""Matches and decisions as Parquet, for learners: made by seeds, checked by replay.

A decision is what its seat could know (the observation), what it could do (the mask), what it did,
and what came of it. `matches.parquet` has a record of each match, from which everything follows.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import goatherd
from goatherd import record
from goatherd.bots import spec
from goatherd.errors import BadOption, BadRecord
from goatherd.game import load
from goatherd.match import Match
from goatherd.research.look import view_of
from goatherd.research.report import pyarrow, whole
from goatherd.research.scale import Where, results
from goatherd.research.tree import shares
from goatherd.rng import mix

JOB = 50
"""Matches of a job."""
VERSION = 1
"""Of the layout of the tables."""


class Plan(NamedTuple):
    """What is made; the same plan always gives the same tables, to the byte."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    """The bot of each seat: the list over and over."""
    matches: int
    seed: int

    def command(self, folder: str) -> str:
        words = ["goatherd", "data", self.game, "--out", folder, "-n", str(self.matches)]
        words += ["--players", str(self.players), "--seed", str(self.seed)]
        words += ["--bots", ",".join(self.bots)]
        for name, value in self.options:
            words += ["--option", f"{name}={value}"]
        return shlex.join(words)


Rows = dict[str, list[Any]]


def jobs(plan: Plan) -> list[tuple[int, int]]:
    return [(first, min(JOB, plan.matches - first)) for first in range(0, plan.matches, JOB)]


def make(plan: Plan, job: tuple[int, int]) -> tuple[Rows, Rows]:
    """The rows of some matches and of their decisions."""
    matches, decisions = Rows(), Rows()
    for number in range(job[0], job[0] + job[1]):
        match = play(plan, number, decisions)
        add(
            matches,
            match=number,
            seed=str(match.seed),
            record=match.record(),
            scores=match.scores(),
            winners=match.winners(),
            returns=returns(match),
            decisions=len(match.decisions()),
        )
    return matches, decisions


def add(rows: Rows, **cells: Any) -> None:
    for name, cell in cells.items():
        rows.setdefault(name, []).append(cell)


def play(plan: Plan, number: int, rows: Rows) -> Match:
    """One match; its decisions are added to the rows."""
    seed = int(mix(int(mix(plan.seed)) ^ number))
    match = load(plan.game).new(plan.players, seed, None, **dict(plan.options))
    bots = [
        spec.make(plan.bots[seat % len(plan.bots)], offered={"seed": seed ^ seat, "threads": 1})
        for seat in range(plan.players)
    ]
    first = len(rows.get("match", []))
    while (seat := match.turn) is not None:
        decision = bots[seat].choose(match.view(seat))
        add(rows, **row_of(match, number, seat, decision))
        match.play(decision)
    rows.setdefault("value", []).extend(returns(match)[seat] for seat in rows["seat"][first:])
    for bot in bots:
        bot.close()
    return match


def row_of(match: Match, number: int, seat: int, decision: str) -> dict[str, Any]:
    contract = match.contract
    view = view_of(contract, match.state, [], seat)
    seen = np.zeros(sum(part.size for part in contract.search.observation), np.float32)
    contract.search.observe(view._s, seat, seen)
    mask = np.zeros(len(contract.facts.actions), np.bool_)
    mask[view.legal_numbers()] = True
    return {
        "match": number,
        "step": len(match.decisions()),
        "seat": seat,
        "observation": seen.tolist(),
        "mask": np.packbits(mask, bitorder="little").tobytes(),
        "action": contract.facts.actions.index(decision),
        "text": decision,
    }


def returns(match: Match) -> list[float]:
    """What the match was worth to each seat (`research.tree.shares`)."""
    won = np.isin(np.arange(match.players), match.winners())[None]
    worth = shares(won, match.contract.facts.sides(match.players))[0]
    return [float(part) for part in worth]


# Writing and checking


def write(
    plan: Plan, folder: str, where: Where, progress: Callable[[], None] | None = None
) -> list[Path]:
    """Make the tables and their card."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    listed = jobs(plan)
    matches, decisions = Rows(), Rows()
    for some, made in results(partial(make, plan), listed, where, progress):
        for rows, more in ((matches, some), (decisions, made)):
            for name, cells in more.items():
                rows.setdefault(name, []).extend(cells)
    files = [place / "matches.parquet", place / "decisions.parquet", place / "README.md"]
    whole(files[0], parquet(matches, plan))
    whole(files[1], parquet(decisions, plan))
    whole(files[2], card(plan, len(decisions["match"])).encode())
    return files


def parquet(rows: Rows, plan: Plan) -> bytes:
    arrow, writer = pyarrow()
    columns: dict[str, Any] = dict(rows)
    if "observation" in columns:
        numbers = np.array(columns["observation"], np.float32)
        flat = arrow.array(numbers.ravel())
        columns["observation"] = arrow.FixedSizeListArray.from_arrays(flat, numbers.shape[1])
    table = arrow.table(columns).replace_schema_metadata(
        {"goatherd": goatherd.__version__, "layout": str(VERSION), "game": plan.game}
    )
    sink = arrow.BufferOutputStream()
    writer.write_table(table, sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def check(folder: str, progress: Callable[[], None] | None = None) -> int:
    """Replay every match, and compare every decision; how many matches that were."""
    _, parquet = pyarrow()
    place = Path(folder)
    try:
        matches = parquet.read_table(place / "matches.parquet").to_pylist()
        rows = parquet.read_table(place / "decisions.parquet").to_pylist()
    except (OSError, ValueError) as error:
        raise BadRecord(f"{folder}: no tables of matches and decisions there ({error})") from None
    at = 0
    for row in matches:
        played = goatherd.replay(row["record"])
        match = load(played.game).restored(record.read(row["record"]))
        for seat, decision in played.decisions():
            expected = row_of(match, row["match"], seat, decision)
            expected["value"] = row["returns"][seat]
            if at >= len(rows) or any(rows[at][name] != cell for name, cell in expected.items()):
                raise BadRecord(
                    f"{folder}: row {at} of decisions is not what match {row['match']} was"
                )
            match.play(decision)
            at += 1
        if played.scores() != row["scores"] or returns(played) != row["returns"]:
            raise BadRecord(f"{folder}: match {row['match']} ended otherwise")
        if progress is not None:
            progress()
    if at != len(rows):
        raise BadRecord(f"{folder}: {len(rows) - at} decisions belong to no match")
    return len(matches)


def card(plan: Plan, decisions: int) -> str:
    """The data card."""
    game = load(plan.game)
    parts = "\n".join(f"| {part.name} | {part.size} | {part.about} |" for part in game.observation)
    return f"""# {game.title}: {plan.matches:,} matches, {decisions:,} decisions

Made by `{plan.command("FOLDER")}` with goatherd {goatherd.__version__} (layout {VERSION}); the same
command makes the same files. `goatherd data {plan.game} --check FOLDER` replays every match.

- **Players**: {plan.players}; at the seats, in turn: {", ".join(plan.bots)}.
- **`matches.parquet`**: `match`, `seed`, `record` (readable, replays exactly), `scores` and
  `returns` by seat (1 for a winner, sums to 0 over sides), `winners`, `decisions`.
- **`decisions.parquet`**: `match`, `step`, `seat`; `observation` (float32, what that seat may know
  and nothing else), `mask` (bits of the legal actions, lowest first), `action`, `text`, and
  `value`, what the match was worth to that seat in the end.
- **What it is not**: play by people. Bots play as they do; `random` covers much and means little.
- **Licence**: as goatherd, Apache-2.0.

| part of an observation | numbers | what they say |
| --- | --- | --- |
{parts}
"""


def checked(plan: Plan) -> Plan:
    if not 1 <= plan.matches <= 10**9:
        raise BadOption(f"-n {plan.matches}: a number of matches from 1 to 1e9")
    for bot in plan.bots:
        spec.checked(bot)
    return plan
