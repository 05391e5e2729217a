"""Bookkeeping of a run: what was decided, when the others saw it, and what the ledger says."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

DRAFTED, MADE, REFUSED, UNANSWERED = "drafted", "made", "refused", "unanswered"


def percentile(values: Collection[float], share: float) -> float:
    """The smallest value that so large a share of them does not exceed; 0 where there are none."""
    if not values:
        return 0.0
    rank = math.ceil(share * len(values))
    return sorted(values)[max(rank, 1) - 1]


class Spread(NamedTuple):
    """How long something took, over many times, in seconds."""

    times: int
    median: float
    p95: float
    p99: float
    longest: float


def spread(values: Collection[float]) -> Spread:
    return Spread(
        len(values),
        percentile(values, 0.5),
        percentile(values, 0.95),
        percentile(values, 0.99),
        percentile(values, 1.0),
    )


@dataclass
class Post:
    """A form that somebody sent, and when the others at the table saw what came of it."""

    table: str
    version: int
    seat: int
    texts: tuple[str, ...]
    sent: float
    outcome: str = UNANSWERED
    arrived: dict[int, float] = field(default_factory=dict)


class Tally:
    """All posts of a run."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self._last: dict[str, Post] = {}

    def sent(self, table: str, version: int, seat: int, texts: Sequence[str], now: float) -> Post:
        """Somebody sends a form now; whatever was sent from there before has been seen."""
        post = Post(table, version, seat, tuple(texts), now)
        self.posts.append(post)
        self._last[table] = post
        return post

    def saw(self, table: str, seat: int, version: int, now: float) -> None:
        """A seat sees its table as it is after so many decisions."""
        post = self._last.get(table)
        if post is not None and seat != post.seat and version > post.version:
            post.arrived.setdefault(seat, now)

    def with_outcome(self, outcome: str) -> list[Post]:
        return [post for post in self.posts if post.outcome == outcome]

    def delays(self, since: float = 0.0) -> list[float]:
        """From each post that was accepted to its event, for each of the others."""
        made = [post for post in self.with_outcome(MADE) if post.sent >= since]
        return [at - post.sent for post in made for at in post.arrived.values()]

    def unseen(self, others: int) -> int:
        """Events of accepted decisions that one of so many others never got."""
        return sum(others - len(post.arrived) for post in self.with_outcome(MADE))


class Row(NamedTuple):
    """A decision as the ledger has it."""

    number: int
    seat: int
    text: str


@dataclass
class Verdict:
    """What became of the decisions that were acknowledged."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged, and not in the ledger at their place."""
    doubled: int = 0
    """In the ledger, and neither acknowledged nor answered by the site itself."""
    gaps: int = 0
    """Numbers that are missing from a table's decisions."""

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.gaps)


def verdict(
    posts: Iterable[Post],
    ledger: Mapping[str, Sequence[Row]],
    by_itself: Mapping[str, Collection[int]],
) -> Verdict:
    """Hold what was acknowledged against the ledger.

    `by_itself` are the numbers of decisions at each table that the site may have made for a person,
    because there was nothing to choose. A post without an answer may have been written or not.
    """
    found = Verdict()
    expected: dict[str, set[int]] = {table: set(by_itself.get(table, ())) for table in ledger}
    for post in posts:
        numbers = range(post.version, post.version + len(post.texts))
        if post.outcome == MADE:
            found.acknowledged += len(post.texts)
            found.lost += len(_missing(post, ledger.get(post.table, ())))
        if post.outcome in (MADE, UNANSWERED):
            expected.setdefault(post.table, set()).update(numbers)
    for table, rows in ledger.items():
        numbers_there = [row.number for row in rows]
        found.doubled += sum(number not in expected[table] for number in numbers_there)
        found.gaps += _gaps(numbers_there)
    return found


def _missing(post: Post, rows: Sequence[Row]) -> list[str]:
    there = set(rows)
    wanted = [Row(post.version + i, post.seat, text) for i, text in enumerate(post.texts)]
    return [row.text for row in wanted if row not in there]


def _gaps(numbers: Sequence[int]) -> int:
    return len(set(range(max(numbers, default=-1) + 1)) - set(numbers))
