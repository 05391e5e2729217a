"""Goat (1916), rule by rule: GOAT-1 to GOAT-16."""

import random
from collections import Counter

import pytest

import goatherd
from goatherd import BadOption, IllegalMove, Match, rng
from goatherd.interpreted import as_record

GAME = goatherd.load("goat-1916")
SHARE = {4: 15, 6: 10, 8: 7}
HIGH = "R17 R16 R15 R14"


def pack(players: int, lowest: int = 6, red: int = 2) -> list[str]:
    """All cards in play, as the rules page lists them."""
    numbers = [n for n in range(lowest, lowest + 12) if players != 8 or n != 6]
    colours = "R" * red + "B" * (4 - red)
    return [f"{colour}{n}" for n in numbers for colour in colours] + ["goat"] * 12


def order_of(*tops: str, lowest: int = 6, red: int = 2) -> list[str]:
    """An order that gives each seat these cards on top of its pile, and the rest to anyone."""
    players = len(tops)
    rest = Counter(pack(players, lowest, red))
    for top in tops:
        rest.subtract(top.split())
    assert min(rest.values()) >= 0, f"no such cards: {rest}"
    left = list(rest.elements())
    order = []
    for top in tops:
        pile = top.split()
        missing = SHARE[players] - len(pile)
        order += pile + left[:missing]
        left = left[missing:]
    return order


def deal(*tops: str, lowest: int = 6, red: int = 2) -> Match:
    """A match in which each seat has these cards on top of its pile."""
    order = order_of(*tops, lowest=lowest, red=red)
    return GAME.new(players=len(tops), seed=0, order=order, lowest=lowest, red=red)


def play(match: Match, *decisions: str) -> Match:
    for decision in decisions:
        match.play(decision)
    return match


def play_out(match: Match, seed: int = 1) -> Match:
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


def refused(match: Match, decision: str) -> str | None:
    """The rule that forbids a decision; the match stays as it was."""
    before = match.record()
    with pytest.raises(IllegalMove) as error:
        match.play(decision)
    assert match.record() == before
    assert error.value.rule is not None
    assert error.value.rule in str(error.value)
    return error.value.rule


def hand(match: Match, viewer: int | None, seat: int) -> list[str]:
    return match.view(viewer).cards()[f"hand {seat}"]


def all_cards(match: Match) -> Counter[str]:
    return Counter(card.split(":")[-1] for zone in match.cards().values() for card in zone)


# Cards


@pytest.mark.parametrize("players", [4, 6])
def test_goat_1_sixty_cards_of_which_twelve_are_goats(players: int) -> None:
    cards = all_cards(GAME.new(players=players, seed=5))
    assert cards.total() == 60
    assert cards["goat"] == 12


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("lowest", [6, 5, 4])
@pytest.mark.parametrize("red", [2, 1, 3])
def test_goat_2_twelve_numbers_with_some_red(players: int, lowest: int, red: int) -> None:
    match = GAME.new(players=players, seed=5, lowest=lowest, red=red)
    assert all_cards(match) == Counter(pack(players, lowest, red))


def test_goat_2_numbers_are_6_to_17_by_default() -> None:
    cards = all_cards(GAME.new(players=4, seed=5))
    assert cards["R6"] == cards["B6"] == cards["R17"] == cards["B17"] == 2
    assert cards["R5"] == cards["B5"] == 0
    options = GAME.options()
    assert (options["lowest"].default, options["red"].default) == (6, 2)


@pytest.mark.parametrize(("lowest", "red"), [(3, 2), (7, 2), (6, 0), (6, 4)])
def test_goat_2_other_options_are_refused(lowest: int, red: int) -> None:
    with pytest.raises(BadOption):
        GAME.new(lowest=lowest, red=red)


@pytest.mark.parametrize("lowest", [6, 5, 4])
def test_goat_3_eight_players_leave_out_the_sixes(lowest: int) -> None:
    cards = all_cards(GAME.new(players=8, seed=5, lowest=lowest))
    assert cards.total() == 56
    assert cards["R6"] == cards["B6"] == 0
    assert cards["goat"] == 12


# Sides and deal


