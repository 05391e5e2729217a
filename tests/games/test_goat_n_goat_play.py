"""Goat 'n' Goat: cards, set-up, a turn (GNG-1 to GNG-11), refusals and options."""

from collections import Counter
from collections.abc import Sequence

import pytest

from goatherd import BadOption, IllegalMove, Match
from tests.games.gng_positions import (
    DECK,
    GAME,
    any_turn,
    do,
    finished,
    grant,
    near_the_end,
    new,
    play,
    put,
    take,
    take_any,
)

# Cards and set-up


def test_gng_1_goats() -> None:
    goats = Counter(
        card
        for zone, cards in GAME.new(seed=1).cards().items()
        if zone.split()[0] not in ("mountains", "score")
        for card in cards
    )
    counts = {1: 10, 2: 8, 3: 5, 4: 3, 5: 2}
    assert goats == {f"{colour}{n}": count for colour in "rbg" for n, count in counts.items()}


@pytest.mark.parametrize(
    ("players", "heights"), [(2, "3456789"), (3, "3456789"), (4, "3345678"), (5, "3344567")]
)
def test_gng_2_mountains(players: int, heights: str) -> None:
    mountains = GAME.new(players=players, seed=1).cards()["mountains"]
    assert mountains == [colour + height for colour in "rbg" for height in heights]


def test_gng_2_of_two_equal_mountains_the_second_remains() -> None:
    match = new("r1 r1 r1", players=4)
    play(match, "r1 r1 r1")
    do(match, match.legal()[0], "claim r3")
    assert match.cards()["mountains"][:2] == ["r3", "r4"]


@pytest.mark.parametrize("players", GAME.players)
def test_gng_3_deal(players: int) -> None:
    cards = GAME.new(players=players, order=DECK).cards()
    left = list(DECK)
    for seat, count in enumerate([3, 4, 4, 5, 5][:players]):
        assert cards[f"hand {seat}"] == left[:count]
        left = left[count:]
    assert cards["display"] == left[:6]
    assert cards["deck"] == left[6:]
    assert f"hand {players}" not in cards


def test_gng_3_the_deck_is_shuffled_by_the_seed() -> None:
    decks = {tuple(GAME.new(seed=seed).cards()["deck"]) for seed in range(5)}
    assert len(decks) == 5
    assert GAME.new(seed=3).cards() == GAME.new(seed=3).cards()


def test_gng_4_all_piles_begin_empty() -> None:
    match = GAME.new(players=3, seed=1)
    for zone, cards in match.cards().items():
        if zone.split()[0] in ("discard", "flock", "penalty", "score"):
            assert cards == []
    assert match.scores() == [0, 0, 0]


