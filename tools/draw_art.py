"""Draw the cards, pieces and icons of the site, `src/goatherd/web/static/art/*.svg`.

    python -m tools.draw_art

What is drawn by hand is in `tools/art/*.svg`, one file for each sprite and written to be read.
This adds what comes in variants (every number in every colour), frames and corners, copies the
parts that one file borrows from another (`goita.svg#wood`), and takes out what no browser needs.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from goatherd.games.goat_1916 import cards as goat_1916
from goatherd.games.goat_lords import cards as goat_lords
from goatherd.games.goat_lords.deck import STANDARD_DECK
from goatherd.games.goat_n_goat import cards as goat_n_goat
from goatherd.games.goita import cards as goita
from tools.art import brush
from tools.art.small import small

SOURCES = Path(__file__).parent / "art"
DRAWN = Path(__file__).parents[1] / "src" / "goatherd" / "web" / "static" / "art"
CARD = "0 0 80 120"

ElementTree.register_namespace("", "http://www.w3.org/2000/svg")


def symbol(kind: str, *drawn: str, box: str = CARD, paint: str = "") -> str:
    return f'<symbol id="{kind}" viewBox="{box}"{paint}>{"".join(drawn)}</symbol>'


def use(part: str, transform: str = "", **paint: str) -> str:
    """A shared part; what it does not paint itself it takes from here."""
    given = {"transform": transform} | paint if transform else paint
    told = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<use href="#{part}"{told}/>'


STROKES = {
    0: "M6 1C2 1 1 5 1 9S2 17 6 17 11 13 11 9 10 1 6 1Z",
    1: "M2 4.5L7 1V17",
    2: "M1 5C1-.5 11-.5 11 5 11 9 4 12 1 17H11.5",
    3: "M1 2.5C4 0 11 0 11 5 11 8 8 9 5 9 9 9 11 10.5 11 13 11 18 3 18 .5 15",
    4: "M8.5 17V1L.5 12H12",
    5: "M10.5 1H2.5L1.5 8C6 5.5 11 7 11 12 11 18 3 18 .5 15.5",
    6: "M9.5 1C4 3 1 8 1 12 1 18.5 11 18.5 11 12 11 6.5 3 6.5 1 11",
    7: "M.5 1H11C8 5 5 11 5 17",
    8: "M6 8.5C1 8 1 1 6 1S11 8 6 8.5C-.5 9-.5 17 6 17S12.5 9 6 8.5Z",
    9: "M11 7C9 11.5 1 11.5 1 6 1-.5 11-.5 11 6 11 10 8 15 2.5 17",
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
DARK = "#213"


def draw_goat_n_goat() -> Iterator[str]:
    for height in range(goat_n_goat.LOWEST, goat_n_goat.HIGHEST + 1):
        yield f'<g id="height{height}">{mountain(height)}{numeral(height, "#fff", DARK)}</g>'
    for number in goat_n_goat.NUMBERS:
        yield f'<g id="number{number}">{numeral(number, DARK, PAPER)}</g>'
    for colour in goat_n_goat.COLOURS:
        yield from papers(colour)
    for kind in goat_n_goat.KINDS:
        yield goat_card(kind)
    for kind in goat_n_goat.MOUNTAINS:
        yield mountain_card(kind)


def goat_card(kind: str) -> str:
    colour, number = kind[0], kind[1:]
    goat = use(f"goat{number}", **COATS[colour])
    return symbol(
        kind, use(f"{colour}-paper"), goat, use(f"{colour}-frame"), use(f"number{number}")
    )


def mountain_card(kind: str) -> str:
    """Its symbol has a name of its own, for there are goats of the same notation."""
    colour, height = kind[0], kind[1:]
    peak = use(f"height{height}", **COATS[colour])
    return symbol(f"mountain-{kind}", use(f"{colour}-sky"), peak, use(f"{colour}-frame"))


def papers(colour: str) -> Iterator[str]:
    """What lies under and over the goats and mountains of a colour."""
    ink, sign, place = INKS[colour], SIGNS[colour], "translate(16 48)scale(.9)"
    sheet = '<rect width="80" height="120" rx="7" fill="{}"/>'.format
    meadow = f'<path d="M2 84C20 66 56 66 78 78V118H2Z" fill="{MEADOWS[colour]}"/>'
    yield f'<g id="{colour}-sky">{sheet(SKIES[colour])}</g>'
    yield f'<g id="{colour}-paper">{sheet(PAPER)}{meadow}</g>'
    yield (
        f'<g id="{colour}-frame" fill="{ink}">'
        f"{use(sign, place, stroke=PAPER, stroke_width='4')}{use(sign, place)}"
        '<rect x="1.5" y="1.5" width="77" height="117" rx="6" fill="none" '
        f'stroke="{ink}" stroke-width="3"/></g>'
    )


def numeral(number: int, ink: str, rim: str) -> str:
    """A numeral with a rim around it, which keeps it readable on whatever it stands on."""
    way = STROKES[number]
    return (
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round" '
        'transform="translate(8 9)scale(1.55)">'
        f'<path d="{way}" stroke="{rim}" stroke-width="8"/>'
        f'<path d="{way}" stroke="{ink}" stroke-width="4.2"/></g>'
    )


def mountain(height: int) -> str:
    """The higher its number, the higher it is; from 5 on there is snow, from 7 on clouds."""
    top = 94 - 7 * height
    drawn = (
        f'<path d="{_slopes(top)}" stroke-width="2"/>'
        f'<path d="{_shade(top)}" fill="#000" fill-opacity=".2" stroke="none"/>'
    )
    if height > 4:
        drawn += f'<path d="{_snow(top)}" fill="#fff" stroke="none"/>'
    drawn += use("climber", f"translate(42 {top})") + use("meadow")
    return drawn + use("cloud") if height > 6 else drawn


def _slopes(top: int) -> str:
    left = _ridge(top, "3,82 16,60 24,50 31,27 37,20")
    return f"M3 117L{left} {_ridge(top, '44,0 52,24 58,30 66,55 77,75')}V117Z"


def _shade(top: int) -> str:
    edge = _ridge(top, "44,0 49,30 44,50 54,70")
    return f"M{edge} 50 117H77L{_ridge(top, '77,75 66,55 58,30 52,24')}Z"


def _snow(top: int) -> str:
    return f"M{_ridge(top, '44,0 37,20 34,24 40,22 43,30 48,22 54,28 52,24')}Z"


def _ridge(top: int, corners: str) -> str:
    """Corners told by how far to the right they are, and how many hundredths of the way down."""
    places = (corner.split(",") for corner in corners.split())
    return " ".join(f"{x} {top + (118 - top) * int(down) / 100:.0f}" for x, down in places)


# Goat (1916)

PRINTS = {"R": ("#ad1f17", "star"), "B": ("#221c18", "shoe")}
"""The ink of a colour, and its sign."""


def draw_goat_1916() -> Iterator[str]:
    for number in goat_1916.NUMBERS:
        yield f'<g id="number{number}">{set_number(str(number))}</g>'
    for letter, (ink, sign) in PRINTS.items():
        head = use(sign, "translate(40 21)scale(1.25)") + use("swash")
        yield (
            f'<g id="{letter}" fill="{ink}">{use("paper", color=ink)}'
            f'<g id="{letter}-head">{head}</g>{use(f"{letter}-head", "rotate(180 40 60)")}</g>'
        )
        for number in goat_1916.NUMBERS:
            yield symbol(f"{letter}{number}", use(letter), use(f"number{number}", fill=ink))


def set_number(digits: str) -> str:
    """A number in large types in the middle of a card."""
    left = 40 - 0.69 * (21 * len(digits) - 1)
    types = (use(f"d{digit}", x=str(21 * place)) for place, digit in enumerate(digits))
    return f'<g transform="translate({left:.1f} 39.3)scale(1.38)">{"".join(types)}</g>'


# Goita

PIECE = "0 0 100 120"
LACQUER, LIGHT = "#1d0f05", "#fff0c8"


def draw_goita() -> Iterator[str]:
    for kind in goita.KINDS:
        yield symbol(kind, use("wood"), character(kind), box=PIECE)


def character(kind: str) -> str:
    """What is written on a piece: lacquer in a groove, whose edge catches the light."""
    return (
        f'<g id="{kind}-character" transform="translate(20 30)scale(.6 .73)" '
        f'fill="{LACQUER}" stroke="{LACQUER}" stroke-width="3" stroke-linejoin="round">'
        f"{use(f'{kind}-groove', 'translate(2 1.5)', fill=LIGHT, stroke=LIGHT)}"
        f'<path id="{kind}-groove" d="{brush.written(kind)}"/></g>'
    )


# Goat Lords

INK = f' stroke="{DARK}" stroke-width="2" stroke-linecap="round"'
SORTS = {"goat": "#fff8e6", "wild": "#fc3", "action": "#325"}
"""Each sort of card, and the colour of its frame."""
BOLT = '<path d="M17 5L9 15H14L11 24 20 12H15Z" fill="#fe7" stroke="none"/>'
PLUS = '<path d="M6 15H13M9.5 11.5V18.5"/>'


def draw_goat_lords() -> Iterator[str]:
    """The frames, one for each worth of a card."""
    corners = sorted({worth(kind) for kind in goat_lords.KINDS})
    for digit in sorted({int(digit) for _, corner in corners for digit in corner.strip("+")}):
        yield f'<path id="d{digit}" d="{STROKES[digit]}"/>'
    for sort, paint in SORTS.items():
        plate = f'<path d="M5 5H31V17Q31 26 22 26H5Z" fill="{paint}"/>'
        yield f'<g id="{sort}-frame" stroke="{paint}">{use("sky")}{plate}</g>'
    for sort, corner in corners:
        ink = ' stroke="#fe7"' if sort == "action" else ""
        yield (
            f'<g id="{sort}{corner}" fill="none" stroke-width="3.6"{ink}>'
            f"{use(f'{sort}-frame')}{in_corner(corner)}</g>"
        )


def worth(kind: str) -> tuple[str, str]:
    """The sort of a card, and what its corner says: points, or extra plays."""
    if kind in goat_lords.ACTION_CARDS:
        return "action", f"+{STANDARD_DECK.extra[goat_lords.ACTION_CARDS.index(kind)]}"
    place = goat_lords.GOATS.index(kind)
    return "wild" if place < goat_lords.WILDS else "goat", str(STANDARD_DECK.points[place])


def in_corner(told: str) -> str:
    if told == "+0":
        return BOLT
    if told.startswith("+"):
        return PLUS + use(f"d{told[1:]}", x="17", y="6")
    places = ("5", "19.5") if len(told) == 2 else ("11",)
    return "".join(use(f"d{digit}", x=x, y="6") for digit, x in zip(told, places, strict=True))


# What is drawn by hand

LINES = (
    ' fill="none" stroke="currentColor" stroke-width="2"'
    ' stroke-linecap="round" stroke-linejoin="round"'
)
"""How icons are drawn."""


def finished(sprite: str, kind: str, drawn: str) -> str:
    """A symbol that was drawn by hand, with what all of its sprite have in common."""
    if sprite == "site":
        return symbol(kind, drawn, box="0 0 24 24", paint=LINES)
    if sprite == "goat-lords":
        frame = "" if kind == "back" else use("".join(worth(kind)))
        return symbol(kind, drawn, frame, paint=INK)
    return symbol(kind, drawn, box=PIECE if sprite == "goita" else CARD)


# The files

VARIANTS: dict[str, Callable[[], Iterator[str]]] = {
    "goat-n-goat": draw_goat_n_goat,
    "goat-1916": draw_goat_1916,
    "goita": draw_goita,
    "goat-lords": draw_goat_lords,
}
LOAN = re.compile(r'"([\w-]+)\.svg#([\w-]+)"')
"""How a file names a part of another."""


@cache
def whole(name: str) -> str:
    """A file with all its symbols, as it is before anything is taken out."""
    text = (SOURCES / f"{name}.svg").read_text(encoding="utf-8")
    text = re.sub(
        r'<symbol id="([\w-]+)">(.*?)</symbol>',
        lambda found: finished(name, found[1], found[2]),
        text,
        flags=re.S,
    )
    variants = VARIANTS.get(name, lambda: iter(()))
    return with_loans(text.replace("</svg>", "".join(variants()) + "</svg>"))


def with_loans(text: str) -> str:
    """With the parts that it borrows from other files, and those that they are made of."""
    wanted, lent = LOAN.findall(text), ""
    while wanted:
        name, part = wanted.pop()
        if f'id="{name}-{part}"' not in lent:
            lent += loan(name, part)
            wanted += LOAN.findall(lent)
    defs = f"<defs>{lent}</defs>" if lent else ""
    return LOAN.sub(r'"#\1-\2"', text.replace("</svg>", f"{defs}</svg>"))


def loan(name: str, part: str) -> str:
    """A part of a file, under names that say where it is from."""
    elements = ElementTree.fromstring(whole(name)).iter()
    found = next(element for element in elements if element.get("id") == part)
    text = ElementTree.tostring(found, encoding="unicode")
    text = text.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace(" />", "/>")
    return text.replace(' id="', f' id="{name}-').replace('href="#', f'href="{name}.svg#')


def sprites() -> dict[str, str]:
    """The name and the text of every file."""
    return {source.name: small(whole(source.stem)) for source in sorted(SOURCES.glob("*.svg"))}


def main() -> None:
    for name, text in sprites().items():
        (DRAWN / name).write_text(text, encoding="utf-8")
        print(f"{len(text.encode()):6} {name}")


if __name__ == "__main__":
    main()