def test_goat_4_even_seats_play_against_odd_seats() -> None:
    match = deal(f"{HIGH} B6", "R6 B7", "R7 B8", "B9 B10", "B11 B12", "B13 B14")
    play(match, "lead R17", "play R6", "play R7", "play B9", "play B11", "play B13")
    assert match.scores() == [30, 0, 30, 0, 30, 0]


@pytest.mark.parametrize("players", [4, 6, 8])
def test_goat_5_the_given_order_deals_piles_and_the_four_top_cards_are_the_hand(
    players: int,
) -> None:
    order = pack(players)
    random.Random(3).shuffle(order)
    match = GAME.new(players=players, order=order)
    cards, share = match.cards(), SHARE[players]
    for seat in range(players):
        pile = order[seat * share : (seat + 1) * share]
        assert Counter(cards[f"hand {seat}"]) == Counter(pile[:4])
        assert cards[f"pile {seat}"] == pile[4:]
    assert match.turn == 0


def test_goat_5_unordered_zones_list_red_then_black_then_goats() -> None:
    match = deal("goat B6 R17 R7", "B7", "B8", "B9")
    assert match.cards()["hand 0"] == ["R7", "R17", "B6", "goat"]


def test_an_order_that_is_not_the_pack_is_refused() -> None:
    order = pack(4)
    with pytest.raises(BadOption, match="1 of R6, and there are 2"):
        GAME.new(players=4, order=order[1:])
    with pytest.raises(BadOption, match="13 of goat, and there are 12"):
        GAME.new(players=4, order=[*order, "goat"])
    with pytest.raises(BadOption, match="no card 'R18'"):
        GAME.new(players=4, order=["R18", *order[1:]])
    with pytest.raises(BadOption, match=r"2 of R6, and there are 0 .*GOAT-3"):
        GAME.new(players=8, order=order)


# Playing a book


def test_goat_6_any_card_of_the_hand_may_be_led_or_played() -> None:
    match = deal("B6 B7 B7 goat", "R17 R17 B6 goat", "R8", "R9")
    leads = [decision for decision in match.legal() if decision.startswith("lead")]
    assert leads == ["lead B6", "lead B7", "lead goat"]
    match.play("lead B6")
    assert match.legal() == ["play R17", "play B6", "play goat"]


def test_goat_6_players_follow_in_turn_order() -> None:
    match = deal("B6", "B7", "B8", "B9", "B10", "B11")
    turns = []
    for decision in ("lead B6", "play B7", "play B8", "play B9", "play B10", "play B11"):
        turns.append(match.turn)
        match.play(decision)
    assert turns == [0, 1, 2, 3, 4, 5]


def test_goat_6_the_next_card_is_drawn_at_once() -> None:
    match = deal("B6 B7 B8 B9 R17 R16", "R15", "R14", "R13")
    match.play("lead B6")
    assert match.cards()["hand 0"] == ["R17", "B7", "B8", "B9"]
    assert match.cards()["pile 0"][0] == "R16"
    assert match.cards()["book"] == ["0:B6"]


def test_goat_6_hands_shrink_once_the_piles_are_gone() -> None:
    match = GAME.new(players=8, seed=2)
    sizes = []
    for _ in range(7):
        sizes.append(len(match.cards()["hand 0"]))
        books = len(match.cards()["taken 0"]) + len(match.cards()["taken 1"])
        while len(match.cards()["taken 0"]) + len(match.cards()["taken 1"]) == books:
            match.play(match.legal()[0])
    assert sizes == [4, 4, 4, 4, 3, 2, 1]
    assert match.over


def test_goat_6_what_is_not_in_hand_is_refused() -> None:
    match = deal("B6 B7 B8 R9", "R15", "R14", "R13")
    assert refused(match, "lead R17") == "GOAT-6"
    assert refused(match, "play B6") == "GOAT-6"
    match.play("lead B6")
    assert refused(match, "play R17") == "GOAT-6"
    assert refused(match, "lead R15") == "GOAT-6"


