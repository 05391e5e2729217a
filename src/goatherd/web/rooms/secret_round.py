"""A question that all are asked at once and in secret, such as Goita's calls of pawns.

The rules ask one after another, and most can only stay quiet: when somebody is asked, or how long
that takes, would tell whether those before them had a choice. So the match stands still at the
beginning of the question, everybody is shown the question as if they were asked first, answers are
kept apart as they come, and all become decisions together when the question closes.
"""

from goatherd.match import Match


class SecretRound:
    """One such question, from its beginning until it closes."""

    def __init__(self, match: Match, number: int, since: float) -> None:
        self.match = match
        """The match at the beginning: it moves on only when the question closes."""
        self.number = number
        """How many rows of decisions there were then: what the answers are kept under."""
        self.since = since
        """When it began."""
        self.answers: dict[int, str] = {}
        self.asked = seats_asked(match)
        """The seats in the order in which the rules ask them."""
        self._questions: dict[int, Match] = {}

    @property
    def quiet(self) -> str:
        """The answer of whoever has no other."""
        return quiet_of(self.match)

    def has_choice(self, seat: int) -> bool:
        return len(self._question_to(seat).legal()) > 1

    def shown_to(self, seat: int, *, by_button: bool) -> Match:
        """The match as a seat is shown it: asked, or not asked (yet, or any more). `by_button` is
        whether those too are to answer who can only stay quiet."""
        awaits = seat in self.asked and seat not in self.answers
        if awaits and (by_button or self.has_choice(seat)):
            return self._question_to(seat)
        if seat != self.match.turn:
            return self.match
        return self._after(self.answers.get(seat, self.quiet))

    def decisions(self) -> list[tuple[int, str]] | None:
        """What the answers come to, in the order of the rules; None while one is missing. A call
        may end the question: whoever would be asked after it is not."""
        trial = self.match.copy()
        made: list[tuple[int, str]] = []
        while self._goes_on(trial, len(made)):
            seat = self.asked[len(made)]
            if seat not in self.answers:
                return None
            made.append((seat, self.answers[seat]))
            trial.play(self.answers[seat])
        return made

    def _goes_on(self, trial: Match, answered: int) -> bool:
        """Whether this question goes on after so many answers, and not the one of another deal."""
        next_asked = self.asked[answered : answered + 1]
        return is_question(trial) and [trial.turn] == next_asked

    def ends_by_a_call(self) -> bool:
        """Whether a call ends it before all were asked: that comes to light at once."""
        made = self.decisions()
        return made is not None and len(made) < len(self.asked)

    def _question_to(self, seat: int) -> Match:
        """The match as if all before a seat had been asked and stayed quiet."""
        if seat not in self._questions:
            stage = self.match.copy()
            while stage.turn != seat:
                stage.play(self.quiet)
            self._questions[seat] = stage
        return self._questions[seat]

    def _after(self, answer: str) -> Match:
        """The match after the first one's answer, where that shows nothing else yet."""
        for text in (answer, self.quiet):
            after = self.match.copy()
            after.play(text)
            if self._goes_on(after, 1):
                return after
        return self.match


def is_question(match: Match) -> bool:
    """Whether everybody is asked in secret now, and most can only stay quiet."""
    quiet = match.contract.facts.quiet
    if match.over or quiet is None:
        return False
    return quiet in match.legal() and match.view(None).turn is None


def quiet_of(match: Match) -> str:
    quiet = match.contract.facts.quiet
    assert quiet is not None
    return quiet


def seats_asked(match: Match) -> list[int]:
    """Who is still to be asked, in the order of the rules."""
    trial = match.copy()
    asked: list[int] = []
    while is_question(trial) and trial.turn is not None and trial.turn not in asked:
        asked.append(trial.turn)
        trial.play(quiet_of(match))
    return asked
