"""Bots as text: `random`, `search:0.1s`, `exec:./mybot --quick`.

The name comes first, then after colons what belongs to it. A new kind of bot is a line in `KINDS`.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from goatherd.bots.bot import Bot
from goatherd.errors import BadOption, UnknownBot, nearest, quoted

Settings = Mapping[str, object]
LONGEST_THOUGHT = 3600.0
"""Seconds."""


class Kind(NamedTuple):
    """A kind of bot: how it is written, what it is, where it is made, how its text is read."""

    form: str
    about: str
    module: str
    maker: str
    """What in the module makes the bot, given its settings by keyword."""
    read: Callable[[str], dict[str, object]]
    """The settings in what stands after the first colon; BadOption without a reason of its own."""
    lasting: bool = False
    """Whether starting it takes so long that a ladder keeps it from match to match."""

    def is_there(self) -> bool:
        return find_spec(self.module) is not None

    def find_maker(self) -> Callable[..., Bot]:
        found: Callable[..., Bot] = getattr(import_module(self.module), self.maker)
        return found


# Reading what stands after the name


def nothing(text: str) -> dict[str, object]:
    raise BadOption


def search_settings(text: str) -> dict[str, object]:
    """`0.1s` (seconds a decision) or `2000` (iterations), then maybe `no-belief` or `no-solver`."""
    settings: dict[str, object] = {}
    for word in text.split(":"):
        name, value = search_setting(word)
        if name in settings:
            raise BadOption
        settings[name] = value
    if "think" in settings and "iterations" in settings:
        raise BadOption
    return settings


def search_setting(word: str) -> tuple[str, object]:
    if re.fullmatch(r"\d{1,5}(\.\d{1,6})?s", word) and 0 < float(word[:-1]) <= LONGEST_THOUGHT:
        return "think", float(word[:-1])
    if re.fullmatch(r"[1-9]\d{0,8}", word):
        return "iterations", int(word)
    if word in ("no-belief", "no-solver"):
        return word.removeprefix("no-"), False
    raise BadOption


def level_settings(text: str) -> dict[str, object]:
    if not re.fullmatch(r"\d{1,2}", text):
        raise BadOption
    return {"level": int(text)}


def net_settings(text: str) -> dict[str, object]:
    file, colon, sample = text.rpartition(":")
    if colon and sample == "sample":
        return {"file": file, "sample": True}
    if not text.strip():
        raise BadOption
    return {"file": text}


def command_settings(text: str) -> dict[str, object]:
    if not text.strip():
        raise BadOption
    return {"command": text}


# The joint for new bots: a line each.
KINDS = {
    "random": Kind("random", "chooses at random", "goatherd.bots.simple", "RandomBot", nothing),
    "beginner": Kind(
        "beginner",
        "plays as people do in their first match",
        "goatherd.bots.simple",
        "beginner",
        nothing,
    ),
    "greedy": Kind(
        "greedy", "takes what looks best at once", "goatherd.bots.simple", "greedy", nothing
    ),
    "search": Kind(
        "search:0.1s (seconds a decision) or search:2000 (iterations), then :no-belief, :no-solver",
        "thinks ahead in worlds that fit what it knows",
        "goatherd.bots.search",
        "SearchBot",
        search_settings,
    ),
    "level": Kind(
        "level:3",
        "one of the levels of strength, from easy on",
        "goatherd.bots.levels",
        "level_bot",
        level_settings,
    ),
    "policy": Kind(
        "policy:goat.npz, then maybe :sample",
        "decides as a trained net does",
        "goatherd.bots.net",
        "NetBot",
        net_settings,
    ),
    "exec": Kind(
        "exec:./mybot --flag",
        "a program that speaks the protocol of docs/bot-protocol.md",
        "goatherd.bots.program",
        "ProgramBot",
        command_settings,
        lasting=True,
    ),
}


# Making


def names() -> list[str]:
    """The names of the bots that are there."""
    return [name for name, kind in KINDS.items() if kind.is_there()]


def split(text: str) -> list[str]:
    """The bots of a comma-separated list, each checked."""
    return [checked(entry) for entry in text.split(",")]


def checked(text: str) -> str:
    """The text of a bot, if it is one; nothing is made yet."""
    read(text)
    return text.strip()


def read(text: str) -> tuple[Kind, dict[str, object]]:
    """The kind of bot that a text names, and the settings in it."""
    if not isinstance(text, str):
        raise UnknownBot(f"a bot is named by a text like 'greedy', not {quoted(text)}")
    if not text.isprintable():
        raise UnknownBot(f"a bot is named by a line of text, not {quoted(text)}")
    name, colon, rest = text.strip().partition(":")
    kind = KINDS.get(name)
    there = names()
    if kind is None or name not in there:
        hint = nearest(name, there) or ";"
        raise UnknownBot(f"no bot {quoted(name)}{hint} Bots are: {', '.join(there)}")
    try:
        return kind, kind.read(rest) if colon else {}
    except BadOption:
        raise BadOption(f"bot {quoted(text)}: write it as {kind.form}") from None


def make(text: str, settings: Settings | None = None, offered: Settings | None = None) -> Bot:
    """The bot of this text, with further settings; what is offered may be left unused.

    UnknownBot if there is none of that name, BadOption if a setting is not one of its.
    """
    kind, written = read(text)
    given = dict(settings or {})
    twice = sorted(written.keys() & given.keys())
    if twice:
        raise BadOption(f"bot {quoted(text)}: {twice[0]} is given twice")
    maker = kind.find_maker()
    known = parameters(maker)
    useful = {name: value for name, value in (offered or {}).items() if name in known}
    wanted = useful | written | given
    check_settings(text, maker, wanted, known)
    return maker(**wanted)


def parameters(maker: Callable[..., Bot]) -> list[str]:
    return list(inspect.signature(maker).parameters)


def check_settings(
    text: str, maker: Callable[..., Bot], wanted: Settings, known: Sequence[str]
) -> None:
    for name in wanted:
        if name not in known:
            hint = nearest(name, known) or ";"
            all_known = f"Settings are: {', '.join(known)}" if known else "It has none"
            raise BadOption(f"bot {quoted(text)} has no setting {quoted(name)}{hint} {all_known}")
    try:
        inspect.signature(maker).bind(**wanted)
    except TypeError as error:
        raise BadOption(f"bot {quoted(text)}: {error}") from None
