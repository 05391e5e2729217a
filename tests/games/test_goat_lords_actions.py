"""Goat Lords: action cards and escapes (LORDS-15 to LORDS-26)."""

from collections import Counter

import pytest

from goatherd import Match
from tests.games.lords_positions import (
    GAME,
    cut_hand,
    deal,
    do,
    duel_position,
    refused,
    three_herds,
    verbs,
)


def test_lords_15_without_a_lawful_target() -> None:
    match = deal(
        "atomic sneak goatlette ninja ninja dragon | fairy foodie tgoat | ghoast |"
        "loaf kraken kraken | ladypug | ghoast ghoast ghoast",
        hand=3,
    )
    do(match, "birth ninja", "trash goatlette", "discard foodie")
    assert match.cards()["actions 0"] == ["sneak", "loaf", "atomic"]
    assert "action" not in verbs(match)
    for card in ("atomic", "sneak", "loaf", "hypnotize"):
        assert refused(match, f"action {card}") == "LORDS-15"


@pytest.mark.parametrize("card", ["goatlette", "hypnotize"])
def test_lords_15_a_player_without_a_herd_is_no_target(card: str) -> None:
    match = deal(
        f"{card} ninja ninja dragon | fairy foodie tgoat | ghoast | kraken kraken ladypug"
        " ghoast ghoast ghoast",
        hand=3,
    )
    do(match, "birth ninja", "discard foodie")
    assert refused(match, f"action {card}") == "LORDS-15"


@pytest.mark.parametrize("card", ["fire", "santy", "flower", "goatinhood"])
def test_lords_15_some_cards_need_no_target(card: str) -> None:
    match = deal(
        f"{card} ninja ninja dragon | fairy foodie tgoat | ghoast | kraken kraken ladypug"
        " ghoast ghoast ghoast",
        hand=3,
    )
    do(match, "birth ninja", "discard foodie", f"action {card}")
    assert match.cards()["trash"] == [card]
    assert match.turn == 0


def test_lords_15_escape_is_never_a_play() -> None:
    match = duel_position("ninja lord tgoat", front0="escape")
    assert refused(match, "action escape") == "LORDS-15"


def test_lords_15_the_card_is_trashed_before_the_target_is_named() -> None:
    match = duel_position("ninja lord tgoat", front0="atomic")
    match.play("action atomic")
    assert match.cards()["trash"] == ["atomic"]
    assert match.legal() == ["target 1"]
    assert refused(match, "target 0") == "LORDS-15"
    assert refused(match, "target 3") == "LORDS-15"
    assert refused(match, "discard ninja") == "LORDS-15"


def test_lords_15_targets_by_card() -> None:
    match = three_herds(front0="atomic loaf hypnotize")
    loafing, blowing, dazing = match.copy(), match.copy(), match.copy()
    loafing.play("action loaf")
    assert loafing.legal() == ["target 1", "target 2"]
    blowing.play("action atomic")
    assert blowing.legal() == ["target 2"]
    assert refused(blowing, "target 1") == "LORDS-7"
    cut_hand(dazing, 1, "")
    dazing.play("action hypnotize")
    assert dazing.legal() == ["target 2"]
    assert refused(dazing, "target 1") == "LORDS-15"


def test_lords_16_an_extra_play_must_come_from_the_hand() -> None:
    match = duel_position("ninja lord tgoat", front0="fire santy")
    match.play("action fire")
    assert match.turn == 0
    assert verbs(match) == {"birth", "adopt", "duel", "discard"}
    assert refused(match, "action santy") == "LORDS-16"
    match.play("discard tgoat")
    assert match.turn == 1


def test_lords_16_a_card_without_extra_plays_ends_the_turn() -> None:
    match = duel_position("ninja lord tgoat", front0="loaf atomic")
    do(match, "action atomic", "target 1")
    assert match.turn == 1


def test_lords_16_of_two_extra_plays_one_may_be_an_action_card() -> None:
    match = duel_position("ninja lord tgoat", front0="flower fire atomic")
    match.play("action flower")
    assert match.view(None).status()["plays"] == 2
    match.play("discard tgoat")
    assert {"action fire", "action atomic"} <= set(match.legal())
    match.play("action fire")
    assert match.view(None).status()["plays"] == 1
    assert refused(match, "action atomic") == "LORDS-16"
    match.play("discard ghoast")
    assert match.turn == 1


def test_lords_16_the_action_card_may_bring_its_own_extra_play() -> None:
    match = duel_position("ninja lord tgoat", front0="flower fire atomic")
    do(match, "action flower", "action fire")
    assert match.view(None).status()["plays"] == 2
    assert refused(match, "action atomic") == "LORDS-16"
    do(match, "discard tgoat", "discard ghoast")
    assert match.turn == 1


