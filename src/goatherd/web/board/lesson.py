"""The board of a lesson: the real table at a place of it, as the learner sees it."""

from goatherd.bots.levels import LEVELS
from goatherd.game import load
from goatherd.lesson import Lesson, Place
from goatherd.table import Table
from goatherd.web.board.model import LESSON, BoardModel, Hint, Offer, SeatModel
from goatherd.words import Text


def lesson_board(
    lesson: Lesson, place: Place, learner: str, language: str, wrong: bool = False
) -> BoardModel:
    """What lies there, all that could be done, and what the coach points at."""
    table = table_at(lesson, place)
    expected = None if lesson.is_over(place) else lesson.expected(place)
    step = None if lesson.is_over(place) else lesson.steps[place.step]
    offers = table.choices if expected is not None else ()
    told = step.wrong.get(language) if wrong and step is not None else None
    return BoardModel(
        id=f"{lesson.game}/{lesson.name}",
        game=lesson.game,
        title=load(lesson.game).title,
        players=lesson.players,
        stage=LESSON,
        version=lesson.places().index(place),
        event_id="",
        viewer=lesson.seat,
        is_host=False,
        table=table,
        sitters=tuple(
            SeatModel(seat.number, name, kind, 1, seat.number == lesson.seat, False, None, seat)
            for seat in table.seats
            for name, kind in [who_sits(lesson, seat.number, learner, language)]
        ),
        offers=tuple(Offer(one.text, one.words, one.clicks) for one in offers),
        draft=(),
        complete=False,
        refusal=None if told is None else Text("{said}", said=told),
        events=table.events,
        history=(),
        messages=(),
        may_take_back=False,
        may_hint=False,
        hint=None if expected is None else Hint(expected, ()),
        options=(),
        open=False,
        clock=None,
        seat_link=None,
        commitment="",
        pointed=() if step is None or place.made else step.points_at,
    )


def table_at(lesson: Lesson, place: Place) -> Table:
    return lesson.match_at(place).view(lesson.seat, events=lesson.news(place)).table()


def who_sits(lesson: Lesson, seat: int, learner: str, language: str) -> tuple[str, str]:
    """The name and the kind of whoever sits there: the learner, or a gentle bot."""
    if seat == lesson.seat:
        return learner, "person"
    return f"{LEVELS[0].name.say(language)} {seat + 1}", "bot"
