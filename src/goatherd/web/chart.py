"""The chart of a review: who was ahead, as a drawing for the page.

Drawn without a library, so that a page costs nothing but its text. The styles are the page's:
a curve is told from another by its marks and its name at the end, not by its colour alone.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup

from goatherd.bots.review import MISTAKE
from goatherd.web.judged import Curve, JudgedRow, Review, RoundStart
from goatherd.words import Text

WIDTH, HEIGHT = 760, 330
LEFT, RIGHT, TOP, BOTTOM = 46, 150, 22, 40
"""The margins; the names of the curves stand on the right."""
LINE = 17
"""The height of a name."""
LONGEST_NAME = 18

MARKS = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
    "M-3 -3H3V3H-3Z",
    "M0 -4L4 3H-4Z",
    "M0 -4L4 0L0 4L-4 0Z",
    "M0 4L4 -3H-4Z",
    "M-4 -1H-1V-4H1V-1H4V1H1V4H-1V1H-4Z",
)
"""One a side, around its point: circle, square, triangle, diamond, a triangle on its tip, plus."""
CROSS = "M-6 -6L6 6M-6 6L6 -6"

Say = Callable[[Text], str]
"""As in the templates: a text in the reader's language."""


def drawn(review: Review, say: Say) -> Markup:
    """The chart of a match of so many decisions, as an SVG element with a title and a summary."""
    curves, decisions = review.curves, review.total
    starts = [one.number for one in review.rounds]
    parts = [
        *_words(curves, say),
        *_axes(decisions, say),
        *_rounds(review.rounds, decisions),
        *(
            part
            for side, curve in enumerate(curves)
            for part in _curve(side, curve, starts, decisions)
        ),
        *_names(curves),
    ]
    return Markup("").join(
        [
            Markup(
                '<svg class="chart" role="img" viewBox="0 0 {} {}"'
                ' aria-labelledby="chart-title chart-summary">'
            ).format(WIDTH, HEIGHT),
            *parts,
            Markup("</svg>"),
        ]
    )


def _words(curves: Sequence[Curve], say: Say) -> Iterator[Markup]:
    """What the chart shows, for those who do not see it."""
    told = [
        say(
            Text(
                "{name}: from {first} % to {last} %, lowest {low} %, highest {high} %.",
                name=curve.name,
                first=curve.rows[0].percent,
                last=curve.rows[-1].percent,
                low=curve.lowest.percent,
                high=curve.highest.percent,
            )
        )
        for curve in curves
    ]
    yield Markup('<title id="chart-title">{}</title>').format(say(Text("Who was ahead")))
    yield Markup('<desc id="chart-summary">{}</desc>').format(" ".join(told))


def _axes(decisions: int, say: Say) -> Iterator[Markup]:
    for percent in (0, 25, 50, 75, 100):
        height = across_height(percent / 100)
        yield Markup('<path class="{}" d="M{} {}H{}"/>').format(
            "even" if percent == 50 else "grid", LEFT, height, WIDTH - RIGHT
        )
        yield Markup('<text x="{}" y="{}" text-anchor="end">{} %</text>').format(
            LEFT - 6, height + 4, percent
        )
    for number in ticks(decisions):
        yield Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(
            across_width(number, decisions), HEIGHT - BOTTOM + 18, number
        )
    yield Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(
        (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 5, say(Text("Decision"))
    )


def _rounds(rounds: Sequence[RoundStart], decisions: int) -> Iterator[Markup]:
    """A line where each round begins, and the score of the match above it."""
    for one in rounds:
        x = across_width(one.number, decisions)
        yield Markup('<path class="grid" d="M{} {}V{}"/>').format(x, TOP, HEIGHT - BOTTOM)
        yield Markup('<text x="{}" y="{}" text-anchor="start">{}</text>').format(
            x, TOP - 4, one.score
        )


def _curve(side: int, curve: Curve, starts: Sequence[int], decisions: int) -> Iterator[Markup]:
    """A curve, broken where a new round was dealt."""
    places = [place_of(row, decisions) for row in curve.rows]
    rounds = [bisect_right(starts, row.number) for row in curve.rows]
    steps = zip(rounds, (None, *rounds), places, strict=False)
    line = "".join(f"{'L' if here == before else 'M'}{x} {y}" for here, before, (x, y) in steps)
    yield Markup('<g class="curve curve{}"><path class="line" d="{}"/>').format(side, line)
    for row, (x, y) in zip(curve.rows, places, strict=True):
        mark = Markup('<path transform="translate({} {})" d="{}"/>')
        yield mark.format(x, y, MARKS[side % len(MARKS)])
        if row.cost >= MISTAKE:
            cross = Markup('<path class="wrong" transform="translate({} {})" d="{}"/>')
            yield cross.format(x, y, CROSS)
    yield Markup("</g>")


def _names(curves: Sequence[Curve]) -> Iterator[Markup]:
    """The name of each curve at the height of its end, moved where two would overlap."""
    ends = [across_height(curve.rows[-1].outlook) for curve in curves]
    placed = spread(ends, [len(curve.names) for curve in curves])
    for side, height in placed.items():
        start = WIDTH - RIGHT + 14
        lines = Markup("").join(
            Markup('<tspan x="{}" dy="{}">{}</tspan>').format(
                start + 10, LINE if line else 0, shortened(name)
            )
            for line, name in enumerate(curves[side].names)
        )
        yield Markup(
            '<g class="curve curve{}"><path transform="translate({} {})" d="{}"/>'
            '<text x="{}" y="{}">{}</text></g>'
        ).format(side, start, height, MARKS[side % len(MARKS)], start + 10, height + 4, lines)


def spread(heights: Sequence[float], lines: Sequence[int]) -> dict[int, float]:
    """Heights for names of so many lines, from the top down, none upon the one above."""
    placed: dict[int, float] = {}
    floor = float(TOP)
    room = sum(lines) * LINE
    for side in sorted(range(len(heights)), key=lambda side: heights[side]):
        highest_that_fits = HEIGHT - BOTTOM - room
        placed[side] = max(min(heights[side], highest_that_fits), floor)
        floor = placed[side] + lines[side] * LINE
        room -= lines[side] * LINE
    return placed


def place_of(row: JudgedRow, decisions: int) -> tuple[float, float]:
    return across_width(row.number, decisions), across_height(row.outlook)


def across_width(number: int, decisions: int) -> float:
    share = (number - 1) / max(decisions - 1, 1)
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def across_height(outlook: float) -> float:
    return round(TOP + (1 - outlook) * (HEIGHT - TOP - BOTTOM), 1)


def ticks(decisions: int) -> list[int]:
    """A handful of round numbers of decisions, and the first."""
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    step = next((step for step in steps if decisions <= 8 * step), decisions)
    return [1, *range(step if step > 1 else 2, decisions + 1, step)]


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
