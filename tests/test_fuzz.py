"""Mutated views and records in processes of their own: see `tools/fuzz.py`, which can do more."""

import sys
from collections import Counter
from functools import partial

import pytest

from tools import fuzz

CASES = 1_500
"""A slice of what `tools/fuzz.py` can do."""


def command_of(code: str, *_: int) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.mark.slow
def test_no_mutated_view_and_no_mutated_record_crashes_or_hangs() -> None:
    found = fuzz.fuzz(CASES, first=7_000_000)
    assert found.lost == []
    assert sum(found.outcomes.values()) == CASES
    assert found.outcomes["decided"] > CASES // 100
    assert found.outcomes["read"] > 0
    assert found.outcomes["refused"] > CASES // 2


def test_a_case_that_is_lost_is_told_with_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test can fail: a worker that ends, or says nothing any more, is noticed."""
    ends = "import os, sys; print(5, flush=True); os.kill(os.getpid(), 11)"
    hangs = "import time; print(6, flush=True); time.sleep(60)"
    monkeypatch.setattr(fuzz, "PATIENCE", 1.0)
    for code, said in ((ends, "it ended with -11"), (hangs, "it hung for 1 s")):
        monkeypatch.setattr(fuzz, "command", partial(command_of, code))
        found = fuzz.Found(Counter(), [])
        fuzz.watch(5, 6, 1, found)
        assert [said in one for one in found.lost] == [True]
