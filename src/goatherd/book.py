"""Rule books: the pages of a game in a language, for all player counts or for one."""

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable

from goatherd.games import contract, files
from goatherd.words import Text

ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
TAGGED = re.compile(rf"(?P<lead>(?:{ITEM.pattern})?\s*)\[(?P<counts>\d[\d\s,–-]*)\]\s+")
"""The start of a paragraph or list item that holds only for these player counts: `- [3-5] `."""
SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|。|$)")


def shelf(game: str) -> Traversable:
    """The folder of a game's rule books."""
    return files(game) / "book"


def pages(game: str, language: str) -> str:
    """A whole rule book as it is written, tags and all; in English where there is none in this
    language, and only a title where there is none at all."""
    for book in (shelf(game) / f"{language}.md", shelf(game) / "en.md"):
        if book.is_file():
            return book.read_text(encoding="utf-8")
    title = Text(contract(game).facts.title).say(language)
    missing = Text("There is no rule book of this game yet.").say(language)
    return f"# {title}\n\n{missing}\n"


def glance(game: str, language: str) -> str | None:
    """A game at a glance, with pictures of its cards; None where there is no such page.

    A picture is an image whose address is `cards:`, and then kinds of card as in the notation,
    with `back` for a card that lies face down, `gap` for a space and `to` for an arrow.
    """
    page = files(game) / "glance" / f"{language}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else None


PICTURED = re.compile(r"^!\[(?P<caption>.*)\]\(cards:.*\)$", re.MULTILINE)


def glance_in_words(game: str, language: str) -> str:
    """A game at a glance for faces without pictures: their captions stand for them."""
    return PICTURED.sub(r"*\g<caption>*", glance(game, language) or "")


def first_sentence(game: str, language: str) -> str:
    """The game in a sentence: the one that its rule book opens with."""
    opening = next(block for block in blocks(pages(game, language)) if not stands_alone(block[0]))
    sentence = SENTENCE.match(" ".join(line.strip() for line in opening))
    assert sentence is not None
    return sentence[0]


def rules(game: str, language: str, players: int | None = None) -> str:
    """A rule book for so many players; without a number, for all, with labels for the tags."""
    kept: list[str] = []
    dropped: int | None = None
    """How deep the item was that was dropped, while what follows is below it."""
    for block in blocks(pages(game, language)):
        depth = len(block[0]) - len(block[0].lstrip())
        if is_empty(block[0]):
            kept += block
        elif dropped is None or depth <= dropped:
            tag = TAGGED.match(block[0])
            holds = tag is None or players is None or players in counts(tag["counts"])
            dropped = None if holds else depth
            if holds:
                kept += block if tag is None else [untagged(tag, players, language), *block[1:]]
    return "\n".join(kept)


def blocks(text: str) -> Iterator[list[str]]:
    """The lines of a text, a heading, paragraph, list item or empty line at a time."""
    block: list[str] = []
    for line in text.splitlines():
        if block and (is_empty(line) or ITEM.match(line) or stands_alone(block[0])):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def is_empty(line: str) -> bool:
    return not line.strip()


def stands_alone(line: str) -> bool:
    return is_empty(line) or line.startswith("#")


def counts(tag: str) -> set[int]:
    """The player counts of a tag like `2`, `3-5` or `4,6`."""
    found: set[int] = set()
    for part in tag.split(","):
        low, _, high = part.replace("–", "-").partition("-")
        found.update(range(int(low), int(high or low) + 1))
    return found


def untagged(tag: re.Match[str], players: int | None, language: str) -> str:
    """The first line of what a tag marks: without it for a known count, else with a label."""
    rest = tag.string[tag.end() :]
    if players is not None:
        return tag["lead"] + rest
    numbers = ", ".join(part.strip().replace("-", "–") for part in tag["counts"].split(","))
    label = Text("({count} players)", count=numbers)
    return f"{tag['lead']}*{label.say(language)}* {rest}"
