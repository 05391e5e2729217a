"""Decisions put together before anything is sent.

A person lays a piece face down and then chooses the attack; plays three cards and then chooses what
to draw. Such parts are tried out on the person's own view, which holds nothing that they may not
know, and are sent together. A draft ends where the turn passes, or where something hidden would be
seen.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from goatherd.errors import IllegalMove
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from goatherd.view import View
from goatherd.words import Text

LONGEST_DRAFT = 64
"""Parts of one decision; no game comes near."""
WORLDS = 4
"""Where what is seen depends on hidden cards (does anybody hold a wild?), one world may mislead."""


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
        self._known: dict[tuple[str, ...], Draft] = {(): Draft(view)}

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
        draft = self._known[()]
        for length in range(1, len(texts) + 1):
            draft = self._longer(tuple(texts[:length]), draft)
        return draft

    def _longer(self, parts: tuple[str, ...], draft: Draft) -> Draft:
        known = self._known.get(parts)
        if known is None:
            known = self._known[parts] = extended(draft, parts[-1])
        return known


def extended(draft: Draft, text: str) -> Draft:
    """A draft with one part more."""
    view = draft.view
    offered = {} if draft.complete else {one.text: one.words for one in view.table().choices}
    if text not in offered:
        raise IllegalMove(text)
    parts, words = (*draft.parts, text), (*draft.words, offered[text])
    after = goes_on(view, text)
    if after is None:
        return Draft(view, parts, words, complete=True)
    return Draft(after, parts, words)


def goes_on(view: View, text: str) -> View | None:
    """The view after a legal decision, if its seat then goes on deciding and has seen nothing new;
    otherwise None.

    Whether something new may be seen is tried out in imagined worlds: in each of them, the seat
    must see just what its own view already tells.
    """
    action = view.contract.actions.index(text)
    state = view.state.copy()
    try:
        view.contract.apply(as_record(state), action)
    except (IndexError, OverflowError, ValueError):
        return None  # it moves a card that the view does not know
    if as_record(state).turn != view.seat:
        return None
    foreseen = state.tobytes()
    if any(_seen_in_a_world(view, action, world) != foreseen for world in range(WORLDS)):
        return None
    return _view_of(view, state, text)


def _seen_in_a_world(view: View, action: int, number: int) -> bytes:
    assert view.seat is not None
    world = view.state.copy()
    s = as_record(world)
    seed_fast(s, number, 0)
    view.contract.imagine(s, view.seat)
    view.contract.apply(s, action)
    view.contract.redact(s, view.seat)
    return world.tobytes()


def _view_of(view: View, state: np.ndarray[Any, Any], text: str) -> View:
    assert view.seat is not None
    made = (view.seat, text)
    history, this_round = [*view.history(), made], [*view.this_round(), made]
    return View(view.contract, view.seat, state, history, this_round, view.lines(), ())
