"""The matches of a ladder: each deal is played in each of its seatings, over processes."""

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from types import TracebackType
from typing import NamedTuple

from goatherd.bots import spec
from goatherd.bots.bot import Bot
from goatherd.errors import BotFailed, one_line
from goatherd.ladder.plan import DICE, Plan, Seating, derived, seatings
from goatherd.match import Match
from goatherd.processes import over_processes


class Played(NamedTuple):
    """One match, as it ended."""

    deal: int
    pairing: int
    seating: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    rounds: int
    """1 in games without rounds."""
    seconds: float
    forfeit: str
    """Why a bot lost before the end, and at which seat; empty if the match was played out."""


class Job(NamedTuple):
    """One deal of one pairing, with all its seatings."""

    deal: int
    pairing: int


class Bench:
    """The bots of one process. Called with a job, it plays it.

    Programs are kept from match to match; other bots are made anew for each match, so that nothing
    is carried over and the results are the same in any number of processes.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lasting: dict[str, Bot] = {}
        self.prepared: set[str] = set()

    def __enter__(self) -> "Bench":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for bot in self.lasting.values():
            bot.close()

    def __call__(self, job: Job) -> list[Played]:
        count = len(seatings(self.plan, job.pairing))
        return [self.play(job, number) for number in range(count)]

    def play(self, job: Job, number: int) -> Played:
        """One match of a deal; a bot that fails loses it."""
        seating = seatings(self.plan, job.pairing)[number]
        match = self.plan.new_match(job.deal)
        with self.seated(job.deal, seating) as bots:
            begun = time.perf_counter()
            failed, reason = play_out(match, bots)
            seconds = time.perf_counter() - begun
        return Played(
            job.deal,
            job.pairing,
            number,
            tuple(match.scores()),
            tuple(match.winners() if failed is None else opponents(seating, failed)),
            len(match.decisions()),
            rounds(match),
            round(seconds, 3),
            "" if failed is None else f"seat {failed}: {reason}",
        )

    @contextmanager
    def seated(self, deal: int, seating: Seating) -> Iterator[list[Bot]]:
        """The bots at the seats, for one match. At a seat all roll the same dice, so that bots who
        decide alike have the same match, and what they differ in is not lost among luck."""
        with ExitStack() as stack:
            bots = []
            for seat, place in enumerate(seating.bots):
                seed = derived(self.plan.seed, deal, DICE, seat)
                bot = self.made(self.plan.bots[place], seed)
                if bot not in self.lasting.values():
                    stack.enter_context(bot)
                bots.append(bot)
            yield bots

    def made(self, text: str, seed: int) -> Bot:
        """A bot. It gets one thread, since there are as many matches at once as cores."""
        if text in self.lasting:
            return self.lasting[text]
        bot = spec.make(text, offered={"seed": seed, "threads": 1})
        if spec.read(text)[0].lasting:
            self.lasting[text] = bot
        elif text not in self.prepared:
            self.prepared.add(text)
            bot.prepare(self.plan.game)
        return bot


def opponents(seating: Seating, failed: int) -> list[int]:
    """The seats that win when the bot at a seat fails: those of the other bot."""
    return [seat for seat, bot in enumerate(seating.bots) if bot != seating.bots[failed]]


def play_out(match: Match, bots: Sequence[Bot]) -> tuple[int | None, str]:
    """Play a match to its end, or until a bot fails: then its seat, and why."""
    while (seat := match.turn) is not None:
        try:
            match.play(bots[seat].choose(match.view(seat)))
        except BotFailed as failure:
            return seat, one_line(str(failure))
    return None, ""


def rounds(match: Match) -> int:
    """The rounds that were scored; without rounds, a match is one."""
    return max(len(match.lines()), 1)


def run(plan: Plan, done: Collection[Job], processes: int) -> Iterator[list[Played]]:
    """The matches of each job that is not yet done, as they come from that many processes.

    Where there are several, a script that calls this must be importable, as for all of Python's
    `multiprocessing`: it is to begin with `if __name__ == "__main__":`.
    """
    jobs = (
        job
        for deal in range(plan.deals)
        for pairing in range(len(plan.pairings()))
        if (job := Job(deal, pairing)) not in done
    )
    return over_processes(partial(Bench, plan), jobs, processes)
