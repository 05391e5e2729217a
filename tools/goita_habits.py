"""Count how good players of Goita decide, and write `goatherd/games/goita/habits.py`.

    python tools/goita_habits.py --rounds 8000 --bot search:2000 --seed 1

plays rounds of a bot against itself. "How gladly" a kind is attacked with or laid face down is the
weight w of a choice model in which a kind is taken with odds w / (sum of w over all kinds held). A
weight is the product of three factors, one for each two of: how much of the hand is left, how many
of the kind are held, how many of it are out of sight. They are fitted by scaling each in turn until
it expects what was seen.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

from goatherd.bots import bot
from goatherd.game import load
from goatherd.games.goita import habits
from goatherd.games.goita.cards import KINDS, KING, LANCE, SEATS
from goatherd.games.goita.habits import GROUPS, MOST_HELD, MOST_OUT, MOST_STOPS, OCTAVE, STAGES

Array = np.ndarray[Any, Any]
FILE = Path(habits.__file__)
MARK = "# Counted by tools/goita_habits.py "
BOTH = 2
"""In a cell: the attack could be stopped with its own kind, and with a king."""
SWEEPS = 100
FEW = 4.0
"""Decisions of a coarser table that count as seen in each cell of a finer one."""


class Choice(NamedTuple):
    """A decision between kinds: what it was, and what its player had and saw."""

    word: str
    chosen: int
    stage: int
    held: list[int]
    """Of each kind; none where it may not be chosen."""
    out: list[int]


class Answer(NamedTuple):
    """A decision about an attack that could be stopped: its place in the table, and what it was."""

    cell: tuple[int, ...]
    shown: str
    """Nothing where it was let pass."""


def round_of(job: tuple[str, int]) -> list[Choice | Answer]:
    """The decisions of one round of a bot against itself."""
    spec, seed = job
    players = [bot(spec, seed=seed * SEATS + seat, threads=1) for seat in range(SEATS)]
    match = load("goita").new(seed=seed, target="round")
    found: list[Choice | Answer] = []
    while match.turn is not None:
        view = match.view(match.turn)
        decision = players[match.turn].choose(view)
        found.extend(read(view.state[0], match.turn, view.legal(), decision))
        match.play(decision)
    return found


def read(s: Any, seat: int, legal: list[str], decision: str) -> Iterator[Choice | Answer]:
    """What a decision tells, if there was a choice."""
    word, _, piece = decision.partition(" ")
    held = s["hand"][seat].tolist()
    laid = [int(s["defence"][seat][play]) for play in np.flatnonzero(s["down"][seat])]
    seen = np.add(s["hand"][seat], s["face_up"]) + np.bincount(laid, minlength=len(KINDS))
    out, left = (s["counts"] - seen).tolist(), s["left"].tolist()
    stage = (left[seat] - 1) // 2
    if word in ("attack", "hide") and len(legal) > 1:
        held[KING] *= f"{word} king" in legal
        yield Choice(word, KINDS.index(piece), stage, held, out)
    elif word in ("pass", "defend") and len(legal) > 1:
        against, attacker = int(s["against"]), int(s["attacker"])
        able = int(held[against] > 0) + 2 * int(against < LANCE and held[KING] > 0) - 1
        relation, theirs = (seat - attacker) % SEATS - 1, left[attacker] // 2 - 1
        cell = able, relation, theirs, stage, min(out[against], MOST_STOPS)
        yield Answer(cell, piece)


def fitted(made: list[Choice]) -> Array:
    """The weights of the choice model, by group of kinds, stage, number held and number out of
    sight."""
    held = np.minimum([one.held for one in made], MOST_HELD)
    out = np.minimum([one.out for one in made], MOST_OUT)
    stage = np.broadcast_to(np.array([[one.stage] for one in made]), held.shape)
    group = np.broadcast_to(GROUPS, held.shape)
    may = held > 0
    taken = np.arange(len(KINDS)) == np.array([[one.chosen] for one in made])
    shape = (max(GROUPS) + 1, STAGES, MOST_HELD + 1, MOST_OUT + 1)
    places = [(group, held, out), (group, stage, held), (group, stage, out)]
    factors = [
        np.ones([shape[axis] for axis in axes]) for axes in ((0, 2, 3), (0, 1, 2), (0, 1, 3))
    ]
    seen = [counted(place, taken, factor) for place, factor in zip(places, factors, strict=True)]
    for _ in range(SWEEPS):
        for place, factor, observed in zip(places, factors, seen, strict=True):
            weights = may * np.prod(
                [one[at] for one, at in zip(factors, places, strict=True)], axis=0
            )
            expected = counted(place, weights / weights.sum(1, keepdims=True), factor)
            factor *= (observed + 0.5) / (expected + 0.5)
    by_counts, by_held, by_out = factors
    return by_counts[:, None] * by_held[:, :, :, None] * by_out[:, :, None, :]


def counted(place: tuple[Array, ...], amounts: Array, like: Array) -> Array:
    """The amounts in each cell."""
    cells = np.ravel_multi_index(place, like.shape)
    sums = np.bincount(cells.ravel(), amounts.ravel(), like.size)
    return sums.reshape(like.shape)


def share_of_passes(made: list[Answer]) -> Array:
    """How often an attack is let pass, by all that is known; where little was seen, rather as in
    the same case at any stage, and then with any number of pieces left to the attacker."""
    seen = np.zeros((2, *habits.PASSES.shape))
    for one in made:
        seen[(int(not one.shown), *one.cell)] += 1
    share = np.full((1,) * habits.PASSES.ndim, 0.5)
    for axes in ((2, 3), (3,), ()):
        stopped, passed = seen.sum(tuple(axis + 1 for axis in axes), keepdims=True)
        share = (passed + FEW * share) / (stopped + passed + FEW)
    return share


def king_first(made: list[Answer]) -> float:
    """How often a king stops what another piece could have stopped."""
    stops = [one.shown for one in made if one.cell[0] == BOTH and one.shown]
    return stops.count("king") / max(len(stops), 1)


def block(name: str, reader: str, numbers: Array) -> str:
    """A table as source: the last two axes in one row."""
    rows = numbers.reshape(-1, numbers.shape[-2] * numbers.shape[-1])
    width = max(len(str(number)) for number in numbers.flat)
    lines = [" ".join(f"{number:{width}d}" for number in row) for row in rows]
    return "\n".join([f"{name} = {reader}(", '    """', *lines, '    """', ")"])


def source(made: list[Choice | Answer], command: str) -> str:
    """The module, with its tables replaced."""
    answers = [one for one in made if isinstance(one, Answer)]
    choices = [one for one in made if isinstance(one, Choice)]
    head = FILE.read_text().partition(MARK)[0]
    parts = [f"{head}{MARK}{command}: {len(made)} decisions"]
    for name, word in (("ATTACKS", "attack"), ("HIDES", "hide")):
        weights = fitted([one for one in choices if one.word == word])[:, :, 1:]
        table = np.rint(OCTAVE * np.log2(weights)).astype(int)
        parts += [block(name, "_gladly", np.moveaxis(table, 1, 2))]
    parts += [block("PASSES", "_share", np.rint(100 * share_of_passes(answers)).astype(int))]
    parts += [f"KING_FIRST = {king_first(answers):.2f}", ""]
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8000)
    parser.add_argument("--bot", default="search:2000")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    jobs = [(given.bot, given.seed * 1_000_000 + number) for number in range(given.rounds)]
    bot(given.bot).prepare("goita")
    made: list[Choice | Answer] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = pool.map(round_of, jobs, chunksize=20)
        for found in track(played, "rounds", len(jobs)):
            made.extend(found)
    command = f"--rounds {given.rounds} --bot {given.bot} --seed {given.seed}"
    FILE.write_text(source(made, command))


if __name__ == "__main__":
    main()
