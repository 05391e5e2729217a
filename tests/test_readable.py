"""Templates, style sheets and scripts stay readable, and breaking their lines changes nothing."""

from pathlib import Path

import pytest

from tools import readable


@pytest.mark.parametrize("path", list(readable.files()), ids=lambda path: path.name)
def test_a_line_fits_a_screen(path: Path) -> None:
    """If not, `make format` breaks it, or it has to be written in another way."""
    assert list(readable.too_long(path.read_text(encoding="utf-8"))) == []


def test_a_long_rule_gets_a_line_for_each_declaration() -> None:
    rule = f".c {{ color: red; background: {'a' * 120} }}"
    assert readable.spread(rule) == f".c {{\n  color: red;\n  background: {'a' * 120};\n}}"
    assert readable.spread(".c { color: red }") == ".c { color: red }"


def test_a_tag_is_broken_between_its_attributes_and_never_in_a_quote() -> None:
    label = f'aria-label="{{{{ say("{"so " * 20}") }}}}"'
    tag = f'  <button class="quiet" {label} {label}>Go</button>'
    first, *others = readable.wrapped(tag).split("\n")
    assert first == '  <button class="quiet"'
    assert [one.strip() for one in others] == [label, f"{label}>Go</button>"]


def test_what_is_readable_stays_as_it_is() -> None:
    for path in readable.files():
        text = path.read_text(encoding="utf-8")
        assert readable.fixed(path, text) == text


def test_a_sentence_is_left_whole() -> None:
    sentence = f'say("{"A long sentence. " * 12}")'
    broken = readable.wrapped(f"  <p>{{{{ {sentence} }}}}</p>")
    assert sentence in [line.strip() for line in broken.split("\n")]
    assert list(readable.too_long(broken)) == []
