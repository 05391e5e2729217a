"""A study as one HTML page, with its plots in it; and its data as Parquet."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from goatherd.errors import OutOfService
from goatherd.game import load
from goatherd.research.study import Found, Stat, Variant, rows, stat_of

WIDE, HIGH, GAP = 320, 90, 2
"""Of a plot, in its own units."""
MOST_BARS = 64
STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --bar: #3b6ea5; --rule: #ccc }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #17191c; --bar: #7fb0e6; --rule: #444 } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--rule) }
th:first-child, td:first-child { text-align: left }
.wide { overflow-x: auto } figure { display: inline-block; margin: .5rem 1rem .5rem 0 }
svg { width: 20rem; max-width: 100%; fill: var(--bar) }
svg text { fill: var(--ink); font-size: 10px }
code { overflow-wrap: anywhere } small { opacity: .75 }
"""


def write(found: Found, file: str) -> list[Path]:
    """Write the page and, beside it, the data; each is there whole or not at all."""
    page = Path(file)
    data = page.with_suffix(".parquet")
    whole(page, text(found).encode())
    whole(data, parquet(found))
    return [page, data]


def check_writable(file: str) -> None:
    """Complain before the work is done and not after; OSError names the file."""
    page = Path(file)
    page.parent.mkdir(parents=True, exist_ok=True)
    trial = page.with_name(f".{page.name}.{os.getpid()}")
    trial.write_bytes(b"")
    trial.unlink()


def whole(path: Path, content: bytes) -> None:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


def parquet(found: Found) -> bytes:
    """Every histogram: players, options, measure, value, and in how many matches."""
    arrow, writer = pyarrow()
    table = arrow.table(rows(found)).replace_schema_metadata({"command": found.plan.command()})
    sink = arrow.BufferOutputStream()
    writer.write_table(table, sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def pyarrow() -> tuple[Any, Any]:
    """The library and its Parquet part."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as missing:
        how = "Parquet needs the extra 'research': pip install 'goatherd[research]'"
        raise OutOfService(f"{how} ({missing})") from None
    return pyarrow, parquet


# The page


def text(found: Found) -> str:
    """The whole page."""
    plan = found.plan
    title = f"{load(plan.game).title}: a study of {plan.n:,} matches"
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>",
        '<meta name=viewport content="width=device-width"><style>' + STYLE + "</style>",
        f"<h1>{title}</h1>",
        f"<p>At every seat: {escaped(', '.join(plan.bots))}. Made by "
        f"<code>{escaped(plan.command())}</code> with goatherd {metadata.version('goatherd')}. "
        "In brackets: where the mean lies, at 95 %.</p>",
        *compared(found),
        *(section(found, variant) for variant in found.counts),
    ]
    return "\n".join(parts) + "\n"


def escaped(said: str) -> str:
    return html.escape(said)


def section(found: Found, variant: Variant) -> str:
    """One way to play."""
    counts = found.counts[variant]
    compared = found.plan.compared and found.plan.compared[0]
    wins = [name for name in counts if name.endswith("wins") or name == "several win"]
    points = [name for name in counts if name.endswith("points")]
    events = load(found.plan.game).contract.study.events
    return "\n".join(
        [
            f"<h2>{escaped(variant.label(compared))}</h2>",
            "<h3>Who wins</h3>",
            table(["", "of matches", "at 95 %"], [win_row(name, counts[name]) for name in wins]),
            "<h3>Points and lengths</h3>",
            table(
                ["", "mean", "at 95 %", "least", "most"],
                [mean_row(name, counts[name]) for name in [*points, "margin", "decisions"]],
            ),
            figure("points of the first", counts[points[0]]),
            figure("margin between the first two", counts["margin"]),
            figure("decisions", counts["decisions"]),
            "<h3>How often each rule matters</h3>",
            table(
                ["", "a match", "at 95 %", "in so many matches", "most"],
                [event_row(name, counts[name]) for name in events],
            ),
            *(figure(name, counts[name]) for name in events),
        ]
    )


def win_row(name: str, histogram: dict[int, int]) -> list[str]:
    found = stat_of(histogram)
    bounds = f"[{100 * found.low:.2f} – {100 * found.high:.2f}]"
    return [name, f"{100 * found.mean:.2f} %", bounds]


def mean_row(name: str, histogram: dict[int, int]) -> list[str]:
    found = stat_of(histogram)
    return [name, f"{found.mean:.3f}", between(found), str(found.least), str(found.most)]


def event_row(name: str, histogram: dict[int, int]) -> list[str]:
    found = stat_of(histogram)
    often = f"{100 * found.share:.2f} %"
    return [name, f"{found.mean:.3f}", between(found), often, str(found.most)]


def between(found: Stat) -> str:
    return f"[{found.low:.3f} – {found.high:.3f}]"


def compared(found: Found) -> list[str]:
    """What the compared option changes: the difference to its first value, where it is sure."""
    if found.plan.compared is None:
        return []
    name, values = found.plan.compared
    parts = [f"<h2>What {escaped(name)} changes</h2>"]
    for players in found.plan.players:
        variants = [one for one in found.counts if one.players == players]
        first, others = variants[0], variants[1:]
        lines = [difference_row(found, measure, first, others) for measure in found.counts[first]]
        head = ["", *values, *(f"{value} − {values[0]}" for value in values[1:])]
        parts += [f"<h3>{players} players</h3>", table(head, lines)]
    return [*parts, "<p>A difference in bold is more than chance would bring (95 %).</p>"]


def difference_row(
    found: Found, measure: str, first: Variant, others: Sequence[Variant]
) -> list[str]:
    base = found.stat(first, measure)
    stats = [found.stat(other, measure) for other in others]
    cells = [f"{one.mean:.4f}" for one in (base, *stats)]
    return [measure, *cells, *(difference(base, one) for one in stats)]


def difference(base: Stat, other: Stat) -> str:
    change = other.mean - base.mean
    sure = 1.96 * (base.error**2 + other.error**2) ** 0.5
    told = f"{change:+.4f} ± {sure:.4f}"
    return f"<b>{told}</b>" if abs(change) > sure else told


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Cells are HTML."""
    heads = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
    return f"<div class=wide><table><tr>{heads}</tr>{body}</table></div>"


def figure(name: str, histogram: dict[int, int]) -> str:
    """A histogram as bars, neighbours put together where there are many values."""
    least, most = min(histogram), max(histogram)
    width = max(1, -(-(most - least + 1) // MOST_BARS))
    bars = [0] * ((most - least) // width + 1)
    for value, often in histogram.items():
        bars[(value - least) // width] += often
    step, tallest = WIDE / len(bars), max(bars)
    drawn = "".join(
        f'<rect x="{i * step:.1f}" y="{HIGH - HIGH * often / tallest:.1f}" '
        f'width="{max(step - GAP / 2, 0.6):.1f}" height="{HIGH * often / tallest:.1f}"/>'
        for i, often in enumerate(bars)
        if often
    )
    return (
        f"<figure><figcaption><small>{escaped(name)}</small></figcaption>"
        f'<svg viewBox="0 0 {WIDE} {HIGH + 12}" role="img" aria-label="{escaped(name)}">{drawn}'
        f'<text x="0" y="{HIGH + 11}">{least}</text>'
        f'<text x="{WIDE}" y="{HIGH + 11}" text-anchor="end">{most}</text></svg></figure>'
    )
