"""``python -m benchmarks.policies``: how strong the policies are, and what a decision costs.

Duplicate deals: each is played once from every seat that makes a difference. Games of two sides
seat one policy on each side; the others seat one player of the first policy among players of the
second.
"""

from __future__ import annotations

import argparse
from time import thread_time

import numpy as np

import goatherd
from benchmarks.ours import tables
from goatherd import Game
from goatherd.fast.policies import BEGINNER, GREEDY, POLICIES, RANDOM, play_policies
from goatherd.fast.simulate import Playouts, playouts

SIDES = {"goita", "goat-1916"}
PAIRS = ((GREEDY, RANDOM), (GREEDY, BEGINNER), (BEGINNER, RANDOM))
TURNS = 5


def seated(game: Game, players: int, one: int, rest: int) -> list[int]:
    """One policy against another, as this game seats them."""
    if game.name in SIDES:
        return [one, rest] * (players // 2)
    return [one] + [rest] * (players - 1)


def shares(game: Game, done: Playouts) -> np.ndarray:
    """The first player's share of the win in each match."""
    wins = done.winners[:, :2] if game.name in SIDES else done.winners
    share: np.ndarray = wins[:, 0] / np.maximum(wins.sum(1), 1)
    return share


def strength(game: Game, players: int, deals: int, seed: int, pair: tuple[int, int]) -> str:
    """`97.1 % (+149.3)`: wins of the first policy, and by how many points it is ahead."""
    policies = seated(game, players, *pair)
    done = play_policies(game, deals, players, seed, policies, {})
    ahead = (done.scores[:, 0] - done.scores[:, 1]).mean()
    return f"{100 * shares(game, done).mean():.1f} % ({ahead:+.1f})"


def cost(game: Game, players: int, matches: int, policy: int | None) -> float:
    """Nanoseconds a decision when all play by one policy; None: the kernel of random matches."""
    if policy is None:
        done = playouts(game, matches, players, 1, 1, {})
    else:
        done = play_policies(game, matches, players, 1, [policy] * players, {}, 1)
    return 1e9 / int(done.lengths.sum())


def costs(game: Game, players: int, matches: int = 3000) -> list[float]:
    """The best of a few turns, random play first, then beginner and greedy."""
    best = [np.inf] * 3
    for turn in range(TURNS + 1):
        for i, policy in enumerate((None, BEGINNER, GREEDY)):
            start = thread_time()
            share = cost(game, players, matches, policy)
            if turn > 0:  # the first one compiles
                best[i] = min(best[i], (thread_time() - start) * share)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.policies", description=__doc__)
    parser.add_argument("--deals", type=int, default=5000, help="for each pair (5000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=goatherd.games(), action="append")
    given = parser.parse_args()
    names = [f"{POLICIES[one]} : {POLICIES[other]}" for one, other in PAIRS]
    print("| game | players |", " | ".join(names), "| ns a decision: random, beginner, greedy |")
    print("| --- | --- |", " --- |" * len(PAIRS), " --- |")
    for name, players in tables():
        if given.game is None or name in given.game:
            game = goatherd.load(name)
            won = [strength(game, players, given.deals, given.seed, pair) for pair in PAIRS]
            random, beginner, greedy = costs(game, players)
            each = f"{random:.0f}, {beginner:.0f}, {greedy:.0f} ({greedy / random:.1f} times)"
            print(f"| {name} | {players} |", " | ".join(won), f"| {each} |", flush=True)


if __name__ == "__main__":
    main()
