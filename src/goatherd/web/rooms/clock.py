"""Clocks: main time for the whole match, then byo-yomi, so many seconds for each decision."""

from dataclasses import dataclass

LONGEST_MAIN = 30 * 24 * 3600
LONGEST_BYOYOMI = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time each seat has, in seconds."""

    main: int
    byoyomi: int

    def main_left(self, spent: int) -> float:
        """What is left of the main time after so many milliseconds."""
        return max(self.main - spent / 1000, 0.0)

    def left(self, main_left: float, thinking: float) -> tuple[float, float]:
        """Main time and byo-yomi left to a seat that has thought for so many seconds."""
        over = max(thinking - main_left, 0.0)
        return max(main_left - thinking, 0.0), max(self.byoyomi - over, 0.0)

    def runs_out_in(self, main_left: float, thinking: float) -> float:
        """Seconds until a bot takes the seat."""
        return sum(self.left(main_left, thinking))
