"""Goat Lords: cards, set-up and plays from hand (LORDS-1 to LORDS-14)."""

from collections import Counter

import pytest

from goatherd import BadOption
from goatherd.games.goat_lords.cards import ACTION_CARDS, GOATS, KINDS
from goatherd.games.goat_lords.deck import STANDARD_DECK
from tests.games.lords_positions import (
    GAME,
    STANDARD_CARDS,
    deal,
    do,
    duel_position,
    refused,
    three_herds,
    verbs,
)

# Cards and set-up


def test_lords_1_and_2_cards() -> None:
    counts = dict(zip(KINDS, STANDARD_DECK.counts, strict=True))
    assert sum(counts.values()) == 127
    assert sum(counts[goat] for goat in GOATS) == 110
    assert [counts[goat] for goat in GOATS] == [4, 8, 8, 10, 10, 10, 10, 10, 10, 10, 10, 10]
    assert STANDARD_DECK.points == (50, 25, 20, 15, 15, 15, 10, 10, 10, 5, 5, 5)
    assert [counts[card] for card in ACTION_CARDS] == [3, 3, 2, 2, 2, 1, 1, 1, 1, 1]
    match = GAME.new(6, seed=1)
    dealt = Counter(card for zone in match.cards().values() for card in zone)
    assert dealt == Counter(STANDARD_CARDS)


def test_lords_3_extra_plays() -> None:
    extra = dict(zip(ACTION_CARDS, STANDARD_DECK.extra, strict=True))
    assert {card for card in extra if extra[card] == 2} == {"flower"}
    assert {card for card in extra if extra[card] == 1} == {
        "sneak",
        "fire",
        "hypnotize",
        "santy",
        "goatinhood",
    }


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize(("hand", "few", "many"), [(5, 5, 5), (3, 3, 3), (7, 7, 7), ("auto", 5, 4)])
def test_lords_4_hand_size(players: int, hand: int | str, few: int, many: int) -> None:
    match = GAME.new(players, seed=3, hand=hand)
    size = few if players <= 3 else many
    assert match.view(None).status()["hand size"] == size
    while match.turn is not None and match.view(None).status()["phase"] == "trash":
        match.play(match.legal()[0])
    assert [len(match.cards()[f"hand {seat}"]) for seat in range(players)] == [size] * players


@pytest.mark.parametrize("hand", [2, 8, "many"])
def test_lords_4_other_hand_sizes_are_refused(hand: object) -> None:
    with pytest.raises(BadOption, match="hand"):
        GAME.new(hand=hand)


def test_lords_5_action_cards_lie_in_front_and_the_draw_goes_on() -> None:
    match = deal(
        "ninja loaf ninja dragon sneak ninja ninja |"
        "fairy fairy atomic fairy fairy fairy | foodie |" + "ghoast " * 9
    )
    cards = match.cards()
    assert cards["hand 0"] == ["dragon", *["ninja"] * 4]
    assert cards["actions 0"] == ["sneak", "loaf"]
    assert cards["actions 1"] == ["atomic"]
    assert cards["discard"] == ["foodie"]


def test_lords_5_a_fourth_action_card_in_the_set_up() -> None:
    match = deal(
        "escape ninja fire loaf sneak ninja ninja | fairy fairy atomic fairy | foodie |"
        + "ghoast " * 9,
        hand=3,
    )
    assert (match.turn, match.view(1).status()["phase"]) == (0, "trash")
    assert match.legal() == ["trash escape", "trash sneak", "trash fire", "trash loaf"]
    assert match.cards()["hand 0"] == ["ninja"]
    assert match.cards()["hand 1"] == []
    assert refused(match, "trash atomic") == "LORDS-5"
    assert refused(match, "discard ninja") == "LORDS-5"
    match.play("trash loaf")
    assert match.cards()["trash"] == ["loaf"]
    assert match.cards()["hand 0"] == ["ninja"] * 3
    assert match.cards()["actions 0"] == ["escape", "sneak", "fire"]
    assert match.cards()["hand 1"] == ["fairy"] * 3
    assert (match.turn, match.view(1).status()["phase"]) == (0, "play")


def test_lords_5_a_fourth_action_card_of_the_same_kind() -> None:
    match = deal(
        "sneak sneak sneak ninja sneak ninja ninja | fairy fairy fairy | foodie ghoast", hand=3
    )
    assert match.legal() == ["trash sneak"]


