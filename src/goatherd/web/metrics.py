"""Figures about the site for Prometheus. None of them tells of a table, a person or a card."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


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

    def text(self) -> bytes:
        return generate_latest(self.registry)
