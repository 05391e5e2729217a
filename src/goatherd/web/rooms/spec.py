"""What is settled about a table before anybody sits down."""

from collections.abc import Mapping
from dataclasses import dataclass

from goatherd.game import load
from goatherd.partners import checked_draw
from goatherd.web.ledger.rows import TableRow
from goatherd.web.rooms.clock import NO_CLOCK, TimeControl


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What is played, by how many, and how: pages, API and rematches make tables from it alone."""

    game: str
    players: int
    options: Mapping[str, str | int]
    """All of them."""
    time: TimeControl | None = None
    listed: bool = False
    """Whether everybody is shown the table."""
    hints: bool = True
    take_back: bool = True
    draw: bool = False
    """Whether people draw for partners."""

    @classmethod
    def checked(
        cls,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        time: TimeControl | None = None,
        listed: bool = False,
        hints: bool = True,
        take_back: bool = True,
        draw: bool = False,
    ) -> "TableSpec":
        """A table as somebody wants it: by default for the fewest players, with the usual options.
        UnknownGame or BadOption where there can be none."""
        count, all_options = load(game).checked_together(players, options or {})
        if draw:
            checked_draw(load(game), all_options)
        return cls(game, count, all_options, time, listed, hints, take_back, draw)

    @classmethod
    def of(cls, table: TableRow) -> "TableSpec":
        """That of a table, to play the same again."""
        return cls(
            game=table.game,
            players=table.players,
            options=table.options,
            time=TimeControl.of(table),
            listed=table.open,
            hints=table.hints,
            take_back=table.take_back,
            draw=table.draw is not None,
        )

    def row(self, table: str, secret: str, host: str, created: float) -> TableRow:
        """A new table as the ledger keeps it."""
        clock = NO_CLOCK if self.time is None else self.time.columns()
        return TableRow(
            id=table,
            game=self.game,
            players=self.players,
            options=self.options,
            open=self.listed,
            **clock,
            hints=self.hints,
            take_back=self.take_back,
            secret=secret,
            host=host,
            created=created,
            draw=(-1,) * self.players if self.draw else None,
        )
