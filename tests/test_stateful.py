"""A match under any sequence of calls, right and wrong: it never gets into a wrong state."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import goatherd
from goatherd import IllegalMove, Match
from tests.matches import Variant, cards_of, new, seats, variants

VARIANTS = variants()


class Player(RuleBasedStateMachine):
    """Plays, misplays, takes back, copies and saves; `played` is what the match should hold."""

    match: Match

    @initialize(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**128 - 1))
    def begin(self, variant: Variant, seed: int) -> None:
        self.match = new(variant, seed)
        self.dealt = cards_of(self.match)
        self.played: list[str] = []

    @precondition(lambda self: not self.match.over)
    @rule(data=st.data())
    def play(self, data: Any) -> None:
        text = data.draw(st.sampled_from(self.match.legal()))
        self.match.play(text)
        self.played.append(text)

    @rule(data=st.data())
    def misplay(self, data: Any) -> None:
        text = data.draw(st.sampled_from(self.match.contract.facts.actions) | st.text(max_size=20))
        if text not in self.match.legal():
            with pytest.raises(IllegalMove):
                self.match.play(text)

    @rule()
    def undo(self) -> None:
        if self.played:
            self.match.undo()
            self.played.pop()
        else:
            with pytest.raises(IllegalMove):
                self.match.undo()

    @rule()
    def go_on_with_a_copy(self) -> None:
        self.match = self.match.copy()

    @rule()
    def save_and_load(self) -> None:
        self.match = goatherd.replay(self.match.record())

    @rule()
    def look(self) -> None:
        before = self.match.state.tobytes()
        for seat in seats(self.match):
            view = self.match.view(seat, events=5)
            view.table()
            view.status()
        assert self.match.state.tobytes() == before

    @invariant()
    def the_match_holds_what_was_played(self) -> None:
        assert [text for _, text in self.match.decisions()] == self.played
        assert cards_of(self.match) == self.dealt
        assert self.match.over == (self.match.turn is None) == (self.match.legal() == [])
        assert len(self.match.scores()) == self.match.players
        assert self.match.over or self.match.winners() == []


TestPlayer = Player.TestCase
TestPlayer.settings = settings(stateful_step_count=25)
