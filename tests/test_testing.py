"""`goatherd.testing` finds what a game lacks, and says where."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import goatherd
from goatherd import testing
from goatherd.testing import PropertyBroken, Variant
from tests.matches import functions_of
from tests.offered.install import environment, offer

VARIANT: Variant = ("goat-n-goat", 3, {})


def test_a_whole_game_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[Variant, int]] = []
    monkeypatch.setattr(testing, "variants", lambda name: [(name, 4, {"size": "mini"})])
    every = {**testing.PROPERTIES, "last": lambda trial: tried.append((trial.variant, trial.seed))}
    monkeypatch.setattr(testing, "PROPERTIES", every)
    testing.check_game("goita", seeds=[1, 2], compiled=False)
    assert tried == [(("goita", 4, {"size": "mini"}), seed) for seed in (1, 2)]


def broken(about: str) -> str:
    with pytest.raises(PropertyBroken) as found:
        testing.check_property(about, VARIANT, 1)
    return str(found.value)


def exchange(monkeypatch: pytest.MonkeyPatch, name: str, function: Any) -> None:
    monkeypatch.setitem(functions_of(VARIANT[0], name), name, function)


def test_a_lost_card_is_told_with_seed_and_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    zones = functions_of(VARIANT[0], "zones")["zones"]

    def careless(s: Any) -> dict[str, list[str]]:
        shown: dict[str, list[str]] = zones(s)
        return shown | {"hand 0": shown["hand 0"][:2]}

    exchange(monkeypatch, "zones", careless)
    said = broken("cards are conserved")
    assert said.startswith("cards are conserved: goat-n-goat 3, seed 1, after decision ")
    assert "the zones have" in said


def test_rules_that_fail_are_told_with_their_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(s: Any, action: int) -> None:
        raise IndexError("no such pile")

    exchange(monkeypatch, "apply", failing)
    said = broken("every match ends")
    assert said == (
        "every match ends: goat-n-goat 3, seed 1, before any decision: IndexError: no such pile"
    )


def test_a_view_that_hides_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_to_all(s: Any, seat: int) -> None:
        pass

    exchange(monkeypatch, "redact", open_to_all)
    assert "clear `rng`" in broken("chance is hidden")


def test_a_careless_imagination_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(s: Any, seat: int) -> None:
        pass

    exchange(monkeypatch, "imagine", nothing)
    assert "imagines other cards" in broken("an imagined match can be played")


def test_a_match_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing.Trial, "walk", lambda self: [self.new()])
    assert "it goes on" in broken("every match ends")


def test_an_illegal_decision_that_is_carried_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goatherd.Match, "_checked", lambda self, text: 0)
    monkeypatch.setattr(goatherd.Match, "_apply", lambda self, action: None)
    assert "was carried out" in broken("an illegal decision changes nothing")


def test_it_needs_no_library_for_tests() -> None:
    heavy = ["pytest", "hypothesis", "numba"]
    script = f"import sys, goatherd.testing; print([n for n in {heavy} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=dict(os.environ)
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_game_of_another_package_is_told_what_it_lacks(tmp_path: Path) -> None:
    """The small game of the tests forgets the cards of a trick that is over."""
    offer(tmp_path, "small-game", "small_game:GAME")
    packages = Path(__file__).parent / "offered"
    script = "from goatherd.testing import check_game; check_game('small-game', compiled=False)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(tmp_path, packages),
    )
    last = done.stderr.splitlines()[-1]
    assert "PropertyBroken: cards are conserved: small-game 2, seed 0, after decision 2" in last
