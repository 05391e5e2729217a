"""The stable: bots that think beside the event loop, in processes of their own.

A site asks the stable for a bot's decision and goes on serving people meanwhile. The processes, its
hands, get warm in the background (compiled code is loaded, or made on the very first run); this
process never imports the compiler. What a hand gets to see is what its seat may know: a view.

Where many ask at once all think for a shorter time; where a hand cannot help in time, or dies over
a decision, the rules of thumb stand in: no table waits for ever.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from goatherd.bots.bot import Estimate, Explanation, to_decide
from goatherd.bots.levels import checked_level, level_bot
from goatherd.bots.review import Judgement
from goatherd.bots.search import SearchBot
from goatherd.bots.stable_errands import (
    Answer,
    Decide,
    Done,
    Explain,
    Failed,
    Judge,
    Judged,
    Refused,
    Warm,
    sight_of,
)
from goatherd.bots.stable_line import MOST_WAITING, Job, Line, Rank, Thought
from goatherd.bots.stable_staff import Hand, HandLost, hired
from goatherd.bots.workers import cores
from goatherd.errors import BadOption, BadRecord, BotFailed, quoted
from goatherd.game import games
from goatherd.record import read
from goatherd.view import View

COMMAND = (sys.executable, "-P", "-m", "goatherd.bots.stable_hand")
MOST_PROCESSES = 4
GRACE = 30.0
"""Seconds over its time after which a hand is taken for hung."""
LONGEST_WARMING = 900.0
"""Seconds for one game: compiling takes half a minute, on a slow or busy machine far longer."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0
"""Seconds before a lost hand is replaced, doubled each time that one is lost without any use."""
MOST_LOSSES = 2
"""A job over which so many hands were lost is not tried again."""
REVIEW_SECONDS = 0.2
"""For each decision of a reviewed match."""

LOG = logging.getLogger(__name__)


class Overfull(RuntimeError):
    """So many wait already that no more are let in; try again later."""


class Unanswered(Exception):
    """No hand answers this job."""


class Status(NamedTuple):
    """How the stable is doing, for those who watch over it."""

    processes: tuple[int, ...]
    """The hands' process numbers."""
    warm: dict[str, int]
    """For each game, how many hands can think about it."""
    waiting: int
    running: int
    answered: int
    """Errands done so far."""
    stand_ins: int
    """Decisions by rule of thumb, because no hand gave one in time."""
    losses: int
    """Hands that had to be replaced."""


