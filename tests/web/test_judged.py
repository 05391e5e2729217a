"""Reviews for their page, their chart, and how the scores of a match came about."""

import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import goatherd
from goatherd.bots.review import Hindsight, Judgement
from goatherd.match import Match
from goatherd.timeline import PastPosition
from goatherd.web import chart, judged
from goatherd.web.judged import Curve, JudgedRow, Review, RoundStart, Worded, in_words
from goatherd.web.outcome import outcome
from goatherd.words import Text

NAMES = ["Ada", "Bo", "Cy", "Di"]
SVG = "{http://www.w3.org/2000/svg}"


def played(game: str, seed: int = 1) -> Match:
    """A match of random decisions."""
    chance = random.Random(seed)
    options = {"target": "round"} if game == "goita" else {}
    match = goatherd.load(game).new(4, seed, None, **options)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


def judgements(match: Match, cost: float = 0.1) -> list[Judgement | None]:
    """Everything cost that much, but what had no alternative."""
    position = goatherd.load(match.game).new(match.players, match.seed, None, **match.options)
    found: list[Judgement | None] = []
    for number, (seat, decision) in enumerate(match.decisions(), 1):
        others = [text for text in position.legal() if text != decision]
        one = Judgement(number, seat, decision, others[0], cost, 0.5) if others else None
        found.append(one)
        position.play(decision)
    return found


def row(number: int, *, seat: int = 0, cost: float = 0.0, outlook: float = 0.5) -> JudgedRow:
    return JudgedRow(number, seat, NAMES[seat], Text("Pass"), None, cost, outlook)


# --- reviews --------------------------------------------------------------------------------------


def reviewed(match: Match, made: list[Judgement | None]) -> Review:
    return judged.reviewed(match, in_words(match, made), NAMES)


@pytest.mark.parametrize("game", goatherd.games())
def test_decisions_are_told_in_the_words_of_their_seat(game: str) -> None:
    match = played(game)
    made = judgements(match)
    review = reviewed(match, made)
    assert [one.number for one in review.rows] == [one.number for one in made if one is not None]
    assert review.done
    for one in review.rows:
        assert one.decision.say("en", NAMES) != ""
        assert one.better is not None
        assert one.better != one.decision


def test_a_review_is_told_as_it_grows_and_again_if_it_is_made_anew() -> None:
    match = played("goita")
    made = judgements(match)
    anew = [None if one is None else one._replace(cost=0.3) for one in made]
    whole, known = reviewed(match, made), in_words(match, made)
    for part in (0, 5, len(made)):
        known = in_words(match, anew[:part], known)
        assert [one.judgement for one in known] == anew[:part]
        review = judged.reviewed(match, known, NAMES)
        assert (review.judged, review.done) == (part, part == len(made))
    assert judged.reviewed(match, in_words(match, made, known), NAMES) == whole


def test_what_is_told_already_is_not_looked_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("goat-1916")
    made = judgements(match)
    known = in_words(match, made[:-1])
    looked_up: list[int] = []
    worded = judged.worded

    def counted(at: PastPosition, one: Judgement | None) -> Worded:
        looked_up.append(at.number)
        return worded(at, one)

    monkeypatch.setattr(judged, "worded", counted)
    in_words(match, made, known)
    assert looked_up == [len(made) - 1]


@pytest.mark.parametrize("game", goatherd.games())
def test_two_threads_tell_one_review_alike(game: str) -> None:
    """Two people opening a review at once: nothing that one of them changes is the other's too."""
    match = played(game, 2)
    made = judgements(match)
    together = threading.Barrier(4)

    def tell() -> Review:
        together.wait(10)
        return reviewed(match, made)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            told = [one.result(60) for one in [pool.submit(tell) for _ in range(4)]]
    finally:
        sys.setswitchinterval(interval)
    assert told == [reviewed(played(game, 2), made)] * 4


def test_the_worst_decisions_come_first_and_good_ones_not_at_all() -> None:
    rows = [row(1, cost=0.1), row(2, cost=0.01), row(3, cost=0.4), row(4, cost=0.1), row(5, cost=1)]
    assert [one.number for one in judged.worst(rows)] == [5, 3, 1]
    assert judged.worst([row(1), row(2, cost=0.01)]) == []


@pytest.mark.parametrize(
    ("cost", "sign", "mark"),
    [(0.0, "", ""), (0.02, "?!", "slip"), (0.06, "?", "mistake"), (0.15, "??", "blunder")],
)
def test_a_costly_decision_has_a_sign_and_a_word(cost: float, sign: str, mark: str) -> None:
    assert (row(1, cost=cost).sign, row(1, cost=cost).mark.say()) == (sign, mark)


def test_hindsight_is_told_beside_the_cost() -> None:
    match = played("goita")
    made = judgements(match)
    number = next(place for place, one in enumerate(made) if one is not None)
    one = made[number]
    assert one is not None
    made[number] = one._replace(cost=0.1234, hindsight=Hindsight(one.best, 20))
    told = next(row for row in reviewed(match, made).rows if row.number == one.number)
    assert told.price.say() == "12.3 %"
    assert told.hindsight is not None
    assert told.hindsight.say().startswith("With all hands open it cost 20 points: best was ")
    assert reviewed(match, made).has_hindsight
    made[number] = one._replace(hindsight=Hindsight(one.decision, 0))
    assert not reviewed(match, made).has_hindsight


