"""Goat 'n' Goat, rule by rule: GNG-1 to GNG-18 and the examples of the rules page."""

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

import goatherd
from goatherd import BadOption, IllegalMove, Match, rng
from goatherd.games.goat_n_goat.cards import COUNTS, HEIGHTS, KINDS, MOUNTAINS, NONE
from goatherd.games.goat_n_goat.rules import find_lowest
from goatherd.interpreted import as_record

GAME = goatherd.load("goat-n-goat")
DECK = [kind for kind, count in zip(KINDS, COUNTS, strict=True) for _ in range(count)]


def new(first: str, players: int = 2, **options: str) -> Match:
    """A match in which these cards come first: hands, display, top of the deck."""
    top = first.replace("|", " ").split()
    rest = Counter(DECK) - Counter(top)
    return GAME.new(players=players, order=[*top, *rest.elements()], seed=1, **options)


def do(match: Match, *decisions: str) -> None:
    for decision in decisions:
        match.play(decision)


def play(match: Match, cards: str) -> None:
    do(match, *(f"play {card}" for card in cards.split()), "done")


def take(match: Match, cards: str) -> None:
    do(match, *(f"take {card}" for card in cards.split()))


def any_turn(match: Match) -> None:
    """A turn of whatever comes first: one card played, nothing claimed."""
    seat = match.turn
    do(match, match.legal()[0], "done")
    while match.turn == seat and match.legal()[0].split()[0] != "play":
        match.play("skip" if "skip" in match.legal() else match.legal()[0])


def put(match: Match, zone: str, cards: str) -> None:
    """Move cards from the bottom of the deck to a hand, to the flocks or to a pile."""
    s = match._s
    place, _, number = zone.partition(" ")
    seat = int(number or 0)
    for card in cards.split():
        kind = KINDS.index(card)
        s.deck[:] = np.append(np.delete(s.deck, s.deck.tolist().index(kind)), NONE)
        s.deck_size -= 1
        s.stock[kind] -= s.reshuffled
        pile = s.discard if place == "discard" else getattr(s, place)[seat]
        pile[kind] += 1
        s.laid[kind] += place in ("flock", "penalty")
        if place == "hand":
            s.held[seat] += 1
        if place == "flock":
            s.goats[seat, kind // 5] += 1
            s.highest[seat, kind // 5] = max(int(card[1]), s.highest[seat, kind // 5])


def shorten(match: Match, left: int, zone: str = "discard") -> None:
    """Leave so many cards in the deck; the others go elsewhere."""
    put(match, zone, " ".join(match.cards()["deck"][left:]))


def grant(match: Match, seat: int, mountains: str) -> None:
    """Give mountains to a seat that never climbed them."""
    s = match._s
    for name in mountains.split():
        mountain = MOUNTAINS.index(name)
        s.mountains[mountain] -= 1
        s.score[seat, mountain] += 1
        find_lowest(s, mountain // HEIGHTS)


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


# The deck runs out


def near_the_end(left: int, players: int, plays: str = "r1", zone: str = "discard") -> Match:
    """Seat 0 has played and is to take; so many cards are left in the deck."""
    match = new("r1 r2 r3", players=players)
    shorten(match, left, zone)
    play(match, plays)
    return match


def take_any(match: Match) -> None:
    seat = match.turn
    while match.turn == seat and match.legal()[0].startswith("take"):
        match.play(match.legal()[0])


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


def finished(scores: Sequence[str], penalties: Sequence[int], **options: str) -> Match:
    """A match that ended with these mountains and so many penalty cards at each seat."""
    match = GAME.new(players=len(scores), order=DECK, seed=1, **options)
    shorten(match, 1, "penalty 0")
    while not match.over:
        any_turn(match)
    s = match._s
    for seat, mountains in enumerate(scores):
        s.score[seat] = 0
        grant(match, seat, mountains)
        s.penalty[seat] = 0
        s.penalty[seat, 0] = penalties[seat]
        s.points[seat] = points_on_the_table(match, seat)
    return match


def points_on_the_table(match: Match, seat: int) -> int:
    """GNG-16, counted by hand."""
    cards = match.cards()
    climbed = sum(int(mountain[1:]) for mountain in cards[f"score {seat}"])
    return climbed - len(cards[f"penalty {seat}"])


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


# Who knows what


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
    GAME.contract.imagine(s, 2)
    imagined = GAME.contract.zones(s)
    assert Counter(imagined["deck"]) == Counter(match.cards()["deck"])
    assert imagined["deck"] != match.cards()["deck"]


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
    assert (refusal.rule, refusal.why.say()) == (None, "It is the turn of Seat 0.")


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
