"""What a record tells of how a live table came to its seed: its `fair` lines.

Tables seal nonces (`fair scheme 2`): nobody tells theirs before the digest of the deal is fixed.
Records without a scheme are of tables that mixed nonces in as they came. `goatherd.fairness` makes
both and says what they prove; here is only how they are written down.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from goatherd.errors import quoted

LONGEST_NONCE = 64
LONGEST_TABLE = 64
SCHEME = 2
"""Of tables that are made now."""
MOST_VOID = 99
"""Deals of one table that may be void."""


@dataclass(frozen=True)
class FairDeal:
    """A deal of the first scheme: nonces were told to the table when their players sat down."""

    commitment: str = ""
    """What the table published before anybody sat down: 64 hexadecimal digits."""
    table: str = ""
    """The table's id."""
    nonces: tuple[tuple[int, str], ...] = ()
    """What each person added, with their seat, in the order of the seats."""
    secret: str = field(default="", repr=False)
    """What the table had committed itself to: 64 hexadecimal digits."""


@dataclass(frozen=True)
class Deal:
    """One attempt to deal: what was fixed by its digest, and what was opened after that."""

    commitment: str = ""
    """The hash of the secret."""
    seats: tuple[str, ...] = ()
    """Who had each seat: `person SEAL`, `left SEAL` (the nonce was left with the table), `person`
    (who added nothing) or `bot LEVEL`."""
    digest: str = ""
    nonces: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    """What was opened, with its seat, in the order of the seats."""
    secret: str = field(default="", repr=False)
    failed: tuple[int, ...] = ()
    """The seats that did not open in time, which made the deal void."""


@dataclass(frozen=True)
class SealedDeal:
    """A deal of sealed nonces, after those that were void."""

    table: str = ""
    deals: tuple[Deal, ...] = ()
    """The last one dealt the cards; all before it were void."""
    draw: tuple[str, ...] = ()
    """The pieces that people drew for partners, if they did."""
    drawn: tuple[int, ...] = ()
    """The place of the piece that each chair pointed at."""

    @property
    def last(self) -> Deal:
        return self.deals[-1]

    @property
    def void(self) -> tuple[Deal, ...]:
        return self.deals[:-1]


# Writing


def fair_lines(fair: FairDeal | SealedDeal) -> Iterator[str]:
    if isinstance(fair, FairDeal):
        yield from _lines_of_scheme_1(fair)
        return
    yield f"fair scheme {SCHEME}"
    yield f"fair table {fair.table}"
    if fair.draw:
        yield f"fair draw {' '.join(fair.draw)}"
    for deal in fair.deals:
        yield from _lines_of_deal(deal)
    if fair.drawn:
        yield f"fair drawn {' '.join(map(str, fair.drawn))}"


def _lines_of_scheme_1(fair: FairDeal) -> Iterator[str]:
    yield f"fair commitment {fair.commitment}"
    yield f"fair table {fair.table}"
    for seat, nonce in fair.nonces:
        yield f"fair nonce {seat} {nonce}"
    yield f"fair secret {fair.secret}"


def _lines_of_deal(deal: Deal) -> Iterator[str]:
    yield f"fair commitment {deal.commitment}"
    for seat, who in enumerate(deal.seats):
        yield f"fair seat {seat} {who}"
    yield f"fair digest {deal.digest}"
    for seat, nonce in deal.nonces:
        yield f"fair nonce {seat} {nonce}"
    yield f"fair secret {deal.secret}"
    if deal.failed:
        yield f"fair void {' '.join(map(str, deal.failed))}"


# Reading: each function takes one line's value, and raises ValueError where it cannot be

FOLLOWING = {
    "fair scheme": ("fair table",),
    "fair table": ("fair commitment", "fair draw"),
    "fair draw": ("fair commitment",),
    "fair commitment": ("fair seat",),
    "fair seat": ("fair seat", "fair digest"),
    "fair digest": ("fair nonce", "fair secret"),
    "fair nonce": ("fair nonce", "fair secret"),
    "fair secret": ("fair void", "fair drawn"),
    "fair drawn": (),
    "fair void": ("fair commitment",),
}
"""Which lines of sealed nonces may follow which."""


def read_fact(
    fair: FairDeal | SealedDeal | None, fact: str, value: str, players: int
) -> FairDeal | SealedDeal:
    """What is told with one line more."""
    if fact == "fair scheme":
        if value != str(SCHEME):
            raise ValueError(f"this reads scheme {SCHEME}, and records without a scheme")
        return SealedDeal()
    if isinstance(fair, SealedDeal):
        return _read_sealed(fair, fact, value, players)
    fair = fair or FairDeal()
    if fact == "fair commitment":
        return replace(fair, commitment=checked_digits(value))
    if fact == "fair table":
        return replace(fair, table=checked_table(value))
    if fact == "fair nonce":
        return replace(fair, nonces=_with_nonce(fair.nonces, value, players))
    if fact == "fair secret":
        return replace(fair, secret=checked_digits(value))
    raise ValueError(f"such a line stands only below 'fair scheme {SCHEME}'")


