"""Reviews of finished matches: each is made once, when somebody first asks for it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from goatherd.bots.pool.pool import BotPool
from goatherd.bots.review import Judgement
from goatherd.match import Match
from goatherd.web.judged import Worded
from goatherd.web.ledger.people import Loss
from goatherd.web.ledger.trouble import BadWrite, LedgerDown

KEPT = 50
"""Reviews in memory; the one that was asked for longest ago is forgotten first."""

Keep = Callable[[str, Sequence[Loss]], Awaitable[object]]
"""Keeps what the seats of a table have lost by their decisions."""

log = logging.getLogger("goatherd.reviews")


@dataclass
class UnderReview:
    """How far a review has come."""

    judged: int = 0
    """Decisions that have been looked at."""
    judgements: list[Judgement] = field(default_factory=list)
    """All of them, once it is done."""
    told: Sequence[Worded] = ()
    """What of it a page has put into words."""
    task: asyncio.Task[None] | None = None

    def so_far(self) -> Sequence[Judgement | None]:
        """One entry for each decision that was looked at; None without an alternative."""
        by_number = {one.number: one for one in self.judgements}
        return [by_number.get(number) for number in range(1, self.judged + 1)]


def losses(judgements: Sequence[Judgement]) -> list[Loss]:
    """What each seat's decisions cost, of those that had an alternative."""
    costs: dict[int, list[float]] = {}
    for one in judgements:
        costs.setdefault(one.seat, []).append(one.cost)
    return [Loss(seat, len(all_), sum(all_)) for seat, all_ in sorted(costs.items())]


class Reviews:
    """The reviews of one worker."""

    def __init__(self, pool: BotPool, keep: Keep) -> None:
        self._pool = pool
        self._keep = keep
        self._by_table: OrderedDict[str, UnderReview] = OrderedDict()

    def of(self, table: str, match: Match) -> UnderReview:
        """How far the review of a finished match has come; it goes on in the background."""
        review = self._by_table.get(table)
        if review is None:
            review = self._by_table[table] = UnderReview()
            review.task = asyncio.create_task(self._make(table, match.record(), review))
            self._forget()
        self._by_table.move_to_end(table)
        return review

    async def _make(self, table: str, record: str, review: UnderReview) -> None:
        total = 0

        def progress(done: int, of: int) -> None:
            nonlocal total
            total = of
            review.judged = min(done, of - 1)  # it is done when its judgements are there

        try:
            review.judgements = await self._pool.review(record, progress)
            review.judged = total
            with suppress(LedgerDown, BadWrite):  # figures of a match are no reason to fail
                await self._keep(table, losses(review.judgements))
        except Exception:
            log.exception("the review of %s could not be made", table)
            self._by_table.pop(table, None)  # whoever asks next begins it anew

    def _forget(self) -> None:
        while len(self._by_table) > KEPT:
            _, oldest = self._by_table.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()

    async def close(self) -> None:
        tasks = [one.task for one in self._by_table.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
