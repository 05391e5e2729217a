"""The peers: OpenSpiel and pgx, driven from Python as their own examples do.

(OpenSpiel's own draw chance with NumPy's weighted choice; we spare it that, which is far faster.)

They come from the registry with ``pip install open_spiel jax pgx``. Without them every probe here
raises `Missing`. Decisions are choices by players: a chance node costs its time, but is not
counted.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import Measure, Missing, Probe, Work, throughput

CARD_GAMES = ("hearts", "spades", "euchre", "crazy_eights")
PGX_GAMES = ("sparrow_mahjong", "bridge_bidding")
PGX_BATCH = 1024


def need(module: str, package: str) -> Any:
    """The module, or `Missing` with the way to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"{package} is not installed: pip install {package} ({error})") from error


# OpenSpiel


def random_match(game: Any) -> int:
    """Plays one OpenSpiel match at random; how many decisions that took."""
    state, choice, decisions = game.new_initial_state(), random.choice, 0
    while not state.is_terminal():
        if state.is_chance_node():  # equally likely outcomes in all four games
            state.apply_action(choice(state.chance_outcomes())[0])
        else:
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
    return decisions


def random_match_with_tensor(game: Any, look: Callable[[Any, int], object]) -> int:
    """As `random_match`, and takes the tensor of the seat to act before each decision."""
    state, choice, decisions = game.new_initial_state(), random.choice, 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choice(state.chance_outcomes())[0])
        else:
            look(state, state.current_player())
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
    return decisions


def tensor_of(game: Any) -> Callable[[Any, int], object]:
    """The tensor as a state gives it, of the observation or else of the information state."""
    state: Any = type(game.new_initial_state())
    tensor: Callable[[Any, int], object] = state.information_state_tensor
    if game.get_type().provides_observation_tensor:
        tensor = state.observation_tensor
    return tensor


def reused_tensor_of(game: Any) -> Callable[[Any, int], object]:
    """The same written into one array again and again, about three times as fast.

    Each of the four games has a tensor either of the observation or of the information state.
    """
    module = need("open_spiel.python.observation", "open_spiel")
    whole = not game.get_type().provides_observation_tensor
    observation = module.make_observation(game, module.INFO_STATE_OBS_TYPE if whole else None)
    written: Callable[[Any, int], object] = observation.set_from
    return written


def openspiel_decisions(name: str) -> Measure:
    """Random decisions per second of an OpenSpiel game."""
    game = need("pyspiel", "open_spiel").load_game(name)
    return throughput(lambda: random_match(game))


def openspiel_tensor_steps(name: str, look_of: Callable[[Any], Any]) -> Measure:
    """Steps per second with legal actions and tensor of an OpenSpiel game."""
    game = need("pyspiel", "open_spiel").load_game(name)
    look = look_of(game)
    return throughput(lambda: random_match_with_tensor(game, look))


def openspiel_ismcts_simulations(name: str = "euchre", simulations: int = 1000) -> Measure:
    """Simulations per second of OpenSpiel's own information-set tree search (C++, one core).

    Every portion searches once from a fresh deal, at the first decision of the match.
    """
    spiel = need("pyspiel", "open_spiel")
    game = spiel.load_game(name)
    bot = spiel.ISMCTSBot(
        seed=1,
        evaluator=spiel.RandomRolloutEvaluator(1, 1),
        uct_c=2.0,
        max_simulations=simulations,
        max_world_samples=-1,  # a world of its own for every simulation
        final_policy_type=spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
    )

    def search() -> int:
        bot.step(dealt(game))
        return simulations

    return throughput(search)


def dealt(game: Any) -> Any:
    """A match at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    return state


# pgx


def pgx_environment(name: str) -> Any:
    """The environment of that name."""
    pgx = need("pgx", "pgx")
    return bridge_environment() if name == "bridge_bidding" else pgx.make(name)


def bridge_environment() -> Any:
    """Bridge bidding on the hundred deals that ship inside pgx.

    Its usual table of millions of solved deals is a download; only the choice of a new deal
    reads it, so a small one does not slow it down.
    """
    bridge = need("pgx.bridge_bidding", "pgx")
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            table = Path(folder) / "deals.npy"
            np.save(table, np.stack([np.asarray(part) for part in bridge._load_sample_hash()]))
            return bridge.BridgeBidding(str(table))
    except (AttributeError, SystemExit) as error:  # pgx leaves Python where it finds no table
        raise Missing(
            f"this pgx has no deals for bridge_bidding without a download: {error}"
        ) from error


def pgx_steps(name: str) -> Measure:
    """Steps per second of a compiled batch: random legal action, step, observation, auto-reset.

    Nothing keeps jax to one core.
    """
    need("jax", "jax")
    return throughput(pgx_work(pgx_environment(name)))


def pgx_work(environment: Any) -> Work:
    """One compiled step of the whole batch, waited for."""
    import jax

    step = pgx_compiled_step(environment)
    key = jax.random.key(1)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, PGX_BATCH))

    def work() -> int:
        nonlocal key, state
        key, state = step(key, state)
        state.observation.block_until_ready()
        return PGX_BATCH

    return work


def pgx_compiled_step(environment: Any) -> Any:
    """(key, state) -> (key, state), for a batch, finished matches starting anew."""
    import jax
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(environment.step, environment.init))

    def advance(key: Any, state: Any) -> Any:
        key, choice, chance = jax.random.split(key, 3)
        mask = state.legal_action_mask
        actions = (mask * (1 + jax.random.uniform(choice, mask.shape))).argmax(axis=-1)
        return key, step(state, actions, jax.random.split(chance, PGX_BATCH))

    return jax.jit(advance)


# What the table asks for

HEARTS = Probe("OpenSpiel hearts", "decisions/s", partial(openspiel_decisions, "hearts"))

WITH_TENSOR = tuple(
    Probe(
        f"OpenSpiel {name} with tensor",
        "steps/s",
        partial(openspiel_tensor_steps, name, tensor_of),
    )
    for name in CARD_GAMES
)
WITH_REUSED_TENSOR = tuple(
    Probe(
        f"OpenSpiel {name} with reused tensor",
        "steps/s",
        partial(openspiel_tensor_steps, name, reused_tensor_of),
    )
    for name in CARD_GAMES
)

PGX = tuple(Probe(f"pgx {name}", "steps/s", partial(pgx_steps, name)) for name in PGX_GAMES)

ISMCTS = Probe("OpenSpiel IS-MCTS on euchre", "simulations/s", openspiel_ismcts_simulations)
