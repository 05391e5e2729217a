"""Goat Lords, rule by rule: LORDS-1 to LORDS-29 and the examples of the rules page."""

from collections import Counter
from collections.abc import Sequence

import pytest

import goatherd
from goatherd import BadOption, IllegalMove, Match
from goatherd.games.goat_lords.cards import ACTION_CARDS, GOATS, KINDS, NONE
from goatherd.games.goat_lords.deck import STANDARD_DECK
from goatherd.games.goat_lords.state import note_kind
from goatherd.rule import State

GAME = goatherd.load("goat-lords")
STANDARD_CARDS = [
    kind for kind, count in zip(KINDS, STANDARD_DECK.counts, strict=True) for _ in range(count)
]


def deal(cards: str, players: int = 2, hand: int = 5, **options: object) -> Match:
    """A match whose deck is exactly these cards: hands, the card turned up, what is drawn."""
    order = cards.replace("|", " ").split()
    return GAME.new(players, seed=1, order=order, hand=hand, deck=deck_of(order), **options)


def deck_of(order: Sequence[str]) -> str:
    worth = [str(points) for points in STANDARD_DECK.points]
    worth += [f"+{extra}" for extra in STANDARD_DECK.extra]
    counts = Counter(order)
    return " ".join(f"{kind} {counts[kind]} {worth[i]};" for i, kind in enumerate(KINDS))


def do(match: Match, *decisions: str) -> None:
    for decision in decisions:
        match.play(decision)


def refused(match: Match, decision: str) -> str:
    """The rule that forbids a decision."""
    assert decision not in match.legal()
    with pytest.raises(IllegalMove) as error:
        match.play(decision)
    assert error.value.rule is not None
    return error.value.rule


def verbs(match: Match) -> set[str]:
    return {decision.split()[0] for decision in match.legal()}


def duel_position(
    attack: str, defence: str = "dragon", front0: str = "", front1: str = "", draws: str = ""
) -> Match:
    """Seat 0 to play, with a base of krakens and three cards of its choice; seat 1 with a base of
    fairies, two ninjas on top and one card of its choice. All else in hand is ghoasts."""
    match = deal(
        f"{front0} kraken kraken {attack} | {front1} fairy fairy ninja ninja {defence} | foodie |"
        + " ghoast" * 7
        + f"| {draws}"
        + " ladypug" * 12
    )
    do(match, "birth kraken", "birth fairy", "discard ghoast", "birth ninja")
    assert match.turn == 0
    return match


def three_herds(front0: str = "", front1: str = "", front2: str = "", draws: str = "") -> Match:
    """Three players with a hand of three: seats 0 and 2 with two stacks, seat 1 with a base."""
    match = deal(
        f"{front0} kraken kraken ninja | {front1} fairy fairy foodie |"
        f"{front2} tgoat tgoat dragon | foodie |"
        f"ninja ghoast | ladypug ladypug | dragon ghoast | goatacorn goatacorn | ladypug |"
        f"goatacorn goatacorn | {draws}" + " fainting" * 12,
        players=3,
        hand=3,
    )
    do(match, "birth kraken", "birth fairy", "birth tgoat")
    do(match, "birth ninja", "discard ladypug", "birth dragon")
    assert match.turn == 0
    return match


def empty_draw_pile(match: Match) -> None:
    """As if the match had gone on: what is left to draw is in the trash."""
    s = match._s
    for place in range(s.left):
        _to_trash(s, int(s.deck[place]))
        s.deck[place] = NONE
    s.left = 0


def cut_hand(match: Match, seat: int, cards: str) -> None:
    """Leave only these cards in a hand, the others are in the trash."""
    s = match._s
    for kind, name in enumerate(GOATS):
        for _ in range(s.hand[seat, kind] - cards.split().count(name)):
            _to_trash(s, kind)
            s.hand[seat, kind] -= 1
            note_kind(s, seat, kind)
            s.held[seat] -= 1
    assert match.cards()[f"hand {seat}"] == sorted(cards.split(), key=GOATS.index)


