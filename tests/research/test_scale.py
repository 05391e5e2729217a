"""The same results here, in processes and on a cluster, whatever dies on the way."""

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from goatherd.errors import BadOption, OutOfService
from goatherd.processes import WorkerFailed
from goatherd.research.scale import Where, results

JOBS = list(range(12))


def squared(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return number * number


def dies_once(folder: str, number: int) -> int:
    """The first process that gets number 5 ends at once."""
    if number == 5:
        mark = Path(folder) / "died"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def fails(number: int) -> int:
    raise ZeroDivisionError(f"job {number} divides by nothing")


def counted(folder: str, number: int) -> int:
    with (Path(folder) / "calls").open("a") as calls:
        calls.write(f"{number}\n")
    return number * number


EXPECTED = [number * number for number in JOBS]


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_jobs(processes: int) -> None:
    told: list[None] = []
    found = list(results(squared, JOBS, Where(processes=processes), partial(told.append, None)))
    assert found == EXPECTED
    assert len(told) == len(JOBS)


def test_a_process_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    work = partial(dies_once, str(tmp_path))
    assert list(results(work, JOBS, Where(processes=2))) == EXPECTED
    assert (tmp_path / "died").exists()


def test_what_fails_is_told_and_not_tried_again() -> None:
    with pytest.raises(WorkerFailed, match="divides by nothing"):
        list(results(fails, JOBS, Where(processes=2)))


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    work = partial(counted, str(tmp_path))
    where = Where(processes=1, folder=str(tmp_path / "kept"))
    run = results(work, JOBS, where)
    for _ in range(4):
        next(run)
    del run
    assert list(results(work, JOBS, where)) == EXPECTED
    calls = (tmp_path / "calls").read_text().split()
    assert sorted(map(int, calls)) == JOBS
    assert list(results(work, JOBS[:3], where)) == EXPECTED[:3]  # another run keeps apart


# Ray


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A real cluster of two nodes on this machine."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    found = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    found.add_node(num_cpus=1)
    yield found
    found.shutdown()


def slow_square(number: int) -> int:
    time.sleep(0.3)
    return number * number


RAY_WARNS = pytest.mark.filterwarnings("ignore::Warning")
"""Ray warns about itself: unclosed files of its own, names that it no longer uses."""


@RAY_WARNS
@pytest.mark.slow
def test_a_cluster_gives_the_same_and_survives_a_death(cluster: Any, tmp_path: Path) -> None:
    where = Where(ray=cluster.address)
    assert list(results(squared, JOBS, where)) == EXPECTED
    assert list(results(partial(dies_once, str(tmp_path)), JOBS, where)) == EXPECTED
    assert (tmp_path / "died").exists()
    with pytest.raises(WorkerFailed, match="divides by nothing"):
        list(results(fails, JOBS, where))


@RAY_WARNS
@pytest.mark.slow
def test_a_cluster_survives_the_death_of_a_node(cluster: Any) -> None:
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    run = results(slow_square, JOBS, Where(ray=cluster.address))
    found = [next(run)]
    cluster.remove_node(node, allow_graceful=False)
    assert [*found, *run] == EXPECTED


@pytest.mark.parametrize("address", ["nowhere", "host:port", "127.0.0.1:", ":6379", "h:99999"])
def test_what_is_no_address_is_refused(address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(BadOption, match="local, or an address"):
        list(results(squared, JOBS, Where(ray=address)))


def test_an_address_where_nothing_answers_is_an_error_at_once() -> None:
    pytest.importorskip("ray")
    begun = time.monotonic()
    with pytest.raises(OutOfService, match="no Ray cluster answers there"):
        list(results(squared, JOBS, Where(ray="127.0.0.1:1")))
    assert time.monotonic() - begun < 60


def test_jobs_are_counted() -> None:
    with pytest.raises(BadOption, match="at least one process"):
        list(results(squared, JOBS, Where(processes=0)))
