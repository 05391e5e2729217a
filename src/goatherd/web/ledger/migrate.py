"""Bringing a database up to this version of Goatherd, before the site opens."""

import logging
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from goatherd.web.ledger import database
from goatherd.web.ledger.trouble import DatabaseTooNew, LedgerDown, said

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x676F61742D6D6967
"""The number under which PostgreSQL keeps others from migrating at the same time."""
LONGEST = 600
"""Seconds to wait for another worker that migrates."""

log = logging.getLogger(__name__)


def migrate(url: str, scripts: Path = MIGRATIONS) -> Path | None:
    """Bring the database up to date, or make it; many may try at once, and one does it.

    All happens in one transaction. A SQLite file that is behind is copied first to
    `<file>.<revision>.bak`; the copy's path is returned where one was made. A database of a newer
    version is refused with DatabaseTooNew, anything else that is wrong with LedgerDown.
    """
    address = database.address(url)
    steps = ScriptDirectory(str(scripts))
    try:
        _make_file(address)
        engine = database.engine(address, foreign_keys=False)
        return _migrate(engine, address, steps)
    except (DBAPIError, OSError) as error:
        raise LedgerDown(f"the database {database.shown(address)} fails: {said(error)}") from None


def _make_file(url: URL) -> None:
    """A SQLite file holds secrets: nobody but its owner may read it."""
    file = database.sqlite_file(url)
    if file is not None and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _migrate(engine: Engine, url: URL, steps: ScriptDirectory) -> Path | None:
    with _patient_connection(engine) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SET LOCAL lock_timeout = '{LONGEST}s'"))
            connection.execute(text(f"SET LOCAL statement_timeout = '{LONGEST}s'"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        current = _checked_revision(connection, url, steps)
        if current == steps.get_current_head():
            return None
        copy = _backup(url, current) if current else None
        _upgrade(connection, steps)
        return copy


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


def _checked_revision(connection: Connection, url: URL, steps: ScriptDirectory) -> str | None:
    current = MigrationContext.configure(connection).get_current_revision()
    known = {step.revision for step in steps.walk_revisions()}
    if current is not None and current not in known:
        raise DatabaseTooNew(
            f"the database {database.shown(url)} has version {current}, this Goatherd knows "
            f"versions up to {steps.get_current_head()}: install the Goatherd that used it last"
        )
    if current is None and inspect(connection).get_table_names():
        raise LedgerDown(f"the database {database.shown(url)} holds tables of something else")
    return current


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


def _upgrade(connection: Connection, steps: ScriptDirectory) -> None:
    config = Config()
    config.set_main_option("script_location", steps.dir.replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise LedgerDown(f"the migration would leave a row of {broken[0]} without its table")
