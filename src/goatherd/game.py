"""A game to play: its facts, new matches, and matches at full speed."""

import secrets
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from goatherd import record
from goatherd.contract import Contract
from goatherd.errors import (
    BadOption,
    BadRecord,
    BadState,
    IllegalMove,
    UnknownGame,
    near,
    nearest,
    quoted,
)
from goatherd.games import contract, names
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.rng import SEED_BITS
from goatherd.rule import Opening, Option, Options
from goatherd.view import View
from goatherd.words import Text

if TYPE_CHECKING:
    from goatherd.fast import Batch, Playouts


class Game:
    """One of the games; get it with `goatherd.load`."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.name = contract.facts.name
        self.title = contract.facts.title
        self.players = contract.facts.players
        self.actions = contract.facts.actions
        self.observation = contract.search.observation

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def options(self) -> dict[str, Option]:
        """Each option with its default and what is allowed."""
        return {option.name: option for option in self.contract.facts.options}

    def action(self, number: int) -> str:
        """The text of an action number."""
        if not 0 <= number < len(self.actions):
            raise IllegalMove(f"actions of {self.name} are 0 to {len(self.actions) - 1}: {number}")
        return self.actions[number]

    def number(self, text: str) -> int:
        """The number of an action's text."""
        try:
            return self.actions.index(text)
        except ValueError:
            hint = nearest(text, self.actions)
            raise IllegalMove(f"{self.name} has no decision {quoted(text)}{hint}") from None

    def new(
        self,
        players: int | None = None,
        seed: int | None = None,
        order: Sequence[str] | str | None = None,
        **options: object,
    ) -> Match:
        """A new match. The seed defaults to a fresh random one; an order fixes the first set-up."""
        return self._made(players, seed, order, self.checked_options(options))

    def restored(self, told: record.Record) -> Match:
        """The match that a record begins with, before its first decision."""
        options = self.checked_options(told.options, recorded=True)
        match = self._made(told.players, told.seed, told.order, options)
        match.fair = told.fair
        if told.drawn:
            self._check_drawn(told, options)
            match.drawn = told.drawn
        match.fixed_options = frozenset(told.options)
        return match

    def _check_drawn(self, told: record.Record, options: Mapping[str, str | int]) -> None:
        from goatherd.partners import checked_draw

        checked_draw(self, options)
        if told.fair is not None:
            raise BadOption("drawn: a live table tells of the draw in its fair lines")

    def _made(
        self,
        players: int | None,
        seed: int | None,
        order: Sequence[str] | str | None,
        options: Mapping[str, str | int],
    ) -> Match:
        return Match(
            self.contract,
            self.checked_players(players),
            options,
            _checked_seed(seed),
            None if order is None else _checked_order(order),
        )

    def checked_players(self, players: int | None) -> int:
        """The number of players, by default the smallest."""
        if players is None:
            return self.players[0]
        if isinstance(players, bool) or players not in self.players:
            raise BadOption(
                Text(
                    "players={given}: {game} is for {counts} players",
                    given=quoted(players),
                    game=Text(self.title),
                    counts=self.players,
                )
            )
        return int(players)

    def checked_options(
        self, given: Mapping[str, object], *, recorded: bool = False
    ) -> dict[str, str | int]:
        """All options, with their defaults where nothing was given. What a record says was kept
        stays as it is, even if it could not be chosen together any more."""
        known = self.options()
        for name in given:
            if name not in known:
                raise self._no_option(str(name))
        kept = {
            name: option.kept(given[name], recorded=recorded) if name in given else option.default
            for name, option in known.items()
        }
        if not recorded:
            self._check_together(kept)
        return kept

    def _check_together(self, options: Options) -> None:
        clash = None if self.contract.rules.clash is None else self.contract.rules.clash(options)
        if clash is not None:
            raise BadOption(clash)

    def _no_option(self, name: str) -> BadOption:
        names = list(self.options())
        game, said, meant = Text(self.title), quoted(name), near(name, names)
        if not meant:
            return BadOption(
                Text(
                    "{game} has no option {name}; options are: {options}",
                    game=game,
                    name=said,
                    options=names,
                )
            )
        return BadOption(
            Text(
                "{game} has no option {name}; did you mean {meant}? Options are: {options}",
                game=game,
                name=said,
                meant=meant,
                options=names,
            )
        )

    def checked_together(
        self, players: int | None, given: Mapping[str, object]
    ) -> tuple[int, dict[str, str | int]]:
        """Players and options of a match that somebody asks for, who may be anybody; BadOption also
        where they do not go together."""
        count = self.checked_players(players)
        options = self.checked_options(given, recorded=True)
        self._check_together(options)
        self.contract.rules.configure(
            as_record(np.zeros(1, self.contract.rules.state)), count, options
        )
        return count, options

    def from_line(self, text: str) -> Match | View:
        """The match that a one-line notation tells of; a view where it hides pieces (Goita)."""
        if self.contract.faces.line is None:
            raise TypeError(f"{self.title} has no one-line notation; Goita has")
        opening = self.contract.faces.line.read(text)
        match = self._opened(opening)
        if opening.viewer is None:
            return match
        spectator = opening.viewer == self.contract.facts.spectator
        return match.view(None if spectator else opening.viewer)

    def _opened(self, opening: Opening) -> Match:
        match = self.new(None, 0, opening.order, **opening.options)
        for place, (seat, text) in enumerate(opening.decisions):
            if seat != match.turn:
                raise BadRecord(f"line: player {seat + 1} moves, and it is not their turn")
            try:
                match.play(text)
            except IllegalMove as error:
                raise BadRecord(f"line: decision {place + 1}: {error}") from None
        return match

    def playouts(
        self,
        n: int,
        players: int | None = None,
        seed: int = 0,
        threads: int | None = None,
        **options: object,
    ) -> "Playouts":
        """Play n random matches at full speed: scores, winners and lengths as arrays."""
        fast = _full_speed()
        played: Playouts = fast.playouts(
            self, n, self.checked_players(players), seed, threads, options
        )
        return played

    def batch(
        self,
        n: int,
        players: int | None = None,
        seed: int = 0,
        **options: object,
    ) -> "Batch":
        """n matches in lockstep, for learning and search."""
        fast = _full_speed()
        batch: Batch = fast.Batch(self, n, self.checked_players(players), seed, options)
        return batch


