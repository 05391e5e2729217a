"""Ctrl-C while several threads search."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import pytest

import goatherd
from goatherd.bots.search import evidence_of
from goatherd.fast import searcher
from goatherd.fast.searcher import Searcher, Tree

SEARCH = """
import signal, threading
from goatherd.fast import searcher

signal.signal(signal.SIGINT, signal.default_int_handler)
pieces = []

def work(part):
    for piece in range(1000):
        pieces.append(piece)
        if len(pieces) == 10:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        threading.Event().wait(0.01)
        yield

try:
    searcher.in_parallel(work, PARTS)
    print("went on")
except KeyboardInterrupt:
    print("stopped" if len(pieces) < 500 else "stopped late")
"""


@pytest.mark.parametrize("parts", [[1], [1, 2], [1, 2, 3]])
def test_ctrl_c_ends_the_work_of_all_threads_at_their_next_pause(parts: list[int]) -> None:
    program = SEARCH.replace("PARTS", str(parts))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.strip() == "stopped", done.stderr


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("iterations", [None, 1_000_000])
def test_a_search_pauses_again_and_again(
    threads: int, iterations: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it was given seconds or iterations."""
    pauses = []

    def watched(work: Callable[[Tree], Iterator[None]], trees: Sequence[Tree]) -> None:
        for tree in trees:
            pauses.append(len(list(islice(work(tree), 5))))

    view = goatherd.load("goat-lords").new(players=2, seed=1).view(0)
    Searcher(view.contract, 0, 1, 1, True).iterate(view.state, evidence_of(view), 1)  # is compiled
    monkeypatch.setattr(searcher, "in_parallel", watched)
    one = Searcher(view.contract, 0, 1, threads, True)
    if iterations is None:
        one.think(view.state, evidence_of(view), 10.0)
    else:
        one.iterate(view.state, evidence_of(view), iterations)
    assert pauses == [5] * threads
