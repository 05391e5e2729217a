"""The database of the site, on SQLite and on PostgreSQL."""

import asyncio
import io
import itertools
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Inspector, inspect, text

import goatherd
from goatherd.errors import BadRecord
from goatherd.web.ledger import (
    TAKE_BACK,
    BadWrite,
    Counts,
    DatabaseTooNew,
    DecisionRow,
    Ledger,
    LedgerBusy,
    LedgerDown,
    ListedTable,
    Made,
    MessageRow,
    SeatRow,
    StoredTable,
    TableRow,
    migrate,
    portable,
    schema,
)
from goatherd.web.ledger import database as databases
from goatherd.web.ledger.migrate import MIGRATIONS, revisions
from goatherd.web.ledger.notices import EVERYTHING, KeeperLock, listen
from goatherd.web.ledger.writing import carry_out
from tests.web.conftest import NewDatabase
from tests.web.postgres import Cluster

pytestmark = pytest.mark.anyio

T = TypeVar("T")


def a_table(id: str = "abcdefghjk", **facts: Any) -> TableRow:
    given: dict[str, Any] = {
        "game": "goita",
        "players": 4,
        "options": {"target": 150, "ritual": "off"},
        "open": True,
        "main": 600,
        "byoyomi": 30,
        "hints": True,
        "take_back": False,
        "secret": "5e" * 32,
        "host": "anna",
        "created": 1000.25,
    }
    return TableRow(id=id, **(given | facts))


SEATS = (
    SeatRow(0, "person", person="anna", name="Anna", nonce="n0"),
    SeatRow(1, "bot", name="Bot 3", level=3),
    SeatRow(2, "person", person="berta", name="염소 山羊", nonce="n2", stand_in=True),
    SeatRow(3),
)


async def seated(ledger: Ledger, id: str = "abcdefghjk", **facts: Any) -> str:
    await ledger.create_table(a_table(id, **facts), SEATS)
    return id


async def loaded(ledger: Ledger, table: str) -> StoredTable:
    stored = await ledger.load(table)
    assert stored is not None
    return stored


async def texts(ledger: Ledger, table: str) -> list[str]:
    return [made.text for made in (await loaded(ledger, table)).decisions]


@asynccontextmanager
async def two(database: str) -> AsyncIterator[tuple[Ledger, Ledger]]:
    """Two workers."""
    async with Ledger(database) as one, Ledger(database) as other:
        yield one, other


# --- one table -----------------------------------------------------------------------------------


async def test_a_table_is_kept_as_it_was_given(ledger: Ledger) -> None:
    table = await seated(ledger)
    assert await loaded(ledger, table) == StoredTable(a_table(), SEATS)
    assert await ledger.load("unknown") is None
    with pytest.raises(BadWrite):
        await ledger.create_table(a_table(), SEATS)


def test_the_secret_of_a_table_is_not_shown_with_it() -> None:
    assert "5e5e" not in repr(StoredTable(a_table(), SEATS))


async def test_decisions_are_appended_in_order(ledger: Ledger) -> None:
    table = await seated(ledger)
    assert await ledger.append_decisions(
        table, 0, [(0, "hide pawn", 7), (0, "attack gold", 0)], 5.5
    )
    assert await ledger.append_decisions(table, 2, [Made(1, TAKE_BACK, 40 * 86_400_000)], 6.5)
    assert (await loaded(ledger, table)).decisions == (
        DecisionRow(0, 0, "hide pawn", 5.5, 7),
        DecisionRow(1, 0, "attack gold", 5.5, 0),
        DecisionRow(2, 1, TAKE_BACK, 6.5, 40 * 86_400_000),
    )


@pytest.mark.parametrize("first", [0, 1, 3, 4])
async def test_decisions_fit_at_the_end_or_not_at_all(ledger: Ledger, first: int) -> None:
    table = await seated(ledger)
    await ledger.append_decisions(table, 0, [(0, "a", 0), (0, "b", 0)], 1.0)
    assert not await ledger.append_decisions(table, first, [(1, "x", 0), (1, "y", 0)], 2.0)
    assert await texts(ledger, table) == ["a", "b"]


