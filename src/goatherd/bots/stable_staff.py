"""The hands of the stable, as the stable sees them: processes with a pipe each way."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from goatherd.bots.stable_errands import HEAD, Answer, Errand, packed, unpacked

PATIENCE = 2.0
"""Seconds that a hand has to end by itself."""


class HandLost(Exception):
    """A process has ended, or hangs."""


class Hand:
    """A process of the stable, from this side."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._errands = process.stdin
        self._answers = process.stdout
        self.pid = process.pid
        self.warm: set[str] = set()
        """The games that it can think about at once."""
        self.warming: set[str] = set()
        """The one that it is getting ready for, if any."""
        self.was_useful = False
        """Whether it ever had a thought, and is worth replacing at once."""

    async def do(self, errand: Errand, limit: float) -> Answer:
        """What it answers; HandLost if it ends over it, or takes longer than the limit."""
        try:
            async with asyncio.timeout(limit):
                self._errands.write(packed(errand))
                await self._errands.drain()
                (length,) = HEAD.unpack(await self._answers.readexactly(HEAD.size))
                answer: Answer = unpacked(await self._answers.readexactly(length))
        except TimeoutError:
            self._kill()
            raise HandLost(f"no answer after {limit:.0f} s") from None
        except (asyncio.IncompleteReadError, OSError):
            raise HandLost("it ended") from None
        return answer

    @property
    def has_ended(self) -> bool:
        return self._process.returncode is not None

    async def end(self) -> None:
        """Wait until it has ended, for whatever reason."""
        await self._process.wait()

    def close(self) -> None:
        """Tell it that there is no more to do."""
        self._errands.close()

    async def dismissed(self) -> None:
        """It has ended: by itself, or else by force."""
        self.close()
        try:
            await asyncio.wait_for(self.end(), PATIENCE)
        except TimeoutError:
            pass
        finally:
            self._kill()
            await self.end()

    def _kill(self) -> None:
        if not self.has_ended:
            with suppress(ProcessLookupError):
                self._process.kill()


async def hired(command: Sequence[str]) -> Hand:
    """A new process, in a session of its own: Ctrl-C in the terminal is not meant for it."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, start_new_session=True
    )
    return Hand(process)
