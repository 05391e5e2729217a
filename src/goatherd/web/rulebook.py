"""The rule books as pages: safe HTML, with an anchor at every rule number."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from goatherd import book
from goatherd.game import games
from goatherd.web.art import Art

NUMBER = re.compile(r"\b(?:[A-Z]+)-\d+\b")
"""The number of a rule: `GNG-7`."""


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the contents."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Book:
    """A rule book to be shown."""

    title: str
    contents: Sequence[Heading]
    html: Markup
    """Everything below the title."""


@cache
def rule_book(game: str, language: str, players: int | None = None) -> Book:
    """A game's rule book in a language, for so many players or for all."""
    tokens = _markdown().parse(book.rules(game, language, players))
    title, body = _opened(tokens)
    contents = list(_with_anchors(body))
    _anchor_rules(body)
    _wrap_tables(body)
    return Book(title, contents, Markup(_markdown().renderer.render(body, _markdown().options, {})))


PICTURE = "cards:"
"""How the address of a picture begins that is drawn from cards."""
SIGNS = {"gap": Markup('<span class="gap"></span>'), "to": Markup('<span class="to">→</span>')}
FIGURE = Markup(
    '<figure><div class="drawn" aria-hidden="true">{}</div><figcaption>{}</figcaption></figure>'
)


@cache
def at_a_glance(game: str, language: str, art: Art) -> Markup | None:
    """A game's first page, its pictures drawn from its cards; None where it has none."""
    page = book.glance(game, language)
    if page is None:
        return None
    tokens = list(_with_pictures(_markdown().parse(page), game, art))
    return Markup(_markdown().renderer.render(tokens, _markdown().options, {}))


def _with_pictures(tokens: list[Token], game: str, art: Art) -> Iterator[Token]:
    """A paragraph that is a picture becomes a figure."""
    place = 0
    while place < len(tokens):
        inline = tokens[place + 1] if tokens[place].type == "paragraph_open" else None
        picture = _picture(inline)
        if picture is None:
            yield tokens[place]
            place += 1
        else:
            yield Token("html_block", "", 0, content=_figure(picture, game, art))
            place += 3


def _picture(inline: Token | None) -> Token | None:
    """The picture that a paragraph consists of, if it does."""
    parts = inline.children if inline is not None and inline.children else []
    if len(parts) != 1 or parts[0].type != "image":
        return None
    return parts[0] if str(parts[0].attrGet("src")).startswith(PICTURE) else None


def _figure(picture: Token, game: str, art: Art) -> Markup:
    kinds = str(picture.attrGet("src")).removeprefix(PICTURE).split(",")
    drawn = Markup("").join(SIGNS.get(kind) or art(game, kind) for kind in kinds)
    return FIGURE.format(drawn, picture.content)


@cache
def _markdown() -> MarkdownIt:
    """HTML in a book is shown as it is written, never passed on."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _opened(tokens: list[Token]) -> tuple[str, list[Token]]:
    """The title that a book begins with, and the rest."""
    return tokens[1].content, tokens[3:]


def _with_anchors(tokens: list[Token]) -> Iterator[Heading]:
    """Give each section an id by its place, the same in all languages."""
    sections = 0
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            sections += 1
            anchor = f"section-{sections}"
            token.attrSet("id", anchor)
            yield Heading(anchor, tokens[place + 1].content)


def _anchor_rules(tokens: list[Token]) -> None:
    """Turn rule numbers into links; they lead to the first place in a section that has them.

    The introduction only explains what such numbers are.
    """
    anchors: dict[str, Token] = {}
    in_section = False
    for token in tokens:
        in_section = in_section or token.type == "heading_open"
        if token.children:
            token.children = [part for child in token.children for part in _numbers_linked(child)]
            if in_section:
                _keep_first(token.children, anchors)
    for number, link in anchors.items():
        link.attrSet("id", number)


def _keep_first(parts: list[Token], anchors: dict[str, Token]) -> None:
    for place, part in enumerate(parts):
        if part.attrGet("class") == "rule":
            anchors.setdefault(parts[place + 1].content, part)


def _numbers_linked(token: Token) -> Iterator[Token]:
    if token.type != "text":
        yield token
        return
    place = 0
    for found in NUMBER.finditer(token.content):
        yield _text(token.content[place : found.start()])
        yield Token("link_open", "a", 1, attrs={"class": "rule", "href": f"#{found[0]}"})
        yield _text(found[0])
        yield Token("link_close", "a", -1)
        place = found.end()
    yield _text(token.content[place:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _wrap_tables(tokens: list[Token]) -> None:
    """Let wide tables scroll by themselves instead of the whole page."""
    for place in range(len(tokens) - 1, -1, -1):
        if tokens[place].type == "table_open":
            tokens.insert(place, Token("wrap_open", "div", 1, attrs={"class": "scrolled"}))
        elif tokens[place].type == "table_close":
            tokens.insert(place + 1, Token("wrap_close", "div", -1))


@cache
def books_by_letters() -> dict[str, str]:
    """The game whose rules are numbered with these letters: `GNG` is `goat-n-goat`."""
    return {
        number.partition("-")[0]: game
        for game in games()
        for number in NUMBER.findall(book.pages(game, "en"))
    }


def rule_url(number: str) -> str | None:
    """Where a rule can be read; None if it is of no game."""
    game = books_by_letters().get(number.partition("-")[0])
    return None if game is None else f"/rules/{game}#{number}"


def linked(words: str) -> Markup:
    """A sentence for a page, its rule numbers as links to the books."""
    return Markup(NUMBER.sub(_link, str(escape(words))))


def _link(found: re.Match[str]) -> str:
    url = rule_url(found[0])
    return found[0] if url is None else f'<a class="rule" href="{url}">{found[0]}</a>'
