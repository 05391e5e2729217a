"""Why a decision is good, in sentences: for hints and reviews, from a seat's view and no more."""

from functools import partial

from goatherd import rng
from goatherd.interpreted import as_record, copied
from goatherd.view import View
from goatherd.words import Text
from goatherd.worlds import World, Worlds

MANY = 100
"""Worlds that odds are counted in: mostly within 10 of 100 of the truth."""
MOST = 3
"""Reasons given at once; more would not be read."""


def reasons(view: View, decision: str, other: str | None = None, seed: int = 0) -> list[Text]:
    """Why a seat would decide so now, rather than the other way; none where the game has none.

    The same view, decisions and seed give the same sentences.
    """
    explain = view.contract.faces.reasons
    if explain is None or view.seat is None or not view.legal_numbers():
        return []
    worlds = Worlds(partial(imagined, view, seed))
    told = explain(as_record(view.state), view.seat, decision, other, worlds)
    return list(dict.fromkeys(told))[:MOST]


def imagined(view: View, seed: int, many: int = MANY) -> list[World]:
    """Worlds that fit a view, drawn evenly and weighed by what the others have decided."""
    contract, viewer = view.contract, view.seat
    assert viewer is not None
    evidence = contract.search.gather(as_record(view.state), view.this_round())
    worlds = []
    for number in range(many):
        s = as_record(copied(view.state))
        rng.seed_fast(s, seed, number)
        contract.rules.imagine(s, viewer)
        worlds.append(
            World(contract.faces.zones(s), float(contract.search.weigh(s, evidence, viewer, 0.0)))
        )
    return worlds
