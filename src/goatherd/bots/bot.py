"""What a bot is: it gets the view of a seat and nothing else, and gives a legal decision."""

from types import TracebackType
from typing import NamedTuple

from goatherd.errors import BotFailed, NothingToDecide, quoted
from goatherd.reasons import reasons
from goatherd.view import View
from goatherd.words import Text


class Estimate(NamedTuple):
    """What a bot thinks of one decision."""

    decision: str
    value: float | None
    """The higher the better for the seat that decides; None for a bot that does not estimate."""
    visits: int
    """How often it was tried in thought."""


class Explanation(NamedTuple):
    """Why a bot would decide as it does."""

    estimates: tuple[Estimate, ...]
    """Of every legal decision, best first."""
    line: tuple[tuple[int, str], ...]
    """How the bot expects the match to go on: seats and their decisions."""
    reasons: tuple[Text, ...] = ()
    """Why the best is better than the second best, where somebody asked for that."""

    def with_reasons(self, view: View) -> "Explanation":
        """The same with reasons, which take a moment."""
        best, *others = [one.decision for one in self.estimates]
        return self._replace(reasons=tuple(reasons(view, best, others[0] if others else None)))


class Bot:
    """The base of all bots. A bot of one's own has a `name` and a method `_choose`.

    Bots may hold processes or memory; `close` gives that back, as does leaving a `with`.
    """

    name: str = "bot"
    """The text that makes this bot again: `greedy`, `search:0.1s`."""

    def choose(self, view: View) -> str:
        """One of `view.legal()`; NothingToDecide where it is not that seat's turn."""
        legal = to_decide(view)
        decision = self._choose(view)
        if decision not in legal:
            raise BotFailed(f"{self.name} decided {quoted(decision)}, which is not legal")
        return decision

    def explain(self, view: View) -> Explanation:
        """What this bot thinks of each legal decision; only some bots have estimates."""
        return Explanation(tuple(Estimate(text, None, 0) for text in to_decide(view)), ())

    def prepare(self, game: str) -> None:
        """Do now what takes long once, such as compiling, so that no decision waits for it."""

    def close(self) -> None:
        """Give back what the bot holds. It may be asked again, and then begins anew."""

    def _choose(self, view: View) -> str:
        """The decision; that there is one to make has been checked."""
        raise NotImplementedError

    def __enter__(self) -> "Bot":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


def to_decide(view: View) -> list[str]:
    """The legal decisions of the view's seat, of which there must be some."""
    legal = view.legal()
    if not legal:
        raise NothingToDecide(_why_nothing(view))
    return legal


def _why_nothing(view: View) -> str:
    if view.over:
        return "there is nothing to decide: the match is over"
    if view.seat is None:
        return "there is nothing to decide for a spectator"
    turn = "not its turn" if view.turn is None else f"seat {view.turn}'s turn"
    return f"there is nothing to decide for seat {view.seat}: it is {turn}"