def test_goat_7_the_first_of_the_highest_takes_the_book_and_leads() -> None:
    """Example 2."""
    match = deal("B9", "R12", "B12", "R7")
    play(match, "lead B9", "play R12", "play B12", "play R7")
    assert match.cards()["taken 1"] == ["R7", "R12", "B9", "B12"]
    assert match.cards()["book"] == []
    assert match.turn == 1
    assert match.view(0).status()["leader"] == 1


def test_goat_7_black_beats_red_by_number_alone() -> None:
    match = deal("R9", "R12", "B13", "R7")
    play(match, "lead R9", "play R12", "play B13", "play R7")
    assert match.turn == 2
    assert match.scores() == [28, 0, 28, 0]


def test_goat_8_the_first_goat_gives_the_book_to_the_other_side() -> None:
    """The highest card of the goat's side does not help it, nor does it lead."""
    match = deal("R9", "goat", "B7", "B17")
    play(match, "lead R9", "play goat", "play B7", "play B17")
    assert match.scores() == [9, 0, 9, 0]
    assert match.turn == 0


def test_goat_8_only_the_first_goat_counts() -> None:
    """Example 3: a goat by seat 0's side, then one by the other."""
    match = deal("goat", "R10", "R17", "goat")
    play(match, "lead goat", "play R10", "play R17", "play goat")
    assert match.cards()["taken 1"] == ["R10", "R17", "goat", "goat"]
    assert match.cards()["taken 0"] == []
    assert match.turn == 1


def test_goat_8_of_equals_on_the_side_that_takes_the_first_leads() -> None:
    match = deal("goat", "B10", "R17", "R12", "B6", "B12")
    play(match, "lead goat", "play B10", "play R17", "play R12", "play B6", "play B12")
    assert match.turn == 3


def test_goat_9_of_a_side_of_goats_the_first_leads() -> None:
    match = deal("goat", "goat", "R17", "goat", "B6", "goat")
    play(match, "lead goat", "play goat", "play R17", "play goat", "play B6", "play goat")
    assert match.turn == 1
    assert match.scores() == [0, 17, 0, 17, 0, 17]


@pytest.mark.parametrize("players", [4, 6, 8])
def test_goat_10_all_cards_are_played(players: int) -> None:
    match = play_out(GAME.new(players=players, seed=11))
    cards = match.cards()
    assert Counter(cards["taken 0"] + cards["taken 1"]) == Counter(pack(players))
    assert not any(cards[f"{zone} {seat}"] for zone in ("hand", "pile") for seat in range(players))
    assert match.view(0).why_not("lead R17") is not None


# Right of search

SIX = ("R15 B9 B8 goat R17", "goat B6", "R16 B7", "goat B10 B11 R9 B6", "goat B12", "B13 B14")
"""Six hands for searches; seat 0 and 3 have a card to draw."""


def test_goat_11_a_red_card_or_a_goat_may_be_shown() -> None:
    match = deal(*SIX)
    shows = [decision for decision in match.legal() if decision.startswith("show")]
    assert shows == ["show R15", "show goat"]
    assert refused(match, "show B9") == "GOAT-11"
    assert refused(match, "show R16") == "GOAT-11"


def test_goat_11_without_red_cards_and_goats_there_is_no_search() -> None:
    match = deal("B6 B7 B8 B9", "R6", "R7", "R8")
    assert match.legal() == ["lead B6", "lead B7", "lead B8", "lead B9"]


@pytest.mark.parametrize(("players", "opponents"), [(4, "13"), (6, "135"), (8, "1357")])
def test_goat_11_a_search_of_an_opponent_must_follow(players: int, opponents: str) -> None:
    match = deal("R15 B9 B8 goat", *[""] * (players - 1))
    assert refused(match, "search 1") == "GOAT-11"
    match.play("show R15")
    assert match.turn == 0
    assert match.legal() == [f"search {opponent}" for opponent in opponents]
    for decision in ("search 0", "search 2", "lead R15", "show goat", "command goat", "play B9"):
        assert refused(match, decision) == "GOAT-11"
    if players < 8:
        assert refused(match, "search 7") == "GOAT-11"


def test_goat_11_odd_seats_search_even_seats() -> None:
    match = deal("B6 B7", "R17 B16 B9 B10", "B11", "B12")
    play(match, "lead B6", "play B16", "play B11", "play B12", "show R17")
    assert match.legal() == ["search 0", "search 2"]


