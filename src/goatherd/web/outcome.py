"""How the scores of a finished match came about, and where all cards were in the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goatherd.match import Match
from goatherd.table import Zone
from goatherd.words import Text


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat at the end."""

    seat: int
    name: str
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A decision that changed the scores: what happened, and the scores after it."""

    number: int
    events: Sequence[Text]
    scores: Sequence[int]
    changes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """All there is to say about the end of a match."""

    summary: Text
    rows: Sequence[ScoreRow]
    """The best first."""
    lines: Sequence[ScoreLine]
    zones: Sequence[Zone]
    """Where cards lie, all hands open."""


def outcome(match: Match, names: Sequence[str]) -> Outcome:
    """The end of a finished match as everybody may see it."""
    table = match.view(None).table()
    return Outcome(
        summary=table.prompt,
        rows=ranked(match, names),
        lines=list(score_lines(match)),
        zones=[zone for zone in table.zones if zone.cards],
    )


def ranked(match: Match, names: Sequence[str]) -> list[ScoreRow]:
    winners = match.winners()
    rows = [
        ScoreRow(seat, names[seat], score, seat in winners)
        for seat, score in enumerate(match.scores())
    ]
    return sorted(rows, key=lambda row: (not row.won, -row.score, row.seat))


def score_lines(match: Match) -> Iterator[ScoreLine]:
    """Each decision that changed the scores."""
    beginning, *later = match.timeline()
    before = beginning.scores()
    for position in later:
        scores = position.scores()
        if scores != before:
            events = position.view(None, events=1).table().events
            changes = [now - then for now, then in zip(scores, before, strict=True)]
            yield ScoreLine(position.number, events, scores, changes)
        before = scores
