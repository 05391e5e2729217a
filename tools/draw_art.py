"""Draw the sprites of the site, `src/goatherd/web/static/art/*.svg`.

    python tools/draw_art.py

What is drawn by hand is in `tools/art/*.svg`, one file for each sprite, written to be read. This
makes what comes in variants (every number in every colour), adds the frames and the corners,
and takes out what a browser does not need.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

from goatherd.games.goat_1916 import cards as goat_1916
from goatherd.games.goat_lords import cards as goat_lords
from goatherd.games.goat_lords import deck as goat_lords_deck
from goatherd.games.goat_n_goat import cards as goat_n_goat
from goatherd.games.goita import cards as goita
from tools.art.small import small

ElementTree.register_namespace("", "http://www.w3.org/2000/svg")

SOURCES = Path(__file__).parent / "art"
SPRITES = Path(__file__).parents[1] / "src" / "goatherd" / "web" / "static" / "art"
CARD = "0 0 80 120"


def symbol(kind: str, box: str, *drawn: str) -> str:
    return f'<symbol id="{kind}" viewBox="{box}">{"".join(drawn)}</symbol>'


def use(part: str, at: str = "", **paint: str) -> str:
    """A shared part, moved by a `transform`; what it does not paint itself it takes from here."""
    move = f' transform="{at}"' if at else ""
    painted = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in paint.items())
    return f'<use href="#{part}"{move}{painted}/>'


# Numerals

STROKES = {
    "0": "M6 1C2 1 1 5 1 9S2 17 6 17 11 13 11 9 10 1 6 1Z",
    "1": "M2 4.5L7 1V17",
    "2": "M1 5C1-.5 11-.5 11 5 11 9 4 12 1 17H11.5",
    "3": "M1 2.5C4 0 11 0 11 5 11 8 8 9 5 9 9 9 11 10.5 11 13 11 18 3 18 .5 15",
    "4": "M8.5 17V1L.5 12H12",
    "5": "M10.5 1H2.5L1.5 8C6 5.5 11 7 11 12 11 18 3 18 .5 15.5",
    "6": "M9.5 1C4 3 1 8 1 12 1 18.5 11 18.5 11 12 11 6.5 3 6.5 1 11",
    "7": "M.5 1H11C8 5 5 11 5 17",
    "8": "M6 8.5C1 8 1 1 6 1S11 8 6 8.5C-.5 9-.5 17 6 17S12.5 9 6 8.5Z",
    "9": "M11 7C9 11.5 1 11.5 1 6 1-.5 11-.5 11 6 11 10 8 15 2.5 17",
}
"""Round numerals of one stroke, 12 wide and 18 high."""


# Goat 'n' Goat

SIGNS = {"r": "apple", "b": "drop", "g": "clover"}
"""What a colour's goats love: tells the colours apart for those who cannot see them."""
COATS = {
    "r": {"fill": "#e54", "color": "#fdc", "stroke": "#411"},
    "b": {"fill": "#48d", "color": "#def", "stroke": "#125"},
    "g": {"fill": "#5a4", "color": "#efd", "stroke": "#131"},
}
INKS = {"r": "#b21", "b": "#159", "g": "#261"}
MEADOWS = {"r": "#fcb", "b": "#bdf", "g": "#ce9"}
SKIES = {"r": "#fed", "b": "#def", "g": "#efd"}
PAPER = "#fff6e3"


def draw_goat_n_goat() -> Iterator[str]:
    for height in range(goat_n_goat.LOWEST, goat_n_goat.HIGHEST + 1):
        yield f'<g id="m{height}">{mountain(height)}{numeral(height, "#fff", "#213")}</g>'
    for number in goat_n_goat.NUMBERS:
        yield f'<g id="n{number}">{numeral(number, "#213", PAPER)}</g>'
    for colour in goat_n_goat.COLOURS:
        yield from papers(colour)
    for kind in goat_n_goat.KINDS:
        colour, number = kind
        goat = use(f"goat{number}", **COATS[colour])
        yield symbol(
            kind, CARD, use(f"{colour}-paper"), goat, use(f"{colour}-frame"), use(f"n{number}")
        )
    for kind in goat_n_goat.MOUNTAINS:
        colour, height = kind
        peak = use(f"m{height}", **COATS[colour])
        yield symbol(f"mountain-{kind}", CARD, use(f"{colour}-sky"), peak, use(f"{colour}-frame"))


