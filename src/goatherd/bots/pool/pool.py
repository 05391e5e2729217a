"""The pool: bots that think beside the event loop, in processes of their own.

A site asks the pool for a bot's decision and goes on serving people meanwhile. The processes warm
up in the background (compiled code is loaded, or made on the very first run); the process that
asks never imports the compiler. What a bot process gets to see is what its seat may know: a view.

Where many ask at once all think for a shorter time; where no process can help in time, or one dies
over a decision, the rules of thumb stand in: no table waits for ever.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from goatherd.bots.bot import Estimate, Explanation, to_decide
from goatherd.bots.levels import checked_level, level_bot
from goatherd.bots.pool.messages import (
    Answer,
    Decide,
    Done,
    Explain,
    Failed,
    Judge,
    Judged,
    Refused,
    Warm,
    view_data,
)
from goatherd.bots.pool.process import BotProcess, ProcessLost, spawn
from goatherd.bots.pool.queue import FLOOR, MOST_WAITING, Job, JobQueue, Question, Rank
from goatherd.bots.review import Judgement
from goatherd.bots.search import SearchBot
from goatherd.errors import BadOption, BadRecord, BotFailed, quoted
from goatherd.game import games
from goatherd.processes import cores
from goatherd.record import read
from goatherd.view import View

COMMAND = (sys.executable, "-P", "-m", "goatherd.bots.pool.worker")
MOST_PROCESSES = 4
GRACE = 30.0
"""Seconds over its time after which a process is taken for hung."""
LONGEST_WARMING = 900.0
"""Seconds for one game: compiling takes half a minute, on a slow or busy machine far longer."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0
"""Seconds before a lost process is replaced, doubled each time that one is lost without any use."""
MOST_LOSSES = 2
"""A job over which so many processes were lost is not tried again."""
ON_THE_WAY = 0.1
"""Seconds of a decision's time that are not for thinking: to a process and back."""
REVIEW_SECONDS = 0.2
"""For each decision of a reviewed match."""

LOG = logging.getLogger(__name__)


class Overfull(RuntimeError):
    """So many wait already that no more are let in; try again later."""


class Unanswered(Exception):
    """No process answers this job."""


class Status(NamedTuple):
    """How the pool is doing, for those who watch over it."""

    processes: tuple[int, ...]
    """The numbers of the processes."""
    warm: dict[str, int]
    """For each game, how many processes can think about it."""
    waiting: int
    running: int
    answered: int
    """Requests answered so far."""
    stand_ins: int
    """Decisions by rule of thumb, because no process gave one in time."""
    losses: int
    """Processes that had to be replaced."""


