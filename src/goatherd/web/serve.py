"""The command that opens the site: database, socket, workers, and a clean end."""

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import time
from pathlib import Path

import platformdirs
import uvicorn

from goatherd.errors import BadOption
from goatherd.web.app import make_app
from goatherd.web.ledger.database import address, sqlite_file
from goatherd.web.ledger.migrate import migrate
from goatherd.web.site import Settings, Site

FILE = "goatherd.sqlite3"
GRACE = 5
"""Seconds that requests under way get when the site closes."""
RESTART = 1.0
"""Seconds before a worker that died is replaced."""


def default_database() -> str:
    """One file in the user's data folder."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('goatherd')) / FILE}"


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve until somebody stops it. BadOption for what cannot be served."""
    if workers > 1 and sqlite_file(address(settings.database)) is not None:
        raise BadOption("several workers need PostgreSQL: --database postgresql://...")
    listening = listen(host, port)
    backup = migrate(settings.database)
    if backup is not None:
        print(f"The database was brought up to date; as it was before, it is in {backup}")
    print(f"Goatherd is open at {url_of(listening, host)} (Ctrl-C closes it)", flush=True)
    if workers == 1:
        work(settings, listening)
    else:
        supervise(settings, listening, workers)


def listen(host: str, port: int) -> socket.socket:
    """A socket at the address; BadOption if that is taken or cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(
            f"cannot listen at {host}, port {port}: {reason}. "
            "Choose another one with --port; 0 takes any that is free"
        ) from None
    listening.listen(2048)
    return listening


def url_of(listening: socket.socket, host: str) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    return f"http://{shown}:{listening.getsockname()[1]}/"


class Server(uvicorn.Server):
    """Ends the event streams before it waits for requests: streams never end by themselves."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self.site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.site.stop_streams()
        await super().shutdown(sockets)


def work(settings: Settings, listening: socket.socket) -> None:
    """Be one worker."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        access_log=False,  # addresses may hold the keys of seats
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=15,
        backlog=2048,
        lifespan="on",
    )
    server = Server(config, app.state.site)
    gc.freeze()  # what is there by now stays, and need not be looked through while people play
    with uvicorn_loop(config) as runner:
        runner.run(server.serve(sockets=[listening]))


def uvicorn_loop(config: uvicorn.Config) -> "asyncio.Runner":
    return asyncio.Runner(loop_factory=config.get_loop_factory())


def supervise(settings: Settings, listening: socket.socket, workers: int) -> None:
    """Keep so many workers running until a signal says to stop."""
    context = multiprocessing.get_context("spawn")
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    running = [context.Process(target=work, args=(settings, listening)) for _ in range(workers)]
    for process in running:
        process.start()
    while not stopping:
        time.sleep(RESTART)
        for place, process in enumerate(running):
            if not stopping and not process.is_alive():
                print(f"A worker ended with code {process.exitcode}; another takes its place.")
                running[place] = context.Process(target=work, args=(settings, listening))
                running[place].start()
    for process in running:
        if process.is_alive():
            process.terminate()
    for process in running:
        process.join()
