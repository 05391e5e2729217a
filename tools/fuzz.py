"""Mutated views and records, read in processes of their own: none may crash, and none may hang.

    python tools/fuzz.py 100000                 # how many; --seed, --workers
    python tools/fuzz.py --case 4711            # one of them again, here

A case is its number: what is mutated, and how, follows from it. Views are mutated so that they
come as far as possible: cells change hands, sums stay, and what can be read is made to agree with
the record. What is not refused goes to the search bot, that is, to compiled code.
"""

import argparse
import base64
import contextlib
import io
import os
import queue
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import goatherd
from goatherd import Match
from goatherd.bots.pool.worker import warm
from goatherd.bots.protocol import facts, line_of, plain, view_to_json
from goatherd.bots.search import SearchBot
from goatherd.interpreted import as_record
from goatherd.terminal.bot import answer_to
from goatherd.view import View
from tests.matches import Variant, advanced, variants

ITERATIONS = 12
PATIENCE = 120.0
"""Seconds after which a case hangs: much longer than any takes, however busy the machine is."""
COMPILING = 1800.0
"""The same for compiling what all games need, which comes first."""
RECORDS = 0.25
"""The part of cases that are records."""
BASES = 12
"""Matches of each variant that are mutated."""


class Found(NamedTuple):
    """What came of many cases."""

    outcomes: Counter[str]
    lost: list[str]
    """The cases that crashed or hung."""


# Cases


@cache
def bots() -> dict[str, SearchBot]:
    return {name: SearchBot(iterations=ITERATIONS, threads=1, seed=1) for name in goatherd.games()}


@cache
def base(variant: int, number: int) -> Match:
    """A match on its way, or at its end."""
    every: list[Variant] = variants()
    return advanced(every[variant % len(every)], number, (3, 11, 19, 31, 43, 67)[number % 6])


def run_case(number: int) -> str:
    """What came of one case: `refused`, `decided` or `read`."""
    chance = random.Random(number)
    match = base(chance.randrange(len(variants())), chance.randrange(BASES))
    if chance.random() < RECORDS:
        return read_record(mutated_record(match.record(), chance))
    line = line_of({"view": mutated_view(match, chance)})
    with contextlib.redirect_stderr(io.StringIO()) as trouble:
        answer = answer_to(match.game, bots()[match.game], line)
    if trouble.getvalue():
        return "accident"
    return "decided" if answer is not None and "decision" in answer else "refused"


def read_record(text: str) -> str:
    try:
        goatherd.replay(text)
    except ValueError:
        return "refused"
    return "read"


# Mutations


def mutated_record(record: str, chance: random.Random) -> str:
    """A record with a few lines or letters exchanged."""
    lines = record.splitlines()
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(lines))
        match chance.randrange(5):
            case 0:
                lines[place] = chance.choice(lines)
            case 1:
                lines.pop(place)
                lines = lines or [""]
            case 2:
                lines.insert(place, chance.choice(lines))
            case 3:
                words = lines[place].split(" ")
                words[chance.randrange(len(words))] = chance.choice(WORDS)
                lines[place] = " ".join(words)
            case _:
                text = lines[place] or " "
                at = chance.randrange(len(text))
                lines[place] = text[:at] + chance.choice(LETTERS) + text[at + 1 :]
    return "\n".join(lines)


WORDS = ("-1", "0", "1", "9", "99", "1e9", "9" * 40, "", "?", "play", "option", "seed", "\x00", "٣")
LETTERS = "0123456789 abc?-#\x00\x7fé한ⅷ"


def mutated_view(match: Match, chance: random.Random) -> dict[str, object]:
    """A view that is none, made to look like one."""
    seat = chance.choice([match.turn, *range(match.players), None])
    view = match.view(seat)
    data = dict(view_to_json(view))
    if chance.random() < 0.9:
        state = view.state.copy()
        for _ in range(chance.choice((1, 1, 2, 2, 3))):
            mutate(state, chance)
        data["state"] = base64.b64encode(state.tobytes()).decode()
        data |= said_by(view, state)
    if chance.random() < 0.25:
        mutate_history(data, chance)
    if chance.random() < 0.05:
        data[chance.choice(list(data))] = chance.choice((None, -1, 1e99, [], {}, "x", [[1, 2]]))
    return data


def said_by(view: View, state: np.ndarray[Any, Any]) -> dict[str, object]:
    """What can be read, as the mutated record has it; as it was where that is refused at once."""
    contract, number = view.contract, view.contract.facts.spectator
    number = number if view.seat is None else view.seat
    try:
        contract.check(as_record(state), number)
        other = View(contract, view.seat, state, view.history(), view.this_round(), [], ())
        said: dict[str, object] = plain(facts(other))
    except Exception:
        return {}
    return said


