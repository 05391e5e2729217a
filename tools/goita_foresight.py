"""Fit the network that foresees decisions in Goita, and write `goatherd/games/goita/foresight.npz`.

    make .venv/.installed-bench     # once: brings JAX
    python tools/goita_foresight.py --file rounds.jsonl --rounds 6000 --bot search:0.05s --seed 1
    python tools/goita_foresight.py --file rounds.jsonl

The first plays rounds of a bot against itself and adds them to a file; both then fit the network to
all rounds of the file, and say how well it foresees those of them that it was not fitted to, in
nats a decision. `goatherd/games/goita/foresight.py` says what the network is.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from rich.progress import track

from goatherd.bots import bot
from goatherd.game import load
from goatherd.games.goita.cards import KINDS, SEATS
from goatherd.games.goita.foresight import (
    COUNTED,
    FACTS,
    FILE,
    FINE_BITS,
    LET_PASS,
    MOST_HELD,
    MOST_OUT,
    STOP,
    STOP_WITH_KING,
    TO_ANSWER,
    TO_ATTACK,
    TO_HIDE,
    facts_of,
)
from goatherd.interpreted import as_record

Array = np.ndarray[Any, Any]
Network = dict[str, jax.Array]

PURPOSES = {"hide": TO_HIDE, "attack": TO_ATTACK, "pass": TO_ANSWER, "defend": TO_ANSWER}
UNITS = 64
EPOCHS, BATCH = 10, 512
RATE, DECAY = 8e-3, 0.2
"""Of Adam with weight decay, whose rate rises to this and falls again."""
TESTED = 10
"""One round in so many is kept to test with."""


# Rounds


def round_of(job: tuple[str, int]) -> str:
    """One round of a bot against itself, as a line."""
    spec, seed = job
    players = [bot(spec, seed=seed * SEATS + seat, threads=1) for seat in range(SEATS)]
    match = load("goita").new(seed=seed, target="round")
    made = []
    while match.turn is not None:
        made.append(players[match.turn].choose(match.view(match.turn)))
        match.play(made[-1])
    return json.dumps({"seed": seed, "decisions": made}) + "\n"


def play(file: Path, rounds: int, spec: str, seed: int) -> None:
    """Add rounds to a file."""
    jobs = [(spec, seed * 1_000_000 + number) for number in range(rounds)]
    bot(spec).prepare("goita")
    with ProcessPoolExecutor(os.cpu_count()) as pool, file.open("a") as lines:
        for line in track(pool.map(round_of, jobs, chunksize=20), "rounds", len(jobs)):
            lines.write(line)


class Choice(NamedTuple):
    """A decision: what its player had and saw, and what there was to choose."""

    purpose: int
    held: list[int]
    """Rows of the first layer for what is held and missed, and for what everybody sees."""
    seen: list[int]
    legal: list[bool]
    chosen: int


def choices_of(line: str) -> list[Choice]:
    """The decisions of a round in which there was something to choose."""
    told = json.loads(line)
    match = load("goita").new(seed=told["seed"], target="round")
    found = []
    for decision in told["decisions"]:
        if decision.partition(" ")[0] in PURPOSES and len(match.legal()) > 1:
            found.append(choice(match, decision))
        match.play(decision)
    return found


def choice(match: Any, decision: str) -> Choice:
    seat = match.turn
    s = as_record(match.view(seat).state)
    purpose = PURPOSES[decision.partition(" ")[0]]
    laid = s.defence[seat][s.down[seat] == 1]
    out = s.counts - s.hand[seat] - s.face_up - np.bincount(laid, minlength=len(KINDS))
    has, misses = np.minimum(s.hand[seat], MOST_HELD), np.minimum(out, MOST_OUT)
    held = np.arange(len(KINDS)) * COUNTED + has * (MOST_OUT + 1) + misses
    legal = [place(one) for one in match.legal()]
    may = [number in legal for number in range(len(KINDS))]
    return Choice(purpose, held.tolist(), facts_of(s, seat, purpose), may, place(decision))


def place(decision: str) -> int:
    """Of a decision among those of its purpose."""
    word, _, piece = decision.partition(" ")
    if word == "pass":
        return LET_PASS
    if word == "defend":
        return STOP_WITH_KING if piece == "king" else STOP
    return KINDS.index(piece)


# Fitting


def begun(key: jax.Array) -> Network:
    one, other, third = jax.random.split(key, 3)
    return {
        "held": 0.05 * jax.random.normal(one, (len(KINDS) * COUNTED, UNITS)) + 0.1 / len(KINDS),
        "seen": 0.05 * jax.random.normal(other, (FACTS + 1, UNITS)).at[FACTS].set(0.0),
        "chosen": 0.1 * jax.random.normal(third, (len(KINDS), UNITS)),
    }


def nats(network: Network, held: Any, seen: Any, legal: Any, chosen: Any) -> jax.Array:
    """How little each decision was foreseen."""
    sums = network["held"][held].sum(1) + network["seen"].at[FACTS].set(0.0)[seen].sum(1)
    logits = jax.nn.relu(sums) @ network["chosen"].T
    told = jax.nn.log_softmax(jnp.where(legal, logits, -jnp.inf))
    return -jnp.take_along_axis(told, chosen[:, None], 1)[:, 0]


@partial(jax.jit, donate_argnums=(0, 1, 2))
def improved(
    network: Network, mean: Network, square: Network, step: Any, rate: Any, batch: Any
) -> tuple[Network, Network, Network]:
    """One step of Adam with weight decay (Loshchilov and Hutter, 2019)."""
    slope = jax.grad(lambda network: nats(network, *batch).mean())(network)
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slope)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, slope)
    bias, square_bias = 1 - 0.9**step, 1 - 0.999**step

    def moved(w: Any, m: Any, v: Any) -> Any:
        return w - rate * (m / bias / (jnp.sqrt(v / square_bias) + 1e-8) + DECAY * w)

    return jax.tree.map(moved, network, mean, square), mean, square


def rates(steps: int) -> Array:
    """Up for a third of the time, then down to nearly nothing."""
    up = max(steps * 3 // 10, 1)
    rising = np.sin(np.linspace(0.1, np.pi / 2, up)) ** 2
    falling = np.cos(np.linspace(0, np.pi / 2, steps - up + 1)[1:]) ** 2
    return RATE * np.concatenate([rising, falling])


def fitted(made: Sequence[Array], seed: int) -> Network:
    network = begun(jax.random.key(seed))
    mean, square = (jax.tree.map(jnp.zeros_like, network) for _ in range(2))
    shuffled = np.random.default_rng(seed)
    batches = max(len(made[0]) // BATCH, 1)
    order = np.concatenate(
        [shuffled.permutation(len(made[0]))[: batches * BATCH] for _ in range(EPOCHS)]
    )
    for step, rate in track(list(enumerate(rates(EPOCHS * batches), 1)), "steps"):
        some = order[(step - 1) * BATCH : step * BATCH]
        batch = [part[some] for part in made]
        network, mean, square = improved(network, mean, square, float(step), float(rate), batch)
    return network


def columns(choices: Sequence[Choice]) -> list[Array]:
    return [
        np.array([one.held for one in choices], np.int32),
        np.array([one.seen for one in choices], np.int32),
        np.array([one.legal for one in choices]),
        np.array([one.chosen for one in choices], np.int32),
    ]


def whole(numbers: Any) -> Array:
    """In 256ths."""
    out: Array = np.rint(np.asarray(numbers) * (1 << FINE_BITS)).astype(np.int16)
    return out


def fit(lines: Sequence[str]) -> Iterator[dict[str, Array]]:
    """The network of each purpose."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        read = list(track(pool.map(choices_of, lines, chunksize=100), "reading", len(lines)))
    for name, purpose in (("hide", TO_HIDE), ("attack", TO_ATTACK), ("answer", TO_ANSWER)):
        kept, tested = (
            columns([one for found in some for one in found if one.purpose == purpose])
            for some in (
                [found for i, found in enumerate(read) if i % TESTED],
                read[::TESTED],
            )
        )
        network = fitted(kept, purpose)
        off = float(nats(network, *tested).mean())
        print(f"{name}: {len(kept[0])} decisions; {off:.3f} nats for each of {len(tested[0])} more")
        yield {
            "held": whole(network["held"]),
            "seen": whole(network["seen"][:FACTS]),
            "chosen": whole(network["chosen"]),
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--file", type=Path, required=True, help="where rounds are kept")
    parser.add_argument("--rounds", type=int, default=0, help="rounds to add to the file first")
    parser.add_argument("--bot", default="search:0.05s")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    play(given.file, given.rounds, given.bot, given.seed)
    networks = list(fit(given.file.read_text().splitlines()))
    arrays: dict[str, Any] = {
        name: np.stack([one[name] for one in networks]) for name in networks[0]
    }
    np.savez_compressed(FILE, **arrays)


if __name__ == "__main__":
    main()
