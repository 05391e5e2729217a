"""All finished matches as one text file, to keep, to study or to move to another site.

    # goatherd matches 2

    # table {"id": "abcdefghjk", "game": "goita", ..., "seats": [...], "decisions": [...]}
    goatherd record 1
    game goita
    ...
    result 60 0 60 0 winners 0 2

    # end 1 sha256 5c0f...

Each match is a record (see `goatherd.record`) below a comment with what a record has no place for:
names, times, what was taken back, and the data that proves the deal. A record that is cut out with
or without its comment is a file for `goatherd replay`. The last line has the number of matches and
a digest of all lines before it. Who the people are beside their names is left out, as is the chat.

Files of version 1 are read too: their tables dealt before nonces were sealed.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import IO, Any, NamedTuple

from goatherd import record
from goatherd.bots.levels import STRONGEST
from goatherd.errors import BadRecord, quoted
from goatherd.game import load
from goatherd.proof import LONGEST_NONCE, MOST_VOID
from goatherd.web.ledger.rows import DecisionRow, SeatRow, StoredTable, TableRow
from goatherd.web.ledger.store import Ledger
from goatherd.web.names import is_clean_name

HEAD = "# goatherd matches 2"
OLD_HEAD = "# goatherd matches 1"
TABLE, END = "# table ", "# end "
YEAR_9999 = 253_402_300_800
"""The end of what can be a time."""
AT_ONCE = 50
"""Matches that are written together."""

RecordOf = Callable[[StoredTable], str]
"""Replays the rows of a finished match and writes its record; ValueError if they do not fit."""
Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


class Exported(NamedTuple):
    """How many matches are in the file, and those that could not be replayed, with the reason."""

    matches: int
    left_out: list[tuple[str, str]]


class Imported(NamedTuple):
    """How many matches were new, and how many were there already."""

    new: int
    known: int


def no_progress(_done: int, _of: int) -> None:
    """For those who need not know."""


# --- export --------------------------------------------------------------------------------------


async def export(
    ledger: Ledger, file: IO[bytes], record_of: RecordOf, progress: Progress = no_progress
) -> Exported:
    """Write all finished matches to the file, the oldest first."""
    digest = hashlib.sha256()
    matches, left_out = 0, []
    total = (await ledger.counts()).finished

    def write(text: str) -> None:
        digest.update(text.encode())
        file.write(text.encode())

    write(f"{HEAD}\n\n")
    async for match in ledger.finished():
        try:
            write(_written(match, record_of(match)))
            matches += 1
        except ValueError as error:
            left_out.append((match.table.id, str(error)))
        progress(matches + len(left_out), total)
    file.write(f"{END}{matches} sha256 {digest.hexdigest()}\n".encode())
    return Exported(matches, left_out)


def _written(match: StoredTable, text: str) -> str:
    return f"{TABLE}{json.dumps(_facts(match), ensure_ascii=False)}\n{text.strip()}\n\n"


def _facts(match: StoredTable) -> dict[str, Any]:
    facts: dict[str, Any] = {name: getattr(match.table, name) for name in TABLE_FACTS}
    facts["seats"] = [{name: getattr(seat, name) for name in SEAT_FACTS} for seat in match.seats]
    facts["decisions"] = [[made.seat, made.text, made.at, made.spent] for made in match.decisions]
    return facts


# --- import --------------------------------------------------------------------------------------


async def import_(
    ledger: Ledger, file: IO[bytes], record_of: RecordOf, progress: Progress = no_progress
) -> Imported:
    """Take in the matches of a file that can be read twice; those that are there stay as they are.

    The whole file is checked first: a damaged one is refused with BadRecord, which names the line,
    and nothing is taken in.
    """
    size = file.seek(0, 2)
    for found in _found(file):
        _check(found, record_of)
        progress(file.tell(), 2 * size)
    new = known = 0
    for some in _batches(_found(file)):
        kept = await asyncio.gather(*(ledger.keep_finished(found.match) for found in some))
        new += sum(kept)
        known += len(kept) - sum(kept)
        progress(size + file.tell(), 2 * size)
    return Imported(new, known)


class _Found(NamedTuple):
    """A match of the file, and the line on which it begins."""

    line: int
    match: StoredTable
    text: str


def _batches(found: Iterator[_Found]) -> Iterator[list[_Found]]:
    while some := list(islice(found, AT_ONCE)):
        yield some


def _check(found: _Found, record_of: RecordOf) -> None:
    """That the record tells the match of the rows above it, to its end."""
    table = found.match.table
    try:
        written = record_of(found.match).strip()
        told = record.read(written)
    except ValueError as error:
        raise BadRecord(f"line {found.line}: table {table.id}: {error}") from None
    if written != found.text:
        raise BadRecord(f"line {found.line + 1}: table {table.id} was played differently")
    if not told.over or (tuple(told.scores), tuple(told.winners)) != (table.scores, table.winners):
        raise BadRecord(f"line {found.line}: table {table.id} ended differently")


def _found(file: IO[bytes]) -> Iterator[_Found]:
    """The matches of a file, from its beginning; BadRecord where it is damaged."""
    file.seek(0)
    digest = hashlib.sha256()
    start, collected, matches, is_old = 0, [""], 0, False
    for number, raw in enumerate(file, 1):
        line = _decoded(number, raw)
        if number == 1 and line not in (HEAD, OLD_HEAD):
            raise BadRecord(f"line 1: a file of matches begins with {HEAD!r}")
        is_old = is_old or line == OLD_HEAD
        if line.startswith((TABLE, END)) and start:
            match = _read_match(start, collected[0], is_old=is_old)
            yield _Found(start, match, "\n".join(collected[1:]).strip())
            matches += 1
        if line.startswith(END):
            _check_end(number, line, f"{matches} sha256 {digest.hexdigest()}", file.read())
            return
        if line.startswith(TABLE):
            start, collected = number, [line.removeprefix(TABLE)]
        elif start:
            collected.append(line)
        elif line and number > 1:
            raise BadRecord(f"line {number}: {quoted(line)} belongs to no table")
        digest.update(raw)
    raise BadRecord(f"the file ends without {END.strip()!r}: part of it is missing")


def _decoded(number: int, raw: bytes) -> str:
    try:
        return raw.decode().rstrip("\n")
    except UnicodeDecodeError:
        raise BadRecord(f"line {number}: this is no text") from None


def _check_end(number: int, line: str, expected: str, rest: bytes) -> None:
    if line.removeprefix(END) != expected:
        raise BadRecord(f"line {number}: lines before this one were changed or are missing")
    if rest.strip():
        raise BadRecord(f"line {number + 1}: nothing may follow the end")


# --- facts of a table ----------------------------------------------------------------------------


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < YEAR_9999


def _is_line(value: Any) -> bool:
    """A short text that can be shown and written to any database."""
    return type(value) is str and len(value) <= LONGEST_NONCE and value.isprintable()


def _is_name(value: Any) -> bool:
    return value == "" or (type(value) is str and is_clean_name(value))


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _is_long_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _is_optional_count(value: Any) -> bool:
    return value is None or _is_count(value)


def _is_list_of_numbers(value: Any) -> bool:
    return type(value) is list and all(type(number) is int for number in value)


def _is_options(value: Any) -> bool:
    return type(value) is dict and all(type(kept) in (str, int) for kept in value.values())


def _is_clock(value: Any) -> bool:
    return type(value) is dict and all(_is_count(seconds) for seconds in value.values())


def _matches(pattern: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and re.fullmatch(pattern, value) is not None


def _is_seal(value: Any) -> bool:
    return value is None or _matches("[0-9a-f]{64}")(value)


def _are_nonces(value: Any) -> bool:
    return type(value) is list and all(
        type(one) is list and len(one) == 2 and _is_count(one[0]) and _is_line(one[1])
        for one in value
    )


VOID_FACTS: dict[str, Callable[[Any], bool]] = {
    "secret": _matches("[0-9a-f]{64}"),
    "seats": lambda value: type(value) is list and all(map(_is_line, value)),
    "nonces": _are_nonces,
    "failed": _is_list_of_numbers,
}


def _are_voids(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) <= MOST_VOID
        and all(
            type(void) is dict
            and set(void) == set(VOID_FACTS)
            and all(fits(void[name]) for name, fits in VOID_FACTS.items())
            for void in value
        )
    )


OLD_TABLE_FACTS: dict[str, Callable[[Any], bool]] = {
    "id": _matches("[a-z0-9]{4,40}"),
    "game": _is(str),
    "players": _is_count,
    "options": _is_options,
    "open": _is(bool),
    "main": _is_optional_count,
    "byoyomi": _is_optional_count,
    "hints": _is(bool),
    "take_back": _is(bool),
    "secret": _matches("[0-9a-f]{64}"),
    "created": _is_time,
    "started": _is_time,
    "finished": _is_time,
    "scores": _is_list_of_numbers,
    "winners": _is_list_of_numbers,
}
"""What a file of version 1 tells of a table, and what it may look like."""

TABLE_FACTS = OLD_TABLE_FACTS | {
    "scheme": lambda value: value in (1, 2) and type(value) is int,
    "frozen": lambda value: value is None or _is_time(value),
    "voids": _are_voids,
    "draw": lambda value: value is None or _is_list_of_numbers(value),
    "clock": _is_clock,
}

OLD_SEAT_FACTS: dict[str, Callable[[Any], bool]] = {
    "seat": _is_count,
    "kind": _matches("person|bot|empty"),
    "name": _is_name,
    "level": _is_optional_count,
    "nonce": lambda value: value is None or _is_line(value),
    "stand_in": _is(bool),
}

SEAT_FACTS = OLD_SEAT_FACTS | {
    "seal": _is_seal,
    "entrusted": _is(bool),
    "chair": _is_optional_count,
}


def _read_match(number: int, text: str, *, is_old: bool) -> StoredTable:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"line {number}: the facts of a table are unreadable: {error}") from None
    lists = {"seats": _is(list), "decisions": _is(list)}
    of_table, of_seat = (OLD_TABLE_FACTS, OLD_SEAT_FACTS) if is_old else (TABLE_FACTS, SEAT_FACTS)
    facts = _read_facts(number, told, of_table | lists)
    players = _checked_players(number, facts)
    seats = [_read_facts(number, seat, of_seat) for seat in facts.pop("seats")]
    facts.setdefault("scheme", 1)
    made = tuple(_read_decision(number, *entry) for entry in enumerate(facts.pop("decisions")))
    _check_seats(number, players, seats, made)
    facts["scores"], facts["winners"] = tuple(facts["scores"]), tuple(facts["winners"])
    facts["voids"] = tuple(facts.get("voids", ()))
    facts["draw"] = None if facts.get("draw") is None else tuple(facts["draw"])
    table = TableRow(**facts, host="")
    return StoredTable(table, tuple(SeatRow(**seat) for seat in seats), made)


def _checked_players(number: int, facts: dict[str, Any]) -> int:
    """How many play, which the game allows: all else about seats is checked against it."""
    try:
        return load(facts["game"]).checked_players(facts["players"])
    except ValueError as error:
        raise BadRecord(f"line {number}: {error}") from None


def _check_seats(
    number: int, players: int, seats: list[dict[str, Any]], made: Sequence[DecisionRow]
) -> None:
    if [seat["seat"] for seat in seats] != list(range(players)):
        raise BadRecord(f"line {number}: a table for {players} has other seats")
    for seat in seats:
        if seat["kind"] == "person" and not seat["name"]:
            raise BadRecord(f"line {number}: seat {seat['seat']} has no name")
        level, is_bot = seat["level"], seat["kind"] == "bot"
        if is_bot != (level is not None) or (is_bot and not 1 <= level <= STRONGEST):
            raise BadRecord(f"line {number}: seat {seat['seat']} cannot have level {quoted(level)}")
    for row in made:
        if row.seat >= players:
            raise BadRecord(f"line {number}: decision {row.number} is of seat {row.seat}")


def _read_facts(number: int, told: Any, kinds: dict[str, Callable[[Any], bool]]) -> dict[str, Any]:
    if type(told) is not dict or set(told) != set(kinds):
        raise BadRecord(f"line {number}: expected are just {', '.join(kinds)}")
    for name, fits in kinds.items():
        if not fits(told[name]):
            raise BadRecord(f"line {number}: {name} cannot be {quoted(told[name])}")
    return dict(told)


def _read_decision(number: int, place: int, told: Any) -> DecisionRow:
    fits: tuple[Callable[[Any], bool], ...] = (_is_count, _is(str), _is_time, _is_long_count)
    if type(told) is not list or len(told) != len(fits):
        raise BadRecord(f"line {number}: decision {place} cannot be {quoted(told)}")
    if not all(is_fit(value) for is_fit, value in zip(fits, told, strict=True)):
        raise BadRecord(f"line {number}: decision {place} cannot be {quoted(told)}")
    seat, text, at, spent = told
    return DecisionRow(place, seat, text, at, spent)
