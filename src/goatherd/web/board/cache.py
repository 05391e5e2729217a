"""What was drawn of a table, kept for a moment: most of it looks the same to everybody there.

Whoever is drawn for first draws what all see, for each language once; the others find it here. What
is kept says what it was drawn from, and is only used where that is equal: so it can never show
what a seat may not see, whatever the table's version.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_TABLES = 16
"""Tables whose HTML is kept: memory is for tables, not for what was drawn of them."""
MOST_PAGES = 8
"""Whole pages of a table that are kept: one for each player, and not for all who watch."""


class LruCache(Generic[K, V]):
    """A small cache that forgets what was not used for longest."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def find(self, key: K) -> V | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: K, value: V) -> V:
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        self._kept.pop(key, None)


class PartKey(NamedTuple):
    """A part of a table in a language."""

    language: str
    part: str
    """The name of a zone, or of a list beside the table."""
    viewer: int | None
    """The seat for which alone it was drawn; None for what all see."""


class BoardCache:
    """The HTML of one table: of each zone and list once for each language, and for a seat alone
    where it sees something of its own; and whole pages, which an answer and an event share."""

    def __init__(self) -> None:
        self._names: Sequence[str] = ()
        self._parts: dict[PartKey, tuple[object, str]] = {}
        self._pages: LruCache[tuple[object, ...], tuple[str, str]] = LruCache(MOST_PAGES)

    def begin(self, names: Sequence[str]) -> None:
        """What was drawn with other names is worth nothing."""
        if names != self._names:
            self._names = names
            self._parts.clear()

    def part(self, key: PartKey, drawn_from: object) -> str | None:
        """The HTML of a part, if it was drawn from just this."""
        known = self._parts.get(key)
        return known[1] if known is not None and known[0] == drawn_from else None

    def keep_part(self, key: PartKey, drawn_from: object, html: str) -> str:
        self._parts[key] = (drawn_from, html)
        return html

    def page(self, whose: tuple[object, ...], event_id: str) -> str | None:
        known = self._pages.find(whose)
        return known[1] if known is not None and known[0] == event_id else None

    def keep_page(self, whose: tuple[object, ...], event_id: str, html: str) -> str:
        self._pages.keep(whose, (event_id, html))
        return html


class BoardCaches:
    """The caches of the tables that were drawn last."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._tables: LruCache[str, BoardCache] = LruCache(most)

    def of(self, table: str) -> BoardCache:
        """The cache of a table, by its id."""
        return self._tables.find(table) or self._tables.keep(table, BoardCache())

    def drop(self, table: str) -> None:
        """Forget what was drawn of a table."""
        self._tables.drop(table)
