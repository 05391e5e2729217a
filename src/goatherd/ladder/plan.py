"""What a ladder plays: every bot against every other on duplicate deals.

A deal is played several times with the same cards: with the sides exchanged where two sides play,
and otherwise with one bot at each seat in turn among copies of the other. So luck of the cards
falls on both bots alike, and so does that of the dice they roll. Deal i has the same cards in every
pairing, and all its chance follows from the ladder's seed, whichever process plays it.
"""

import shlex
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from goatherd.bots import spec
from goatherd.errors import BadOption
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
    count = load(plan.game).contract.facts.sides(plan.players)
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
