"""The matches of a ladder in a file, so that it can be stopped and gone on with.

The first line is a comment with the version and the command, the second names the columns, then
comes a row a match. The rows of a job (one deal of a pairing) stand together; jobs come in the
order in which they were done.
"""

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import IO

import platformdirs

from goatherd.errors import BadOption, BadRecord, quoted
from goatherd.ladder.plan import Plan, seatings
from goatherd.ladder.play import Job, Played

HEAD = "# goatherd"
DEALS = re.compile(r" -n (\d{1,9})\b")


def head(plan: Plan, version: str) -> str:
    """The first line: whatever has another one comes from another ladder."""
    return f"{HEAD} {version}: {plan.command()}"


def is_shorter(told: str, plan: Plan, version: str) -> bool:
    """Whether this is the first line of the same ladder with fewer deals."""
    counts = [int(deals) for deals in DEALS.findall(told)]
    shorter = [plan._replace(deals=deals) for deals in counts if deals < plan.deals]
    return any(told == head(one, version) for one in shorter)


def columns(players: int) -> list[str]:
    seats = range(players)
    return [
        *("deal", "pairing", "seating"),
        *(f"bot {seat}" for seat in seats),
        *(f"score {seat}" for seat in seats),
        *(f"won {seat}" for seat in seats),
        *("decisions", "rounds", "seconds", "forfeit"),
    ]


def seed_in(file: Path) -> int | None:
    """The seed of the ladder whose results these are; None where that cannot be told."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            first = lines.readline(10_000)
    except FileNotFoundError:
        return None
    seed = re.search(r" --seed (\d{1,39})\b", first)
    return int(seed[1]) if first.startswith(HEAD) and seed else None


def place_for(plan: Plan, version: str) -> Path:
    """Where results are kept until the ladder is done, if no file is named."""
    digest = hashlib.sha256(head(plan, version).encode()).hexdigest()[:16]
    return platformdirs.user_state_path("goatherd") / "ladders" / f"{digest}.csv"


class Results:
    """The file of a ladder: what is in it already, and more rows as they come."""

    def __init__(self, file: Path, plan: Plan, version: str) -> None:
        self.file = file
        self.plan = plan
        self.played: list[Played] = []
        file.parent.mkdir(parents=True, exist_ok=True)
        self._out: IO[bytes] = file.open("a+b")
        try:
            lock(self._out, file)
            self._begin(version)
        except BaseException:
            self._out.close()
            raise

    def _begin(self, version: str) -> None:
        first = head(self.plan, version)
        self._out.seek(0)
        told = self._out.read()
        names = ",".join(columns(self.plan.players))
        opening = f"{first}\n{names}\n".encode()
        if len(told) < len(opening) and opening.startswith(told):
            self._cut(0)
            self._out.write(opening)
            self._out.flush()
            return
        before, _, rest = told.partition(b"\n")
        shorter = is_shorter(before.decode("utf-8", "replace"), self.plan, version)
        if shorter:
            told = first.encode() + b"\n" + rest
        self._check_opening(told, first, names)
        whole = len(opening) + self._read(told[len(opening) :])
        if shorter:
            self._replace(told[:whole])
        else:
            self._cut(whole)

    def _replace(self, content: bytes) -> None:
        """Give the file another content, at once or not at all."""
        file = self.file.resolve()
        beside = file.with_name(f"{file.name}.new")
        beside.write_bytes(content)
        self._out.close()
        beside.replace(file)
        self._out = file.open("a+b")
        lock(self._out, file)

    def _check_opening(self, told: bytes, first: str, names: str) -> None:
        lines = told.decode("utf-8", "replace").split("\n", 2)
        if not lines[0].startswith(HEAD):
            raise BadOption(f"{self.file}: not the results of a ladder; name another file")
        if lines[0] != first:
            raise BadOption(
                f"{self.file}: the results of another ladder ({lines[0].removeprefix('# ')}); "
                f"name another file than for {first.removeprefix('# ')}"
            )
        if lines[1] != names:
            raise BadRecord(f"{self.file}: line 2: the columns are not {names}")

    def _cut(self, length: int) -> None:
        """Drop what comes after so many bytes: a line or a job that was not written whole."""
        self._out.truncate(length)
        self._out.seek(length)

    def _read(self, told: bytes) -> int:
        """Take in the rows of whole jobs, and say how many bytes they are."""
        whole = size = 0
        job: list[Played] = []
        done: set[Job] = set()
        for number, line in enumerate(told.split(b"\n")[:-1], 3):
            size += len(line) + 1
            job.append(self._row(number, line))
            if len(job) == len(seatings(self.plan, job[0].pairing)):
                self._check_job(number, job, done)
                self.played += job
                job, whole = [], size
        return whole

    def _row(self, number: int, line: bytes) -> Played:
        try:
            (row,) = csv.reader([line.decode()], strict=True)
            return from_row(self.plan, row)
        except (ValueError, IndexError, csv.Error) as error:
            raise BadRecord(
                f"{self.file}: line {number}: {quoted(line)} is not a match: {error}"
            ) from None

    def _check_job(self, number: int, job: Sequence[Played], done: set[Job]) -> None:
        key = Job(job[0].deal, job[0].pairing)
        if [(row.deal, row.pairing, row.seating) for row in job] != [
            (*key, seating) for seating in range(len(job))
        ]:
            raise BadRecord(f"{self.file}: line {number}: the matches of a deal are not together")
        if key in done:
            raise BadRecord(f"{self.file}: line {number}: deal {key.deal} stands there twice")
        done.add(key)

    def done(self) -> set[Job]:
        return {Job(row.deal, row.pairing) for row in self.played}

    def add(self, job: Sequence[Played]) -> None:
        """Keep the matches of a job, on disk before anything else is done."""
        self._out.write(as_text(as_row(self.plan, row) for row in job).encode())
        self._out.flush()
        self.played += job

    def close(self) -> None:
        self._out.close()


def lock(file: IO[bytes], name: Path) -> None:
    """Keep others from writing to the file at the same time, where the system can."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOption(f"{name}: another ladder is writing to it") from None


