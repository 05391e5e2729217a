"""A PostgreSQL of its own for the tests: made in a temporary folder, gone at the end."""

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

OWNER = "postgres"
"""PostgreSQL refuses to run as root; then this user runs it."""


class Cluster:
    """A running server that listens on a socket in its own folder only."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.port = 20000 + secrets.randbelow(40000)

    def make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, OWNER)
        self.run("initdb", "-D", self.data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = f"-k {self.folder} -p {self.port} -c listen_addresses= -c max_connections=200"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """At once: what is thrown away need not be tidied up first."""
        self.run("pg_ctl", "-D", self.data, "-w", "-m", "immediate", "stop")

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.geteuid() == 0:
            command = [
                "setpriv",
                f"--reuid={OWNER}",
                f"--regid={OWNER}",
                "--clear-groups",
                *command,
            ]
        # Not a pipe: the server that pg_ctl starts would keep it open.
        with (self.folder / f"{program}.out").open("w") as out:
            done = subprocess.run(command, stdout=out, stderr=out, cwd=self.folder)
        if done.returncode:
            pytest.fail((self.folder / f"{program}.out").read_text())

    def url(self, name: str) -> str:
        return f"postgresql://{OWNER}@/{name}?host={self.folder}&port={self.port}"

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        """Run one statement as the owner of everything."""
        url = self.url("postgres").replace("postgresql:", "postgresql+psycopg:", 1)
        engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            found = connection.execute(text(statement))
            return [tuple(row) for row in found] if found.returns_rows else []

    def disconnect(self, url: str) -> None:
        """Cut all connections to a database, and wait until they are."""
        name = make_url(url).database
        self.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            f"WHERE datname = '{name}'"
        )

    def shut(self, url: str) -> None:
        """Cut all connections to a database, and refuse new ones."""
        self.execute(f"ALTER DATABASE {make_url(url).database} ALLOW_CONNECTIONS false")
        self.disconnect(url)

    def reopen(self, url: str) -> None:
        self.execute(f"ALTER DATABASE {make_url(url).database} ALLOW_CONNECTIONS true")

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"goatherd_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def programs() -> Path | None:
    """Where the newest PostgreSQL keeps its programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@contextmanager
def running() -> Iterator[Cluster]:
    """A cluster for as long as the context lasts."""
    where = programs()
    if where is None:
        missing = "PostgreSQL is not installed (Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    # A short path: that of a socket has 107 characters at most.
    folder = Path(tempfile.mkdtemp(prefix="goatherd-pg-"))
    try:
        cluster = Cluster(where, folder)
        cluster.make()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
