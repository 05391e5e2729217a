"""The database of the site: migrations lead to the schema, happen once, and spoil nothing."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Inspector, inspect, text

from goatherd.fairness import commitment_of, dealt, seal_of, verify
from goatherd.game import load
from goatherd.web.ledger import DatabaseTooNew, Ledger, LedgerDown, migrate, schema
from goatherd.web.ledger import database as databases
from goatherd.web.ledger.migrate import MIGRATIONS, revisions
from goatherd.web.rooms.rooms import Rooms
from tests.web.conftest import NewDatabase
from tests.web.ledgers import seated

pytestmark = pytest.mark.anyio


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


# --- from the schema before nonces were sealed ----------------------------------------------------


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    """The migrations of the Goatherd before seals."""
    scripts = tmp_path / "first version"
    shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__", "r000[2-9]*"))
    return scripts


OLD_TABLE = (
    "INSERT INTO tables (id, game, players, options, open, main, byoyomi, hints, take_back, "
    "secret, host, created, started, changes) VALUES (:id, 'goita', 4, :options, true, null, null, "
    "true, true, :secret, 'anna', 1.0, :started, 3)"
)
OLD_SEAT = (
    'INSERT INTO seats ("table", seat, kind, person, name, level, nonce, stand_in) '
    "VALUES (:table, :seat, :kind, :person, :name, :level, :nonce, false)"
)


def fill(url: str) -> None:
    """A table that waits and one that is played, as the first version wrote them."""
    with databases.engine(databases.address(url)).begin() as connection:
        for id, started in (("waits", None), ("plays", 2.0)):
            row = {"id": id, "started": started, "secret": "5e" * 32, "options": OLD_OPTIONS}
            connection.execute(text(OLD_TABLE), row)
            for seat, kind, nonce in (
                (0, "person", "Baa 山羊"),
                (1, "person", None),
                (2, "bot", None),
                (3, "empty", None),
            ):
                person = f"p{seat}" if kind == "person" else None
                level = 3 if kind == "bot" else None
                sitting = {"table": id, "seat": seat, "kind": kind, "person": person}
                sitting |= {"name": f"Goat {seat}", "level": level, "nonce": nonce}
                connection.execute(text(OLD_SEAT), sitting)


OLD_OPTIONS = '{"target": "round"}'


async def test_tables_of_the_version_before_go_on(
    new_database: NewDatabase, first_version: Path
) -> None:
    url = new_database()
    migrate(url, first_version)
    fill(url)
    migrate(url)
    async with Ledger(url) as ledger:
        service = Rooms(ledger, window=0.0)
        plays = await service.get("plays")
        old = dealt(load("goita"), 4, {"target": "round"}, "5e" * 32, "plays", {0: "Baa 山羊"})
        assert plays.match is not None
        assert plays.match.record() == old.record()
        await service.decide(plays, old.turn or 0, 0, [old.legal()[0]])
        waits = await service.get("waits")
        assert [row.seal for row in waits.seats] == [seal_of("waits", 0, "Baa 山羊"), *[None] * 3]
        assert waits.commitment == commitment_of("5e" * 32)
        await service.start(waits, 1)
        assert waits.match is not None
        assert all(check.ok for check in verify(waits.match.record(), None, "Baa 山羊"))


LAST = revisions(MIGRATIONS)[-1]
NEXT = f"{int(LAST) + 1:04}"
LATER = f"""
from alembic import op
import sqlalchemy as sa

revision = "{NEXT}"
down_revision = "{LAST}"


def upgrade() -> None:
    with op.batch_alter_table("settings") as batch:
        batch.add_column(sa.Column("novel", sa.Text()))
"""


@pytest.fixture
def later_version(tmp_path: Path) -> Path:
    """The migrations of some version of Goatherd to come."""
    scripts = tmp_path / "later % version"
    shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / f"r{NEXT}_later.py").write_text(LATER)
    return scripts


async def test_a_database_of_a_newer_version_is_refused(
    new_database: NewDatabase, later_version: Path
) -> None:
    url = new_database()
    migrate(url, later_version)
    with pytest.raises(DatabaseTooNew, match=rf"{NEXT}.*up to {LAST}"):
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
    assert copy == tmp_path / f"site.db.{LAST}.bak"
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
    broken = later_version / "versions" / f"r{NEXT}_later.py"
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


@pytest.mark.slow
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


# --- damaged files -------------------------------------------------------------------------------


def spoil_page(file: Path) -> None:
    pages = bytearray(file.read_bytes())
    pages[8192:12288] = b"\xff" * 4096
    file.write_bytes(pages)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def run(*statements: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    return change


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(spoil_page, id="a page that cannot be read"),
        pytest.param(cut_short, id="half a file"),
        pytest.param(run("DROP TABLE messages"), id="a table missing"),
        pytest.param(
            run("ALTER TABLE messages RENAME COLUMN name TO nickname"), id="a column missing"
        ),
        pytest.param(run("DELETE FROM alembic_version"), id="no version"),
        pytest.param(lambda file: file.write_bytes(b"goats" * 2000), id="something else"),
    ],
)
def test_a_damaged_file_is_refused_at_once(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    """Not when somebody first plays."""
    file = tmp_path / "site.db"
    url = f"sqlite:///{file}"
    migrate(url)
    migrate(url)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    damage(file)
    with pytest.raises(LedgerDown, match=str(file)) as refused:
        migrate(url)
    assert "INSERT" not in str(refused.value)
