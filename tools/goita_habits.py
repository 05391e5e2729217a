"""Count how good players of Goita decide, for the tables in `goatherd/games/goita/belief.py`.

    python tools/goita_habits.py --rounds 1000 --bot search:5000:no-belief --seed 1

plays rounds of a bot against itself and prints the tables: how gladly each kind is attacked with or
laid face down, by how many of it are held, and how often an attack is let pass by someone who could
have stopped it. "How gladly" is the weight w of a choice model in which a kind is taken with odds
w / (sum of w over all kinds held); it is fitted by repeated scaling (Hunter, 2004).
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
from rich.progress import track

from goatherd.bots import bot
from goatherd.game import load
from goatherd.games.goita.belief import MOST_HELD
from goatherd.games.goita.cards import KINDS, KING, LANCE

Choice = tuple[str, list[int], int]
"""What was chosen for (`attack`, `hide`, `same`, `king`), what was held, and what was taken."""


def round_of(job: tuple[str, int]) -> list[Choice]:
    """The choices of one round of a bot against itself."""
    spec, seed = job
    player = bot(spec, seed=seed, threads=1)
    match = load("goita").new(seed=seed, target="round")
    found: list[Choice] = []
    while match.turn is not None:
        view = match.view(match.turn)
        decision = player.choose(view)
        found.extend(choices(view, decision))
        match.play(decision)
    return found


def choices(view: Any, decision: str) -> Iterator[Choice]:
    s = view.state[0]
    hand = [int(count) for count in s["hand"][view.seat]]
    word, _, piece = decision.partition(" ")
    if word in ("attack", "hide") and len(view.legal()) > 1:
        yield word, hand, KINDS.index(piece)
    against = int(s["against"])
    if word in ("pass", "defend") and (view.seat - int(s["attacker"])) % 2 == 1:
        if against != KING and hand[against] > 0:
            yield "same", [], int(word == "pass")
        elif against < LANCE and against != KING and hand[KING] > 0:
            yield "king", [], int(word == "pass")


def fitted(made: list[Choice], steps: int = 60) -> np.ndarray[Any, Any]:
    """The weights of the choice model, by kind and number held; 1 on average."""
    weights = np.ones((len(KINDS), MOST_HELD + 1))
    for _ in range(steps):
        taken = np.full_like(weights, 0.5)  # as if half a choice each way had been seen besides
        expected = np.full_like(weights, 0.5)
        for word, hand, chosen in made:
            held = [
                (kind, min(count, MOST_HELD))
                for kind, count in enumerate(hand)
                if count and (kind != KING or word == "hide" or chosen == KING)
            ]
            total = sum(weights[place] for place in held)
            for place in held:
                expected[place] += 1 / total
            taken[chosen, min(hand[chosen], MOST_HELD)] += 1
        weights = taken / expected
        weights /= weights[:, 1:].mean()
    return weights


def share(made: list[Choice]) -> float:
    return sum(chosen for _, _, chosen in made) / max(len(made), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--bot", default="search:5000:no-belief")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    jobs = [(given.bot, given.seed * 1_000_000 + number) for number in range(given.rounds)]
    bot(given.bot).prepare("goita")
    made: list[Choice] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for found in track(pool.map(round_of, jobs), "rounds", len(jobs)):
            made.extend(found)
    by_word = {word: [one for one in made if one[0] == word] for word in ("same", "king")}
    print(f"PASS_WITH_SAME = {share(by_word['same']):.2f}  # of {len(by_word['same'])}")
    print(f"PASS_WITH_KING = {share(by_word['king']):.2f}  # of {len(by_word['king'])}")
    for word, name in (("attack", "ATTACKS"), ("hide", "HIDES")):
        print(f"{name} =")
        for row in fitted([one for one in made if one[0] == word]):
            print("    [" + ", ".join(f"{weight:.2f}" for weight in row) + "],")


if __name__ == "__main__":
    main()
