"""The catalogues say everything that the package says, in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from goatherd.words import LANGUAGES
from tools import catalogue

MESSAGES = catalogue.messages()


def texts() -> Iterator[tuple[str, ast.expr]]:
    """The first argument of every `Text(...)` of the package, with its place."""
    for path in sorted(catalogue.PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text":
                yield f"{path.relative_to(catalogue.PACKAGE)}:{node.lineno}", node.args[0]


def gaps(message: str) -> set[str]:
    """The names in braces; a translation may say one twice."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def is_title(argument: ast.expr) -> bool:
    """`game.title`: the titles of games are messages too."""
    return isinstance(argument, ast.Attribute) and argument.attr == "title"


def test_every_language_but_english_has_a_catalogue() -> None:
    found = {path.stem for path in catalogue.LOCALE.glob("*.po")}
    assert found == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("language", catalogue.TRANSLATED)
def test_a_catalogue_is_current_and_complete(language: str) -> None:
    found = catalogue.complaints(language, MESSAGES)
    assert found == [], "run `make catalogue`, and translate what is empty"


@pytest.mark.parametrize("language", catalogue.TRANSLATED)
def test_a_translation_has_the_gaps_of_its_message(language: str) -> None:
    translations = catalogue.translations(language)
    wrong = {
        message: said
        for message, said in translations.items()
        if said and gaps(said) != gaps(message)
    }
    assert wrong == {}


def test_every_message_is_a_literal() -> None:
    wrong = [
        place
        for place, argument in texts()
        if not isinstance(argument, ast.Constant)
        and not is_title(argument)
        and not place.startswith(
            "web/templating.py:"
        )  # it says what templates hold, as literals there
    ]
    assert wrong == []


def test_the_extraction_finds_what_the_syntax_tree_has() -> None:
    literal = {argument.value for _, argument in texts() if isinstance(argument, ast.Constant)}
    titles = {title for path in catalogue.PACKAGE.rglob("*.py") for title in catalogue.titles(path)}
    templates = {
        message
        for path in catalogue.PACKAGE.rglob("*.html")
        for message in catalogue.in_template(path)
    }
    assert set(MESSAGES) == (literal - {""}) | titles | templates


# --- the tool ------------------------------------------------------------------------------------


def test_messages_are_found_across_lines_and_in_titles(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text(
        'Text(\n    "one "\n    "sentence",\n    gap=Text("inner"),\n)\nText("")\nText(name)\n',
        encoding="utf-8",
    )
    (tmp_path / "a.py").write_text('Facts(name="x", title="Title")\nText("inner")\n', "utf-8")
    assert catalogue.messages(tmp_path) == {
        "Title": ["a.py"],
        "inner": ["a.py", "b.py"],
        "one sentence": ["b.py"],
    }


def test_translations_are_kept_new_messages_empty_and_old_ones_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    before: catalogue.Places = {"kept": ["a.py"], "old": ["a.py"]}
    header = catalogue.HEADER.format(name="한국어", language="ko")
    text = header + catalogue.as_text("ko", before, {"kept": "그대로", "old": "옛것"})
    catalogue.catalogue_file("ko").write_text(text, encoding="utf-8")
    now: catalogue.Places = {"kept": ["a.py"], "new": ["b.py"]}
    assert catalogue.complaints("ko", now) == [
        "ko: missing: 'new'",
        "ko: obsolete: 'old'",
    ]
    catalogue.catalogue_file("ko").write_text(catalogue.updated("ko", now), encoding="utf-8")
    assert catalogue.translations("ko") == {"kept": "그대로", "new": ""}
    assert catalogue.complaints("ko", now) == ["ko: empty: 'new'"]
    assert 'msgid "new"' in catalogue.missing("ko", now)
    assert 'msgid "kept"' not in catalogue.missing("ko", now)