class Stable:
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
        self._line = Line(games())
        self._running: set[Job] = set()
        self._hands: set[Hand] = set()
        self._idle: list[asyncio.Future[None]] = []
        self._tending: list[asyncio.Task[None]] = []
        self._is_open = False
        self._closing = asyncio.Event()
        self._answered = self._stand_ins = self._losses = self._reviewing = 0

    # What may be asked

    async def decide(self, view: View, level: int, patience: float | None = None) -> str:
        """The decision of a level's bot: one of `view.legal()`.

        After `patience` seconds without a hand that is free and warm for the game, rules of thumb
        decide; with None, it waits for one. A thought once begun is waited for.
        """
        legal = to_decide(view)
        bot = level_bot(checked_level(level).number, self.seed)
        if len(legal) == 1:
            return legal[0]
        if not isinstance(bot, SearchBot):
            return bot.choose(view)
        errand = Decide(sight_of(view), level, self.seed, bot.think)
        try:
            decision = await self._asked(Rank.DECISION, view.contract.name, errand, patience)
        except (Unanswered, Overfull):
            return self._stand_in(view)
        return decision if decision in legal else self._stand_in(view)

    def _stand_in(self, view: View) -> str:
        self._stand_ins += 1
        return self._greedy.choose(view)

    async def explain(
        self, view: View, seconds: float = 1.0, patience: float | None = None
    ) -> Explanation:
        """What the search bot thinks of each legal decision; decisions of bots come first.

        Overfull where too many ask, BotFailed where no hand can answer, or not in time.
        """
        legal = to_decide(view)
        if len(legal) == 1:
            return Explanation((Estimate(legal[0], None, 0),), ())
        errand = Explain(sight_of(view), self.seed, seconds)
        with told_as_failure():
            thought: Explanation = await self._asked(
                Rank.HINT, view.contract.name, errand, patience
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
        Overfull where too many ask, BotFailed where no hand can answer.
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
        errand = Judge(record_text, start, self.seed, seconds)
        with told_as_failure():
            step: Judged = await self._asked(Rank.REVIEW, game, errand)
        return step

    async def _asked(
        self, rank: Rank, game: str, errand: Thought, patience: float | None = None
    ) -> Any:
        """What comes of an errand, once it has been its turn."""
        if not self._is_open:
            raise Unanswered("the stable is closed")
        if self._line.is_full(rank):
            raise Overfull(f"{self._line.count(rank)} wait already; try again later")
        loop = asyncio.get_running_loop()
        job = Job(rank, game, errand, loop.create_future())
        self._line.add(job)
        self._wake()
        timer = None if patience is None else loop.call_later(patience, self._late, job)
        try:
            return await job.answer
        finally:
            self._line.drop(job)
            if timer is not None:
                timer.cancel()

    def _late(self, job: Job) -> None:
        """The patience for a job is over: if it still waits, it waits no longer."""
        job.is_late = True
        if self._line.drop(job):
            give_up(job, "no hand was free and warm in time")

    # Open and closed

    def start(self) -> None:
        """Open the stable: hands are hired and get warm while other work goes on."""
        if not self._tending:
            self._is_open = True
            self._closing.clear()
            self._tending = [
                asyncio.get_running_loop().create_task(self._tend(place), name=f"hand {place}")
                for place in range(self.processes)
            ]

    async def close(self) -> None:
        """Dismiss all hands, whatever they are doing; who still waits is not answered by them."""
        self._is_open = False
        self._closing.set()
        for job in self._line:
            self._line.drop(job)
            give_up(job, "the stable is closed")
        for hand in self._hands:
            hand.close()
        self._wake()
        await asyncio.gather(*self._tending)
        self._tending = []

    def status(self) -> Status:
        return Status(
            tuple(sorted(hand.pid for hand in self._hands)),
            {game: sum(game in hand.warm for hand in self._hands) for game in games()},
            len(self._line),
            len(self._running),
            self._answered,
            self._stand_ins,
            self._losses,
        )

    # The hands at work

    async def _tend(self, place: int) -> None:
        """Keep one hand at work, and replace it whenever it is lost."""
        pause = FIRST_PAUSE
        while self._is_open:
            was_useful = await self._employ(place)
            if self._is_open:
                self._losses += 1
                pause = FIRST_PAUSE if was_useful else min(2 * pause, LONGEST_PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), pause)

    async def _employ(self, place: int) -> bool:
        """Give a new hand work until it is lost or the stable closes; whether it was of use."""
        try:
            hand = await hired(self._command)
        except OSError as error:
            LOG.error("no bot process can be started: %s", error)
            return False
        self._hands.add(hand)
        watching = asyncio.create_task(self._watch(hand))
        try:
            await self._give_work(hand, place)
        except HandLost as loss:
            if self._is_open:
                LOG.warning("bot process %d was lost: %s", hand.pid, loss)
        finally:
            self._hands.discard(hand)
            self._wake()  # others may have to get warm for what this one was
            await hand.dismissed()
            await watching
        return hand.was_useful

    async def _watch(self, hand: Hand) -> None:
        """If a hand ends while it has nothing to do, let that be noticed."""
        await hand.end()
        self._wake()

    async def _give_work(self, hand: Hand, place: int) -> None:
        while (task := await self._next(hand, place)) is not None:
            if isinstance(task, Warm):
                await self._warm(hand, task)
            else:
                await self._do(hand, task)

    async def _next(self, hand: Hand, place: int) -> Job | Warm | None:
        """What a hand does next, as soon as there is something; None once the stable closes."""
        while self._is_open:
            if hand.has_ended:
                raise HandLost("it ended")
            others = (other for other in self._hands if other is not hand)
            cared_for = set().union(*(other.warm | other.warming for other in others))
            task = self._line.next_for(hand.warm, cared_for, place)
            if task is not None:
                return task
            waiter = asyncio.get_running_loop().create_future()
            self._idle.append(waiter)
            await waiter
        return None

    def _wake(self) -> None:
        """Let all hands that have nothing to do look again."""
        for waiter in self._idle:
            if not waiter.done():
                waiter.set_result(None)
        self._idle.clear()

    async def _warm(self, hand: Hand, errand: Warm) -> None:
        hand.warming = {errand.game}
        answer = await hand.do(errand, LONGEST_WARMING)
        hand.warming = set()
        if isinstance(answer, Done):
            hand.warm.add(errand.game)
            return
        hand.was_useful = False  # so that it is tried again less and less often
        for job in self._line:
            if job.game == errand.game and self._line.drop(job):
                give_up(job, f"no bot can think about {errand.game}")
        raise HandLost(f"it cannot think about {errand.game}: {answer}")

    async def _do(self, hand: Hand, job: Job) -> None:
        self._running.add(job)
        jobs = self._line.count(Rank.DECISION, Rank.HINT) + len(self._running)
        errand = job.errand_for(len(self._hands), jobs)
        try:
            answer = await hand.do(errand, (errand.seconds or 0.0) + GRACE)
        except HandLost:
            self._lost_over(job)
            raise
        finally:
            self._running.discard(job)
        self._answered += 1
        hand.was_useful = True
        settle(job, answer)

    def _lost_over(self, job: Job) -> None:
        """A hand was lost over this job: somebody else may try, but not for ever."""
        job.losses += 1
        if not self._is_open or job.is_late or job.losses >= MOST_LOSSES:
            give_up(job, "bot processes were lost over it")
        elif not job.answer.done():
            self._line.add_first(job)
            self._wake()


def checked_processes(processes: object) -> int:
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise BadOption(f"processes={quoted(processes)}: a stable needs at least 1")
    return processes


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
