"""Views as JSON: what is written can be read, and nothing that is wrong gets through."""

import base64
import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import BadView, Match, View
from goatherd.bots import protocol
from goatherd.bots.protocol import view_from_json, view_to_json
from tests.matches import Variant, advanced, label, new, seats, variants, walk

VARIANTS = variants()
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)
any_variant = st.sampled_from(VARIANTS)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


def sent(view: View) -> dict[str, Any]:
    """A view after the way through a line."""
    line = protocol.line_of({"view": view_to_json(view)})
    assert line.count(b"\n") == 1
    assert len(line) < protocol.LONGEST_VIEW
    told: dict[str, Any] = protocol.message_of(line)["view"]
    return told


def goita(decisions: int = 12) -> Match:
    return advanced(("goita", 4, {}), 3, decisions)


# There and back


@every_variant
def test_a_view_comes_back_as_it_was(variant: Variant) -> None:
    for number, match in enumerate(walk(new(variant), random.Random(1))):
        if number % 23 and not match.over:
            continue
        for seat in seats(match):
            view = match.view(seat)
            again = view_from_json(sent(view))
            assert again.state.tobytes() == view.state.tobytes()
            assert protocol.facts(again) == protocol.facts(view)
            assert again.history() == view.history()
            assert again.lines() == view.lines()
            assert view_to_json(again) == view_to_json(view)


def test_the_line_of_a_round_comes_back() -> None:
    for match in walk(new(("goita", 4, {"target": "round"})), random.Random(2)):
        view = match.view(0)
        assert view_from_json(sent(view)).line() == view.line()


def test_a_view_says_what_a_program_needs() -> None:
    match = advanced(("goita", 4, {"pawn_calls": "off"}), 3, 2)
    told = sent(match.view(match.turn))
    assert told["game"] == "goita"
    assert told["seat"] == told["turn"] == match.turn
    assert told["legal"] == match.legal()
    assert told["cards"][f"hand {match.turn}"] == match.cards()[f"hand {match.turn}"]
    assert "?" in str(told["cards"])
    assert told["history"][0][1] == "hide ?"


def test_a_view_read_from_outside_is_one_to_write_to() -> None:
    """Rules write to records in place, so its bytes must not be somebody else's."""
    match = goita()
    view = view_from_json(sent(match.view(0)))
    assert view.state.flags.writeable


# What is wrong


@pytest.mark.parametrize("key", [*protocol.facts(goita().view(0)), "state", "history"])
def test_a_view_without_a_part_is_refused(key: str) -> None:
    told = sent(goita().view(0))
    del told[key]
    if key == "seat":
        told[key] = 9
    with pytest.raises(BadView, match=f"^{key}: "):
        view_from_json(told)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "chess"),
        ("game", 7),
        ("game", "goat-1916"),
        ("players", 3),
        ("players", 5),
        ("players", True),
        ("seat", 4),
        ("seat", -1),
        ("seat", "0"),
        ("turn", 9),
        ("over", 0),
        ("legal", ["attack king"]),
        ("legal", None),
        ("scores", [150, 0, 150, 0]),
        ("winners", [0]),
        ("cards", {}),
        ("status", {}),
        ("history", 3),
        ("history", [[0]]),
        ("history", [[4, "pass"]]),
        ("history", [[True, "pass"]]),
        ("history", [[0, 1]]),
        ("history", [[0, "fly"]]),
        ("history", [[0, "pass"]] * (protocol.LONGEST_HISTORY + 1)),
        ("this_round", 1000),
        ("this_round", -1),
        ("lines", "line"),
        ("lines", [1]),
        ("state", 1),
        ("state", ""),
        ("state", "a"),
        ("state", "ä" * 256),
        ("state", base64.b64encode(bytes(191)).decode()),
        ("state", base64.b64encode(b"\xff" * 192).decode()),
    ],
)
def test_a_view_that_does_not_fit_together_is_refused(key: str, value: Any) -> None:
    match = goita()
    told = sent(match.view(match.turn)) | {key: value}
    with pytest.raises(BadView, match=r"^[a-z_]+: ") as refused:
        view_from_json(told)
    assert len(str(refused.value)) < 300


@every_variant
def test_a_record_that_knows_too_much_is_refused(variant: Variant) -> None:
    match = advanced(variant, 2, 9)
    told = sent(match.view(0))
    told["state"] = base64.b64encode(match.state.tobytes()).decode()
    with pytest.raises(BadView):
        view_from_json(told)


@given(any_json)
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(BadView):
        view_from_json(data)


@given(any_variant, st.integers(0, 2**32), st.integers(0, 60))
def test_a_nonsense_record_is_read_or_refused_but_never_more(
    variant: Variant, seed: int, decisions: int
) -> None:
    """Bytes are changed, and the readable part is made to fit as far as it can be computed."""
    chance = np.random.default_rng(seed)
    match = advanced(variant, seed, decisions)
    view = match.view(0)
    raw = view.state.view(np.uint8)
    raw[chance.integers(0, raw.size, chance.integers(1, 6))] = chance.integers(0, 256)
    try:
        told = json.loads(json.dumps(view_to_json(view)))
    except Exception:
        told = sent(match.view(0)) | {"state": base64.b64encode(raw.tobytes()).decode()}
    try:
        assert isinstance(view_from_json(told), View)
    except BadView as refused:
        assert len(str(refused)) < 400  # noqa: PT017


@pytest.mark.parametrize(
    "line", [b"", b"\xff\xfe", b"{", b"3", b"[]", b"null", b"[" * 50_000, b'{"a":' * 50_000]
)
def test_what_is_no_object_is_no_message(line: bytes) -> None:
    with pytest.raises(ValueError, match="not a"):
        protocol.message_of(line)


def test_every_game_is_known_to_the_protocol() -> None:
    for name in goatherd.games():
        assert protocol.contract_of({"game": name}).facts.name == name


PAGE = Path(__file__).parents[2] / "docs" / "bot-protocol.md"


def test_the_page_of_the_protocol_lists_every_field() -> None:
    part = PAGE.read_text(encoding="utf-8").partition("## A view")[2].partition("\n\nThe pages")[0]
    assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == list(sent(goita().view(0)))


def test_the_example_on_the_page_is_a_message() -> None:
    (block,) = re.findall(r"^```json\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert set(json.loads(block)["view"]) == set(sent(goita().view(0)))
