"""Work shared among processes, so that an interruption leaves none of them behind."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from types import FrameType
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")
R = TypeVar("R")
Opening = Callable[[], AbstractContextManager[Callable[[J], R]]]
"""Called once in each process: gives what does the jobs there, and closes it at the end."""

SECONDS_TO_END = 5.0
"""What a process has to end by itself, before it is killed."""


class WorkerFailed(RuntimeError):
    """A process ended before its work was done; says why, if it could."""


class Complaint(NamedTuple):
    """What a process sends in place of a result."""

    text: str


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_processes(opening: Opening[J, R], jobs: Iterable[J], processes: int) -> Iterator[R]:
    """The results of the jobs as they come; with one process, in order and in this one."""
    if processes == 1:
        with opening() as work:
            yield from map(work, jobs)
        return
    context = get_context("spawn")
    waiting = iter(jobs)
    workers: list[Worker[J, R]] = []
    try:
        with uninterrupted():
            for _ in range(processes):
                workers.append(Worker(context, opening))
        for worker in workers:
            worker.begin(waiting)
        while busy := [worker for worker in workers if worker.is_busy]:
            ready = wait([worker.connection for worker in busy])
            for worker in busy:
                if worker.connection in ready:
                    result = worker.result()
                    worker.begin(waiting)
                    yield result
    finally:
        end_all(workers)


class Worker(Generic[J, R]):
    """One process, from the side of the one that started it."""

    def __init__(self, context: SpawnContext, opening: Opening[J, R]) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, opening), daemon=True)
        self.process.start()
        theirs.close()
        self.is_busy = False

    def begin(self, waiting: Iterator[J]) -> None:
        """Give it the next job, if one is left."""
        for job in waiting:
            self.is_busy = True
            with suppress(OSError):  # if it has ended, `result` says so
                self.connection.send(job)
            return

    def result(self) -> R:
        try:
            result = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(SECONDS_TO_END)
            code = self.process.exitcode
            raise WorkerFailed(f"a process ended unexpectedly ({code})") from None
        if isinstance(result, Complaint):
            raise WorkerFailed(result.text)
        self.is_busy = False
        done: R = result
        return done


def end_all(workers: Sequence[Worker[J, R]]) -> None:
    """End the processes, by force those that do not end by themselves."""
    for worker in workers:
        worker.connection.close()
        if worker.is_busy:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(SECONDS_TO_END)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Start processes that pay no heed to Ctrl-C: that is for the one that started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(connection: Connection, opening: Opening[J, R]) -> None:
    """In the process: do jobs until it is told to end, or nobody is there to send any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    with suppress(EOFError, OSError), opening() as work:
        while True:
            connection.send(answer(work, connection.recv()))


def leave(number: int, frame: FrameType | None) -> None:
    """Leave what is being done, closing all that is open on the way out."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit()


def answer(work: Callable[[J], R], job: J) -> R | Complaint:
    try:
        return work(job)
    except Exception:
        return Complaint(traceback.format_exc())
