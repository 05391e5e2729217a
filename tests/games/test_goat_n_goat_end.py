"""Goat 'n' Goat: the deck runs out, scoring, winners (GNG-12 to GNG-17)."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from goatherd import Match
from goatherd.games.goat_n_goat.cards import KINDS
from tests.games.gng_positions import (
    DECK,
    GAME,
    any_turn,
    finished,
    grant,
    near_the_end,
    new,
    play,
    points_on_the_table,
    put,
    shorten,
    take_any,
)

# The deck runs out


def last_round(match: Match) -> bool:
    return bool(match.view(None).status()["last round"])


def test_gng_12_a_deck_with_a_card_left_has_not_run_out() -> None:
    match = near_the_end(left=2, players=2)
    take_any(match)
    assert not last_round(match)
    assert len(match.cards()["deck"]) == 1


@pytest.mark.parametrize("players", GAME.players)
def test_gng_12_the_deck_has_run_out_with_its_last_card(players: int) -> None:
    match = near_the_end(left=1, players=players)
    take_any(match)
    assert len(match.cards()["display"]) == 6
    assert last_round(match) == (players == 2)
    assert match.view(None).status()["reshuffled"] == (players > 2)


@pytest.mark.parametrize("players", GAME.players)
def test_gng_12_short_nothing_happens_while_the_display_is_full(players: int) -> None:
    match = near_the_end(left=1, players=players, deck_end="short")
    discard = match.cards()["discard"]
    take_any(match)
    cards = match.cards()
    assert (len(cards["display"]), cards["deck"], cards["discard"]) == (6, [], discard)
    assert not last_round(match)
    assert match.view(None).status()["reshuffled"] is False


@pytest.mark.parametrize("players", [3, 4, 5])
def test_gng_12_short_the_shuffle_takes_all_that_was_discarded_until_then(players: int) -> None:
    match = near_the_end(left=1, players=players, deck_end="short")
    take_any(match)
    discarded = Counter(match.cards()["discard"])
    stand_up(match, "b1 b1 b1")
    claim_next(match, "b3")
    cards = match.cards()
    assert cards["discard"] == []
    assert len(cards["display"]) == 6
    assert Counter(cards["deck"] + cards["display"]) >= discarded
    assert match.view(None).status()["reshuffled"] is True
    assert not last_round(match)


def stand_up(match: Match, cards: str) -> None:
    """Discarded goats stand in a flock of the seat to act after all."""
    s = match._s
    for card in cards.split():
        kind = KINDS.index(card)
        s.discard[kind] -= 1
        s.laid[kind] += 1
        s.flock[s.turn, kind] += 1
        s.goats[s.turn, kind // 5] += 1
        s.highest[s.turn, kind // 5] = int(card[1])


def claim_next(match: Match, mountain: str) -> None:
    """A turn of whatever comes first, and a claim."""
    match.play(match.legal()[0])
    match.play("done")
    while f"claim {mountain}" not in match.legal():
        match.play(match.legal()[0])
    match.play(f"claim {mountain}")


def test_gng_12_short_two_players_the_refresh_that_lacks_a_card_triggers_the_end() -> None:
    match = near_the_end(left=1, players=2, deck_end="short")
    take_any(match)
    any_turn(match)
    assert last_round(match)
    assert match.view(None).status()["turns left"] == 2
    assert len(match.cards()["display"]) == 5


def test_gng_12_short_a_card_that_cannot_be_had_triggers_the_end() -> None:
    match = near_the_end(left=1, players=3, plays="r3", zone="penalty 1", deck_end="short")
    match._s.penalty[1, KINDS.index("g5")] -= 1
    match._s.discard[KINDS.index("g5")] += 1
    take_any(match)
    assert last_round(match)
    assert len(match.cards()["display"]) == 5
    assert match.cards()["discard"] == match.cards()["deck"] == []


def test_gng_12_short_no_discard_counts_as_the_second_time() -> None:
    match = near_the_end(left=1, players=3, zone="penalty 1", deck_end="short")
    take_any(match)
    assert not last_round(match)
    any_turn(match)
    assert last_round(match)
    assert match.view(None).status()["reshuffled"] is False


def test_gng_13_two_players_never_shuffle_and_the_display_stays_short() -> None:
    match = near_the_end(left=1, players=2, plays="r3")
    discard = match.cards()["discard"]
    take_any(match)
    assert last_round(match)
    assert len(match.cards()["display"]) == 4
    assert match.cards()["discard"] == discard


@pytest.mark.parametrize("players", [3, 4, 5])
def test_gng_13_the_discard_pile_becomes_the_deck_and_the_refresh_goes_on(players: int) -> None:
    match = near_the_end(left=1, players=players, plays="r3")
    discard, last = match.cards()["discard"], match.cards()["deck"][0]
    take_any(match)
    cards = match.cards()
    assert len(cards["display"]) == 6
    assert cards["discard"] == []
    assert Counter(cards["deck"] + cards["display"]) >= Counter(discard)
    assert len(cards["deck"]) == len(discard) - 2
    assert last in cards["display"]
    assert not last_round(match)


def test_gng_13_the_new_deck_is_shuffled_by_the_seed() -> None:
    decks = set()
    for seed in range(5):
        match = GAME.new(players=3, order=DECK, seed=seed)
        shorten(match, 1)
        any_turn(match)
        decks.add(tuple(match.cards()["deck"]))
    assert len(decks) == 5


def test_gng_13_the_second_time_is_the_end() -> None:
    match = near_the_end(left=1, players=3)
    take_any(match)
    shorten(match, 1)
    any_turn(match)
    assert last_round(match)
    assert match.cards()["deck"] == []


def test_gng_13_no_discard_counts_as_the_second_time() -> None:
    match = near_the_end(left=1, players=3, zone="penalty 1")
    assert match.cards()["discard"] == []
    take_any(match)
    assert last_round(match)
    assert match.view(None).status()["reshuffled"] is False


def test_gng_13_twice_in_one_refresh_leaves_the_display_short() -> None:
    match = near_the_end(left=1, players=3, plays="r3", zone="penalty 1")
    match._s.penalty[1, KINDS.index("g5")] -= 1
    match._s.discard[KINDS.index("g5")] += 1
    take_any(match)
    assert last_round(match)
    assert len(match.cards()["display"]) == 5
    assert "g5" in match.cards()["display"]
    assert match.cards()["discard"] == match.cards()["deck"] == []


def test_gng_13_a_flock_discarded_in_the_same_turn_is_shuffled_too() -> None:
    match = new("r1 r1 r1", players=3)
    shorten(match, 1, "penalty 1")
    play(match, "r1 r1 r1")
    take_any(match)
    match.play("claim r3")
    assert match.cards()["deck"] == ["r1", "r1", "r1"]
    assert not last_round(match)


@pytest.mark.parametrize("players", GAME.players)
def test_gng_14_everybody_takes_one_more_turn_the_trigger_last(players: int) -> None:
    match = GAME.new(players=players, order=DECK, seed=1)
    any_turn(match)
    shorten(match, 1, "penalty 0")
    any_turn(match)
    assert last_round(match)
    seats = []
    while not match.over:
        seats.append(match.turn)
        any_turn(match)
    assert seats == [seat % players for seat in range(2, 2 + players)]


def test_gng_14_no_draw_and_no_refresh_but_claims() -> None:
    match = new("r1 r2 r3 | b1 b2 b3 b4")
    put(match, "flock 1", "b1 b1")
    shorten(match, 1)
    any_turn(match)
    display = match.cards()["display"]
    play(match, "b1")
    assert match.legal() == ["claim b3", "skip"]
    match.play("claim b3")
    assert match.turn == 0
    assert match.cards()["display"] == display
    assert match.cards()["score 1"] == ["b3"]


def test_gng_14_no_hand_limit() -> None:
    match = new("r1 r2 r3")
    put(match, "hand 1", "b1 b1 b1 b1 b2 b2 b2 b2")
    shorten(match, 1, "penalty 0")
    any_turn(match)
    assert (match.turn, len(match.cards()["hand 1"])) == (1, 12)
    play(match, "b1")
    assert match.turn == 0


# Scoring


def test_gng_15_flocks_are_discarded_and_hands_are_penalties() -> None:
    match = new("r1 r2 r3 | b1 b2 b3 b4")
    shorten(match, 1)
    play(match, "r3")
    take_any(match)
    play(match, "b4")
    before = match.cards()
    play(match, "r2")
    after = match.cards()
    assert match.over
    in_hand = Counter(before["hand 0"] + before["penalty 0"] + before["flock 0 r"]) - Counter(
        ["r2"]
    )
    assert Counter(after["penalty 0"]) == in_hand
    assert Counter(after["penalty 1"]) == Counter(before["hand 1"])
    assert Counter(after["discard"]) == Counter([*before["discard"], "r2", "b4"])
    for zone, cards in after.items():
        if zone.split()[0] in ("hand", "flock"):
            assert cards == []


@pytest.mark.parametrize("players", GAME.players)
def test_gng_16_mountains_less_penalty_cards(players: int) -> None:
    chance = random.Random(players)
    match = GAME.new(players=players, seed=1)
    while not match.over:
        match.play(chance.choice(match.legal()))
        assert match.scores() == [points_on_the_table(match, seat) for seat in range(players)]
    assert any(match.cards()[f"score {seat}"] for seat in range(players))


@pytest.mark.parametrize(
    ("mountains", "penalties", "english", "korean"),
    [
        (("r9", "b3 b4"), (1, 0), [0], [0]),  # more points
        (("r9", "b4 b5"), (0, 0), [0], [0]),  # highest mountain
        (("r9 r3", "b9 b4"), (0, 1), [1], [1]),  # second highest
        (("r9 r5 r3", "b9 b5 b4"), (0, 1), [1], [0, 1]),  # third highest
        (("r9 r5", "b9 b5 b3"), (0, 3), [1], [0, 1]),  # a missing one counts 0
        (("r9 r5 r4 r3", "b9 b5 b4"), (3, 0), [0, 1], [0, 1]),  # a fourth is not compared
        (("", ""), (7, 7), [0, 1], [0, 1]),
        (("r3", "b4 b5"), (5, 12), [0], [0]),  # negative scores
        (("r3", "b4"), (5, 6), [1], [1]),
        (("r5", "r6", "b6"), (0, 1, 1), [1, 2], [1, 2]),
    ],
)
def test_gng_17_winners(
    mountains: Sequence[str], penalties: Sequence[int], english: list[int], korean: list[int]
) -> None:
    assert finished(mountains, penalties).winners() == english
    assert finished(mountains, penalties, edition="korean").winners() == korean


def test_gng_17_nobody_has_won_before_the_end() -> None:
    match = GAME.new(seed=1)
    grant(match, 0, "r9")
    assert match.winners() == []
