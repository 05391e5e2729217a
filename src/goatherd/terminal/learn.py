"""A lesson in the terminal: the coach says a sentence, the learner plays, the match goes on."""

from rich.console import Console

from goatherd import book
from goatherd.bots.levels import level_bot
from goatherd.lesson import Lesson, Place, lesson, lessons
from goatherd.match import Match
from goatherd.terminal import answers, page
from goatherd.terminal.console import ask
from goatherd.terminal.paint import Painted, listed
from goatherd.terminal.play import ENDED, LEFT, Leave, Session
from goatherd.words import Text

HELP = (
    Text("Type the number of a decision, its notation, or as much of it as tells it from others."),
    Text("back: one step back"),
    Text("rules: the rules of this game"),
    Text("quit: leave the lesson"),
)
GENTLE = 1
"""The level of the bots that the match goes on against."""


def show_lessons(console: Console, game: str, language: str) -> None:
    """List the lessons of a game."""
    for name in lessons(game):
        console.print(f"{name}  {lesson(game, name).title[language]}")


def checked_place(lesson: Lesson, step: int) -> Place:
    """The beginning of a step, counted from 1, and no further than there are steps."""
    return Place(min(max(step, 1), len(lesson.steps)) - 1)


class Coach:
    """A lesson being taken in a terminal."""

    def __init__(self, lesson: Lesson, place: Place, console: Console, language: str) -> None:
        self.lesson = lesson
        self.place = place
        self.console = console
        self.language = language

    def run(self) -> None:
        """Teach to the last step, and go on with the match if the learner likes."""
        try:
            while not self.lesson.is_over(self.place):
                self.show()
                while not self.is_heeded(self.ask()):
                    pass
            self.play_on()
        except Leave as left:
            self.say(left.parting)
            self.say_how_to_go_on()

    def show(self) -> None:
        """The table and the coach's sentence; what is pointed at is marked as play turns on it."""
        step = self.lesson.steps[self.place.step]
        match = self.lesson.match_at(self.place)
        table = match.view(self.lesson.seat, events=self.lesson.news(self.place)).table()
        self.console.print()
        self.console.print(Painted(table, self.language))
        number = Text(
            "Step {number} of {count}", number=self.place.step + 1, count=len(self.lesson.steps)
        )
        self.console.print(
            f"[{number.say(self.language)}] {step.says[self.language]}", style="bold cyan"
        )
        if self.lesson.expected(self.place) is not None:
            self.console.print(listed(table.choices, self.language))

    def say(self, text: Text, style: str = "") -> None:
        self.console.print(text.say(self.language), style=style)

    def ask(self) -> str:
        reading = self.lesson.expected(self.place) is None
        question = Text("Enter to go on (? for help):")
        answer = ask(
            self.console,
            question if reading else Text("Your decision (? for help):"),
            self.language,
        )
        if answer is None:
            raise Leave(ENDED)
        return answer

    def is_heeded(self, answer: str) -> bool:
        """Do what an answer says; whether the lesson moved."""
        if answer == "quit":
            raise Leave(LEFT)
        if answer == "back":
            self.place = self.place.before()
            return True
        if answer == "rules":
            pages = book.rules(self.lesson.game, self.language, self.lesson.players)
            page.show(self.console, pages, pager=True)
        elif answer == "?":
            for line in HELP:
                self.say(line)
        else:
            return self.is_taken(answer)
        return False

    def is_taken(self, answer: str) -> bool:
        """Whether an answer is what the step is waiting for; what is wrong with it is said."""
        expected = self.lesson.expected(self.place)
        if expected is None:
            self.place = self.lesson.after(self.place)
            return True
        if not answer:
            return False
        match = self.lesson.match_at(self.place)
        decision = answers.decision(match.view(self.lesson.seat), answer)
        if isinstance(decision, Text):
            self.say(decision, "red")
        elif decision == expected:
            self.place = self.lesson.after(self.place)
            return True
        else:
            wrong = self.lesson.steps[self.place.step].wrong
            self.console.print(wrong[self.language], style="yellow")
        return False

    def play_on(self) -> None:
        match: Match = self.lesson.match_at(self.place)
        self.say(Text("The lesson is over; the match goes on, against gentle bots."), "bold")
        bot = level_bot(GENTLE, match.seed)
        Session(match, [self.lesson.seat], bot, self.console, self.language).run()

    def say_how_to_go_on(self) -> None:
        command = f"goatherd learn {self.lesson.game} --lesson {self.lesson.name}"
        self.say(
            Text(
                "Go on later with: {command}",
                command=f"{command} --step {self.place.step + 1}",
            )
        )
