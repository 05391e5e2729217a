"""The database of the site: export and import of finished matches."""

import hashlib
import io
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import goatherd
from goatherd.errors import BadRecord
from goatherd.web import archive
from goatherd.web.ledger import TAKE_BACK, Ledger, Made, StoredTable, TableRow, migrate, portable
from tests.web.conftest import NewDatabase
from tests.web.ledgers import SEATS, a_table, seated

pytestmark = pytest.mark.anyio


def seed_of(match: StoredTable) -> int:
    """Stands for what is made of the secret and the nonces."""
    return int(match.table.secret, 16) % 2**64


def record_of(match: StoredTable) -> str:
    """The record of a match as a room would write it."""
    table = match.table
    played = goatherd.load(table.game).new(table.players, seed_of(match), None, **table.options)
    for made in match.decisions:
        if made.text == TAKE_BACK:
            played.undo()
        else:
            played.play(made.text)
    return played.record()


async def play_to_the_end(ledger: Ledger, id: str, game: str, seed: int) -> None:
    played = goatherd.load(game).new(seed=seed)
    secret = f"{seed:064x}"
    row = a_table(id, game=game, players=played.players, options=played.options, secret=secret)
    await ledger.create_table(replace(row, started=1.5), SEATS[: played.players])
    made: list[Made] = []
    while (turn := played.turn) is not None:
        decision = played.legal()[len(made) % len(played.legal())]
        made.append(Made(turn, decision, len(made)))
        if len(made) == 5:
            made += [Made(turn, TAKE_BACK, 0), Made(turn, decision, 0)]
        played.play(decision)
    await ledger.append_decisions(id, 0, made, 2.25)
    await ledger.say(id, 0, "Anna", "good game", 2.5)
    await ledger.finish(id, played.scores(), played.winners(), 3.5 + seed)


def without_people(match: StoredTable) -> StoredTable:
    """What of a match is portable."""
    return StoredTable(
        replace(match.table, host="", changes=0),
        tuple(replace(seat, person=None) for seat in match.seats),
        match.decisions,
    )


@pytest.fixture
async def full(ledger: Ledger) -> Ledger:
    for seed, game in enumerate(goatherd.games()):
        await play_to_the_end(ledger, f"table{seed}", game, seed)
    await seated(ledger, "unfinished", started=1.0)
    return ledger


async def test_finished_matches_move_to_another_site(
    full: Ledger, new_database: NewDatabase
) -> None:
    file = io.BytesIO()
    told: list[tuple[int, int]] = []
    assert await portable.export(full, file, record_of, lambda *at: told.append(at)) == (4, [])
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    other = new_database()
    migrate(other)
    async with Ledger(other) as ledger:
        told.clear()
        progress = lambda *at: told.append(at)  # noqa: E731
        assert await portable.import_(ledger, file, record_of, progress) == (4, 0)
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1]
        found = [match async for match in ledger.finished()]
        assert found == [without_people(match) async for match in full.finished()]
        assert await portable.import_(ledger, file, record_of) == (0, 4)
        assert [match async for match in ledger.finished()] == found
        again = io.BytesIO()
        await portable.export(ledger, again, record_of)
        assert again.getvalue() == file.getvalue()


async def test_a_file_of_the_version_before_is_still_taken_in(
    full: Ledger, new_database: NewDatabase
) -> None:
    file = io.BytesIO()
    await portable.export(full, file, record_of)
    other = new_database()
    migrate(other)
    async with Ledger(other) as ledger:
        old = io.BytesIO(as_version_1(file.getvalue().decode()).encode())
        assert await portable.import_(ledger, old, record_of) == (4, 0)
        found = [match async for match in ledger.finished()]
        assert {match.table.scheme for match in found} == {1}
        before = [without_people(match) async for match in full.finished()]
        assert [replace(match, table=as_now(match.table)) for match in found] == before


def as_now(table: TableRow) -> TableRow:
    """With what no table had then."""
    return replace(table, scheme=2, clock={"increment": 5})


def as_version_1(text: str) -> str:
    """The same matches as a Goatherd without sealed nonces exported them."""
    lines = []
    for line in text.replace("# goatherd matches 2", "# goatherd matches 1").splitlines():
        if line.startswith("# table "):
            facts = json.loads(line.removeprefix("# table "))
            for name in ("scheme", "frozen", "draw", "voids", "clock"):
                del facts[name]
            for seat in facts["seats"]:
                del seat["seal"], seat["entrusted"], seat["chair"]
            line = f"# table {json.dumps(facts, ensure_ascii=False)}"
        lines.append(line)
    *above, end = lines
    body = "".join(f"{line}\n" for line in above)
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f"{body}{end.rpartition(' ')[0]} {digest}\n"


async def test_importing_where_the_matches_come_from_changes_nothing(full: Ledger) -> None:
    before = [match async for match in full.finished()]
    file = io.BytesIO()
    await portable.export(full, file, record_of)
    assert await portable.import_(full, file, record_of) == (0, 4)
    assert [match async for match in full.finished()] == before


async def test_each_exported_match_is_a_record(full: Ledger) -> None:
    file = io.BytesIO()
    await portable.export(full, file, record_of)
    _, *records = file.getvalue().decode().split("goatherd record 1\n")
    matches = [match async for match in full.finished()]
    for record, match in zip(records, matches, strict=True):
        played = goatherd.replay("goatherd record 1\n" + record)
        assert (played.game, tuple(played.scores())) == (match.table.game, match.table.scores)


