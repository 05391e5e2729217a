"""A bot process as the pool sees it: a pipe each way."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from goatherd.bots.pool.messages import LENGTH, Answer, Request, packed, unpacked

SECONDS_TO_END = 2.0
"""What a process has to end by itself, before it is killed."""


class ProcessLost(Exception):
    """A process has ended, or hangs."""


class BotProcess:
    """A process in which bots think, from this side."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self.pid = process.pid
        self.warm: set[str] = set()
        """The games that it can think about at once."""
        self.warming: set[str] = set()
        """The one that it is warming up for, if any."""
        self.was_useful = False
        """Whether it ever answered, and is worth replacing at once."""

    async def answer(self, request: Request, limit: float) -> Answer:
        """What it answers; ProcessLost if it ends over it, or takes longer than the limit."""
        try:
            async with asyncio.timeout(limit):
                self._input.write(packed(request))
                await self._input.drain()
                (length,) = LENGTH.unpack(await self._output.readexactly(LENGTH.size))
                answer: Answer = unpacked(await self._output.readexactly(length))
        except TimeoutError:
            self._kill()
            raise ProcessLost(f"no answer after {limit:.0f} s") from None
        except (asyncio.IncompleteReadError, OSError):
            raise ProcessLost("it ended") from None
        return answer

    @property
    def has_ended(self) -> bool:
        return self._process.returncode is not None

    async def wait(self) -> None:
        """Wait until it has ended, for whatever reason."""
        await self._process.wait()

    def close(self) -> None:
        """Tell it that there is no more to do."""
        self._input.close()

    async def stop(self) -> None:
        """End it: by itself within a short time, or else by force."""
        self.close()
        try:
            await asyncio.wait_for(self.wait(), SECONDS_TO_END)
        except TimeoutError:
            pass
        finally:
            self._kill()
            await self.wait()

    def _kill(self) -> None:
        if not self.has_ended:
            with suppress(ProcessLookupError):
                self._process.kill()


async def spawn(command: Sequence[str]) -> BotProcess:
    """A new process, in a session of its own: Ctrl-C in the terminal is not meant for it."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, start_new_session=True
    )
    return BotProcess(process)
