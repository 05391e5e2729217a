"""Goita: the rounds that a seat may be in, as `imagine` draws them."""

from collections import Counter
from collections.abc import Callable
from math import comb

import pytest

from goatherd import Match, rng
from goatherd.interpreted import as_record
from goatherd.rule import State
from tests.games.goita_positions import (
    GAME,
    KINDS,
    SEATS,
    SET,
    SPECTATOR,
    WATCHERS,
    all_guesses,
    deal,
    dealt,
    fits,
    guess_of,
    hidden_zones,
    imagined,
    imagined_cards,
    passes,
    play,
)

Cards = dict[str, list[str]]
PAWN = KINDS.index("pawn")
CALLED = 2
"""In the field `answer`: has called."""


def late(
    links: str, hidden: str, last: str, rest: tuple[str, ...], dealer: int = 0, calls: str = ""
) -> Match:
    """Three plays of each seat, every attack stopped by the next: two pieces are left to each.

    The dealer hides a piece and attacks with the first link; the next stops it with another of
    that kind and attacks with the second link; and so on, until the last attack.
    """
    attacks = [*links.split(), last]
    defences = [hidden, *links.split()]
    seats = [(dealer + move) % 4 for move in range(12)]
    hands = [rest[seat].split() for seat in SEATS]
    for seat, *pair in zip(seats, defences, attacks, strict=True):
        hands[seat] += pair
    match = deal(*map(" ".join, hands), dealer=dealer, calls="on" if calls else "off")
    if calls:
        play(match, calls)
    verbs = ["hide", *["defend"] * 11]
    for seat, verb, *pair in zip(seats, verbs, defences, attacks, strict=True):
        play(match, f"{seat} {verb} {' '.join(pair)}")
    return match


def ordinary() -> Match:
    """Nobody called, no king was played."""
    return late(
        "pawn knight pawn knight pawn silver pawn silver lance lance gold",
        hidden="gold",
        last="pawn",
        rest=("king pawn", "rook bishop", "king bishop", "rook gold"),
    )


def king_attacker() -> Match:
    """Seat 3 attacked with a king, nobody having shown one; now it has hidden a piece."""
    match = late(
        "pawn knight pawn knight pawn silver pawn silver lance lance gold",
        hidden="gold",
        last="king",
        rest=("pawn pawn", "rook bishop", "gold bishop", "king rook"),
    )
    passes(match)
    return play(match, "3 hide rook")


def caller() -> Match:
    """Seat 2 deals, has called five and played three pawns face up, and has one face down."""
    return late(
        "pawn knight lance silver pawn knight lance silver pawn gold bishop",
        hidden="pawn",
        last="gold",
        rest=("pawn rook", "king pawn", "pawn rook", "king gold"),
        dealer=2,
        calls="2 call, 3 quiet, 0 quiet, 1 quiet, 0 continue",
    )


def five_called() -> Match:
    """Seat 1 has called five; the others were dealt 0, 3 and 2 pawns. Nothing is played yet."""
    match = deal(
        "king*2 rook*2 bishop*2 gold*2",
        "pawn*5 gold silver knight",
        "pawn*3 lance*2 silver knight gold",
        calls="on",
    )
    return play(match, "0 quiet, 1 call, 2 quiet, 3 quiet, 3 continue")


# Even chances


def agrees(match: Match, viewer: int, samples: int, sure: Callable[[Cards], bool]) -> bool:
    """Whether imagined rounds come as often as brute force finds them among the sure ones."""
    view = match.view(viewer)
    zones = hidden_zones(view)
    possible = {
        guess: ways
        for guess, ways in all_guesses(view).items()
        if sure(view.cards() | {zone: list(cards) for zone, cards in guess})
    }
    found = Counter(
        guess_of(match.contract.faces.zones(s), zones) for s in imagined(match, viewer, samples)
    )
    return fits(found, possible)


def test_imagined_rounds_are_equally_likely() -> None:
    assert agrees(ordinary(), 1, 3000, lambda cards: True)


def test_imagined_rounds_are_equally_likely_where_a_king_attack_proved_both() -> None:
    assert agrees(king_attacker(), 1, 2000, lambda cards: dealt(cards, 3)["king"] == 2)


def test_imagined_rounds_are_equally_likely_where_five_were_called() -> None:
    assert agrees(caller(), 3, 2000, lambda cards: dealt(cards, 2)["pawn"] == 5)


def test_imagined_pawns_of_the_others_are_as_likely_as_the_deal_makes_them() -> None:
    """Beside a called hand: 5 pawns among the 16 pieces of seats 2 and 3, as seat 0 sees it."""
    found = Counter(int(s.hand[2, PAWN]) for s in imagined(five_called(), 0, 1200))
    assert fits(found, {pawns: comb(5, pawns) * comb(11, 8 - pawns) for pawns in range(6)})


def test_imagined_hands_of_a_fresh_deal_are_even() -> None:
    found = Counter(min(int(s.hand[3, PAWN]), 5) for s in imagined(deal(), None, 1200))
    ways = [comb(10, pawns) * comb(22, 8 - pawns) for pawns in range(9)]
    assert fits(found, dict(enumerate([*ways[:5], sum(ways[5:])])))


