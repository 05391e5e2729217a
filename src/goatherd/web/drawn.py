"""Pages drawn from templates, in the language and the colours of whoever asks."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from goatherd.bots.levels import LEVELS
from goatherd.web.art import drawer
from goatherd.web.drawing import draw, keep
from goatherd.web.rulebook import linked
from goatherd.words import LANGUAGES, Text, catalogue

STATIC = resources.files("goatherd.web") / "static"


@cache
def static(path: str) -> str:
    """The address of a static file, new whenever the file is."""
    content = STATIC.joinpath(*path.split("/")).read_bytes()
    return f"/static/{path}?{hashlib.sha256(content).hexdigest()[:10]}"


class Recent:
    """What was drawn last, for a moment: who decides gets the table as answer and as event."""

    def __init__(self, most: int = 32) -> None:
        self.most = most
        self._drawn: OrderedDict[object, str] = OrderedDict()

    def get(self, what: object, draw: Callable[[], str]) -> str:
        """What is kept under this name, or else drawn now."""
        found = self._drawn.get(what)
        if found is None:
            found = self._drawn[what] = draw()
            if len(self._drawn) > self.most:
                self._drawn.popitem(last=False)
        return found


class Sayer:
    """Says texts, and messages of templates, in a language, with the names at a table."""

    def __init__(self, language: str, names: list[str] | None = None) -> None:
        self.language = language
        self.names = names
        self._plain = catalogue(language).gettext

    def __call__(self, text: Text | str, **gaps: Any) -> str:
        if isinstance(text, Text):
            return text.say(self.language, self.names)
        if not gaps:
            return self._plain(text)
        return Text(text, **gaps).say(self.language, self.names)


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("goatherd.web"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
    )
    made.filters["linked"] = linked
    made.globals |= {
        "static": static,
        "art": drawer(static),
        "draw": draw,
        "keep": keep,
        "languages": LANGUAGES,
        "levels": LEVELS,
        "source": "",
    }
    return made


@cache
def template(name: str) -> Template:
    return environment().get_template(name)


def page(name: str, say: Sayer, /, **context: Any) -> str:
    return template(name).render(say=say, **context)
