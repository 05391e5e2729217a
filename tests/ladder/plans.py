"""Ladders for tests, small and quick."""

from typing import Any

from goatherd.ladder.plan import Plan
from goatherd.ladder.play import Played, run

ROUND = (("target", "round"),)


def plan(game: str = "goita", players: int = 4, **changes: Any) -> Plan:
    options = ROUND if game == "goita" else ()
    return Plan(game, players, options, ("random", "random"), 6, 1)._replace(**changes)


def without_seconds(rows: list[Played]) -> list[Played]:
    return sorted(row._replace(seconds=0.0) for row in rows)


def played(table: Plan, processes: int = 1) -> list[Played]:
    return [row for job in run(table, (), processes) for row in job]
