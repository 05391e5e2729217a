"""Goatherd's own figures, taken through its public API only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import numpy as np

import goatherd
from benchmarks.measure import Measure, Probe, Work, sized, throughput

BATCH = 1024
PORTION = 1000  # steps between two looks at the clock
ROUND: dict[str, Any] = {"target": "round", "pawn_calls": "off"}  # what goita_limit.c plays


def tables() -> Iterator[tuple[str, int]]:
    """Every game with every number of players."""
    for name in goatherd.games():
        for players in goatherd.load(name).players:
            yield name, players


def label(name: str, players: int) -> str:
    """How a row names a game and its number of players."""
    return f"{name}, {players} players"


# Compiled random play


def random_decisions(name: str, players: int, threads: int = 1) -> Measure:
    """Decisions per second of whole random matches."""
    game, seeds = goatherd.load(name), count(1)

    def work(matches: int) -> int:
        done = game.playouts(matches, players=players, seed=next(seeds), threads=threads)
        return int(done.lengths.sum())

    return sized(work)


def goita_rounds(threads: int = 1) -> Measure:
    """Random Goita rounds per second, nobody asked about pawns."""
    game, seeds = goatherd.load("goita"), count(1)

    def work(rounds: int) -> int:
        game.playouts(rounds, players=4, seed=next(seeds), threads=threads, **ROUND)
        return rounds

    return sized(work)


def goita_round_facts(rounds: int = 1_000_000) -> dict[str, float]:
    """What those rounds were like, under the names that goita_limit.c uses."""
    done = goatherd.load("goita").playouts(rounds, players=4, seed=1, threads=1, **ROUND)
    scores = np.asarray(done.scores)  # the team's points at each of its seats
    return {
        "decisions_per_round": float(done.lengths.mean()),
        "mean_score": float(scores[:, :2].sum(axis=1).mean()),
    }


# A batch, from Python


def steps_with_choice_from_mask(name: str, players: int) -> Measure:
    """Steps per second of a batch of one, the action picked from the legal mask in Python."""
    batch = goatherd.load(name).batch(1, players=players, seed=1)
    actions, choice = np.zeros(1, dtype=np.int64), random.choice

    def work() -> int:
        for _ in range(PORTION):
            actions[0] = choice(batch.legal_mask[0].nonzero()[0])
            batch.step(actions)
            if batch.over[0]:
                batch.reset()
        return PORTION

    return throughput(work)


def steps_with_random_actions(name: str, players: int) -> Measure:
    """Steps per second of a batch of one, the action picked by the batch itself."""
    batch = goatherd.load(name).batch(1, players=players, seed=1)

    def work() -> int:
        for _ in range(PORTION):
            batch.step(batch.random_actions())
            if batch.over[0]:
                batch.reset()
        return PORTION

    return throughput(work)


def batch_steps(name: str, players: int) -> Measure:
    """Steps per second of 1,024 matches: random action, step, legal mask, observation, restart."""
    return throughput(batch_work(name, players))


def batch_work(name: str, players: int) -> Work:
    """One step of the whole batch; as with pgx, choosing the actions is part of it."""
    batch = goatherd.load(name).batch(BATCH, players=players, seed=1)

    def work() -> int:
        batch.step(batch.random_actions())
        if batch.over.any():
            batch.reset()
        _ = batch.legal_mask
        batch.observe()
        return BATCH

    return work


# Interpreted play, as the tables of people do it


def interpreted_decisions(name: str, players: int) -> Measure:
    """Decisions per second of a match in plain Python, with its legal decisions as text."""
    game, seeds = goatherd.load(name), count(1)
    match = game.new(players=players, seed=next(seeds))

    def work() -> int:
        nonlocal match
        if match.over:
            match = game.new(players=players, seed=next(seeds))
        match.play(random.choice(match.legal()))
        return 1

    return throughput(work)


# Probes


def play_probe(name: str, players: int) -> Probe:
    """Random play of one game and number of players, on one core."""
    return Probe(label(name, players), "decisions/s", partial(random_decisions, name, players))


def cores_probe(name: str, players: int, threads: int) -> Probe:
    """The same on so many threads."""
    measure = partial(random_decisions, name, players, threads)
    what = "1 thread" if threads == 1 else f"{threads} threads"
    return Probe(f"{label(name, players)}, {what}", "decisions/s", measure)


def mask_step_probe(name: str, players: int) -> Probe:
    """Single steps, choosing from the mask."""
    measure = partial(steps_with_choice_from_mask, name, players)
    return Probe(f"{label(name, players)}, choice from legal_mask", "steps/s", measure)


def random_step_probe(name: str, players: int) -> Probe:
    """Single steps, choosing by ``random_actions()``."""
    measure = partial(steps_with_random_actions, name, players)
    return Probe(f"{label(name, players)}, random_actions()", "steps/s", measure)


def batch_probe(name: str, players: int) -> Probe:
    """Steps of a batch of 1,024."""
    return Probe(label(name, players), "steps/s", partial(batch_steps, name, players))


def interpreted_probe(name: str, players: int) -> Probe:
    """Interpreted play."""
    measure = partial(interpreted_decisions, name, players)
    return Probe(f"{label(name, players)}, interpreted", "decisions/s", measure)


GOITA_ROUNDS = Probe("goita rounds", "rounds/s", goita_rounds)
