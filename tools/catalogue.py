"""Bring the translation catalogues up to date with the messages of the package.

    python tools/catalogue.py               write src/goatherd/locale/*.po again
    python tools/catalogue.py --check       only say what is missing, empty or obsolete
    python tools/catalogue.py --missing ko  print what is still to be translated, as a fragment

A message is the first argument of `Text(...)`, of `say(...)` in a template, or the title of a game.
Translations are kept, new messages come in empty, and those that nothing says any more are dropped.
Each entry names the files that say it, without line numbers, so that moving code changes no
catalogue.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from goatherd.words import LANGUAGES

PACKAGE = Path(__file__).parents[1] / "src" / "goatherd"
LOCALE = PACKAGE / "locale"
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")

HEADER = """\
# Goatherd in {name}.
# Copyright the Goatherd contributors; distributed under the same licence as Goatherd.
#
msgid ""
msgstr ""
"Project-Id-Version: goatherd\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""
"""Written by hand: Babel's own header changes with the clock and with Babel's version."""

Places = dict[str, list[str]]
"""The files that say each message, in order."""


# What the package says


def messages(package: Path = PACKAGE) -> Places:
    """Every message of the package with the files it stands in, sorted by file, then message."""
    places: Places = {}
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.html")]):
        where = path.relative_to(package).as_posix()
        found = {*spoken(path), *titles(path)} if path.suffix == ".py" else {*in_template(path)}
        for message in sorted(found):
            places.setdefault(message, []).append(where)
    return dict(sorted(places.items(), key=lambda entry: (entry[1][0], entry[0])))


def spoken(path: Path) -> Iterator[str]:
    """The first arguments of `Text`; an empty text says nothing."""
    with path.open("rb") as lines:
        found: Iterable[tuple[Any, ...]] = extract_python(lines, {"Text": None}, [], {})
        for _, _, arguments, _ in found:
            message = arguments[0] if isinstance(arguments, tuple) else arguments
            if message:  # None where it is no literal, which a test forbids
                yield message


def in_template(path: Path) -> Iterator[str]:
    """The first arguments of `say` in a template, where they are literals."""
    with path.open("rb") as lines:
        found = babel_extract(lines, ["say"], [], {"silent": "false"})
        for _, _, arguments, _ in found:
            message = arguments[0] if isinstance(arguments, tuple) else arguments
            if message:
                yield message


def titles(path: Path) -> Iterator[str]:
    """The titles of games: Babel does not look at keyword arguments."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Facts":
            for keyword in node.keywords:
                if keyword.arg == "title":
                    yield str(ast.literal_eval(keyword.value))


# What the catalogues hold


def catalogue_file(language: str) -> Path:
    return LOCALE / f"{language}.po"


def translations(language: str) -> dict[str, str]:
    """The translations of a catalogue; one that is marked fuzzy counts as empty."""
    path = catalogue_file(language)
    if not path.exists():
        return {}
    with path.open("rb") as lines:
        entries = [entry for entry in read_po(lines, locale=language) if entry.id]
    return {str(entry.id): "" if entry.fuzzy else str(entry.string or "") for entry in entries}


def as_text(language: str, places: Places, known: dict[str, str]) -> str:
    """A catalogue of these messages, without its header, in their order."""
    entries = Catalog(locale=language)
    for message, files in places.items():
        entries.add(message, known.get(message, ""), locations=[(file, 0) for file in files])
    out = BytesIO()
    write_po(out, entries, omit_header=True, width=0)
    return out.getvalue().decode()


def updated(language: str, places: Places) -> str:
    """The whole text of a language's catalogue as it should be now."""
    header = HEADER.format(name=LANGUAGES[language], language=language)
    return header + as_text(language, places, translations(language)).rstrip("\n") + "\n"


def complaints(language: str, places: Places) -> list[str]:
    """What is wrong with a catalogue, one line each."""
    known = translations(language)
    found = [f"{language}: missing: {message!r}" for message in places if message not in known]
    found += [f"{language}: empty: {message!r}" for message, said in known.items() if not said]
    found += [f"{language}: obsolete: {message!r}" for message in known if message not in places]
    if not found and catalogue_file(language).read_text(encoding="utf-8") != updated(
        language, places
    ):
        found.append(f"{language}: not as it would be written")
    return found


# The command


def missing(language: str, places: Places) -> str:
    known = translations(language)
    wanted = {message: files for message, files in places.items() if not known.get(message)}
    return as_text(language, wanted, {})


def write(places: Places) -> None:
    LOCALE.mkdir(exist_ok=True)
    for language in TRANSLATED:
        text = updated(language, places)
        catalogue_file(language).write_text(text, encoding="utf-8")
        empty = sum(not said for said in translations(language).values())
        print(f"{catalogue_file(language).name}: {len(places)} messages, {empty} to translate")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if not current")
    parser.add_argument("--missing", choices=TRANSLATED, help="print what is to be translated")
    asked = parser.parse_args()
    places = messages()
    if asked.missing:
        print(missing(asked.missing, places), end="")
        return 0
    if asked.check:
        found = [line for language in TRANSLATED for line in complaints(language, places)]
        print("\n".join(found) or "All catalogues are current.")
        return int(bool(found))
    write(places)
    return 0


if __name__ == "__main__":
    sys.exit(main())
