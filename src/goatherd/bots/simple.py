"""Bots that decide at once, by chance or by rule of thumb. They run interpreted."""

import hashlib
import secrets

import numpy as np

from goatherd.bots.bot import Bot
from goatherd.errors import BadOption, BotFailed, quoted
from goatherd.interpreted import as_record
from goatherd.rng import SEED_BITS
from goatherd.view import View


class RandomBot(Bot):
    """Chooses at random, each legal decision as likely as any other.

    With a seed its choice follows from seed and view alone, so that it can be repeated.
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = checked_seed(seed)

    def _choose(self, view: View) -> str:
        legal = view.legal()
        if self.seed is None:
            return secrets.choice(legal)
        return legal[number_of(view, self.seed) % len(legal)]


class PolicyBot(Bot):
    """Decides by one of the rules of thumb that come with each game: `beginner` or `greedy`.

    The seed is for policies that roll dice between equals; the same view gives the same decision.
    """

    def __init__(self, policy: str, seed: int | None = None) -> None:
        self.name = self.policy = policy
        self.seed = checked_seed(seed) or 0

    def _choose(self, view: View) -> str:
        policy = getattr(view.contract.search, self.policy, None)
        if policy is None:
            raise BotFailed(f"{view.contract.facts.title} has no policy {quoted(self.policy)}")
        s = as_record(view.state.copy())  # policies may draw from its chance
        chance = number_of(view, self.seed)
        s.rng[0], s.rng[1] = chance & 0xFFFF_FFFF_FFFF_FFFF, chance >> 64
        numbers = view.legal_numbers()
        choices = np.array(numbers, np.int16)
        return view.contract.facts.actions[int(policy(s, choices, len(numbers)))]


def beginner(seed: int | None = None) -> PolicyBot:
    """Plays as people do in their first match."""
    return PolicyBot("beginner", seed)


def greedy(seed: int | None = None) -> PolicyBot:
    """Takes what looks best at once."""
    return PolicyBot("greedy", seed)


def checked_seed(seed: int | None) -> int | None:
    """A seed for a bot: any that a match may have."""
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        raise BadOption(f"seed={quoted(seed)}: a seed is a number from 0 to 2**{SEED_BITS} - 1")
    return seed


def number_of(view: View, seed: int) -> int:
    """A number of 128 bits that follows from a seed and a view's bytes, as good as random."""
    key = seed.to_bytes(SEED_BITS // 8, "little")
    digest = hashlib.blake2b(view.state.tobytes(), digest_size=SEED_BITS // 8, key=key)
    return int.from_bytes(digest.digest(), "little")