def test_goat_11_one_opponent_a_lead() -> None:
    match = play(deal(*SIX), "show R15", "search 3")
    assert refused(match, "search 1") == "GOAT-11"
    assert refused(match, "show goat") == "GOAT-11"


def test_goat_11_only_the_leader_searches() -> None:
    match = play(deal(*SIX), "lead B9")
    assert refused(match, "show goat") == "GOAT-11"
    assert refused(match, "search 0") == "GOAT-11"


def test_goat_12_any_card_but_a_goat_is_led_after_a_search() -> None:
    match = play(deal(*SIX), "show goat", "search 3")
    assert match.legal() == ["lead R15", "lead B8", "lead B9"]
    assert refused(match, "lead goat") == "GOAT-12"
    assert refused(match, "lead R16") == "GOAT-6"
    assert refused(match, "command goat") == "GOAT-12"
    assert refused(match, "play B8") == "GOAT-6"


def test_goat_12_the_leader_draws_then_names_any_card_of_the_searched_hand() -> None:
    match = play(deal(*SIX), "show R15", "search 3", "lead B9")
    assert match.turn == 0
    assert match.cards()["hand 0"] == ["R15", "R17", "B8", "goat"]
    assert match.legal() == ["command R9", "command B10", "command B11", "command goat"]
    assert refused(match, "command B6") == "GOAT-12"
    assert refused(match, "play goat") == "GOAT-12"
    match.play("command B10")
    assert match.cards()["book"] == ["0:B9", "3:B10"]
    assert match.cards()["hand 3"] == ["R9", "B6", "B11", "goat"]
    assert refused(match, "command R9") == "GOAT-12"


A, B, C, D, E, F = range(6)
"""The players of the book's sample: A, C and E against B, D and F."""
SAMPLE = (
    "R15 R7 B9 B10",
    "goat R10 B8 B12",
    "R16 R9 B7 B11",
    "R8 goat B13 B14",
    "goat B15 B16 B17",
    "B6 B8 B12 R11",
)


def test_goat_12_the_whole_sample_of_the_book() -> None:
    """Example 1, sentence by sentence. The book says eight players, shows six and has a No. 6
    played: it is a deal for six (GOAT-3)."""
    match = deal(*SAMPLE)
    reds = {seat: [card for card in hand(match, seat, seat) if card[0] == "R"] for seat in range(6)}
    # "A is to lead. A has the red card No. 15, and exercises his right of search."
    assert match.turn == A
    play(match, "show R15")
    assert match.legal() == ["search 1", "search 3", "search 5"]
    # "He decides to search the hand of D. D has a Goat card."
    play(match, "search 3")
    assert hand(match, A, D) == ["R8", "B13", "B14", "goat"]
    # "A leads his No. 15, and then D, at the command of A, is forced to play the Goat card."
    play(match, "lead R15", "command goat")
    assert match.cards()["book"] == ["0:R15", "3:goat"]
    # "B sees that the Book is against his side, and he also plays a Goat card."
    assert match.turn == B
    play(match, "play goat")
    # "C is the partner of A, and plays his best red card."
    assert match.turn == C
    assert reds[C] == ["R9", "R16"]
    play(match, "play R16")
    # "As D has already played, E then plays. As E has no red card, he plays a Goat card."
    assert match.turn == E
    assert reds[E] == []
    play(match, "play goat")
    # "F would also play a Goat card, if he had one; he plays his poorest black card, a No. 6."
    assert match.turn == F
    assert "goat" not in hand(match, F, F)
    assert min(int(card[1:]) for card in hand(match, F, F) if card[0] == "B") == 6
    play(match, "play B6")
    assert [seat for seat, _ in match.decisions()[2:]] == [A, A, B, C, E, F]
    assert match.cards()["taken 0"] == ["R15", "R16", "B6", "goat", "goat", "goat"]
    assert match.cards()["taken 1"] == []
    assert match.scores() == [31, 0, 31, 0, 31, 0]
    assert match.turn == C
    assert match.legal()[0].startswith(("lead", "show"))


