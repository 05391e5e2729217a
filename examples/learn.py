"""Learn by self-play: a policy gradient with entropy, on one core, with PyTorch (extra `learn`).

    python examples/learn.py goat-n-goat --minutes 10 --out goat.npz
    goatherd ladder goat-n-goat --bots random,policy:goat.npz -n 500 --seed 1

One net sits at all seats of 256 tables. Every decision is judged by what its match was worth to its
seat, less what the net expected of it (the critic); entropy keeps it from settling too early. After
each turn of training it is told how it does against random players.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from torch import nn

import goatherd
from goatherd.bots import net
from goatherd.research.gymnasium import VectorEnvironment
from goatherd.research.observation import width
from goatherd.research.tree import shares

TABLES, HIDDEN = 256, 128

Options: TypeAlias = dict[str, Any]


class Played(NamedTuple):
    """Every decision of some matches: what was seen, what was legal and chosen, what came of it."""

    seen: torch.Tensor
    mask: torch.Tensor
    chosen: torch.Tensor
    returns: torch.Tensor


class Player(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """What to do, and what to expect."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, actions))
        self.critic = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))

    def logits(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.policy(seen).masked_fill(~mask, -1e9)


def self_play(
    player: Player, game: goatherd.Game, players: int, seed: int, options: Options
) -> Played:
    """256 matches played out: observations, masks, actions, and what came of each."""
    batch = game.batch(TABLES, players, seed, **options)
    rows = []
    while not batch.over.all():
        live = np.flatnonzero(~batch.over)
        seen, mask = batch.observe()[live], batch.legal_mask[live].copy()
        with torch.no_grad():
            logits = player.logits(torch.from_numpy(seen), torch.from_numpy(mask))
            chosen = torch.distributions.Categorical(logits=logits).sample().numpy()
        rows.append((live, batch.turns[live].copy(), seen, mask, chosen))
        actions = np.zeros(TABLES, np.int64)
        actions[live] = chosen
        batch.step(actions)
    worth = shares(batch.winners, game.contract.facts.sides(players)).astype(np.float32)
    returns = np.concatenate([worth[live, turns] for live, turns, *_ in rows])
    joined = [np.concatenate([row[part] for row in rows]) for part in (2, 3, 4)]
    return Played(*(torch.from_numpy(part) for part in (*joined, returns)))


def train(player: Player, optimizer: Any, played: Played, entropy: float) -> None:
    """One pass over what was played."""
    seen, mask, chosen, returns = played
    for part in torch.randperm(len(chosen)).split(4096):
        spread = torch.distributions.Categorical(logits=player.logits(seen[part], mask[part]))
        expected = player.critic(seen[part]).squeeze(1)
        surprise = returns[part] - expected
        gain = (spread.log_prob(chosen[part]) * surprise.detach()).mean()
        loss = -gain - entropy * spread.entropy().mean() + 0.5 * surprise.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(player.parameters(), 1.0)
        optimizer.step()


def score(player: Player, game: goatherd.Game, players: int, options: Options) -> float:
    """The mean reward at a table of random players; 0 is what they get among themselves."""
    envs = VectorEnvironment(game.name, 256, players, opponents="random", **options)
    seen, _ = envs.reset(seed=1_000_000)
    total = matches = 0.0
    while matches < 500:
        with torch.no_grad():
            mask = torch.from_numpy(seen["action_mask"].astype(bool))
            logits = player.logits(torch.from_numpy(seen["observation"]), mask)
        seen, rewards, ended, *_ = envs.step(logits.argmax(dim=1).numpy())
        total, matches = total + rewards.sum(), matches + ended.sum()
    return float(total / matches)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=goatherd.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--out", default="policy.npz")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = goatherd.load(given.game)
    options: Options = dict(pair.split("=", 1) for pair in given.option)
    players = game.checked_players(given.players)
    player = Player(width(game), len(game.actions))
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3)
    begun, turn = time.monotonic(), 0
    while time.monotonic() - begun < 60 * given.minutes:
        played = self_play(player, game, players, given.seed * 1_000_003 + turn, options)
        train(player, optimizer, played, given.entropy)
        turn += 1
        if turn % 20 == 0:
            reward = score(player, game, players, options)
            print(f"{turn},{time.monotonic() - begun:.0f},{reward:.3f}", flush=True)
    layers = [layer for layer in player.policy if isinstance(layer, nn.Linear)]
    weights = [(one.weight.detach().numpy().T, one.bias.detach().numpy()) for one in layers]
    net.write(given.out, game.name, weights)
    print(f"written: {given.out}, after {turn} turns of {TABLES} matches")


if __name__ == "__main__":
    main()
