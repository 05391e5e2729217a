"""The command that opens the site: database, socket, workers, and a clean end."""

import asyncio
import gc
import ipaddress
import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import cast

import platformdirs
import uvicorn

from goatherd.errors import BadOption
from goatherd.web.app import make_app
from goatherd.web.ledger.database import address, sqlite_file
from goatherd.web.ledger.migrate import migrate
from goatherd.web.ledger.store import Ledger
from goatherd.web.person import SECRETS, new_key
from goatherd.web.protocol import Connections, LimitedProtocol
from goatherd.web.site import Settings, Site

FILE = "goatherd.sqlite3"
GRACE = 5
"""Seconds that requests under way get when the site closes."""
RESTART = 1.0
"""Seconds before a worker that died is replaced."""
KEEP_ALIVE = 15
"""Seconds for which a connection without a request is kept."""
MOST_FILES = 1 << 20
"""Files that a worker may have open: more are never needed, and a list of them costs memory."""
RESERVED_FILES = 128
"""Of them not for connections: the database, the processes of bots, what is being sent."""
MOST_CONNECTIONS = 50_000
FAILED = 70
"""The code with which a worker ends that cannot go on."""

ANY = "; 0 takes any that is free"

log = logging.getLogger("goatherd.serve")


def default_database() -> str:
    """One file in the user's data folder."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('goatherd')) / FILE}"


def serve(settings: Settings, host: str, port: int, workers: int, *, renew: bool = False) -> None:
    """Serve until somebody stops it, with new secrets if so asked. BadOption for what cannot be
    served."""
    if workers > 1 and sqlite_file(address(settings.database)) is not None:
        raise BadOption("several workers need PostgreSQL: --database postgresql://...")
    check_proxies(settings.proxies)
    raise_file_limit()
    check_metrics(settings.metrics, workers)
    listening = listen(host, port)
    backup = migrate(settings.database)
    if backup is not None:
        print(f"The database was brought up to date; as it was before, it is in {backup}")
    if renew:
        print(asyncio.run(renew_secrets(settings.database)))
    print(f"Goatherd is open at {url_of(listening, host)} (Ctrl-C closes it)", flush=True)
    if workers == 1:
        work_again_and_again(settings, listening)
    else:
        supervise(settings, listening, workers)


async def renew_secrets(database: str) -> str:
    """Make all secrets of a site anew; what came of that, in words."""
    async with Ledger(database) as ledger:
        renewed = await ledger.renew({name: new_key() for name in SECRETS})
    return (
        "The secrets are new: cookies, links to seats and tokens of programs have ended. Matches "
        f"that go on, with bots for the people: {renewed.playing}. Tables that had not begun, and "
        f"are gone: {renewed.gone}"
    )


def check_proxies(proxies: Sequence[str]) -> None:
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise BadOption(
                f"--proxy {proxy}: give the address of a proxy, or a network: 10.0.0.0/8"
            ) from None


def check_metrics(first: int | None, workers: int) -> None:
    """BadOption if a port for figures is taken."""
    if first is not None:
        for port in range(first, first + workers):
            listen("127.0.0.1", port, "--metrics-port").close()


def raise_file_limit() -> int:
    """Let this process, and those that it starts, open as many files as they may; how many."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return min(soft, MOST_FILES) if soft != resource.RLIM_INFINITY else MOST_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
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
            f"Choose another one with {option}{ANY if option == '--port' else ''}"
        ) from None
    listening.listen(2048)
    return listening


def url_of(listening: socket.socket, host: str) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    return f"http://{shown}:{listening.getsockname()[1]}/"


class Server(uvicorn.Server):
    """Ends the event streams before it waits for requests: streams never end by themselves.

    It ends too when the worker cannot go on, and when the process that started it is gone: nobody
    would end or replace it any more.
    """

    def __init__(self, config: uvicorn.Config, site: Site, connections: Connections) -> None:
        super().__init__(config)
        self.site = site
        self.connections = connections
        self.failed = False
        site.on_failure = self.fail

    def fail(self) -> None:
        self.failed = self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self.connections.close_late()
            if is_orphan():
                log.warning("whoever started this worker is gone: it ends")
                self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.site.stop_streams()
        await super().shutdown(sockets)


def is_orphan() -> bool:
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()


def proxies_of(settings: Settings) -> Callable[[str], bool]:
    """Whether an address is that of a proxy, behind which anybody may be."""
    networks = [ipaddress.ip_network(proxy) for proxy in settings.proxies]

    @lru_cache(1000)
    def is_proxy(address: str) -> bool:
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in networks)

    return is_proxy


def connections_of(settings: Settings) -> Connections:
    """As many as there may be files; for one address a part of them, unless nobody is limited."""
    most = min(raise_file_limit() - RESERVED_FILES, MOST_CONNECTIONS)
    of_address = max(most // 4, 16) if settings.rate > 0 else most
    return Connections(most, of_address, proxies_of(settings))


def work(settings: Settings, listening: socket.socket, number: int = 0) -> bool:
    """Be one worker, until somebody stops it; False if it could not go on."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    app = make_app(settings)
    connections = connections_of(settings)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(LimitedProtocol, connections)),
        ws="none",
        access_log=False,  # addresses may hold the keys of seats
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP_ALIVE,
        limit_concurrency=connections.most + 1,
        backlog=2048,
        lifespan="on",
    )
    server = Server(config, app.state.site, connections)
    app.state.site.number = number
    gc.freeze()  # what is there by now stays, and need not be looked through while people play
    with uvicorn_loop(config) as runner:
        runner.run(server.serve(sockets=[listening]))
    return not server.failed


def work_again_and_again(settings: Settings, listening: socket.socket) -> None:
    """Be the only worker; one that could not go on is replaced by a new one."""
    while True:
        with listening.dup() as own:
            if work(settings, own):
                return
        print("The worker could not go on; another takes its place.", flush=True)
        time.sleep(RESTART)


def work_in_a_process(settings: Settings, listening: socket.socket, number: int) -> None:
    if not work(settings, listening, number):
        sys.exit(FAILED)


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

    def start(number: int) -> SpawnProcess:
        process = context.Process(target=work_in_a_process, args=(settings, listening, number))
        process.start()
        return process

    running = [start(number) for number in range(workers)]
    while not stopping:
        time.sleep(RESTART)
        for place, process in enumerate(running):
            if not stopping and not process.is_alive():
                print(f"A worker ended with code {process.exitcode}; another takes its place.")
                running[place] = start(place)
    for process in running:
        if process.is_alive():
            process.terminate()
    for process in running:
        process.join()
