"""What holds for every game, player count and option, without a word about any of them."""

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import BadOption, IllegalMove, Match, testing
from goatherd.interpreted import as_record
from goatherd.testing import everything_shown
from tests.matches import Variant, advanced, label, new, seats, variants, walk

VARIANTS = variants()
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)
every_game = pytest.mark.parametrize("name", goatherd.games())
any_variant = st.sampled_from(VARIANTS)
any_seed = st.integers(0, 2**128 - 1)


# What every game must have, in other packages too

INTERPRETED = [about for about in testing.PROPERTIES if not about.startswith("compiled")]


@every_variant
@pytest.mark.parametrize("about", INTERPRETED)
def test_every_game_has_this_property(variant: Variant, about: str) -> None:
    testing.check_property(about, variant, 6)


# A match


@given(any_variant, any_seed, st.integers(0, 2**32))
def test_seed_and_decisions_decide_a_match(variant: Variant, seed: int, choices: int) -> None:
    one, two = new(variant, seed), new(variant, seed)
    for _ in walk(one, random.Random(choices), 60):
        pass
    for _, text in one.decisions():
        two.play(text)
    assert one.state.tobytes() == two.state.tobytes()


def test_other_seeds_deal_other_cards() -> None:
    for variant in VARIANTS:
        hands = [new(variant, seed).view(0).cards()["hand 0"] for seed in range(8)]
        assert any(hand != hands[0] for hand in hands) or not any(hands)


@given(any_variant, any_seed, st.integers(0, 80))
def test_a_copy_goes_its_own_way(variant: Variant, seed: int, decisions: int) -> None:
    match = advanced(variant, seed, decisions)
    before = match.record()
    twin = match.copy()
    assert twin.record() == before
    for _ in walk(twin, random.Random(seed), 5):
        pass
    assert match.record() == before


@given(any_variant, any_seed, st.integers(1, 40))
def test_undo_takes_back_to_the_byte(variant: Variant, seed: int, decisions: int) -> None:
    match = advanced(variant, seed, decisions)
    last = match.decisions()[-1][1]
    after = match.state.tobytes()
    before = advanced(variant, seed, decisions)
    before.undo()
    assert len(before.decisions()) == len(match.decisions()) - 1
    before.play(last)
    assert before.state.tobytes() == after


def test_nothing_to_undo() -> None:
    with pytest.raises(IllegalMove, match="no decision"):
        new(VARIANTS[0]).undo()


@every_variant
def test_an_illegal_decision_changes_nothing_and_says_what_is_legal(variant: Variant) -> None:
    actions = goatherd.load(variant[0]).actions
    chance = random.Random(4)
    for match in walk(new(variant), chance, 60):
        before = match.state.tobytes()
        legal = match.legal()
        for text in chance.sample(actions, 12):
            if text not in legal:
                with pytest.raises(IllegalMove) as refused:
                    match.play(text)
                assert match.over or (refused.value.rule and legal[0] in str(refused.value))
        assert match.state.tobytes() == before


@every_game
def test_a_misspelt_decision_names_the_nearest(name: str) -> None:
    match = goatherd.load(name).new(seed=1)
    legal = match.legal()[0]
    with pytest.raises(IllegalMove, match="did you mean"):
        match.play(legal + "x")


@every_game
@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7", True])
def test_bad_seeds(name: str, seed: Any) -> None:
    with pytest.raises(BadOption, match="seed"):
        goatherd.load(name).new(seed=seed)


@every_game
def test_bad_options_name_what_is_allowed(name: str) -> None:
    game = goatherd.load(name)
    for option in game.options().values():
        bad: dict[str, Any] = {option.name: "no such thing"}
        with pytest.raises(BadOption, match=option.name):
            game.new(**bad)
    with pytest.raises(BadOption, match="has no option"):
        game.new(no_such_option=1)
    with pytest.raises(BadOption, match="players"):
        game.new(players=99)


# What a seat knows


@every_variant
def test_decisions_that_look_alike_to_others_change_nothing_that_they_get(variant: Variant) -> None:
    """A piece laid face down, an answer that nobody hears: whichever it was."""
    compared = 0
    for position in walk(new(variant, 8), random.Random(8), 120):
        for first, second in secrets_of(position):
            one, two = position.copy(), position.copy()
            one.play(first)
            two.play(second)
            for seat in set(seats(position)) - {position.turn}:
                shown = everything_shown(one.view(seat, events=8))
                assert everything_shown(two.view(seat, events=8)) == shown, (first, second, seat)
                compared += 1
    assert compared or new(variant).contract.rules.masked is None


def secrets_of(match: Match) -> list[tuple[str, str]]:
    """Legal decisions that look alike to others, as long as they stay secret."""
    legal = match.legal() if match.turn is not None else []
    actions, s = match.contract.facts.actions, as_record(match.state)
    pairs = []
    for first, second in itertools.pairwise(legal):
        looks = [
            match.contract.search.public_action(s, actions.index(text)) for text in (first, second)
        ]
        if looks[0] == looks[1] and (first.startswith("hide") or stays_secret(match, legal)):
            pairs.append((first, second))
    return pairs


def stays_secret(match: Match, legal: list[str]) -> bool:
    """Whether a question goes on after any answer; with the last one, all are laid open."""
    phases = []
    for text in legal:
        after = match.copy()
        after.play(text)
        phases.append((after.view(None).status()["phase"], after.turn is not None))
    return all(phase == (match.view(None).status()["phase"], True) for phase in phases)


@every_game
@pytest.mark.parametrize("seat", [-1, 99, "0", True, 1.0])
def test_there_are_no_other_seats(name: str, seat: Any) -> None:
    with pytest.raises(ValueError, match="no seat"):
        goatherd.load(name).new().view(seat)
