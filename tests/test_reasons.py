"""Why a decision is good: true, from the seat's view alone, and there for what matters."""

import random
from collections.abc import Iterator

import pytest

import goatherd
from goatherd import Match, rng
from goatherd.interpreted import as_record
from goatherd.lesson import Place, lesson, lessons
from goatherd.reasons import MOST, imagined, reasons
from goatherd.words import LANGUAGES
from goatherd.worlds import World, Worlds

PLAYERS = {"goat-n-goat": 3, "goat-1916": 4, "goita": 4, "goat-lords": 3}


def positions(game: str, seed: int) -> Iterator[tuple[Match, str, str]]:
    """Some positions of a sensible match, each with its decision and another one."""
    match = goatherd.load(game).new(PLAYERS[game], seed=seed)
    bot, chance = goatherd.bot("greedy"), random.Random(seed)
    while not match.over:
        assert match.turn is not None
        view = match.view(match.turn)
        decision = bot.choose(view)
        others = [text for text in view.legal() if text != decision]
        if others and chance.random() < 0.15:
            yield match.copy(), decision, chance.choice(others)
        match.play(decision)


@pytest.mark.parametrize("game", goatherd.games())
def test_most_decisions_have_a_reason_in_every_language(game: str) -> None:
    told = 0
    found = list(positions(game, 1))
    for match, decision, other in found:
        assert match.turn is not None
        said = reasons(match.view(match.turn), decision, other)
        told += bool(said)
        assert len(said) <= MOST
        assert all(text.say(language) for text in said for language in LANGUAGES)
    assert told > len(found) / 2


@pytest.mark.parametrize("game", goatherd.games())
def test_reasons_come_from_the_view_alone(game: str) -> None:
    """Another truth that this seat cannot tell from the first gives the same sentences."""
    for match, decision, other in list(positions(game, 2))[:6]:
        assert match.turn is not None
        view = match.view(match.turn)
        first = reasons(view, decision, other)
        s = as_record(match.state)
        match.contract.rules.redact(s, match.turn)
        rng.seed_fast(s, 5, 0)
        match.contract.rules.imagine(s, match.turn)
        rng.seed_keyed(s, match.seed)
        twin = match.view(match.turn)
        assert reasons(twin, decision, other) == first


def test_odds_are_counted_in_weighed_worlds() -> None:
    worlds = Worlds(lambda: [World({"hand 1": ["gold"]}, 3.0), World({"hand 1": ["silver"]}, 1.0)])
    assert worlds.odds(lambda cards: "gold" in cards["hand 1"]) == 75
    impossible = Worlds(
        lambda: [World({"hand 1": ["gold"]}, 0.0), World({"hand 1": ["silver"]}, 0.0)]
    )
    assert impossible.odds(lambda cards: "gold" in cards["hand 1"]) == 50


def test_worlds_are_imagined_only_where_odds_are_asked_for() -> None:
    def never() -> list[World]:
        raise AssertionError("nobody asked for odds")

    assert isinstance(Worlds(never), Worlds)


def test_every_world_fits_the_view() -> None:
    match = goatherd.load("goita").new(seed=3)
    assert match.turn is not None
    view = match.view(match.turn)
    for world in imagined(view, seed=0, many=20):
        assert world.cards[f"hand {match.turn}"] == view.cards()[f"hand {match.turn}"]


LAID_OUT = [
    ("goita", 1, Place(6), "hide gold", None, "Face down and alike, your last piece counts"),
    (
        "goita",
        2,
        Place(0),
        "pass",
        "defend lance",
        "It is your partner's attack: if all pass, your",
    ),
    ("goita", 2, Place(0), "pass", "defend lance", "It keeps your lance for later."),
    ("goita", 1, Place(4), "pass", None, "Nothing in your hand stops a bishop."),
    (
        "goita",
        2,
        Place(1),
        "defend king",
        "pass",
        "It takes the attack from Seat 4, who has 6",
    ),
    ("goita", 2, Place(2, 1), "attack king", None, "Nothing stops a king."),
    ("goita", 2, Place(4, 1), "attack silver", None, "It is your last piece: the round is"),
    ("goat-1916", 1, Place(3), "play goat", None, "No red card lies in the book: your goat gives"),
    ("goat-1916", 1, Place(4), "play R16", None, "There are 13 points in the book."),
    ("goat-1916", 2, Place(4, 1), "command goat", None, "The first goat gives the whole book to"),
    ("goat-1916", 2, Place(2, 1), "command R16", None, "It brings 16 points to the book, and your"),
    ("goat-n-goat", 2, Place(0), "play g2", "play r2", "With red 2 you would lose a flock of 1."),
    ("goat-n-goat", 2, Place(2), "play b1", "play b5", "blue 5 would draw so many that 2 become"),
    ("goat-n-goat", 1, Place(5), "claim r4", "skip", "It is worth 4 points."),
    ("goat-n-goat", 1, Place(3), "play r2", None, "Your red flock then has 4: enough for the"),
    ("goat-lords", 1, Place(0), "birth ninja", None, "Your first stack is the base, which nobody"),
    ("goat-lords", 1, Place(1), "birth dragon lord", None, "The new stack is worth 65 points."),
    ("goat-lords", 1, Place(2), "duel 1 kraken", None, "Their top stack is worth 20 points."),
    ("goat-lords", 2, Place(2), "birth tgoat", None, "It covers your stack of 70 points, which is"),
    ("goat-lords", 2, Place(3), "escape", None, "It ends the duel, and their card stays on your"),
]


@pytest.mark.parametrize(("game", "number", "place", "decision", "other", "reason"), LAID_OUT)
def test_a_reason_fits_the_position(
    game: str, number: int, place: Place, decision: str, other: str | None, reason: str
) -> None:
    taught = lesson(game, lessons(game)[number - 1])
    view = taught.match_at(place).view(taught.seat)
    said = [text.say() for text in reasons(view, decision, other)]
    assert any(sentence.startswith(reason) for sentence in said), said


def test_no_reasons_for_a_spectator_or_out_of_turn() -> None:
    match = goatherd.load("goat-n-goat").new(2, seed=1)
    assert reasons(match.view(None), "play r1") == []
    assert reasons(match.view(1), "play r1") == []
