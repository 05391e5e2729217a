"""A hand of the stable: a process in which bots think, one errand at a time.

Run as `python -m goatherd.bots.stable_hand`. Errands come in on standard input and answers go out
on standard output. It ends when its input does: then nobody is there any more to answer.
"""

import os
import signal
import sys
import threading
import traceback
from collections import OrderedDict
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO

from goatherd.bots.bot import Bot
from goatherd.bots.levels import level_bot
from goatherd.bots.review import judgement
from goatherd.bots.search import SearchBot
from goatherd.bots.stable_errands import (
    HEAD,
    Answer,
    Decide,
    Done,
    Errand,
    Explain,
    Failed,
    Judge,
    Judged,
    Refused,
    Warm,
    packed,
    unpacked,
    view_of,
)
from goatherd.errors import BadOption, BadRecord, NothingToDecide
from goatherd.game import load, replay
from goatherd.match import Match

NICENESS = 5
"""So that the event loop comes first where there are not cores enough for all."""
OPEN_REVIEWS = 4
"""How many matches under review are kept, so as not to play each anew for every step."""


# The work


class StableHand:
    """Does errands; keeps its bots, which go on with their thoughts within a turn."""

    def __init__(self) -> None:
        self._bots: dict[tuple[int, int | None], Bot] = {}
        self._reviews: OrderedDict[str, Reviewed] = OrderedDict()

    def do(self, errand: Errand) -> object:
        match errand:
            case Warm(game):
                warm(game)
                return None
            case Decide():
                return self.decide(errand)
            case Explain(sight, seed, seconds):
                return SearchBot(seconds, threads=1, seed=seed).explain(view_of(sight))
            case Judge():
                return self.judge(errand)

    def decide(self, errand: Decide) -> str:
        key = (errand.level, errand.seed)
        if key not in self._bots:
            self._bots[key] = level_bot(errand.level, errand.seed, threads=1)
        bot = self._bots[key]
        if isinstance(bot, SearchBot) and errand.seconds is not None:
            bot.think = errand.seconds
        return bot.choose(view_of(errand.sight))

    def judge(self, errand: Judge) -> Judged:
        reviewed = self._reviews.pop(errand.record, None) or Reviewed(errand.record)
        self._reviews[errand.record] = reviewed
        if len(self._reviews) > OPEN_REVIEWS:
            self._reviews.popitem(last=False)
        bot = SearchBot(errand.seconds, threads=1, seed=errand.seed)
        return reviewed.judge(errand.start, bot)


class Reviewed:
    """A finished match that is gone through again."""

    def __init__(self, record: str) -> None:
        match = replay(record)
        self.decisions = match.decisions()
        self._match = match
        self._rewind()

    def _rewind(self) -> None:
        whole = self._match
        self._at = 0
        self._position = Match(
            whole.contract, whole.players, whole.options, whole.seed, whole.order
        )

    def judge(self, start: int, bot: SearchBot) -> Judged:
        """The first judgement that there is from this decision on."""
        if start < self._at:
            self._rewind()
        while self._at < start:
            self._step()
        found = None
        while found is None and self._at < len(self.decisions):
            seat, decision = self.decisions[self._at]
            found = judgement(self._position, self._at + 1, seat, decision, bot)
            self._step()
        return Judged(self._at, found)

    def _step(self) -> None:
        _, decision = self.decisions[self._at]
        self._position.play(decision)
        self._at += 1


def warm(game: str) -> None:
    """Compile now whatever a decision, a hint or a review may need."""
    SearchBot().prepare(game)
    if game == "goita":
        warm_solver()


def warm_solver() -> None:
    from goatherd.fast.solve import solve_moves

    solve_moves(load("goita").new(seed=0, target="round", pawn_calls="off").state)


# The process


def main() -> None:
    serve(StableHand())


def serve(hand: StableHand) -> None:
    """Do errands until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started us
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    inbox, outbox = private_pipes()
    errands: SimpleQueue[Errand] = SimpleQueue()
    threading.Thread(target=receive, args=(inbox, errands), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            outbox.write(packed(answer(hand, errands.get())))
            outbox.flush()
    os._exit(0)  # whatever is still buffered has no reader


def private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of the process, out of reach of anything that prints."""
    inbox = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    outbox = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return inbox, outbox


def receive(inbox: BinaryIO, errands: "SimpleQueue[Errand]") -> None:
    """Pass errands on. At the end of the input the process ends, in the middle of its thoughts."""
    while len(head := inbox.read(HEAD.size)) == HEAD.size:
        (length,) = HEAD.unpack(head)
        body = inbox.read(length)
        if len(body) < length:
            break
        errands.put(unpacked(body))
    os._exit(0)


def answer(hand: StableHand, errand: Errand) -> Answer:
    try:
        return Done(hand.do(errand))
    except (BadOption, BadRecord, NothingToDecide) as error:
        return Refused(error)
    except Exception:
        return Failed(traceback.format_exc())


if __name__ == "__main__":
    main()
