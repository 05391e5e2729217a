"""What holds for every bot: it answers what is legal, and only when it is asked."""

import pytest

import goatherd
from goatherd import BotFailed, NothingToDecide, View
from goatherd.bots.bot import Bot, Estimate
from tests.matches import Variant, advanced, label, new, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


class First(Bot):
    """Takes the first legal decision, and counts how often it was closed."""

    name = "first"
    closed = 0

    def _choose(self, view: View) -> str:
        return view.legal()[0]

    def close(self) -> None:
        self.closed += 1


class Stubborn(Bot):
    """Always says the same."""

    name = "stubborn"

    def __init__(self, says: object) -> None:
        self.says = says

    def _choose(self, view: View) -> str:
        return self.says  # type: ignore[return-value]


@every_variant
def test_no_bot_is_asked_where_there_is_nothing_to_decide(variant: Variant) -> None:
    match = new(variant)
    for seat in (None, *range(match.players)):
        if seat != match.turn:
            for ask in (First().choose, First().explain):
                with pytest.raises(NothingToDecide, match="nothing to decide for"):
                    ask(match.view(seat))
    over = advanced(variant, 1, 100_000)
    with pytest.raises(NothingToDecide, match="the match is over"):
        First().choose(over.view(0))


@pytest.mark.parametrize("says", ["attack everything", "", "attack gold", None, 3, ["pass"]])
def test_no_bot_answers_outside_the_legal_decisions(says: object) -> None:
    match = goatherd.load("goita").new(seed=1)
    view = match.view(match.turn)
    assert says not in view.legal()
    with pytest.raises(BotFailed, match=r"stubborn decided .* not legal"):
        Stubborn(says).choose(view)


def test_a_bot_without_estimates_lists_what_is_legal() -> None:
    match = goatherd.load("goat-1916").new(seed=1)
    explained = First().explain(match.view(match.turn))
    assert [entry.decision for entry in explained.estimates] == match.legal()
    assert explained.estimates[0] == Estimate(match.legal()[0], None, 0)
    assert explained.line == ()


def test_leaving_a_with_closes_the_bot() -> None:
    bot = First()
    with bot as inside:
        assert inside is bot
        assert bot.closed == 0
    assert bot.closed == 1
    assert repr(bot) == "<Bot first>"


def test_a_bot_must_say_how_it_chooses() -> None:
    match = goatherd.load("goita").new(seed=1)
    with pytest.raises(NotImplementedError):
        Bot().choose(match.view(match.turn))