def papers(colour: str) -> Iterator[str]:
    """What lies under and over the goats and mountains of a colour."""
    ink = INKS[colour]
    sheet = '<rect width="80" height="120" rx="7" fill="{}"/>'.format
    yield f'<g id="{colour}-sky">{sheet(SKIES[colour])}</g>'
    yield (
        f'<g id="{colour}-paper">{sheet(PAPER)}'
        f'<path d="M2 84C20 66 56 66 78 78V118H2Z" fill="{MEADOWS[colour]}"/></g>'
    )
    place = "translate(16 48)scale(.9)"
    sign = use(SIGNS[colour], place, stroke=PAPER, stroke_width="4")
    yield (
        f'<g id="{colour}-frame" fill="{ink}">{sign}{use(SIGNS[colour], place)}'
        '<rect x="1.5" y="1.5" width="77" height="117" rx="6" fill="none" '
        f'stroke="{ink}" stroke-width="3"/></g>'
    )


def numeral(number: int, ink: str, halo: str) -> str:
    """A numeral with a rim around it, which keeps it readable on whatever it stands on."""
    way = STROKES[str(number)]
    return (
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate(8 9)scale(1.55)"><path id="d{number}" d="{way}" stroke="{halo}" stroke-width="8"/>'
        f'<path d="{way}" stroke="{ink}" stroke-width="4.2"/></g>'
    )


def mountain(height: int) -> str:
    """The higher its number, the higher the mountain; from 5 on there is snow, from 7 on clouds."""
    top = 94 - 7 * height

    def at(x: int, down: float) -> str:
        return f"{x} {top + (118 - top) * down:.0f}"

    ridge = f"{at(44, 0)} {at(52, 0.24)} {at(58, 0.3)} {at(66, 0.55)} {at(77, 0.75)}"
    slope = f"{at(3, 0.82)} {at(16, 0.6)} {at(24, 0.5)} {at(31, 0.27)} {at(37, 0.2)}"
    snow = f"M{at(44, 0)}L{at(37, 0.2)} {at(34, 0.24)} {at(40, 0.22)} {at(43, 0.3)} {at(48, 0.22)} {at(54, 0.28)} {at(52, 0.24)}Z"
    shade = f"M{at(44, 0)}L{at(49, 0.3)} {at(44, 0.5)} {at(54, 0.7)} 50 117H77V{at(77, 0.75)[3:]}L{at(66, 0.55)} {at(58, 0.3)} {at(52, 0.24)}Z"
    return (
        f'<path d="M3 117L{slope} {ridge}V117Z" stroke-width="2"/>'
        f'<path d="{shade}" fill-opacity=".2" fill="#000" stroke="none"/>'
        + (f'<path d="{snow}" fill="#fff" stroke="none"/>' if height > 4 else "")
        + use("climber", f"translate(42 {top})")
        + use("meadow")
        + (use("cloud") if height > 6 else "")
    )


# Goat (1916)

PRINTS = {"R": ("#ad1f17", "star"), "B": ("#221c18", "shoe")}
"""The ink of a colour, and its sign."""


def draw_goat_1916() -> Iterator[str]:
    for number in goat_1916.NUMBERS:
        yield f'<g id="n{number}">{set_number(str(number))}</g>'
    for letter, (ink, sign) in PRINTS.items():
        yield (
            f'<g id="{letter}" fill="{ink}">{use("paper", color=ink)}'
            f'<g id="{letter}-head">{use(sign, "translate(40 21)scale(1.25)")}{use("swash")}</g>'
            f'{use(f"{letter}-head", "rotate(180 40 60)")}</g>'
        )
        for number in goat_1916.NUMBERS:
            yield symbol(f"{letter}{number}", CARD, use(letter), use(f"n{number}", fill=ink))


