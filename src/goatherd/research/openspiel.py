"""The games for OpenSpiel, with every outcome of chance in the open.

    import pyspiel
    from goatherd import research
    game = pyspiel.load_game("python_goita", {"target": "round"})

`players` and all options of a game are parameters; where an option may be a word or a number, a
number is written `n150`. A shuffle is no node: a card is dealt, by its kind, when the rules look at
it (`research.tree`).

* `observation_tensor` is what a seat may know now (`game.observation`), without memory.
* `information_state_tensor` is that, the player, and the last HISTORY decisions that it knows of:
  for each whose it was, counted from the own seat, and what. `information_state_string` ends in a
  fingerprint of all that the player has seen and done, so it has perfect recall; the tensor has it
  of decisions, as far back as HISTORY.
* `resample_from_infostate` gives a match that the player cannot tell from this one, each as likely
  as any other (`imagine`). Its `history()` still tells what chance really brought.

`Bot` lends our bots to OpenSpiel, `SpielBot` theirs to our table.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from goatherd.bots import spec
from goatherd.bots.bot import Bot as OurBot
from goatherd.errors import BadOption
from goatherd.game import games, load
from goatherd.research.look import text_of
from goatherd.research.observation import width
from goatherd.research.tree import ChanceNode, Node, Tree, imagined
from goatherd.rule import Option
from goatherd.view import View

DEFAULT = "default"
HISTORY = 256
"""Decisions in an information state's tensor; longer matches forget the first ones there."""
LONGEST = {"goat-n-goat": 2000, "goat-1916": 400, "goita": 40_000, "goat-lords": 4000}
"""Decisions of a match at most. Rules alone do not end one of Goita, where deals can be called off
again and again; one that is still going on by then is worth nothing to anybody."""
DEALT = {"goat-n-goat": 400, "goat-1916": 60, "goita": 60_000, "goat-lords": 700}
"""Outcomes of chance in a match at most."""


def short_name(game: str) -> str:
    """As OpenSpiel calls a game: `python_goat_n_goat`."""
    return f"python_{game.replace('-', '_')}"


def register() -> None:
    """Make `pyspiel.load_game("python_goita")` work, for each game.

    OpenSpiel holds on to what makes a game until after Python's own end, which only a class lives
    to see: hence a class for each game.
    """
    known = set(pyspiel.registered_names())
    for name in games():
        if short_name(name) not in known:
            kind = type(short_name(name), (SpielGame,), {"goatherd_name": name})
            pyspiel.register_game(type_of(name), kind)


def type_of(name: str) -> Any:
    game = load(name)
    defaults = {option.name: parameter(option) for option in game.options().values()}
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Goatherd: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.players), **defaults},
        default_loadable=True,
    )


def parameter(option: Option) -> str | int:
    """An option's default as a parameter, whose type is that of all its values: an option that may
    be a word or a number is a text, and a number is then written `n150`."""
    if option.choices or option.read is not None:
        return DEFAULT if isinstance(option.default, int) else option.default
    return option.default