@pytest.mark.parametrize("players", GAME.players)
def test_gng_4_seat_0_begins_and_turns_go_round(players: int) -> None:
    match = GAME.new(players=players, seed=1)
    seats = []
    for _ in range(players + 1):
        seats.append(match.turn)
        any_turn(match)
    assert seats == [*range(players), 0]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (DECK[:-1], "1 of g5, and there are 2"),
        ([*DECK, "b3"], "6 of b3, and there are 5"),
        ([*DECK[:-1], "g6"], "no goat 'g6'"),
        ([], "0 of r1, and there are 10"),
    ],
)
def test_gng_1_an_order_has_all_84_goats(wrong: Sequence[str], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        GAME.new(order=wrong)


# Play


def test_gng_5_one_number_in_any_colours() -> None:
    match = new("r2 b2 r3")
    assert match.legal() == ["play r2", "play r3", "play b2"]
    match.play("play b2")
    assert match.legal() == ["play r2", "done"]
    match.play("play r2")
    assert match.legal() == ["done"], "asked even with no card of that number left"
    assert match.cards()["flock 0 r"] == ["r2"]
    assert match.cards()["flock 0 b"] == ["b2"]
    assert match.cards()["hand 0"] == ["r3"]


def test_gng_6_example_1_a_lower_number_costs_the_flock() -> None:
    match = new("r2 r2 b1 | g1 g1 g1 g1 | g1 g1 g1 g1 g1 g1")
    put(match, "flock 0", "r1 r4")
    match.play("play r2")
    assert match.cards()["penalty 0"] == ["r1", "r4"], "with the first card of its colour"
    assert match.cards()["flock 0 r"] == ["r2"]
    match.play("play r2")
    assert match.cards()["penalty 0"] == ["r1", "r4"]
    assert match.cards()["flock 0 r"] == ["r2", "r2"]
    assert match.scores() == [-2, 0]


def test_gng_6_example_2_an_equal_number_joins() -> None:
    match = new("g2 g2 g2")
    put(match, "flock 0", "g1 g2")
    play(match, "g2 g2 g2")
    assert match.cards()["flock 0 g"] == ["g1", "g2", "g2", "g2", "g2"]
    assert match.cards()["penalty 0"] == []


def test_gng_6_example_5_each_colour_for_itself() -> None:
    match = new("r3 g3 b1")
    put(match, "flock 0", "r2 r5 g1 g2")
    play(match, "r3 g3")
    cards = match.cards()
    assert (cards["flock 0 r"], cards["penalty 0"]) == (["r3"], ["r2", "r5"])
    assert cards["flock 0 g"] == ["g1", "g2", "g3"]
    assert match.view(0).status()["to take"] == 3


def test_gng_6_from_the_deal_on() -> None:
    match = new("r1 r4 r2 | b1 b2 b3 b4 | r1 r2 r2 g1 g1 g1 | g2 g2 g2 g2 g2 g2")
    play(match, "r1")
    take(match, "g1")
    any_turn(match)
    play(match, "r4")
    take(match, "g1 g1 r2 r2")
    assert match.cards()["flock 0 r"] == ["r1", "r4"]
    any_turn(match)
    play(match, "r2 r2")
    assert match.cards()["flock 0 r"] == ["r2", "r2"]
    assert match.cards()["penalty 0"] == ["r1", "r4"]


# Draw


def test_gng_7_example_3_five_ones_draw_one_card() -> None:
    match = new("r1 b1 g1 | b5 b5 g5 g5 | r5 g2 g2 g2 g3 g4")
    put(match, "hand 0", "r1 r1")
    play(match, "r1 r1 r1 b1 g1")
    assert match.view(0).status()["to take"] == 1
    do(match, "take g4", "skip")
    assert match.cards()["hand 0"] == ["g4"]
    assert match.turn == 1


def test_gng_7_the_player_chooses_and_the_display_is_not_refilled_meanwhile() -> None:
    match = new("r3 b1 b1 | g1 g1 g1 g1 | r1 r1 b2 g3 g4 g5 | r5")
    play(match, "r3")
    assert match.legal() == ["take r1", "take b2", "take g3", "take g4", "take g5"]
    take(match, "g5 r1")
    assert match.cards()["display"] == ["r1", "b2", "g3", "g4"]
    assert match.legal() == ["take r1", "take b2", "take g3", "take g4"]
    take(match, "r1")
    assert match.cards()["hand 0"] == ["r1", "r1", "b1", "b1", "g5"]
    assert match.turn == 1


def test_gng_8_a_hand_of_nine_or_more_is_reduced_by_choice() -> None:
    match = new("r5 b1 b1 | g1 g1 g1 g1 | r1 r1 r2 r2 b2 b3")
    put(match, "hand 0", "g2 g2 g2")
    play(match, "r5")
    take(match, "r1 r1 r2 r2 b2")
    assert match.legal() == ["drop r1", "drop r2", "drop b1", "drop b2", "drop g2"]
    match.play("drop b2")
    assert match.legal() == ["drop r1", "drop r2", "drop b1", "drop g2"]
    match.play("drop r1")
    assert match.turn == 1
    assert len(match.cards()["hand 0"]) == 8
    assert match.view(1).cards()["penalty 0"] == ["r1", "b2"]
    assert match.scores() == [-2, 0]


def test_gng_8_eight_cards_are_not_too_many() -> None:
    match = new("r5 b1 b1 | g1 g1 g1 g1 | r1 r1 r2 r2 b2 b3")
    put(match, "hand 0", "g2")
    play(match, "r5")
    take(match, "r1 r1 r2 r2 b2")
    assert match.turn == 1
    assert len(match.cards()["hand 0"]) == 8


# Claim


def test_gng_9_example_4_only_what_the_flock_reaches_and_all_of_the_flock() -> None:
    match = new("b4 r1 r1 | g1 g1 g1 g1 | r1 r1 r1 r1 r1 r1")
    put(match, "flock 0", "b2 b3 b3")
    grant(match, 1, "b4 b7 b8 b9")
    play(match, "b4")
    take(match, "r1 r1 r1 r1")
    assert match.legal() == ["claim b3", "skip"]
    match.play("claim b3")
    cards = match.cards()
    assert cards["score 0"] == ["b3"]
    assert cards["flock 0 b"] == []
    assert cards["discard"] == ["b2", "b3", "b3", "b4"]
    assert [mountain for mountain in cards["mountains"] if mountain[0] == "b"] == ["b5", "b6"]
    assert match.scores()[0] == 3


def test_gng_9_lower_mountains_than_the_flock_may_be_chosen() -> None:
    match = new("r1 b1 g1 | g1 g1 g1 g1 | r2 r2 r2 r2 r2 r2")
    put(match, "flock 0", "r1 r1 r1 r1")
    play(match, "r1")
    take(match, "r2")
    assert match.legal() == ["claim r3", "claim r4", "claim r5", "skip"]


def test_gng_9_a_claim_is_optional_and_asked_only_where_possible() -> None:
    match = new("r1 b1 g1 | g1 g1 g1 g1 | r2 r2 r2 r2 r2 r2")
    put(match, "flock 0", "r1 r1")
    play(match, "r1")
    take(match, "r2")
    match.play("skip")
    assert match.turn == 1
    assert match.cards()["flock 0 r"] == ["r1", "r1", "r1"]
    play(match, "g1")
    take(match, "r2")
    assert match.turn == 0, "one goat climbs nothing: not asked"


def test_gng_9_a_flock_of_a_colour_without_mountains_claims_nothing() -> None:
    match = new("r1 b1 g1 | g1 g1 g1 g1 | r2 r2 r2 r2 r2 r2")
    put(match, "flock 0", "r1 r1 r1 r1 r1 r1 r1 r1 r1")
    grant(match, 1, "r3 r4 r5 r6 r7 r8 r9")
    play(match, "r1")
    take(match, "r2")
    assert match.turn == 1


def test_gng_9_a_mountain_is_claimed_once() -> None:
    match = new("r1 b1 g1 | r1 g1 g1 g1 | r2 r2 r2 r2 r2 r2")
    put(match, "flock 0", "r1 r1")
    put(match, "flock 1", "r1 r1")
    play(match, "r1")
    do(match, "take r2", "claim r3")
    play(match, "r1")
    match.play("take r2")
    assert match.turn == 0, "the next mountain needs four goats: not asked"


def two_flocks(claims: str) -> Match:
    """Seat 0 may claim with its red flock and with its blue one."""
    match = new("r1 b1 g1 | g1 g1 g1 g1 | r2 r2 r2 r2 r2 r2", claims=claims)
    put(match, "flock 0", "r1 r1 b1 b1 b1")
    play(match, "r1 b1")
    take(match, "r2")
    assert match.legal() == ["claim r3", "claim b3", "claim b4", "skip"]
    return match


def test_gng_10_one_mountain_a_turn() -> None:
    match = two_flocks("one")
    match.play("claim b4")
    assert match.turn == 1
    assert match.cards()["flock 0 r"] == ["r1", "r1", "r1"]


def test_gng_10_option_one_mountain_for_each_flock() -> None:
    match = two_flocks("each-colour")
    match.play("claim b3")
    assert match.legal() == ["claim r3", "skip"]
    match.play("claim r3")
    assert match.turn == 1, "nothing is left to claim: not asked"
    assert match.cards()["score 0"] == ["r3", "b3"]


def test_gng_10_option_skip_ends_the_claims() -> None:
    match = two_flocks("each-colour")
    do(match, "claim b3", "skip")
    assert match.turn == 1
    assert match.cards()["flock 0 r"] == ["r1", "r1", "r1"]


def test_gng_11_the_display_is_filled_from_the_top_of_the_deck() -> None:
    match = new("r2 b1 b1 | g1 g1 g1 g1 | r1 r1 r1 r1 r1 r1 | g5 b5 g4")
    play(match, "r2")
    take(match, "r1 r1")
    assert match.cards()["display"] == ["r1", "r1", "r1", "r1", "b5", "g5"]
    assert match.cards()["deck"][0] == "g4"


# What is refused, and why


@pytest.mark.parametrize(
    ("before", "decision", "rule"),
    [
        ("", "play g1", "GNG-5"),  # not in hand
        ("", "done", "GNG-5"),  # at least one card
        ("play r2", "play r3", "GNG-5"),  # another number
        ("play r2, done", "play b2", "GNG-5"),  # played already
        ("play r2, done", "done", "GNG-5"),
        ("", "take r1", "GNG-7"),  # before playing
        ("play r2, done", "take g5", "GNG-7"),  # not in the display
        ("play r3, done, take r1, take r1, take r1", "take r1", "GNG-7"),  # enough drawn
        ("", "drop r2", "GNG-8"),
        ("play r2, done", "drop b2", "GNG-8"),
        ("", "claim r4", "GNG-9"),  # flock too small
        ("", "claim b3", "GNG-9"),  # before playing
        ("", "claim b6", "GNG-9"),  # claimed by another seat
        ("", "claim b9", "GNG-2"),  # not with four players
        ("", "skip", "GNG-9"),
    ],
)
def test_refusals_name_the_rule(before: str, decision: str, rule: str) -> None:
    match = new("r2 b2 r3 | g1 g1 g1 g1 g1 g1 g1 g1 g2 g2 g2 g2 g2 | r1 r1 r1 r1 r1 r1", players=4)
    put(match, "flock 0", "b1 b1 b1 b1 b1 b1")
    grant(match, 1, "b6")
    do(match, *filter(None, before.split(", ")))
    cards = match.cards()
    with pytest.raises(IllegalMove, match=rule) as refused:
        match.play(decision)
    assert refused.value.rule == rule
    assert match.cards() == cards


def test_refusals_of_a_full_hand() -> None:
    match = new("r5 b1 b1 | g1 g1 g1 g1 | r1 r1 r2 r2 b2 b3")
    put(match, "hand 0", "g2 g2 g2")
    play(match, "r5")
    take(match, "r1 r1 r2 r2 b2")
    for decision, rule in [("drop g5", "GNG-8"), ("take b3", "GNG-7"), ("skip", "GNG-9")]:
        with pytest.raises(IllegalMove, match=rule):
            match.play(decision)


def test_gng_14_refusals_of_the_last_round() -> None:
    match = near_the_end(left=1, players=2)
    take_any(match)
    for decision in (match.cards()["display"][0], match.cards()["hand 1"][0]):
        for verb in ("take", "drop"):
            with pytest.raises(IllegalMove, match="GNG-14"):
                match.play(f"{verb} {decision}")


def test_another_seat_is_told_whose_turn_it_is() -> None:
    match = new("r2 b2 r3")
    play(match, "r2")
    refusal = match.view(1).why_not("take r1")
    assert refusal is not None
    assert (refusal.rule, refusal.why.say()) == (None, "It is the turn of Seat 1.")


def test_refusal_after_the_match() -> None:
    refusal = finished(("", ""), (0, 0)).view(0).why_not("skip")
    assert refusal is not None
    assert refusal.why.say() == "The match is over."


# Options


def test_options_have_the_defaults_of_the_page() -> None:
    options = GAME.options()
    assert (options["claims"].default, options["edition"].default) == ("one", "english")


@pytest.mark.parametrize("option", [{"claims": "two"}, {"edition": "german"}, {"limit": "8"}])
def test_bad_options(option: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        GAME.new(**option)  # type: ignore[arg-type]
