"""A match line by line: people at some of the seats, bots at the rest."""

from collections.abc import Collection
from pathlib import Path

from rich.console import Console
from rich.text import Text as Line

from goatherd import book
from goatherd.bots.bot import Bot, Explanation
from goatherd.bots.review import win_chance
from goatherd.bots.search import SearchBot
from goatherd.errors import BadOption
from goatherd.game import games, load
from goatherd.match import Match
from goatherd.terminal import answers, page
from goatherd.terminal.console import ask
from goatherd.terminal.paint import LEGEND, Painted, listed
from goatherd.view import FinishedRound, View
from goatherd.words import Player, Text, catalogue

HELP = (
    Text("Type the number of a decision, its notation, or as much of it as tells it from others."),
    Text("Seats are counted from 1; only the notation in brackets counts them from 0."),
    Text("rules: the rules of this game"),
    Text("hint: what a strong bot thinks of your decisions"),
    Text("undo: take your last decision back"),
    Text("rounds: the rounds so far, all hands open"),
    Text("save FILE: write the match so far to a file"),
    Text("quit: leave the match"),
    LEGEND,
)
HINTED = 3
"""Decisions in a hint."""
ENDED, LEFT = Text("The input has ended."), Text("You leave the match.")


class Leave(Exception):
    """A person leaves, or the input ends."""

    def __init__(self, parting: Text) -> None:
        super().__init__(parting)
        self.parting = parting


def choose_game(console: Console, language: str) -> str | None:
    """The game that a person picks from a short menu; None at the end of the input."""
    names = games()
    for place, name in enumerate(names, 1):
        title = catalogue(language).gettext(load(name).title)
        console.print(f"{place:>3}  {title}  {name}")
    while (answer := ask(console, Text("Which game?"), language)) is not None:
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        begun = answers.beginning(answer, names)
        if len(begun) == 1:
            return begun[0]
        console.print(Text("Type a number or a name of the list.").say(language))
    return None


def people_at(match: Match, seat: int, *, hot_seat: bool) -> list[int]:
    """The seats that people play."""
    if not 0 <= seat < match.players:
        raise BadOption(f"no seat {seat + 1}: seats are 1 to {match.players}")
    return list(range(match.players)) if hot_seat else [seat]


