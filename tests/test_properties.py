"""What holds for every game, player count and option, without a word about any of them."""

import itertools
import random
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import BadOption, IllegalMove, Match, View, rng
from goatherd.interpreted import as_record
from goatherd.position import packed, unpacked
from tests.matches import Variant, advanced, cards_of, label, new, seats, variants, walk

VARIANTS = variants()
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)
every_game = pytest.mark.parametrize("name", goatherd.games())
any_variant = st.sampled_from(VARIANTS)
any_seed = st.integers(0, 2**128 - 1)


# A match


@every_variant
def test_cards_are_conserved_and_a_decision_is_always_legal(variant: Variant) -> None:
    match = new(variant)
    dealt = cards_of(match)
    for position in walk(match, random.Random(2)):
        assert cards_of(position) == dealt
        assert position.over or position.legal()
    assert match.turn is None
    assert match.legal() == []


@every_variant
def test_legal_decisions_are_listed_once_in_the_order_of_their_numbers(variant: Variant) -> None:
    actions = goatherd.load(variant[0]).actions
    for match in walk(new(variant), random.Random(3), 150):
        numbers = [actions.index(text) for text in match.legal()]
        assert numbers == sorted(set(numbers))


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
def test_a_record_is_the_match(variant: Variant) -> None:
    for decisions in (0, 7, 10_000):
        match = advanced(variant, 5, decisions)
        again = goatherd.replay(match.record())
        assert again.state.tobytes() == match.state.tobytes()
        assert again.record() == match.record()
        assert (again.scores(), again.winners()) == (match.scores(), match.winners())


@every_game
def test_text_and_number_of_an_action_are_one_to_one(name: str) -> None:
    game = goatherd.load(name)
    assert [game.number(game.action(number)) for number in range(len(game.actions))] == list(
        range(len(game.actions))
    )


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


def imagined(match: Match, viewer: int, seed: int) -> Match:
    """A match that this viewer cannot tell from the given one, its record imagined anew."""
    twin = match.copy()
    reimagine(match, twin.state, viewer, seed)
    twin._recent.clear()
    for place, remembered in enumerate(match._recent):
        before = unpacked(remembered.before, match.contract.rules.state)
        reimagine(match, before, viewer, seed + place)
        # Without the stories, which are to be told anew.
        twin._recent.append(remembered._replace(before=packed(before), stories={}))
    return twin


def reimagine(match: Match, state: np.ndarray[Any, Any], viewer: int, seed: int) -> None:
    """Chance that stood where it stands now does so in the other record too: whether anything was
    drawn at a decision, everybody sees."""
    s = as_record(state)
    chance = zlib.crc32(s.rng.tobytes())
    match.contract.rules.redact(s, viewer)
    rng.seed_fast(s, seed, 0)
    match.contract.rules.imagine(s, viewer)
    rng.seed_keyed(s, chance)


def viewer_number(match: Match, seat: int | None) -> int:
    return match.contract.facts.spectator if seat is None else seat


def everything_shown(view: View) -> list[object]:
    """Every output there is for a seat."""
    table = view.table()
    observation = np.zeros(sum(part.size for part in view.contract.search.observation), np.float32)
    if view.seat is not None:
        view.contract.search.observe(as_record(view.state.copy()), view.seat, observation)
    return [
        view.state.tobytes(),
        view.turn,
        view.over,
        view.legal(),
        view.cards(),
        view.scores(),
        view.winners(),
        view.status(),
        view.history(),
        view.this_round(),
        view.lines(),
        view.line() if view.contract.faces.line is not None else "",
        observation.tobytes(),
        repr(table),
        [text.say("ko") for text in (table.prompt, *table.facts)],
        [text.say("ja") for text in (table.prompt, *table.facts)],
    ]


@every_variant
def test_what_a_seat_cannot_know_changes_nothing_that_it_gets(variant: Variant) -> None:
    for number, position in enumerate(walk(new(variant, 6), random.Random(6), 200)):
        if number > 2 and number % 19:
            continue
        for seat in seats(position):
            shown = everything_shown(position.view(seat, events=8))
            other = imagined(position, viewer_number(position, seat), number)
            assert everything_shown(other.view(seat, events=8)) == shown


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


@every_variant
def test_imagined_matches_can_be_played_to_the_end(variant: Variant) -> None:
    match = advanced(variant, 7, 30)
    for seat in seats(match):
        other = imagined(match, viewer_number(match, seat), 8)
        assert cards_of(other) == cards_of(match)
        for position in walk(other, random.Random(9), 250):
            assert position.over or position.legal()
        assert cards_of(other) == cards_of(match)


@every_variant
def test_a_view_of_a_view_is_the_view(variant: Variant) -> None:
    match = advanced(variant, 10, 25)
    for seat in seats(match):
        state = match.view(seat).state
        again = state.copy()
        match.contract.rules.redact(as_record(again), viewer_number(match, seat))
        assert again.tobytes() == state.tobytes()


@every_variant
def test_only_the_seat_to_act_has_decisions_and_they_are_the_legal_ones(variant: Variant) -> None:
    for match in walk(new(variant, 11), random.Random(11), 80):
        for seat in seats(match):
            mine = match.legal() if seat is not None and seat == match.turn else []
            assert match.view(seat).legal() == mine


@every_variant
def test_after_the_match_every_view_shows_everything(variant: Variant) -> None:
    match = advanced(variant, 12, 100_000)
    for seat in seats(match):
        view = match.view(seat)
        assert view.cards() == match.cards()
        assert view.history() == match.decisions()
        assert view.over


@every_variant
def test_a_view_counts_the_cards_it_does_not_know(variant: Variant) -> None:
    """Zone by zone, a view lists as many cards as there are, and names none wrongly."""
    for match in walk(new(variant, 13), random.Random(13), 60):
        truth = match.cards()
        for seat in seats(match):
            seen = match.view(seat).cards()
            assert seen.keys() == truth.keys()
            for zone, cards in seen.items():
                assert len(cards) == len(truth[zone])
                named = [card for card in cards if "?" not in card]
                for card in set(named):
                    assert named.count(card) <= truth[zone].count(card)


@every_variant
def test_own_hand_is_seen(variant: Variant) -> None:
    match = advanced(variant, 14, 20)
    for seat in range(match.players):
        hand = f"hand {seat}"
        assert match.view(seat).cards()[hand] == match.cards()[hand]


@every_game
@pytest.mark.parametrize("seat", [-1, 99, "0", True, 1.0])
def test_there_are_no_other_seats(name: str, seat: Any) -> None:
    with pytest.raises(ValueError, match="no seat"):
        goatherd.load(name).new().view(seat)
