"""Work shared among processes: all of it is done, accidents are told, and none is left behind."""

import multiprocessing
import os
import time

import pytest

from goatherd.processes import WorkerFailed, over_processes


class Squares:
    """Work for processes: squares numbers, and has its accidents."""

    def __enter__(self) -> "Squares":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, number: int) -> int:
        if number == 13:
            raise ValueError("thirteen")
        if number == 17:
            os._exit(3)
        if number == 19:
            time.sleep(600)
        return number**2


@pytest.mark.parametrize("processes", [1, 3])
def test_work_is_shared(processes: int) -> None:
    assert sorted(over_processes(Squares, range(9), processes)) == [n**2 for n in range(9)]


def test_more_processes_than_work() -> None:
    assert list(over_processes(Squares, [5], 3)) == [25]


@pytest.mark.parametrize(("accident", "reason"), [(13, "thirteen"), (17, r"unexpectedly \(3\)")])
def test_an_accident_is_told(accident: int, reason: str) -> None:
    with pytest.raises(WorkerFailed, match=reason):
        list(over_processes(Squares, [1, accident, 2, 3], 2))


def test_leaving_early_ends_the_processes() -> None:
    results = over_processes(Squares, [2, 19, 3], 2)
    assert next(results) == 4
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []
