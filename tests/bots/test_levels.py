"""The levels of strength."""

import pytest

import goatherd
from goatherd import BadOption
from goatherd.bots import spec
from goatherd.bots.levels import LEVELS, Level, level_bot


def test_there_are_five_in_order() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    assert len({level.name.say() for level in LEVELS}) == 5


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_a_level_is_the_bot_that_it_says(level: Level) -> None:
    """What the ladder is told with `level:3` is what a person meets at level 3."""
    named, plain = spec.make(f"level:{level.number}"), spec.make(level.spec)
    assert type(named) is type(plain)
    for setting in ("think", "iterations", "belief"):
        assert getattr(named, setting, None) == getattr(plain, setting, None)


@pytest.mark.parametrize("level", [0, 6, "3", True, 2.0, None])
def test_there_is_no_other_level(level: object) -> None:
    with pytest.raises(BadOption, match="levels are 1"):
        level_bot(level)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", goatherd.games())
@pytest.mark.parametrize("number", [1, 2, 3])
def test_gentle_levels_decide_alike_in_the_same_place(name: str, number: int) -> None:
    match = goatherd.load(name).new(seed=9)
    view = match.view(match.turn)
    assert level_bot(number, seed=1).choose(view) == level_bot(number, seed=1).choose(view)
