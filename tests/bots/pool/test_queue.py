"""Who waits in the pool: who comes next, and how long each may think."""

import asyncio
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goatherd.bots.pool.messages import Decide, Judge, ViewData, Warm
from goatherd.bots.pool.queue import FLOOR, Job, JobQueue, Rank, thinking_time

# --- how long to think ---------------------------------------------------------------------------

times = st.floats(0.001, 3600)
few = st.integers(1, 64)


@given(times, few, st.integers(0, 1000))
def test_nobody_thinks_longer_than_its_level_or_shorter_than_the_floor(
    full: float, processes: int, jobs: int
) -> None:
    time = thinking_time(full, processes, jobs)
    assert min(full, FLOOR) <= time <= full


@given(times, few, st.integers(0, 64))
def test_with_a_process_for_every_job_all_think_for_their_full_time(
    full: float, processes: int, jobs: int
) -> None:
    assert thinking_time(full, processes + jobs, jobs) == full


@given(st.floats(0.1, 3600), few, st.integers(1, 1000))
def test_all_jobs_together_take_no_longer_than_one_would(
    full: float, processes: int, more: int
) -> None:
    """That many jobs, shared among the processes: as long as one alone, or the floor for each."""
    jobs = processes + more
    rounds = jobs / processes
    assert rounds * thinking_time(full, processes, jobs) <= max(full, rounds * FLOOR) * 1.0001


@given(times, times, few, st.integers(1, 1000))
def test_everybody_gives_up_the_same_share(
    one: float, other: float, processes: int, jobs: int
) -> None:
    this, that = (thinking_time(full, processes, jobs) for full in (one, other))
    if this > FLOOR and that > FLOOR:
        assert this / one == pytest.approx(that / other)


# --- who comes next ------------------------------------------------------------------------------

VIEW = ViewData("goita", 0, b"", [], [], [])
NOBODY = cast("asyncio.Future[Any]", None)
"""Waits for the answer; the line does not look at that."""


def job(rank: Rank, game: str = "goita", seconds: float | None = 1.0) -> Job:
    request = Judge("", 0, None, seconds) if rank is Rank.REVIEW else Decide(VIEW, 5, None, seconds)
    return Job(rank, game, request, NOBODY)


def test_decisions_come_before_hints_and_hints_before_reviews() -> None:
    line = JobQueue(["goita"])
    ranks = [Rank.REVIEW, Rank.HINT, Rank.DECISION, Rank.HINT, Rank.DECISION, Rank.REVIEW]
    jobs = [job(rank) for rank in ranks]
    for one in jobs:
        line.add(one)
    order = [line.next_for({"goita"}, ()) for _ in jobs]
    assert order == [jobs[place] for place in (2, 4, 1, 3, 0, 5)]
    assert line.next_for({"goita"}, ()) is None


def test_a_process_does_only_what_it_is_warm_for() -> None:
    line = JobQueue(["goita", "goat-1916"])
    goita, other = job(Rank.DECISION), job(Rank.DECISION, "goat-1916")
    line.add(goita)
    line.add(other)
    assert line.next_for({"goat-1916"}, {"goita"}) is other
    assert line.next_for({"goat-1916"}, {"goita"}) == Warm("goita")
    assert list(line) == [goita]


def test_a_process_gets_warm_first_for_what_is_waited_for() -> None:
    line = JobQueue(["goat-n-goat", "goita", "goat-1916"])
    line.add(job(Rank.DECISION, "goat-1916"))
    line.add(job(Rank.DECISION, "goat-n-goat"))
    assert line.next_for({"goat-n-goat"}, ()) == Warm("goat-1916")


def test_idle_processes_get_warm_for_different_games_and_then_for_all() -> None:
    line = JobQueue(["goat-n-goat", "goita", "goat-1916"])
    assert [line.next_for((), (), place) for place in (0, 1, 2, 3)] == [
        Warm("goat-n-goat"),
        Warm("goita"),
        Warm("goat-1916"),
        Warm("goat-n-goat"),
    ]
    line.add(job(Rank.REVIEW))
    assert line.next_for({"goita", "goat-1916"}, {"goat-n-goat"}, 1) == Warm("goat-n-goat")
    assert isinstance(line.next_for({"goita", "goat-1916", "goat-n-goat"}, ()), Job)


def test_who_has_waited_already_comes_first_again() -> None:
    line = JobQueue(["goita"])
    lost, waiting = job(Rank.DECISION), job(Rank.DECISION)
    line.add(waiting)
    line.add_first(lost)
    assert line.next_for({"goita"}, ()) is lost


def test_decisions_shrink_and_reviews_do_not() -> None:
    assert job(Rank.DECISION).request_for(processes=2, jobs=8).seconds == 0.25
    assert job(Rank.DECISION, seconds=None).request_for(processes=2, jobs=8).seconds is None
    assert job(Rank.REVIEW).request_for(processes=2, jobs=8).seconds == 1.0
