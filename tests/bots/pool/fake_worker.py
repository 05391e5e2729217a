"""A bot process that does not think, but has accidents: `fake_worker.py WHAT [FILE]`.

It decides the last legal decision, which the tests choose so that rules of thumb would not. In the
file it notes every request.
"""

import os
import signal
import sys
import time
from pathlib import Path

from goatherd.bots.bot import Estimate, Explanation
from goatherd.bots.pool.messages import Decide, Explain, Judge, Judged, Request, Warm, view_of
from goatherd.bots.pool.worker import BotWorker, serve


class FakeWorker(BotWorker):
    def __init__(self, what: str, notes: Path | None) -> None:
        super().__init__()
        self.what = what
        self.notes = notes

    def answer(self, request: Request) -> object:
        if self.notes is not None:
            with self.notes.open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {type(request).__name__} {seconds(request)}\n")
        if isinstance(request, Warm):
            self.get_warm()
            return None
        if isinstance(request, Judge):
            return Judged(request.start + 1, None)
        decision = view_of(request.view).legal()[-1]
        if isinstance(request, Explain):
            return Explanation((Estimate(decision, 0.5, 1),), ())
        return self.decide_by_accident(request, decision)

    def get_warm(self) -> None:
        if self.what == "stays cold":
            time.sleep(600)
        if self.what == "cannot get warm":
            raise RuntimeError("there is no compiler here")

    def decide_by_accident(self, request: Decide, decision: str) -> str:
        first = self.notes is None or self.notes.read_text().count(" Decide ") == 1
        if self.what == "dies" or (self.what == "dies once" and first):
            os.kill(os.getpid(), signal.SIGKILL)
        if self.what == "hangs":
            time.sleep(600)
        while self.what == "waits" and not go_ahead(self.notes).exists():
            time.sleep(0.01)
        if self.what == "fails":
            raise RuntimeError("a bad idea")
        if self.what == "prints":
            print("a goat on the line")
        return "eat the card" if self.what == "lies" else decision


def go_ahead(notes: Path | None) -> Path:
    """The file that a process waits for, which is there once it may go on."""
    assert notes is not None
    return notes.with_suffix(".go")


def seconds(request: Request) -> float | None:
    return None if isinstance(request, Warm) else request.seconds


if __name__ == "__main__":
    serve(FakeWorker(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None))
