"""Makes the text of an SVG file smaller without changing what it shows."""

import re
from collections.abc import Iterator
from itertools import count, product
from string import ascii_letters

NUMBERS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "Q": 4, "S": 4, "C": 6, "A": 7, "Z": 0}
"""How many numbers each command of a path takes."""


def small(text: str) -> str:
    """Without comments, blanks between elements and long names, and with the shortest paths."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(?<=>) | (?=<)", "", text)
    text = re.sub(r' d="([^"]*)"', lambda path: f' d="{small_path(path[1])}"', text)
    return with_short_names(text)


def with_short_names(text: str) -> str:
    """Shared parts get names of a letter or two; symbols keep theirs, since pages use them."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', text))
    parts = set(re.findall(r' id="([^"]+)"', text)) - symbols
    uses = {part: text.count(f'"#{part}"') for part in parts}
    names = (name for name in _names() if name not in symbols)
    short = dict(zip(sorted(parts, key=lambda part: (-uses[part], part)), names, strict=False))
    text = re.sub(r' id="([^"]+)"', lambda found: _identity(found[1], short, uses), text)
    return re.sub(r'"#([^"]+)"', lambda found: f'"#{short.get(found[1], found[1])}"', text)


def _names() -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(ascii_letters, repeat=length))


def _identity(name: str, short: dict[str, str], uses: dict[str, int]) -> str:
    """The attribute that names an element; nothing for a part that nobody uses."""
    if name not in short:
        return f' id="{name}"'
    return f' id="{short[name]}"' if uses[name] else ""


# Paths


def small_path(path: str) -> str:
    """The same path, each step told from the corner or from where it begins: the shorter."""
    out, before = "", ""
    for steps in _steps(path):
        told = min((_told(letter, numbers, before) for letter, numbers in steps), key=_length)
        out, before = out + told[0], told[1]
    return out


def _length(told: tuple[str, str]) -> int:
    return len(told[0])


def _told(letter: str, numbers: list[float], before: str) -> tuple[str, str]:
    """A step as text after the command `before`, and the command that it leaves in force."""
    text = ""
    for number in numbers:
        digits = _digits(number)
        needs_blank = text and digits[0] != "-" and not (digits[0] == "." and _has_dot(text))
        text += f" {digits}" if needs_blank else digits
    force = {"M": "L", "m": "l"}.get(letter, letter)
    if letter != before or not numbers:
        return letter + text, force
    return (text if text[0] == "-" else f" {text}"), force


def _has_dot(text: str) -> bool:
    return "." in re.split(r"[ -]", text)[-1]


def _digits(number: float) -> str:
    return re.sub(r"^(-?)0\.", r"\1.", f"{round(number, 2):g}")


def _steps(path: str) -> Iterator[list[tuple[str, list[float]]]]:
    """The steps of a path, each as an absolute and as a relative command."""
    x = y = start_x = start_y = 0.0
    for letter, numbers in _commands(path):
        kind = letter.upper()
        if letter != kind:
            numbers = _moved(kind, numbers, x, y)
        yield [(kind, numbers), (kind.lower(), _moved(kind, numbers, -x, -y))]
        if kind == "Z":
            x, y = start_x, start_y
        x = numbers[-1] if kind == "H" else numbers[-2] if len(numbers) > 1 else x
        y = numbers[-1] if numbers and kind != "H" else y
        if kind == "M":
            start_x, start_y = x, y


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that is repeated without its letter gets it back."""
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        size = NUMBERS[letter.upper()] or 1
        yield letter, numbers[:size]
        for place in range(size, len(numbers), size):
            yield {"M": "L", "m": "l"}.get(letter, letter), numbers[place : place + size]


def _moved(kind: str, numbers: list[float], x: float, y: float) -> list[float]:
    """The numbers of a command when all its points move; of an arc, only the end is a point."""
    if kind in "HV":
        return [numbers[0] + (x if kind == "H" else y)]
    fixed = 5 if kind == "A" else 0
    shifts = [0.0] * fixed + [x, y] * ((len(numbers) - fixed) // 2)
    return [number + shift for number, shift in zip(numbers, shifts, strict=True)]
