"""What a search finds with a seed and iterations is pinned, to the last bit of every payoff.

`python -m tests.fast.test_search_results` writes the file anew, after a change of rules,
of policies or of the search that is meant to change what is found.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import goatherd
from goatherd import Match, View
from goatherd.bots.search import evidence_of
from goatherd.fast.goita.endgame import EndgameSearcher
from goatherd.fast.searcher import Searcher
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast

FILE = Path(__file__).parent / "search_results.txt"
SEED = 7
ITERATIONS, FORESEEING_ITERATIONS, EXTRA, WORLDS = 300, 200, 50, 200
EVERY, MOST = 7, 4
"""Which of a match's choices are searched, and how many of them."""
POLICIES = ("beginner", "greedy", "guide")


def results(name: str) -> Iterator[tuple[str, object]]:
    """All that is pinned for a game: what it is about, and what came out."""
    for players in goatherd.load(name).players:
        match = goatherd.load(name).new(players=players, seed=11 * players)
        for number, view in choices(match, EVERY, MOST):
            about = f"{name} {players} {number}"
            yield f"{about} belief", searched(view, belief=True)
            yield f"{about} uniform", searched(view, belief=False)
            if view.contract.search.predict is not None:
                yield f"{about} foreseeing", searched(view, belief=True, foreseeing=True)
            yield f"{about} policies", [decided(view, policy) for policy in POLICIES]
    if name == "goita":
        yield from endgames()


def choices(match: Match, every: int, most: int) -> Iterator[tuple[int, View]]:
    """The views of some of the choices of a match that is played without a plan."""
    seen = number = 0
    while match.turn is not None and most > 0:
        legal = match.legal()
        if len(legal) > 1:
            seen += 1
            if seen % every == 0:
                yield number, match.view(match.turn)
                most -= 1
        match.play(legal[drawn(number, len(legal))])
        number += 1


def drawn(number: int, n: int) -> int:
    return (number * 2654435761 >> 7) % n


def searched(view: View, *, belief: bool, foreseeing: bool = False) -> list[object]:
    """All that a search says: at first, and when a decision was tried more often."""
    assert view.seat is not None
    one = Searcher(view.contract, view.seat, SEED, 1, belief, foreseeing)
    evidence = evidence_of(view)
    one.iterate(view.state, evidence, FORESEEING_ITERATIONS if foreseeing else ITERATIONS)
    tree, chain = one.trees[0].tree, one.trees[0].chain
    first = [told(one), [list(step) for step in one.main_line(2)]]
    counted = [int(tree["used"][0]), int(chain["imagined"][0]), int(chain["accepted"][0])]
    counted += [int(tree["decisions"][0]), int(tree["chosen"][0])]
    got = float(tree["got"][0]).hex()
    one.try_hard(view.state, evidence, one.found()[-1].action, EXTRA)
    return [*first, counted, got, told(one)]


def told(one: Searcher | EndgameSearcher) -> list[list[object]]:
    return [[found.action, found.visits, float(found.total).hex()] for found in one.found()]


def decided(view: View, policy: str) -> int:
    state = view.state.copy()
    seed_fast(as_record(state), 5, 1)
    numbers = view.legal_numbers()
    listed = np.array(numbers, np.int16)
    return int(getattr(view.contract.search, policy)(as_record(state), listed, len(numbers)))


def endgames() -> Iterator[tuple[str, object]]:
    """Rounds of Goita that are solved in worlds, in place of a search."""
    match = goatherd.load("goita").new(seed=4, target="round", pawn_calls="off")
    for number, view in choices(match, 1, 60):
        if as_record(view.state).left.sum() <= 12:
            assert view.seat is not None
            numbers = view.legal_numbers()
            one = EndgameSearcher(view.state, numbers, view.seat, SEED, 1, True)
            one.iterate(view.state, evidence_of(view), WORLDS)
            yield f"goita 4 {number} endgame", told(one)


def lines(name: str) -> list[str]:
    return [f"{about}: {digest(result)}" for about, result in results(name)]


def digest(result: object) -> str:
    return hashlib.sha256(repr(result).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", goatherd.games())
def test_a_search_finds_what_it_always_found(name: str) -> None:
    pinned = [line for line in FILE.read_text().splitlines() if line.startswith(f"{name} ")]
    assert lines(name) == pinned


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for name in goatherd.games() for line in lines(name)))
