"""The server under test: a process of its own with a database of its own, and what it uses."""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

ADDRESS = re.compile(r"http://[^:/]+:(\d+)/")
LONGEST_START, LONGEST_END = 60.0, 15.0
TICK = os.sysconf("SC_CLK_TCK")


class NotServing(RuntimeError):
    """The server did not start; the text says what it said."""


@dataclass
class Served:
    """A server that runs."""

    process: subprocess.Popen[bytes]
    port: int
    database: str
    begun: float
    """When its command was given, by `time.perf_counter`."""
    metrics: int | None = None
    """The port of its figures."""

    def figures(self) -> str:
        """What it tells those who watch over it."""
        assert self.metrics is not None
        with urlopen(f"http://127.0.0.1:{self.metrics}/metrics") as answer:
            told: bytes = answer.read()
        return told.decode()

    def rss(self) -> int:
        """Its memory in kB, without the processes of its bots."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1])

    def cpu_seconds(self) -> float:
        """What it has used of the processor so far, all threads together."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def fresh_database(server: str | None) -> Iterator[str]:
    """A database that nobody uses, gone at the end: SQLite, or one on a PostgreSQL server."""
    if server is not None and make_url(server).drivername.startswith("postgres"):
        with _on_postgresql(make_url(server)) as url:
            yield url
        return
    with tempfile.TemporaryDirectory(prefix="goatherd-site-") as folder:
        yield f"sqlite:///{folder}/site.sqlite3"


@contextmanager
def _on_postgresql(server: URL) -> Iterator[str]:
    name = f"goatherd_bench_{secrets.token_hex(4)}"
    owner = create_engine(
        server.set(drivername="postgresql+psycopg"),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
    )
    with owner.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        with owner.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def site(database: str, *options: str) -> Iterator[Served]:
    """`goatherd serve`, one worker, without a limit of requests."""
    program = "from goatherd.cli import main; main()"
    with socket.create_server(("127.0.0.1", 0)) as free:
        figures = free.getsockname()[1]
    given = ("serve", "--port", "0", "--rate", "0", "--database", database, *options)
    told = ("--metrics-port", str(figures))
    with serving([sys.executable, "-P", "-c", program, *given, *told], database) as served:
        served.metrics = figures
        yield served


@contextmanager
def serving(command: list[str], database: str) -> Iterator[Served]:
    """Run a command that prints its address, until the end of the block."""
    begun = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,  # Ctrl-C is for us, who then end it in good order
        )
        try:
            yield Served(process, _port(process, said), database, begun)
        finally:
            _end(process)


def _port(process: subprocess.Popen[bytes], said: IO[bytes]) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        found = ADDRESS.search(line.decode())
        if found is not None:
            return int(found[1])
    process.wait(LONGEST_START)
    said.seek(0)
    trouble = said.read().decode(errors="replace").strip()
    raise NotServing(f"the server ended with code {process.returncode}: {trouble[-800:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(LONGEST_END)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert process.stdout is not None
    process.stdout.close()
