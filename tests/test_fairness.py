"""Fair deals: the cards follow from the words of everybody, and every lie is found."""

import doctest
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import BadOption, BadRecord, Match, fairness
from goatherd.fairness import Played, fixed, seal_of
from goatherd.proof import LONGEST_NONCE, FairDeal
from tests.matches import Variant, variants, walk

SECRET = "5ec2e7" + "00" * 29
TABLE = "k7d2mw9xqa"
NONCES = {0: "Baa, says the black goat", 2: "{gap} é 염소 山羊"}
PAGE = Path(__file__).parents[1] / "docs" / "fairness.md"

secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
nonces = st.text(min_size=1, max_size=LONGEST_NONCE).filter(
    lambda text: text.isprintable() and text == text.strip()
)


def dealt(variant: Variant = ("goita", 4, {"target": "round"}), **words: object) -> Match:
    name, players, options = variant
    given: dict[str, object] = {"secret": SECRET, "table": TABLE, "nonces": NONCES} | words
    return fairness.dealt(
        goatherd.load(name),
        players,
        options,
        given["secret"],  # type: ignore[arg-type]
        given["table"],  # type: ignore[arg-type]
        given["nonces"],  # type: ignore[arg-type]
    )


def finished() -> str:
    match = dealt()
    while not match.over:
        match.play(match.legal()[-1])
    return match.record()


def failed(checks: Sequence[fairness.Check]) -> list[str]:
    return [check.text.message for check in checks if not check.ok]


# --- the deal ------------------------------------------------------------------------------------


def test_the_commitment_is_the_hash_that_the_page_says() -> None:
    expected = hashlib.sha256(b"goatherd secret 1:" + bytes.fromhex(SECRET)).hexdigest()
    assert fairness.commitment_of(SECRET) == expected
    match = dealt()
    assert isinstance(match.fair, FairDeal)
    assert match.fair.commitment == expected


def test_secrets_are_fresh() -> None:
    made = {fairness.new_secret() for _ in range(20)}
    assert len(made) == 20
    assert {len(bytes.fromhex(secret)) for secret in made} == {32}


def test_the_seed_stays_what_it_was() -> None:
    """Pinned: records of finished matches must be verified by every later version."""
    fair = FairDeal("", TABLE, ((0, "a"), (2, "염소")), SECRET)
    options: dict[str, str | int] = {"target": 150, "ritual": "off"}
    written = (
        f'["goatherd seed 1","{SECRET}","{TABLE}","goita",4,'
        '[["ritual","off"],["target","150"]],[[0,"a"],[2,"염소"]]]'
    )
    seed = int.from_bytes(hashlib.sha256(written.encode()).digest()[:16], "big")
    assert fairness.seed_of(fair, "goita", 4, options) == seed


@pytest.mark.parametrize(
    "words",
    [
        {"secret": "5ec2e8" + "00" * 29},
        {"table": "k7d2mw9xqb"},
        {"nonces": {0: NONCES[0]}},
        {"nonces": {0: NONCES[0], 3: NONCES[2]}},
        {"nonces": {0: NONCES[2], 2: NONCES[0]}},
        {"nonces": {}},
        {"variant": ("goita", 4, {"target": 150})},
    ],
)
def test_every_word_changes_the_seed(words: dict[str, object]) -> None:
    assert dealt(**words).seed != dealt().seed  # type: ignore[arg-type]


def test_the_same_words_deal_the_same_cards_in_whatever_order() -> None:
    assert dealt(nonces=dict(reversed(NONCES.items()))).record() == dealt().record()