@pytest.mark.parametrize(("searched", "followers"), [(1, [2, 3]), (3, [1, 2])])
def test_goat_12_next_to_the_leader_on_either_side(searched: int, followers: list[int]) -> None:
    match = deal("R15 B9", "B6", "B7", "B8")
    play(match, "show R15", f"search {searched}", "lead R15")
    match.play(match.legal()[0])
    turns = []
    while match.cards()["book"]:
        assert match.turn is not None
        turns.append(match.turn)
        match.play(match.legal()[-1])
    assert turns == followers


def test_goat_12_the_search_is_over_with_the_book() -> None:
    match = play(deal(*SIX), "show R15", "search 3", "lead R15", "command goat")
    play(match, "play goat", "play R16", "play goat", "play B13")
    status = match.view(None).status()
    assert (status["shown"], status["searched"], status["phase"]) == (None, None, "lead")
    play(match, match.legal()[0])
    assert match.turn == 3


def test_goat_13_with_only_goats_there_is_no_search() -> None:
    match = deal("goat goat goat goat", "B6", "B7", "B8")
    assert match.legal() == ["lead goat"]
    assert refused(match, "show goat") == "GOAT-13"


def test_goat_13_a_goat_may_be_led_without_a_search() -> None:
    match = play(deal(*SIX), "lead goat")
    assert match.cards()["book"] == ["0:goat"]
    assert match.turn == 1


# Scoring


def test_goat_15_only_red_cards_count_their_number() -> None:
    match = deal("R17", "B16", "R6", "goat")
    play(match, "lead R17", "play B16", "play R6", "play goat")
    assert match.scores() == [23, 0, 23, 0]
    assert match.winners() == []


@pytest.mark.parametrize("seed", range(6))
def test_goat_15_the_higher_side_wins(seed: int) -> None:
    match = play_out(GAME.new(players=6, seed=seed), seed)
    cards = match.cards()
    points = [
        sum(int(card[1:]) for card in cards[f"taken {side}"] if card.startswith("R"))
        for side in range(2)
    ]
    assert match.scores() == points * 3
    assert sum(points) == 276
    best = points.index(max(points))
    assert match.winners() == ([] if points[0] == points[1] else [best, best + 2, best + 4])


def test_goat_15_of_equal_sides_nobody_wins() -> None:
    """Books of one number each go to their leader: seat 0, and after a book of goats seat 1."""
    ranks = [6, 17, 7, 16, 8, 15, "goat", 9, 14, 10, 13, 11, 12, "goat", "goat"]
    piles = [
        [str(rank) if rank == "goat" else f"{colour}{rank}" for rank in ranks] for colour in "RRBB"
    ]
    match = GAME.new(players=4, order=[card for pile in piles for card in pile])
    for place in range(15):
        for verb in ("lead", "play", "play", "play"):
            assert match.turn is not None
            match.play(f"{verb} {piles[match.turn][place]}")
    assert match.over
    assert match.scores() == [138] * 4
    assert match.winners() == []


# Who knows what


def test_goat_14_a_shown_card_is_seen_by_all_and_stays_in_the_hand() -> None:
    match = play(deal(*SIX), "show R15")
    for viewer in (1, 2, 3, 4, 5, None):
        assert hand(match, viewer, 0) == ["R15", "?", "?", "?"]
    assert match.cards()["hand 0"] == ["R15", "B8", "B9", "goat"]


def test_goat_14_a_searched_hand_is_seen_by_the_leader_alone() -> None:
    match = play(deal(*SIX), "show R15", "search 3")
    assert hand(match, 0, 3) == ["R9", "B10", "B11", "goat"]
    for viewer in (1, 2, 4, 5, None):
        assert hand(match, viewer, 3) == ["?"] * 4
    assert match.view(0).legal() == match.legal()


def test_goat_16_hands_and_piles_are_hidden_and_the_rest_is_open() -> None:
    match = play(deal(*SIX), "lead R15")
    truth, view = match.cards(), match.view(1).cards()
    assert view["hand 1"] == truth["hand 1"]
    assert view["hand 0"] == ["?"] * 4
    assert [len(view[f"pile {seat}"]) for seat in range(6)] == [5, 6, 6, 6, 6, 6]
    assert {card for seat in range(6) for card in view[f"pile {seat}"]} == {"?"}
    assert view["book"] == ["0:R15"]
    play(match, "play B6", "play B7", "play B10", "play B12", "play B13")
    assert match.view(1).cards()["taken 0"] == match.cards()["taken 0"]
    assert match.view(1).scores() == match.scores()
    assert match.view(1).history() == match.decisions()


