"""The record of a match as text: one fact a line, in this order.

    goatherd record 1
    game goita
    players 4
    option target 150
    seed 7
    order pawn gold ...
    fair commitment 1b2e...
    fair table k7d2mw9xqa
    fair nonce 0 Baa, says the black goat
    fair secret 9f03...
    play 0 hide knight
    result 60 0 60 0 winners 0 2

`option`, `fair nonce` and `play` repeat; `order` stands only where the first cards were given, the
`fair` lines only where a live table dealt. The result of an unfinished match ends in `unfinished`.
Lines that are empty or begin with `#` are passed over.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from goatherd.errors import BadRecord, quoted

VERSION = 1
HEAD = "goatherd record"
LONGEST_NONCE = 64
LONGEST_TABLE = 64


@dataclass(frozen=True)
class FairDeal:
    """How a live table came to its seed; `goatherd.fairness` says what that proves."""

    commitment: str = ""
    """What the table published before anybody sat down: 64 hexadecimal digits."""
    table: str = ""
    """The table's id."""
    nonces: tuple[tuple[int, str], ...] = ()
    """What each person added, with their seat, in the order of the seats."""
    secret: str = field(default="", repr=False)
    """What the table had committed itself to: 64 hexadecimal digits."""


@dataclass
class Record:
    """What the text says, before any of it is played."""

    game: str = ""
    players: int = 0
    options: dict[str, str | int] = field(default_factory=dict)
    seed: int = 0
    order: Sequence[str] | None = None
    fair: FairDeal | None = None
    decisions: list[tuple[int, str]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    over: bool = False
    lines: list[int] = field(default_factory=list)
    """The line of each decision, and last that of the result."""


def write(record: Record) -> str:
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"{HEAD} {VERSION}"
    yield f"game {record.game}"
    yield f"players {record.players}"
    for name, value in record.options.items():
        yield f"option {name} {value}"
    yield f"seed {record.seed}"
    if record.order is not None:
        yield f"order {' '.join(record.order)}"
    if record.fair is not None:
        yield from _fair_lines(record.fair)
    for seat, text in record.decisions:
        yield f"play {seat} {text}"
    yield f"result {_result(record.scores, record.winners, record.over)}"


def _fair_lines(fair: FairDeal) -> Iterator[str]:
    yield f"fair commitment {fair.commitment}"
    yield f"fair table {fair.table}"
    for seat, nonce in fair.nonces:
        yield f"fair nonce {seat} {nonce}"
    yield f"fair secret {fair.secret}"


def _result(scores: Sequence[int], winners: Sequence[int], over: bool) -> str:
    end = "winners " + (" ".join(map(str, winners)) or "none") if over else "unfinished"
    return f"{' '.join(map(str, scores))} {end}"


def result_of(record: Record) -> str:
    return _result(record.scores, record.winners, record.over)


def read(text: str) -> Record:
    """Parse a record; BadRecord names the first line that is wrong."""
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {type(text).__name__}")
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    _read_head(lines)
    record = Record()
    seen: list[str] = []
    for number, line in lines[1:]:
        _read_fact(record, seen, number, line)
    _check_complete(seen, len(text.splitlines()))
    return record


def _read_head(lines: Sequence[tuple[int, str]]) -> None:
    number, first = lines[0] if lines else (1, "")
    if not first.startswith(HEAD):
        raise BadRecord(f"line {number}: a record begins with {f'{HEAD} {VERSION}'!r}")
    if first != f"{HEAD} {VERSION}":
        raise BadRecord(
            f"line {number}: {quoted(first)} is of another version; this reads {VERSION}"
        )


FAIR = ("fair commitment", "fair table", "fair nonce", "fair secret")
ORDER_OF_FACTS = ("game", "players", "option", "seed", "order", *FAIR, "play", "result")
REPEATED = ("option", "fair nonce", "play")
OPTIONAL = ("option", "order", *FAIR, "play")
OPTIONAL_IF_FAIR = ("option", "order", "fair nonce", "play")


def _read_fact(record: Record, seen: list[str], number: int, line: str) -> None:
    fact, value = _fact_in(line)
    if fact not in ORDER_OF_FACTS:
        raise BadRecord(f"line {number}: {quoted(fact)} is none of {', '.join(ORDER_OF_FACTS)}")
    rank = ORDER_OF_FACTS.index(fact)
    last = ORDER_OF_FACTS.index(seen[-1]) if seen else -1
    if rank < last or (rank == last and fact not in REPEATED):
        raise BadRecord(f"line {number}: {quoted(fact)} stands after {seen[-1]!r}")
    seen.append(fact)
    try:
        READERS[fact](record, value)
    except ValueError as error:
        raise BadRecord(f"line {number}: {quoted(line)}: {error}") from None
    if fact in ("play", "result"):
        record.lines.append(number)


def _fact_in(line: str) -> tuple[str, str]:
    """What a line tells of, and what it says about it."""
    fact, _, value = line.partition(" ")
    if fact == "fair":
        kind, _, value = value.partition(" ")
        fact = f"fair {kind}"
    return fact, value


def _check_complete(seen: Sequence[str], last: int) -> None:
    optional = OPTIONAL_IF_FAIR if any(fact in FAIR for fact in seen) else OPTIONAL
    for fact in ORDER_OF_FACTS:
        if fact not in optional and fact not in seen:
            raise BadRecord(f"line {last}: the record ends without {quoted(fact)}")


def _read_game(record: Record, value: str) -> None:
    record.game = value


def _read_players(record: Record, value: str) -> None:
    record.players = _number(value)


def _read_option(record: Record, value: str) -> None:
    name, _, kept = value.partition(" ")
    if name in record.options:
        raise ValueError(f"option {name} stands twice")
    record.options[name] = kept


def _read_seed(record: Record, value: str) -> None:
    record.seed = _number(value)


def _read_order(record: Record, value: str) -> None:
    record.order = value.split()


def _read_commitment(record: Record, value: str) -> None:
    record.fair = FairDeal(commitment=checked_digits(value))


def _read_table(record: Record, value: str) -> None:
    record.fair = replace(record.fair or FairDeal(), table=checked_table(value))


def _read_nonce(record: Record, value: str) -> None:
    seat, _, nonce = value.partition(" ")
    fair = record.fair or FairDeal()
    nonces = (*fair.nonces, (_number(seat), nonce))
    record.fair = replace(fair, nonces=checked_nonces(nonces, record.players))


def _read_secret(record: Record, value: str) -> None:
    record.fair = replace(record.fair or FairDeal(), secret=checked_digits(value))


def _read_play(record: Record, value: str) -> None:
    seat, _, text = value.partition(" ")
    record.decisions.append((_number(seat), text))


def _read_result(record: Record, value: str) -> None:
    scores, mark, winners = value.partition(" winners ")
    record.over = bool(mark)
    if not mark:
        scores, mark, _ = value.partition(" unfinished")
    if not mark:
        raise ValueError("a result ends in the winners or in 'unfinished'")
    record.scores = [int(score) for score in scores.split()]
    record.winners = [] if winners in ("", "none") else [_number(w) for w in winners.split()]


def _number(text: str) -> int:
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


def checked_nonce(text: str) -> str:
    """A nonce, which fits into its line of a record as it is; ValueError if it would not."""
    if not 0 < len(text) <= LONGEST_NONCE or not text.isprintable() or text != text.strip():
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


READERS: dict[str, Callable[[Record, str], None]] = {
    "game": _read_game,
    "players": _read_players,
    "option": _read_option,
    "seed": _read_seed,
    "order": _read_order,
    "fair commitment": _read_commitment,
    "fair table": _read_table,
    "fair nonce": _read_nonce,
    "fair secret": _read_secret,
    "play": _read_play,
    "result": _read_result,
}
