"""A game at a glance: in every language the same pictures, drawn from cards that there are."""

import re
from pathlib import Path

import pytest

import goatherd
from goatherd import book
from goatherd.web.art import drawer
from goatherd.web.rulebook import PICTURE, SIGNS, at_a_glance
from goatherd.words import LANGUAGES

SPRITES = Path(goatherd.__file__).parent / "web" / "static" / "art"
every_game = pytest.mark.parametrize("game", goatherd.games())


def pictures(game: str, language: str) -> list[str]:
    page = book.glance(game, language)
    assert page is not None
    return re.findall(rf"\({PICTURE}(.*)\)", page)


@every_game
def test_every_language_has_the_same_pictures_and_sections(game: str) -> None:
    english = book.glance(game, "en")
    assert english is not None
    for language in LANGUAGES:
        page = book.glance(game, language)
        assert page is not None
        assert pictures(game, language) == pictures(game, "en")
        assert page.count("\n## ") == english.count("\n## ")
        assert page.count("\n3. ") >= 1, "three things that beginners get wrong"


@every_game
def test_every_card_of_a_picture_is_drawn(game: str) -> None:
    sprite = (SPRITES / f"{game}.svg").read_text(encoding="utf-8")
    kinds = {kind for picture in pictures(game, "en") for kind in picture.split(",")}
    missing = {kind for kind in kinds - set(SIGNS) if f'id="{kind}"' not in sprite}
    assert not missing


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_glance_is_one_short_page_with_a_caption_for_each_picture(
    game: str, language: str
) -> None:
    page = at_a_glance(game, language, drawer())
    assert page is not None
    assert page.count("<figure>") == len(pictures(game, "en")) == page.count("<figcaption>")
    assert "(cards:" not in page
    assert "<img" not in page
    assert len((book.glance(game, "en") or "").split()) < 260


@every_game
def test_without_pictures_captions_stand_for_them(game: str) -> None:
    words = book.glance_in_words(game, "en")
    assert "![" not in words
    assert "(cards:" not in words
    assert words.count("\n*") >= len(pictures(game, "en"))
