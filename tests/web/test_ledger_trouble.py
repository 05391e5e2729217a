"""The database of the site under load, after a kill, and when it is locked, shut or not there."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from goatherd.web.ledger import BadWrite, Ledger, LedgerBusy, LedgerDown, migrate
from goatherd.web.ledger import database as databases
from tests.web.conftest import NewDatabase
from tests.web.ledgers import SEATS, a_table, another_process, loaded, seated, texts, two
from tests.web.postgres import Cluster

pytestmark = pytest.mark.anyio


# --- the site ------------------------------------------------------------------------------------


async def test_a_setting_is_made_once_for_all_workers(database: str) -> None:
    async with two(database) as workers:
        for name in map(str, range(10)):
            one, other = await asyncio.gather(
                *(worker.setting(name, partial(str, worker.worker)) for worker in workers)
            )
            assert one == other
            assert one in {worker.worker for worker in workers}


async def test_a_ledger_that_cannot_keep_up_takes_no_more(database: str) -> None:
    async with Ledger(database, most_waiting=3) as ledger:
        table = await seated(ledger)
        made = [ledger.say(table, 0, "Anna", "hello", 1.0) for _ in range(3)]
        with pytest.raises(LedgerBusy):
            made += (ledger.say(table, 0, "Anna", "hello", 1.0) for _ in range(1000))
        await asyncio.gather(*made)
        await ledger.say(table, 0, "Anna", "hello again", 1.0)
        assert (await loaded(ledger, table)).table.changes == len(made) + 1


async def test_a_closed_ledger_has_written_what_waited(database: str) -> None:
    ledger = Ledger(database)
    table = await seated(ledger)
    made = ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0)
    await ledger.close()
    assert await made
    with pytest.raises(LedgerDown):
        await ledger.ping()


KILLED = """
import asyncio, sys
from goatherd.web.ledger import Ledger

async def play():
    ledger = Ledger(sys.argv[1])

    async def at(table):
        for number in range(100_000):
            assert await ledger.append_decisions(table, number, [(0, f"d{number}", 0)], 1.0)
            print(table, number, flush=True)

    await asyncio.gather(*(at(f"table{n}") for n in range(8)))

asyncio.run(play())
"""


async def test_what_was_acknowledged_survives_a_kill(database: str) -> None:
    async with Ledger(database) as ledger:
        for n in range(8):
            await seated(ledger, f"table{n}")
    with another_process(KILLED, database) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(300)]
        process.kill()
        told += process.stdout.read().splitlines(keepends=True)
    acknowledged = dict.fromkeys((f"table{n}" for n in range(8)), -1)
    for line in told:
        if line.endswith("\n"):  # the last may be half a line
            acknowledged[line.split()[0]] = int(line.split()[1])
    async with Ledger(database) as ledger:
        for table, number in acknowledged.items():
            made = await texts(ledger, table)
            assert len(made) > number
            assert made == [f"d{n}" for n in range(len(made))]
            assert await ledger.append_decisions(table, len(made), [(0, "on", 0)], 2.0)


# --- trouble -------------------------------------------------------------------------------------


async def test_a_locked_file_is_told_of_and_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0)
    url = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(url)
    async with Ledger(url) as ledger:
        table = await seated(ledger)
        with closing(sqlite3.connect(tmp_path / "site.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerDown, match="locked"):
                await ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0)
            assert await texts(ledger, table) == []
        assert await ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0)


async def test_a_lost_connection_is_made_anew(postgres: Cluster, postgresql: str) -> None:
    async with Ledger(postgresql) as ledger:
        table = await seated(ledger)
        await loaded(ledger, table)
        postgres.disconnect(postgresql)
        assert await ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0)
        assert await texts(ledger, table) == ["a"]


async def test_a_database_that_is_shut_is_told_of_and_works_again(
    postgres: Cluster, postgresql: str
) -> None:
    async with Ledger(postgresql) as ledger:
        table = await seated(ledger)
        postgres.shut(postgresql)
        try:
            made = [ledger.say(table, 0, "Anna", "hello", 1.0) for _ in range(5)]
            outcomes = await asyncio.gather(*made, ledger.ping(), return_exceptions=True)
            assert {type(outcome) for outcome in outcomes} == {LedgerDown}
        finally:
            postgres.reopen(postgresql)
        await ledger.ping()
        assert await ledger.say(table, 0, "Anna", "hello", 1.0) == 0


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "no address"),
        ("mysql://anna:sesame@host/name", "mysql"),
        ("postgresql://anna:sesame@host:port/name", "no address"),
        ("sqlite://", "must be a file"),
        ("sqlite:////dev/null/site.db", "fails"),
        ("postgresql://anna:sesame@/name?host=/nowhere", "fails"),
    ],
)
def test_a_database_that_cannot_be_is_refused_without_its_password(url: str, reason: str) -> None:
    with pytest.raises(LedgerDown, match=reason) as refused:
        migrate(url)
    assert "sesame" not in str(refused.value)


async def test_no_error_tells_what_was_to_be_written(ledger: Ledger) -> None:
    with pytest.raises(BadWrite) as refused:
        await ledger.create_table(a_table(players=0), SEATS)
    assert "5e5e" not in str(refused.value)


async def test_a_database_without_tables_is_told_of(new_database: NewDatabase) -> None:
    async with Ledger(new_database()) as ledger:
        with pytest.raises(LedgerDown):
            await ledger.ping()
