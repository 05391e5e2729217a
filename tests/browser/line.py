"""A line between a browser and a site that can be cut, and that can lose an answer."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Call:
    """One connection: both its ends, whether it breaks before the next answer or brings none."""

    def __init__(self, caller: socket.socket, callee: socket.socket) -> None:
        self.caller, self.callee = caller, callee
        self.is_doomed = False
        self.is_stream = self.is_dead = False

    def hang_up(self) -> None:
        for end in (self.caller, self.callee):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Line:
    """Passes bytes on between whoever calls at `url` and a site, as long as it is whole."""

    def __init__(self, site: str) -> None:
        there = urlsplit(site)
        self._site = (there.hostname or "", there.port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._whole = True
        self._breaks_after_post = False
        self._open: set[socket.socket] = set()
        self._calls: list[Call] = []
        self._guard = threading.Lock()
        self._threads = [threading.Thread(target=self._answer_calls, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """End all calls, and take no more."""
        self._whole = False
        self._hang_up()

    def restore(self) -> None:
        self._whole = True

    def swallow(self) -> None:
        """No event of a stream that is open arrives any more, and nobody is told."""
        for call in self._calls:
            call.is_dead = call.is_stream

    def break_after_post(self) -> None:
        """The next form that is sent gets through, but the line breaks before its answer does."""
        self._breaks_after_post = True

    @property
    def is_broken(self) -> bool:
        return not self._whole

    def close(self) -> None:
        self._whole = False
        with suppress(OSError):  # wakes the thread that waits for calls
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._hang_up()
        for thread in self._threads:
            thread.join()
        for end in self._open:
            end.close()

    def _hang_up(self) -> None:
        with self._guard:
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _answer_calls(self) -> None:
        while True:
            try:
                caller, _ = self._listening.accept()
            except OSError:
                return
            if self._whole:
                self._connect(caller)
            else:
                caller.close()

    def _connect(self, caller: socket.socket) -> None:
        callee = socket.create_connection(self._site)
        with self._guard:
            self._open |= {caller, callee}
        call = Call(caller, callee)
        self._calls.append(call)
        for pass_on in (self._pass_on_asking, self._pass_on_answers):
            thread = threading.Thread(target=pass_on, args=(call,))
            self._threads.append(thread)
            thread.start()

    def _pass_on_asking(self, call: Call) -> None:
        with suppress(OSError):
            while data := call.caller.recv(65536):
                if self._breaks_after_post and data.startswith(b"POST"):
                    self._breaks_after_post = False
                    call.is_doomed = True
                call.is_stream = b"/events?" in data.partition(b"\r\n")[0]
                call.callee.sendall(data)
        call.hang_up()

    def _pass_on_answers(self, call: Call) -> None:
        with suppress(OSError):
            while data := call.callee.recv(65536):
                if call.is_doomed:
                    self.cut()
                    break
                if not call.is_dead:
                    call.caller.sendall(data)
        call.hang_up()