def test_goat_16_a_known_card_is_known_until_one_of_its_kind_leaves() -> None:
    match = play(deal(*SIX), "show R15", "search 3", "lead B9")
    assert hand(match, 1, 0) == ["R15", "?", "?", "?"]
    match.play("command B10")
    assert hand(match, 0, 3) == ["R9", "B11", "goat", "?"]
    play(match, "play B6", "play R16", "play B12", "play B13")
    assert match.turn == 2
    play(match, "lead B7", "play R9")
    assert hand(match, 0, 3) == ["B11", "goat", "?", "?"]


def test_goat_16_showing_a_known_card_again_makes_it_no_more() -> None:
    match = deal("R17 R17 B16 B9", "B6", "B7", "B8")
    play(match, "show R17", "search 1", "lead B16", "command B6", "play B7", "play B8")
    match.play("show R17")
    assert hand(match, 2, 0) == ["R17", "?", "?", "?"]


def test_goat_16_of_two_copies_the_known_one_leaves() -> None:
    """One R17 shown, one played: nobody but the owner can tell whether another is left."""
    match = deal("R17 R17 B16 B9", "B6", "B7", "B8")
    play(match, "show R17", "search 1", "lead R17")
    assert "R17" in match.cards()["hand 0"]
    assert hand(match, 2, 0) == ["?"] * 4


def test_goat_16_a_searcher_knows_copies_that_others_do_not() -> None:
    """Seat 0 has seen both R16 of seat 1; the others see one of them shown, and one led."""
    match = deal("R17 B9 B10 B11", "R16 R16 B17 B6", "B7", "B8")
    play(match, "show R17", "search 1", "lead B9", "command B17", "play B7", "play B8")
    assert hand(match, 0, 1) == ["R16", "R16", "B6", "?"]
    match.play("show R16")
    assert hand(match, 0, 1) == ["R16", "R16", "B6", "?"]
    assert hand(match, 2, 1) == ["R16", "?", "?", "?"]
    play(match, "search 2", "lead R16")
    assert hand(match, 0, 1) == ["R16", "B6", "?", "?"]
    assert hand(match, 2, 1) == ["?"] * 4


def test_goat_13_whoever_has_shown_a_goat_is_imagined_with_something_to_lead() -> None:
    """Two books before the end nearly all cards left are goats, and seat 7 shows one of its two."""
    numbers = [card for card in pack(8) if card != "goat"]
    piles = [
        [*numbers[5 * seat : 5 * seat + 5], "goat", "goat" if seat < 4 else numbers[36 + seat]]
        for seat in range(8)
    ]
    match = GAME.new(players=8, order=[card for pile in piles for card in pile])
    for place in range(5):
        for verb in ["lead"] + ["play"] * 7:
            assert match.turn is not None
            match.play(f"{verb} {piles[match.turn][place]}")
    match.play("show goat")
    assert hand(match, None, 7) == ["goat", "?"]
    for number in range(20):
        imagined = as_record(match.view(None).state.copy())
        rng.seed_fast(imagined, 1, number)
        GAME.contract.rules.imagine(imagined, GAME.contract.facts.spectator)
        assert GAME.contract.faces.zones(imagined)["hand 7"] != ["goat", "goat"]


def test_after_the_match_everything_is_open() -> None:
    match = play_out(GAME.new(players=4, seed=3))
    assert match.view(None).cards() == match.cards()


# Matches of every kind


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize(("lowest", "red"), [(6, 2), (4, 3), (5, 1)])
def test_a_record_makes_the_same_match(players: int, lowest: int, red: int) -> None:
    match = play_out(GAME.new(players=players, seed=9, lowest=lowest, red=red))
    again = goatherd.replay(match.record())
    assert again.cards() == match.cards()
    assert again.scores() == match.scores()