def test_the_rounds_of_a_match_begin_with_its_score() -> None:
    match = goatherd.load("goita").new(4, 1, None, target=100)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal()))
    rounds = judged.round_starts(match)
    assert len(rounds) > 1
    assert rounds[0] == RoundStart(1, [0, 0])
    assert [one.number for one in rounds] == sorted(one.number for one in rounds)
    for one in rounds[1:]:
        assert list(one.scores) == match.timeline()[one.number - 1].scores()[:2]
        assert max(one.scores) > 0
    assert judged.round_starts(played("goat-1916")) == []


def test_the_turning_point_is_named_when_the_review_is_done() -> None:
    match = played("goat-1916")
    made = judgements(match)
    whole = reviewed(match, made)
    assert whole.turning_point is not None
    assert whole.turning_point.cost == max(one.cost for one in made if one is not None)
    assert reviewed(match, made[:-1]).turning_point is None


def test_partners_share_a_curve_and_others_do_not() -> None:
    goita, lords = played("goita"), played("goat-lords")
    assert [one.name for one in reviewed(goita, judgements(goita)).curves] == [
        "Ada, Cy",
        "Bo, Di",
    ]
    assert [one.name for one in reviewed(lords, judgements(lords)).curves] == NAMES


# --- the chart ------------------------------------------------------------------------------------


def drawing(
    curves: list[Curve], decisions: int, rounds: tuple[RoundStart, ...] = ()
) -> ElementTree.Element:
    review = Review(decisions, decisions, (), (), curves, rounds, None)
    text = chart.drawn(review, lambda text: text.say())
    return ElementTree.fromstring(str(text).replace("<svg", f'<svg xmlns="{SVG[1:-1]}"', 1))


def test_a_chart_has_a_title_and_says_what_it_shows() -> None:
    rows = [row(1, outlook=0.2), row(3, outlook=0.9), row(4, outlook=0.6)]
    svg = drawing([Curve(("Ada & <Bo>",), rows)], 4)
    assert svg.findtext(f"{SVG}title") == "Who was ahead"
    assert svg.findtext(f"{SVG}desc") == (
        "Ada & <Bo>: from 20 % to 60 %, lowest 20 %, highest 90 %."
    )


def test_a_chart_marks_every_decision_and_crosses_the_mistakes() -> None:
    svg = drawing([Curve(("Ada",), [row(1), row(2, cost=0.2), row(3, cost=0.03)])], 3)
    (curve, name) = svg.findall(f"{SVG}g")
    marks = [path.get("class") for path in curve.findall(f"{SVG}path")]
    assert marks == ["line", None, None, "wrong", None]
    assert name.findtext(f"{SVG}text/{SVG}tspan") == "Ada"


def test_a_curve_is_broken_where_a_round_begins_and_the_score_stands_there() -> None:
    rounds = (RoundStart(1, (0, 0)), RoundStart(3, (40, 0)))
    curve = Curve(("Ada", "Cy"), [row(1), row(2), row(3), row(4)])
    svg = drawing([curve], 4, rounds)
    line = svg.find(f"{SVG}g/{SVG}path")
    assert line is not None
    assert str(line.get("d")).count("M") == 2
    assert str(line.get("d")).count("L") == 2
    assert "40 : 0" in [text.text for text in svg.findall(f"{SVG}text")]
    assert [span.text for span in svg.iter(f"{SVG}tspan")] == ["Ada", "Cy"]


def test_a_chart_stays_inside_its_frame() -> None:
    for number, outlook in ((1, 0.0), (50, 1.0), (100, 0.5)):
        x, y = chart.place_of(row(number, outlook=outlook), 100)
        assert chart.LEFT <= x <= chart.WIDTH - chart.RIGHT
        assert chart.TOP <= y <= chart.HEIGHT - chart.BOTTOM
    assert chart.across_width(1, 1) == chart.LEFT


@pytest.mark.parametrize("heights", [[20, 21, 22, 23, 24, 25], [280] * 6, [14, 290, 15, 289]])
def test_the_names_of_curves_do_not_overlap(heights: list[float]) -> None:
    placed = sorted(chart.spread(heights, [1] * len(heights)).values())
    assert all(below - above >= chart.LINE for above, below in pairwise(placed))
    assert placed[0] >= chart.TOP
    assert placed[-1] <= chart.HEIGHT - chart.BOTTOM


@pytest.mark.parametrize("decisions", [1, 2, 8, 9, 95, 400, 100_000])
def test_an_axis_has_a_handful_of_numbers(decisions: int) -> None:
    ticks = chart.ticks(decisions)
    assert ticks[0] == 1
    assert len(ticks) == len(set(ticks)) <= 10
    assert all(tick <= decisions for tick in ticks)


# --- the outcome ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", goatherd.games())
def test_the_scores_add_up_to_the_result(game: str) -> None:
    match = played(game)
    end = outcome(match, NAMES)
    sums = [sum(line.changes[seat] for line in end.lines) for seat in range(4)]
    beginning = goatherd.load(game).new(4, match.seed, None, **match.options).scores()
    assert [a + b for a, b in zip(beginning, sums, strict=True)] == match.scores()
    assert all(line.events for line in end.lines)


@pytest.mark.parametrize("game", goatherd.games())
def test_the_outcome_ranks_winners_first_and_shows_all_cards(game: str) -> None:
    match = played(game)
    end = outcome(match, NAMES)
    won = [one.won for one in end.rows]
    assert won == sorted(won, reverse=True)
    assert {one.seat for one in end.rows if one.won} == set(match.winners())
    assert {card.kind for zone in end.zones for card in zone.cards}.isdisjoint({"?"})
    assert end.zones
    assert all(zone.cards for zone in end.zones)
