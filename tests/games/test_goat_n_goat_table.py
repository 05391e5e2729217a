"""A table of Goat 'n' Goat in words and clicks, what is told of it, and its numbers."""

import random
from collections import Counter

import numpy as np
import pytest

import goatherd
from goatherd import Match
from goatherd.games.goat_n_goat.cards import FULL, KINDS
from goatherd.interpreted import as_record
from goatherd.table import Table

GAME = goatherd.load("goat-n-goat")
HANDS = ["r1", "r1", "r1", "b2", "b2", "b3", "b3"]
DISPLAY = ["g1", "g2", "g3", "r2", "r3", "r4"]
COPIES = dict(zip(KINDS, FULL.counts, strict=True))
"""The goats of each kind (GNG-1)."""


def new(top: str = "g5", claims: str = "one") -> Match:
    """Seat 0 holds three r1, seat 1 b2 b2 b3 b3; `top` is on top of the deck."""
    first = [*HANDS, *DISPLAY, top]
    rest = [kind for kind, count in COPIES.items() for _ in range(count - first.count(kind))]
    return GAME.new(order=[*first, *rest], seed=1, claims=claims)


def table(match: Match) -> Table:
    """As the seat to act sees it."""
    return match.view(match.turn).table()


def words(match: Match) -> dict[str, str]:
    return {choice.text: choice.words.say() for choice in table(match).choices}


def told(match: Match, *decisions: str) -> list[str]:
    """What a spectator is told of the last of these decisions."""
    for decision in decisions:
        match.play(decision)
    return [event.say() for event in match.view(None, events=1).table().events]


def clicks(match: Match, text: str) -> tuple[str, ...]:
    return next(choice.clicks for choice in table(match).choices if choice.text == text)


def test_cards_are_clicked_where_they_lie() -> None:
    match = new()
    assert clicks(match, "play r1") == ("hand 0/r1/0", "hand 0/r1/1", "hand 0/r1/2")
    assert all(card.lit for card in table(match).zone("hand 0").cards)
    match.play("play r1")
    assert clicks(match, "done") == ()
    match.play("play r1")
    match.play("play r1")
    match.play("done")
    assert clicks(match, "take r2") == ("display/r2/0",)
    match.play("take g1")
    assert clicks(match, "claim r3") == ("mountains/r3/0",)
    assert [card.id for card in table(match).zone("mountains").cards if card.lit] == [
        "mountains/r3/0"
    ]


def test_the_words_of_a_turn() -> None:
    match = new()
    assert table(match).prompt.say() == "Choose a card to play."
    assert words(match) == {"play r1": "Play red 1"}
    told(match, "play r1", "play r1", "play r1")
    assert table(match).prompt.say() == "Play more cards with a 1, or stop."
    assert words(match) == {"done": "Stop playing"}
    match.play("done")
    assert table(match).prompt.say() == "Choose a card to take from the display (1 left)."
    assert words(match)["take g3"] == "Take green 3"
    match.play("take g3")
    assert words(match) == {
        "claim r3": "Claim red mountain 3 with the red flock of 3",
        "skip": "Claim nothing",
    }
    waiting = match.view(1).table()
    assert waiting.prompt.say() == "Seat 1 may claim a mountain."
    assert waiting.choices == ()


def test_a_choice_warns_of_a_flock_that_would_be_lost() -> None:
    match = new()
    told(match, "play r1", "done", "take r2")
    told(match, "play b3", "done", "take g1", "take g2", "take g3")
    told(match, "play r2", "done", "take g5", "take r3")
    told(match, "play b3", "done", "take r4")
    while match.turn == 1:
        match.play(match.legal()[0])
    assert words(match)["play r1"] == "Play red 1 and lose the red flock (penalty 2)"
    assert words(match)["play r3"] == "Play red 3"
    assert told(match, "play r1") == [
        "Seat 1 plays red 1.",
        "Seat 1 loses the red flock: a penalty of 2.",
    ]


