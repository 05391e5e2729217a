"""Pages drawn from templates, in the language and the colours of whoever asks."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar, cast

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call, Const, Getattr, Include, Name, Node
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


class LruCache(Generic[T]):
    """A small cache that forgets what was not used for longest."""

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


MOST_SAID = 256
"""Texts that are remembered as they were said; a page has a few dozen."""


class Translator:
    """Says texts, and messages of templates, in a language, with the names at a table."""

    def __init__(self, language: str, names: Sequence[str] | None = None) -> None:
        self.language = language
        self.names = names
        self._plain = catalogue(language).gettext
        self._said: dict[int, tuple[Text, str]] = {}
        """By where a text lies in memory, which is quick to ask for: what is said to one person is
        mostly said to the others at the table too."""

    def __call__(self, text: Text | str, **gaps: Any) -> str:
        if isinstance(text, Text):
            return self._once(text)
        if not gaps:
            return self._plain(text)
        return Text(text, **gaps).say(self.language, self.names)

    def _once(self, text: Text) -> str:
        known = self._said.get(id(text))
        if known is None:
            if len(self._said) == MOST_SAID:
                self._said.clear()
            known = self._said[id(text)] = (text, text.say(self.language, self.names))
        return known[1]


@lru_cache(4)
def translator_at(language: str, names: tuple[str, ...], moment: object) -> Translator:
    """The same one for all at a table who are told at the same moment."""
    return Translator(language, names)


class Folded(NodeTransformer):
    """Does what a template would do in the same way each time it is drawn: it says plain messages
    in its language, writes down icons and addresses, and puts in what is included."""

    def __init__(
        self, parsed: Callable[[str], TemplateNode], **known: Callable[[str], str]
    ) -> None:
        self.parsed = parsed
        self.known = known

    def visit_Include(self, node: Include) -> list[Node]:  # noqa: N802
        assert isinstance(node.template, Const)
        return self.parsed(node.template.value).body

    def visit_Call(self, node: Call) -> Node:  # noqa: N802
        self.generic_visit(node)
        known = self.known.get(getattr(node.node, "name", ""))
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        if known is None or not plain or not all(isinstance(one, Const) for one in node.args):
            return node
        return Const(known(*(one.as_const() for one in node.args)), lineno=node.lineno)


class Direct(CodeGenerator):
    """Writes attributes and calls of our own functions as Python would: Jinja's way to them, for
    objects of any kind, takes as long as all else in a template."""

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802
        if isinstance(node.node, Name) and node.node.name == "self":
            super().visit_Getattr(node, frame)  # a block, which is no attribute
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(  # type: ignore[override]  # noqa: N802  # Jinja wraps its own
        self, node: Call, frame: Frame, **of_macros: bool
    ) -> None:
        ours = isinstance(node.node, Name) and node.node.name in OURS
        if not ours or node.kwargs or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, **of_macros)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")


class InOneLanguage(Environment):
    """Templates that are always drawn in the same language."""

    code_generator_class = Direct

    def __init__(self, language: str) -> None:
        super().__init__(
            loader=PackageLoader("goatherd.web"),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
        )
        self._folded = Folded(
            self._found, say=catalogue(language).gettext, icon=icon, static=static
        )

    def _found(self, name: str) -> TemplateNode:
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._parse(source, name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> TemplateNode:
        return cast("TemplateNode", self._folded.visit(super()._parse(source, name, filename)))


OURS = ("say", "static", "icon", "art", "draw", "corner", "zones", "worded")
"""What templates call that is no macro."""


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


def page(name: str, say: Translator, /, **context: Any) -> str:
    return template(name, say.language).render(say=say, **context)