def test_lords_16_extra_plays_lapse_with_an_empty_hand() -> None:
    match = duel_position("ninja lord tgoat", front0="flower fire atomic")
    match.play("action flower")
    cut_hand(match, 0, "tgoat")
    match.play("discard tgoat")
    assert match.turn == 1
    assert len(match.cards()["hand 0"]) == 5


def test_lords_17_atomic() -> None:
    match = duel_position("ninja lord tgoat", front0="atomic")
    do(match, "action atomic", "target 1")
    assert match.cards()["herd 1"] == ["fairy fairy"]
    assert match.cards()["trash"] == ["ninja", "ninja", "atomic"]


def test_lords_17_atomic_trashes_wilds_too() -> None:
    match = duel_position("ninja lord tgoat", "goatini", front0="atomic")
    do(match, "duel 1 lord", "defend goatini", "yield", "discard ghoast")
    do(match, "action atomic", "target 1")
    assert match.cards()["trash"] == ["lord", "goatini", "ninja", "ninja", "atomic"]


@pytest.mark.parametrize(
    ("direction", "herds"),
    [
        (
            "left",
            [["kraken kraken", "dragon dragon"], ["ninja ninja"], ["tgoat tgoat", "fairy fairy"]],
        ),
        (
            "right",
            [["kraken kraken", "fairy fairy"], ["dragon dragon"], ["tgoat tgoat", "ninja ninja"]],
        ),
    ],
)
def test_example_5_lords_18_goatlette(direction: str, herds: list[list[str]]) -> None:
    match = three_herds(front0="goatlette", front1="escape")
    match.play("action goatlette")
    assert match.legal() == ["left", "right"]
    assert refused(match, "target 1") == "LORDS-18"
    match.play(direction)
    assert [match.cards()[f"herd {seat}"] for seat in range(3)] == herds
    assert match.turn == 1


def test_lords_18_players_without_a_herd_take_no_part() -> None:
    match = deal(
        "goatlette kraken kraken ninja | fairy foodie ghoast | tgoat tgoat dragon | foodie |"
        "ninja ghoast | ladypug | dragon ghoast | fainting fainting fainting fainting",
        players=3,
        hand=3,
    )
    do(match, "birth kraken", "discard foodie", "birth tgoat", "action goatlette", "left")
    assert [match.cards()[f"herd {seat}"] for seat in range(3)] == [
        ["tgoat tgoat"],
        [],
        ["kraken kraken"],
    ]


def sneak_position(front1: str = "") -> Match:
    match = duel_position(
        "tgoat lord dragon", "ninja", front0="sneak", front1=front1, draws="dragon dragon ladypug"
    )
    do(match, "discard dragon", "birth ghoast", "discard ghoast", "birth ghoast", "discard ghoast")
    do(match, "discard ninja")
    assert match.cards()["herd 1"] == [
        "fairy fairy",
        "ninja ninja",
        "ghoast ghoast",
        "ghoast ghoast",
    ]
    return match


def test_lords_19_sneak() -> None:
    match = sneak_position()
    do(match, "action sneak", "target 1")
    assert match.legal() == ["stack 1", "stack 2"]
    assert refused(match, "stack 0") == "LORDS-7"
    assert refused(match, "stack 3") == "LORDS-19"
    assert refused(match, "stack 4") == "LORDS-19"
    assert refused(match, "left") == "LORDS-19"
    match.play("stack 1")
    assert match.cards()["herd 1"] == [
        "fairy fairy",
        "ghoast ghoast",
        "ghoast ghoast",
        "ninja ninja",
    ]
    assert match.turn == 0
    assert "duel 1 lord" in match.legal()


def test_lords_19_a_herd_without_a_middle_is_no_target() -> None:
    match = duel_position("tgoat lord dragon", front0="sneak")
    assert refused(match, "action sneak") == "LORDS-15"


def test_lords_20_loaf() -> None:
    match = three_herds(front0="loaf")
    do(match, "action loaf", "target 1")
    assert match.turn == 2
    assert match.view(None).status()["missed turns"] == [0, 0, 0]
    do(match, "discard ghoast", "discard ghoast")
    assert match.turn == 1


def test_lords_20_missed_turns_add_up() -> None:
    match = duel_position("tgoat lord dragon", front0="loaf loaf")
    do(match, "action loaf", "target 1")
    assert match.turn == 0
    do(match, "action loaf", "target 1")
    assert match.turn == 0
    match.play("discard tgoat")
    assert match.turn == 1


def test_lords_21_hypnotize() -> None:
    match = duel_position("tgoat lord dragon", front0="hypnotize")
    before = match.cards()
    do(match, "action hypnotize", "target 1")
    after = match.cards()
    taken = Counter(after["hand 0"]) - Counter(before["hand 0"])
    assert taken.total() == 1
    assert Counter(before["hand 1"]) - Counter(after["hand 1"]) == taken
    assert match.turn == 0
    do(match, "discard tgoat")
    assert match.turn == 1