@pytest.mark.parametrize(
    "words",
    [
        {"secret": "5ec2e7"},
        {"secret": SECRET.upper()},
        {"table": ""},
        {"table": "two words"},
        {"table": "t" * 65},
        {"nonces": {4: "a"}},
        {"nonces": {-1: "a"}},
        {"nonces": {0: ""}},
        {"nonces": {0: " a"}},
        {"nonces": {0: "a\nplay 0 pass"}},
        {"nonces": {0: "a\u2028b"}},
        {"nonces": {0: "a" * 65}},
        {"variant": ("goita", 5, {})},
        {"variant": ("goita", 4, {"target": 7})},
    ],
)
def test_words_that_no_record_could_hold_are_refused(words: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        dealt(**words)  # type: ignore[arg-type]


def test_a_deal_opens_no_file(tmp_path: Path) -> None:
    deck = tmp_path / "secret"
    deck.write_text("a secret word\n")
    with pytest.raises(BadOption, match="not the name of a file"):
        dealt(("goat-lords", 2, {"deck": str(deck)}), nonces={})


def test_the_secret_is_not_in_what_is_logged() -> None:
    match = dealt()
    assert SECRET not in repr(match.fair)
    assert SECRET not in repr(match)


def test_no_view_has_anything_of_it() -> None:
    """Two tables with other secrets but the same seed look alike to everybody."""
    match, plain = dealt(), goatherd.load("goita").new(seed=dealt().seed, target="round")
    for seat in (0, 1, None):
        one, other = match.view(seat), plain.view(seat)
        assert one.state.tobytes() == other.state.tobytes()
        assert one.table() == other.table()


# --- the record ----------------------------------------------------------------------------------


@given(
    st.sampled_from(variants()),
    secrets,
    st.dictionaries(st.integers(0, 1), nonces),
    st.randoms(use_true_random=False),
)
def test_a_record_keeps_the_proof(
    variant: Variant, secret: str, added: dict[int, str], chance: object
) -> None:
    match = dealt(variant, secret=secret, nonces=added)
    for _ in walk(match, chance, 15):  # type: ignore[arg-type]
        pass
    text = match.record()
    again = goatherd.replay(text)
    assert again.fair == match.fair
    assert again.record() == text
    assert match.copy().record() == text
    expected = [] if added else ["Nobody added a nonce: the table alone chose the seed."]
    assert failed(fairness.verify(text)) == expected


def test_taking_back_keeps_the_proof() -> None:
    match = dealt()
    before = match.record()
    match.play(match.legal()[0])
    match.undo()
    assert match.record() == before


def test_the_lines_read_like_the_deal() -> None:
    lines = finished().splitlines()
    seed = next(place for place, line in enumerate(lines) if line.startswith("seed "))
    assert lines[seed + 1 : seed + 6] == [
        f"fair commitment {fairness.commitment_of(SECRET)}",
        f"fair table {TABLE}",
        f"fair nonce 0 {NONCES[0]}",
        f"fair nonce 2 {NONCES[2]}",
        f"fair secret {SECRET}",
    ]
    assert lines[seed + 6].startswith("play ")


COMMITMENT = f"fair commitment {fairness.commitment_of(SECRET)}\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [  # lines are counted from that of the commitment
        (COMMITMENT, "fair commitment 1234\n", 0, "64 hexadecimal digits"),
        (COMMITMENT, COMMITMENT.replace("fair commitment ", "fair commitment x"), 0, "64"),
        (COMMITMENT, COMMITMENT * 2, 1, "stands after"),
        (COMMITMENT, "", None, "without 'fair commitment'"),
        (f"fair table {TABLE}\n", "", None, "without 'fair table'"),
        (f"fair table {TABLE}", "fair table", 1, "a table's id"),
        (f"fair table {TABLE}", "fair table two words", 1, "a table's id"),
        ("fair nonce 0", "fair nonce zero", 2, "not a number"),
        ("fair nonce 0", "fair nonce 4", 2, "seats 0 to 3"),
        ("fair nonce 0", "fair nonce 3", 3, "in the order of the seats"),
        ("fair nonce 0", "fair nonce 2", 3, "one a seat"),
        (f"fair nonce 0 {NONCES[0]}", "fair nonce 0", 2, "a nonce is"),
        (f"fair nonce 0 {NONCES[0]}", "fair nonce 0 " + "a" * 65, 2, "a nonce is"),
        (f"fair nonce 0 {NONCES[0]}", "fair nonce 0 a\tb", 2, "a nonce is"),
        ("fair secret 5ec2e7", "fair secret 5EC2E7", 4, "64 hexadecimal digits"),
        (f"fair secret {SECRET}\n", "", None, "without 'fair secret'"),
        ("fair secret", "fair secrets", 4, "is none of"),
        ("fair secret", "fairsecret", 4, "is none of"),
    ],
)
def test_a_damaged_proof_names_the_line(old: str, new: str, line: int | None, reason: str) -> None:
    text = finished()
    assert old in text
    with pytest.raises(BadRecord, match=reason) as refused:
        goatherd.replay(text.replace(old, new, 1))
    if line is not None:
        first = text.partition(COMMITMENT)[0].count("\n") + 1
        assert str(refused.value).startswith(f"line {first + line}: ")


# --- the checks ----------------------------------------------------------------------------------


def test_an_honest_record_holds() -> None:
    checks = fairness.verify(finished(), fairness.commitment_of(SECRET), NONCES[2])
    assert len(checks) == 7
    assert failed(checks) == []


def test_another_secret_is_found() -> None:
    """A table that would rather have had another secret can give it, but not commit to it."""
    text = finished().replace(SECRET, "5ec2e8" + "00" * 29)
    assert failed(fairness.verify(text)) == [
        "The secret is not the one that the table had committed itself to.",
        "The seed does not follow from the secret and the nonces.",
    ]


def test_another_commitment_is_found_by_who_noted_it_down() -> None:
    other = "5ec2e8" + "00" * 29
    text = dealt(secret=other).record()
    assert failed(fairness.verify(text)) == []
    assert failed(fairness.verify(text, commitment=fairness.commitment_of(SECRET))) == [
        "The commitment is not the one that you noted down."
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (NONCES[0], "Baa, says the white goat"),
        (f"fair nonce 0 {NONCES[0]}\n", ""),
        (f"fair nonce 0 {NONCES[0]}\n", f"fair nonce 1 {NONCES[0]}\n"),
        (TABLE, "k7d2mw9xqb"),
    ],
)
def test_other_words_are_found(old: str, new: str) -> None:
    text = finished().replace(old, new)
    assert failed(fairness.verify(text)) == [
        "The seed does not follow from the secret and the nonces."
    ]


