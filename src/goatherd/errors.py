"""The errors that Goatherd raises on purpose; each says what was wrong and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches

from goatherd.words import Text


class UnknownGame(ValueError):
    """There is no game of that name."""


class BadOption(ValueError):
    """A number of players, an option, a seed or an order that the game does not have.

    `why` says it in every language, where the one who raised it did.
    """

    def __init__(self, why: str | Text = "") -> None:
        self.why = why if isinstance(why, Text) else Text("{why}", why=why)
        super().__init__(self.why.say())

    def __reduce__(self) -> tuple[type["BadOption"], tuple[Text]]:
        return type(self), (self.why,)


class IllegalMove(ValueError):
    """The decision is not legal now; the match is unchanged.

    `rule` names the rule that forbids it, where one does.
    """

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class BadRecord(ValueError):
    """The text is not a record of a match; names the line."""


class UnknownLesson(ValueError):
    """The game has no lesson of that name."""


class BadLesson(ValueError):
    """A lesson that cannot be taught; names the file and the step."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


class NothingToDecide(ValueError):
    """A bot was asked where it is not the turn of the view's seat."""


class BotFailed(RuntimeError):
    """A bot gave no legal decision: late, ended, unreadable or against the rules; says which."""


class BadView(ValueError):
    """What a program sent is not the view of a seat; says what is wrong with it."""


class BadState(ValueError):
    """A record that no match of its game can come to; says what does not hold."""


class OutOfService(RuntimeError):
    """Something outside that is needed does not answer, such as a database; says what."""


LONGEST = 60
"""Of what is quoted back; comparing takes time that grows with the square of the length."""


def quoted(given: object) -> str:
    """What was given, as far as it helps to see it."""
    text = repr(given)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def one_line(text: str) -> str:
    """A text from somebody else, fit for a line of a file or of a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def near(word: str, words: Iterable[str]) -> str:
    """`'goita'`, or several such words with `or` between them; empty where no word is near."""
    return " or ".join(map(repr, get_close_matches(word[:LONGEST], list(words), n=3, cutoff=0.5)))


def nearest(word: str, words: Iterable[str]) -> str:
    """`; did you mean 'goita'?`, or nothing where no word is near."""
    found = near(word, words)
    return f"; did you mean {found}?" if found else ""
