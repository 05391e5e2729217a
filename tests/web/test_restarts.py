"""The database, a worker or the command itself goes away: what is left goes on, or ends."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from goatherd.web import serve
from goatherd.web.site import Settings
from tests.web.postgres import Cluster, running
from tests.web.site import PATIENCE, serving
from tests.web.test_workers import begun, decide, seen, to_choose, views

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """One of our own: it is stopped under its users."""
    with running() as cluster:
        yield cluster


def wait_until(happened: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def is_well(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=PATIENCE).status_code == 200
    except httpx.HTTPError:
        return False


def test_two_workers_outlive_a_restart_of_their_database(cluster: Cluster) -> None:
    """Streams that are open go on, moves at one are seen at the other, and bots move."""
    database = cluster.new_database()
    with ExitStack() as stack:
        two = [stack.enter_context(serving(database)) for _ in range(2)]
        table, tokens = begun(two[0].url)
        where = f"{two[1].url}/api/tables/{table}/events"
        stream = stack.enter_context(httpx.stream("GET", where, timeout=PATIENCE))
        events = views(stream.iter_lines())
        next(events)
        for _ in range(2):
            cluster.stop()
            assert not is_well(two[0].url)
            cluster.start()
            for one in two:
                wait_until(lambda one=one: is_well(one.url), "it is not well again")  # type: ignore[misc]
            seat, view = to_choose(two[0].url, table, tokens, -1)
            version, text = view["version"], view["legal"][0]["text"]
            assert decide(two[0].url, table, tokens[seat], version, text) == 200
            while next(events)["version"] <= version:
                pass
            for one in two:
                other, own = begun(one.url, "goat-1916", 4, bots={"0": 1, "1": 1, "2": 1})

                def has_choice(url: str = one.url, table: str = other, key: str = own[0]) -> bool:
                    return len(seen(url, table, key)["legal"]) > 1

                wait_until(has_choice, "the bots stand still")
    for one in two:
        assert "well again" in one.errors
        assert "Traceback" not in one.errors


def test_a_worker_that_cannot_go_on_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = """
from goatherd.web.rooms import keeper, rooms
keeper.SWEEP = 0.5
whole, swept = rooms.Rooms.forget_unused, []
def forget(self):
    swept.append(1)
    if len(swept) == 4:
        raise RuntimeError("swept away")
    whole(self)
rooms.Rooms.forget_unused = forget
from goatherd.cli import main
main()
"""
    monkeypatch.setattr(
        "tests.web.site.command",
        lambda database, *more: [
            *(sys.executable, "-P", "-c", program, "serve", "--port", "0", "--pace", "0"),
            *("--database", database, *more),
        ],
    )
    with serving(f"sqlite:///{tmp_path / 'site.db'}") as server:
        table, tokens = begun(server.url)
        assert server.process.stdout is not None
        assert "another takes its place" in server.process.stdout.readline()
        wait_until(lambda: is_well(server.url), "nobody took its place")
        seat, view = to_choose(server.url, table, tokens, -1)
        text = view["legal"][0]["text"]
        assert decide(server.url, table, tokens[seat], view["version"], text) == 200
    assert "swept away" in server.errors


def test_a_worker_tells_by_its_code_that_it_could_not_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "work", lambda *_: False)
    with pytest.raises(SystemExit) as ended, serve.listen("127.0.0.1", 0) as listening:
        serve.work_in_a_process(Settings(""), listening, 0)
    assert ended.value.code == serve.FAILED


def test_workers_end_when_the_command_is_killed(cluster: Cluster) -> None:
    with serving(cluster.new_database(), "--workers", "2") as server:
        assert is_well(server.url)
        server.kill()
        wait_until(lambda: not is_listening(server.url), "somebody keeps the port")


def is_listening(url: str) -> bool:
    try:
        httpx.get(f"{url}/health", timeout=PATIENCE)
    except httpx.ConnectError:
        return False
    except httpx.HTTPError:
        return True
    return True
