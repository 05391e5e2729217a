"""Pages drawn from templates, in the language and the colours of whoever asks."""

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar, cast

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from jinja2.nodes import Call, Const, Node
from jinja2.nodes import Template as TemplateNode
from jinja2.visitor import NodeTransformer

from goatherd.bots.levels import LEVELS
from goatherd.web.art import drawer
from goatherd.web.drawing import draw
from goatherd.web.files import static
from goatherd.web.rulebook import linked
from goatherd.web.written import corner, icon, worded, zones
from goatherd.words import LANGUAGES, Text, catalogue

T = TypeVar("T")


class Recent(Generic[T]):
    """What was made last, by what it was made of; only so much of it is kept."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._made: OrderedDict[object, T] = OrderedDict()

    def find(self, what: object) -> T | None:
        return self._made.get(what)

    def keep(self, what: object, made: T) -> T:
        self._made[what] = made
        if len(self._made) > self.most:
            self._made.popitem(last=False)
        return made

    def get(self, what: object, make: Callable[[], T]) -> T:
        """What is kept under this name, or else made now."""
        found = self.find(what)
        return self.keep(what, make()) if found is None else found


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


class Folded(NodeTransformer):
    """Does what a template would do in the same way each time it is drawn: it says plain messages
    in its language, and writes down icons and addresses."""

    def __init__(self, **known: Callable[[str], str]) -> None:
        self.known = known

    def visit_Call(self, node: Call) -> Node:  # noqa: N802 (named by Jinja)
        self.generic_visit(node)
        known = self.known.get(getattr(node.node, "name", ""))
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        if known is None or not plain or not all(isinstance(one, Const) for one in node.args):
            return node
        return Const(known(*(one.as_const() for one in node.args)), lineno=node.lineno)


class InOneLanguage(Environment):
    """Templates that are always drawn in the same language."""

    def __init__(self, language: str) -> None:
        super().__init__(
            loader=PackageLoader("goatherd.web"),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
        )
        self._folded = Folded(say=catalogue(language).gettext, icon=icon, static=static)

    def _parse(self, source: str, name: str | None, filename: str | None) -> TemplateNode:
        return cast("TemplateNode", self._folded.visit(super()._parse(source, name, filename)))


@cache
def environment(language: str) -> Environment:
    made = InOneLanguage(language)
    made.filters["linked"] = linked
    made.globals |= {
        "static": static,
        "icon": icon,
        "art": drawer(static),
        "draw": draw,
        "corner": corner,
        "zones": zones,
        "worded": worded,
        "languages": LANGUAGES,
        "levels": LEVELS,
        "source": "",
    }
    return made


@cache
def template(name: str, language: str) -> Template:
    return environment(language).get_template(name)


def page(name: str, say: Sayer, /, **context: Any) -> str:
    return template(name, say.language).render(say=say, **context)
