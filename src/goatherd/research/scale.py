"""Work in independent jobs: on the cores of this machine, or on a Ray cluster.

A job carries its own seeds, and results are joined in the order of the jobs, not of their arrival;
so a run gives the same to the byte here, there, and in any number of processes. With a folder, what
is done is kept there, and the same run goes on where it stopped. See docs/scale.md.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from goatherd.errors import BadOption, OutOfService, quoted
from goatherd.processes import Opening, WorkerFailed, cores, over_processes

J = TypeVar("J")
R = TypeVar("R")
LOCAL = "local"
AT_ONCE = 4
"""Jobs that wait at each core of a cluster, so that none has to wait for the next."""
RETRIES = 5
"""How often a job is begun again whose process or machine has died."""
PATIENCE = 15.0
"""Seconds for a Ray cluster to answer."""


@dataclass(frozen=True)
class Where:
    """Where the work is done."""

    ray: str | None = None
    """An address (`ray://host:10001`, `host:6379`), `local`, or None: processes of our own."""
    processes: int | None = None
    """By default one for each core."""
    folder: str | None = None
    """Where results are kept as they come, to go on from."""


def results(
    work: Callable[[J], R],
    jobs: Sequence[J],
    where: Where,
    progress: Callable[[], None] | None = None,
) -> Iterator[R]:
    """The result of each job, in the order of the jobs; `progress` is told of each that is done.

    `work` and the jobs must be picklable, and the result follow from the job alone.
    """
    kept = Kept(where.folder, work, jobs)
    missing = [i for i in range(len(jobs)) if i not in kept]
    tell = progress or (lambda: None)
    for _ in range(len(jobs) - len(missing)):
        tell()
    run = _on_ray if where.ray is not None else _here
    arriving = run(work, jobs, missing, where)
    waiting: dict[int, R] = {}
    for i in range(len(jobs)):
        if i in kept:
            yield kept[i]
            continue
        while i not in waiting:
            number, result = next(arriving)
            kept[number] = result
            waiting[number] = result
            tell()
        yield waiting.pop(i)


class Worker(nullcontext[Callable[[tuple[int, J]], tuple[int, R]]]):
    """In a process: does jobs with their numbers, so that they can come back in any order."""

    def __init__(self, work: Callable[[J], R]) -> None:
        super().__init__(lambda job: (job[0], work(job[1])))


# Here


def _here(
    work: Callable[[J], R], jobs: Sequence[J], missing: Sequence[int], where: Where
) -> Iterator[tuple[int, R]]:
    """By processes of this machine. When one dies, what it had not done is begun again."""
    processes = checked_processes(where.processes)
    left = list(missing)
    for attempt in range(RETRIES + 1):
        try:
            opening: Opening[tuple[int, J], tuple[int, R]] = partial(Worker, work)
            for number, result in over_processes(opening, [(i, jobs[i]) for i in left], processes):
                left.remove(number)
                yield number, result
            return
        except WorkerFailed as failure:
            if "Traceback" in str(failure) or attempt == RETRIES:
                raise


def checked_processes(count: object) -> int:
    if count is None:
        return cores()
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise BadOption(f"--jobs {count}: at least one process is needed")
    return count


# On a cluster


def _on_ray(
    work: Callable[[J], R], jobs: Sequence[J], missing: Sequence[int], where: Where
) -> Iterator[tuple[int, R]]:
    """By a Ray cluster, which begins a job again whose process or machine has died."""
    if not missing:
        return
    ray = connected(str(where.ray), where.processes)
    remote = ray.remote(max_retries=RETRIES, retry_exceptions=False)(_in_worker)
    shared = ray.put(pickle.dumps(work))
    todo, running = iter(missing), set()
    try:
        most = AT_ONCE * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            for i in todo:
                running.add(remote.remote(shared, i, jobs[i]))
                if len(running) >= most:
                    break
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1)
            running -= set(ready)
            yield ray.get(ready[0])
    except ray.exceptions.RayTaskError as failure:
        raise WorkerFailed(str(failure)) from None
    finally:
        for one in running:
            ray.cancel(one, force=True)
        ray.shutdown()


def _in_worker(pickled: bytes, number: int, job: Any) -> tuple[int, Any]:
    """In a process of the cluster; the work comes as bytes, which Ray need not look into."""
    return number, pickle.loads(pickled)(job)


def connected(address: str, processes: int | None = None) -> Any:
    """Ray, connected; OutOfService where nothing answers at the address."""
    try:
        import ray
    except ModuleNotFoundError as missing:
        how = "--ray needs the extra 'ray': pip install 'goatherd[ray]'"
        raise OutOfService(f"{how} ({missing})") from None
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address == LOCAL:
        ray.init(
            address="local",
            num_cpus=checked_processes(processes),
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
        )
        return ray
    if not answers(address):
        raise OutOfService(f"--ray {address}: no Ray cluster answers there; see docs/scale.md")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as failure:
        reason = str(failure).splitlines()[0]
        raise OutOfService(f"--ray {address}: {reason}") from None
    return ray


def answers(address: str) -> bool:
    """Whether anything listens at `host:port` or `ray://host:port`."""
    import socket

    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit() or not host or int(port) > 65535:
        raise BadOption(f"--ray {quoted(address)}: local, or an address like 10.0.0.1:6379")
    with suppress(OSError), socket.create_connection((host, int(port)), PATIENCE):
        return True
    return False


# Going on


class Kept(Generic[J, R]):
    """The results that are done, in a folder of their own run; without a folder, none."""

    def __init__(self, folder: str | None, work: Callable[[J], R], jobs: Sequence[J]) -> None:
        self.folder = None
        self.done: set[int] = set()
        if folder is not None:
            self.folder = Path(folder) / fingerprint(work, jobs)
            self.folder.mkdir(parents=True, exist_ok=True)
            self.done = {int(path.stem) for path in self.folder.glob("*.done")}

    def __contains__(self, i: int) -> bool:
        return i in self.done

    def __getitem__(self, i: int) -> R:
        assert self.folder is not None
        result: R = pickle.loads((self.folder / f"{i}.done").read_bytes())
        return result

    def __setitem__(self, i: int, result: R) -> None:
        """Keep a result, whole or not at all."""
        if self.folder is not None:
            new = self.folder / f"{i}.{os.getpid()}.new"
            new.write_bytes(pickle.dumps(result))
            new.replace(self.folder / f"{i}.done")


def fingerprint(work: Callable[[J], R], jobs: Sequence[J]) -> str:
    """Which run this is: another work, or other jobs, have another one."""
    return hashlib.blake2b(pickle.dumps((work, list(jobs))), digest_size=12).hexdigest()
