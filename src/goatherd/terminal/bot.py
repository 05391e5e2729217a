"""The commands `bots` and `bot`: the list of bots, and a bot that talks to another program."""

import sys
import traceback
from collections.abc import Mapping
from typing import IO

from rich.console import Console
from rich.table import Table

from goatherd.bots import spec
from goatherd.bots.bot import Bot
from goatherd.bots.levels import LEVELS
from goatherd.bots.protocol import LONGEST_VIEW, VERSION, line_of, message_of, view_from_json
from goatherd.errors import BadOption, BotFailed, quoted

DEFAULT = "greedy"


# The list


def show(console: Console) -> None:
    """Each bot with how it is written and a line about it, then the levels."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    for name in spec.names():
        table.add_row(name, spec.KINDS[name].about, style="")
        form = spec.KINDS[name].form
        if form != name:
            table.add_row("", form, style="dim")
    console.print(table)
    for level in LEVELS:
        console.print(f"level:{level.number}  {level.name.say()}: {level.about.say()}")


# Talking


def chosen(level: int | None, text: str | None, seed: int | None) -> Bot:
    """The bot that was asked for, by its level or by its text."""
    if level is not None and text is not None:
        raise BadOption("give either --level or --bot")
    named = text or (DEFAULT if level is None else f"level:{level}")
    return spec.make(named, offered={} if seed is None else {"seed": seed})


def serve(
    game: str, bot: Bot, lines: IO[bytes] | None = None, out: IO[bytes] | None = None
) -> None:
    """Answer each line of the input until it ends, or until a goodbye."""
    asked = sys.stdin.buffer if lines is None else lines
    said = sys.stdout.buffer if out is None else out
    with bot:
        while line := asked.readline(LONGEST_VIEW + 1):
            answer = answer_to(game, bot, line)
            if answer is None:
                return
            said.write(line_of(answer))
            said.flush()
            if len(line) > LONGEST_VIEW:
                return  # what follows is the rest of that line


def answer_to(game: str, bot: Bot, line: bytes) -> dict[str, object] | None:
    """What to say to a line; None to a goodbye. Trouble is told, and does no harm."""
    if len(line) > LONGEST_VIEW:
        return {"error": f"a line is at most {LONGEST_VIEW} bytes"}
    try:
        message = message_of(line)
        if "bye" in message:
            return None
        if "goatherd" in message:
            return hello(game, bot, message)
        return {"decision": decision(game, bot, message)}
    except (ValueError, BotFailed) as error:
        return {"error": str(error)}
    except Exception as error:  # of the bot itself: whoever asked is told, and may ask again
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}


def hello(game: str, bot: Bot, message: Mapping[str, object]) -> dict[str, object]:
    if message["goatherd"] != VERSION:
        raise BadOption(
            f"version {quoted(message['goatherd'])} of the protocol; this speaks {VERSION}"
        )
    if message.get("game") != game:
        raise BadOption(f"game {quoted(message.get('game'))}; this bot plays {game}")
    bot.prepare(game)
    return {"name": bot.name}


def decision(game: str, bot: Bot, message: Mapping[str, object]) -> str:
    if "view" not in message:
        raise BadOption(f"a line has a hello, a view or a goodbye, not {quoted(list(message))}")
    view = view_from_json(message["view"])
    if view.contract.facts.name != game:
        raise BadOption(f"a view of {view.contract.facts.name}; this bot plays {game}")
    return bot.choose(view)
