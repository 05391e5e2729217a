"""What a match tells of its course."""

import random

import goatherd
from tests.matches import walk


def test_news_of_hidden_answers_come_when_they_are_laid_open() -> None:
    match = goatherd.load("goita").new(seed=12, target="round")
    told = []
    for _ in range(4):
        before = match.view(None)
        match.play("quiet")
        told.append([event.say() for event in match.news(before)])
    answers = [f"Seat {seat} stays quiet." for seat in (1, 2, 3, 4)]
    assert told == [[], [], [], [*answers, "Nobody has called pawns."]]


def test_news_are_told_once_and_only_to_those_who_may_know() -> None:
    match = goatherd.load("goita").new(seed=12, target="round", pawn_calls="off")
    views = [match.view(seat) for seat in (0, 1)]
    match.play("hide lance")
    owner, other = ([event.say() for event in match.news(view)] for view in views)
    assert owner == ["Seat 1 lays a lance face down."]
    assert other == ["Seat 1 lays a piece face down."]
    assert match.news(match.view(0)) == []


def test_finished_rounds_can_be_read_with_all_hands() -> None:
    """GOITA-24."""
    match = goatherd.load("goita").new(seed=3)
    for _ in walk(match, random.Random(3)):
        pass
    assert len(match.lines()) > 1
    assert match.view(1).lines() == match.view(None).lines() == match.lines()
    for line in match.lines():
        round_alone = goatherd.load("goita").from_line(line)
        assert isinstance(round_alone, goatherd.Match)
        assert round_alone.line() == line
        assert round_alone.over or ",s" in line[-4:]
