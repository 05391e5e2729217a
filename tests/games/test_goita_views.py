"""Goita: zones, status and what each seat knows (GOITA-24, GOITA-25)."""

import pytest

from tests.games.goita_positions import (
    KINDS,
    SEATS,
    WATCHERS,
    deal,
    everything_shown,
    exchanged,
    hand,
    passes,
    pawns_and_unknown,
    play,
    runs_out,
    told,
)

CALLED = "0 quiet, 1 call, 2 quiet, 3 quiet, 3 continue"


# Zones


def test_zones_there_are() -> None:
    match = deal()
    zones = {"circle", *(f"{zone} {n}" for zone in ("hand", "defence", "attack") for n in SEATS)}
    assert set(match.cards()) == zones
    for viewer in WATCHERS:
        assert set(match.view(viewer).cards()) == zones


def test_zones_a_hand_lists_its_pieces_in_the_order_of_the_page() -> None:
    match = deal("pawn lance knight silver gold bishop rook king")
    assert hand(match, 0) == list(KINDS)
    assert hand(match.view(0), 0) == hand(match, 0)
    assert hand(match.view(1), 0) == ["?"] * 8


def test_zones_rows_are_in_the_order_played_and_face_down_pieces_in_brackets() -> None:
    match = deal("pawn gold silver rook lance*2", "gold silver")
    play(match, "0 hide lance gold, 1 defend gold silver, 2 pass, 3 pass, 0 defend silver rook")
    play(match, "1 pass, 2 pass, 3 pass, 0 hide pawn lance")
    cards = match.cards()
    assert cards["defence 0"] == ["(lance)", "silver", "(pawn)"]
    assert cards["attack 0"] == ["gold", "rook", "lance"]
    assert cards["defence 1"] == ["gold"]
    assert cards["attack 1"] == ["silver"]
    assert match.view(0).cards()["defence 0"] == ["(lance)", "silver", "(pawn)"]
    for viewer in (1, 2, 3, None):
        seen = match.view(viewer).cards()
        assert seen["defence 0"] == ["(?)", "silver", "(?)"]
        assert seen["attack 0"] == cards["attack 0"]
        assert seen["hand 0"] == ["?", "?"]


def test_zones_known_pieces_come_first() -> None:
    match = play(deal("", "pawn*5 king rook bishop", calls="on"), CALLED)
    assert hand(match.view(0), 1) == ["pawn"] * 5 + ["?"] * 3
    assert hand(match.view(1), 1) == ["king", "rook", "bishop"] + ["pawn"] * 5


# Secrets of a round


def test_goita_24_face_down_pieces_are_hidden_while_the_round_lasts() -> None:
    match = play(deal("gold pawn"), "0 hide gold pawn, 1 pass")
    for viewer in (1, 2, 3, None):
        assert match.view(viewer).history() == [(0, "hide ?"), (0, "attack pawn"), (1, "pass")]
    assert match.view(0).history()[0] == (0, "hide gold")


def test_goita_24_a_finished_round_is_open_in_the_history() -> None:
    match = deal("pawn*6 rook gold", target=1000)
    runs_out(match, "gold pawn", "pawn pawn", "pawn pawn", "pawn rook")
    for viewer in WATCHERS:
        history = match.view(viewer).history()
        assert history == match.decisions()
        assert [text for _, text in history if text.startswith("hide")] == [
            *("hide gold", "hide pawn", "hide pawn", "hide pawn")
        ]
    play(match, f"0 {match.legal()[0]}")
    assert match.view(1).history()[-1] == (0, "hide ?")
    assert match.view(1).history()[0] == (0, "hide gold")


def test_goita_24_after_the_last_round_all_is_open_on_the_table() -> None:
    match = deal("pawn*6 rook gold", "king king", target="round")
    runs_out(match, "gold pawn", "pawn pawn", "pawn pawn", "pawn rook")
    for viewer in WATCHERS:
        view = match.view(viewer)
        assert view.cards() == match.cards()
        assert view.cards()["defence 0"] == ["(gold)", "(pawn)", "(pawn)", "(pawn)"]
        assert hand(view, 1)[:2] == ["king", "king"]


