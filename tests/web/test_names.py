"""Names: what can be shown, and what tells people apart."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goatherd.bots.levels import LEVELS
from goatherd.web.names import (
    BLANKS,
    LONGEST_NAME,
    is_clean_name,
    is_taken_by_the_site,
    looks_like,
    safe_name,
    skeleton,
)
from goatherd.words import LANGUAGES, Text


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ｙｕｋｉ", "Yuki"),
        ("ﾔｷﾞ", "ヤギ"),
        ("a\u3164b", "ab"),
        ("\u2800\u115f", ""),
        ("Bo\u200b", "Bo"),
        ("e" + "\u0301\u0302\u0303\u0304", "é\u0302\u0303"),
        ("ꓐꓳ", ""),
        ("Ꭺdam", "dam"),
        ("염소  왕", "염소 왕"),
        ("Ægir Ø", "Ægir Ø"),
    ],
)
def test_names_are_cleaned(given: str, shown: str) -> None:
    assert safe_name(given) == unicodedata.normalize("NFC", shown)


@given(st.text(max_size=200))
def test_a_clean_name_stays_and_can_be_shown(text: str) -> None:
    name = safe_name(text)
    assert safe_name(name) == name
    assert not name or is_clean_name(name)
    assert len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert not name or skeleton(name)


@given(st.text("abo1lI0 кеті야ギ", min_size=1, max_size=12), st.data())
def test_what_cannot_be_seen_makes_no_other_name(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    hidden = data.draw(st.sampled_from([*sorted(BLANKS), "\u200b", "\u202e", " ", "\u0301", "."]))
    other = safe_name(text[:at] + hidden + text[at:])
    assert not safe_name(text).replace(" ", "") or looks_like(other, safe_name(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "BiII"),
        ("paypal", "раураl"),
        ("ADAM", "АDАМ"),
        ("NINA", "ΝΙΝΑ"),
        ("modern", "modem"),
        ("O2", "02"),
        ("Zoé", "zoe"),
        ("A-da", "ada"),
        ("Ada", "Ada "),
        ("カニ", "力二"),
        ("へび", "ヘび"),
        ("١٢", "12"),
        ("ⅷ", "viii"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert looks_like(safe_name(one), safe_name(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Bo"),
        ("민준", "민중"),
        ("さくら", "さくろ"),
        ("가", "까"),
        ("か", "が"),
        ("Ann", "Anne"),
        ("😀", "😁"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not looks_like(safe_name(one), safe_name(other))


@pytest.mark.parametrize("name", ["Goatherd", "B0t", "Host", "seat 3", "Sеаt 12"])
def test_what_the_site_calls_somebody_is_no_name(name: str) -> None:
    assert is_taken_by_the_site(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_person_is_called_like_a_bot_in_any_language(language: str) -> None:
    for level in LEVELS:
        name = level.name.say(language)
        assert is_taken_by_the_site(name)
        assert is_taken_by_the_site(f"{name.upper()} 3")
    assert is_taken_by_the_site(Text("Seat {number}", number=3).say(language))


@pytest.mark.parametrize("name", ["Goat 123", "염소 431", "Ada", "7"])
def test_what_people_are_called_may_be(name: str) -> None:
    assert not is_taken_by_the_site(name)