async def test_two_workers_race_for_each_number_and_one_wins(database: str) -> None:
    async with two(database) as workers:
        table = await seated(workers[0])
        for number in range(0, 60, 2):
            won = await asyncio.gather(
                *(
                    worker.append_decisions(table, number, [(0, name, 0), (0, name, 0)], 1.0)
                    for worker, name in zip(workers, "ab", strict=True)
                )
            )
            assert sorted(won) == [False, True]
        made = await texts(workers[0], table)
    assert made[::2] == made[1::2]  # all or none: never one of each
    assert len(made) == 60


async def test_two_workers_write_to_many_tables_at_once(database: str) -> None:
    """None waits for another that waits for it, and all get through."""
    async with two(database) as workers:
        tables = [await seated(workers[0], f"table{n}") for n in range(12)]
        for round_ in range(5):
            forth_and_back = zip(workers, (tables, tables[::-1]), strict=True)
            done = await asyncio.gather(
                *(
                    write
                    for worker, order in forth_and_back
                    for table in order
                    for write in (
                        worker.append_decisions(table, round_, [(0, "x", 0)], 1.0),
                        worker.say(table, 0, "Anna", "hello", 1.0),
                    )
                )
            )
            assert sum(outcome is True for outcome in done) == len(tables)
        stored = await loaded(workers[1], tables[0])
    assert [message.number for message in stored.messages] == list(range(10))
    assert stored.table.changes == 10


async def test_one_bad_write_spoils_no_other(ledger: Ledger) -> None:
    table, other = await seated(ledger), await seated(ledger, "other")
    outcomes = await asyncio.gather(
        ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0),
        ledger.append_decisions("unknown", 0, [(0, "a", 0)], 1.0),
        ledger.append_decisions(table, 0, [(0, "too late", 0)], 1.0),
        ledger.append_decisions(other, 0, [(0, "too long", 2**70)], 1.0),
        ledger.append_decisions(table, 1, [(-1, "no such seat", 0)], 1.0),
        ledger.say("unknown", None, "Anna", "hello", 1.0),
        ledger.append_decisions(table, 1, [(0, "b", 0)], 1.0),
        ledger.say(table, None, "Anna", "hello", 1.0),
        return_exceptions=True,
    )
    kinds = [type(one) if isinstance(one, Exception) else one for one in outcomes]
    assert kinds == [True, BadWrite, False, BadWrite, BadWrite, BadWrite, True, 0]
    assert await texts(ledger, table) == ["a", "b"]
    assert await texts(ledger, other) == []


@pytest.mark.parametrize("letter", ["\0", "\ud800"])
async def test_what_is_no_text_is_refused_at_once(ledger: Ledger, letter: str) -> None:
    table = await seated(ledger)
    with pytest.raises(BadWrite):
        await ledger.append_decisions(table, 0, [(0, letter, 0)], 1.0)
    with pytest.raises(BadWrite):
        await ledger.say(table, None, "Anna", letter, 1.0)
    with pytest.raises(BadWrite):
        await ledger.change(table, None, {}, [SeatRow(3, "person", "anna", f"Anna{letter}")])
    with pytest.raises(BadWrite):
        await ledger.create_table(a_table("other"), [SeatRow(0, "bot", name=letter, level=1)])
    assert await loaded(ledger, table) == StoredTable(a_table(), SEATS)


async def test_writes_that_wait_share_a_transaction(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []

    def counting(connection: Any, writes: Any, worker: str) -> Any:
        sizes.append(len(writes))
        return carry_out(connection, writes, worker)

    tables = [await seated(ledger, f"table{n}") for n in range(50)]
    monkeypatch.setattr("goatherd.web.ledger.clerk.carry_out", counting)
    made = [ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0) for table in tables]
    assert all(await asyncio.gather(*made))
    assert sum(sizes) == 50
    assert len(sizes) <= 3  # the first may be alone, the others came while it was written


async def test_changes_are_counted_and_may_be_expected(ledger: Ledger) -> None:
    table = await seated(ledger)
    sat = SeatRow(3, "person", person="carla", name="Carla")
    assert await ledger.change(table, 0, {"started": 2000.5, "options": {"target": 50}}, [sat]) == 1
    assert await ledger.change(table, 0, {"open": False}, [SeatRow(0)]) is None
    assert await ledger.change(table, None, {"main": None}) == 2
    assert await ledger.change("unknown", None, {"open": False}) is None
    kept = await loaded(ledger, table)
    assert kept.table == a_table(started=2000.5, options={"target": 50}, main=None, changes=2)
    assert kept.seats == (*SEATS[:3], sat)


