"""Things that take long to make, kept for whoever needs one next."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Spares(Generic[T]):
    """Things that nobody uses, by kind; to be used by any number of threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Of a kind; the oldest makes room for one too many."""
        self._lock = Lock()
        self._idle: defaultdict[Hashable, deque[T]] = defaultdict(lambda: deque(maxlen=self.most))

    def take(self, kind: Hashable, make: Callable[[], T]) -> T:
        """One that nobody else uses until it is given back."""
        with self._lock:
            if self._idle[kind]:
                return self._idle[kind].pop()
        return make()

    def give_back(self, kind: Hashable, one: T) -> None:
        with self._lock:
            self._idle[kind].append(one)

    def idle(self, kind: Hashable) -> list[T]:
        """Those of a kind that nobody uses."""
        with self._lock:
            return list(self._idle[kind])

    def clear(self) -> None:
        with self._lock:
            self._idle.clear()
