"""Courtesy on a busy worker: whoever waits for what others have done goes first, and whoever looks
at the next part of an own decision after that."""

import asyncio
import time
from contextlib import suppress

CALM = 0.001
"""Seconds for which others had to do something, at most, where nobody is waiting."""
PATIENCE = 0.5
"""Seconds after which somebody has waited long enough."""


class Courtesy:
    """Those who let others go first, one after another."""

    def __init__(self) -> None:
        self._first = asyncio.Lock()

    async def let_others_go(self) -> None:
        """Wait until nothing else is to be done in this worker, or for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._first:
                while await _was_busy():
                    pass


async def _was_busy() -> bool:
    """Let everything run that can run now; whether that was much."""
    before = time.perf_counter()
    await asyncio.sleep(0)
    return time.perf_counter() - before > CALM
