"""The database of the site: one table, many tables, and a plain list as the model."""

import asyncio
import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from goatherd.web.ledger import (
    TAKE_BACK,
    BadWrite,
    Counts,
    DecisionRow,
    Ledger,
    ListedTable,
    Made,
    MessageRow,
    SeatRow,
    StoredTable,
    schema,
)
from goatherd.web.ledger import database as databases
from goatherd.web.ledger.writing import carry_out
from tests.web.ledgers import SEATS, a_table, loaded, seated, texts, two

pytestmark = pytest.mark.anyio


# --- one table -----------------------------------------------------------------------------------


async def test_a_table_is_kept_as_it_was_given(ledger: Ledger) -> None:
    table = await seated(ledger)
    assert await loaded(ledger, table) == StoredTable(a_table(), SEATS)
    assert await ledger.load("unknown") is None
    with pytest.raises(BadWrite):
        await ledger.create_table(a_table(), SEATS)


def test_the_secret_of_a_table_is_not_shown_with_it() -> None:
    assert "5e5e" not in repr(StoredTable(a_table(), SEATS))


async def test_decisions_are_appended_in_order(ledger: Ledger) -> None:
    table = await seated(ledger)
    assert await ledger.append_decisions(
        table, 0, [(0, "hide pawn", 7), (0, "attack gold", 0)], 5.5
    )
    assert await ledger.append_decisions(table, 2, [Made(1, TAKE_BACK, 40 * 86_400_000)], 6.5)
    assert (await loaded(ledger, table)).decisions == (
        DecisionRow(0, 0, "hide pawn", 5.5, 7),
        DecisionRow(1, 0, "attack gold", 5.5, 0),
        DecisionRow(2, 1, TAKE_BACK, 6.5, 40 * 86_400_000),
    )


@pytest.mark.parametrize("first", [0, 1, 3, 4])
async def test_decisions_fit_at_the_end_or_not_at_all(ledger: Ledger, first: int) -> None:
    table = await seated(ledger)
    await ledger.append_decisions(table, 0, [(0, "a", 0), (0, "b", 0)], 1.0)
    assert not await ledger.append_decisions(table, first, [(1, "x", 0), (1, "y", 0)], 2.0)
    assert await texts(ledger, table) == ["a", "b"]


async def test_two_workers_race_for_each_number_and_one_wins(database: str) -> None:
    async with two(database) as workers:
        table = await seated(workers[0])
        for number in range(0, 60, 2):
            won = await asyncio.gather(
                *(
                    worker.append_decisions(table, number, [(0, name, 0), (0, name, 0)], 1.0)
                    for worker, name in zip(workers, "ab", strict=True)
                )
            )
            assert sorted(won) == [False, True]
        made = await texts(workers[0], table)
    assert made[::2] == made[1::2]  # all or none: never one of each
    assert len(made) == 60


async def test_two_workers_write_to_many_tables_at_once(database: str) -> None:
    """None waits for another that waits for it, and all get through."""
    async with two(database) as workers:
        tables = [await seated(workers[0], f"table{n}") for n in range(12)]
        for round_ in range(5):
            forth_and_back = zip(workers, (tables, tables[::-1]), strict=True)
            done = await asyncio.gather(
                *(
                    write
                    for worker, order in forth_and_back
                    for table in order
                    for write in (
                        worker.append_decisions(table, round_, [(0, "x", 0)], 1.0),
                        worker.say(table, 0, "Anna", "hello", 1.0),
                    )
                )
            )
            assert sum(outcome is True for outcome in done) == len(tables)
        stored = await loaded(workers[1], tables[0])
    assert [message.number for message in stored.messages] == list(range(10))
    assert stored.table.changes == 10


