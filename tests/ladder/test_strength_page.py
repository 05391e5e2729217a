"""docs/strength.md says what the matches beside it say, and those are all there."""

from io import StringIO

import pytest
from rich.console import Console

from goatherd.bots.levels import LEVELS
from goatherd.ladder.plan import seatings
from goatherd.ladder.standings import standings
from goatherd.terminal.ladder import show
from tools import strength
from tools.strength import Ladder

LADDERS = [ladder for section in strength.SECTIONS for ladder in section.ladders]


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.name)
def test_a_ladder_was_played_to_its_end_and_its_tables_are_those_of_its_matches(
    ladder: Ladder,
) -> None:
    played = ladder.played()
    each = [len(seatings(ladder.plan, place)) for place in range(len(ladder.plan.pairings()))]
    assert len(played) == ladder.plan.deals * sum(each)
    shown = StringIO()
    show(Console(file=shown), ladder.plan, standings(ladder.plan, played), markdown=True)
    assert shown.getvalue() == ladder.tables.read_text(encoding="utf-8")


def test_no_match_in_the_page_was_forfeited() -> None:
    assert [row for ladder in LADDERS for row in ladder.played() if row.forfeit] == []


def test_the_page_is_current() -> None:
    told = strength.PAGE.read_text(encoding="utf-8")
    assert told == strength.page(), "run `python tools/strength.py --write`"


def test_every_level_has_a_rating_in_every_game() -> None:
    rows = strength.scale().splitlines()[2:]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == [
        f"{level.number}, {level.name.say()}" for level in reversed(LEVELS)
    ]
    assert all(row.count("(") == len(strength.LEVELS) for row in rows[:-1])
