"""Bots as text: what is written is what is made, and what is wrong is told."""

import subprocess
import sys
from typing import Any

import pytest

import goatherd
from goatherd import BadOption, UnknownBot
from goatherd.bots import spec
from goatherd.bots.bot import Bot
from goatherd.bots.simple import PolicyBot, RandomBot


class Thinker(Bot):
    """Stands for a bot with settings."""

    def __init__(
        self,
        think: float = 1.0,
        iterations: int | None = None,
        belief: bool = True,
        threads: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.settings = (think, iterations, belief, threads, seed)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot `search` that is there, whether or not the real one is."""
    kind = spec.KINDS["search"]._replace(module=__name__, maker="Thinker")
    monkeypatch.setitem(spec.KINDS, "search", kind)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[Thinker.__module__])
    monkeypatch.setattr(spec.Kind, "is_there", lambda kind: True)


def test_the_names_are_those_of_bots_that_are_there() -> None:
    names = goatherd.bots()
    assert {"random", "beginner", "greedy", "exec"} <= set(names) <= set(spec.KINDS)
    assert all(spec.KINDS[name].find_maker() for name in names)


def test_the_folder_can_be_called_as_the_function_is() -> None:
    import goatherd.bots as folder

    assert folder() == spec.names()  # type: ignore[operator]


def test_bots_are_imported_when_they_are_needed() -> None:
    script = (
        "import sys, goatherd\n"
        "assert not [name for name in sys.modules if name.startswith('goatherd.bots')]\n"
        "before = goatherd.bots()\n"
        "assert goatherd.bots() == before\n"
        "goatherd.bot('random')\n"
        "print([name for name in ('numba', 'rich', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    ("text", "kind"), [("random", RandomBot), ("greedy", PolicyBot), (" beginner ", PolicyBot)]
)
def test_the_name_of_a_bot_makes_it_again(text: str, kind: type[Bot]) -> None:
    bot = goatherd.bot(text)
    assert isinstance(bot, kind)
    assert bot.name == text.strip()
    assert goatherd.bot(bot.name).name == bot.name


def test_settings_come_by_keyword() -> None:
    bot = goatherd.bot("random", seed=7)
    assert isinstance(bot, RandomBot)
    assert bot.seed == 7


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("search", (1.0, None, True, None, None)),
        ("search:0.1s", (0.1, None, True, None, None)),
        ("search:3s", (3.0, None, True, None, None)),
        ("search:2000", (1.0, 2000, True, None, None)),
        ("search:2000:no-belief", (1.0, 2000, False, None, None)),
        ("search:no-belief", (1.0, None, False, None, None)),
    ],
)
def test_a_search_is_written_with_its_budget(text: str, settings: tuple[Any, ...]) -> None:
    bot = spec.make(text)
    assert isinstance(bot, Thinker)
    assert bot.settings == settings


@pytest.mark.usefixtures("thinker")
def test_what_is_offered_is_taken_where_it_is_a_setting() -> None:
    offered = {"seed": 5, "threads": 1}
    thinker = spec.make("search:2000", offered=offered)
    assert isinstance(thinker, Thinker)
    assert thinker.settings == (1.0, 2000, True, 1, 5)
    chance = spec.make("random", offered=offered)
    assert isinstance(chance, RandomBot)
    assert chance.seed == 5


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize(
    "text",
    [
        "search:",
        "search:fast",
        "search:0s",
        "search:9999s",
        "search:-1s",
        "search:0",
        "search:1e3",
        "search:0.1s:2000",
        "search:0.1s:0.2s",
        "search:0.1s:no-beliefs",
    ],
)
def test_a_search_that_is_written_wrong_is_told_how(text: str) -> None:
    with pytest.raises(BadOption, match=r"write it as search:0\.1s"):
        spec.make(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("greddy", "did you mean 'greedy'"),
        ("", "Bots are: random"),
        ("chess", "Bots are: random"),
        ("x" * 10_000, "Bots are: random"),
        (7, "named by a text"),
    ],
)
def test_an_unknown_bot_is_told_the_nearest(text: Any, reason: str) -> None:
    with pytest.raises(UnknownBot, match=reason) as refused:
        goatherd.bot(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "settings", "reason"),
    [
        ("greedy:fast", {}, "write it as greedy"),
        ("random:", {}, "write it as random"),
        ("exec:", {}, "write it as exec:./mybot"),
        ("exec:a", {"command": "b"}, "command is given twice"),
        ("random", {"sed": 1}, "did you mean 'seed'"),
        ("random", {"seed": -1}, "a seed is a number"),
        ("exec", {}, "missing a required argument: 'command'"),
    ],
)
def test_a_wrong_setting_is_refused(text: str, settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        goatherd.bot(text, **settings)


def test_levels_are_numbers() -> None:
    assert spec.level_settings("3") == {"level": 3}
    for text in ("", "x", "-1", "999"):
        with pytest.raises(BadOption):
            spec.level_settings(text)


def test_a_list_of_bots_is_split_and_checked() -> None:
    assert spec.split("random, greedy,exec:./bot --a 1") == ["random", "greedy", "exec:./bot --a 1"]
    with pytest.raises(UnknownBot):
        spec.split("random,,greedy")
