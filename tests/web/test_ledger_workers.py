"""The database of the site, between workers: notices of what others wrote, and one keeper."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from goatherd.web.ledger import Ledger
from goatherd.web.ledger.notices import EVERYTHING, KeeperLock, listen
from tests.web.ledgers import another_process, seated, two
from tests.web.postgres import Cluster

pytestmark = pytest.mark.anyio


async def within(waited: Any) -> Any:
    """What comes, if it comes at all."""
    return await asyncio.wait_for(waited, 60)


async def test_notices_arrive_at_other_workers_only(postgresql: str) -> None:
    async with two(postgresql) as (one, other), aclosing(listen(one)) as notices:
        assert await within(anext(notices)) is EVERYTHING
        table = await seated(other)
        assert await within(anext(notices)) == table
        await seated(one, "mine")
        assert not await other.append_decisions(table, 5, [(0, "a", 0)], 1.0)
        await other.append_decisions("mine", 0, [(0, "a", 0)], 1.0)
        assert await within(anext(notices)) == "mine"
        await other.say(table, 0, "Anna", "hello", 1.0)
        assert await within(anext(notices)) == table


async def test_a_listener_outlives_its_connection(postgres: Cluster, postgresql: str) -> None:
    async with two(postgresql) as (one, other), aclosing(listen(one)) as notices:
        assert await within(anext(notices)) is EVERYTHING
        postgres.disconnect(postgresql)
        assert await within(anext(notices)) is EVERYTHING
        table = await seated(other)
        assert await within(anext(notices)) == table
        postgres.shut(postgresql)
        again = asyncio.ensure_future(anext(notices))
        await asyncio.sleep(0.5)
        postgres.reopen(postgresql)
        assert await within(again) is EVERYTHING


async def test_without_other_workers_there_are_no_notices(tmp_path: Path) -> None:
    async with Ledger(f"sqlite:///{tmp_path / 'site.db'}") as ledger:
        async with aclosing(listen(ledger)) as notices:
            assert await within(anext(notices)) is EVERYTHING
        async with KeeperLock(ledger) as lock:
            assert await lock.held()


async def test_there_is_one_keeper(postgres: Cluster, postgresql: str) -> None:
    async with two(postgresql) as workers:
        first, second = (KeeperLock(worker) for worker in workers)
        assert [await first.held(), await second.held(), await first.held()] == [True, False, True]
        await first.release()
        assert [await second.held(), await first.held()] == [True, False]
        postgres.disconnect(postgresql)
        assert not await second.held()
        assert [await first.held(), await second.held()] == [True, False]
        await first.release()


async def test_a_keeper_that_leaves_is_followed_before_its_connection_is_gone(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database may notice a closed connection only a moment later."""
    async with two(postgresql) as workers:
        first, second = (KeeperLock(worker) for worker in workers)
        assert await first.held()
        connection = first._connection
        assert connection is not None
        with monkeypatch.context() as patch:
            patch.setattr(connection, "close", lambda: asyncio.sleep(0))
            await first.release()
        assert not connection.closed
        assert [await second.held(), await first.held()] == [True, False]
        await connection.close()
        await second.release()


KEEPER = """
import asyncio, sys
from goatherd.web.ledger import Ledger
from goatherd.web.ledger.notices import KeeperLock

async def keep():
    lock = KeeperLock(Ledger(sys.argv[1]))
    print(await lock.held(), flush=True)
    await asyncio.sleep(600)

asyncio.run(keep())
"""


async def test_another_worker_follows_a_keeper_that_was_killed(postgresql: str) -> None:
    async with Ledger(postgresql) as ledger, KeeperLock(ledger) as lock:
        with another_process(KEEPER, postgresql) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "True\n"
            assert not await lock.held()
        for _ in range(300):
            if await lock.held():
                break
            await asyncio.sleep(0.1)
        else:
            pytest.fail("nobody became the keeper")
