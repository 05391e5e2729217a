"""Goat Lords: what each seat knows (LORDS-30), custom decks (LORDS-1), open herds (LORDS-31)."""

import itertools
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import goatherd
from goatherd import BadOption, Match, rng
from goatherd.games.goat_lords.cards import GOATS, KINDS, SPECTATOR, WILDS
from goatherd.games.goat_lords.deck import STANDARD_DECK, deck_of, read_deck
from goatherd.games.goat_lords.state import (
    COMMON,
    EACH,
    NOTHING,
    SECRETS,
    STATE,
    byte,
    one_less,
    stack_points,
    with_byte_of,
)
from goatherd.interpreted import as_record
from goatherd.rule import State
from goatherd.table import UNKNOWN
from tests.matches import walk

GAME = goatherd.load("goat-lords")
MANY_ACTIONS = (
    "lord 6 50; goatini 8 25; goatacorn 12 20; dragon 12 15; ninja 24 15; foodie 24 5; escape 3 +0;"
    "sneak 6 +1; goatlette 6 +0; fire 3 +1; hypnotize 8 +1; atomic 4 +0; goatinhood 6 +2; santy 2;"
)


def deal(cards: str, players: int = 3, hand: int = 3, **options: object) -> Match:
    """A match whose deck is exactly these cards: hands, the card turned up, what is drawn."""
    order = cards.replace("|", " ").split()
    counts = Counter(order)
    worth = [str(points) for points in STANDARD_DECK.points]
    worth += [f"+{extra}" for extra in STANDARD_DECK.extra]
    deck = " ".join(f"{kind} {counts[kind]} {worth[i]};" for i, kind in enumerate(KINDS))
    return GAME.new(players, seed=1, order=order, hand=hand, deck=deck, **options)


def do(match: Match, *decisions: str) -> None:
    for decision in decisions:
        match.play(decision)


def herds(
    front0: str, third0: str = "ninja", third1: str = "dragon", third2: str = "foodie"
) -> Match:
    """Three players, each with a base and three cards in hand, seat 0 to play."""
    match = deal(
        f"{front0} kraken kraken {third0} | fairy fairy {third1} | tgoat tgoat {third2} | ghoast |"
        "ladypug ladypug | ninja ninja | foodie foodie |" + "fainting " * 12
    )
    do(match, "birth kraken", "birth fairy", "birth tgoat")
    return match


def imagined(match: Match, viewer: int, seed: int) -> Match:
    """Another match that this viewer cannot tell from the given one."""
    twin = match.copy()
    s = as_record(twin.state)
    match.contract.rules.redact(s, viewer)
    rng.seed_fast(s, seed, 0)
    match.contract.rules.imagine(s, viewer)
    return twin


# LORDS-30


def test_lords_30_hands_face_down_cards_and_the_draw_pile_are_hidden() -> None:
    match = herds("atomic")
    seen = match.view(1).cards()
    assert seen["hand 0"] == [UNKNOWN] * 3
    assert seen["actions 0"] == [UNKNOWN]
    assert set(seen["draw"]) == {UNKNOWN}
    assert seen["hand 1"] == match.cards()["hand 1"]
    assert match.view(0).cards()["actions 0"] == ["atomic"]
    for zone in ("discard", "trash", "herd 0", "herd 1", "herd 2"):
        assert seen[zone] == match.cards()[zone]


def test_lords_30_a_hypnotized_card_is_known_to_two() -> None:
    match = herds("hypnotize", third1="ninja")
    do(match, "action hypnotize", "target 1")
    assert match.view(0).cards()["hand 1"] == [UNKNOWN] * 2
    assert match.view(1).cards()["hand 0"] == ["ninja"] + [UNKNOWN] * 3
    assert match.view(2).cards()["hand 0"] == [UNKNOWN] * 4
    assert match.view(None).cards()["hand 0"] == [UNKNOWN] * 4


def test_lords_30_a_known_card_that_leaves_is_known_no_more() -> None:
    match = herds("hypnotize", third1="ninja", third0="goatacorn")
    do(match, "action hypnotize", "target 1")
    assert match.view(1).cards()["hand 0"][0] == "ninja"
    do(match, "discard ninja")
    assert match.view(1).cards()["hand 0"] == [UNKNOWN] * 3


