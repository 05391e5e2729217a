"""A replay in a browser: stepping moves cards."""

import pytest

from tests.browser.conftest import NewPerson
from tests.browser.people import LIVELY, play_out, until

pytestmark = pytest.mark.slow

SPY = """
window.glided = [];
const start = document.startViewTransition.bind(document);
document.startViewTransition = (swap) => start(() => {
  swap();
  const named = [...document.querySelectorAll("#replay-table .c")]
    .filter((card) => card.style.viewTransitionName);
  window.glided.push(named.length);
});
"""


def test_cards_glide_from_one_decision_to_the_next(person: NewPerson) -> None:
    alone = person(**LIVELY)
    alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], target="round")
    alone.start()
    play_out(alone)
    alone.context.add_init_script(SPY)
    alone.open(f"{alone.page.url.split('?')[0]}/replay?at=5")
    alone.page.bring_to_front()
    alone.page.keyboard.press("ArrowRight")
    until(lambda: bool(alone.page.evaluate("() => window.glided.length")), alone)
    assert alone.page.evaluate("() => window.glided[0]") > 20