# Rows


def as_row(plan: Plan, played: Played) -> list[object]:
    one, other = plan.pairings()[played.pairing]
    return [
        *(played.deal, f"{one + 1}-{other + 1}", played.seating),
        *(plan.bots[bot] for bot in seatings(plan, played.pairing)[played.seating].bots),
        *played.scores,
        *(int(seat in played.winners) for seat in range(plan.players)),
        *(played.decisions, played.rounds, f"{played.seconds:.3f}", played.forfeit),
    ]


def as_text(rows: Iterable[Sequence[object]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def from_row(plan: Plan, row: Sequence[str]) -> Played:
    """The match of a row; a ValueError or IndexError says that it is none of this plan."""
    if len(row) != len(columns(plan.players)):
        raise ValueError(f"it has {len(row)} columns")
    parts = cut(row, [1, 1, 1, *[plan.players] * 3, 1, 1, 1, 1])
    (deal,), (pairing,), (seating,), bots, scores, won, (decisions,), (rounds,), (time,), _ = parts
    names = [f"{one + 1}-{other + 1}" for one, other in plan.pairings()]
    played = Played(
        counted(deal, plan.deals),
        names.index(pairing),
        int(seating),
        tuple(map(int, scores)),
        tuple(seat for seat, mark in enumerate(won) if counted(mark, 2)),
        counted(decisions, 10**9),
        counted(rounds, 10**9),
        float(time),
        row[-1],
    )
    if [str(entry) for entry in as_row(plan, played)][3 : 3 + plan.players] != list(bots):
        raise ValueError("other bots sit there")
    return played


def cut(row: Sequence[str], sizes: Sequence[int]) -> Iterator[Sequence[str]]:
    start = 0
    for size in sizes:
        yield row[start : start + size]
        start += size


def counted(text: str, limit: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < limit):
        raise ValueError(f"{quoted(text)} is not a number below {limit}")
    return int(text)
