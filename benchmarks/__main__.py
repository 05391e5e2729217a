"""``python -m benchmarks``: one table of ratios, all from this one run."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import limit, ours, start
from benchmarks.claims import GROUPS, Claim, Group, Row, rows
from benchmarks.measure import Figure, in_turns

PACKAGES = ("goatherd", "numpy", "numba", "open_spiel", "pgx", "jax")
STATUS = Console(stderr=True)


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="0.3 s a measure, two turns: a glance")
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        help=f"rows of one group ({', '.join(GROUPS)}), or whose name holds NAME; may be repeated",
    )
    parser.add_argument("--seconds", type=float, help="for each turn of a measure (2)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the figures there")
    return parser.parse_args(given)


def chosen(only: list[str] | None) -> list[Group]:
    """The groups and rows that were asked for."""
    groups = [make() for make in GROUPS.values()]
    if not only:
        return groups
    kept = [Group(group.key, group.title, picked(group, only)) for group in groups]
    return [group for group in kept if group.claims]


def picked(group: Group, only: list[str]) -> tuple[Claim, ...]:
    """The rows of a group that one of the names asks for."""
    if group.key in only:
        return group.claims
    wanted = [name for name in only if name not in GROUPS]
    return tuple(c for c in group.claims if any(name in c.ours.name for name in wanted))


# Text


def number(value: float | None, unit: str = "") -> str:
    """A figure as people read it."""
    if value is None:
        return "–"
    text = f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"
    return f"{text} {unit}".rstrip()


def verdict(row: Row) -> str:
    """Whether the target is met."""
    if row.claim.target is None and row.ratio is not None:
        return ""
    if row.met is not None:
        return "[green]met[/]" if row.met else "[bold red]missed[/]"
    missing = row.ours.missing or (row.rival is not None and row.rival.missing)
    return "[yellow]no peer[/]" if missing else "[bold red]failed[/]"


def cells(row: Row) -> tuple[str, ...]:
    """A row of the table."""
    rival = row.rival
    times = "×" if rival else ""
    return (
        row.claim.ours.name,
        number(row.ours.best, row.claim.ours.unit),
        f"{rival.probe.name} {number(rival.best)}" if rival else "",
        f"{row.ratio:.3g}×" if rival and row.ratio is not None else "",
        target(row.claim, times),
        verdict(row),
    )


def target(claim: Claim, times: str) -> str:
    """What is aimed at."""
    if claim.target is None:
        return ""
    sign = "≤" if claim.at_most else "≥"
    return f"{sign} {claim.target:g}{times} {'' if times else claim.ours.unit}".rstrip()


def table(found: Iterable[Row]) -> Table:
    """The one table."""
    result = Table(title="Goatherd, measured in one run", title_justify="left")
    result.add_column("measure")
    result.add_column("ours", justify="right")
    result.add_column("against")
    for heading in ("ratio", "target"):
        result.add_column(heading, justify="right")
    result.add_column("")
    group = ""
    for row in found:
        if row.group != group:
            group = row.group
            result.add_section()
            result.add_row(f"[bold]{group}[/]")
        result.add_row(*cells(row))
    return result


def troubles(figures: Iterable[Figure]) -> list[str]:
    """Why figures are not there: each reason once, with all that it stops."""
    stopped: dict[str, list[str]] = {}
    for figure in figures:
        if figure.trouble and figure.probe.name not in stopped.setdefault(figure.trouble, []):
            stopped[figure.trouble].append(figure.probe.name)
    return [f"{reason} → no {', '.join(names)}" for reason, names in stopped.items()]


def same_work() -> str:
    """Says whether our Goita rounds and the C program's are alike."""
    theirs, mine = limit.play(1_000_000), ours.goita_round_facts()
    pairs = (f"{name} {mine[name]:.3f} (C: {theirs[name]:.3f})" for name in mine)
    return "goita rounds: " + ", ".join(pairs)


def notes(groups: list[Group], figures: list[Figure]) -> list[str]:
    """Lines below the table."""
    keys, lines = {group.key for group in groups}, troubles(figures)
    well = {figure.probe.name for figure in figures if figure.best is not None}
    if "limit" in keys and {ours.GOITA_ROUNDS.name, limit.ROUNDS.name} <= well:
        lines.append(same_work())
    if start.FIRST.name in well:
        said = start.first_start().said.splitlines() or ["(nothing)"]
        lines.append(f"said while compiling, {len(said)} lines: {said[0]}")
    if "pgx bridge_bidding" in well:
        lines.append("pgx bridge_bidding: played on the 100 deals inside pgx, not the download")
    return lines


# The run


def company() -> list[str]:
    """A warning if the machine has other things to do: two cores need both to themselves."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    busy = f"the machine was busy before we began (load {load:.1f}): trust no row of 'cores'"
    return [busy] if load > 0.5 else []


def measured(groups: list[Group], seconds: float, turns: int) -> tuple[list[Row], list[Figure]]:
    """Takes all figures, group by group."""
    found: list[Row] = []
    figures: list[Figure] = []
    with STATUS.status("starting") as status:
        for group in groups:
            taken = in_turns(group.probes(), seconds, turns, tell=status.update)
            found += rows(group, taken)
            figures += taken.values()
    return found, figures


def version(package: str) -> str:
    """Its version, or that it is not there."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def report(found: list[Row], said: list[str]) -> dict[str, Any]:
    """All of it as plain data."""
    return {
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "packages": {package: version(package) for package in PACKAGES},
        "rows": [as_data(row) for row in found],
        "notes": said,
    }


def as_data(row: Row) -> dict[str, Any]:
    """A row as plain data."""
    return {
        "group": row.group,
        "measure": row.claim.ours.name,
        "unit": row.claim.ours.unit,
        "ours": row.ours.best,
        "turns": row.ours.turns,
        "against": row.rival.probe.name if row.rival else None,
        "theirs": row.rival.best if row.rival else None,
        "ratio": row.ratio,
        "target": row.claim.target,
        "at_most": row.claim.at_most,
        "met": row.met,
    }


def main() -> int:
    """Measures, prints the table; 1 if a measure of ours broke, whatever the speeds are."""
    asked = arguments()
    seconds, turns = (0.3, 2) if asked.quick else (2.0, 3)
    groups = chosen(asked.only)
    if not groups:
        STATUS.print(
            f"no row has {' or '.join(asked.only)} in its name; groups: {', '.join(GROUPS)}"
        )
        return 2
    said = company()
    found, figures = measured(groups, asked.seconds or seconds, turns)
    said += notes(groups, figures)
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(table(found))
    for line in said:
        console.print(f"· {line}", markup=False, highlight=False)
    if asked.json:
        asked.json.write_text(json.dumps(report(found, said), indent=2) + "\n")
    return int(any(figure.trouble and not figure.missing for figure in figures))


if __name__ == "__main__":
    raise SystemExit(main())
