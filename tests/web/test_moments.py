"""When bots answer: at moments that are drawn before they think, however slow they are."""

import asyncio
import random
import selectors
from types import SimpleNamespace
from typing import Any, cast

import pytest

import goatherd
from goatherd.bots.pool.pool import BotPool
from goatherd.bots.pool.queue import Question, Rank
from goatherd.match import Match
from goatherd.web.rooms.keeper import Keeper, Pauses
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.rooms import Rooms

MOMENTS = 40
every_level = pytest.mark.parametrize("level", [1, 2, 3, 4, 5])


class Leap(selectors.DefaultSelector):
    """Does not wait, but says that it has: time leaps to where something happens next."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.now += timeout or 0.0
        return super().select(0)


class LeapingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.leap = Leap()
        super().__init__(self.leap)

    def time(self) -> float:
        return self.leap.now


class SlowPool(BotPool):
    """A pool whose processes take their time, and may not be warm."""

    def __init__(self, seconds: float, *, warm: bool) -> None:
        super().__init__(1)
        self.seconds = seconds
        self.warm = warm
        self.asked = 0

    def is_warm(self, game: str) -> bool:
        return self.warm

    async def _asked(
        self, rank: Rank, game: str, request: Question, patience: float | None = None
    ) -> Any:
        self.asked += 1
        await asyncio.sleep(self.seconds)
        return "what nobody waits for"


class Noted:
    """Stands for the rooms: notes when decisions are made."""

    def __init__(self) -> None:
        self.moments: list[float] = []

    async def move(self, room: Room, seat: int, version: int, text: str) -> None:
        self.moments.append(asyncio.get_running_loop().time())


def at_choices() -> dict[bool, Match]:
    """A match where there is a choice, and one where there is none."""
    chance, found = random.Random(3), dict[bool, Match]()
    while len(found) < 2:
        match = goatherd.load("goat-1916").new(players=4, seed=chance.randrange(10**6))
        while match.turn is not None and len(found) < 2:
            legal = match.legal()
            found.setdefault(len(legal) > 1, match.copy())
            match.play(chance.choice(legal))
    return found


def moments(match: Match, level: int, pool: BotPool) -> list[float]:
    """How long a bot's answers take, with chance that begins alike for all who ask."""
    pauses, rooms = Pauses(), Noted()
    pauses._chance = cast(random.SystemRandom, random.Random(7))
    keeper = Keeper(cast(Rooms, rooms), pool, pauses)
    room = cast(Room, SimpleNamespace(match=match, version=0))
    row: Any = SimpleNamespace(seat=match.turn, level=level)

    async def answers() -> list[float]:
        took = []
        for _ in range(MOMENTS):
            began = asyncio.get_running_loop().time()
            await keeper._move_bot(room, row)
            took.append(round(rooms.moments[-1] - began, 6))
        return took

    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(answers())


@every_level
@pytest.mark.parametrize("warm", [True, False])
@pytest.mark.parametrize("seconds", [0.0, 0.5, 60.0])
def test_the_moment_of_an_answer_tells_nothing_of_a_choice(
    level: int, warm: bool, seconds: float
) -> None:
    matches = at_choices()
    told = {
        has_choice: moments(match, level, SlowPool(seconds, warm=warm))
        for has_choice, match in matches.items()
    }
    assert told[True] == told[False]
    assert len(set(told[True])) > MOMENTS / 2


def test_where_nothing_is_compiled_yet_no_process_is_asked() -> None:
    pool = SlowPool(0.0, warm=False)
    moments(at_choices()[True], 5, pool)
    assert pool.asked == 0
    assert pool.status().stand_ins == MOMENTS


def test_slow_thought_is_given_up_for_the_rules_of_thumb() -> None:
    pool = SlowPool(60.0, warm=True)
    moments(at_choices()[True], 4, pool)
    assert pool.asked == pool.status().stand_ins == MOMENTS
