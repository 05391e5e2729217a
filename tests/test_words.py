"""Sentences in every language: gaps, names, lists, and Korean particles."""

import pytest

from goatherd.words import LANGUAGES, NOTHING, Player, Text, catalogue

ATTACK = "{player} attacks with a {piece}."


def attack(piece: str) -> Text:
    return Text(ATTACK, player=Player(2), piece=Text(piece))


# --- gaps ----------------------------------------------------------------------------------------


def test_english_is_the_message_itself() -> None:
    assert attack("rook").say() == "Seat 3 attacks with a rook."


def test_nested_texts_are_said_in_the_same_language() -> None:
    assert attack("rook").say("ko") == "3번 자리가 비차로 공격했습니다."
    assert attack("rook").say("ja") == "席3が「飛」で攻めました。"


def test_a_player_is_called_by_name_where_names_are_given() -> None:
    names = ["East", "South", "남", "北"]
    assert attack("king").say("en", names) == "남 attacks with a king."
    assert attack("king").say("ko", names) == "남이 왕으로 공격했습니다."
    assert Text("{player} passes.", player=Player(3)).say("ja", names) == "北がパスしました。"


def test_names_reach_into_nested_texts() -> None:
    whole = Text(
        "Taken by {players}",
        players=[Text("{card} of {player}", card=Text("goat"), player=Player(0))],
    )
    assert whole.say("en", ["East"]) == "Taken by goat of East"


def test_strings_and_numbers_are_kept_as_they_are() -> None:
    assert Text("Shift by {steps}", steps="+2").say("ja") == "+2ずらす"
    assert Text("Round {number}", number=3).say("ko") == "3라운드"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Turned up: red 1, Seat 2, x, 4."),
        ("ko", "펼친 카드: 빨간 1, 2번 자리, x, 4."),
        ("ja", "めくられたカード：赤の1、席2、x、4。"),
    ],
)
def test_a_list_is_joined_by_the_comma_of_its_language(language: str, said: str) -> None:
    red_one = Text("{colour} {number}", colour=Text("red"), number=1)
    listed = Text("Turned up: {cards}.", cards=[red_one, Player(1), "x", 4])
    assert listed.say(language) == said


def test_an_empty_text_says_nothing_in_any_language() -> None:
    assert [NOTHING.say(language) for language in LANGUAGES] == ["", "", ""]
    assert not NOTHING
    assert attack("rook")


def test_a_message_without_a_translation_is_said_in_english() -> None:
    assert Text("No catalogue has {this}.", this="it").say("ko") == "No catalogue has it."


def test_texts_are_equal_by_what_they_say() -> None:
    assert attack("rook") == attack("rook")
    assert hash(attack("rook")) == hash(attack("rook"))
    assert attack("rook") != attack("king")
    assert attack("rook") != "Seat 3 attacks with a rook."
    assert repr(attack("rook")) == "Text('Seat 3 attacks with a rook.')"


# --- languages -----------------------------------------------------------------------------------


def test_an_unknown_language_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="no language 'fr': there are en, ko, ja"):
        attack("rook").say("fr")


def test_catalogues_are_read_once() -> None:
    assert catalogue("ko") is catalogue("ko")


# --- Korean particles ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("각행을(를)", "각행을"),
        ("비차을(를)", "비차를"),
        ("왕이(가)", "왕이"),
        ("자리이(가)", "자리가"),
        ("왕은(는)", "왕은"),
        ("자리은(는)", "자리는"),
        ("금장과(와)", "금장과"),
        ("향차과(와)", "향차와"),
        ("금장(으)로", "금장으로"),
        ("향차(으)로", "향차로"),
        ("칼(으)로", "칼로"),  # after ㄹ, as after a vowel
        ("칼을(를)", "칼을"),
        ("Bob이(가)", "Bob가"),  # a letter that is no syllable counts as open
    ],
)
def test_a_particle_takes_the_form_of_the_sound_before_it(message: str, said: str) -> None:
    assert Text(message).say("ko") == said


@pytest.mark.parametrize(
    ("number", "object_form", "by_form"),
    [
        (0, "0을", "0으로"),
        (1, "1을", "1로"),
        (2, "2를", "2로"),
        (3, "3을", "3으로"),
        (4, "4를", "4로"),
        (5, "5를", "5로"),
        (6, "6을", "6으로"),
        (7, "7을", "7로"),
        (8, "8을", "8로"),
        (9, "9를", "9로"),
        (10, "10을", "10으로"),
        (150, "150을", "150으로"),
    ],
)
def test_a_number_is_read_aloud_for_its_particle(
    number: int, object_form: str, by_form: str
) -> None:
    assert Text("{n}을(를)", n=number).say("ko") == object_form
    assert Text("{n}(으)로", n=number).say("ko") == by_form


def test_each_particle_of_a_sentence_is_chosen_for_itself() -> None:
    players = Text("{player} and {partner} win the match.", player=Player(0), partner=Player(2))
    assert players.say("ko", ["동", "-", "남", "-"]) == "동과 남이 경기를 이겼습니다."
    assert players.say("ko", ["지호", "-", "하나", "-"]) == "지호와 하나가 경기를 이겼습니다."


def test_particles_are_left_alone_in_other_languages() -> None:
    assert Text("{x}을(를)", x="왕").say("ja") == "왕을(를)"