async def test_a_rematch_is_at_a_table_that_exists(ledger: Ledger) -> None:
    table, again = await seated(ledger), await seated(ledger, "again")
    with pytest.raises(BadWrite):
        await ledger.change(table, None, {"rematch": "nowhere"})
    assert await ledger.change(table, None, {"rematch": again}) == 1


async def test_two_workers_change_a_table_and_one_wins(database: str) -> None:
    async with two(database) as workers:
        table = await seated(workers[0])
        for expected in range(20):
            won = await asyncio.gather(
                *(
                    worker.change(table, expected, {}, [SeatRow(3, "person", name, name)])
                    for worker, name in zip(workers, "ab", strict=True)
                )
            )
            assert sorted(won, key=str) == [expected + 1, None]


async def test_chat_keeps_the_last_messages(ledger: Ledger) -> None:
    table = await seated(ledger)
    for number in range(5):
        assert await ledger.say(table, 0, "Anna", f"<{number}>", 1.5, most_kept=3) == number
    await ledger.say(table, None, "guest", "양", 2.5, most_kept=3)
    stored = await loaded(ledger, table)
    assert stored.messages == (
        MessageRow(3, 0, "Anna", "<3>", 1.5),
        MessageRow(4, 0, "Anna", "<4>", 1.5),
        MessageRow(5, None, "guest", "양", 2.5),
    )
    assert stored.table.changes == 6


async def test_a_match_ends_once(ledger: Ledger) -> None:
    table = await seated(ledger, started=2.0)
    assert await ledger.finish(table, [10, 0, 10, 0], [0, 2], 3.5)
    assert not await ledger.finish(table, [0, 9, 0, 9], [1, 3], 4.5)
    kept = (await loaded(ledger, table)).table
    assert (kept.scores, kept.winners, kept.finished, kept.changes) == (
        (10, 0, 10, 0),
        (0, 2),
        3.5,
        1,
    )


async def test_news_are_what_is_not_known_yet(ledger: Ledger) -> None:
    table = await seated(ledger)
    await ledger.append_decisions(table, 0, [(0, "a", 0), (1, "b", 0)], 1.0)
    nothing = await ledger.news(table, 2, 0)
    assert nothing is not None
    assert not nothing
    await ledger.append_decisions(table, 2, [(2, "c", 0)], 1.0)
    made = await ledger.news(table, 1, 0)
    assert made is not None
    assert [row.text for row in made.decisions] == ["b", "c"]
    assert made.surroundings is None
    await ledger.say(table, 0, "Anna", "hello", 1.0)
    said = await ledger.news(table, 3, 0)
    assert said is not None
    assert said.decisions == ()
    assert said.surroundings is not None
    assert said.surroundings.messages == (MessageRow(0, 0, "Anna", "hello", 1.0),)
    assert said.surroundings.table.changes == 1
    assert said.surroundings.seats == SEATS
    assert await ledger.news("unknown", 0, 0) is None


# --- many tables ---------------------------------------------------------------------------------


def ids(listed: list[ListedTable]) -> list[str]:
    return [entry.table.id for entry in listed]


@pytest.fixture
async def some_tables(ledger: Ledger) -> Ledger:
    """Waiting, played and finished ones, open and by link, of several people."""
    await seated(ledger, "waits", created=1.0)
    await seated(ledger, "closed", created=2.0, open=False)
    await seated(ledger, "played", created=3.0, started=3.5)
    await seated(ledger, "ended", created=4.0, started=4.5)
    await ledger.finish("ended", [1, 0, 1, 0], [0, 2], 5.0)
    elsewhere = a_table("elsewhere", created=6.0, started=6.5, host="zoe")
    await ledger.create_table(elsewhere, [SeatRow(0, "person", person="zoe", name="Zoe")])
    return ledger


async def test_my_tables_are_where_i_sit_or_am_the_host(some_tables: Ledger) -> None:
    mine = await some_tables.tables_of("berta")
    assert ids(mine) == ["played", "closed", "waits", "ended"]
    assert mine[0].seats == SEATS
    assert ids(await some_tables.tables_of("berta", 2)) == ["played", "closed"]
    assert ids(await some_tables.tables_of("zoe")) == ["elsewhere"]
    await some_tables.change("elsewhere", None, {}, [SeatRow(0)])
    assert ids(await some_tables.tables_of("zoe")) == ["elsewhere"]
    assert await some_tables.tables_of("nobody") == []