def test_lords_21_every_card_of_the_hand_can_be_taken() -> None:
    match = duel_position("tgoat lord foodie", front0="hypnotize", defence="dragon")
    taken = set()
    for seed in range(40):
        again = GAME.new(2, seed=seed, order=match.order, **match.options)
        do(again, *(text for _, text in match.decisions()))
        do(again, "action hypnotize", "target 1")
        taken |= set(again.cards()["hand 0"]) - {"tgoat", "lord", "foodie"}
    assert taken == {"dragon", "ghoast"}


def test_lords_22_goatinhood() -> None:
    match = duel_position("tgoat ladypug dragon", "goatini", front0="goatinhood", front1="escape")
    match.play("action goatinhood")
    assert "goatini" in match.cards()["hand 0"]
    assert "goatini" not in match.cards()["hand 1"]
    assert match.turn == 0


def wild_position(hand1: str, hand2: str, **options: str) -> Match:
    match = deal(
        f"goatinhood kraken kraken ninja | {hand1} | {hand2} | foodie |" + "ghoast " * 12,
        players=3,
        hand=3,
        **options,
    )
    do(match, "birth kraken", "discard fairy", "discard fairy")
    return match


def test_lords_22_the_first_from_the_left_gives_the_best_wild() -> None:
    match = wild_position("fairy goatini lord", "fairy lord lord")
    match.play("action goatinhood")
    assert match.cards()["hand 0"].count("lord") == 1
    assert match.cards()["hand 1"] == ["goatini", "ghoast"]
    assert match.cards()["hand 2"].count("lord") == 2


def test_lords_22_players_without_a_wild_are_passed() -> None:
    match = wild_position("fairy fairy dragon", "fairy dragon goatini")
    match.play("action goatinhood")
    assert match.cards()["hand 0"].count("goatini") == 1
    assert len(match.cards()["hand 2"]) == 2


def test_lords_22_nobody_may_have_a_wild() -> None:
    match = wild_position("fairy fairy dragon", "fairy dragon dragon")
    before = match.cards()["hand 0"]
    match.play("action goatinhood")
    assert match.cards()["hand 0"] == before
    assert match.turn == 0


def test_lords_22_herds_players_without_a_herd_are_passed_over() -> None:
    match = wild_position("fairy goatini lord", "fairy lord lord", goatinhood="herds")
    before = match.cards()
    match.play("action goatinhood")
    assert match.cards()["hand 0"] == before["hand 0"]
    assert match.turn == 0  # it can be played all the same
    told = match.view(None, events=1).table().events
    assert told[-1].say() == "Nobody with a herd has a wild."


def test_lords_22_herds_the_search_goes_on_to_who_has_one() -> None:
    match = deal(
        "goatinhood kraken kraken ninja | fairy goatini lord | foodie foodie goatini | dragon |"
        + "ghoast " * 6
        + "lord "
        + "ghoast " * 6,
        players=3,
        hand=3,
        goatinhood="herds",
    )
    do(match, "birth kraken", "discard fairy", "birth foodie", "action goatinhood")
    cards = match.cards()
    assert cards["hand 0"].count("goatini") == 1
    assert {"goatini", "lord"} <= set(cards["hand 1"])
    # Of the hand that was passed over nobody has learnt anything.
    hidden = match.view(0).state[0]
    assert (hidden["no_wild"][1], hidden["no_lord"][1], hidden["told"][1]) == (0, 0, 0)


def test_example_4_lords_23_fire() -> None:
    match = duel_position("ninja lord tgoat", "goatini", front0="fire", front1="escape")
    do(match, "action fire", "duel 1 ninja")
    assert match.legal() == ["yield", "escape"]
    assert refused(match, "defend goatini") == "LORDS-23"
    match.play("escape")
    assert match.cards()["herd 1"] == ["fairy fairy", "ninja ninja ninja"]
    assert match.turn == 1


def test_lords_23_a_duel_uses_the_fire_up() -> None:
    match = duel_position(
        "ninja lord tgoat", "goatini", front0="flower fire", front1="escape", draws="ninja"
    )
    do(match, "action flower", "action fire", "duel 1 ninja", "escape")
    assert match.turn == 0
    match.play("duel 1 ninja")
    assert "defend goatini" in match.legal()


def test_lords_23_unused_fire_lapses() -> None:
    match = duel_position("ninja lord tgoat", "goatini", front0="fire")
    do(match, "action fire")
    assert match.view(1).status()["fire"] is True
    do(match, "discard tgoat", "discard ghoast")
    assert match.view(1).status()["fire"] is False
    match.play("duel 1 ninja")
    assert "defend goatini" in match.legal()


