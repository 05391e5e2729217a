"""What runs in a bot process: bots answer one request at a time.

Run as `python -m goatherd.bots.pool.worker`. Requests come in on standard input and answers go out
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

from goatherd.bots.bot import Bot, Explanation
from goatherd.bots.levels import level_bot
from goatherd.bots.pool.messages import (
    LENGTH,
    Answer,
    Decide,
    Done,
    Explain,
    Failed,
    Judge,
    Judged,
    Refused,
    Request,
    Warm,
    packed,
    unpacked,
    view_of,
)
from goatherd.bots.review import judgement
from goatherd.bots.search import SearchBot
from goatherd.bots.solver import solver_of
from goatherd.errors import BadOption, BadRecord, NothingToDecide
from goatherd.game import load, replay
from goatherd.timeline import Timeline
from goatherd.view import View

NICENESS = 5
"""So that the event loop comes first where there are not cores enough for all."""
OPEN_REVIEWS = 4
"""How many matches under review are kept, so as not to read each anew for every step."""


# The work


class BotWorker:
    """Answers requests; keeps its bots, which go on with their search within a turn."""

    def __init__(self) -> None:
        self._bots: dict[tuple[int, int | None], Bot] = {}
        self._reviews: OrderedDict[str, Timeline] = OrderedDict()

    def answer(self, request: Request) -> object:
        match request:
            case Warm(game):
                warm(game)
                return None
            case Decide():
                return self.decide(request)
            case Explain(view, seed, seconds):
                return explained(view_of(view), SearchBot(seconds, threads=1, seed=seed))
            case Judge():
                return self.judge(request)

    def decide(self, request: Decide) -> str:
        key = (request.level, request.seed)
        if key not in self._bots:
            self._bots[key] = level_bot(request.level, request.seed, threads=1)
        bot = self._bots[key]
        if isinstance(bot, SearchBot) and request.seconds is not None:
            bot.think = request.seconds
        return bot.choose(view_of(request.view))

    def judge(self, request: Judge) -> Judged:
        timeline = self._reviews.pop(request.record, None) or replay(request.record).timeline()
        self._reviews[request.record] = timeline
        if len(self._reviews) > OPEN_REVIEWS:
            self._reviews.popitem(last=False)
        bot = SearchBot(request.seconds, threads=1, seed=request.seed)
        return first_judgement(timeline, request.start, bot)


def explained(view: View, bot: SearchBot) -> Explanation:
    return bot.explain(view).with_reasons(view)


def first_judgement(timeline: Timeline, start: int, bot: SearchBot) -> Judged:
    """The first judgement that there is from this decision on."""
    for number in range(start, len(timeline.texts)):
        found = judgement(timeline[number], *timeline.texts[number], bot)
        if found is not None:
            return Judged(number + 1, found)
    return Judged(len(timeline.texts), None)


def warm(game: str) -> None:
    """Compile now whatever a decision, a hint or a review may need."""
    SearchBot().prepare(game)
    solver = solver_of(load(game).contract)
    if solver is not None:
        solver.warm_up()


# The process


def main() -> None:
    serve(BotWorker())


def serve(worker: BotWorker) -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started us
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    inbox, outbox = private_pipes()
    requests: SimpleQueue[Request] = SimpleQueue()
    threading.Thread(target=receive, args=(inbox, requests), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            outbox.write(packed(answered(worker, requests.get())))
            outbox.flush()
    os._exit(0)  # whatever is still buffered has no reader


def private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of the process, out of reach of anything that prints."""
    inbox = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    outbox = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return inbox, outbox


def receive(inbox: BinaryIO, requests: "SimpleQueue[Request]") -> None:
    """Pass requests on. At the end of the input the process ends, even while a bot thinks."""
    while len(head := inbox.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        body = inbox.read(length)
        if len(body) < length:
            break
        requests.put(unpacked(body))
    os._exit(0)


def answered(worker: BotWorker, request: Request) -> Answer:
    try:
        return Done(worker.answer(request))
    except (BadOption, BadRecord, NothingToDecide) as error:
        return Refused(error)
    except Exception:
        return Failed(traceback.format_exc())


if __name__ == "__main__":
    main()
