"""Bringing a database up to this version of Goatherd, before the site opens."""

import logging
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from goatherd.web.ledger import database, schema
from goatherd.web.ledger.trouble import DatabaseTooNew, LedgerDown, said

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x676F61742D6D6967
"""The number under which PostgreSQL keeps others from migrating at the same time."""
LONGEST = 600
"""Seconds to wait for another worker that migrates."""
LARGEST_CHECKED = 256 * 1024 * 1024
"""Bytes of a SQLite file that is looked through before the site opens: a fraction of a second."""

log = logging.getLogger(__name__)


def migrate(url: str, scripts: Path = MIGRATIONS) -> Path | None:
    """Bring the database up to date, or make it; many may try at once, and one does it.

    All happens in one transaction. A SQLite file that is behind is copied first to
    `<file>.<revision>.bak`; the copy's path is returned where one was made. A database of a newer
    version is refused with DatabaseTooNew, anything else that is wrong with LedgerDown.
    """
    address = database.address(url)
    try:
        _make_file(address)
        engine = database.engine(address, foreign_keys=False)
        return _migrate(engine, address, scripts)
    except (DBAPIError, OSError) as error:
        raise LedgerDown(f"the database {database.shown(address)} fails: {said(error)}") from None


def _make_file(url: URL) -> None:
    """A SQLite file holds secrets: nobody but its owner may read it."""
    file = database.sqlite_file(url)
    if file is not None and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _migrate(engine: Engine, url: URL, scripts: Path) -> Path | None:
    with _patient_connection(engine) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SET LOCAL lock_timeout = '{LONGEST}s'"))
            connection.execute(text(f"SET LOCAL statement_timeout = '{LONGEST}s'"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        known = revisions(scripts)
        current = _checked_revision(connection, url, known)
        if current == known[-1]:
            _check_sound(connection, url)
            return None
        copy = _backup(url, current) if current else None
        _upgrade(connection, scripts)
        return copy


def revisions(scripts: Path) -> list[str]:
    """The numbers of all steps, read from their files' names (`r0001_tables.py`).

    Alembic knows too, but takes longer to import than a site that is up to date has to wait.
    """
    return sorted(file.name[1:5] for file in (scripts / "versions").glob("r[0-9]*.py"))


def _patient_connection(engine: Engine) -> Connection:
    """Two that make one SQLite file at once may both be turned away while it becomes a WAL file,
    however long their busy timeout is."""
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            connection = engine.connect()
        except DBAPIError as error:
            if "locked" not in said(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
            continue
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {LONGEST * 1000}")
            connection.rollback()
        return connection


def _checked_revision(connection: Connection, url: URL, known: list[str]) -> str | None:
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise LedgerDown(f"the database {database.shown(url)} holds tables of something else")
        return None
    current: str | None = connection.execute(
        text("SELECT version_num FROM alembic_version")
    ).scalar()
    if current is not None and current not in known:
        raise DatabaseTooNew(
            f"the database {database.shown(url)} has version {current}, this Goatherd knows "
            f"versions up to {known[-1]}: install the Goatherd that used it last"
        )
    if current is None and len(tables) > 1:
        raise LedgerDown(f"the database {database.shown(url)} does not say what its version is")
    return current


def _check_sound(connection: Connection, url: URL) -> None:
    """LedgerDown for a database that opens and would fail later: with a table or a column that is
    missing, or, in a SQLite file, with pages that cannot be read."""
    found = inspect(connection)
    for table in schema.metadata.sorted_tables:
        there = found.has_table(table.name)
        columns = {column["name"] for column in found.get_columns(table.name)} if there else set()
        missing = sorted(set(table.columns.keys()) - columns)
        if missing:
            lost = f"the columns {', '.join(missing)}" if there else "all of it"
            raise _damaged(url, f"of the table {table.name}, {lost} is missing")
    file = database.sqlite_file(url)
    if file is not None and file.stat().st_size <= LARGEST_CHECKED:
        told = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if told != "ok":
            raise _damaged(url, str(told).splitlines()[-1])


def _damaged(url: URL, what: str) -> LedgerDown:
    return LedgerDown(
        f"the database {database.shown(url)} is damaged: {what}. Use a copy of it from before"
    )


def _backup(url: URL, revision: str) -> Path | None:
    """A copy with everything that is committed, wherever SQLite keeps it just now."""
    file = database.sqlite_file(url)
    if file is None:
        return None
    copy = file.with_name(f"{file.name}.{revision}.bak")
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(copy)
    log.info("copied the database to %s before the migration", copy)
    return copy


def _upgrade(connection: Connection, scripts: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise LedgerDown(f"the migration would leave a row of {broken[0]} without its table")
