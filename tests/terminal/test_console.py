"""Language and options, as the command line takes them."""

import pytest

import goatherd
from goatherd import BadOption
from goatherd.terminal.console import chosen_language, language_of, named_options

GOITA = goatherd.load("goita")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": ""}, "ko"),
    ],
)
def test_the_language_comes_from_the_environment(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language


def test_the_language_asked_for_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    assert chosen_language("ja") == "ja"
    assert chosen_language("") == "ko"


def test_options_are_read_by_name() -> None:
    given = named_options(GOITA, ["target=50", "pawn_calls=off"])
    assert given == {"target": "50", "pawn_calls": "off"}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["target"], "write it as name=value"),
        (["=5"], "write it as name=value"),
        (["target=50", "target=60"], "target is given twice"),
        (["targt=50"], "did you mean 'target'"),
        (["players=3"], "no option 'players'"),
        (["target=5"], "a number from 10 to 1000"),
    ],
)
def test_bad_options_are_refused(given: list[str], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        named_options(GOITA, given)
