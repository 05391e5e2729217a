"""The environments for learners next to those of others, and how long a study takes."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import Measure, Missing, Probe, throughput
from benchmarks.peers import need

MANY = 1024
MATCHES = 1_000_000


def aec_steps(env: Any) -> Measure:
    """Random steps per second, each with its observation and mask, matches one after another."""

    def work() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                break
            env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
        return steps

    return throughput(work)


def our_aec(name: str) -> Measure:
    need("pettingzoo", "pettingzoo")
    from goatherd.research import pettingzoo

    return aec_steps(pettingzoo.env(name))


def holdem() -> Measure:
    """PettingZoo's own, which is played by rlcard."""
    need("rlcard", "rlcard")
    need("pygame", "pygame")
    registry = need("pettingzoo.classic.texas_holdem_v4", "pettingzoo")
    return aec_steps(registry.env())


def our_vector(name: str) -> Measure:
    """Random steps per second of the learner at 1,024 tables; the others play at random too."""
    need("gymnasium", "gymnasium")
    from goatherd.research.gymnasium import VectorEnvironment

    envs = VectorEnvironment(name, MANY, opponents="random", copy=False)
    dice = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)

    def work() -> int:
        nonlocal seen
        mask = seen["action_mask"]
        chosen = (mask * dice.random(mask.shape, np.float32)).argmax(axis=1)
        seen, *_ = envs.step(chosen)
        return MANY

    return throughput(work)


def spiel_vector(name: str) -> Measure:
    """OpenSpiel's Python vector environment: every player's random steps, so few tables that its
    time a step has settled."""
    environment = need("open_spiel.python.rl_environment", "open_spiel")
    vector = need("open_spiel.python.vector_env", "open_spiel")
    envs = vector.SyncVectorEnv([environment.Environment(name) for _ in range(16)])
    output = need("collections", "python").namedtuple("output", "action")
    seen = envs.reset()

    def work() -> int:
        nonlocal seen
        chosen = [
            output(
                random.choice(one.observations["legal_actions"][one.observations["current_player"]])
            )
            for one in seen
        ]
        seen, _, _, _ = envs.step(chosen, reset_if_done=True)
        return len(chosen)

    return throughput(work)


def study_seconds() -> Measure:
    """A million matches of two at Goat 'n' Goat, on all cores, from plan to histograms."""
    import time

    from goatherd.research.scale import Where
    from goatherd.research.study import Plan, run

    try:
        import pyarrow  # noqa: F401  # without it there is no report
    except ModuleNotFoundError as missing:
        raise Missing("pyarrow is not installed: pip install pyarrow") from missing

    def measure(seconds: float) -> float:
        begun = time.perf_counter()
        run(Plan("goat-n-goat", MATCHES, (2,), 1), Where())
        return time.perf_counter() - begun

    return measure


HOLDEM = Probe("PettingZoo texas_holdem", "steps/s", holdem)
SPIEL_VECTOR = Probe("OpenSpiel vector env, hearts", "steps/s", partial(spiel_vector, "hearts"))
STUDY = Probe("study of a million matches", "s", study_seconds, lower_is_better=True)


def aec_probe(name: str) -> Probe:
    return Probe(f"{name} AEC", "steps/s", partial(our_aec, name))


def vector_probe(name: str) -> Probe:
    return Probe(f"{name} vector env", "steps/s", partial(our_vector, name))