def value_of(given: Any) -> Any:
    """The value of an option in a parameter."""
    if isinstance(given, str) and given[:1] == "n" and given[1:].isdigit():
        return int(given[1:])
    return given


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; a class below it for each of our games."""

    goatherd_name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, params = self.goatherd_name, params or {}
        given = {
            key: value_of(value)
            for key, value in params.items()
            if key != "players" and value != DEFAULT
        }
        players = params.get("players")
        self.tree = Tree(name, None if players is None else int(players), **given)
        kinds = len(self.tree.contract.facts.kinds)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.contract.facts.actions),
            max_chance_outcomes=max(kinds, MOST_OUTCOMES),
            num_players=self.tree.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST[name],
        )
        super().__init__(type_of(name), info, params)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return DEALT[self.tree.contract.facts.name]

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        if params:
            raise BadOption(f"an observer takes no parameters: {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


MOST_OUTCOMES = 32
"""Of one chance node, at most; kinds of cards are fewer."""


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match. `node` is where it has come to."""

    def __init__(self, game: SpielGame, node: Node | None = None) -> None:
        super().__init__(game)
        self.node = game.tree.root if node is None else node
        self.made = 0

    def current_player(self) -> Any:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.node.is_chance else self.node.turn

    def is_terminal(self) -> bool:
        return self.node.over or self.made >= LONGEST[self.node.tree.contract.facts.name]

    def returns(self) -> list[float]:
        return self.node.returns()

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.node, ChanceNode)
        return [tuple(outcome) for outcome in self.node.outcomes]  # type: ignore[misc]

    def _apply_action(self, action: int) -> None:
        self.made += not self.node.is_chance
        self.node = self.node.child(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        facts = self.node.tree.contract.facts
        if player != pyspiel.PlayerId.CHANCE:
            return facts.actions[action]
        return f"deal {facts.kinds[action]}" if action < len(facts.kinds) else f"chance {action}"

    def __str__(self) -> str:
        facts = self.node.tree.contract.facts
        made = [f"{one.seat}: {facts.actions[one.action]}" for one in self.node.decisions()]
        told = self.node.told if isinstance(self.node, ChanceNode) else ()
        if self.node.is_chance and self.node.before is None:
            return f"{facts.title}, dealt: {' '.join(map(str, told))}"
        truth = text_of(self.node.tree.contract, self.node.state, None)
        return "\n".join([truth, *made, f"told: {' '.join(map(str, told))}"])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A match that this player cannot tell from this one.

        The sampler is not all of the chance: it may be made anew for each call, always alike.
        """
        seed = int(sampler() * (1 << 53)) ^ self.node.tree.dice.getrandbits(62)
        other: SpielState = self.clone()
        other.node = imagined(self.node, player, seed)
        return other


class Observer:
    """What a player may know, as tensor and as text."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.tree = game.tree
        self.public_only = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.remembers = kind.perfect_recall
        self.private_only = not kind.public_info
        pieces = [("observation", width(load(self.tree.contract.facts.name)))]
        if self.remembers:
            pieces += [("player", self.tree.players), ("history", 2 * HISTORY)]
        self.tensor = np.zeros(sum(size for _, size in pieces), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        at = 0
        for name, size in pieces:
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor."""
        self.tensor.fill(0)
        node = settled(state.node)
        if node is None:
            return
        seat = self.tree.contract.facts.spectator if self.public_only else player
        self.dict["observation"][:] = node.observation(seat)
        if self.remembers:
            self.dict["player"][player] = 1
            self._write_history(node, seat)

    def _write_history(self, node: Node, seat: int) -> None:
        """Of each decision whose it was and what it was; 0 for what is not known of it."""
        actions, players = self.tree.contract.facts.actions, self.tree.players
        known = node.history(seat)[-HISTORY:]
        rows = self.dict["history"].reshape(HISTORY, 2)
        for row, (other, text) in zip(rows, known, strict=False):
            number = actions.index(text) + 1 if text in actions else 0
            row[:] = 1 + (other - seat) % players, number / len(actions)

    def string_from(self, state: SpielState, player: int) -> str:
        """The cards, points and decisions that a player knows of."""
        facts = self.tree.contract.facts
        seat = facts.spectator if self.public_only else player
        node = settled(state.node)
        if node is None:
            return f"player {player}, before the first cards"
        if self.private_only:
            return f"player {player}: {node.known(player).hex()}"
        text = text_of(self.tree.contract, node.seen(seat), seat)
        if not self.remembers:
            return f"player {player}\n{text}"
        made = [f"{other}: {what}" for other, what in node.history(seat)]
        return "\n".join([f"player {player}", text, *made, node.known(seat).hex()])


def settled(node: Node) -> Node | None:
    """The last node at which nothing was open; None during the set-up."""
    return node.before if node.is_chance else node


# Bots


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots at OpenSpiel's table: it is given its player's view and nothing else."""

    def __init__(self, ours: OurBot, player: int | None = None) -> None:
        pyspiel.Bot.__init__(self)
        self.ours = ours
        self.player = player

    def player_id(self) -> int | None:
        return self.player

    def restart_at(self, state: SpielState) -> None: ...

    def restart(self) -> None: ...

    def provides_policy(self) -> bool:
        return False

    def step(self, state: SpielState) -> int:
        player = state.current_player()
        decision = self.ours.choose(state.node.view(player))
        return state.node.tree.contract.facts.actions.index(decision)


def bot(name: str, player: int | None = None, **settings: object) -> Bot:
    """Any of our bots (`goatherd bots`) for OpenSpiel."""
    return Bot(spec.make(name, settings), player)


class SpielBot(OurBot):
    """A bot of OpenSpiel at our table: what it gets is a match imagined from its seat's view.

    `make` gives the bot for a game of OpenSpiel; the bot is one that decides by `step(state)`,
    such as `ISMCTSBot` of `open_spiel.python.algorithms.ismcts`.
    """

    def __init__(
        self,
        make: Callable[[SpielGame], Any],
        name: str = "openspiel",
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.name = name
        self.make = make
        self.options = options
        self.dice = random.Random(seed)
        self._made: tuple[tuple[str, int], SpielGame, Any] | None = None

    def _choose(self, view: View) -> str:
        assert view.seat is not None
        game, theirs = self._at_table(view)
        state = SpielState(game, imagined(node_of(view, game.tree), view.seat, self.seed()))
        return view.contract.facts.actions[int(theirs.step(state))]

    def seed(self) -> int:
        return self.dice.getrandbits(62)

    def _at_table(self, view: View) -> tuple[SpielGame, Any]:
        """The game as it is played here, and the bot for it."""
        table = (view.contract.facts.name, view.players)
        if self._made is None or self._made[0] != table:
            game = pyspiel.load_game(short_name(table[0]), {"players": table[1], **self.options})
            self._made = (table, game, self.make(game))
        return self._made[1], self._made[2]


def node_of(view: View, tree: Tree) -> Node:
    """A node that looks like a view; its hidden cards are those of nobody."""
    return Node(tree, view.state, None, None, 0)
