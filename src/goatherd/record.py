"""The record of a match as text: one fact a line, in this order.

    goatherd record 1
    game goita
    players 4
    option target 150
    seed 7
    order pawn gold ...
    fair scheme 2
    ...
    play 0 hide knight
    result 60 0 60 0 winners 0 2

`option` and `play` repeat; `order` stands only where the first cards were given, `drawn` only where
people drew for partners at one screen (the place that each of them pointed at), the `fair` lines
(see `goatherd.proof`) only where a live table dealt. The result of an unfinished match ends in
`unfinished`.
Lines that are empty or begin with `#` are passed over.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from goatherd.errors import BadRecord, quoted
from goatherd.proof import (
    FOLLOWING,
    FairDeal,
    SealedDeal,
    checked_number,
    fair_lines,
    read_fact,
)

VERSION = 1
HEAD = "goatherd record"


@dataclass
class Record:
    """What the text says, before any of it is played."""

    game: str = ""
    players: int = 0
    options: dict[str, str | int] = field(default_factory=dict)
    seed: int = 0
    order: Sequence[str] | None = None
    drawn: tuple[int, ...] = ()
    fair: FairDeal | SealedDeal | None = None
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
    if record.drawn:
        yield f"drawn {' '.join(map(str, record.drawn))}"
    if record.fair is not None:
        yield from fair_lines(record.fair)
    for seat, text in record.decisions:
        yield f"play {seat} {text}"
    yield f"result {_result(record.scores, record.winners, record.over)}"


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
SEALED = ("fair seat", "fair digest", "fair void", "fair draw", "fair drawn")
"""Lines of sealed nonces alone; their order is that of `FOLLOWING`."""
ORDER_OF_FACTS = (
    *("game", "players", "option", "seed", "order", "drawn", "fair scheme"),
    *(*FAIR, *SEALED, "play", "result"),
)
REPEATED = ("option", "fair nonce", "play")
OPTIONAL = ("option", "order", "drawn", "fair scheme", *FAIR, *SEALED, "play")
OPTIONAL_IF_FAIR = ("option", "order", "drawn", "fair scheme", "fair nonce", *SEALED, "play")


def _read_fact(record: Record, seen: list[str], number: int, line: str) -> None:
    fact, value = _fact_in(line)
    if fact not in ORDER_OF_FACTS:
        raise BadRecord(f"line {number}: {quoted(fact)} is none of {', '.join(ORDER_OF_FACTS)}")
    if seen and not _follows(fact, seen[-1], sealed=isinstance(record.fair, SealedDeal)):
        raise BadRecord(f"line {number}: {quoted(fact)} stands after {seen[-1]!r}")
    seen.append(fact)
    try:
        if fact.startswith("fair "):
            record.fair = read_fact(record.fair, fact, value, record.players)
        else:
            READERS[fact](record, value)
    except ValueError as error:
        raise BadRecord(f"line {number}: {quoted(line)}: {error}") from None
    if fact in ("play", "result"):
        record.lines.append(number)


def _follows(fact: str, last: str, *, sealed: bool) -> bool:
    """Whether a line may stand below the last one."""
    if sealed and fact.startswith("fair "):
        return fact in FOLLOWING[last]
    if sealed and last.startswith("fair ") and last not in ("fair secret", "fair drawn"):
        return False
    rank, above = ORDER_OF_FACTS.index(fact), ORDER_OF_FACTS.index(last)
    return rank > above or (rank == above and fact in REPEATED)


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
    record.players = checked_number(value)


def _read_option(record: Record, value: str) -> None:
    name, _, kept = value.partition(" ")
    if name in record.options:
        raise ValueError(f"option {name} stands twice")
    record.options[name] = kept


def _read_seed(record: Record, value: str) -> None:
    record.seed = checked_number(value)


def _read_order(record: Record, value: str) -> None:
    record.order = value.split()


def _read_drawn(record: Record, value: str) -> None:
    places = tuple(checked_number(place) for place in value.split())
    if sorted(places) != list(range(record.players)):
        raise ValueError(f"each of {record.players} people draws another piece")
    record.drawn = places


def _read_play(record: Record, value: str) -> None:
    seat, _, text = value.partition(" ")
    record.decisions.append((checked_number(seat), text))


def _read_result(record: Record, value: str) -> None:
    scores, mark, winners = value.partition(" winners ")
    record.over = bool(mark)
    if not mark:
        scores, mark, _ = value.partition(" unfinished")
    if not mark:
        raise ValueError("a result ends in the winners or in 'unfinished'")
    record.scores = [int(score) for score in scores.split()]
    record.winners = [] if winners in ("", "none") else [checked_number(w) for w in winners.split()]


READERS: dict[str, Callable[[Record, str], None]] = {
    "game": _read_game,
    "players": _read_players,
    "option": _read_option,
    "seed": _read_seed,
    "order": _read_order,
    "drawn": _read_drawn,
    "play": _read_play,
    "result": _read_result,
}
