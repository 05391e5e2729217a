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
