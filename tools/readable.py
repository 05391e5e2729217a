"""Keeps templates, style sheets and scripts readable: a line of them fits a screen.

``python -m tools.readable`` tells which lines are too long; with ``--fix`` it breaks them where a
break changes nothing: between the attributes of a tag, in text, in an expression, and between the
declarations of a rule.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "goatherd"
KINDS = (".html", ".css", ".js")
WIDTH = 120
WANTED = 108
"""Where a line that is too long is broken, if it can be."""
RULE = re.compile(r"^(\s*)([^{}]+)\{ ([^{}]+?) ?\}$")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
"""A sentence has to stay whole, to be found for the catalogues: it counts for nothing."""


def files() -> Iterator[Path]:
    """All that is written for browsers."""
    yield from sorted(path for path in PACKAGE.rglob("*") if path.suffix in KINDS)


def too_long(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        sentence = max(map(len, QUOTED.findall(line)), default=0)
        if len(line) > WIDTH and len(line) - sentence > WIDTH // 3:
            yield number, line


def fixed(path: Path, text: str) -> str:
    """The text with its long lines broken, where that can be done."""
    if path.suffix == ".css":
        return "".join(f"{spread(line)}\n" for line in text.splitlines())
    if path.suffix == ".html":
        long = {line for _, line in too_long(text)}
        lines = text.splitlines()
        return "".join(f"{wrapped(line) if line in long else line}\n" for line in lines)
    return text


def spread(line: str) -> str:
    """A rule that is too long, with a line for each declaration."""
    found = RULE.match(line)
    if len(line) <= WIDTH or found is None:
        return line
    indent, selector, body = found.groups()
    declarations = [one.strip() for one in body.split(";") if one.strip()]
    inside = "".join(f"{indent}  {one};\n" for one in declarations)
    return f"{indent}{selector.rstrip()} {{\n{inside}{indent}}}"


def wrapped(line: str) -> str:
    """A line of a template, broken at the last places that are still near enough; within an
    expression only where there is no other place."""
    indent = " " * (len(line) - len(line.lstrip()))
    places, out, begun, margin = dict(breaks(line)), [], 0, 0
    while margin + len(line) - begun > WIDTH:
        near = [place for place in places if begun < place <= begun + WANTED - margin]
        good = [place for place in near if not places[place] and place > begun + WANTED // 3]
        later = [place for place in places if place > begun + WANTED - margin]
        found = max(good or near, default=min(later, default=None))
        if found is None:
            break
        out.append((margin * " " + line[begun:found]).rstrip())
        begun, margin = found + 1, len(indent) + 4
    return "\n".join([*out, margin * " " + line[begun:]])


def breaks(line: str) -> Iterator[tuple[int, bool]]:
    """The spaces of a line that may as well be ends of lines, outside of all quotes; and whether
    they are within an expression."""
    tag, expression = Quotes(), Quotes()
    in_tag = in_expression = False
    for place, letter in enumerate(line):
        pair = line[place : place + 2]
        if not in_expression and pair in ("{{", "{%", "{#"):
            in_expression = True
        elif in_expression and pair in ("}}", "%}", "#}") and not expression.open:
            in_expression = False
        elif in_expression:
            expression.read(letter)
        elif letter in "<>" and not tag.open:
            in_tag = letter == "<"
        elif in_tag:
            tag.read(letter)
        if letter == " " and not tag.open and not expression.open and line[:place].strip():
            yield place, in_expression


class Quotes:
    """Whether a quote is open."""

    def __init__(self) -> None:
        self.open = ""

    def read(self, letter: str) -> None:
        if letter in "\"'":
            self.open = "" if self.open == letter else self.open or letter


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--fix", action="store_true", help="break lines that are too long")
    asked = parser.parse_args()
    found = 0
    for path in files():
        text = path.read_text(encoding="utf-8")
        if asked.fix:
            text = fixed(path, text)
            path.write_text(text, encoding="utf-8")
        for number, line in too_long(text):
            print(f"{path.relative_to(PACKAGE.parents[1])}:{number}: {len(line)} letters in a line")
            found += 1
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