def test_goita_25_what_others_hold_and_hid_changes_nothing_that_is_shown() -> None:
    """Seats 0 and 2 exchange gold and rook, and seat 0 hides the one or the other."""
    one = deal("gold pawn*2 king", "", "rook king")
    other = exchanged(one, (0, "gold"), (2, "rook"))
    for match, piece in ((one, "gold"), (other, "rook")):
        play(match, f"0 hide {piece} pawn, 1 pass, 2 pass, 3 pass, 0 hide pawn")
    for viewer in (1, 3, None):
        assert everything_shown(one, viewer) == everything_shown(other, viewer)
        assert told(one, viewer) == told(other, viewer)


def test_goita_25_being_dealt_both_kings_is_not_shown() -> None:
    one = deal("king king pawn*2", "", "gold")
    other = exchanged(one, (0, "king"), (2, "gold"))
    for match in (one, other):
        play(match, "0 hide pawn pawn")
    for viewer in (1, 3, None):
        assert everything_shown(one, viewer) == everything_shown(other, viewer)


def test_goita_25_open_to_all_are_face_up_pieces_passes_and_scores() -> None:
    match = play(deal("gold pawn", "gold silver"), "0 hide pawn gold, 1 defend gold silver, 2 pass")
    shown = [(0, "attack gold"), (1, "defend gold"), (1, "attack silver"), (2, "pass")]
    for viewer in WATCHERS:
        assert match.view(viewer).history()[1:] == shown
        assert match.view(viewer).scores() == match.scores()
        assert match.view(viewer).turn == 3


# Called pawns


def test_goita_25_called_pawns_drop_with_each_pawn_face_up() -> None:
    match = play(deal("pawn*3 gold*2 silver", "pawn*5 rook bishop lance", calls="on"), CALLED)
    play(match, "0 hide silver pawn, 1 defend pawn pawn")
    for viewer in (0, 2, 3, None):
        assert pawns_and_unknown(match, viewer, 1) == (3, 3)


def test_goita_25_called_pawns_stay_when_another_piece_leaves_face_up() -> None:
    match = play(deal("pawn gold*2 silver", "pawn*5 gold bishop lance", calls="on"), CALLED)
    play(match, "0 hide silver gold, 1 defend gold")
    assert pawns_and_unknown(match, 0, 1) == (5, 2)
    play(match, "1 attack lance")
    assert pawns_and_unknown(match, 0, 1) == (5, 1)


@pytest.mark.parametrize("hidden", ["pawn", "rook"])
def test_goita_25_called_pawns_drop_by_one_with_each_face_down_piece(hidden: str) -> None:
    match = play(deal("gold silver", "pawn*5 gold rook lance", calls="on"), CALLED)
    play(match, "0 hide silver gold, 1 defend gold lance, 2 pass, 3 pass, 0 pass")
    assert pawns_and_unknown(match, 0, 1) == (5, 1)
    play(match, f"1 hide {hidden}")
    for viewer in (0, 2, 3, None):
        assert pawns_and_unknown(match, viewer, 1) == (4, 1)
    play(match, "1 attack pawn")
    assert pawns_and_unknown(match, 0, 1) == (3, 1)


def test_goita_25_face_down_pawn_or_not_looks_the_same() -> None:
    matches = []
    for hidden in ("pawn", "rook"):
        match = play(deal("gold silver", "pawn*5 gold rook lance", calls="on"), CALLED)
        play(match, "0 hide silver gold, 1 defend gold lance, 2 pass, 3 pass, 0 pass")
        matches.append(play(match, f"1 hide {hidden} pawn"))
    for viewer in (0, 2, 3, None):
        assert everything_shown(matches[0], viewer) == everything_shown(matches[1], viewer)


