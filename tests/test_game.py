"""The front door: games by name, and what the public interface refuses."""

import sys
from typing import Any

import pytest

import goatherd
from goatherd import BadOption, IllegalMove, Option, UnknownGame


def test_the_four_games() -> None:
    assert goatherd.games() == ["goat-n-goat", "goat-1916", "goita", "goat-lords"]
    players = {name: goatherd.load(name).players for name in goatherd.games()}
    assert players == {
        "goat-n-goat": (2, 3, 4, 5),
        "goat-1916": (4, 6, 8),
        "goita": (4,),
        "goat-lords": (2, 3, 4, 5, 6),
    }


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'goita'"):
        goatherd.load("goitta")
    with pytest.raises(UnknownGame, match="Games are: goat-n-goat"):
        goatherd.load("")


def test_options_say_default_and_what_is_allowed() -> None:
    target = goatherd.load("goita").options()["target"]
    assert isinstance(target, Option)
    assert target.default == 150
    assert target.allowed().say() == "round, or a number from 10 to 1000"


def test_options_take_text_and_truth_values() -> None:
    game = goatherd.load("goita")
    assert game.new(target="200").options["target"] == 200
    assert game.new(ritual=True).options["ritual"] == "on"
    assert game.new(pawn_calls=False).options["pawn_calls"] == "off"


@pytest.mark.parametrize("value", [9, 1001, "1e3", 150.0, None, True, "²", "9" * 4000])
def test_a_number_out_of_range(value: object) -> None:
    with pytest.raises(BadOption, match="a number from 10 to 1000"):
        goatherd.load("goita").new(target=value)


@pytest.mark.parametrize("players", [3, 0, -4, "4", 4.5, True])
def test_wrong_player_counts(players: object) -> None:
    with pytest.raises(BadOption, match="is for 4 players"):
        goatherd.load("goita").new(players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [5, [1, 2], {"king"}, object(), [None] * 32])
def test_an_order_is_a_list_of_texts(order: Any) -> None:
    for name in goatherd.games():
        with pytest.raises(BadOption, match="order"):
            goatherd.load(name).new(order=order)


def test_very_long_input_is_refused_in_few_words() -> None:
    game = goatherd.load("goita")
    match = game.new(seed=1)
    word = "attack gold " * 100_000
    for refused in (
        lambda: match.play(word),
        lambda: game.number(word),
        lambda: goatherd.load(word),
        lambda: game.new(target=word),
        lambda: game.checked_options({word: 1}),
        lambda: game.new(order=[word] * 32),
    ):
        with pytest.raises(ValueError, match="attack gold") as error:
            refused()
        assert len(str(error.value)) < 500


def test_action_numbers_out_of_range() -> None:
    game = goatherd.load("goita")
    for number in (-1, len(game.actions)):
        with pytest.raises(IllegalMove, match="0 to"):
            game.action(number)
    with pytest.raises(IllegalMove, match="did you mean 'attack gold'"):
        game.number("attack golt")


def test_without_numba_full_speed_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("numba", "goatherd.fast"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(goatherd, "fast", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    game = goatherd.load("goita")
    for run in (game.playouts, game.batch):
        with pytest.raises(ModuleNotFoundError, match="the extra 'fast'"):
            run(1)


def test_only_goita_has_lines() -> None:
    game = goatherd.load("goat-1916")
    with pytest.raises(TypeError, match="no one-line notation"):
        game.from_line("12345678")
    with pytest.raises(TypeError, match="no one-line notation"):
        game.new().line()
    with pytest.raises(TypeError, match="no one-line notation"):
        game.new().view(0).line()
