"""A chart of a reviewed match: who was winning when, and where it was thrown away."""

from pathlib import Path
from typing import Any

from goatherd.bots.review import BLUNDER, MISTAKE, Judgement
from goatherd.errors import BadOption
from goatherd.match import Match
from goatherd.words import Player, Text

FORMATS = (".png", ".svg")
MARKERS = "osD^vPX*"
"""One a side, so that the lines can be told apart without their colours."""


def checked_file(file: str) -> Path:
    """The name of a file for a chart."""
    path = Path(file)
    if path.suffix.lower() not in FORMATS:
        raise BadOption(f"--chart {file}: the name of the file ends in .png or .svg")
    return path


def draw(path: Path, match: Match, made: list[Judgement]) -> None:
    """Draw how each side stood at its decisions; mistakes are marked."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(10, 4.5), layout="constrained")
    sides = match.contract.facts.sides(match.players)
    for side in range(sides):
        own = [one for one in made if one.seat % sides == side]
        label = name_of(side, sides, match.players)
        where, outlook = [one.number for one in own], [100 * one.outlook for one in own]
        (line,) = axes.plot(where, outlook, marker=MARKERS[side % 8], ms=3, lw=1.5, label=label)
        mark_mistakes(axes, own, line.get_color())
    axes.axhline(50 if sides == 2 else 100 / sides, color="gray", lw=0.8, ls=":")
    axes.set(
        xlabel="decision",
        ylabel="chance to win (%)",
        ylim=(0, 100),
        title=match.contract.facts.title,
    )
    axes.legend(loc="best", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    try:
        figure.savefig(path, dpi=144, metadata={"Date": None} if path.suffix == ".svg" else None)
    finally:
        pyplot.close(figure)


def mark_mistakes(axes: Any, own: list[Judgement], colour: str) -> None:
    """A cross where a decision cost much, with the decision where it cost very much."""
    wrong = [one for one in own if one.cost >= MISTAKE]
    axes.scatter(
        [one.number for one in wrong],
        [100 * one.outlook for one in wrong],
        marker="x",
        s=60,
        color=colour,
        zorder=3,
    )
    for one in wrong:
        if one.cost >= BLUNDER:
            where = (one.number, 100 * one.outlook)
            axes.annotate(one.decision, where, (4, 6), textcoords="offset points", fontsize=8)


def name_of(side: int, sides: int, players: int) -> str:
    seats = [Text("{player}", player=Player(seat)).say() for seat in range(side, players, sides)]
    return ", ".join(seats)


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise BadOption("--chart needs matplotlib: pip install 'goatherd[plots]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot
