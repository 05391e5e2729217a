"""Jobs for the bot processes: which waits, which is next, and how long each may think."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

from goatherd.bots.pool.messages import Decide, Explain, Judge, Warm

FLOOR = 0.02
"""Seconds of thought that no job has to go below, however many there are."""

Question: TypeAlias = Decide | Explain | Judge


def thinking_time(full: float, processes: int, jobs: int) -> float:
    """The seconds of thought for a job that would like `full` of them, where so many jobs wait or
    are being done: once there are more jobs than processes, all give up the same share."""
    share = full * min(1.0, processes / max(jobs, 1))
    return max(share, min(full, FLOOR))


class Rank(IntEnum):
    """What a job is for; the first come first."""

    DECISION = 0
    """A table waits for its bot."""
    HINT = 1
    """A person waits for advice."""
    REVIEW = 2
    """A step of a review, which takes its time anyway."""


MOST_WAITING = {Rank.DECISION: 256, Rank.HINT: 64, Rank.REVIEW: 16}


@dataclass(eq=False, slots=True)
class Job:
    """A request that somebody waits for."""

    rank: Rank
    game: str
    request: Question
    """With the seconds that it would like; None for one that does not think by the clock."""
    answer: "asyncio.Future[Any]"
    losses: int = 0
    """How many processes were lost over it."""
    is_late: bool = False
    """Whether the patience of whoever asked is over."""

    def request_for(self, processes: int, jobs: int) -> Question:
        """The request with the seconds that it gets. Reviews, which come last, keep theirs."""
        full = self.request.seconds
        if full is None or self.rank is Rank.REVIEW:
            return self.request
        return self.request._replace(seconds=thinking_time(full, processes, jobs))


class JobQueue:
    """The jobs that wait."""

    def __init__(self, games: Sequence[str]) -> None:
        self._games = games
        self._waiting: dict[Rank, list[Job]] = {rank: [] for rank in Rank}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[Job]:
        """All of them, in their order."""
        for rank in Rank:
            yield from self._waiting[rank].copy()

    def is_full(self, rank: Rank) -> bool:
        return len(self._waiting[rank]) >= MOST_WAITING[rank]

    def count(self, *ranks: Rank) -> int:
        return sum(len(self._waiting[rank]) for rank in ranks)

    def add(self, job: Job) -> None:
        self._waiting[job.rank].append(job)

    def add_first(self, job: Job) -> None:
        """For a job whose turn had come already."""
        self._waiting[job.rank].insert(0, job)

    def drop(self, job: Job) -> bool:
        """Take a job out; whether it was still waiting."""
        waiting = self._waiting[job.rank]
        if job not in waiting:
            return False
        waiting.remove(job)
        return True

    def next_for(
        self, warm: Collection[str], covered: Collection[str], first: int = 0
    ) -> Job | Warm | None:
        """What a process does next that is warm for these games; None: wait for work.

        A job is only given to a process that is warm for its game. If none is, nor is warming up
        (`covered`), this one warms up for it. An idle process warms up for all games, beginning
        with its own `first` one, so that several do not compile the same.
        """
        for job in (*self._waiting[Rank.DECISION], *self._waiting[Rank.HINT]):
            if job.game in warm:
                self.drop(job)
                return job
            if job.game not in covered:
                return Warm(job.game)
        for place in range(len(self._games)):
            game = self._games[(first + place) % len(self._games)]
            if game not in warm:
                return Warm(game)
        reviews = self._waiting[Rank.REVIEW]
        return reviews.pop(0) if reviews else None