# What must hold in each


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_11_a_called_hand_was_dealt_exactly_five_pawns(viewer: int | None) -> None:
    for match, seat in ((five_called(), 1), (caller(), 2)):
        for cards in imagined_cards(match, viewer, 40):
            assert dealt(cards, seat)["pawn"] == 5
            assert sum((dealt(cards, n) for n in SEATS), Counter()) == SET


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_21_who_attacked_with_a_king_by_no_other_right_was_dealt_both(
    viewer: int | None,
) -> None:
    places = set()
    for cards in imagined_cards(king_attacker(), viewer, 40):
        assert dealt(cards, 3)["king"] == 2
        places.add("king" in cards["hand 3"])
    assert places == ({True} if viewer == 3 else {True, False})


def test_goita_21_a_king_attack_by_another_right_proves_nothing() -> None:
    """Seat 0 attacks with a king after seat 1 has shown the other: it was not dealt both."""
    match = deal("gold pawn silver king", "king silver")
    play(match, "0 hide pawn gold, 1 defend king silver, 2 pass, 3 pass, 0 defend silver king")
    for s in imagined(match, 2, 40):
        assert s.hand[:, 0].sum() == 0
        assert not s.both_kings.any()


def test_imagined_kings_give_their_right() -> None:
    """Whoever is imagined with both kings may attack with them, as if they had been dealt."""
    seen = set()
    for s in imagined(deal("king king"), 1, 120):
        for seat in SEATS:
            assert s.both_kings[seat] == (s.hand[seat, 0] == 2)
        seen.add(int(s.both_kings.sum()))
    assert seen == {0, 1}


POSITIONS = [ordinary, king_attacker, caller, five_called]


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("viewer", WATCHERS)
def test_an_imagined_round_looks_like_the_real_one(
    position: Callable[[], Match], viewer: int | None
) -> None:
    match = position()
    number = SPECTATOR if viewer is None else viewer
    view = match.view(viewer)
    for sample in range(20):
        state = view.state.copy()
        s = as_record(state)
        rng.seed_fast(s, 2, sample)
        match.contract.rules.imagine(s, number)
        match.contract.rules.redact(s, number)
        assert state.tobytes() == view.state.tobytes()


# Calls and decisions


CALLS = deal("king*2 rook*2 bishop*2 gold*2", calls="on")


def answers_fit(s: State) -> bool:
    """Only those before the one asked have answered, and who called holds exactly five pawns."""
    order = [(int(s.dealer) + step) % 4 for step in SEATS]
    asked = order.index(int(s.turn))
    answer = [int(s.answer[seat]) for seat in order]
    pawns = [int(s.hand[seat, PAWN]) for seat in order]
    return (
        all(answer[:asked])
        and not any(answer[asked:])
        and all(pawns[i] == 5 for i in SEATS if answer[i] == CALLED)
    )


@pytest.mark.parametrize("viewer", WATCHERS)
@pytest.mark.parametrize("answered", SEATS)
def test_goita_6_imagined_calls_fit_together(answered: int, viewer: int | None) -> None:
    match = CALLS.copy()
    for _ in range(answered):
        match.play("quiet")
    turns = set()
    for s in imagined(match, viewer, 25):
        assert answers_fit(s)
        turns.add(int(s.turn))
    if viewer is None:
        assert len(turns) > 1
    elif viewer == answered:
        assert turns == {viewer}
    elif viewer < answered:
        assert turns <= set(range(viewer + 1, 4))
    else:
        assert turns <= set(range(viewer))


def chance_of_five(pieces: int, pawns: int) -> float:
    return comb(pawns, 5) * comb(pieces - pawns, 3) / comb(pieces, 8)


def test_goita_6_imagined_answers_are_as_likely_as_the_hands_that_allow_them() -> None:
    """Seat 1 without pawns is asked second: seat 0 stayed quiet, or holds five and called."""
    match = deal("", "king*2 rook*2 bishop*2 gold*2", calls="on")
    match.play("quiet")
    found = Counter(int(s.answer[0]) == CALLED for s in imagined(match, 1, 1000))
    assert fits(found, {False: 1.0, True: chance_of_five(24, 10)})


def test_goita_6_imagined_stages_of_the_calls_are_equally_likely() -> None:
    """Seat 2, without pawns and not yet asked, cannot know whether seat 0 is being asked, or
    seat 1 after seat 0's answer: the second is likelier by the calls that seat 0 may have made."""
    match = deal("", "", "king*2 rook*2 bishop*2 gold*2", calls="on")
    found = Counter(int(s.turn) for s in imagined(match, 2, 600))
    assert fits(found, {0: 1.0, 1: 1.0 + chance_of_five(24, 10)})


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_12_an_imagined_first_answer_is_either(viewer: int | None) -> None:
    match = deal("pawn*5 gold silver knight", "pawn*5 rook bishop lance", calls="on")
    play(match, "0 call, 1 call, 2 quiet, 3 quiet, 2 redeal")
    found = Counter(int(s.decided[2]) for s in imagined(match, viewer, 60))
    assert len(found) == (1 if viewer == 2 else 2)
    assert all(not s.decided[3] for s in imagined(match, viewer, 5))


# The ritual


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_4_an_imagined_circle_is_any_and_the_dealer_guesses_the_point(
    viewer: int | None,
) -> None:
    match = play(GAME.new(seed=1, ritual="on"), "0 first me, 1 point 17")
    points = set()
    circles = set()
    for s in imagined(match, viewer, 30):
        points.add(int(s.point))
        circles.add(tuple(s.circle))
        assert Counter(KINDS[kind] for kind in s.circle) == SET
    assert len(circles) == 30
    assert len(points) > 1 if viewer == 0 else points == {17}