def _full_speed() -> ModuleType:
    try:
        from goatherd import fast
    except ModuleNotFoundError as missing:
        how = "full speed needs the extra 'fast': pip install 'goatherd[fast]'"
        raise ModuleNotFoundError(f"{how} ({missing})", name=missing.name) from missing
    return fast


def _checked_seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(SEED_BITS)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        raise BadOption(f"seed={quoted(seed)}: a seed is a number from 0 to 2**{SEED_BITS} - 1")
    return seed


def _checked_order(order: Sequence[str] | str) -> list[str]:
    if not isinstance(order, Sequence):
        raise BadOption(f"order: a list of cards, not {quoted(order)}")
    cards = order.replace(",", " ").split() if isinstance(order, str) else list(order)
    for card in cards:
        if not isinstance(card, str):
            raise BadOption(f"order: a card is a text, not {quoted(card)}")
    return cards


def games() -> list[str]:
    """The names of the games."""
    return list(names())


def load(name: str) -> Game:
    """A game by its name."""
    if name not in names():
        hint = nearest(str(name), names()) or ";"
        raise UnknownGame(f"no game {quoted(name)}{hint} Games are: {', '.join(names())}")
    return Game(contract(name))


def from_line(text: str) -> Match | View:
    """What a one-line notation tells of, in the game that has one: see `Game.from_line`."""
    noted = next(game for game in map(load, games()) if game.contract.faces.line is not None)
    return noted.from_line(text)


def replay(text: str) -> Match:
    """The match that a record tells of, played again and checked to the end."""
    told = record.read(text)
    try:
        match = load(told.game).restored(told)
    except ValueError as error:
        raise BadRecord(f"line 2 and on: {error}") from None
    for line, (seat, decision) in zip(told.lines, told.decisions, strict=False):
        if seat != match.turn:
            turn = "the match is over" if match.over else f"it is seat {match.turn}'s turn"
            raise BadRecord(f"line {line}: seat {seat} plays, and {turn}")
        try:
            match.play(decision)
        except IllegalMove as error:
            raise BadRecord(f"line {line}: {error}") from None
    try:
        match.contract.check(as_record(match.state), None)
    except BadState as error:
        raise BadRecord(f"the decisions lead to what cannot be: {error}") from None
    if match.record().splitlines()[-1] != f"result {record.result_of(told)}":
        raise BadRecord(f"line {told.lines[-1]}: the decisions lead to another result")
    return match