async def test_a_match_that_cannot_be_replayed_is_left_out(full: Ledger) -> None:
    await seated(full, "strange", started=1.0)
    await full.append_decisions("strange", 0, [(0, "fly", 0)], 1.0)
    await full.finish("strange", [0] * 4, [], 99.0)
    file = io.BytesIO()
    exported = await portable.export(full, file, record_of)
    assert exported.matches == 4
    ((id, reason),) = exported.left_out
    assert id == "strange"
    assert "fly" in reason


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda text: "", "part of it is missing"),
    "other file": (lambda text: "once upon a time\n" + text, "line 1: "),
    "cut": (lambda text: text[: len(text) // 2], "missing"),
    "table missing": (lambda text: text.replace("# table", "# stable", 1), "line 3: .*no table"),
    "unreadable": (lambda text: text.replace('{"id"', '{"id', 1), "line 3: .*unreadable"),
    "other fact": (lambda text: text.replace('"hints"', '"tints"', 1), "line 3: expected"),
    "other type": (lambda text: text.replace('"open": true', '"open": 1', 1), "line 3: open"),
    "bad id": (lambda text: text.replace('"table0"', '"../x"', 1), "line 3: id"),
    "other seats": (lambda text: text.replace('"seat": 0', '"seat": 7', 1), "line 3: .*seats"),
    "other play": (lambda text: text.replace("\nplay ", "\n# play ", 1), "line 4: .*differently"),
    "other secret": (lambda text: text.replace(f'{"0" * 64}"', f'{"0" * 63}7"', 1), "line [34]: "),
    "other name": (lambda text: text.replace("Anna", "Hanna", 1), "were changed"),
    "other result": (
        lambda text: text.replace('"scores": [', '"scores": [7, ', 1),
        "line 3: .*ended",
    ),
    "more": (lambda text: text + "more\n", "nothing may follow"),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_file_is_refused_whole(tmp_path: Path, damage: str) -> None:
    spoil, place = DAMAGES[damage]
    url, other = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "other.db"))
    migrate(url)
    migrate(other)
    async with Ledger(url) as ledger:
        await play_to_the_end(ledger, "table0", "goat-n-goat", 0)
        await play_to_the_end(ledger, "table1", "goat-n-goat", 1)
        file = io.BytesIO()
        await portable.export(ledger, file, record_of)
    spoilt = spoil(file.getvalue().decode())
    async with Ledger(other) as ledger:
        with pytest.raises(BadRecord, match=place):
            await portable.import_(ledger, io.BytesIO(spoilt.encode()), record_of)
        assert (await ledger.counts()).finished == 0


# Files that somebody made up, with an end that fits


def made_up(**changed: object) -> bytes:
    """A file of one table, some of whose facts were made up."""
    facts: dict[str, object] = {
        "id": "abcdefghjk",
        "game": "goita",
        "players": 4,
        "options": {},
        "open": False,
        "main": None,
        "byoyomi": None,
        "hints": True,
        "take_back": True,
        "secret": "0" * 64,
        "created": 1.0,
        "started": 2.0,
        "finished": 3.0,
        "scores": [0] * 4,
        "winners": [],
        "seats": [person(seat) for seat in range(4)],
        "decisions": [[0, "pass", 1.0, 5]],
    }
    line = f"# table {json.dumps(facts | changed)}\nnonsense\n\n"
    return with_end(f"# goatherd matches 1\n\n{line}")


def person(seat: int, **changed: object) -> dict[str, object]:
    facts = {"seat": seat, "kind": "person", "name": "Anna", "level": None, "nonce": None}
    return {**facts, "stand_in": False, **changed}


def bot(seat: int, level: int) -> dict[str, object]:
    return person(seat, kind="bot", level=level)


def with_end(text: str) -> bytes:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"{text}# end 1 sha256 {digest}\n".encode()


def seats(first: dict[str, object]) -> list[dict[str, object]]:
    return [first, *(person(seat) for seat in range(1, 4))]


MADE_UP = {
    "two thousand million players": (made_up(players=2**31 - 1), "players"),
    "an unknown game": (made_up(game="chess"), "no game"),
    "seat nine of four": (made_up(decisions=[[9, "pass", 1.0, 5]]), "seat 9"),
    "a bot of level 99": (made_up(seats=seats(bot(0, 99))), "level 99"),
    "a person with a level": (made_up(seats=seats(person(0, level=3))), "level 3"),
    "a person without a name": (made_up(seats=seats(person(0, name=""))), "no name"),
    "a name that turns text around": (made_up(seats=seats(person(0, name="a\u202eb"))), "name"),
    "a name of half a letter": (made_up(seats=seats(person(0, name="\ud800"))), "name"),
    "a name of many letters": (made_up(seats=seats(person(0, name="a" * 25))), "name"),
    "a nonce with a line of its own": (made_up(seats=seats(person(0, nonce="a\nb"))), "nonce"),
    "a time after all time": (made_up(started=1e11 * 9), "started"),
    "deep facts": (with_end(f"# goatherd matches 1\n\n# table {'[' * 200_000}\n\n"), "unreadable"),
    "an option that is none": (made_up(options={"target": -(10**30)}), "target"),
}


@pytest.mark.parametrize("what", MADE_UP)
async def test_a_made_up_file_is_refused_and_says_why(tmp_path: Path, what: str) -> None:
    """Before anything is done with it: two thousand million players once wanted 6 GB."""
    file, why = MADE_UP[what]
    url = f"sqlite:///{tmp_path / 'one.db'}"
    migrate(url)
    tracemalloc.start()
    try:
        async with Ledger(url) as ledger:
            with pytest.raises(BadRecord, match=why):
                await portable.import_(ledger, io.BytesIO(file), archive.record_of)
            assert (await ledger.counts()).finished == 0
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
