"""Goat 'n' Goat: who knows what (GNG-18)."""

from collections import Counter

from goatherd import rng
from goatherd.interpreted import as_record
from tests.games.gng_positions import (
    GAME,
    any_turn,
    finished,
    near_the_end,
    new,
    play,
    put,
    take,
    take_any,
)


def test_gng_18_hands_and_deck_are_hidden_all_else_is_open() -> None:
    match = new("r1 r2 r3 | b1 b2 b3 b4", players=3)
    put(match, "penalty 1", "g5")
    put(match, "discard", "g4")
    truth = match.cards()
    for viewer in (0, 1, 2, None):
        seen = match.view(viewer).cards()
        for zone, cards in truth.items():
            hidden = zone == "deck" or (zone.startswith("hand") and zone != f"hand {viewer}")
            assert seen[zone] == (["?"] * len(cards) if hidden else cards)


def test_gng_18_a_card_taken_is_known_until_one_of_its_kind_leaves() -> None:
    match = new("r1 b2 b2 | g1 g1 g1 g1 | b2 r2 r2 r2 r2 r2 | r3")
    play(match, "r1")
    take(match, "b2")
    for viewer in (1, None):
        assert match.view(viewer).cards()["hand 0"] == ["b2", "?", "?"]
    any_turn(match)
    match.play("play b2")
    assert match.view(1).cards()["hand 0"] == ["?", "?"], "the one that was dealt, or not"
    match.play("play b2")
    assert match.view(1).cards()["hand 0"] == ["?"]
    assert match.view(0).cards()["hand 0"] == ["b2"]


def test_gng_18_a_dropped_card_is_seen_leaving() -> None:
    match = new("r5 b1 b1 | g1 g1 g1 g1 | r1 r1 r2 r2 b2 b3")
    put(match, "hand 0", "g2 g2")
    play(match, "r5")
    take(match, "r1 r1 r2 r2 b2")
    match.play("drop r2")
    assert match.view(1).cards()["hand 0"] == ["r1", "r1", "r2", "b2", "?", "?", "?", "?"]


def test_gng_18_every_decision_is_made_in_the_open() -> None:
    match = new("r1 b2 b2")
    any_turn(match)
    assert match.view(1).history() == match.view(None).history() == match.decisions()


def test_gng_18_after_the_match_everything_is_open() -> None:
    match = finished(("", ""), (0, 0))
    assert match.view(None).cards() == match.cards()


def test_gng_18_a_deck_made_of_discards_is_imagined_of_these() -> None:
    match = near_the_end(left=1, players=3, plays="r3")
    take_any(match)
    view = match.view(2).state.copy()
    s = as_record(view)
    rng.seed_fast(s, 1, 1)
    GAME.contract.rules.imagine(s, 2)
    imagined = GAME.contract.faces.zones(s)
    assert Counter(imagined["deck"]) == Counter(match.cards()["deck"])
    assert imagined["deck"] != match.cards()["deck"]