class BotPool:
    """Decisions, hints and reviews by bots. To be used within one event loop.

    With a seed, bots that think by iterations decide alike in the same place.
    """

    def __init__(
        self,
        processes: int | None = None,
        seed: int | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.processes = min(MOST_PROCESSES, max(1, cores() - 1))
        if processes is not None:
            self.processes = checked_processes(processes)
        self.seed = seed
        self._command = command
        self._greedy = level_bot(2, seed)
        self._queue = JobQueue(games())
        self._running: set[Job] = set()
        self._crew: set[BotProcess] = set()
        self._idle: list[asyncio.Future[None]] = []
        self._keepers: list[asyncio.Task[None]] = []
        self._is_open = False
        self._closing = asyncio.Event()
        self._answered = self._stand_ins = self._losses = self._reviewing = 0

    # What may be asked

    async def decide(
        self,
        view: View,
        level: int,
        patience: float | None = None,
        within: float | None = None,
    ) -> str:
        """The decision of a level's bot: one of `view.legal()`.

        After `patience` seconds without a process that is free and warm for the game, rules of
        thumb decide; with None, it waits for one. A search once begun is waited for, unless all
        is to be done `within` some seconds: then it thinks as long as fits into them, and rules
        of thumb decide when they are over, or at once if no process is warm for the game.
        """
        legal = to_decide(view)
        bot = level_bot(checked_level(level).number, self.seed)
        if len(legal) == 1:
            return legal[0]
        if not isinstance(bot, SearchBot):
            return bot.choose(view)
        game = view.contract.facts.name
        if within is not None and not self.is_warm(game):
            return self._stand_in(view)
        request = Decide(view_data(view), level, self.seed, fitting(bot.think, within))
        try:
            async with asyncio.timeout(within):
                decision = await self._asked(Rank.DECISION, game, request, patience)
        except (Unanswered, Overfull, TimeoutError):
            return self._stand_in(view)
        return decision if decision in legal else self._stand_in(view)

    def is_warm(self, game: str) -> bool:
        """Whether any process can think about a game by now."""
        return any(game in process.warm for process in self._crew)

    def _stand_in(self, view: View) -> str:
        self._stand_ins += 1
        return self._greedy.choose(view)

    async def explain(
        self, view: View, seconds: float = 1.0, patience: float | None = None
    ) -> Explanation:
        """What the search bot thinks of each legal decision; decisions of bots come first.

        Overfull where too many ask, BotFailed where no process can answer, or not in time.
        """
        legal = to_decide(view)
        if len(legal) == 1:
            return Explanation((Estimate(legal[0], None, 0),), ())
        request = Explain(view_data(view), self.seed, seconds)
        with told_as_failure():
            thought: Explanation = await self._asked(
                Rank.HINT, view.contract.facts.name, request, patience
            )
        return thought

    async def review(
        self,
        record_text: str,
        progress: Callable[[int, int], None] | None = None,
        seconds: float = REVIEW_SECONDS,
    ) -> list[Judgement]:
        """What each decision of a finished match cost, where there was an alternative.

        It goes step by step, whenever nobody else wants anything; `progress` is told how many
        decisions of how many are judged. BadRecord or BadOption for what is no finished match,
        Overfull where too many ask, BotFailed where no process can answer.
        """
        game, total = checked_finished(record_text)
        if self._reviewing >= MOST_WAITING[Rank.REVIEW]:
            raise Overfull(f"{self._reviewing} reviews are under way; try again later")
        found: list[Judgement] = []
        done = 0
        self._reviewing += 1
        try:
            while done < total:
                done, judgement = await self._judged(game, record_text, done, seconds)
                if judgement is not None:
                    found.append(judgement)
                if progress is not None:
                    progress(done, total)
        finally:
            self._reviewing -= 1
        return found

    async def _judged(self, game: str, record_text: str, start: int, seconds: float) -> Judged:
        """A step of a review. With so few reviews under way, there is room for it to wait."""
        request = Judge(record_text, start, self.seed, seconds)
        with told_as_failure():
            step: Judged = await self._asked(Rank.REVIEW, game, request)
        return step

    async def _asked(
        self, rank: Rank, game: str, request: Question, patience: float | None = None
    ) -> Any:
        """What comes of a request, once it has been its turn."""
        if not self._is_open:
            raise Unanswered("the pool is closed")
        if self._queue.is_full(rank):
            raise Overfull(f"{self._queue.count(rank)} wait already; try again later")
        loop = asyncio.get_running_loop()
        job = Job(rank, game, request, loop.create_future())
        self._queue.add(job)
        self._wake()
        timer = None if patience is None else loop.call_later(patience, self._late, job)
        try:
            return await job.answer
        finally:
            self._queue.drop(job)
            if timer is not None:
                timer.cancel()

    def _late(self, job: Job) -> None:
        """The patience for a job is over: if it still waits, it waits no longer."""
        job.is_late = True
        if self._queue.drop(job):
            give_up(job, "no process was free and warm in time")

    # Open and closed

    def start(self) -> None:
        """Open the pool: processes are started and warm up while other work goes on."""
        if not self._keepers:
            self._is_open = True
            self._closing.clear()
            loop = asyncio.get_running_loop()
            self._keepers = [
                loop.create_task(self._keep_one(place), name=f"bot process {place}")
                for place in range(self.processes)
            ]

    async def close(self) -> None:
        """End all processes, whatever they are doing; who still waits is not answered by them."""
        self._is_open = False
        self._closing.set()
        for job in self._queue:
            self._queue.drop(job)
            give_up(job, "the pool is closed")
        for process in self._crew:
            process.close()
        self._wake()
        await asyncio.gather(*self._keepers)
        self._keepers = []

    def status(self) -> Status:
        return Status(
            tuple(sorted(process.pid for process in self._crew)),
            {game: sum(game in process.warm for process in self._crew) for game in games()},
            len(self._queue),
            len(self._running),
            self._answered,
            self._stand_ins,
            self._losses,
        )

    # The processes at work

    async def _keep_one(self, place: int) -> None:
        """Keep one process at work, and replace it whenever it is lost."""
        pause = FIRST_PAUSE
        while self._is_open:
            was_useful = await self._run_one(place)
            if self._is_open:
                self._losses += 1
                pause = FIRST_PAUSE if was_useful else min(2 * pause, LONGEST_PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), pause)

    async def _run_one(self, place: int) -> bool:
        """Give a new process work until it is lost or the pool closes; whether it was of use."""
        try:
            process = await spawn(self._command)
        except OSError as error:
            LOG.error("no bot process can be started: %s", error)
            return False
        self._crew.add(process)
        watching = asyncio.create_task(self._watch(process))
        try:
            await self._give_work(process, place)
        except ProcessLost as loss:
            if self._is_open:
                LOG.warning("bot process %d was lost: %s", process.pid, loss)
        finally:
            self._crew.discard(process)
            self._wake()  # others may have to warm up for what this one was
            await process.stop()
            await watching
        return process.was_useful

    async def _watch(self, process: BotProcess) -> None:
        """If a process ends while it has nothing to do, let that be noticed."""
        await process.wait()
        self._wake()

    async def _give_work(self, process: BotProcess, place: int) -> None:
        while (task := await self._next(process, place)) is not None:
            if isinstance(task, Warm):
                await self._warm(process, task)
            else:
                await self._do(process, task)

    async def _next(self, process: BotProcess, place: int) -> Job | Warm | None:
        """What a process does next, as soon as there is something; None once the pool closes."""
        while self._is_open:
            if process.has_ended:
                raise ProcessLost("it ended")
            others = (other for other in self._crew if other is not process)
            covered = set().union(*(other.warm | other.warming for other in others))
            task = self._queue.next_for(process.warm, covered, place)
            if task is not None:
                return task
            waiter = asyncio.get_running_loop().create_future()
            self._idle.append(waiter)
            await waiter
        return None

    def _wake(self) -> None:
        """Let all processes that have nothing to do look again."""
        for waiter in self._idle:
            if not waiter.done():
                waiter.set_result(None)
        self._idle.clear()

    async def _warm(self, process: BotProcess, request: Warm) -> None:
        process.warming = {request.game}
        answer = await process.answer(request, LONGEST_WARMING)
        process.warming = set()
        if isinstance(answer, Done):
            process.warm.add(request.game)
            return
        process.was_useful = False  # so that it is tried again less and less often
        for job in self._queue:
            if job.game == request.game and self._queue.drop(job):
                give_up(job, f"no bot can think about {request.game}")
        raise ProcessLost(f"it cannot think about {request.game}: {answer}")

    async def _do(self, process: BotProcess, job: Job) -> None:
        self._running.add(job)
        jobs = self._queue.count(Rank.DECISION, Rank.HINT) + len(self._running)
        request = job.request_for(len(self._crew), jobs)
        try:
            answer = await process.answer(request, (request.seconds or 0.0) + GRACE)
        except ProcessLost:
            self._lost_over(job)
            raise
        finally:
            self._running.discard(job)
        self._answered += 1
        process.was_useful = True
        settle(job, answer)

    def _lost_over(self, job: Job) -> None:
        """A process was lost over this job: another one may try, but not for ever."""
        job.losses += 1
        if not self._is_open or job.is_late or job.losses >= MOST_LOSSES:
            give_up(job, "bot processes were lost over it")
        elif not job.answer.done():
            self._queue.add_first(job)
            self._wake()


