"""All that one viewer gets from the site, and other truths to put behind their table."""

import gc
import random
import re
import sys
import zlib
from collections import OrderedDict, deque
from functools import _lru_cache_wrapper
from itertools import islice
from typing import Any

import httpx
from prometheus_client import generate_latest

from goatherd import Match, View
from goatherd.bots.bot import Estimate, Explanation
from goatherd.testing import imagined, viewer_number
from goatherd.web.board.cache import BoardCaches, LruCache
from goatherd.web.rooms.room import Room
from tests.web.site import OpenSite, seated

PLAYERS = 4
AFTER = ("/rounds", "/replay", "/review", "/record", "/line", "/proof")
"""What is open once the match is over."""
OFFER = re.compile(rb'value="\w{10}"\s+data-commitment="[0-9a-f]{64}"')
"""A table that could be made next, another one on every home page."""
ABOUT_TABLES = (b"goatherd_decisions_total", b"goatherd_tables", b"goatherd_rooms")
"""Figures that asking for something does not change."""


class Watch:
    """Everything that one viewer gets from the site, whenever they ask."""

    def __init__(self, site: OpenSite, table: str, seat: int | None, token: str | None) -> None:
        self.site = site
        self.table = table
        self.seat = seat
        self.client = site.client()
        self.bearer = {"authorization": f"Bearer {token}"} if token else {}
        if token:
            self.client.cookies.set(f"seat-{table}", token)

    async def __aenter__(self) -> "Watch":
        await self.client.get("/")  # from now on the browser is known
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def everything(self, room: Room) -> dict[str, bytes]:
        """By what was asked: status, headers and body of the answer."""
        assert room.match is not None
        home, api = f"/t/{self.table}", f"/api/tables/{self.table}"
        legal = room.view(self.seat).legal()
        got = {path: await self._get(path) for path in ("/", home, *self._others(room))}
        got |= {path: await self._get(home + path) for path in AFTER}
        got |= {path: await self._get(path, self.bearer) for path in (api, f"{api}/record")}
        for decision in legal[:3]:
            query = str(httpx.QueryParams(draft=decision))
            got[f"draft {decision}"] = await self._get(f"{home}?{query}")
        got["events"] = await self._event(f"{home}/events", self._cookies())
        got["api events"] = await self._event(f"{api}/events", self.bearer)
        got["metrics"] = await self._metrics()
        got |= await self._refusals(room, home, api)
        return got | await self._hints(home, room)

    def _others(self, room: Room) -> list[str]:
        """Why the cards on the table cannot be played, and lists."""
        zones = room.view(self.seat).table().zones
        cards = [card.id for zone in zones for card in zone.cards]
        cards = cards[:: max(len(cards) // 4, 1)]
        asked = [f"/t/{self.table}/why?{httpx.QueryParams(card=card)}" for card in cards]
        return [*asked, "/api/tables", "/health"]

    async def _refusals(self, room: Room, home: str, api: str) -> dict[str, bytes]:
        """Answers to what this viewer may not do now: each of them, and twice at a time."""
        assert room.match is not None
        csrf = await self._token(home)
        legal = room.view(self.seat).legal()
        illegal = [text for text in room.match.contract.facts.actions if text not in legal]
        version = room.known_version(self.seat)
        tries = [(version, [text]) for text in illegal[:: max(len(illegal) // 3, 1)]]
        tries += [(version, [text, illegal[0]]) for text in legal[:2]]
        tries += [(version + 1, [illegal[-1]])]
        found = {}
        for number, texts in tries:
            form = {"csrf": csrf, "version": number, "decision": texts}
            wanted = {"version": number, "decisions": texts}
            fragment = {"x-fragment": "1"}
            posted = await self.client.post(f"{home}/decide", data=form, headers=fragment)
            found[f"form {number} {texts}"] = written(posted)
            sent = await self.client.post(f"{api}/decisions", json=wanted, headers=self.bearer)
            found[f"api {number} {texts}"] = written(sent)
            back = {"csrf": csrf, "version": number + 1}
            posted = await self.client.post(f"{home}/take-back", data=back, headers=fragment)
            found[f"take back {number}"] = written(posted)
        return found

    async def _hints(self, home: str, room: Room) -> dict[str, bytes]:
        """What a bot says that is asked about the viewer's cards, now and after a decision."""
        self.site.worker.pool.explain = thought_of  # type: ignore[method-assign]
        csrf, legal = await self._token(home), room.view(self.seat).legal()
        asked = [[], legal[:1]] if legal else [[]]
        found = {}
        for texts in asked:
            form = {"csrf": csrf, "version": 0, "decision": texts}
            found[f"hint {texts}"] = written(await self.client.post(f"{home}/hint", data=form))
        return found

    async def _token(self, home: str) -> str:
        page = (await self.client.get(home)).text
        return page.partition('name="csrf" value="')[2].partition('"')[0]

    async def _get(self, path: str, headers: dict[str, str] | None = None) -> bytes:
        answer = written(await self.client.get(path, headers=headers))
        return OFFER.sub(b"", answer)

    async def _event(self, path: str, headers: dict[str, str]) -> bytes:
        return await self.site.first_event(path, headers)

    async def _metrics(self) -> bytes:
        """As they are now: tables are counted again only now and then."""
        worker = self.site.worker
        worker.metrics.count_tables(await worker.ledger.counts())
        lines = generate_latest(worker.metrics.registry).splitlines()
        return b"\n".join(line for line in lines if line.startswith(ABOUT_TABLES))

    def _cookies(self) -> dict[str, str]:
        kept = self.client.cookies.items()
        return {"cookie": "; ".join(f"{name}={value}" for name, value in kept)}


def written(answer: httpx.Response) -> bytes:
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{answer.status_code}\n{head}\n\n".encode() + answer.content


async def thought_of(view: View, *_: object, **__: object) -> Explanation:
    """Stands for a bot: all that it was given goes into what it says."""
    given = [view.state.tobytes(), view.history(), view.lines(), view.table()]
    value = zlib.crc32(repr(given).encode()) / 2**32
    return Explanation((Estimate(view.legal()[0], value, 1),), ())


async def table_at(
    site: OpenSite, client: httpx.AsyncClient, game: str, decisions: int
) -> tuple[Room, list[str | None]]:
    """A room after so many random decisions, or when Goita's calls are over; the seats' keys."""
    table, programs = await seated(client, game, PLAYERS)
    room = await site.room(table)
    assert room.match is not None
    chance = random.Random(decisions)
    while room.version < decisions or room.question is not None:
        assert room.match.turn is not None
        decision = chance.choice(room.match.legal())
        await site.worker.rooms.move(room, room.match.turn, room.version, decision)
    return room, [program.token for program in programs]


def viewers(match: Match) -> list[int | None]:
    """The seat to act, the next one, and a spectator."""
    turn = match.turn or 0
    return [turn, (turn + 1) % PLAYERS, None]


# Other truths


def twins(match: Match, seat: int | None) -> list[Match]:
    """Another truth that a viewer cannot tell from this one, with other cards."""
    number = viewer_number(match, seat)
    others = (imagined(match, number, seed) for seed in range(1, 20))
    return list(islice((other for other in others if other.cards() != match.cards()), 1))


async def with_truth(site: OpenSite, table: str, match: Match) -> Room:
    """The room as the ledger tells it, with this truth behind the table and nothing remembered."""
    forget(site)
    room = await site.reloaded(table)
    room.match = match.copy()
    untold = [remembered._replace(stories={}) for remembered in match._recent]
    room.match._recent = deque(untold, match._recent.maxlen)
    room._turned(room.began)
    return room


ALWAYS_THE_SAME = {
    "goatherd.words",
    "goatherd.web.art",
    "goatherd.web.files",
    "goatherd.web.rulebook",
    "goatherd.interpreted",
    "goatherd.games",
}
"""Modules that remember nothing but what does not depend on any match."""
TEMPLATES = {"environment"}
"""Functions that remember how templates were read."""


def forget(site: OpenSite) -> None:
    """Make all caches of the package and of this site new."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and remembers_tables(one):
            one.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("goatherd"):
            for value in vars(module).values():
                if isinstance(value, OrderedDict):
                    value.clear()
    for name, value in vars(site.worker).items():
        if isinstance(value, LruCache):
            setattr(site.worker, name, LruCache(value.most))
    site.worker.boards = BoardCaches()


def remembers_tables(cached: Any) -> bool:
    module, name = getattr(cached, "__module__", ""), getattr(cached, "__name__", "")
    ours = str(module).startswith("goatherd") and module not in ALWAYS_THE_SAME
    return ours and name not in TEMPLATES


async def leaks(site: OpenSite, watch: Watch, truth: Match, twin: Match) -> set[str]:
    """What tells a viewer which of two truths is behind the table: everything that differs."""
    got = []
    for match in (truth, twin):
        got.append(await watch.everything(await with_truth(site, watch.table, match)))
    before, after = got
    differ = {what for what in before.keys() & after.keys() if before[what] != after[what]}
    return differ | (before.keys() ^ after.keys())
