"""What decisions in a round of Goita say about the hands: `weigh`, and its way back to them."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

import goatherd
from goatherd import Match
from goatherd.games.goita import habits
from goatherd.games.goita.belief import ANY, EVENTS, SURE
from goatherd.games.goita.cards import KINDS, KING, LANCE
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from tests.games.goita_positions import SET, deal, exchanged, play

COUNTS = [SET[kind] for kind in KINDS]


def weight(match: Match, viewer: int) -> float:
    """Of the truth, as evidence of a seat that sees only its own hand."""
    view = match.view(viewer)
    evidence = match.contract.gather(as_record(view.state), view.this_round())
    return float(match.contract.weigh(as_record(match.state), evidence, viewer, 0.0))


def likelihood(match: Match, decision: str) -> float:
    """Of a decision that is about to be made, read from the tables."""
    s, seat, (word, _, piece) = as_record(match.state), match.turn, decision.partition(" ")
    assert seat is not None
    hand, legal = s.hand[seat].tolist(), match.legal()
    if word not in ("hide", "attack", "defend", "pass") or len(legal) == 1:
        return 1.0
    laid = [int(kind) for kind, down in zip(s.defence[seat], s.down[seat], strict=True) if down]
    seen = [hand[kind] + int(s.face_up[kind]) + laid.count(kind) for kind in range(8)]
    out = [of_all - of_kind for of_all, of_kind in zip(COUNTS, seen, strict=True)]
    stage = (int(s.left[seat]) - 1) // 2
    if word in ("hide", "attack"):
        table = habits.HIDES if word == "hide" else habits.ATTACKS
        gladly = {
            name: float(table[kind, stage, min(hand[kind], 5), min(out[kind], 4)])
            for kind, name in enumerate(KINDS)
            if f"{word} {name}" in legal
        }
        return SURE * gladly[piece] / sum(gladly.values()) + (1 - SURE) * ANY
    attacker, against = int(s.attacker), int(s.against)
    same, king = hand[against] > 0, against < LANCE and hand[KING] > 0
    place = ((seat - attacker) % 4 - 1, int(s.left[attacker]) // 2 - 1, stage, min(out[against], 3))
    share = float(habits.PASSES[(same + 2 * king - 1, *place)])
    if word == "defend":
        share = 1 - share
        if same and king:
            share *= habits.KING_FIRST if piece == "king" else 1 - habits.KING_FIRST
    return SURE * share + (1 - SURE) * ANY


@pytest.mark.parametrize("seed", range(12))
def test_a_world_weighs_what_its_decisions_were_likely_to_be(seed: int) -> None:
    """Found on the way back from the hands as they are; here, on the way forward."""
    match = goatherd.load("goita").new(seed=seed, target="round")
    weights = [1.0] * 4
    chance = random.Random(seed)
    while not match.over:
        for viewer in range(4):
            assert weight(match, viewer) == pytest.approx(weights[viewer], rel=1e-5)
        decision = chance.choice(match.legal())
        likely = likelihood(match, decision)
        weights = [one if seat == match.turn else one * likely for seat, one in enumerate(weights)]
        match.play(decision)


def test_the_longest_round_has_room() -> None:
    """Sixteen plays of two pieces, three passes after each but the last."""
    assert EVENTS > 32 + 3 * 15


def odds(match: Match, one: tuple[int, str], other: tuple[int, str], script: str) -> float:
    """How much likelier what follows is as dealt than with two pieces exchanged; seat 0 asks."""
    changed = play(exchanged(match, one, other), script)
    return weight(play(match, script), 0) / weight(changed, 0)


def test_who_lets_an_attack_pass_has_rather_nothing_to_stop_it() -> None:
    match = deal("gold*2 knight lance", "silver*2 lance", "gold*2 bishop", "rook pawn*3")
    assert odds(match, (2, "gold"), (1, "silver"), "0 hide knight gold, 1 pass") > 1.5


def test_who_stops_with_a_king_has_rather_nothing_else() -> None:
    match = deal("gold*2 knight lance", "king silver*2 lance", "gold*2 bishop", "rook pawn*3")
    assert odds(match, (2, "gold"), (1, "silver"), "0 hide knight gold, 1 defend king") > 1.3


def test_what_is_laid_face_down_is_rather_a_pawn() -> None:
    """The hidden piece of another seat is a guess, too."""
    match = deal("gold knight lance", "rook pawn*3 silver", "bishop*2", dealer=1)
    laid = play(match.copy(), "1 hide pawn silver")
    high = play(match.copy(), "1 hide rook silver")
    assert laid.view(0).this_round() == high.view(0).this_round()
    assert weight(laid, 0) > 3 * weight(high, 0)


def test_tables_say_nothing_of_kinds_that_are_not_held() -> None:
    for table in (habits.ATTACKS, habits.HIDES):
        assert not table[:, :, 0].any()
        assert (table[:, :, 1:] > 0).all()
        assert np.isfinite(table).all()
    assert ((habits.PASSES >= 0) & (habits.PASSES <= 1)).all()


# The guide of the search, which decides by the same tables


def test_the_guide_decides_as_often_as_is_believed_of_players() -> None:
    """With two pieces or more to choose among, and one or two ways to stop an attack."""
    missing = {(word, many) for word in ("attack", "defend", "hide") for many in (False, True)}
    trials = 4000
    for match in guided_positions(seeds=range(40)):
        case = match.legal()[-1].partition(" ")[0], len(match.legal()) > 2
        if len(match.legal()) == 1 or case not in missing:
            continue
        missing.remove(case)
        made = Counter(guided(match, number) for number in range(trials))
        for decision in match.legal():
            expected = (likelihood(match, decision) - (1 - SURE) * ANY) / SURE
            spread = max(expected * (1 - expected) / trials, 0) ** 0.5
            assert made[decision] / trials == pytest.approx(expected, abs=5 * spread + 1e-6)
    assert not missing


def guided(match: Match, number: int) -> str:
    """What the guide decides, with the dice of this number."""
    state = match.state.copy()
    s = as_record(state)
    seed_fast(s, 1, number)
    choices = np.zeros(64, np.int16)
    n = match.contract.legal(s, choices)
    return match.contract.actions[match.contract.guide(s, choices, n)]


def guided_positions(seeds: Iterable[int]) -> Iterator[Match]:
    for seed in seeds:
        match = goatherd.load("goita").new(seed=seed, target="round")
        while not match.over:
            yield match
            match.play(guided(match, 0))
