"""Every card, piece and icon has its drawing, and the drawings are small and harmless."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import goatherd
from goatherd.games import contract
from goatherd.games.goat_n_goat.cards import MOUNTAINS
from goatherd.web.art import drawer
from tools import draw_art
from tools.art.small import small_path

ART = Path(goatherd.__file__).parent / "web" / "static" / "art"
FILES = sorted(path.name for path in ART.glob("*.svg"))
LIMIT = 18_000
"""Bytes of one file."""
PAGE_LIMIT = 40_000
"""Bytes of all drawings that a table's page loads."""

CARDS_BESIDES = {"goat-n-goat": {f"mountain-{kind}" for kind in MOUNTAINS}}
"""Cards that are no kind of their own in the notation."""
SITE = {
    *("logo", "hint", "undo", "rules", "chat", "clock", "robot", "person", "eye", "copy", "check"),
    *("sun", "moon", "language", "download", "shield", "replay", "chart", "play", "pause"),
    *("first", "prev", "next", "last", "crown", "dealer"),
    *(f"game-{game}" for game in goatherd.games()),
}
SHAPES = {"svg", "defs", "symbol", "g", "path", "rect", "circle", "ellipse", "use"}
"""All that a drawing is made of: no script, no style, no text, no picture from elsewhere."""

every_file = pytest.mark.parametrize("name", FILES)
every_game = pytest.mark.parametrize("game", goatherd.games())


@pytest.fixture(scope="module")
def redrawn() -> dict[str, str]:
    return draw_art.sprites()


def elements(name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring((ART / name).read_text(encoding="utf-8")).iter())


def tag(element: ElementTree.Element) -> str:
    return element.tag.removeprefix("{http://www.w3.org/2000/svg}")


def symbols(name: str) -> dict[str, str | None]:
    """The symbols of a sprite and their boxes."""
    return {
        element.attrib["id"]: element.get("viewBox")
        for element in elements(name)
        if tag(element) == "symbol"
    }


@every_game
def test_every_card_has_its_drawing_and_no_drawing_is_left_over(game: str) -> None:
    kinds = {*contract(game).facts.kinds, "back"} | CARDS_BESIDES.get(game, set())
    assert set(symbols(f"{game}.svg")) == kinds


def test_the_site_has_its_pictures_and_icons() -> None:
    assert set(symbols("site.svg")) == SITE


@every_game
def test_all_cards_of_a_game_are_of_one_shape(game: str) -> None:
    box = "0 0 100 120" if game == "goita" else "0 0 80 120"
    assert set(symbols(f"{game}.svg").values()) == {box}


@every_file
def test_a_drawing_is_made_of_plain_shapes(name: str) -> None:
    assert {tag(element) for element in elements(name)} <= SHAPES


@every_file
def test_a_drawing_brings_no_style_and_no_script(name: str) -> None:
    attributes = {attribute for element in elements(name) for attribute in element.attrib}
    assert not {found for found in attributes if found in ("style", "class") or found[:2] == "on"}


@every_file
def test_a_drawing_is_complete_in_its_file(name: str) -> None:
    ids = Counter(element.get("id") for element in elements(name) if "id" in element.attrib)
    used = {element.attrib["href"] for element in elements(name) if "href" in element.attrib}
    assert used <= {f"#{part}" for part in ids}
    assert set(ids.values()) <= {1}
    assert "url(" not in (ART / name).read_text(encoding="utf-8")


@every_file
def test_a_file_is_small(name: str) -> None:
    assert (ART / name).stat().st_size <= LIMIT


@every_game
def test_what_a_table_loads_is_small(game: str) -> None:
    assert sum((ART / name).stat().st_size for name in (f"{game}.svg", "site.svg")) <= PAGE_LIMIT


@every_file
def test_the_file_is_current(name: str, redrawn: dict[str, str]) -> None:
    """If not, `python -m tools.draw_art` draws it anew."""
    assert (ART / name).read_text(encoding="utf-8") == redrawn[name]


def test_no_file_is_missing(redrawn: dict[str, str]) -> None:
    assert sorted(redrawn) == FILES


@pytest.mark.parametrize(
    ("path", "shorter"),
    [
        ("M10 10L12 12L40 40Z", "M10 10l2 2L40 40Z"),
        ("M100 100H108V90", "M100 100h8V90"),
        ("m5 5 1 1 1 1", "M5 5 6 6 7 7"),
        ("M0 0C10 0 20 10 20 20S20 40 30 40", "M0 0C10 0 20 10 20 20s0 20 10 20"),
        ("M90 90A5 5 0 0 1 95 95", "M90 90a5 5 0 0 1 5 5"),
        ("M60 60L70 70ZL65 60", "M60 60 70 70Zl5 0"),
    ],
)
def test_a_path_is_told_the_shortest_way(path: str, shorter: str) -> None:
    assert small_path(path) == shorter


@pytest.mark.parametrize(
    "source", sorted(draw_art.SOURCES.glob("*.svg")), ids=lambda path: path.name
)
def test_a_short_path_cannot_be_made_shorter(source: Path) -> None:
    for path in re.findall(r' d="([^"]*)"', source.read_text(encoding="utf-8")):
        assert small_path(small_path(path)) == small_path(path)


def test_art_uses_the_symbol_of_a_kind() -> None:
    drawn = drawer(lambda path: f"/static/{path}?1234")("goita", "king")
    assert drawn == (
        '<svg class="card-art" aria-hidden="true" focusable="false">'
        '<use href="/static/art/goita.svg?1234#king"></use></svg>'
    )


def test_an_unknown_card_shows_its_back() -> None:
    assert "/static/art/goat-lords.svg#back" in drawer()("goat-lords", "?")


def test_art_is_escaped() -> None:
    assert "<script>" not in drawer()("goita", '"><script>')


def test_a_card_of_a_game_without_drawings_has_its_kind_written_on_it() -> None:
    art = drawer()
    assert ">red &lt;3<" in art("a-fifth-game", "red <3")
    assert art("a-fifth-game", "?") == art("a-fifth-game", "back")
    assert "use" not in art("a-fifth-game", "back")
