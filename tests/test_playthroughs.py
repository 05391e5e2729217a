"""Golden playthroughs: short matches as a spectator reads them, kept word for word.

`python -m tests.test_playthroughs` writes them anew; read the difference before keeping it.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import goatherd
from goatherd import Match

FOLDER = Path(__file__).parent / "playthroughs"

Script = tuple[str, int, dict[str, Any], int, int, int]
"""Game, players, options, seed, and from which decision to which it is told."""

SCRIPTS: dict[str, Script] = {
    "goat-n-goat, the first turns": ("goat-n-goat", 3, {}, 4, 0, 30),
    "goat-n-goat, the last round": ("goat-n-goat", 2, {}, 6, 150, 1000),
    "goat-1916, books and searches": ("goat-1916", 4, {}, 3, 0, 40),
    "goat-1916, the last books": ("goat-1916", 6, {}, 8, 50, 1000),
    "goita, a round with calls": ("goita", 4, {"target": "round"}, 12, 0, 1000),
    "goita, the ritual": ("goita", 4, {"ritual": "on", "target": 40}, 2, 0, 60),
    "goat-lords, herds and duels": ("goat-lords", 3, {}, 7, 0, 60),
    "goat-lords, the end": ("goat-lords", 2, {}, 9, 100, 1000),
}


def played(script: Script) -> Iterator[Match]:
    """The match after each of its decisions, made at random."""
    name, players, options, seed, _, last = script
    match = goatherd.load(name).new(players=players, seed=seed, **options)
    chance = random.Random(seed)
    yield match
    while not match.over and len(match.decisions()) < last:
        match.play(chance.choice(match.legal()))
        yield match


def told(script: Script) -> str:
    name, players, options, seed, first, _ = script
    chosen = " ".join(f"{option}={value}" for option, value in options.items())
    lines = [f"{name}, {players} players, seed {seed} {chosen}".rstrip()]
    seen = None
    for match in played(script):
        made = len(match.decisions())
        if made == first:
            lines += ["", *where_cards_are(match), ""]
        elif made > first:
            seat, text = match.decisions()[-1]
            assert seen is not None
            words = " ".join(event.say() for event in match.news(seen))
            lines.append(f"{made:4} {seat} {text:18} {words}".rstrip())
        seen = match.view(None)
    return "\n".join([*lines, "", *where_cards_are(match), *how_it_stands(match)]) + "\n"


def where_cards_are(match: Match) -> list[str]:
    return [f"{zone}: {' | '.join(cards)}" for zone, cards in match.cards().items() if cards]


def how_it_stands(match: Match) -> list[str]:
    return [f"scores: {match.scores()}", f"winners: {match.winners() if match.over else '-'}"]


def page(title: str) -> Path:
    return FOLDER / f"{title.replace(',', '').replace(' ', '-')}.txt"


@pytest.mark.parametrize("title", SCRIPTS)
def test_a_playthrough_reads_as_it_did(title: str) -> None:
    assert page(title).read_text(encoding="utf-8") == told(SCRIPTS[title])


@pytest.mark.parametrize("name", goatherd.games())
def test_every_game_has_a_playthrough(name: str) -> None:
    assert any(script[0] == name for script in SCRIPTS.values())


if __name__ == "__main__":
    for title, script in SCRIPTS.items():
        page(title).write_text(told(script), encoding="utf-8")