def checked_processes(processes: object) -> int:
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise BadOption(f"processes={quoted(processes)}: a pool needs at least 1")
    return processes


def fitting(think: float | None, within: float | None) -> float | None:
    """The seconds of thought that fit; None for a bot that does not think by the clock."""
    if think is None or within is None:
        return think
    return max(min(think, within - ON_THE_WAY), FLOOR)


def checked_finished(record_text: str) -> tuple[str, int]:
    """The game of a finished match, and how many decisions it had."""
    told = read(record_text)
    if told.game not in games():
        raise BadRecord(f"line 2: no game {quoted(told.game)}; games are {', '.join(games())}")
    if not told.over:
        raise BadOption("a review goes through a finished match, and this one is not")
    return told.game, len(told.decisions)


@contextmanager
def told_as_failure() -> Iterator[None]:
    try:
        yield
    except Unanswered as reason:
        raise BotFailed(f"the bots cannot answer: {reason}") from None


def settle(job: Job, answer: Answer) -> None:
    """Tell whoever still waits for a job what came of it."""
    if isinstance(answer, Failed):
        LOG.error("a bot failed at %s: %s", job.game, answer.trace)
        give_up(job, "a bot failed")
    elif not job.answer.done():
        if isinstance(answer, Refused):
            job.answer.set_exception(answer.error)
        else:
            job.answer.set_result(answer.result)


def give_up(job: Job, reason: str) -> None:
    if not job.answer.done():
        job.answer.set_exception(Unanswered(reason))
