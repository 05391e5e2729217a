"""A ladder: every bot against every other on duplicate deals.

A deal is played several times with the same cards: with the sides exchanged where two sides play,
and otherwise with one bot at each seat in turn among copies of the other. So luck of the cards
falls on both bots alike, and so does that of the dice they roll. Deal i has the same cards in every
pairing, and all its chance follows from the ladder's seed, whichever process plays it.
"""

import shlex
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import combinations
from types import TracebackType
from typing import NamedTuple

from goatherd.bots import spec
from goatherd.bots.bot import Bot
from goatherd.bots.workers import over_processes
from goatherd.errors import BadOption, BotFailed, one_line
from goatherd.game import load
from goatherd.match import Match
from goatherd.rng import SEED_BITS, WORD, siphash

MOST_DEALS = 10**9
CARDS, DICE = 0xFFF, 0xFFE
"""What seeds are derived for: a deal's cards, and the dice of whoever sits at a seat."""


class Plan(NamedTuple):
    """What is to be played; the same plan always has the same deals."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    deals: int
    """For each pairing."""
    seed: int
    lone: bool = False
    """Where all play for themselves: only later-named bots alone among earlier-named ones."""

    def command(self) -> str:
        """What to type to play the same again."""
        words = ["goatherd", "ladder", self.game, "--bots", ",".join(self.bots)]
        words += ["-n", str(self.deals), "--players", str(self.players), "--seed", str(self.seed)]
        for name, value in self.options:
            words += ["--option", f"{name}={value}"]
        return shlex.join([*words, "--lone"] if self.lone else words)

    def labels(self) -> list[str]:
        """The bots for tables: one that is named again has its number."""
        seen: Counter[str] = Counter()
        out = []
        for text in self.bots:
            seen[text] += 1
            out.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
        return out

    def pairings(self) -> list[tuple[int, int]]:
        """The places in `bots` of each two that meet, the earlier-named first."""
        return list(combinations(range(len(self.bots)), 2))

    def new_match(self, deal: int) -> Match:
        low, high = (derived(self.seed, deal, CARDS, half) for half in range(2))
        seed = high << 64 | low
        return load(self.game).new(self.players, seed, None, **dict(self.options))


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played.

    Each bot is made and prepared once: what has to be compiled is then there for all processes,
    and a program that cannot even be started is refused before the first deal (BotFailed).
    """
    if len(plan.bots) < 2:
        raise BadOption(f"--bots {','.join(plan.bots)}: name at least two, like random,greedy")
    if not 1 <= plan.deals <= MOST_DEALS:
        raise BadOption(f"-n {plan.deals}: give a number of deals from 1 to 1e9")
    if not 0 <= plan.seed < 1 << SEED_BITS:
        raise BadOption(f"--seed {plan.seed}: a seed is a number from 0 to 2**{SEED_BITS} - 1")
    if plan.lone and len(set(sides(plan))) == 2:
        raise BadOption("--lone is for three or more who play each for themselves")
    for text in plan.bots:
        with spec.make(text, offered={"threads": 1}) as bot:
            bot.prepare(plan.game)
    return plan


def derived(seed: int, deal: int, purpose: int, number: int) -> int:
    """64 bits for one purpose, from the keyed generator of the ladder's seed."""
    message = deal << 24 | purpose << 12 | number
    return int(siphash(seed & WORD, seed >> 64, message))


# Who sits where


class Seating(NamedTuple):
    """One match of a deal: `one` at some seats, `other` at the rest."""

    one: int
    other: int
    bots: tuple[int, ...]
    """The place in the plan's list of the bot at each seat."""

    def seats_of_one(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.bots) if bot == self.one]


def sides(plan: Plan) -> tuple[int, ...]:
    """The side of each seat; its own number where everybody plays alone."""
    count = load(plan.game).contract.sides(plan.players)
    return tuple(seat % count for seat in range(plan.players))


@cache
def seatings(plan: Plan, pairing: int) -> list[Seating]:
    """The matches of each deal of a pairing, in order. The later-named bot is `one` first."""
    other, one = plan.pairings()[pairing]
    table = sides(plan)
    if len(set(table)) == 2:
        return [seated(one, other, [side == own for side in table]) for own in sorted(set(table))]
    roles = [(one, other)] if plan.lone else [(one, other), (other, one)]
    return [
        seated(lone, rest, [seat == own for seat in range(plan.players)])
        for lone, rest in roles
        for own in range(plan.players)
    ]


def seated(one: int, other: int, places: Sequence[bool]) -> Seating:
    return Seating(one, other, tuple(one if place else other for place in places))


# Playing


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