async def test_one_bad_write_spoils_no_other(ledger: Ledger) -> None:
    table, other = await seated(ledger), await seated(ledger, "other")
    outcomes = await asyncio.gather(
        ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0),
        ledger.append_decisions("unknown", 0, [(0, "a", 0)], 1.0),
        ledger.append_decisions(table, 0, [(0, "too late", 0)], 1.0),
        ledger.append_decisions(other, 0, [(0, "too long", 2**70)], 1.0),
        ledger.append_decisions(table, 1, [(-1, "no such seat", 0)], 1.0),
        ledger.say("unknown", None, "Anna", "hello", 1.0),
        ledger.append_decisions(table, 1, [(0, "b", 0)], 1.0),
        ledger.say(table, None, "Anna", "hello", 1.0),
        return_exceptions=True,
    )
    kinds = [type(one) if isinstance(one, Exception) else one for one in outcomes]
    assert kinds == [True, BadWrite, False, BadWrite, BadWrite, BadWrite, True, 0]
    assert await texts(ledger, table) == ["a", "b"]
    assert await texts(ledger, other) == []


@pytest.mark.parametrize("letter", ["\0", "\ud800"])
async def test_what_is_no_text_is_refused_at_once(ledger: Ledger, letter: str) -> None:
    table = await seated(ledger)
    with pytest.raises(BadWrite):
        await ledger.append_decisions(table, 0, [(0, letter, 0)], 1.0)
    with pytest.raises(BadWrite):
        await ledger.say(table, None, "Anna", letter, 1.0)
    with pytest.raises(BadWrite):
        await ledger.change(table, None, {}, [SeatRow(3, "person", "anna", f"Anna{letter}")])
    with pytest.raises(BadWrite):
        await ledger.create_table(a_table("other"), [SeatRow(0, "bot", name=letter, level=1)])
    assert await loaded(ledger, table) == StoredTable(a_table(), SEATS)