def set_number(digits: str) -> str:
    """A number in large types in the middle of a card."""
    left = 40 - 0.69 * (21 * len(digits) - 1)
    types = (use(f"d{digit}", x=str(21 * place)) for place, digit in enumerate(digits))
    return f'<g transform="translate({left:.1f} 39.3)scale(1.38)">{"".join(types)}</g>'


# Goita

PIECE = "0 0 100 120"

BRUSHED = {
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
"""The characters 王 飛 角 金 銀 馬 香 し stroke by stroke as the brush goes, in a square of 100:
where it is, and how wide it presses."""


def draw_goita() -> Iterator[str]:
    for kind in goita.KINDS:
        yield symbol(kind, PIECE, use("wood"), character(kind))


def character(kind: str) -> str:
    """What is written on a piece."""
    brushed = "".join(stroke(way) for way in BRUSHED[kind])
    return (
        '<g transform="translate(20 30)scale(.6 .73)" fill="#1d0f05">'
        f'{use(f"brushed-{kind}", "translate(2 1.5)", fill="#fff0c8")}'
        f'<path id="brushed-{kind}" d="{brushed}"/></g>'
    )


PRESSURE = 0.6


def stroke(way: str) -> str:
    """The outline of a stroke: along one side of the brush's way, and back along the other."""
    spots = [tuple(map(float, spot.split(","))) for spot in way.split()]
    left, right = [], []
    for (x, y, width), (dx, dy) in zip(spots, directions(spots), strict=True):
        left.append((x + dy * width * PRESSURE, y - dx * width * PRESSURE))
        right.append((x - dy * width * PRESSURE, y + dx * width * PRESSURE))
    return f"M{smooth(left)}L{smooth(right[::-1])}Z"


def directions(spots: list[tuple[float, ...]]) -> list[tuple[float, float]]:
    """Which way the brush goes at each spot: from the one before to the one after."""
    ways = []
    for place in range(len(spots)):
        before, after = spots[max(place - 1, 0)], spots[min(place + 1, len(spots) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy)
        ways.append((dx / length, dy / length))
    return ways


def smooth(points: list[tuple[float, float]]) -> str:
    """A curve through the first and last point, bent towards those between."""
    told = [f"{points[0][0]:.0f} {points[0][1]:.0f}"]
    for (x, y), (ahead_x, ahead_y) in pairwise(points[1:]):
        told.append(f"Q{x:.0f} {y:.0f} {(x + ahead_x) / 2:.0f} {(y + ahead_y) / 2:.0f}")
    told.append(f"L{points[-1][0]:.0f} {points[-1][1]:.0f}")
    return "".join(told)


# Goat Lords

INK = 'stroke="#213" stroke-width="2" stroke-linecap="round"'
SORTS = {"goat": "#fff8e6", "wild": "#fc3", "action": "#325"}
"""Each sort of card, and the colour of its frame."""
BOLT = '<path d="M17 5L9 15H14L11 24 20 12H15Z" fill="#fe7" stroke="none"/>'
PLUS = '<path d="M6 15H13M9.5 11.5V18.5"/>'


def draw_goat_lords() -> Iterator[str]:
    """The frames, one for each worth of a card."""
    corners = sorted({worth(kind) for kind in goat_lords.KINDS})
    for digit in sorted({digit for _, corner in corners for digit in corner} - {"+"}):
        yield f'<path id="d{digit}" d="{STROKES[digit]}"/>'
    for sort, paint in SORTS.items():
        yield (
            f'<g id="{sort}-frame" stroke="{paint}">'
            f'{use("sky")}<path d="M5 5H30V17Q30 26 21 26H5Z" fill="{paint}"/></g>'
        )
    for sort, corner in corners:
        ink = ' stroke="#fe7"' if sort == "action" else ""
        yield (
            f'<g id="{sort}{corner}" fill="none" stroke-width="3.8"{ink}>'
            f'{use(f"{sort}-frame")}{in_corner(corner)}</g>'
        )


def worth(kind: str) -> tuple[str, str]:
    """The sort of a card, and what its corner says: points, or extra plays."""
    deck = goat_lords_deck.STANDARD_DECK
    if kind in goat_lords.ACTION_CARDS:
        return "action", f"+{deck.extra[goat_lords.ACTION_CARDS.index(kind)]}"
    place = goat_lords.GOATS.index(kind)
    return "wild" if place < goat_lords.WILDS else "goat", str(deck.points[place])


def in_corner(told: str) -> str:
    if told == "+0":
        return BOLT
    if told.startswith("+"):
        return PLUS + use(f"d{told[1:]}", x="17", y="6")
    places = (5, 18) if len(told) == 2 else (11,)
    return "".join(
        use(f"d{digit}", x=str(place), y="6") for digit, place in zip(told, places, strict=True)
    )


def framed(kind: str, drawn: str) -> str:
    """A card as it was drawn, inked, with what it is worth in its corner."""
    frame = "" if kind == "back" else use("".join(worth(kind)))
    return f'<symbol id="{kind}" viewBox="{CARD}" {INK}>{drawn}{frame}</symbol>'


# The files


BORROWED = {
    "goat-1916": ("d1", "d7", "d8", "paper", "ram", "woodcut"),
    "goita": ("wood",),
    "goat-lords": ("head", "eyes", "horns", "horned", "face", "goat", "stern", "bust", "beard", "lids"),
}
"""Parts of the games' sprites that the site's pictures are made of,"""
FIGURES = ("lord", "goatacorn", "ninja")
"""and goats of Goat Lords, without the sky behind them."""
LINES = (
    'fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round"'
)
"""How icons are drawn."""


def element(drawn: ElementTree.ElementTree, name: str) -> ElementTree.Element:
    return next(each for each in drawn.iter() if each.get("id") == name)


def text(each: ElementTree.Element) -> str:
    return re.sub(r' xmlns="[^"]*"', "", ElementTree.tostring(each, encoding="unicode"))


def text_of(drawn: ElementTree.ElementTree, name: str) -> str:
    return text(element(drawn, name))


def draw_site() -> Iterator[str]:
    for game, names in BORROWED.items():
        drawn = ElementTree.parse(SOURCES / f"{game}.svg")
        yield from (text_of(drawn, name) for name in names)
    drawn = ElementTree.parse(SOURCES / "goat-lords.svg")
    for name in FIGURES:
        figure = element(drawn, name)
        yield f'<g id="{name}">{"".join(map(text, figure[1:]))}</g>'
    for name in ("king", "lance", "pawn"):
        yield f'<g id="{name}">{character(name)}</g>'


MAKERS = {"site": draw_site, "goat-n-goat": draw_goat_n_goat, "goat-1916": draw_goat_1916, "goita": draw_goita, "goat-lords": draw_goat_lords}
BOXES = {"goita": PIECE, "site": f'0 0 24 24" {LINES[:-1]}'}


def sprite(name: str) -> str:
    """The whole text of a sprite."""
    source = (SOURCES / f"{name}.svg").read_text(encoding="utf-8")
    source = re.sub(r'<symbol id="(\w+)">', rf'<symbol id="\1" viewBox="{BOXES.get(name, CARD)}">', source)
    if name == "goat-lords":
        source = re.sub(r'(<symbol id="(\w+)"[^>]*>)(.*?)</symbol>', lambda m: framed(m[2], m[3]), source, flags=re.S)
    drawn = "".join(MAKERS[name]()) if name in MAKERS else ""
    return small(source.replace("</svg>", drawn + "</svg>"))


def main() -> None:
    for source in sorted(SOURCES.glob("*.svg")):
        text = sprite(source.stem)
        (SPRITES / source.name).write_text(text, encoding="utf-8")
        print(f"{source.name}: {len(text.encode())}")


if __name__ == "__main__":
    main()