def mutate(state: np.ndarray[Any, Any], chance: random.Random) -> None:
    """Change a cell, or two of one field so that their sum stays."""
    names = [name for name in state.dtype.names or () if not name.startswith("gap")]
    cells = state[chance.choice(names)].reshape(-1)
    first, second = chance.randrange(cells.size), chance.randrange(cells.size)
    with np.errstate(all="ignore"):
        match chance.randrange(5):
            case 0:
                cells[[first, second]] = cells[[second, first]]
            case 1:
                cells[first] += cells.dtype.type(1)
                cells[second] -= cells.dtype.type(1)
            case 2:
                cells[first] = chance.choice([int(one) for one in cells])
            case 3:
                info = np.iinfo(cells.dtype)
                cells[first] = chance.choice((info.min, info.max, 0, 1, chance.randrange(128)))
            case _:
                cells[first] += cells.dtype.type(chance.choice((1, 2)))


def mutate_history(data: dict[str, Any], chance: random.Random) -> None:
    history = [list(entry) for entry in data["history"]]
    actions = goatherd.load(data["game"]).actions
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(history) + 1)
        match chance.randrange(4):
            case 0 if at < len(history):
                history.pop(at)
            case 1:
                history.insert(at, [chance.randrange(data["players"]), chance.choice(actions)])
            case 2 if at < len(history):
                history[at] = [chance.randrange(data["players"]), chance.choice(actions)]
            case _:
                history = history * 2
    data["history"] = history
    data["this_round"] = min(data["this_round"], len(history))
    if chance.random() < 0.5:
        data["this_round"] = chance.randint(0, len(history))


# Processes


def work(first: int, end: int, step: int) -> None:
    """Run cases and tell of each: its number before it, and what came of it."""
    out = os.fdopen(os.dup(1), "w", buffering=1)
    out.write("ready\n") if all(compiled(game) for game in goatherd.games()) else None
    for number in range(first, end, step):
        out.write(f"{number}\n")
        out.write(f"{run_case(number)}\n")


def compiled(game: str) -> bool:
    warm(game)
    match = goatherd.load(game).new(seed=1)
    return bool(bots()[game].choose(match.view(match.turn)))


def fuzz(cases: int, first: int = 0, workers: int = 2) -> Found:
    """Run so many cases, each worker every so-manieth of them."""
    found = Found(Counter(), [])
    threads = [
        threading.Thread(target=watch, args=(first + rank, first + cases, workers, found))
        for rank in range(workers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def watch(first: int, end: int, step: int, found: Found) -> None:
    """See a worker through its cases; one that is lost goes on after the case that it was at."""
    while first < end:
        last = first - step
        for said in told(first, end, step):
            if said.isdecimal():
                last = int(said)
            elif said.startswith("lost"):
                found.lost.append(f"case {last}: {said}")
            elif said != "ready":
                found.outcomes[said] += 1
        first = last + step


def command(first: int, end: int, step: int) -> list[str]:
    return [sys.executable, "-m", "tools.fuzz", "--work", str(first), str(end), str(step)]


def told(first: int, end: int, step: int) -> Iterator[str]:
    """What a worker says, line by line, and at the end whether it was lost."""
    with subprocess.Popen(command(first, end, step), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        reader = threading.Thread(target=pass_on, args=(process.stdout, lines), daemon=True)
        reader.start()
        patience = COMPILING
        try:
            while line := lines.get(timeout=patience):
                patience = PATIENCE
                yield line.strip()
        except queue.Empty:
            process.kill()
            yield f"lost: it hung for {patience:g} s"
            return
        if process.wait() != 0:
            yield f"lost: it ended with {process.returncode}"


def pass_on(stream: io.TextIOBase, lines: "queue.SimpleQueue[str]") -> None:
    for line in stream:
        lines.put(line)
    lines.put("")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=int, nargs="?", default=2_000)
    parser.add_argument("--seed", type=int, default=0, help="the first case")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--case", type=int, help="run one case in this process")
    parser.add_argument("--work", type=int, nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work is not None:
        work(*given.work)
        return
    if given.case is not None:
        print(run_case(given.case))
        return
    began = time.monotonic()
    found = fuzz(given.cases, given.seed, given.workers)
    seconds = time.monotonic() - began
    print(f"{sum(found.outcomes.values()):,} cases in {seconds:.0f} s: {dict(found.outcomes)}")
    print("\n".join(found.lost) or "No case crashed, none hung.")
    sys.exit(bool(found.lost))


if __name__ == "__main__":
    main()
