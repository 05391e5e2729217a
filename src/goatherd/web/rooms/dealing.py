"""Before the cards are dealt: what a table fixes when it freezes, and who has yet to open.

Pure functions of the rows of a table and its seats; `goatherd.fairness` has the hashes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goatherd.fairness import (
    Deal,
    Played,
    dealt,
    dealt_sealed,
    fixed,
    pieces_lying,
    seal_of,
    seats_drawn,
    statement_of,
)
from goatherd.game import load
from goatherd.match import Match
from goatherd.web.ledger.rows import SeatRow, TableRow, VoidDeal
from goatherd.web.rooms.clock import TimeControl
from goatherd.words import Text

QUICKLY = 90.0
"""Seconds to open a nonce where people play live."""
BY_AND_BY = 3 * 24 * 3600.0
"""Where they play over days."""
SLOW_CLOCK = 3600
"""Seconds a decision of a clock from which on nobody has to be there."""
CALLED_OFF_AFTER = 60.0
"""Seconds after which the host need not wait for a nonce any longer."""


def played_at(table: TableRow) -> Played:
    partners = load(table.game).contract.facts.partners
    draw = () if table.draw is None or partners is None else partners.pieces
    return Played(table.id, table.game, table.players, table.options, draw)


def in_chairs(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Who sat where when the deal was fixed: before partners were drawn."""
    rows = [row if row.chair is None else replace(row, seat=row.chair) for row in seats]
    return sorted(rows, key=lambda row: row.seat)


def seats_after_draw(
    table: TableRow, seats: Sequence[SeatRow], drawn: Sequence[int]
) -> list[SeatRow]:
    """Everybody on the seat that they drew, once all have pointed."""
    deal, draw = frozen_deal(table, seats), played_at(table).draw
    drew = seats_drawn(deal, draw, drawn)
    return [replace(row, seat=drew[row.seat], chair=row.seat) for row in seats]


def pieces_drawn(table: TableRow, seats: Sequence[SeatRow]) -> list[Text] | None:
    """What everybody drew, by seat, once all is turned up."""
    partners = load(table.game).contract.facts.partners
    if table.draw is None or partners is None or any(row.chair is None for row in seats):
        return None
    lying = pieces_lying(frozen_deal(table, seats), partners.pieces)
    drawn = [lying[table.draw[row.chair or 0]] for row in seats]
    return [partners.words[partners.pieces.index(piece)] for piece in drawn]


def seat_in_words(row: SeatRow) -> str:
    """A seat as the digest fixes it."""
    if row.kind == "bot":
        return f"bot {row.level}"
    if row.seal is None:
        return "person"
    return f"{'left' if row.entrusted else 'person'} {row.seal}"


def void_deals(table: TableRow) -> tuple[Deal, ...]:
    """The deals of a table that came to nothing, with their digests."""
    found: tuple[Deal, ...] = ()
    for void in table.voids:
        found = (*found, _void_deal(played_at(table), void, found))
    return found


def _void_deal(played: Played, void: VoidDeal, before: Sequence[Deal]) -> Deal:
    nonces = tuple((seat, nonce) for seat, nonce in void["nonces"])
    deal = fixed(played, void["secret"], void["seats"], before)
    return replace(deal, nonces=nonces, failed=tuple(void["failed"]))


def frozen_deal(table: TableRow, seats: Sequence[SeatRow]) -> Deal:
    """The deal of a frozen table, as far as it is open."""
    chairs = in_chairs(seats)
    words = [seat_in_words(row) for row in chairs]
    deal = fixed(played_at(table), table.secret, words, void_deals(table))
    return replace(deal, nonces=_opened(chairs))


def _opened(seats: Sequence[SeatRow]) -> tuple[tuple[int, str], ...]:
    return tuple((row.seat, row.nonce) for row in seats if row.seal and row.nonce)


def statement(table: TableRow, seats: Sequence[SeatRow]) -> str:
    """What the digest of a frozen table is the hash of."""
    return statement_of(played_at(table), frozen_deal(table, seats), void_deals(table))


def unopened_seats(seats: Sequence[SeatRow]) -> list[int]:
    return [row.seat for row in seats if row.seal is not None and row.nonce is None]


def time_to_open(table: TableRow) -> float:
    """How long a frozen table waits for nonces, in seconds."""
    time = TimeControl.of(table)
    if time is None:
        return BY_AND_BY
    return QUICKLY if time.a_decision < SLOW_CLOCK else max(BY_AND_BY, float(time.a_decision))


def is_sealed_by(row: SeatRow, table: str, nonce: str) -> bool:
    return row.seal is not None and row.seal == seal_of(table, row.seat, nonce)


def voided(table: TableRow, seats: Sequence[SeatRow], failed: Sequence[int]) -> VoidDeal:
    """A frozen deal that comes to nothing, as it is written down."""
    deal = frozen_deal(table, seats)
    return VoidDeal(
        secret=deal.secret,
        seats=list(deal.seats),
        nonces=list(deal.nonces),
        failed=list(failed),
    )


def seats_after_void(seats: Sequence[SeatRow], failed: Sequence[int]) -> list[SeatRow]:
    """Who did not open loses the seat; all others seal anew, since their nonces are known now."""
    after = []
    for row in seats:
        if row.seat in failed:
            after.append(SeatRow(row.seat))
        elif row.kind == "person" and not row.entrusted:
            after.append(replace(row, nonce=None, seal=None))
    return after


def match_of(table: TableRow, seats: Sequence[SeatRow]) -> Match:
    """The match of a table that has begun."""
    game = load(table.game)
    if table.scheme == 1:
        nonces: Mapping[int, str] = {row.seat: row.nonce for row in seats if row.nonce}
        return dealt(game, table.players, table.options, table.secret, table.id, nonces)
    deals = (*void_deals(table), frozen_deal(table, seats))
    return dealt_sealed(game, played_at(table), deals, table.draw or ())
