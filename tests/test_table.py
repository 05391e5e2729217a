"""The description of a table, of every game: complete, true to the view, sayable, and no leak."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, TypeAlias

import pytest

import goatherd
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.rng import seed_fast
from goatherd.rule import Decision
from goatherd.table import UNKNOWN, Table
from goatherd.view import View, legal_numbers
from goatherd.words import LANGUAGES, Text
from tools.reference import openings

Opening: TypeAlias = tuple[tuple[str, Any], ...]
"""The arguments of a new match, as pairs: the positions of each are remembered."""

OPENINGS = [(name, tuple(given.items())) for name in goatherd.games() for given in openings(name)]
OFTEN, EVERY = 2, 30
"""Of each phase the first few positions of a match are looked at, then every so many."""
TOLD = 3
"""How many decisions back each table tells of."""


def opening_id(value: str | Opening) -> str:
    return value if isinstance(value, str) else " ".join(f"{key}={given}" for key, given in value)


def shared(name: str, opening: Opening) -> Any:
    """One opening for a test; all tests of it run in one worker, where they share positions."""
    group = pytest.mark.xdist_group(f"table {name} {opening_id(opening)}")
    return pytest.param(name, opening, marks=group)


every_opening = pytest.mark.parametrize(
    ("name", "opening"), [shared(*given) for given in OPENINGS], ids=opening_id
)


@cache
def positions(name: str, opening: Opening) -> list[Match]:
    """Positions of a random match: some of every phase it goes through, and its end."""
    match = goatherd.load(name).new(seed=11, **dict(opening))
    chance = Random(f"{name} {opening}")
    seen: dict[object, int] = {}
    kept = []
    while not match.over:
        phase = match.contract.faces.status(as_record(match.state))["phase"]
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] <= OFTEN or len(match.decisions()) % EVERY == 0:
            kept.append(match.copy())
        match.play(chance.choice(match.legal()))
    return [*kept, match]


@cache
def tables(name: str, opening: Opening) -> list[tuple[View, Table]]:
    """What every seat and a spectator see of these positions."""
    seen = []
    for match in positions(name, opening):
        for seat in (*range(match.players), None):
            view = match.view(seat, events=TOLD)
            seen.append((view, view.table()))
    return seen


# --- decisions -----------------------------------------------------------------------------------


@every_opening
def test_each_legal_decision_is_one_choice_in_words(name: str, opening: Opening) -> None:
    for view, table in tables(name, opening):
        choices = table.choices
        assert [choice.text for choice in choices] == view.legal()
        assert [choice.number for choice in choices] == view.legal_numbers()
        assert all(choice.words for choice in choices)


@every_opening
def test_choices_of_one_table_can_be_told_apart(name: str, opening: Opening) -> None:
    for _, table in tables(name, opening):
        choices = table.choices
        for language in LANGUAGES:
            assert len({choice.words.say(language) for choice in choices}) == len(choices)


@every_opening
def test_what_is_lit_is_what_can_be_clicked(name: str, opening: Opening) -> None:
    for _, table in tables(name, opening):
        clicks = {click for choice in table.choices for click in choice.clicks}
        assert clicks <= set(places(table))
        assert clicks == {place for place, lit in places(table).items() if lit}


def places(table: Table) -> dict[str, bool]:
    """Everything with an id that a person could click, and whether it is lit."""
    found = {card.id: card.lit for zone in table.zones for card in zone.cards}
    found |= {zone.name: zone.lit for zone in table.zones}
    return found | {f"seat {seat.number}": seat.lit for seat in table.seats}


# --- cards ---------------------------------------------------------------------------------------


@every_opening
def test_every_card_of_the_view_lies_once_on_the_table(name: str, opening: Opening) -> None:
    for view, table in tables(name, opening):
        drawn = {zone.name: [card.kind for card in zone.cards] for zone in table.zones}
        told = {zone: kinds(entries) for zone, entries in view.cards().items()}
        assert {zone for zone, cards in told.items() if cards} <= set(drawn) <= set(told)
        for zone, cards in drawn.items():
            assert_same_kinds(told[zone], cards, opening)


def kinds(entries: list[str]) -> list[str]:
    """The cards of a zone one by one: `(gold)` lies face down, `3:goat` was played by seat 3,
    `ninja ninja lord` is a stack."""
    return [re.sub(r"^\d+:", "", card).strip("()") for entry in entries for card in entry.split()]


def assert_same_kinds(told: list[str], drawn: list[str], opening: Opening) -> None:
    if ("open_herds", "tops") in opening:  # LORDS-31: people are not shown what all know
        pairs = zip(told, drawn, strict=True)
        drawn = [card if shown == UNKNOWN else shown for card, shown in pairs]
    assert drawn == told


@every_opening
def test_ids_are_unique(name: str, opening: Opening) -> None:
    for _, table in tables(name, opening):
        ids = [card.id for zone in table.zones for card in zone.cards]
        ids += [zone.name for zone in table.zones]
        assert len(ids) == len(set(ids))


@every_opening
def test_an_unknown_card_is_never_face_up(name: str, opening: Opening) -> None:
    for _, table in tables(name, opening):
        cards = [card for zone in table.zones for card in zone.cards]
        assert not [card.id for card in cards if card.kind == UNKNOWN and card.face_up]


@every_opening
def test_the_table_says_what_the_view_says(name: str, opening: Opening) -> None:
    for view, table in tables(name, opening):
        assert (table.game, table.viewer, table.turn) == (name, view.seat, view.turn)
        assert (table.over, list(table.winners)) == (view.over, view.winners())
        assert [seat.number for seat in table.seats] == list(range(view.players))
        assert [seat.score for seat in table.seats] == view.scores()
        assert [seat.number for seat in table.seats if seat.to_act] == (
            [] if view.turn is None else [view.turn]
        )
        assert {zone.owner for zone in table.zones} <= {None, *range(view.players)}


# --- words ---------------------------------------------------------------------------------------


@every_opening
def test_everything_can_be_said_in_every_language(name: str, opening: Opening) -> None:
    said: set[str] = set()
    for view, table in tables(name, opening):
        names = [f"P{seat}" for seat in range(view.players)]
        for text in set(texts(table)):
            for language in LANGUAGES:
                said |= {text.say(language), text.say(language, names)}
    assert not [line for line in said if re.search(r"[{}]|을\(를\)|이\(가\)|은\(는\)|\(으\)", line)]
    assert all(line.strip() for line in said)


def texts(table: Table) -> Iterator[Text]:
    yield table.prompt
    yield from table.facts
    yield from table.events
    for seat in table.seats:
        yield from seat.facts
    for zone in table.zones:
        yield zone.title
        yield from (card.name for card in zone.cards)
    yield from (choice.words for choice in table.choices)


@every_opening
def test_what_happened_is_told_to_everybody_at_the_end(name: str, opening: Opening) -> None:
    match = positions(name, opening)[-1]
    for seat in (*range(match.players), None):
        assert match.view(seat, events=1).table().events


# --- nothing leaks -------------------------------------------------------------------------------


def other_truth(match: Match, viewer: int, index: int) -> Any:
    """A truth that the viewer cannot tell from the match's own."""
    world = match.state.copy()
    s = as_record(world)
    match.contract.rules.redact(s, viewer)
    seed_fast(s, 5, index)
    match.contract.rules.imagine(s, viewer)
    return world