def test_lords_30_a_goatinhood_wild_is_known_to_all() -> None:
    match = herds("goatinhood", third2="lord")
    match.play("action goatinhood")
    for seat in (1, 2, None):
        assert match.view(seat).cards()["hand 0"][:1] == ["lord"]
    do(match, "discard lord")
    assert match.view(2).cards()["hand 0"] == [UNKNOWN] * 3


def test_lords_30_a_card_that_leaves_unseen_may_be_any() -> None:
    """Seat 0 has a goatini that all know; seat 1 takes a card of it by `hypnotize`."""
    match = deal(
        "goatinhood kraken kraken ladypug | hypnotize fairy fairy goatini | tgoat tgoat foodie |"
        "ghoast | ladypug ladypug | ninja ninja | foodie foodie |" + "fainting " * 12
    )
    do(match, "birth kraken", "birth fairy", "birth tgoat", "action goatinhood", "discard ladypug")
    assert match.view(2).cards()["hand 0"] == ["goatini", UNKNOWN, UNKNOWN]
    do(match, "action hypnotize", "target 0")
    assert match.view(2).cards()["hand 0"] == [UNKNOWN] * 2
    taken = "goatini" if "goatini" in match.cards()["hand 1"] else "ladypug"
    assert match.view(0).cards()["hand 1"][0] == taken
    left = [UNKNOWN] * 2 if taken == "goatini" else ["goatini", UNKNOWN]
    assert match.view(1).cards()["hand 0"] == left


def test_lords_30_who_was_asked_for_a_wild_had_none_then() -> None:
    """With many wilds unseen, no imagined match puts one into a hand that showed none."""
    match = deal(
        "goatinhood kraken kraken ladypug | fairy fairy dragon | tgoat tgoat goatini |"
        "ghoast | ladypug ladypug | ninja ninja | foodie foodie | dragon dragon |"
        + "lord " * 8
        + "goatini " * 8
        + "fainting " * 9
    )
    do(match, "birth kraken", "birth fairy", "birth tgoat", "action goatinhood")
    for seed in range(30):
        cards = imagined(match, 0, seed).cards()
        assert not {"lord", "goatini"} & set(cards["hand 1"])
        assert "lord" not in cards["hand 2"]
    given = [imagined(match, SPECTATOR, seed).cards()["hand 2"] for seed in range(30)]
    assert any("goatini" in hand for hand in given)
    do(match, "discard ladypug", "discard ninja")
    wilds = [_wilds(imagined(match, 0, seed), 1) for seed in range(60)]
    assert set(wilds) == {0, 1}


def _wilds(match: Match, seat: int) -> int:
    return sum(card in ("lord", "goatini") for card in match.cards()[f"hand {seat}"])


def test_imagined_wilds_are_dealt_evenly() -> None:
    """One lord, two hands of three unseen cards and a draw pile of six: each place counts alike."""
    match = deal(
        "kraken kraken ninja | fairy fairy dragon | tgoat tgoat lord | ghoast |"
        "ladypug ladypug ninja foodie foodie fainting"
    )
    places: Counter[str] = Counter()
    for seed in range(800):
        cards = imagined(match, 0, seed).cards()
        places[next(zone for zone, held in cards.items() if "lord" in held)] += 1
    assert places.keys() == {"draw", "hand 1", "hand 2"}
    assert abs(places["draw"] - 400) < 60
    assert abs(places["hand 1"] - 200) < 50


def test_imagined_face_down_cards_are_action_cards_and_hands_are_goats() -> None:
    match = GAME.new(6, seed=4)
    for seed in range(20):
        cards = imagined(match, 2, seed).cards()
        for seat in range(6):
            assert set(cards[f"hand {seat}"]) <= set(GOATS)
            assert not set(cards[f"actions {seat}"]) & set(GOATS)


def test_nothing_is_hidden_in_decisions() -> None:
    match = herds("hypnotize")
    do(match, "action hypnotize", "target 2")
    assert match.view(1).history() == match.decisions()