async def test_open_tables_wait_or_are_played_the_newest_first(some_tables: Ledger) -> None:
    assert ids(await some_tables.open_tables()) == ["elsewhere", "played", "waits"]
    assert ids(await some_tables.open_tables(1)) == ["elsewhere"]


async def test_tables_being_played_come_in_chunks(some_tables: Ledger) -> None:
    found = [entry async for entry in some_tables.being_played(chunk=1)]
    assert ids(found) == ["elsewhere", "played"]


async def test_finished_matches_come_in_the_order_of_their_end(ledger: Ledger) -> None:
    for name, at in (("late", 9.0), ("early", 7.0), ("alike", 9.0)):
        await seated(ledger, name, started=2.0)
        await ledger.append_decisions(name, 0, [(0, name, 0)], 3.0)
        await ledger.finish(name, [0] * 4, [], at)
    found = [match async for match in ledger.finished(chunk=1)]
    assert [match.table.id for match in found] == ["early", "alike", "late"]
    assert found[0].decisions == (DecisionRow(0, 0, "early", 3.0, 0),)
    rest = [match.table.id async for match in ledger.finished(after=(9.0, "alike"))]
    assert rest == ["late"]


async def test_tables_are_counted(some_tables: Ledger) -> None:
    assert await some_tables.counts() == Counts(waiting=2, playing=2, finished=1)


LISTS: list[tuple[str, str]] = [
    ("ix_tables_open", f"SELECT id FROM tables WHERE {schema.OPEN} ORDER BY created DESC LIMIT 9"),
    ("ix_tables_played", f"SELECT id FROM tables WHERE {schema.BEING_PLAYED} AND id > 'a'"),
    ("ix_tables_waiting", f"SELECT count(*) FROM tables WHERE {schema.WAITING}"),
    ("ix_tables_finished", f"SELECT id FROM tables WHERE {schema.FINISHED} AND finished > 1"),
    ("ix_seats_person", "SELECT seat FROM seats WHERE person = 'anna'"),
]


@pytest.mark.parametrize(("index", "query"), LISTS, ids=[index for index, _ in LISTS])
def test_lists_use_their_index(database: str, index: str, query: str) -> None:
    with databases.engine(databases.address(database)).connect() as connection:
        explain = "EXPLAIN QUERY PLAN " if database.startswith("sqlite") else "EXPLAIN "
        if not database.startswith("sqlite"):
            connection.execute(text("SET enable_seqscan = off"))  # there are hardly any rows
        plan = str(connection.execute(text(explain + query)).all())
    assert index in plan


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