def test_another_seed_is_found() -> None:
    """Also where the match can be played with it: nothing is decided yet."""
    match = dealt()
    text = match.record().replace(f"seed {match.seed}", f"seed {match.seed ^ 1}")
    assert failed(fairness.verify(text)) == [
        "The seed does not follow from the secret and the nonces."
    ]


def test_cards_laid_out_by_hand_are_found() -> None:
    """A given order would make a fair seed worthless."""
    match = goatherd.load("goita").new(
        seed=dealt().seed,
        order=["12345678", "12345679", "11112345", "11112345"],
        target="round",
    )
    match.fair = dealt().fair
    assert failed(fairness.verify(match.record())) == [
        "The first cards were laid out in a given order, not by the seed."
    ]


def test_a_nonce_that_was_left_out_is_found_by_its_owner() -> None:
    text = dealt(nonces={0: NONCES[0]}).record()
    assert failed(fairness.verify(text)) == []
    assert failed(fairness.verify(text, nonce=NONCES[2])) == ["Your nonce was not mixed in."]


def test_a_changed_result_is_found() -> None:
    text = finished()
    last = text.splitlines()[-1]
    (check,) = [
        check
        for check in fairness.verify(text.replace(last, "result 1 2 1 2 winners 1 3"))
        if not check.ok
    ]
    assert "another result" in check.text.say()


def test_there_is_nothing_to_verify_in_an_ordinary_record() -> None:
    with pytest.raises(fairness.NotDealtLive, match="not dealt at a live table"):
        fairness.verify(goatherd.load("goita").new(seed=1).record())


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 1"):
        fairness.verify("a poem")


# --- the page ------------------------------------------------------------------------------------


def shown_and_program() -> tuple[str, str]:
    """The record of the page, and the program that checks it."""
    page = PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    (program,) = re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    return shown, program


def test_the_page_verifies_its_own_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's program uses nothing of Goatherd, and agrees with it."""
    shown, program = shown_and_program()
    (noted,) = re.findall(r'noted = "([0-9a-f]{64})"', program)
    assert failed(fairness.verify(shown, digest=noted)) == []
    assert "goatherd." not in program
    (tmp_path / "match.txt").write_text(shown, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    tests = doctest.DocTestParser().get_doctest(program, {}, PAGE.name, str(PAGE), 0)
    result = doctest.DocTestRunner(verbose=False).run(tests, out=said.append)
    assert "".join(said) == ""
    assert result.attempted > 5


def program_of_the_page() -> Callable[[str, str], bool]:
    names: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples(shown_and_program()[1]):
        if example.source.startswith(("import", "from", "def ")):
            exec(compile(example.source, PAGE.name, "exec"), names)
    is_fair = names["is_fair"]
    assert callable(is_fair)
    return is_fair


LIES = [
    (r"fair nonce 0 .*", "fair nonce 0 another"),
    (r"fair nonce 0 .*\n", ""),
    (r"fair table \w+", "fair table elsewhere"),
    (r"bot 3", "bot 4"),
    (r"option target round", "option target 150"),
    (r"game goita", "game goat-lords"),
    (r"seed \d", "seed 9"),
    (r"fair void 2", "fair void 0"),
    (r"(?s)fair commitment.*?fair void 2\n", ""),
    (r"fair secret 0f", "fair secret 1f"),
    (r"fair secret 2b", "fair secret 3b"),
    (r"person [0-9a-f]{64}", "person"),
]


@pytest.mark.parametrize(("truth", "lie"), LIES)
def test_the_program_of_the_page_finds_what_we_find(truth: str, lie: str) -> None:
    shown, program = shown_and_program()
    (noted,) = re.findall(r'noted = "([0-9a-f]{64})"', program)
    is_fair = program_of_the_page()
    assert is_fair(shown, noted)
    changed = re.sub(truth, lie, shown)
    assert changed != shown
    assert not is_fair(changed, noted)
    assert failed(fairness.verify(changed, digest=noted))


@given(secrets, st.dictionaries(st.integers(0, 3), nonces), st.booleans())
def test_the_program_of_the_page_agrees_with_ours(
    secret: str, added: dict[int, str], is_honest: bool
) -> None:
    played = Played(TABLE, "goita", 4, {"target": "round"})
    seats = [f"person {seal_of(TABLE, s, added[s])}" if s in added else "bot 1" for s in range(4)]
    deal = replace(fixed(played, secret, seats, ()), nonces=tuple(sorted(added.items())))
    text = fairness.dealt_sealed(goatherd.load("goita"), played, [deal]).record()
    noted = deal.digest if is_honest else "0" * 64
    assert program_of_the_page()(text, noted) == is_honest
    expected = not added or not is_honest
    assert bool(failed(fairness.verify(text, digest=noted))) == expected