def test_what_is_told_of_a_turn() -> None:
    match = new()
    assert told(match, "play r1") == ["Seat 1 plays red 1."]
    assert told(match, "play r1", "play r1", "done") == ["Seat 1 has played."]
    assert told(match, "take g3") == ["Seat 1 takes green 3."]
    assert told(match, "claim r3") == [
        "Seat 1 claims red mountain 3 and discards the red flock of 3.",
        "Turned up: green 5.",
    ]


def test_a_card_turned_up_is_told_even_if_one_of_its_kind_was_taken() -> None:
    assert told(new(top="g1"), "play r1", "done", "take g1") == [
        "Seat 1 takes green 1.",
        "Turned up: green 1.",
    ]


def test_a_hand_of_another_seat_shows_what_was_taken() -> None:
    match = new()
    told(match, "play r1", "done", "take g3")
    cards = match.view(1).table().zone("hand 0").cards
    assert [card.kind for card in cards] == ["g3", "?", "?"]
    assert not any(card.face_up for card in cards)


@pytest.mark.parametrize("players", GAME.players)
def test_the_end_of_a_match_is_told(players: int) -> None:
    match = GAME.new(players=players, seed=2)
    chance = random.Random(2)
    events = []
    done = 0
    while not match.over:
        match.play(chance.choice(match.legal()))
        seen = match.view(None, events=1).table()
        events += [event.say() for event in seen.events]
        done = max(done, sum(bool(seat.facts) for seat in seen.seats))
    shuffled = "The deck has run out: the discard pile is shuffled into a new one."
    assert events.count(shuffled) == (players > 2)
    assert events.count("The deck has run out: everybody takes one last turn.") == 1
    assert done == players - 1, "all but the last are marked as having taken their last turn"
    assert "Cards left in hand become penalties." in events
    best = max(match.scores())
    assert match.view(None).table().prompt.say().endswith(f"with a score of {best}.")
    assert [seat.score for seat in match.view(None).table().seats] == match.scores()


def test_facts_of_the_table() -> None:
    assert new().view(0).table().facts == ()
    each = new(claims="each-colour").view(0).table()
    assert [fact.say() for fact in each.facts] == ["Each flock that can may claim a mountain"]


def observed(match: Match, seat: int) -> dict[str, list[float]]:
    """The numbers of a view by the names of their parts."""
    out = np.full(sum(part.size for part in GAME.observation), 9, np.float32)
    GAME.contract.search.observe(as_record(match.view(seat).state.copy()), seat, out)
    numbers = iter(out.tolist())
    return {part.name: [next(numbers) for _ in range(part.size)] for part in GAME.observation}


def test_an_observation_counts_seats_from_its_own() -> None:
    match = new()
    told(match, "play r1", "done", "take g3")
    own, other = observed(match, 0), observed(match, 1)
    assert own["turn"] == [0, 1, 0, 0, 0]
    assert other["turn"] == [1, 0, 0, 0, 0]
    assert own["held"] == [3 / 8, 4 / 8, 0, 0, 0]
    assert other["held"] == [4 / 8, 3 / 8, 0, 0, 0]
    assert own["size"][:3] == other["size"][3:6] == [1 / 16, 0, 0]
    g3 = KINDS.index("g3")
    assert other["hand"][len(KINDS) + g3] == 1 / 8
    assert sum(other["hand"][len(KINDS) :]) == 1 / 8, "nothing but what was taken"
    assert own["phase"] == [1, 0, 0, 0]


@pytest.mark.parametrize("players", GAME.players)
def test_an_observation_counts_the_cards_in_flocks_and_penalty_piles(players: int) -> None:
    chance = random.Random(players)
    match = GAME.new(players=players, seed=2)
    while not match.over:
        match.play(chance.choice(match.legal()))
        laid = Counter(
            card
            for zone, cards in match.cards().items()
            if zone.split()[0] in ("flock", "penalty")
            for card in cards
        )
        assert [16 * share for share in observed(match, 0)["laid"]] == [laid[k] for k in KINDS]