def _to_trash(s: State, kind: int) -> None:
    s.trash[kind] += 1
    s.face_up[kind] += 1


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


# Action cards


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


def wild_position(hand1: str, hand2: str) -> Match:
    match = deal(
        f"goatinhood kraken kraken ninja | {hand1} | {hand2} | foodie |" + "ghoast " * 12,
        players=3,
        hand=3,
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


# The end


def test_lords_27_play_goes_on_until_all_hands_are_empty() -> None:
    match = deal("ninja ninja dragon | fairy foodie tgoat | ghoast | kraken", hand=3)
    match.play("birth ninja")
    assert match.cards()["draw"] == []
    do(match, "discard fairy", "discard dragon", "discard foodie", "discard kraken")
    assert match.turn == 1
    assert not match.over
    match.play("discard tgoat")
    assert match.over
    assert match.turn is None
    assert match.legal() == []


def test_lords_27_who_has_no_cards_is_passed_over() -> None:
    match = duel_position("ninja lord tgoat")
    empty_draw_pile(match)
    cut_hand(match, 0, "ninja")
    cut_hand(match, 1, "ghoast ghoast")
    match.play("discard ninja")
    match.play("discard ghoast")
    assert match.turn == 1


def test_example_7_lords_28_a_defenders_last_card_kills_the_action_cards() -> None:
    match = duel_position("ninja ninja lord", "ninja", front0="atomic", front1="escape")
    empty_draw_pile(match)
    cut_hand(match, 0, "ninja ninja lord")
    cut_hand(match, 1, "ninja")
    assert "action atomic" in match.legal()
    match.play("duel 1 ninja")
    assert "escape" in match.legal()
    match.play("defend ninja")
    assert match.view(0).status()["actions dead"] is True
    match.play("yield")
    assert match.turn == 0
    assert refused(match, "action atomic") == "LORDS-28"


def test_lords_28_the_attackers_last_card_ends_the_escape() -> None:
    match = duel_position("ninja ninja lord", "ninja", front1="escape")
    empty_draw_pile(match)
    cut_hand(match, 0, "ninja")
    match.play("duel 1 ninja")
    assert match.legal() == ["defend ninja", "yield"]
    assert refused(match, "escape") == "LORDS-28"


def test_lords_28_an_empty_hand_alone_kills_nothing() -> None:
    match = duel_position("ninja ninja lord", "ninja", front1="escape")
    cut_hand(match, 0, "ninja")
    match.play("duel 1 ninja")
    assert "escape" in match.legal()


def test_lords_28_a_missed_turn_with_an_empty_draw_pile() -> None:
    match = duel_position("ninja lord tgoat", front0="loaf")
    empty_draw_pile(match)
    do(match, "action loaf", "target 1")
    assert match.turn == 0


def test_lords_29_the_highest_herd_wins_and_ties_share() -> None:
    match = deal("ninja ninja dragon | dragon dragon foodie | ghoast | kraken", hand=3)
    do(match, "birth ninja", "birth dragon")
    assert match.scores() == [30, 30]
    assert match.winners() == []
    while not match.over:
        match.play(match.legal()[-1])
    assert match.scores() == [30, 30]
    assert match.winners() == [0, 1]
    match = deal("ninja ninja dragon | kraken kraken foodie | ghoast | kraken", hand=3)
    do(match, "birth ninja", "birth kraken")
    while not match.over:
        match.play(match.legal()[-1])
    assert match.winners() == [0]


# Set up from a given order


def test_a_given_order_must_be_the_deck() -> None:
    with pytest.raises(BadOption, match="no card 'unicorn'"):
        GAME.new(order=["unicorn", *STANDARD_CARDS[1:]])
    with pytest.raises(BadOption, match="3 of lord, and there are 4"):
        GAME.new(order=STANDARD_CARDS[1:])
    with pytest.raises(BadOption, match="2 of goatinhood, and there are 1"):
        GAME.new(order=[*STANDARD_CARDS, "goatinhood"])