@contextmanager
def another_process(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process, killed at the end if not before."""
    command = [sys.executable, "-c", script, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


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


# --- migrations ----------------------------------------------------------------------------------


def _plain(index: Any) -> str:
    where = {name: str(rows) for name, rows in index.pop("dialect_options", {}).items()}
    return str([index, where])


def reflected(inspector: Inspector, table: str) -> dict[str, Any]:
    """Everything about a table, in an order and spelling of its own."""
    return {
        "columns": {
            column["name"]: (str(column["type"]), column["nullable"], column["default"])
            for column in inspector.get_columns(table)
        },
        "key": inspector.get_pk_constraint(table),
        "foreign keys": sorted(map(str, inspector.get_foreign_keys(table))),
        "checks": sorted(map(str, inspector.get_check_constraints(table))),
        "indices": sorted(map(_plain, inspector.get_indexes(table))),
        "options": inspector.get_table_options(table),
    }


def test_migrations_lead_to_the_schema(new_database: NewDatabase) -> None:
    migrated, made = (databases.engine(databases.address(new_database())) for _ in range(2))
    migrate(migrated.url.render_as_string(hide_password=False))
    schema.metadata.create_all(made)
    with migrated.connect() as connection, made.connect() as other:
        found, wanted = inspect(connection), inspect(other)
        assert set(found.get_table_names()) == {*wanted.get_table_names(), "alembic_version"}
        for table in wanted.get_table_names():
            assert reflected(found, table) == reflected(wanted, table)
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_the_files_of_the_migrations_are_named_by_their_numbers() -> None:
    steps = [step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert revisions(MIGRATIONS) == steps[::-1]


def test_a_site_that_is_up_to_date_does_not_wait_for_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(url)
    script = (
        "import sys; from goatherd.web.ledger import migrate; migrate(sys.argv[1]); "
        "print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, url], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


LATER = """
from alembic import op
import sqlalchemy as sa

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("settings") as batch:
        batch.add_column(sa.Column("novel", sa.Text()))
"""


@pytest.fixture
def later_version(tmp_path: Path) -> Path:
    """The migrations of some version of Goatherd to come."""
    scripts = tmp_path / "later % version"
    shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "r0002_later.py").write_text(LATER)
    return scripts


async def test_a_database_of_a_newer_version_is_refused(
    new_database: NewDatabase, later_version: Path
) -> None:
    url = new_database()
    migrate(url, later_version)
    with pytest.raises(DatabaseTooNew, match=r"0002.*up to 0001"):
        migrate(url)
    async with Ledger(url) as ledger:  # nothing happened to it
        await ledger.ping()


async def test_a_file_that_is_behind_is_copied_before_it_is_migrated(
    tmp_path: Path, later_version: Path
) -> None:
    file = tmp_path / "site.db"
    url = f"sqlite:///{file}"
    assert migrate(url) is None
    ledger = Ledger(url)
    table = await seated(ledger)
    await ledger.append_decisions(table, 0, [(0, "still in the log", 0)], 1.0)
    copy = migrate(url, later_version)  # while it is open: the row is not in the file itself yet
    await ledger.close()
    assert copy == tmp_path / "site.db.0001.bak"
    assert migrate(url, later_version) is None
    assert oct(copy.stat().st_mode)[-3:] == oct(file.stat().st_mode)[-3:] == "600"
    with closing(sqlite3.connect(copy)) as before, closing(sqlite3.connect(file)) as after:
        for database in (before, after):
            assert database.execute("SELECT text FROM decisions").fetchall() == [
                ("still in the log",)
            ]
        columns = "SELECT name FROM pragma_table_info('settings')"
        assert before.execute(columns).fetchall() == [("name",), ("value",)]
        assert after.execute(columns).fetchall() == [("name",), ("value",), ("novel",)]


def test_a_migration_that_fails_changes_nothing(
    new_database: NewDatabase, later_version: Path
) -> None:
    url = new_database()
    migrate(url)
    broken = later_version / "versions" / "r0002_later.py"
    broken.write_text(LATER + '    op.execute("nonsense")\n')
    with pytest.raises(LedgerDown, match="nonsense"):
        migrate(url, later_version)
    broken.write_text(LATER)
    migrate(url, later_version)


def test_a_database_of_something_else_is_left_alone(new_database: NewDatabase) -> None:
    url = new_database()
    with databases.engine(databases.address(url)).begin() as connection:
        connection.execute(text("CREATE TABLE herbs (name TEXT)"))
    with pytest.raises(LedgerDown, match="something else"):
        migrate(url)
    with databases.engine(databases.address(url)).connect() as connection:
        assert inspect(connection).get_table_names() == ["herbs"]


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Anna owes me a goat.\n" * 100)
    with pytest.raises(LedgerDown, match="not a database"):
        migrate(f"sqlite:///{tmp_path / 'notes.txt'}")
    assert (tmp_path / "notes.txt").read_text() == "Anna owes me a goat.\n" * 100


def test_workers_that_start_at_once_migrate_once(
    new_database: NewDatabase, later_version: Path
) -> None:
    url = new_database()
    script = (
        "import pathlib, sys; from goatherd.web.ledger import migrate; sys.stdin.read(); "
        "migrate(sys.argv[1], pathlib.Path(sys.argv[2]))"
    )
    for scripts in (MIGRATIONS, later_version):
        command = [sys.executable, "-c", script, url, str(scripts)]
        workers = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(3)
        ]
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.close()
            worker.stdin = None
        assert [worker.communicate()[1] for worker in workers] == [b""] * 3
        assert [worker.returncode for worker in workers] == [0] * 3


# --- between workers -----------------------------------------------------------------------------


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


# --- export and import ---------------------------------------------------------------------------


def seed_of(match: StoredTable) -> int:
    """Stands for what is made of the secret and the nonces."""
    return int(match.table.secret, 16) % 2**64


def record_of(match: StoredTable) -> str:
    """The record of a match as a room would write it."""
    table = match.table
    played = goatherd.load(table.game).new(table.players, seed_of(match), None, **table.options)
    for made in match.decisions:
        if made.text == TAKE_BACK:
            played.undo()
        else:
            played.play(made.text)
    return played.record()


async def play_to_the_end(ledger: Ledger, id: str, game: str, seed: int) -> None:
    played = goatherd.load(game).new(seed=seed)
    secret = f"{seed:064x}"
    row = a_table(id, game=game, players=played.players, options=played.options, secret=secret)
    await ledger.create_table(replace(row, started=1.5), SEATS[: played.players])
    made: list[Made] = []
    while (turn := played.turn) is not None:
        decision = played.legal()[len(made) % len(played.legal())]
        made.append(Made(turn, decision, len(made)))
        if len(made) == 5:
            made += [Made(turn, TAKE_BACK, 0), Made(turn, decision, 0)]
        played.play(decision)
    await ledger.append_decisions(id, 0, made, 2.25)
    await ledger.say(id, 0, "Anna", "good game", 2.5)
    await ledger.finish(id, played.scores(), played.winners(), 3.5 + seed)


def without_people(match: StoredTable) -> StoredTable:
    """What of a match is portable."""
    return StoredTable(
        replace(match.table, host="", changes=0),
        tuple(replace(seat, person=None) for seat in match.seats),
        match.decisions,
    )


@pytest.fixture
async def full(ledger: Ledger) -> Ledger:
    for seed, game in enumerate(goatherd.games()):
        await play_to_the_end(ledger, f"table{seed}", game, seed)
    await seated(ledger, "unfinished", started=1.0)
    return ledger


async def test_finished_matches_move_to_another_site(
    full: Ledger, new_database: NewDatabase
) -> None:
    file = io.BytesIO()
    told: list[tuple[int, int]] = []
    assert await portable.export(full, file, record_of, lambda *at: told.append(at)) == (4, [])
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    other = new_database()
    migrate(other)
    async with Ledger(other) as ledger:
        told.clear()
        progress = lambda *at: told.append(at)  # noqa: E731
        assert await portable.import_(ledger, file, record_of, progress) == (4, 0)
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1]
        found = [match async for match in ledger.finished()]
        assert found == [without_people(match) async for match in full.finished()]
        assert await portable.import_(ledger, file, record_of) == (0, 4)
        assert [match async for match in ledger.finished()] == found
        again = io.BytesIO()
        await portable.export(ledger, again, record_of)
        assert again.getvalue() == file.getvalue()


async def test_importing_where_the_matches_come_from_changes_nothing(full: Ledger) -> None:
    before = [match async for match in full.finished()]
    file = io.BytesIO()
    await portable.export(full, file, record_of)
    assert await portable.import_(full, file, record_of) == (0, 4)
    assert [match async for match in full.finished()] == before


async def test_each_exported_match_is_a_record(full: Ledger) -> None:
    file = io.BytesIO()
    await portable.export(full, file, record_of)
    _, *records = file.getvalue().decode().split("goatherd record 1\n")
    matches = [match async for match in full.finished()]
    for record, match in zip(records, matches, strict=True):
        played = goatherd.replay("goatherd record 1\n" + record)
        assert (played.game, tuple(played.scores())) == (match.table.game, match.table.scores)


async def test_a_match_that_cannot_be_replayed_is_left_out(full: Ledger) -> None:
    await seated(full, "strange", started=1.0)
    await full.append_decisions("strange", 0, [(0, "fly", 0)], 1.0)
    await full.finish("strange", [0] * 4, [], 99.0)
    file = io.BytesIO()
    exported = await portable.export(full, file, record_of)
    assert exported.matches == 4
    ((id, reason),) = exported.left_out
    assert id == "strange"
    assert "fly" in reason


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda text: "", "part of it is missing"),
    "other file": (lambda text: "once upon a time\n" + text, "line 1: "),
    "cut": (lambda text: text[: len(text) // 2], "missing"),
    "table missing": (lambda text: text.replace("# table", "# stable", 1), "line 3: .*no table"),
    "unreadable": (lambda text: text.replace('{"id"', '{"id', 1), "line 3: .*unreadable"),
    "other fact": (lambda text: text.replace('"hints"', '"tints"', 1), "line 3: expected"),
    "other type": (lambda text: text.replace('"open": true', '"open": 1', 1), "line 3: open"),
    "bad id": (lambda text: text.replace('"table0"', '"../x"', 1), "line 3: id"),
    "other seats": (lambda text: text.replace('"seat": 0', '"seat": 7', 1), "line 3: .*seats"),
    "other play": (lambda text: text.replace("\nplay ", "\n# play ", 1), "line 4: .*differently"),
    "other secret": (lambda text: text.replace(f'{"0" * 64}"', f'{"0" * 63}7"', 1), "line [34]: "),
    "other name": (lambda text: text.replace("Anna", "Hanna", 1), "were changed"),
    "other result": (
        lambda text: text.replace('"scores": [', '"scores": [7, ', 1),
        "line 3: .*ended",
    ),
    "more": (lambda text: text + "more\n", "nothing may follow"),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_file_is_refused_whole(tmp_path: Path, damage: str) -> None:
    spoil, place = DAMAGES[damage]
    url, other = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "other.db"))
    migrate(url)
    migrate(other)
    async with Ledger(url) as ledger:
        await play_to_the_end(ledger, "table0", "goat-n-goat", 0)
        await play_to_the_end(ledger, "table1", "goat-n-goat", 1)
        file = io.BytesIO()
        await portable.export(ledger, file, record_of)
    spoilt = spoil(file.getvalue().decode())
    async with Ledger(other) as ledger:
        with pytest.raises(BadRecord, match=place):
            await portable.import_(ledger, io.BytesIO(spoilt.encode()), record_of)
        assert (await ledger.counts()).finished == 0


# --- a plain list as the model -------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 1]),  # the worker
        st.sampled_from(["append", "take back", "say", "sit", "news"]),
        st.integers(-1, 2),  # how far from the true number
        st.integers(1, 3),  # how many at once
    ),
    max_size=30,
)


class Reader:
    """Somebody who only ever asks for news."""

    def __init__(self, ledger: Ledger, table: str) -> None:
        self.ledger = ledger
        self.table = table
        self.texts: list[str] = []
        self.changes = -1
        self.messages: list[str] = []
        self.seat = ""

    async def ask(self) -> None:
        news = await self.ledger.news(self.table, len(self.texts), self.changes)
        assert news is not None
        self.texts += [made.text for made in news.decisions]
        if news.surroundings is not None:
            self.changes = news.surroundings.table.changes
            self.messages = [message.text for message in news.surroundings.messages]
            self.seat = news.surroundings.seats[3].name


NUMBERS = itertools.count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=STEPS)
def test_a_reader_of_news_knows_what_a_list_knows(
    database: str, steps: list[tuple[int, str, int, int]]
) -> None:
    asyncio.run(follow(steps, database, f"table{next(NUMBERS)}"))


async def follow(steps: list[tuple[int, str, int, int]], url: str, table: str) -> None:
    made: list[str] = []
    said: list[str] = []
    changes, seat = 0, ""
    async with two(url) as workers:
        await seated(workers[0], table)
        readers = [Reader(worker, table) for worker in workers]
        for worker, act, off, count in steps:
            ledger = workers[worker]
            if act in ("append", "take back"):
                decisions = [TAKE_BACK if act == "take back" else f"d{len(made)}"] * count
                rows = [(0, decision, 0) for decision in decisions]
                fits = await ledger.append_decisions(table, len(made) + off, rows, 1.0)
                assert fits == (off == 0)
                made += decisions if fits else []
            elif act == "say":
                said.append(f"m{changes}")
                await ledger.say(table, 0, "Anna", said[-1], 1.0, most_kept=3)
                changes += 1
            elif act == "sit":
                name = f"guest {changes}"
                row = SeatRow(3, "person", person=name, name=name)
                won = await ledger.change(table, changes + off, {}, [row])
                assert won == (changes + 1 if off == 0 else None)
                changes, seat = (changes + 1, name) if won else (changes, seat)
            else:
                await readers[worker].ask()
        for reader in readers:
            await reader.ask()
            assert (reader.texts, reader.changes) == (made, changes)
            assert (reader.messages, reader.seat) == (said[-3:], seat)