class Session:
    """A match being played in a terminal."""

    def __init__(
        self, match: Match, people: Collection[int], bot: Bot, console: Console, language: str
    ) -> None:
        self.match = match
        self.bot = bot
        self.console = console
        self.language = language
        self.news: dict[int, list[Text]] = {seat: [] for seat in people}
        """What each person has not been told yet: all since their last decision."""
        self.before: list[Match] = []
        """The match before each decision by a person, to take it back."""
        self.at_screen: int | None = None

    def run(self) -> None:
        """Play to the end of the match, or until a person leaves."""
        try:
            while not self.match.over:
                self.next_decision()
            self.finish()
        except Leave as left:
            self.say(left.parting)

    def next_decision(self) -> None:
        seat = self.match.turn
        assert seat is not None
        if seat in self.news:
            self.hand_over(seat)
            self.show(seat)
            while not self.heeded(seat, self.ask(Text("Your decision (? for help):"))):
                pass
        else:
            self.play(self.bot.choose(self.match.view(seat)))

    def play(self, decision: str) -> None:
        before = {seat: self.match.view(seat) for seat in self.news}
        rounds = len(self.match.finished())
        self.match.play(decision)
        for seat, news in self.news.items():
            news.extend(self.match.news(before[seat]))
        if len(self.match.finished()) > rounds and not self.match.over:
            self.show_round(self.match.finished()[-1])
            if self.console.is_terminal and self.ask(Text("Press Enter to go on.")) == "quit":
                raise Leave(LEFT)

    # Talking with a person

    def say(self, text: Text, style: str = "") -> None:
        self.console.print(Line(text.say(self.language), style))

    def ask(self, question: Text) -> str:
        answer = ask(self.console, question, self.language)
        if answer is None:
            raise Leave(ENDED)
        return answer

    def hand_over(self, seat: int) -> None:
        """Where several people share a screen, hide it until the next one sits there."""
        if len(self.news) > 1 and self.at_screen != seat:
            self.console.clear()
            call = Text("{player}, take the screen and press Enter.", player=Player(seat))
            if self.ask(call) == "quit":
                raise Leave(LEFT)
            self.console.clear()
        self.at_screen = seat

    def show(self, seat: int) -> None:
        table = self.match.view(seat).table()._replace(events=tuple(self.news[seat]))
        self.console.print()
        self.console.print(Painted(table, self.language))
        self.console.print(listed(table.choices, self.language))

    def show_round(self, finished: FinishedRound) -> None:
        """All hands and face-down pieces of a finished round, and how its points came about."""
        viewer = next(iter(self.news)) if len(self.news) == 1 else None
        self.console.print()
        self.console.rule(Text("Round {number}", number=finished.number).say(self.language))
        self.console.print(Painted(finished.table(viewer), self.language))

    def rounds(self) -> None:
        if not self.match.finished():
            self.say(Text("No round is finished yet."))
        for finished in self.match.finished():
            self.show_round(finished)

    def heeded(self, seat: int, answer: str) -> bool:
        """Do what an answer says; whether that changed the match."""
        command, _, what = answer.partition(" ")
        if command == "undo":
            return self.undo()
        if command == "save":
            self.save(what.strip())
        elif command == "hint":
            self.hint(seat)
        elif command == "rounds":
            self.rounds()
        elif command == "rules":
            pages = book.rules(self.match.game, self.language, self.match.players)
            page.show(self.console, pages, pager=True)
        elif command == "?":
            for line in HELP:
                self.say(line)
        elif command == "quit":
            raise Leave(LEFT)
        elif answer:
            return self.decided(seat, answer)
        return False

    def decided(self, seat: int, answer: str) -> bool:
        decision = answers.decision(self.match.view(seat), answer)
        if isinstance(decision, Text):
            self.say(decision, "red")
            return False
        self.before.append(self.match.copy())
        self.news[seat].clear()
        self.play(decision)
        return True

    def hint(self, seat: int) -> None:
        """What the search bot makes of this seat's view; it knows no more than the person does."""
        view = self.match.view(seat)
        if len(view.legal()) == 1:
            self.say(Text("There is only one decision here."))
            return
        thought = SearchBot(think=1.0).explain(view).with_reasons(view)
        for line in hints(view, thought):
            self.say(line)

    def undo(self) -> bool:
        if not self.before:
            self.say(Text("There is no decision to take back."), "red")
            return False
        self.match = self.before.pop()
        for news in self.news.values():
            news[:] = [Text("A decision has been taken back.")]
        return True

    def save(self, file: str) -> None:
        """Write the record to a new file; an old one is left alone."""
        if not file:
            self.say(Text("Name the file: save FILE"), "red")
            return
        try:
            with Path(file).expanduser().open("x", encoding="utf-8") as record:
                record.write(self.match.record())
        except FileExistsError:
            self.say(Text("{file} is there already; choose another name.", file=file), "red")
        except OSError as error:
            reason = error.strerror or str(error)
            self.say(Text("{file} cannot be written: {reason}", file=file, reason=reason), "red")
        else:
            self.say(Text("Saved as {file}.", file=file))

    def finish(self) -> None:
        """The end: what happened last, all cards, scores and winners, and the record."""
        viewer = next(iter(self.news)) if len(self.news) == 1 else None
        table = self.match.view(viewer, events=1).table()
        if viewer is not None:
            table = table._replace(events=tuple(self.news[viewer]))
        self.console.print()
        self.console.print(Painted(table, self.language))
        file = ask(self.console, Text("Save the match? A file name, or Enter:"), self.language)
        if file:
            self.save(file)


def hints(view: View, thought: Explanation) -> list[Text]:
    """A hint in words: the best decisions, and how the bot expects the match to go on."""
    best = [one for one in thought.estimates if one.value is not None][:HINTED]
    lines = [
        Text(
            "{decision}: {percent} % to win",
            decision=one.decision,
            percent=round(100 * win_chance(view, one.value)),
        )
        for one in best
    ]
    others = [(who, what) for who, what in thought.line[1:] if who != view.seat]
    if others:
        who, what = others[0]
        expected = Text(
            "{player} will then probably: {decision}", player=Player(who), decision=what
        )
        lines.append(expected)
    return [*lines, *thought.reasons]
