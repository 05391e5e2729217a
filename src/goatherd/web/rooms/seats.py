"""Rows of seats: for people with what they add to the deal, for bots, and for whoever comes."""

from dataclasses import replace
from secrets import token_hex
from typing import NamedTuple

from goatherd.bots.levels import checked_level
from goatherd.fairness import seal_of
from goatherd.web.ledger.rows import SeatRow


class Share(NamedTuple):
    """What somebody who sits down adds to the deal: a seal, or a nonce left with the table."""

    seal: str | None = None
    nonce: str | None = None


def person_seat(table: str, seat: int, person: str, name: str, share: Share) -> SeatRow:
    """The seat of a person; of a nonce that is left with the table, the table makes the seal."""
    seal = share.seal or (share.nonce and seal_of(table, seat, share.nonce))
    left = share.nonce if share.seal is None else None
    return SeatRow(
        seat,
        "person",
        person,
        name,
        nonce=left,
        seal=seal or None,
        entrusted=bool(left),
        sitting=new_sitting(),
    )


def new_sitting() -> str:
    return token_hex(8)


def seat_in_rematch(row: SeatRow) -> SeatRow:
    """The same seat for the same person or bot, where everything begins anew."""
    if row.kind == "person" and row.person is None:
        return SeatRow(row.seat)
    return replace(row, nonce=None, seal=None, entrusted=False, stand_in=False, chair=None)


def free_seat(seat: int, level: int | None) -> SeatRow:
    """A seat for a bot of a level, or for whoever comes."""
    if level is None:
        return SeatRow(seat)
    return SeatRow(seat, "bot", level=checked_level(level).number)
