"""Matches for tests that hold for every game."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import goatherd
from goatherd import BadOption, Game, Match

Variant = tuple[str, int, dict[str, Any]]


def variants() -> list[Variant]:
    """Every game with every number of players, and every allowed choice of every option."""
    out: list[Variant] = []
    for name in goatherd.games():
        game = goatherd.load(name)
        out.extend((name, players, {}) for players in game.players)
        players = itertools.cycle(game.players)
        out.extend(
            (name, _fitting(game, next(players), choice), choice) for choice in _choices(game)
        )
    return out


def _fitting(game: Game, players: int, choice: dict[str, Any]) -> int:
    """This number of players, or where an option does not go with it, the first that it does."""
    for count in (players, *game.players):
        try:
            game.checked_together(count, choice)
        except BadOption:
            continue
        return count
    raise AssertionError(f"{game.name} with {choice} is for nobody")


def _choices(game: Game) -> Iterator[dict[str, Any]]:
    for option in game.options().values():
        for value in (*option.choices, option.low, option.high):
            if value is not None and value != option.default:
                yield {option.name: value}


def functions_of(game: str, name: str) -> dict[str, Any]:
    """Where the contract of a game keeps this function: a test may exchange it there, if it puts it
    back."""
    contract = goatherd.load(game).contract
    groups = (vars(group) for group in (contract.rules, contract.faces, contract.search))
    return next(group for group in groups if name in group)


def label(variant: Variant) -> str:
    name, players, options = variant
    return " ".join([name, str(players), *(f"{key}={value}" for key, value in options.items())])


def new(variant: Variant, seed: int = 1) -> Match:
    name, players, options = variant
    return goatherd.load(name).new(players=players, seed=seed, **options)


def walk(match: Match, chance: random.Random, limit: int = 100_000) -> Iterator[Match]:
    """The match itself, before each of its random decisions and after the last."""
    for _ in range(limit):
        yield match
        if match.over:
            return
        match.play(chance.choice(match.legal()))


def advanced(variant: Variant, seed: int, decisions: int) -> Match:
    """A match after so many random decisions, or at its end."""
    match = new(variant, seed)
    for _ in walk(match, random.Random(seed), decisions):
        pass
    return match


def cards_of(match: Match) -> Counter[str]:
    """All cards of a match, wherever they are: `3:goat` and `(gold)` and stacks taken apart."""
    return Counter(
        card.strip("()").rpartition(":")[2]
        for zone in match.cards().values()
        for entry in zone
        for card in entry.split()
    )


def seats(match: Match) -> list[int | None]:
    return [*range(match.players), None]
