"""How often somebody may ask, and how many event streams they may hold open.

There is a bucket for each person, and one for each address, whoever asks from there: cookies are
free, addresses are not. Behind one address a whole school may sit, so it may ask more often.
"""

import ipaddress
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from http import HTTPStatus

from goatherd.web.refused import Refused
from goatherd.words import Text

PEOPLE_AT_ADDRESS = 4
"""How many times as much as a person an address may ask."""
MOST_STREAMS_OF_PERSON, MOST_STREAMS_OF_ADDRESS = 16, 256

COST_OF_FILE = 0.1
COST_OF_REPLAY = 5.0
COST_OF_NEW_TABLE = 4.0
COST_OF_MESSAGE = 5.0
COST_OF_HINT = 10.0
REPLAYS = {"replay", "review", "result", "proof"}
"""Pages for which a match is played again."""


def cost_of(method: str, path: str) -> float:
    """What a request costs, by how much there is to do; most cost 1."""
    if path.startswith("/static/"):
        return COST_OF_FILE
    last = path.rpartition("/")[2]
    if path.startswith("/t/") and last in REPLAYS:
        return COST_OF_REPLAY
    if method != "POST":
        return 1.0
    if path in ("/tables", "/play-now", "/api/tables"):
        return COST_OF_NEW_TABLE
    return {"say": COST_OF_MESSAGE, "hint": COST_OF_HINT}.get(last, 1.0)


@lru_cache(1000)
def network_of(address: str) -> str:
    """What counts as one address: of IPv6, all 2^64 that a household gets."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))


class Rates:
    """How often each client may ask: a bucket that fills by `rate` a second up to `burst`.

    Only so many clients are remembered; whoever has not asked for longest is forgotten first.
    """

    def __init__(self, rate: float, burst: float, remembered: int = 20_000) -> None:
        self.rate = rate
        self.burst = burst
        self.remembered = remembered
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str, cost: float = 1.0, now: float | None = None) -> None:
        """Take from the client's bucket; Refused if there is not enough in it."""
        if self.rate <= 0:
            return
        cost = min(cost, self.burst)  # what costs more than a bucket holds could never be had
        now = time.monotonic() if now is None else now
        left, since = self._buckets.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._buckets[client] = (left - cost if left >= cost else left, now)
        if len(self._buckets) > self.remembered:
            self._buckets.popitem(last=False)
        if left < cost:
            wait = int((cost - left) / self.rate) + 1
            raise Refused(
                HTTPStatus.TOO_MANY_REQUESTS,
                Text("Too much at once. Try again in {seconds} s.", seconds=wait),
                retry_after=wait,
            )


class Streams:
    """How many event streams each person and each address holds open."""

    def __init__(self, *, limited: bool) -> None:
        self.limited = limited
        self._open: Counter[str] = Counter()

    def check(self, person: str, address: str) -> None:
        """Refused if there are so many already that another is too many."""
        if not self.limited:
            return
        for who, most in ((person, MOST_STREAMS_OF_PERSON), (address, MOST_STREAMS_OF_ADDRESS)):
            if self._open[who] >= most:
                raise Refused(
                    HTTPStatus.TOO_MANY_REQUESTS,
                    Text("Too many pages of tables are open at once: close some of them."),
                    retry_after=60,
                )

    def open(self, person: str, address: str) -> None:
        for who in {person, address}:
            self._open[who] += 1

    def close(self, person: str, address: str) -> None:
        for who in {person, address}:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