def _read_sealed(fair: SealedDeal, fact: str, value: str, players: int) -> SealedDeal:
    if fact == "fair table":
        return replace(fair, table=checked_table(value))
    if fact == "fair draw":
        return replace(fair, draw=_read_pieces(value, players))
    if fact == "fair drawn":
        return replace(fair, drawn=_read_places(value, players))
    if fact == "fair commitment":
        if len(fair.deals) > MOST_VOID:
            raise ValueError(f"more than {MOST_VOID} deals of one table cannot be void")
        return replace(fair, deals=(*fair.deals, Deal(commitment=checked_digits(value))))
    deal = _PARTS[fact](fair.last, value, players)
    return replace(fair, deals=(*fair.void, deal))


def _read_pieces(value: str, players: int) -> tuple[str, ...]:
    pieces = tuple(value.split(" "))
    if len(pieces) != players or any(re.fullmatch("[a-z]{1,20}", one) is None for one in pieces):
        raise ValueError(f"{players} pieces are drawn")
    return pieces


def _read_places(value: str, players: int) -> tuple[int, ...]:
    places = tuple(checked_number(place) for place in value.split(" "))
    if sorted(places) != list(range(players)):
        raise ValueError(f"everybody points at one of the places 0 to {players - 1}")
    return places


def _read_seat(deal: Deal, value: str, players: int) -> Deal:
    number, _, who = value.partition(" ")
    if checked_number(number) != len(deal.seats) or len(deal.seats) >= players:
        raise ValueError(f"seats 0 to {players - 1} stand in their order")
    return replace(deal, seats=(*deal.seats, checked_seat(who)))


def _read_digest(deal: Deal, value: str, players: int) -> Deal:
    if len(deal.seats) != players:
        raise ValueError(f"there are {players} seats, and {len(deal.seats)} were told of")
    return replace(deal, digest=checked_digits(value))


def _read_nonce(deal: Deal, value: str, players: int) -> Deal:
    return replace(deal, nonces=_with_nonce(deal.nonces, value, players))


def _read_secret(deal: Deal, value: str, _players: int) -> Deal:
    return replace(deal, secret=checked_digits(value))


def _read_void(deal: Deal, value: str, players: int) -> Deal:
    failed = tuple(checked_number(seat) for seat in value.split(" "))
    if list(failed) != sorted(set(failed)) or failed[-1] >= players:
        raise ValueError(f"seats of 0 to {players - 1} stand in their order")
    return replace(deal, failed=failed)


_PARTS: dict[str, Callable[[Deal, str, int], Deal]] = {
    "fair seat": _read_seat,
    "fair digest": _read_digest,
    "fair nonce": _read_nonce,
    "fair secret": _read_secret,
    "fair void": _read_void,
}


def _with_nonce(
    nonces: tuple[tuple[int, str], ...], value: str, players: int
) -> tuple[tuple[int, str], ...]:
    seat, _, nonce = value.partition(" ")
    return checked_nonces((*nonces, (checked_number(seat), nonce)), players)


# What may stand in a line


def checked_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 60):
        raise ValueError(f"{quoted(text)} is not a number")
    return int(text)


def checked_digits(text: str) -> str:
    """A hash or a secret as it is written; ValueError if it is none."""
    if re.fullmatch("[0-9a-f]{64}", text) is None:
        raise ValueError("64 hexadecimal digits in small letters are needed")
    return text


def checked_table(text: str) -> str:
    """The id of a table; ValueError if it cannot be one."""
    if not 0 < len(text) <= LONGEST_TABLE or not text.isprintable() or " " in text:
        raise ValueError(f"a table's id is 1 to {LONGEST_TABLE} characters without spaces")
    return text


def checked_seat(text: str) -> str:
    """Who has a seat, as a deal tells of it; ValueError if nobody is told of so."""
    if re.fullmatch("person( [0-9a-f]{64})?|left [0-9a-f]{64}|bot [1-9]", text) is None:
        raise ValueError("a seat is of 'person SEAL', 'left SEAL', 'person' or 'bot LEVEL'")
    return text


def seal_in(seat: str) -> str | None:
    """The seal of a seat as a deal tells of it; bots have none, and who added nothing."""
    kind, _, seal = seat.partition(" ")
    return seal or None if kind in ("person", "left") else None


UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"}
"""Kinds of characters that a nonce cannot have. What our Unicode does not know yet it may have: a
browser that seals a nonce may be newer than we are."""


def checked_nonce(text: str) -> str:
    """A nonce, which fits into its line of a record as it is; ValueError if it would not."""
    shown = all(letter == " " or unicodedata.category(letter) not in UNSHOWN for letter in text)
    if not 0 < len(text) <= LONGEST_NONCE or not shown or text != text.strip():
        raise ValueError(
            f"a nonce is 1 to {LONGEST_NONCE} printable characters, without spaces at its ends"
        )
    return text


def checked_nonces(nonces: Sequence[tuple[int, str]], players: int) -> tuple[tuple[int, str], ...]:
    """The nonces of different seats in their order; ValueError if they are not."""
    seats = [seat for seat, _ in nonces]
    if seats != sorted(set(seats)):
        raise ValueError("nonces stand in the order of the seats, one a seat")
    if seats and not 0 <= seats[0] <= seats[-1] < players:
        raise ValueError(f"nonces are of seats 0 to {players - 1}")
    return tuple((seat, checked_nonce(nonce)) for seat, nonce in nonces)