def test_only_the_two_are_told_which_card_was_taken() -> None:
    match = herds("hypnotize", third1="ninja")
    do(match, "action hypnotize", "target 1")
    told = [" ".join(map(repr, match.view(seat, events=1).table().events)) for seat in range(3)]
    assert ["Goat Ninja" in story for story in told] == [True, True, False]


# The record


def walked(seed: int) -> Iterator[Match]:
    """A random match with many action cards, before each decision and at its end."""
    match = GAME.new(2 + seed % 5, seed=seed, hand=3 + seed % 5, deck=MANY_ACTIONS)
    return walk(match, random.Random(seed))


@pytest.mark.parametrize("seed", range(5))
def test_bits_say_what_hands_hold(seed: int) -> None:
    for match in walked(seed):
        for seat in (*range(match.players), None):
            s = as_record(match.view(seat).state)
            for other in range(match.players):
                bits = [int(s.kinds[other]), int(s.pairs[other]), int(s.cards[other])]
                counts = [s.hand[other] > 0, s.hand[other] > 1, s.front[other] > 0]
                assert bits == [as_bits(row.tolist()) for row in counts]


def as_bits(row: list[bool]) -> int:
    return sum(1 << place for place, bit in enumerate(row) if bit)


@pytest.mark.parametrize("seed", range(5))
def test_herds_are_chains_of_all_stacks(seed: int) -> None:
    for match in walked(seed):
        s = as_record(match.state)
        chains = [chain(s, seat) for seat in range(match.players)]
        assert [len(stacks) for stacks in chains] == s.stacks[: match.players].tolist()
        points = [sum(stack_points(s, int(s.stack[which])) for which in c) for c in chains]
        assert points == s.worth[: match.players].tolist()
        used = sorted(which for stacks in chains for which in stacks)
        assert used == np.flatnonzero(s.stack).tolist()
        assert s.stack[0] == s.below[0] == 0
        assert not s.stack[int(s.born) + 1 :].any()
        assert not s.below[s.stack == 0].any()


def chain(s: State, seat: int) -> list[int]:
    stacks = [int(s.top[seat])]
    while stacks[-1]:
        stacks.append(int(s.below[stacks[-1]]))
    return stacks[:-1]


def test_where_there_are_no_secrets_all_viewers_know_the_same() -> None:
    found = set()
    for match in itertools.chain.from_iterable(walked(seed) for seed in range(5)):
        s = as_record(match.state)
        for seat in range(match.players):
            found.add(int(s.told[seat]))
            words = [int(s.no_wild[seat]), int(s.no_lord[seat])]
            if s.told[seat] == NOTHING:
                assert not s.known[seat].any()
                assert words == [0, 0]
            elif s.told[seat] == COMMON:
                assert (s.known[seat] == s.known[seat, :, SPECTATOR, None]).all()
                assert not s.known[seat, WILDS:].any()
                assert [byte(word, SPECTATOR) * EACH for word in words] == words
    assert found == {NOTHING, COMMON, SECRETS}


def test_a_byte_for_each_viewer() -> None:
    word = sum(count << 8 * viewer for viewer, count in enumerate((3, 0, 127, 1, 0, 5, 2, 0)))
    assert [byte(one_less(word), viewer) for viewer in range(8)] == [2, 0, 126, 0, 0, 4, 1, 0]
    other = with_byte_of(word, 9 * EACH, 4)
    assert [byte(other, viewer) for viewer in range(8)] == [3, 0, 127, 1, 9, 5, 2, 0]


def test_the_record_has_no_gaps() -> None:
    """What lies between fields is not copied with a record, and would make equal ones differ."""
    sizes = [STATE[name].itemsize for name in STATE.names or ()]
    assert sum(sizes) == STATE.itemsize


# The option `deck`


def test_lords_1_a_deck_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "my.deck"
    file.write_text("# mine\nninja 20 7  # many\nlord 2 100\n\nescape 3\nsanty 2 +2\n")
    match = GAME.new(2, seed=1, deck=str(file))
    cards = Counter(card for zone in match.cards().values() for card in zone)
    assert cards == {"ninja": 20, "lord": 2, "escape": 3, "santy": 2}
    assert match.options["deck"] == "lord 2 100; ninja 20 7; escape 3 +0; santy 2 +2;"
    file.unlink()
    again = goatherd.replay(match.record())
    assert again.state.tobytes() == match.state.tobytes()


