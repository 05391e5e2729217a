"""What a person has played: matches with their results, statistics, and the ladder of levels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from goatherd.bots.levels import LEVELS, STRONGEST, Level, checked_level
from goatherd.game import games, load
from goatherd.web.ledger.people import AgainstBots, Losses
from goatherd.web.ledger.rows import ListedTable, SeatRow
from goatherd.web.listings import picture_of
from goatherd.words import Text

ENOUGH = 100
"""Judged decisions from which on a person is compared with the levels."""
ENOUGH_OF_LEVEL = 200
"""Judged decisions of a level from which on it is something to compare with."""

Result = Literal["won", "tied", "lost"]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match as one of its players looks back on it."""

    id: str
    game: str
    finished: datetime
    result: Result
    score: int
    other_score: int
    """The best of the other sides."""
    others: tuple[Text, ...]
    """Who else played: names, and bots by their level."""

    @property
    def title(self) -> str:
        return load(self.game).title

    @property
    def picture(self) -> str:
        return picture_of(self.game)

    @property
    def margin(self) -> int:
        return self.score - self.other_score


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A person's matches of one game, in numbers."""

    game: str
    title: str
    picture: str
    played: int
    won: int
    tied: int
    margin: float
    """In points, on average."""
    beaten: int
    """The strongest level that was beaten; as many stars."""
    loss: Losses | None
    """Of the person's own decisions that were judged."""
    like: Losses | None
    """Of the level that plays most like this; None where too little is known."""

    @property
    def next(self) -> Level | None:
        return next_level(self.beaten)

    @property
    def enough(self) -> int:
        return ENOUGH


def next_level(beaten: int) -> Level | None:
    """The level to beat next; None if there is none above."""
    return None if beaten >= STRONGEST else checked_level(beaten + 1)


def stars(beaten: int) -> str:
    return "★" * beaten + "☆" * (len(LEVELS) - beaten)


def played_match(listed: ListedTable, person: str) -> PlayedMatch | None:
    """A finished match of this person; None if they had no seat in it."""
    table = listed.table
    mine = next((row for row in listed.seats if row.person == person), None)
    if mine is None or table.scores is None or table.winners is None or table.finished is None:
        return None
    sides = load(table.game).contract.facts.sides(table.players)
    side = mine.seat % sides
    winning = {seat % sides for seat in table.winners}
    others = [score for seat, score in enumerate(table.scores) if seat % sides != side]
    return PlayedMatch(
        id=table.id,
        game=table.game,
        finished=datetime.fromtimestamp(table.finished, UTC),
        result=result_of(side, winning),
        score=table.scores[mine.seat],
        other_score=max(others),
        others=tuple(player_words(row) for row in listed.seats if row is not mine),
    )


def result_of(side: int, winning: set[int]) -> Result:
    if side not in winning:
        return "lost"
    return "won" if len(winning) == 1 else "tied"


def player_words(row: SeatRow) -> Text:
    if row.kind == "bot" and row.level is not None:
        return Text("{name} (level {level})", name=checked_level(row.level).name, level=row.level)
    return Text("{name}", name=row.name) if row.name else Text("somebody")


def beaten_level(ended: AgainstBots) -> int:
    """The weakest opponent's level, where the match was won without a partner who is stronger than
    that; else 0."""
    sides = load(ended.game).contract.facts.sides(ended.players)
    winning = {seat % sides for seat in ended.winners}
    if result_of(ended.seat % sides, winning) != "won":
        return 0
    if sides == ended.players:
        return ended.weakest
    return 0 if (ended.beside or 0) > ended.opposite else ended.opposite


def played_matches(found: Iterable[ListedTable], person: str) -> list[PlayedMatch]:
    matches = [played_match(one, person) for one in found]
    return [one for one in matches if one is not None]


def beaten_levels(ends: Iterable[AgainstBots]) -> dict[str, int]:
    """The strongest level that was beaten in each game."""
    beaten = dict.fromkeys(games(), 0)
    for one in ends:
        beaten[one.game] = max(beaten.get(one.game, 0), beaten_level(one))
    return beaten


def histories(
    matches: Sequence[PlayedMatch],
    beaten: Mapping[str, int],
    own: Sequence[Losses],
    levels: Sequence[Losses],
) -> list[GameHistory]:
    """The games that were played, in the order in which they are offered."""
    loss = {one.game: one for one in own}
    by_game: dict[str, list[PlayedMatch]] = {}
    for one in matches:
        by_game.setdefault(one.game, []).append(one)
    return [
        game_history(name, by_game[name], beaten[name], loss.get(name), levels)
        for name in games()
        if name in by_game
    ]


def game_history(
    name: str,
    matches: Sequence[PlayedMatch],
    beaten: int,
    loss: Losses | None,
    levels: Sequence[Losses],
) -> GameHistory:
    return GameHistory(
        game=name,
        title=load(name).title,
        picture=picture_of(name),
        played=len(matches),
        won=sum(one.result == "won" for one in matches),
        tied=sum(one.result == "tied" for one in matches),
        margin=sum(one.margin for one in matches) / len(matches),
        beaten=beaten,
        loss=loss,
        like=nearest_level(loss, [one for one in levels if one.game == name]),
    )


def nearest_level(loss: Losses | None, levels: Sequence[Losses]) -> Losses | None:
    """The level whose decisions cost about as much; None unless enough of both was judged, and of
    two levels at least: with one alone, everybody would play like it."""
    known = [one for one in levels if one.decisions >= ENOUGH_OF_LEVEL]
    if loss is None or loss.decisions < ENOUGH or len(known) < 2:
        return None
    return min(known, key=lambda one: abs(one.each - loss.each))
