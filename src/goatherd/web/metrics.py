"""Figures about the site for Prometheus. None of them tells of a table, a person or a card."""

from collections import Counter as Tally
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from goatherd.web.ledger.rows import Counts

METHODS = {"GET", "HEAD", "POST"}


class Metrics:
    """The figures of one worker, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.decisions = Counter(
            "goatherd_decisions", "Decisions accepted by this worker", registry=self.registry
        )
        self.refused = Counter(
            "goatherd_refused", "Requests refused, by status", ["status"], registry=self.registry
        )
        self.streams = Gauge("goatherd_streams", "Open event streams", registry=self.registry)
        self.rooms = Gauge("goatherd_rooms", "Tables in memory", registry=self.registry)
        self.tables = Gauge(
            "goatherd_tables", "Tables in the database, by stage", ["stage"], registry=self.registry
        )
        self.unplayable = Gauge(
            "goatherd_unplayable",
            "Tables left out because their match cannot be replayed",
            registry=self.registry,
        )
        self.troubles = Gauge(
            "goatherd_troubles", "Parts of this worker that are not well", registry=self.registry
        )
        self._hidden: Tally[str] = Tally()
        self.stand_ins = Gauge(
            "goatherd_bot_stand_ins",
            "Decisions of bots that were not ready in time",
            registry=self.registry,
        )
        self.requests = Histogram(
            "goatherd_request_seconds",
            "How long requests took, streams left out",
            ["method"],
            registry=self.registry,
        )

    def answered(self, method: str, seconds: float) -> None:
        """Note how long a request took; a method may be anything that somebody made up."""
        self.requests.labels(method if method in METHODS else "other").observe(seconds)

    def count_tables(self, counts: Counts) -> None:
        for stage, count in counts._asdict().items():
            self.tables.labels(stage).set(count)

    def decided(self, table: str, count: int, *, in_secret: bool) -> None:
        """Count decisions; what all are asked in secret is counted when the question is closed,
        since it would tell that somebody had a choice."""
        if in_secret:
            self._hidden[table] += count
        else:
            self.decisions.inc(count + self._hidden.pop(table, 0))

    def serve(self, port: int) -> Callable[[], None]:
        """Tell them at a port of this machine; what is returned ends that."""
        server, thread = start_http_server(port, "127.0.0.1", self.registry)

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end
