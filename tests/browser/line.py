"""A line between a browser and a site that can be cut, and that can lose an answer."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Line:
    """Passes bytes on between whoever calls at `url` and a site, as long as it is whole."""

    def __init__(self, site: str) -> None:
        there = urlsplit(site)
        self._site = (there.hostname or "", there.port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._whole = True
        self._loses_answers = False
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        self._threads = [threading.Thread(target=self._answer_calls, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """End all calls, and take no more."""
        self._whole = False
        self._hang_up()

    def restore(self) -> None:
        self._loses_answers = False
        self._whole = True

    def lose_answers(self) -> None:
        """From now on what is asked gets through, and the calls break before it is answered."""
        self._loses_answers = True

    def close(self) -> None:
        self._whole = False
        with suppress(OSError):  # wakes the thread that waits for calls
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._hang_up()
        for thread in self._threads:
            thread.join()

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
        for source, sink, is_answer in ((caller, callee, False), (callee, caller, True)):
            thread = threading.Thread(target=self._pass_on, args=(source, sink, is_answer))
            self._threads.append(thread)
            thread.start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if is_answer and self._loses_answers:
                    break
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        if is_answer:
            self._forget(source, sink)

    def _forget(self, *ends: socket.socket) -> None:
        with self._guard:
            self._open -= set(ends)
        for end in ends:
            end.close()
