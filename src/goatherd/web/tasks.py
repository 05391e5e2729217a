"""Tasks that go on by themselves: how they end, and what becomes of their errors."""

import asyncio
from collections.abc import Iterable
from typing import Any

MISSED = 0.5
"""Seconds after which a task that goes on has missed that it was to end."""


def retrieve(task: "asyncio.Future[Any]") -> None:
    """Take note of a task's error even if whoever waited for it has gone."""
    if not task.cancelled():
        task.exception()


async def end(tasks: Iterable["asyncio.Task[None]"]) -> None:
    """Cancel them until all have ended. Once is not enough: where an answer of the database comes
    at the same moment, its driver may take the answer and forget that it was to end."""
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=MISSED)
