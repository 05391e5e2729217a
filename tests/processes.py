"""Whether processes that a test started are gone."""

import os
import time
from pathlib import Path

import pytest


def assert_gone(pids: Path) -> None:
    """That no process whose number is in the file runs, after a moment to see to it."""
    numbers = [int(line) for line in pids.read_text().split()] if pids.exists() else []
    for _ in range(500):
        if not any(is_running(number) for number in numbers):
            return
        time.sleep(0.01)
    pytest.fail(f"still running: {[number for number in numbers if is_running(number)]}")


def is_running(pid: int) -> bool:
    """Whether it runs; one that has ended and waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # it ended meanwhile
        return False