def test_example_6_a_fourth_action_card_in_somebody_elses_turn() -> None:
    match = duel_position(
        "ninja ninja goatini", "lord", front1="fire loaf atomic", draws="foodie santy dragon"
    )
    do(match, "duel 1 ninja", "defend lord", "yield")
    assert match.turn == 1
    assert match.legal() == ["trash fire", "trash santy", "trash loaf", "trash atomic"]
    assert len(match.cards()["hand 0"]) == 5
    assert len(match.cards()["hand 1"]) == 4
    match.play("trash santy")
    assert "dragon" in match.cards()["hand 1"]
    assert (match.turn, verbs(match) >= {"discard", "action"}) == (1, True)


def test_lords_6_seats_draw_in_order_and_one_goat_is_turned_up() -> None:
    order = STANDARD_CARDS[16:] + STANDARD_CARDS[:16]
    match = GAME.new(3, order=order, seed=1)
    assert match.cards()["hand 0"] == ["goatacorn"] * 4 + ["dragon"]
    assert match.cards()["hand 1"] == ["dragon"] * 5
    assert match.cards()["hand 2"] == ["dragon"] * 4 + ["tgoat"]
    assert match.cards()["discard"] == ["tgoat"]
    assert match.cards()["draw"] == order[16:]
    assert match.turn == 0


@pytest.mark.parametrize("turned_up", ["lord", "goatini", "atomic"])
def test_lords_6_wilds_and_action_cards_turned_up_go_back(turned_up: str) -> None:
    match = deal(f"ninja ninja ninja | fairy fairy fairy | {turned_up} " + "ghoast " * 6, hand=3)
    assert match.cards()["discard"] == ["ghoast"]
    assert Counter(match.cards()["draw"]) == {turned_up: 1, "ghoast": 5}


# Set up from a given order


def test_a_given_order_must_be_the_deck() -> None:
    with pytest.raises(BadOption, match="no card 'unicorn'"):
        GAME.new(order=["unicorn", *STANDARD_CARDS[1:]])
    with pytest.raises(BadOption, match="3 of lord, and there are 4"):
        GAME.new(order=STANDARD_CARDS[1:])
    with pytest.raises(BadOption, match="2 of goatinhood, and there are 1"):
        GAME.new(order=[*STANDARD_CARDS, "goatinhood"])


# Plays from hand


def test_lords_8_before_the_herd_only_birth_adopt_and_discard() -> None:
    match = deal(
        "atomic ninja ninja lord | fairy fairy fairy | ninja | ghoast ghoast ghoast ghoast", hand=3
    )
    assert verbs(match) == {"birth", "adopt", "discard"}
    assert refused(match, "action atomic") == "LORDS-8"
    assert refused(match, "duel 1 ninja") == "LORDS-8"


def test_lords_8_a_turn_is_one_play() -> None:
    match = duel_position("ninja goatini lord")
    match.play("discard ninja")
    assert match.turn == 1
    assert refused(match, "yield") == "LORDS-8"


def test_lords_9_births() -> None:
    match = deal(
        "ninja ninja ninja lord goatini | fairy fairy dragon dragon dragon | foodie |"
        + "ghoast " * 9
    )
    births = [decision for decision in match.legal() if decision.startswith("birth")]
    assert births == ["birth ninja", "birth ninja lord", "birth ninja goatini"]
    assert refused(match, "birth fairy") == "LORDS-9"
    twin = match.copy()
    match.play("birth ninja")
    assert match.cards()["herd 0"] == ["ninja ninja"]
    twin.play("birth ninja goatini")
    assert twin.cards()["herd 0"] == ["ninja goatini"]
    assert refused(twin, "birth fairy lord") == "LORDS-9"
    twin.play("birth fairy")
    assert refused(match, "birth ghoast") == "LORDS-9"


def test_lords_9_a_single_goat_is_no_birth() -> None:
    match = deal("ninja dragon foodie | fairy fairy fairy | ghoast | ghoast ghoast", hand=3)
    assert verbs(match) == {"discard"}
    assert refused(match, "birth ninja") == "LORDS-9"


def test_lords_9_a_new_stack_lies_on_top() -> None:
    match = duel_position("tgoat dragon dragon")
    match.play("birth dragon")
    assert match.cards()["herd 0"] == ["kraken kraken", "dragon dragon"]


def test_lords_10_adopt() -> None:
    match = deal("ninja dragon foodie | fairy fairy fairy | ninja | ghoast ghoast ghoast", hand=3)
    assert "adopt ninja" in match.legal()
    assert refused(match, "adopt dragon") == "LORDS-10"
    assert refused(match, "adopt fairy") == "LORDS-10"
    match.play("adopt ninja")
    assert match.cards()["herd 0"] == ["ninja ninja"]
    assert match.cards()["discard"] == []
    assert len(match.cards()["hand 0"]) == 3
    assert refused(match, "adopt fairy") == "LORDS-10"


def test_lords_10_a_wild_is_not_adopted() -> None:
    match = deal("lord dragon foodie | lord fairy fairy | ninja | ghoast ghoast ghoast", hand=3)
    match.play("discard lord")
    assert verbs(match) == {"birth", "discard"}


