"""What decisions in a round of Goita say about the hands: `weigh`, and its way back to them."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import Match
from goatherd.games.goita import GAME, habits
from goatherd.games.goita.belief import ANY, EVENTS, SURE
from goatherd.games.goita.cards import KINDS, KING, LANCE
from goatherd.games.goita.foresight import (
    AGAINST,
    ATTACKED,
    CAME_BACK,
    CHOSEN,
    DEFENDED,
    HELD,
    LEFT,
    MOST_FACTS,
    SEEN,
    TO_ANSWER,
    TO_ATTACK,
    TO_HIDE,
    UNITS,
    node_features,
    predict,
)
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from tests.games.goita_positions import SET, deal, exchanged, play

COUNTS = [SET[kind] for kind in KINDS]


def weight(match: Match, viewer: int) -> float:
    """Of the truth, as evidence of a seat that sees only its own hand."""
    view = match.view(viewer)
    evidence = match.contract.search.gather(as_record(view.state), view.this_round())
    return float(match.contract.search.weigh(as_record(match.state), evidence, viewer, 0.0))


def foreseen(match: Match, decision: str) -> float:
    """How likely a decision that is about to be made is by the network."""
    s, seat, word = as_record(match.state), match.turn, decision.partition(" ")[0]
    assert seat is not None
    if word not in ("hide", "attack", "defend", "pass") or len(match.legal()) == 1:
        return 1.0
    purpose = {"hide": TO_HIDE, "attack": TO_ATTACK}.get(word, TO_ANSWER)
    hand, out = s.hand[seat].tolist(), out_of_sight(match)
    held = [
        ((purpose * 8 + kind) * 6 + min(hand[kind], 5)) * 6 + min(out[kind], 5) for kind in range(8)
    ]
    sums = HELD[held].sum(0, dtype=int) + SEEN[purpose, facts(match, purpose)].sum(0, dtype=int)
    logits = CHOSEN[8 * purpose : 8 * purpose + 8].astype(int) @ np.maximum(sums, 0)
    weights = np.exp(np.floor(logits / 1024) / 64)
    share = weights[place(decision)] / sum(weights[place(one)] for one in match.legal())
    return float(SURE * share + (1 - SURE) * ANY)


def place(decision: str) -> int:
    """Of a decision among those of its purpose."""
    word, _, piece = decision.partition(" ")
    if word in ("pass", "defend"):
        return ("", "same", "king").index(piece and ("king" if piece == "king" else "same"))
    return KINDS.index(piece)


def facts(match: Match, purpose: int) -> list[int]:
    """The rows of what everybody sees, read from what was said at the table."""
    assert match.turn is not None
    attacks: list[tuple[int, int, int]] = []
    defences: list[tuple[int, int]] = []
    left = [8] * 4
    for seat, text in match.view(match.turn).this_round():
        word, _, piece = text.partition(" ")
        by = (seat - match.turn) % 4
        if word == "hide" and left[seat] < 8:
            *before, (player, kind, _) = attacks  # nobody stopped it
            attacks = [*before, (player, kind, CAME_BACK)]
        if word == "attack":
            attacks.append((by, KINDS.index(piece), ATTACKED))
        if word == "defend":
            defences.append((by, KINDS.index(piece)))
        left[seat] -= word in ("hide", "attack", "defend")
    rows = [LEFT + 9 * step + left[(match.turn + step) % 4] for step in range(4)]
    rows += [sort + 8 * by + kind for by, kind, sort in attacks]
    rows += [DEFENDED + 8 * by + kind for by, kind in defences]
    return rows + [AGAINST + 8 * by + kind for by, kind, _ in attacks[-1:] if purpose == TO_ANSWER]


def out_of_sight(match: Match) -> list[int]:
    """How many of each kind the seat to act sees nowhere."""
    s, seat = as_record(match.state), match.turn
    laid = [int(kind) for kind, down in zip(s.defence[seat], s.down[seat], strict=True) if down]
    seen = [int(s.hand[seat, kind] + s.face_up[kind]) + laid.count(kind) for kind in range(8)]
    return [of_all - of_kind for of_all, of_kind in zip(COUNTS, seen, strict=True)]


def usual(match: Match, decision: str) -> float:
    """How often players make a decision that is about to be made, by the tables."""
    s, seat, (word, _, piece) = as_record(match.state), match.turn, decision.partition(" ")
    assert seat is not None
    hand, legal, out = s.hand[seat].tolist(), match.legal(), out_of_sight(match)
    stage = (int(s.left[seat]) - 1) // 2
    if word in ("hide", "attack"):
        table = habits.HIDES if word == "hide" else habits.ATTACKS
        gladly = {
            name: float(table[kind, stage, min(hand[kind], 5), min(out[kind], 4)])
            for kind, name in enumerate(KINDS)
            if f"{word} {name}" in legal
        }
        return gladly[piece] / sum(gladly.values())
    attacker, against = int(s.attacker), int(s.against)
    same, king = hand[against] > 0, against < LANCE and hand[KING] > 0
    cell = ((seat - attacker) % 4 - 1, int(s.left[attacker]) // 2 - 1, stage, min(out[against], 3))
    share = float(habits.PASSES[(same + 2 * king - 1, *cell)])
    if word == "pass":
        return share
    with_king = habits.KING_FIRST if piece == "king" else 1 - habits.KING_FIRST
    return (1 - share) * (with_king if same and king else 1.0)


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
        likely = foreseen(match, decision)
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


# What the search expects of players: in its tree by the network, in playouts by the tables


def test_the_guide_decides_as_often_as_the_tables_say() -> None:
    check_odds(guided, usual)


def test_decisions_are_expected_as_often_as_they_are_believed() -> None:
    check_odds(
        expected, lambda match, decision: (foreseen(match, decision) - (1 - SURE) * ANY) / SURE
    )


def check_odds(
    decide: Callable[[Match, int], str], likely: Callable[[Match, str], float], trials: int = 2000
) -> None:
    """With two pieces or more to choose among, and one or two ways to stop an attack."""
    missing = {(word, many) for word in ("attack", "defend", "hide") for many in (False, True)}
    for match in guided_positions(seeds=range(40)):
        case = match.legal()[-1].partition(" ")[0], len(match.legal()) > 2
        if len(match.legal()) == 1 or case not in missing:
            continue
        missing.remove(case)
        made = Counter(decide(match, number) for number in range(trials))
        for decision in match.legal():
            share = likely(match, decision)
            spread = max(share * (1 - share) / trials, 0) ** 0.5
            assert made[decision] / trials == pytest.approx(share, abs=5 * spread + 1e-6)
    assert not missing


def guided(match: Match, number: int) -> str:
    """What the guide decides, with the dice of this number."""
    s, choices, n = asked(match, number)
    return match.contract.facts.actions[match.contract.search.guide(s, choices, n)]


def expected(match: Match, number: int) -> str:
    """What is expected in the tree, likewise."""
    s, choices, n = asked(match, number)
    notes = np.zeros((2, GAME.search.feature_count), np.int16)
    node_features(s, notes, 1)
    return match.contract.facts.actions[predict(s, notes, 1, choices, n)]


def asked(match: Match, number: int) -> tuple[Any, Any, int]:
    s = as_record(match.state.copy())
    seed_fast(s, 1, number)
    choices = np.zeros(64, np.int16)
    return s, choices, match.contract.rules.legal(s, choices)


def guided_positions(seeds: Iterable[int]) -> Iterator[Match]:
    for seed in seeds:
        match = goatherd.load("goita").new(seed=seed, target="round")
        while not match.over:
            yield match
            match.play(guided(match, 0))


def test_the_network_foresees_good_players_better_than_the_tables() -> None:
    """In rounds of the search bot that neither was made from."""
    log_odds, made = 0.0, 0
    for seed in range(40):
        player = goatherd.bot("search", iterations=1000, seed=seed)
        match = goatherd.load("goita").new(seed=seed, target="round", pawn_calls="off")
        while not match.over:
            decision = player.choose(match.view(match.turn))
            if len(match.legal()) > 1:
                likely = SURE * usual(match, decision) + (1 - SURE) * ANY
                log_odds += math.log(foreseen(match, decision) / likely)
                made += 1
            match.play(decision)
    assert made > 600
    assert log_odds / made > 0.02


def test_what_is_noted_of_a_position_is_what_everybody_sees() -> None:
    """The same for all deals that only differ in what nobody has shown."""
    for match in guided_positions(seeds=range(3)):
        assert match.turn is not None
        notes = np.zeros((3, GAME.search.feature_count), np.int16)
        node_features(as_record(match.state.copy()), notes, 1)
        hidden = match.view(None).state.copy()
        hidden["turn"] = match.turn  # hidden while calls are asked
        node_features(as_record(hidden), notes, 2)
        assert (notes[1] == notes[2]).all()


def test_no_sum_of_the_network_outgrows_its_numbers() -> None:
    """Leans and sums are made in 16 bits, what they lead to in 32."""
    seen, held, chosen = (np.abs(rows.astype(int)) for rows in (SEEN, HELD, CHOSEN))
    biases = np.sort(seen, axis=1)[:, -MOST_FACTS:].sum(axis=1)
    sums = biases + held.reshape(3, 8, -1, UNITS).max(axis=2).sum(axis=1)
    logits = chosen.reshape(3, 8, UNITS) @ sums[:, :, None]
    assert sums.max() < 1 << 15
    assert logits.max() < 1 << 31
