"""What the pages around the tables show: games to choose, tables to sit down at, options to set."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from goatherd.game import Game, games, load
from goatherd.lesson import lessons
from goatherd.looks import Looks
from goatherd.rule import Option
from goatherd.words import Text, seat_name


@dataclass(frozen=True, slots=True)
class GameTile:
    """One of the games, as it is offered."""

    name: str
    title: str
    """A message of the catalogues."""
    sentence: Text
    players: Text
    picture: str
    """The id of its picture in `art/site.svg`."""
    has_lesson: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list: one's own, or one to join or watch."""

    id: str
    game: str
    title: str
    stage: str
    """`waiting`, `playing` or `over`."""
    players: Sequence[str]
    my_turn: bool
    seats_free: int
    updated: datetime
    url: str

    @property
    def picture(self) -> str:
        return picture_of(self.game)


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of a game, to be filled in."""

    name: str
    title: Text
    about: Text
    choices: tuple[tuple[str, Text], ...]
    """Each as it is sent, and in words."""
    low: int | None
    high: int | None
    default: str
    allowed: Text
    sample: str
    """A text to begin with, where one of one's own may be given."""

    @property
    def is_number(self) -> bool:
        """Whether a number may be given, with or without choices besides."""
        return self.low is not None

    def is_choice(self, value: str) -> bool:
        return any(value == sent for sent, _ in self.choices)

    @property
    def number(self) -> str:
        """The number to begin with."""
        return str(self.low) if self.is_choice(self.default) else self.default


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over: what its pages have in common."""

    id: str
    game: str
    title: str
    names: Sequence[str]
    has_line: bool
    """Whether the game has a notation in one line to download."""


def game_tile(game: Game) -> GameTile:
    return GameTile(
        name=game.name,
        title=game.title,
        sentence=game.contract.looks.sentence,
        players=Text("{count} players", count=counted(game.players)),
        picture=picture_of(game.name),
        has_lesson=bool(lessons(game.name)),
    )


def game_tiles() -> list[GameTile]:
    """All games, in the order in which they are offered."""
    return [game_tile(load(name)) for name in games()]


def picture_of(game: str) -> str:
    return f"game-{game}"


def counted(players: Sequence[int]) -> str:
    """Numbers of players, shortly: `2–5`, `4, 6, 8`."""
    first, last = players[0], players[-1]
    if len(players) > 2 and last - first == len(players) - 1:
        return f"{first}–{last}"
    return ", ".join(map(str, players))


def option_field(option: Option, looks: Looks) -> OptionField:
    """An option without its files: to a page, what stands in one is sent as text."""
    return OptionField(
        name=option.name,
        title=looks.option_title(option.name),
        about=option.about,
        choices=tuple(
            (str(choice), choice_words(choice, option, looks)) for choice in choices_of(option)
        ),
        low=None if option.seats else option.low,
        high=None if option.seats else option.high,
        default=str(option.default),
        allowed=allowed_words(option, looks),
        sample=option.sample,
    )


def choices_of(option: Option) -> tuple[str | int, ...]:
    """What a page lists: seats too, which have names."""
    if option.seats and option.low is not None and option.high is not None:
        return (*option.choices, *range(option.low, option.high + 1))
    return option.choices


def allowed_words(option: Option, looks: Looks) -> Text:
    if option.seats:
        words = [choice_words(choice, option, looks) for choice in choices_of(option)]
        return Text("{choices}", choices=words)
    return option.allowed()


def option_fields(game: Game) -> list[OptionField]:
    return [option_field(option, game.contract.looks) for option in game.options().values()]


def choice_words(choice: str | int, option: Option, looks: Looks) -> Text:
    """A choice in words; a number is its own word, or a seat."""
    if option.seats and isinstance(choice, int):
        return seat_name(choice)
    return looks.choice(choice)