def redacted(match: Match, truth: Any, viewer: int) -> Any:
    s = as_record(truth.copy())
    match.contract.rules.redact(s, viewer)
    return s


def table_for(match: Match, truth: Any, viewer: int) -> Table:
    s = redacted(match, truth, viewer)
    legal = legal_numbers(match.contract, s) if s.turn == viewer else []
    return match.contract.table(s, viewer, legal)


@every_opening
def test_a_table_shows_nothing_that_its_viewer_cannot_know(name: str, opening: Opening) -> None:
    for index, match in enumerate(positions(name, opening)):
        for viewer in (*range(match.players), match.contract.facts.spectator):
            own = table_for(match, match.state, viewer)
            other = table_for(match, other_truth(match, viewer, index), viewer)
            assert own == other
            assert repr(own) == repr(other)


@every_opening
def test_what_is_told_of_a_masked_decision_does_not_depend_on_it(
    name: str, opening: Opening
) -> None:
    """With any other number in its place, the story of a masked decision is the same."""
    match = goatherd.load(name).new(seed=12, **dict(opening))
    chance = Random(f"{name} {opening}")
    contract = match.contract
    for _ in range(60):
        if match.turn is None:
            break
        before, seat, text = match.state.copy(), match.turn, chance.choice(match.legal())
        made = Decision(seat, contract.facts.actions.index(text), round_of(match))
        match.play(text)
        for viewer in (*range(match.players), contract.facts.spectator):
            stories = told_of_masked(match, before, made, viewer)
            assert all(story == stories[0] for story in stories)


def round_of(match: Match) -> int:
    """The round in which the next decision is made; games without rounds have no such field."""
    return (
        int(match.state["rounds"][0]) if "rounds" in (match.contract.rules.state.names or ()) else 0
    )


def told_of_masked(match: Match, before: Any, made: Decision, viewer: int) -> list[list[Text]]:
    """What a viewer is told of a masked decision, by its true number and by others."""
    contract = match.contract
    if contract.rules.masked is None:
        return []
    now = redacted(match, match.state, viewer)
    text = contract.rules.masked(now, viewer, made)
    if text is None or text == contract.facts.actions[made.action]:
        return []
    was = redacted(match, before, viewer)
    return [
        list(contract.faces.narrate(was, made._replace(action=number), now, text))
        for number in (made.action, 0, 1)
    ]