async def test_writes_that_wait_share_a_transaction(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []

    def counting(connection: Any, writes: Any, worker: str) -> Any:
        sizes.append(len(writes))
        return carry_out(connection, writes, worker)

    tables = [await seated(ledger, f"table{n}") for n in range(50)]
    monkeypatch.setattr("goatherd.web.ledger.clerk.carry_out", counting)
    made = [ledger.append_decisions(table, 0, [(0, "a", 0)], 1.0) for table in tables]
    assert all(await asyncio.gather(*made))
    assert sum(sizes) == 50
    assert len(sizes) <= 3  # the first may be alone, the others came while it was written


async def test_changes_are_counted_and_may_be_expected(ledger: Ledger) -> None:
    table = await seated(ledger)
    sat = SeatRow(3, "person", person="carla", name="Carla")
    assert await ledger.change(table, 0, {"started": 2000.5, "options": {"target": 50}}, [sat]) == 1
    assert await ledger.change(table, 0, {"open": False}, [SeatRow(0)]) is None
    assert await ledger.change(table, None, {"main": None}) == 2
    assert await ledger.change("unknown", None, {"open": False}) is None
    kept = await loaded(ledger, table)
    assert kept.table == a_table(started=2000.5, options={"target": 50}, main=None, changes=2)
    assert kept.seats == (*SEATS[:3], sat)


async def test_a_rematch_is_at_a_table_that_exists(ledger: Ledger) -> None:
    table, again = await seated(ledger), await seated(ledger, "again")
    with pytest.raises(BadWrite):
        await ledger.change(table, None, {"rematch": "nowhere"})
    assert await ledger.change(table, None, {"rematch": again}) == 1


async def test_two_workers_change_a_table_and_one_wins(database: str) -> None:
    async with two(database) as workers:
        table = await seated(workers[0])
        for expected in range(20):
            won = await asyncio.gather(
                *(
                    worker.change(table, expected, {}, [SeatRow(3, "person", name, name)])
                    for worker, name in zip(workers, "ab", strict=True)
                )
            )
            assert sorted(won, key=str) == [expected + 1, None]


async def test_chat_keeps_the_last_messages(ledger: Ledger) -> None:
    table = await seated(ledger)
    for number in range(5):
        assert await ledger.say(table, 0, "Anna", f"<{number}>", 1.5, most_kept=3) == number
    await ledger.say(table, None, "guest", "양", 2.5, most_kept=3)
    stored = await loaded(ledger, table)
    assert stored.messages == (
        MessageRow(3, 0, "Anna", "<3>", 1.5),
        MessageRow(4, 0, "Anna", "<4>", 1.5),
        MessageRow(5, None, "guest", "양", 2.5),
    )
    assert stored.table.changes == 6


async def test_a_match_ends_once(ledger: Ledger) -> None:
    table = await seated(ledger, started=2.0)
    assert await ledger.finish(table, [10, 0, 10, 0], [0, 2], 3.5)
    assert not await ledger.finish(table, [0, 9, 0, 9], [1, 3], 4.5)
    kept = (await loaded(ledger, table)).table
    assert (kept.scores, kept.winners, kept.finished, kept.changes) == (
        (10, 0, 10, 0),
        (0, 2),
        3.5,
        1,
    )


async def test_news_are_what_is_not_known_yet(ledger: Ledger) -> None:
    table = await seated(ledger)
    await ledger.append_decisions(table, 0, [(0, "a", 0), (1, "b", 0)], 1.0)
    nothing = await ledger.news(table, 2, 0)
    assert nothing is not None
    assert not nothing
    await ledger.append_decisions(table, 2, [(2, "c", 0)], 1.0)
    made = await ledger.news(table, 1, 0)
    assert made is not None
    assert [row.text for row in made.decisions] == ["b", "c"]
    assert made.surroundings is None
    await ledger.say(table, 0, "Anna", "hello", 1.0)
    said = await ledger.news(table, 3, 0)
    assert said is not None
    assert said.decisions == ()
    assert said.surroundings is not None
    assert said.surroundings.messages == (MessageRow(0, 0, "Anna", "hello", 1.0),)
    assert said.surroundings.table.changes == 1
    assert said.surroundings.seats == SEATS
    assert await ledger.news("unknown", 0, 0) is None


# --- many tables ---------------------------------------------------------------------------------


def ids(listed: list[ListedTable]) -> list[str]:
    return [entry.table.id for entry in listed]


@pytest.fixture
async def some_tables(ledger: Ledger) -> Ledger:
    """Waiting, played and finished ones, open and by link, of several people."""
    await seated(ledger, "waits", created=1.0)
    await seated(ledger, "closed", created=2.0, open=False)
    await seated(ledger, "played", created=3.0, started=3.5)
    await seated(ledger, "ended", created=4.0, started=4.5)
    await ledger.finish("ended", [1, 0, 1, 0], [0, 2], 5.0)
    elsewhere = a_table("elsewhere", created=6.0, started=6.5, host="zoe")
    await ledger.create_table(elsewhere, [SeatRow(0, "person", person="zoe", name="Zoe")])
    return ledger


async def test_my_tables_are_where_i_sit_or_am_the_host(some_tables: Ledger) -> None:
    mine = await some_tables.tables_of("berta")
    assert ids(mine) == ["played", "closed", "waits", "ended"]
    assert mine[0].seats == SEATS
    assert ids(await some_tables.tables_of("berta", 2)) == ["played", "closed"]
    assert ids(await some_tables.tables_of("zoe")) == ["elsewhere"]
    await some_tables.change("elsewhere", None, {}, [SeatRow(0)])
    assert ids(await some_tables.tables_of("zoe")) == ["elsewhere"]
    assert await some_tables.tables_of("nobody") == []


async def test_open_tables_wait_or_are_played_the_newest_first(some_tables: Ledger) -> None:
    assert ids(await some_tables.open_tables()) == ["elsewhere", "played", "waits"]
    assert ids(await some_tables.open_tables(1)) == ["elsewhere"]


async def test_tables_being_played_come_in_chunks(some_tables: Ledger) -> None:
    found = [entry async for entry in some_tables.in_progress(chunk=1)]
    assert ids(found) == ["elsewhere", "played"]


async def test_finished_matches_come_in_the_order_of_their_end(ledger: Ledger) -> None:
    for name, at in (("late", 9.0), ("early", 7.0), ("alike", 9.0)):
        await seated(ledger, name, started=2.0)
        await ledger.append_decisions(name, 0, [(0, name, 0)], 3.0)
        await ledger.finish(name, [0] * 4, [], at)
    found = [match async for match in ledger.finished(chunk=1)]
    assert [match.table.id for match in found] == ["early", "alike", "late"]
    assert found[0].decisions == (DecisionRow(0, 0, "early", 3.0, 0),)
    rest = [match.table.id async for match in ledger.finished(after=(9.0, "alike"))]
    assert rest == ["late"]


async def test_tables_are_counted(some_tables: Ledger) -> None:
    assert await some_tables.counts() == Counts(waiting=2, playing=2, finished=1)


LISTS: list[tuple[str, str]] = [
    ("ix_tables_open", f"SELECT id FROM tables WHERE {schema.OPEN} ORDER BY created DESC LIMIT 9"),
    ("ix_tables_played", f"SELECT id FROM tables WHERE {schema.BEING_PLAYED} AND id > 'a'"),
    ("ix_tables_waiting", f"SELECT count(*) FROM tables WHERE {schema.WAITING}"),
    ("ix_tables_finished", f"SELECT id FROM tables WHERE {schema.FINISHED} AND finished > 1"),
    ("ix_seats_person", "SELECT seat FROM seats WHERE person = 'anna'"),
]


@pytest.mark.parametrize(("index", "query"), LISTS, ids=[index for index, _ in LISTS])
def test_lists_use_their_index(database: str, index: str, query: str) -> None:
    with databases.engine(databases.address(database)).connect() as connection:
        explain = "EXPLAIN QUERY PLAN " if database.startswith("sqlite") else "EXPLAIN "
        if not database.startswith("sqlite"):
            connection.execute(text("SET enable_seqscan = off"))  # there are hardly any rows
        plan = str(connection.execute(text(explain + query)).all())
    assert index in plan


# --- a plain list as the model -------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 1]),  # the worker
        st.sampled_from(["append", "take back", "say", "sit", "news"]),
        st.integers(-1, 2),  # how far from the true number
        st.integers(1, 3),  # how many at once
    ),
    max_size=30,
)