def test_example_1_the_attacker_wins_a_duel() -> None:
    match = duel_position("ninja lord tgoat", "goatini")
    assert [text for text in match.legal() if text.startswith("duel")] == [
        "duel 1 lord",
        "duel 1 ninja",
    ]
    match.play("duel 1 ninja")
    assert (match.turn, match.legal()) == (1, ["defend goatini", "yield"])
    match.play("defend goatini")
    assert (match.turn, match.legal()) == (0, ["press lord", "yield"])
    match.play("press lord")
    assert match.cards()["duel"] == ["ninja", "goatini", "lord"]
    assert match.legal() == ["yield"]
    before = match.scores()
    match.play("yield")
    assert match.cards()["herd 0"] == ["kraken kraken", "ninja ninja ninja goatini lord"]
    assert match.cards()["herd 1"] == ["fairy fairy"]
    assert match.cards()["duel"] == []
    assert match.scores() == [before[0] + 120, before[1] - 30]
    assert match.turn == 1


def test_example_2_the_defender_wins_a_duel() -> None:
    match = duel_position("ninja lord tgoat", "goatini")
    do(match, "duel 1 ninja", "defend goatini", "yield")
    assert match.cards()["herd 0"] == ["kraken kraken"]
    assert match.cards()["herd 1"] == ["fairy fairy", "ninja ninja ninja goatini"]


def test_example_3_lords_7_a_base_is_not_dueled_for() -> None:
    match = three_herds()
    s = match._s
    assert s.stacks.tolist()[:3] == [2, 1, 2]
    do(match, "discard ghoast")
    assert not [text for text in match.legal() if text.startswith("duel 2")]
    assert refused(match, "duel 1 fairy") == "LORDS-11"
    do(match, match.legal()[-1])
    assert refused(match, "duel 1 fairy") == "LORDS-7"


def test_lords_11_only_the_kind_or_a_wild() -> None:
    match = duel_position("dragon lord tgoat", "dragon")
    assert refused(match, "duel 1 dragon") == "LORDS-11"
    assert refused(match, "duel 1 ninja") == "LORDS-11"
    assert refused(match, "duel 0 lord") == "LORDS-11"
    assert refused(match, "duel 4 lord") == "LORDS-11"
    match.play("duel 1 lord")
    assert match.legal() == ["yield"]
    assert refused(match, "defend dragon") == "LORDS-11"
    assert refused(match, "defend ninja") == "LORDS-11"
    assert refused(match, "press ninja") == "LORDS-11"
    assert refused(match, "discard dragon") == "LORDS-11"


def test_lords_11_a_discarded_goat_is_of_no_use_in_a_duel() -> None:
    match = duel_position("ninja lord tgoat")
    do(match, "discard ninja", "discard dragon")
    assert refused(match, "duel 1 ninja") == "LORDS-11"


def test_lords_12_a_stack_won_can_be_lost_again() -> None:
    match = duel_position("ninja lord tgoat", "goatini")
    do(match, "duel 1 ninja", "yield", "duel 0 goatini", "yield")
    assert match.cards()["herd 1"] == ["fairy fairy", "ninja ninja ninja goatini"]


def test_lords_13_discard() -> None:
    match = duel_position("ninja lord tgoat")
    match.play("discard lord")
    assert match.cards()["discard"][-1] == "lord"
    assert refused(match, "discard lord") == "LORDS-13"


def test_lords_14_nobody_restocks_before_the_end_of_the_turn() -> None:
    match = duel_position("ninja goatini lord", "ninja", draws="dragon dragon fairy fairy")
    do(match, "duel 1 ninja", "defend ninja", "press lord")
    assert [len(match.cards()[f"hand {seat}"]) for seat in (0, 1)] == [3, 4]
    match.play("yield")
    assert match.cards()["hand 0"].count("dragon") == 2
    assert match.cards()["hand 1"].count("fairy") == 1


def test_lords_14_excess_is_dropped_one_card_at_a_time() -> None:
    match = duel_position("dragon dragon lord", front0="santy", draws="foodie foodie ladypug")
    match.play("action santy")
    assert len(match.cards()["hand 0"]) == 7
    match.play("discard dragon")
    assert match.view(1).status()["phase"] == "drop"
    assert match.legal() == ["drop lord", "drop dragon", "drop ghoast", "drop foodie"]
    assert refused(match, "drop ninja") == "LORDS-14"
    assert refused(match, "discard lord") == "LORDS-14"
    match.play("drop lord")
    assert match.turn == 1
    assert match.cards()["discard"][-2:] == ["dragon", "lord"]
    assert len(match.cards()["hand 0"]) == 5
