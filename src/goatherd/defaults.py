"""What stands for the parts of a contract that a game does not have yet."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadOption
from goatherd.payoff import place
from goatherd.rng import below
from goatherd.rule import NOBODY, Decision, Options, Part, Refusal, State, Tuning, rule
from goatherd.table import UNKNOWN, Card, Choice, Seat, Table, Zone
from goatherd.words import Player, Text

# Rules


def nobody_to_act(s: State) -> bool:
    return bool(s.turn == NOBODY)


def configure(s: State, players: int, options: Options) -> None:
    """For a game without options, whose `setup` makes the cards."""
    s.players = players
    s.turn = NOBODY


def check_nothing(s: State, viewer: int | None) -> None:
    """Whatever the fields say is taken as it is: for a game that is not yet asked by strangers."""


def refuse_order(s: State, order: Sequence[str]) -> None:
    raise BadOption("order: this game cannot be set up from a given order of cards")


# Search


@rule
def random_choice(s: State, choices: Any, n: int) -> int:
    """Any legal decision, each as likely as the next."""
    return int(choices[below(s, n)])


@rule
def watch_nothing(s: State, action: int, counts: Any) -> None:
    """Nothing is counted in this game."""


TUNING = Tuning(bonus=1.0, prior=0.0, epsilon=1.0, lookahead=10_000)

WIN = 0.7
"""How much of a payoff is the win itself; the rest is the place by points."""


@rule
def win_and_place(s: State, view: State, points: Any, won: Any, out: Any) -> None:
    """Who wins, and the part of the others that a seat is ahead of."""
    players = int(s.players)
    decided = 0
    for seat in range(players):
        decided += int(won[seat])
    for seat in range(players):
        winning = 0.5 if decided == 0 else 1.0 * int(won[seat])
        out[seat] = WIN * winning + (1.0 - WIN) * place(players, points, seat)


def expected_payoff(s: State, payoff: float) -> float:
    """The chance to win, where a payoff is hardly more than that."""
    return payoff


def gather_nothing(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    return np.zeros(1, np.int16)


@rule
def all_alike(s: State, evidence: Any, viewer: int, least: float) -> float:
    """Past decisions tell nothing: all worlds that fit the view are equally likely."""
    return 1.0


OBSERVATION = (Part("players", 1, "how many play"),)


@rule
def observe_players(s: State, seat: int, out: Any) -> None:
    out[0] = s.players


# Faces


def no_status(s: State) -> dict[str, object]:
    return {}


def refusal(s: State, action: int) -> Refusal:
    return Refusal(None, Text("The rules do not allow that now."))


def narrate(before: State, decision: Decision, after: State, text: str) -> list[Text]:
    return [Text("{player}: {decision}", player=Player(decision.seat), decision=text)]


class Shown(NamedTuple):
    """What a plain table says besides its zones."""

    game: str
    viewer: int | None
    sides: int
    over: bool
    scores: tuple[int, ...]


def plain_table(
    s: State, shown: Shown, zones: Mapping[str, list[str]], legal: Sequence[tuple[int, str]]
) -> Table:
    """A table of a game that describes none: zones in rows, and a button for each decision."""
    turn = None if s.turn == NOBODY else int(s.turn)
    return Table(
        shown.game,
        shown.viewer,
        turn,
        shown.over,
        prompt(shown, turn),
        tuple(
            Seat(seat, score, seat % shown.sides, seat == turn)
            for seat, score in enumerate(shown.scores)
        ),
        tuple(plain_zone(name, kinds, shown) for name, kinds in zones.items()),
        tuple(Choice(number, text, Text("{text}", text=text)) for number, text in legal),
    )


def prompt(shown: Shown, turn: int | None) -> Text:
    if shown.over:
        return Text("The match is over.")
    if turn is None:
        return Text("Others decide.")
    if turn == shown.viewer:
        return Text("It is your turn.")
    return Text("It is the turn of {player}.", player=Player(turn))


def plain_zone(name: str, kinds: Sequence[str], shown: Shown) -> Zone:
    """A zone whose name ends in the number of a seat, as in `hand 2`, belongs to that seat."""
    last = name.rpartition(" ")[2]
    owner = int(last) if last.isdecimal() and int(last) < len(shown.scores) else None
    cards = []
    copies: dict[str, int] = {}
    for kind in kinds:
        copy = copies.setdefault(kind, 0)
        copies[kind] = copy + 1
        open_to_all = kind != UNKNOWN and owner is None
        cards.append(Card(f"{name}/{kind}/{copy}", kind, Text("{text}", text=kind), open_to_all))
    return Zone(name, Text("{text}", text=name), "row", tuple(cards), owner)


def numbers_of(rule: Callable[[State, Any], None], s: State) -> list[int]:
    """What a rule that writes one number a seat says."""
    out = np.zeros(int(s.players), np.int64)
    rule(s, out)
    return [int(number) for number in out]
