"""Decisions put together before anything is sent.

A person lays a piece face down and then chooses the attack; plays three cards and then chooses what
to draw. Such parts are tried out on the person's own view, which holds nothing that they may not
know, and are sent together. A draft ends where the turn passes, or where something hidden would be
seen.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from goatherd.errors import IllegalMove
from goatherd.interpreted import as_record, copied
from goatherd.rng import seed_fast
from goatherd.table import Table, Zone
from goatherd.view import View
from goatherd.words import Text

LONGEST_DRAFT = 64
"""Parts of one decision; no game comes near."""
WORLDS = 4
"""Where what is seen depends on hidden cards (does anybody hold a wild?), one world may mislead."""


Worlds = Sequence[np.ndarray[Any, Any]]


class Draft(NamedTuple):
    """What has been put together."""

    view: View
    """The seat's own view after it; where it is complete, before its last part."""
    parts: tuple[str, ...] = ()
    words: tuple[Text, ...] = ()
    """The parts as they were offered."""
    complete: bool = False
    """Only the seat's word is missing."""


class Drafts:
    """The drafts that one view was asked for: a longer one goes on from a shorter one."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._known: dict[tuple[str, ...], Draft] = {(): Draft(view)}
        self._worlds: dict[tuple[str, ...], Worlds] = {}

    def of(self, texts: Sequence[str]) -> Draft:
        """A draft of these decisions and of those that follow by themselves; IllegalMove where one
        of them may not be made."""
        if len(texts) > LONGEST_DRAFT:
            raise IllegalMove(f"{len(texts)} decisions at once: {LONGEST_DRAFT} at most")
        draft = self.exactly(texts)
        while draft.parts and not draft.complete and len(draft.view.legal()) == 1:
            draft = self._longer((*draft.parts, draft.view.legal()[0]), draft)
        return draft

    def exactly(self, texts: Sequence[str]) -> Draft:
        """A draft of these decisions alone."""
        *_, draft = self.steps(texts)
        return draft

    def steps(self, texts: Sequence[str]) -> Iterator[Draft]:
        """The drafts before the first of these decisions, and after each of them."""
        draft = self._known[()]
        yield draft
        for length in range(1, len(texts) + 1):
            draft = self._longer(tuple(texts[:length]), draft)
            yield draft

    def _longer(self, parts: tuple[str, ...], draft: Draft) -> Draft:
        known = self._known.get(parts)
        if known is None:
            known = self._known[parts] = self._extended(draft, parts)
        return known

    def _extended(self, draft: Draft, parts: tuple[str, ...]) -> Draft:
        """A draft with one part more."""
        text = parts[-1]
        choices = () if draft.complete else draft.view.table().choices
        words = next((one.words for one in choices if one.text == text), None)
        if words is None:
            raise IllegalMove(text)
        after = foreseen(draft.view, text)
        if after is None or not all(looks_like(after, world) for world in self._after(parts)):
            return Draft(draft.view, parts, (*draft.words, words), complete=True)
        return Draft(after, parts, (*draft.words, words))

    def _after(self, parts: tuple[str, ...]) -> Worlds:
        """What the truth might be after these decisions."""
        known = self._worlds.get(parts)
        if known is None and not parts:
            known = [imagined(self.view, number) for number in range(WORLDS)]
        elif known is None:
            known = [decided(world, self.view, parts[-1]) for world in self._after(parts[:-1])]
        self._worlds[parts] = known
        return known

    def asks(self, draft: Draft) -> bool:
        """Whether the seat is asked for its word on a complete draft: for a single part only where
        it draws on chance or shows something, so that it can never be taken back."""
        if len(draft.parts) > 1:
            return True
        return not self._is_made_at_once(draft) and self._shows_something(draft.parts)

    def _is_made_at_once(self, draft: Draft) -> bool:
        """Whether nobody is asked for a word, whatever is seen then: where all are asked in secret,
        who have little time, and for what the game says."""
        contract, text = self.view.contract, draft.parts[-1]
        is_secret = contract.facts.quiet in draft.view.legal()
        return is_secret or text.partition(" ")[0] in contract.looks.at_once

    def _shows_something(self, parts: tuple[str, ...]) -> bool:
        """Whether chance is drawn on with the last part, or the seat sees something by it, in any
        of the worlds that it may be in."""
        pairs = zip(self._after(parts[:-1]), self._after(parts), strict=True)
        if any(as_record(one).rng.tobytes() != as_record(two).rng.tobytes() for one, two in pairs):
            return True
        seen = {self._seen(world).tobytes() for world in self._after(parts)}
        return len(seen) > 1

    def _seen(self, world: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """What the seat would see in a world."""
        assert self.view.seat is not None
        seen = copied(world)
        self.view.contract.rules.redact(as_record(seen), self.view.seat)
        return seen

    def preview(self, draft: Draft) -> Table:
        """The table with a complete draft as it will lie, as far as the seat can know.

        What lies alike in all worlds that the seat may be in is shown; elsewhere the chosen card is
        lifted, and all else stays as it is.
        """
        now, last = draft.view.table(), draft.parts[-1]
        clicks = next((one.clicks for one in now.choices if one.text == last), ())
        seen = {one.tobytes(): one for one in map(self._seen, self._with_last_part(draft))}
        tables = [self._table_of(one) for one in seen.values()]
        found: dict[str, list[Zone]] = {}
        for zone in (zone for table in tables for zone in table.zones):
            found.setdefault(zone.name, []).append(zone)
        zones = [
            certain(found.get(zone.name, ()), len(tables)) or lifted(zone, clicks)
            for zone in now.zones
        ]
        return now._replace(zones=tuple(zones), choices=())

    def _with_last_part(self, draft: Draft) -> Worlds:
        """The worlds after a draft; a round that ends by it is not cleared away."""
        rules = draft.view.contract.rules
        if rules.rounds is None:
            return self._after(draft.parts)
        action = draft.view.contract.facts.actions.index(draft.parts[-1])
        worlds = []
        for before, after in zip(
            self._after(draft.parts[:-1]), self._after(draft.parts), strict=True
        ):
            if rules.rounds.ended(as_record(before), as_record(after)):
                after = copied(before)
                rules.rounds.finish(as_record(after), action)
            worlds.append(after)
        return worlds

    def _table_of(self, seen: np.ndarray[Any, Any]) -> Table:
        assert self.view.seat is not None
        return self.view.contract.table(as_record(seen), self.view.seat, ())


def certain(found: Sequence[Zone], worlds: int) -> Zone | None:
    """A zone that lies alike in all worlds."""
    alike = len(found) == worlds and all(zone.cards == found[0].cards for zone in found)
    return found[0] if alike else None


def lifted(zone: Zone, clicks: Sequence[str]) -> Zone:
    """A zone without the first card of it that is clicked."""
    chosen = next((card for card in zone.cards if card.id in clicks), None)
    cards = tuple(card._replace(lit=False) for card in zone.cards if card is not chosen)
    return zone._replace(cards=cards)


def imagined(view: View, number: int) -> np.ndarray[Any, Any]:
    """One of the worlds that a seat may be in."""
    assert view.seat is not None
    world = copied(view.state)
    s = as_record(world)
    seed_fast(s, number, 0)
    view.contract.rules.imagine(s, view.seat)
    return world


def decided(world: np.ndarray[Any, Any], view: View, text: str) -> np.ndarray[Any, Any]:
    """A world after a decision."""
    after = copied(world)
    view.contract.rules.apply(as_record(after), view.contract.facts.actions.index(text))
    return after


def looks_like(view: View, world: np.ndarray[Any, Any]) -> bool:
    """Whether a seat would see in a world just what its view tells."""
    assert view.seat is not None
    seen = copied(world)
    view.contract.rules.redact(as_record(seen), view.seat)
    return seen.tobytes() == view.state.tobytes()


def foreseen(view: View, text: str) -> View | None:
    """The view after a legal decision as its seat foresees it, if the seat then goes on deciding.

    What is then really seen may be more: so the same is tried out in imagined worlds, and in each
    of them the seat must see just this.
    """
    state = copied(view.state)
    try:
        view.contract.rules.apply(as_record(state), view.contract.facts.actions.index(text))
    except (IndexError, OverflowError, ValueError):
        return None  # it moves a card that the view does not know
    if as_record(state).turn != view.seat:
        return None
    return _view_of(view, state, text)


def _view_of(view: View, state: np.ndarray[Any, Any], text: str) -> View:
    assert view.seat is not None
    made = (view.seat, text)
    history, this_round = [*view.history(), made], [*view.this_round(), made]
    return View(
        view.contract, view.seat, state, history, this_round, view.lines(), (), view.finished()
    )