def test_lords_1_points_of_a_deck_of_ones_own_count() -> None:
    order = ["ninja", "ninja", "lord", *["ninja"] * 18]
    match = GAME.new(2, seed=1, hand=3, deck="lord 1 100; ninja 20 7;", order=order)
    match.play("birth ninja lord")
    assert match.scores() == [107, 0]


def test_lords_16_a_plus_two_of_any_card_allows_an_action_card() -> None:
    order = ["santy", "fire", *["ninja"] * 3, *["foodie"] * 4, *["ninja"] * 12]
    deck = "ninja 15 7; foodie 4 5; fire 1 +0; santy 1 +2;"
    match = GAME.new(2, seed=1, hand=3, deck=deck, order=order)
    do(match, "birth ninja", "birth foodie", "action santy")
    assert match.view(None).status()["plays"] == 2
    assert "action fire" in match.legal()
    match.play("action fire")
    assert match.view(None).status()["plays"] == 1


def test_the_standard_deck_stays_standard(tmp_path: Path) -> None:
    file = tmp_path / "same.deck"
    file.write_text(STANDARD_DECK.line().replace(";", "\n"))
    assert read_deck(str(file)) == "standard"
    assert deck_of(STANDARD_DECK.line()) == STANDARD_DECK


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ninja 20 15\nunicorn 2 5", "line 2: there is no card 'unicorn'"),
        ("ninja 20 15\n\n# again\nninja 2 15", "line 4: ninja is already listed"),
        ("ninja many 15", "line 1: count 'many' is not a whole number"),
        ("ninja -3 15", "line 1: count '-3' is not a whole number"),
        ("ninja 20 1001", "line 1: points 1001 is more than 1000"),
        ("ninja 101 15", "line 1: count 101 is more than 100"),
        ("ninja 20 15\nsneak 2 +3", "line 2: extra plays 3 is more than 2"),
        ("ninja 20 15\nsneak 2 1", "line 2: an action card reads `sneak COUNT [+]EXTRA`"),
        ("ninja 20", "line 1: a goat reads `ninja COUNT POINTS`"),
        ("ninja 100 15\nfoodie 29 5", "129 goats, and a deck has room for 128"),
        ("ninja 100 15\nsneak 61", "161 cards, and a deck has room for 160"),
        ("ninja 10 15\nlord 40 5", "10 goats that are not wild, .* need 11"),
        ("# nothing", "there are no cards in it"),
    ],
)
def test_a_bad_deck_is_refused_with_its_file_and_line(
    text: str, error: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.deck"
    file.write_text(text)
    with pytest.raises(BadOption, match=error) as refused:
        GAME.new(2, deck=str(file))
    assert "not wild" in error or str(file) in str(refused.value)


def test_a_deck_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"deck: cannot read .*No such file"):
        GAME.new(deck=str(tmp_path / "nowhere.deck"))
    file = tmp_path / "picture.deck"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption, match="not a text in UTF-8"):
        GAME.new(deck=str(file))


PASTED = "# mine\r\nninja 20 7  # many\r\nlord 2 100\r\n\r\nescape 3\r\n"