class Reader:
    """Somebody who only ever asks for news."""

    def __init__(self, ledger: Ledger, table: str) -> None:
        self.ledger = ledger
        self.table = table
        self.texts: list[str] = []
        self.changes = -1
        self.messages: list[str] = []
        self.seat = ""

    async def ask(self) -> None:
        news = await self.ledger.news(self.table, len(self.texts), self.changes)
        assert news is not None
        self.texts += [made.text for made in news.decisions]
        if news.surroundings is not None:
            self.changes = news.surroundings.table.changes
            self.messages = [message.text for message in news.surroundings.messages]
            self.seat = news.surroundings.seats[3].name


NUMBERS = itertools.count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=STEPS)
def test_a_reader_of_news_knows_what_a_list_knows(
    database: str, steps: list[tuple[int, str, int, int]]
) -> None:
    asyncio.run(follow(steps, database, f"table{next(NUMBERS)}"))


async def follow(steps: list[tuple[int, str, int, int]], url: str, table: str) -> None:
    made: list[str] = []
    said: list[str] = []
    changes, seat = 0, ""
    async with two(url) as workers:
        await seated(workers[0], table)
        readers = [Reader(worker, table) for worker in workers]
        for worker, act, off, count in steps:
            ledger = workers[worker]
            if act in ("append", "take back"):
                decisions = [TAKE_BACK if act == "take back" else f"d{len(made)}"] * count
                rows = [(0, decision, 0) for decision in decisions]
                fits = await ledger.append_decisions(table, len(made) + off, rows, 1.0)
                assert fits == (off == 0)
                made += decisions if fits else []
            elif act == "say":
                said.append(f"m{changes}")
                await ledger.say(table, 0, "Anna", said[-1], 1.0, most_kept=3)
                changes += 1
            elif act == "sit":
                name = f"guest {changes}"
                row = SeatRow(3, "person", person=name, name=name)
                won = await ledger.change(table, changes + off, {}, [row])
                assert won == (changes + 1 if off == 0 else None)
                changes, seat = (changes + 1, name) if won else (changes, seat)
            else:
                await readers[worker].ask()
        for reader in readers:
            await reader.ask()
            assert (reader.texts, reader.changes) == (made, changes)
            assert (reader.messages, reader.seat) == (said[-3:], seat)