def test_lords_24_santy_and_flower_draw_goats() -> None:
    match = duel_position("ninja lord tgoat", front0="santy", draws="dragon loaf dragon")
    match.play("action santy")
    assert match.cards()["hand 0"].count("dragon") == 2
    assert match.cards()["actions 0"] == ["loaf"]
    match = duel_position("ninja lord tgoat", front0="flower", draws="dragon foodie")
    match.play("action flower")
    assert match.cards()["hand 0"].count("dragon") == 1
    assert "foodie" not in match.cards()["hand 0"]


def test_lords_24_a_fourth_action_card_on_the_way() -> None:
    match = duel_position(
        "ninja lord tgoat", front0="santy loaf fire", draws="atomic sneak dragon foodie"
    )
    match.play("action santy")
    assert match.legal() == ["trash sneak", "trash fire", "trash loaf", "trash atomic"]
    match.play("trash loaf")
    assert {"dragon", "foodie"} <= set(match.cards()["hand 0"])
    assert match.view(None).status()["plays"] == 1
    assert verbs(match) == {"birth", "adopt", "duel", "discard"}


def test_lords_25_escape_from_a_duel() -> None:
    match = duel_position("ninja ninja lord", "goatini", front1="escape")
    match.play("duel 1 lord")
    assert match.legal() == ["defend goatini", "yield", "escape"]
    match.play("escape")
    assert match.cards()["herd 1"] == ["fairy fairy", "ninja ninja lord"]
    assert match.cards()["trash"] == ["escape"]
    assert match.cards()["duel"] == []
    assert match.turn == 1


def test_lords_25_not_later_in_a_duel() -> None:
    match = duel_position("ninja ninja lord", "goatini", front1="escape")
    do(match, "duel 1 ninja", "defend goatini", "press ninja")
    assert match.legal() == ["yield"]
    assert refused(match, "escape") == "LORDS-25"


def test_lords_25_who_attacks_cannot_escape() -> None:
    match = duel_position("ninja ninja lord", "goatini", front0="escape")
    do(match, "duel 1 ninja", "defend goatini")
    assert refused(match, "escape") == "LORDS-11"


@pytest.mark.parametrize("card", ["atomic", "loaf", "hypnotize"])
def test_lords_25_escape_from_an_action_card(card: str) -> None:
    match = duel_position("ninja lord tgoat", front0=card, front1="escape")
    before = match.cards()
    do(match, f"action {card}", "target 1")
    assert (match.turn, match.legal()) == (1, ["escape", "accept"])
    assert refused(match, "yield") == "LORDS-26"
    match.play("escape")
    after = match.cards()
    assert after["herd 1"] == before["herd 1"]
    assert after["hand 1"] == before["hand 1"]
    assert set(after["trash"]) == {card, "escape"}
    assert match.view(None).status()["missed turns"] == [0, 0]
    assert match.turn == (0 if card == "hypnotize" else 1)


def test_lords_25_escape_from_sneak_keeps_the_extra_play() -> None:
    match = sneak_position(front1="escape")
    before = match.cards()["herd 1"]
    do(match, "action sneak", "target 1", "stack 1", "escape")
    assert match.cards()["herd 1"] == before
    assert match.turn == 0
    assert match.view(None).status()["plays"] == 1


def test_lords_26_who_has_no_escape_is_asked_too() -> None:
    match = duel_position("ninja lord tgoat", front0="atomic", front1="loaf")
    do(match, "action atomic", "target 1")
    assert (match.turn, match.legal()) == (1, ["accept"])
    assert refused(match, "escape") == "LORDS-25"
    match.play("accept")
    assert match.cards()["herd 1"] == ["fairy fairy"]


def test_lords_26_who_has_no_action_cards_is_not_asked() -> None:
    match = duel_position("ninja lord tgoat", front0="atomic")
    do(match, "action atomic", "target 1")
    assert match.cards()["herd 1"] == ["fairy fairy"]


def test_lords_26_sneak_asks_for_target_stack_and_answer() -> None:
    match = sneak_position(front1="loaf")
    do(match, "action sneak", "target 1", "stack 2")
    assert (match.turn, match.legal()) == (1, ["accept"])
    match.play("accept")
    assert match.cards()["herd 1"][-1] == "ghoast ghoast"


def test_lords_26_an_empty_hand_is_asked_in_a_duel() -> None:
    match = duel_position("ninja lord tgoat")
    cut_hand(match, 1, "")
    match.play("duel 1 ninja")
    assert (match.turn, match.legal()) == (1, ["yield"])
    match = duel_position("ninja lord tgoat", "ninja")
    cut_hand(match, 0, "ninja")
    do(match, "duel 1 ninja", "defend ninja")
    assert (match.turn, match.legal()) == (0, ["yield"])
