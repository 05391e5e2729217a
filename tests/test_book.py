"""Rule books: what holds only for some player counts, and the books of all games."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import goatherd
from goatherd import book
from goatherd.terminal import page
from goatherd.words import LANGUAGES

PAGES = """\
# A game

It is old. Very
old.

## Seats
[2] Two people sit face to face.

For all. See [4](a link).
[3] inside a paragraph is no tag.

- [2] Two cards each,
  dealt one by one.
- [3-5] Three cards each.
  - Below it, [2] is no tag here.

  And a paragraph below it.
- [4, 6] Teams.
- For all as well.

1. [2] First.
2. Second.
"""


@pytest.fixture
def a_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pages = tmp_path / "goita" / "book"
    pages.mkdir(parents=True)
    (pages / "en.md").write_text(PAGES, encoding="utf-8")
    monkeypatch.setattr(book, "shelf", lambda game: tmp_path / game / "book")


@pytest.mark.usefixtures("a_book")
def test_a_player_count_drops_what_holds_for_others_and_all_tags() -> None:
    kept = book.rules("goita", "en", 2)
    assert "\nTwo people sit face to face." in kept
    assert "- Two cards each,\n  dealt one by one.\n" in kept
    assert "1. First.\n2. Second." in kept
    assert "Three cards" not in kept
    assert "Below it" not in kept
    assert "paragraph below" not in kept
    assert "Teams" not in kept
    assert "- For all as well." in kept


@pytest.mark.usefixtures("a_book")
def test_a_dropped_item_takes_its_continuation_along_and_nothing_else() -> None:
    kept = book.rules("goita", "en", 4)
    assert "dealt one by one" not in kept
    assert "- Three cards each.\n  - Below it, [2] is no tag here.\n" in kept
    assert "  And a paragraph below it." in kept
    assert "- Teams.\n" in kept
    assert "1. First" not in kept
    assert "2. Second." in kept


@pytest.mark.usefixtures("a_book")
def test_what_is_no_tag_is_left_alone() -> None:
    for players in (None, 2, 6):
        kept = book.rules("goita", "en", players)
        assert "For all. See [4](a link).\n[3] inside a paragraph is no tag." in kept


@pytest.mark.usefixtures("a_book")
def test_without_a_player_count_tags_become_labels() -> None:
    kept = book.rules("goita", "en")
    assert "\n*(2 players)* Two people" in kept
    assert "- *(3–5 players)* Three cards each." in kept
    assert "- *(4, 6 players)* Teams." in kept


@pytest.mark.usefixtures("a_book")
def test_the_game_in_a_sentence_is_the_first_of_the_book() -> None:
    assert book.first_sentence("goita", "en") == "It is old."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", goatherd.games())
def test_every_book_can_be_read_for_every_player_count(name: str, language: str) -> None:
    assert book.first_sentence(name, language)
    whole = book.rules(name, language)
    for players in goatherd.load(name).players:
        pages = book.rules(name, language, players)
        assert 0 < len(pages.splitlines()) <= len(whole.splitlines())
        assert not any(book.TAGGED.match(line) for line in pages.splitlines())


class Paged(Console):
    """A terminal of ten lines."""

    def __init__(self) -> None:
        super().__init__(file=StringIO(), force_terminal=True, width=40, height=10)


@pytest.mark.parametrize(
    ("lines", "pager", "paged"), [(30, True, True), (30, False, False), (2, True, False)]
)
def test_only_a_long_page_on_a_terminal_is_paged(
    monkeypatch: pytest.MonkeyPatch, lines: int, pager: bool, paged: bool
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("pydoc.pager", shown.append)
    monkeypatch.setenv("LESS", "-R")
    console = Paged()
    page.show(console, "\n\n".join(["A paragraph."] * lines), pager=pager)
    assert bool(shown) == paged
    assert isinstance(console.file, StringIO)
    assert ("A paragraph." in console.file.getvalue()) != paged
