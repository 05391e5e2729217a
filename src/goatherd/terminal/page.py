"""Pages of Markdown, such as rule books, in a terminal."""

import os
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table


class WholeTable(TableElement):
    """Breaks a cell without spaces, as in Japanese, where Rich would cut it off."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in super().__rich_console__(console, options):
            if isinstance(part, Table):
                for column in part.columns:
                    column.overflow = "fold"
            yield part


class Page(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = Markdown.elements | {
        "table_open": WholeTable
    }


def show(console: Console, text: str, *, pager: bool) -> None:
    """Print a page of Markdown, in a pager if it is longer than the terminal."""
    page = Page(text)
    if pager and console.is_terminal and len(console.render_lines(page)) > console.height:
        os.environ.setdefault("LESS", "-R")  # colours, in the pager that most people have
        with console.pager(styles=True):
            console.print(page)
    else:
        console.print(page)