def test_a_deck_can_be_given_as_text() -> None:
    match = GAME.new(2, seed=1, deck=PASTED)
    assert match.options["deck"] == "lord 2 100; ninja 20 7; escape 3 +0;"
    again = goatherd.replay(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.record() == match.record()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PASTED + "unicorn 2 5", "deck, line 6: there is no card 'unicorn'"),
        ("ninja 20 7\nlord 2", "deck, line 2: a goat reads `lord COUNT POINTS`"),
        ("ninja ２０ 7\nlord 2 5", "deck, line 1: count '２０' is not a whole number"),
        ("ninja 20 ٧", "deck, line 1: points '٧' is not a whole number, written with 0 to 9"),
        ("ninja 20 7\nfoodie " + "9" * 3000 + " 1", "line 2: count 999999999 is more than 100"),
        ("ninja 20 7" + "\n# no card" * 500, "too long: 5010 letters, and 4000 are allowed"),
        ("ninja 8 7", "deck: 8 goats that are not wild, and 2 players with 5 cards each need 11"),
        ("", "deck: there are no cards in it"),
        ("my.deck", "the cards themselves are listed, not the name of a file"),
        ("/etc/passwd", "the cards themselves are listed, not the name of a file"),
        ("/etc/passwd\n", "deck, line 1: there is no card '/etc/passwd'"),
        ("my.deck has spaces", "deck, line 1: there is no card 'my.deck'"),
    ],
)
def test_a_deck_that_somebody_sends_is_text_and_is_checked(text: str, why: str) -> None:
    with pytest.raises(BadOption, match=re.escape(why)) as refused:
        GAME.checked_together(2, {"deck": text})
    in_korean = refused.value.why.say("ko")
    assert re.search("[가-힣]", in_korean)
    assert "line" not in in_korean


def test_an_error_about_an_option_is_the_same_in_another_process() -> None:
    with pytest.raises(BadOption) as refused:
        GAME.checked_options({"deck": "ninja 1\n"}, recorded=True)
    assert pickle.loads(pickle.dumps(refused.value)).why == refused.value.why


# The option `open_herds`


def sneaking(open_herds: str) -> Match:
    match = deal(
        "sneak kraken kraken ninja | fairy fairy dragon | ghoast | ladypug ladypug |"
        "dragon foodie | ladypug | foodie ninja | ladypug | fainting fainting |" + "fainting " * 12,
        players=2,
        open_herds=open_herds,
    )
    do(match, "birth kraken", "birth fairy", "discard ladypug", "birth dragon")
    do(match, "discard ladypug", "birth foodie", "action sneak", "target 1")
    return match


def test_lords_31_open_herds_are_shown() -> None:
    match = sneaking("yes")
    table = match.view(0).table()
    kinds = [card.kind for card in table.zone("herd 1").cards]
    assert kinds == ["fairy"] * 2 + ["dragon"] * 2 + ["foodie"] * 2
    (choice,) = table.choices
    assert "Dragon" in choice.words.say()
    assert choice.clicks == ("herd 1/1/dragon/0", "herd 1/1/dragon/1")


def test_lords_31_of_closed_herds_only_the_top_is_shown() -> None:
    match = sneaking("tops")
    table = match.view(0).table()
    kinds = [card.kind for card in table.zone("herd 1").cards]
    assert kinds == [UNKNOWN] * 4 + ["foodie"] * 2
    (choice,) = table.choices
    assert choice.text == "stack 1"
    assert "Dragon" not in choice.words.say()
    assert choice.clicks == ()
    assert match.view(1).table().zone("herd 1").cards[0].kind == "fairy"


def test_lords_31_nothing_becomes_unknown() -> None:
    assert sneaking("tops").view(0).cards() == sneaking("yes").view(0).cards()


# The numbers for learners


def test_the_observation_says_what_a_seat_knows() -> None:
    match = herds("goatinhood", third2="lord")
    match.play("action goatinhood")
    for seat in range(3):
        parts = _observed(match, seat)
        hands = parts["hands"].reshape(6, 12) * 8
        assert hands[0].sum() == len(match.cards()[f"hand {seat}"])
        assert parts["players"].tolist() == [0, 1, 0, 0, 0]
        assert parts["active"].tolist().index(1) == -seat % 3
    assert _observed(match, 1)["hands"].reshape(6, 12)[2].tolist() == [1 / 8] + [0] * 11
    assert _observed(match, 0)["not wild"].tolist() == [0, 3 / 8, 0, 0, 0, 0]


def _observed(match: Match, seat: int) -> dict[str, "np.ndarray[tuple[int], np.dtype[np.float32]]"]:
    parts = match.contract.search.observation
    out = np.zeros(sum(part.size for part in parts), np.float32)
    match.contract.search.observe(as_record(match.view(seat).state), seat, out)
    cuts = np.cumsum([part.size for part in parts])[:-1]
    return {part.name: run for part, run in zip(parts, np.split(out, cuts), strict=True)}
