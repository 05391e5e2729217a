"""Pages drawn from templates, in the language of whoever asks for them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from goatherd.bots.levels import LEVELS
from goatherd.web.files import static, table_style
from goatherd.web.preview import SITE
from goatherd.web.rulebook import linked
from goatherd.words import LANGUAGES, Text


class Translator:
    """Says texts, and messages of templates, in a language, with the names at a table."""

    def __init__(self, language: str, names: Sequence[str] | None = None) -> None:
        self.language = language
        self.names = names

    def __call__(self, text: Text | str, **gaps: Any) -> str:
        if isinstance(text, str):
            text = Text(text, **gaps)
        return text.say(self.language, self.names)


@cache
def icon(name: str, css: str = "icon") -> Markup:
    """A small drawing that says nothing which is not also said in words."""
    address = f"{static('art/site.svg')}#{name}"
    use = f'<use href="{escape(address)}"></use>'
    return Markup(f'<svg class="{escape(css)}" aria-hidden="true">{use}</svg>')


@cache
def environment() -> Environment:
    """The templates, with what all of them use."""
    made = Environment(
        loader=PackageLoader("goatherd.web"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
    )
    made.filters["linked"] = linked
    made.globals |= {
        "static": static,
        "table_style": table_style,
        "icon": icon,
        "languages": LANGUAGES,
        "levels": LEVELS,
        "source": "",
        "preview": SITE,  # of pages that say nothing of their own
        "address": "",
    }
    return made


def render(name: str, say: Translator, /, **context: Any) -> str:
    """A page, or a part of one, from its template."""
    return environment().get_template(name).render(say=say, **context)