def test_goita_25_the_caller_sees_the_own_hand_as_it_is() -> None:
    match = play(deal("", "", "", "pawn*5 gold rook lance", calls="on", dealer=3), "3 call")
    play(match, "0 quiet, 1 quiet, 2 quiet, 1 continue, 3 hide rook pawn")
    assert hand(match.view(3), 3) == ["gold", "lance"] + ["pawn"] * 4
    assert pawns_and_unknown(match, 0, 3) == (3, 3)


def test_goita_25_what_is_known_of_pawns_does_not_fall_below_zero() -> None:
    match = deal("pawn*5 gold rook lance", calls="on", target=1000)
    play(match, "0 call, 1 quiet, 2 quiet, 3 quiet, 2 continue")
    known = []
    for pair in ("pawn pawn", "pawn pawn", "rook pawn", "lance gold"):
        play(match, f"0 hide {pair.split()[0]}")
        known.append(pawns_and_unknown(match, 1, 0))
        if pair == "lance gold":
            break
        play(match, f"0 attack {pair.split()[1]}")
        known.append(pawns_and_unknown(match, 1, 0))
        passes(match)
    assert known == [(4, 3), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)]


def test_goita_25_knowledge_ends_with_the_round() -> None:
    match = deal("pawn*5 gold rook lance", calls="on", target=1000)
    play(match, "0 call, 1 quiet, 2 quiet, 3 quiet, 2 continue")
    runs_out(match, "pawn pawn", "pawn pawn", "rook pawn", "lance gold")
    assert all(hand(match.view(None), seat) == ["?"] * 8 for seat in SEATS)


# Status


@pytest.mark.parametrize("viewer", WATCHERS)
def test_status_tells_the_public_facts(viewer: int | None) -> None:
    match = deal("pawn gold king", "gold king silver", dealer=0, target=200)
    assert match.view(viewer).status() == {
        "phase": "hide",
        "round": 1,
        "dealer": 0,
        "target": 200,
        "attack": None,
        "attacker": None,
        "pieces": [8, 8, 8, 8],
        "king shown": False,
        "called": [],
        "last round": None,
    }
    match.play("hide king")
    assert match.view(viewer).status()["phase"] == "attack"
    assert match.view(viewer).status()["king shown"] is False
    match.play("attack gold")
    status = match.view(viewer).status()
    assert (status["phase"], status["attack"], status["attacker"]) == ("defend", "gold", 0)
    assert status["pieces"] == [6, 8, 8, 8]
    play(match, "1 defend king silver")
    status = match.view(viewer).status()
    assert (status["attack"], status["attacker"], status["king shown"]) == ("silver", 1, True)
    assert status["pieces"] == [6, 6, 8, 8]


def test_status_at_the_end() -> None:
    match = runs_out(deal("pawn*8", target=20), *["pawn pawn"] * 4)
    for viewer in WATCHERS:
        status = match.view(viewer).status()
        assert status["phase"] == "over"
        assert status["last round"] == {
            "winner": 0,
            "points": 20,
            "ending": "doubled",
            "shown": [],
        }
        assert match.view(viewer).winners() == [0, 2]


# Why not


def test_why_not_answers_after_the_match_too() -> None:
    view = runs_out(deal("pawn*8", target=20), *["pawn pawn"] * 4).view(0)
    refusal = view.why_not("pass")
    assert refusal is not None
    assert refusal.why.say() == "The match is over."


def test_why_not_says_nothing_false_to_a_seat_that_is_not_to_act() -> None:
    """Seat 1 holds a gold and is not to act: its gold is not what is missing."""
    view = deal("pawn*8", "gold").view(1)
    refusal = view.why_not("hide gold")
    assert refusal is not None
    assert "no gold" not in refusal.why.say()


# Rows


def test_goita_15_the_description_says_which_row_is_which() -> None:
    """Defences lie in the top row, attacks in the lower one, as their owner sees them."""
    table = (
        play(deal("pawn gold", "gold silver"), "0 hide pawn gold, 1 defend gold").view(2).table()
    )
    for seat in SEATS:
        assert table.zone(f"defence {seat}").row == 0
        assert table.zone(f"attack {seat}").row == 1
        assert table.zone(f"hand {seat}").row is None
