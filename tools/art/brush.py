"""The characters on the pieces of Goita, written with a brush."""

from itertools import pairwise
from math import hypot
from typing import NamedTuple

CHARACTERS = {
    "king": (
        "18,18,7 50,15,6 80,16,10",
        "25,49,7 50,46,6 74,47,9",
        "50,16,9 50,50,8 50,86,9",
        "9,88,8 50,84,7 91,86,11",
    ),
    "rook": (
        "12,15,7 38,12,6 60,11,9 61,24,8 68,38,8 84,48,9 92,47,6 92,34,2",
        "88,10,8 80,18,6 70,24,2",
        "70,22,3 80,27,7 88,34,9",
        "42,22,8 30,30,6 10,38,2",
        "27,32,8 27,60,8 22,80,6 8,97,2",
        "46,24,8 46,60,8 46,98,9",
        "4,56,7 36,53,6 62,51,9 63,66,8 70,82,8 84,94,9 93,93,6 93,78,2",
        "90,53,8 82,61,6 71,67,2",
        "71,65,3 81,70,7 89,77,9",
    ),
    "bishop": (
        "43,2,9 34,16,7 13,34,2",
        "38,13,6 66,11,9 60,22,6 52,31,3",
        "26,30,8 26,58,8 22,80,6 8,98,2",
        "26,32,6 52,30,6 80,29,10 80,60,9 80,94,10 74,98,7 63,90,2",
        "29,52,6 54,51,5 78,50,6",
        "27,72,6 54,71,5 78,70,6",
        "53,31,8 53,52,7 53,71,7",
    ),
    "gold": (
        "50,2,10 36,20,8 6,44,2",
        "49,6,4 68,22,8 94,40,11",
        "30,42,6 50,39,5 70,40,8",
        "20,61,6 50,58,5 80,59,8",
        "50,41,9 50,66,8 50,90,8",
        "27,67,3 32,74,7 35,83,8",
        "75,65,8 70,74,6 62,82,2",
        "8,93,7 50,89,7 93,91,11",
    ),
    "silver": (
        "25,3,8 18,18,6 2,36,2",
        "25,6,3 35,17,6 47,28,9",
        "14,38,5 26,37,5 39,36,7",
        "8,56,5 25,54,5 43,53,7",
        "26,38,7 26,60,6 26,86,6",
        "10,64,3 13,71,6 15,79,7",
        "43,61,7 40,70,5 35,77,2",
        "3,93,7 22,88,6 47,82,4",
        "57,12,6 72,10,5 88,9,9 87,28,8 86,49,7",
        "57,30,5 72,29,5 86,29,5",
        "57,49,5 72,48,5 86,48,5",
        "57,10,7 57,50,8 56,94,8 62,92,6 76,80,2",
        "92,56,8 84,64,6 73,71,2",
        "66,49,3 76,72,8 97,93,11",
    ),
    "knight": (
        "24,8,8 24,34,7 22,59,8",
        "24,9,6 50,7,6 78,7,9",
        "50,8,8 50,34,7 50,57,7",
        "25,25,6 50,24,5 74,23,8",
        "25,41,6 50,40,5 74,39,8",
        "22,59,6 54,57,6 86,56,10 85,76,9 79,95,10 73,97,7 63,89,2",
        "15,67,7 12,80,7 5,93,3",
        "29,69,3 33,78,7 34,87,8",
        "45,67,3 49,75,7 51,83,8",
        "60,65,3 65,72,7 68,79,8",
    ),
    "lance": (
        "75,2,9 56,9,7 24,15,2",
        "10,29,7 50,25,6 91,26,10",
        "50,11,9 50,30,8 50,56,8",
        "48,28,7 34,42,6 6,57,2",
        "51,27,4 68,42,8 95,54,11",
        "27,60,8 27,80,8 27,99,8",
        "27,61,6 50,59,6 75,59,9 75,80,8 75,99,9",
        "28,77,5 50,76,5 74,76,5",
        "28,95,5 50,94,5 74,94,5",
    ),
    "pawn": ("34,4,11 33,36,10 31,68,10 38,90,11 54,95,9 72,84,7 84,64,3",),
}
"""王 飛 角 金 銀 馬 香 し, each stroke as the brush goes: where it is and how hard it presses, in
a square of 100."""
INK = 0.88
"""How wide a stroke is where the brush presses with 1."""


class Spot(NamedTuple):
    """A place that the brush passes."""

    x: float
    y: float
    pressure: float


def written(kind: str) -> str:
    """The path of the character of a kind of piece."""
    return "".join(_stroke(way) for way in CHARACTERS[kind])


def _stroke(way: str) -> str:
    """The outline of a stroke: along one side of the brush's way, and back along the other."""
    spots = [Spot(*map(float, spot.split(","))) for spot in way.split()]
    left, right = [], []
    for place, spot in enumerate(spots):
        dx, dy = _direction(spots[max(place - 1, 0)], spots[min(place + 1, len(spots) - 1)])
        half = spot.pressure * INK / 2
        left.append((spot.x + dy * half, spot.y - dx * half))
        right.append((spot.x - dy * half, spot.y + dx * half))
    return f"M{_curve(left)}L{_curve(right[::-1])}Z"


def _direction(before: Spot, after: Spot) -> tuple[float, float]:
    dx, dy = after.x - before.x, after.y - before.y
    length = hypot(dx, dy)
    return dx / length, dy / length


def _curve(points: list[tuple[float, float]]) -> str:
    """A curve from the first to the last point, drawn towards those between."""
    told = f"{points[0][0]:.0f} {points[0][1]:.0f}"
    for (x, y), (ahead_x, ahead_y) in pairwise(points[1:]):
        told += f"Q{x:.0f} {y:.0f} {(x + ahead_x) / 2:.0f} {(y + ahead_y) / 2:.0f}"
    return told + f"L{points[-1][0]:.0f} {points[-1][1]:.0f}"
