"""Sealed nonces: what is fixed by a digest, and what an attacker tries against it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

import goatherd
from goatherd import BadOption, BadRecord, fairness
from goatherd.fairness import (
    Deal,
    Played,
    SealedDeal,
    commitment_of,
    digest_of,
    fixed,
    seal_of,
    statement_of,
)
from goatherd.proof import MOST_VOID

SECRET, OTHER = "5ec2e7" + "00" * 29, "0ddba1" + "00" * 29
TABLE = "k7d2mw9xqa"
NONCES = {0: "3b9ac9ff Baa, says the black goat", 2: "염소 山羊 {gap}"}
PLAYED = Played(TABLE, "goita", 4, {"target": "round", "ritual": "off"})


def seats(nonces: Mapping[int, str] = NONCES, bots: int = 3, table: str = TABLE) -> list[str]:
    return [
        f"person {seal_of(table, seat, nonces[seat])}" if seat in nonces else f"bot {bots}"
        for seat in range(4)
    ]


def opened(
    secret: str = SECRET,
    played: Played = PLAYED,
    nonces: Mapping[int, str] = NONCES,
    before: Sequence[Deal] = (),
    bots: int = 3,
) -> Deal:
    """A deal that is fixed and open."""
    deal = fixed(played, secret, seats(nonces, bots, played.table), before)
    return replace(deal, nonces=tuple(sorted(nonces.items())))


def void(secret: str = OTHER, failed: Sequence[int] = (2,)) -> Deal:
    """A deal that came to nothing, since some seats did not open."""
    left = {seat: nonce for seat, nonce in NONCES.items() if seat not in failed}
    deal = opened(secret)
    return replace(deal, nonces=tuple(sorted(left.items())), failed=tuple(failed))


def finished(deals: Sequence[Deal], played: Played = PLAYED) -> str:
    match = fairness.dealt_sealed(goatherd.load(played.game), played, deals)
    while not match.over:
        match.play(match.legal()[-1])
    return match.record()


HONEST = finished([opened()])
NOTED = opened().digest


def failed(text: str, **noted: str) -> list[str]:
    return [check.text.message for check in fairness.verify(text, **noted) if not check.ok]


# --- the record ----------------------------------------------------------------------------------


def test_the_lines_read_like_the_deal() -> None:
    lines = [line for line in HONEST.splitlines() if line.startswith("fair ")]
    assert lines == [
        "fair scheme 2",
        f"fair table {TABLE}",
        f"fair commitment {commitment_of(SECRET)}",
        *(f"fair seat {seat} {who}" for seat, who in enumerate(seats())),
        f"fair digest {NOTED}",
        *(f"fair nonce {seat} {nonce}" for seat, nonce in NONCES.items()),
        f"fair secret {SECRET}",
    ]


def test_an_honest_deal_holds_for_whoever_noted_its_digest() -> None:
    noted = {"digest": NOTED, "nonce": NONCES[2], "commitment": commitment_of(SECRET)}
    checks = fairness.verify(HONEST, **noted)
    assert (len(checks), failed(HONEST, **noted)) == (10, [])
    told = fairness.conclusion(HONEST, checks, **noted)
    assert "nobody chose these cards" in told.say()


def test_without_a_digest_the_record_only_agrees_with_itself() -> None:
    assert "agrees with itself" in fairness.conclusion(HONEST, fairness.verify(HONEST)).say()


def test_void_deals_stay_in_the_record_and_name_who_failed() -> None:
    first = void()
    second = void("0a" * 32, [0])
    second = replace(second, digest=digest_of(PLAYED, second, [first]))
    last = opened(before=[first, second])
    text = finished([first, second, last])
    assert "fair void 2\n" in text
    assert goatherd.replay(text).fair == SealedDeal(TABLE, (first, second, last))
    assert goatherd.replay(text).record() == text
    assert failed(text, digest=last.digest) == []
    (told,) = [c.text.say() for c in fairness.verify(text) if c.text.message.startswith("Void")]
    assert told == "Void deals before this one: 2. Who did not open their nonce: Seat 3, Seat 1."
    noted_too_early = ["The digest that you noted down is that of a void deal: give the last one."]
    assert failed(text, digest=first.digest) == noted_too_early
    assert failed(text, digest=last.digest, commitment=first.commitment) == [
        "The commitment that you noted down is that of a void deal."
    ]


def test_words_of_ones_own_are_found_in_the_nonce_that_the_page_made_of_them() -> None:
    for noted in (NONCES[0], "Baa, says the black goat", "  Baa,  says the black goat "):
        assert failed(HONEST, nonce=noted) == []
    for other in ("Baa", "the black goat", "3b9ac9ff", ""):
        assert failed(HONEST, nonce=other) == ["Your nonce was not mixed in."]
    long = {0: ("f" * 32 + " " + "many words " * 9)[:64].strip()}
    text = finished([opened(nonces=long)])
    assert failed(text, nonce="many words " * 9) == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("fair scheme 2", "fair scheme 3", "this reads scheme 2"),
        ("fair scheme 2\n", "", "stands after"),
        (f"fair table {TABLE}\n", "", "stands after"),
        (f"fair digest {NOTED}\n", "", "stands after"),
        ("fair seat 1 bot 3\n", "", "in their order"),
        ("fair seat 3 bot 3\n", "", "there are 4 seats"),
        ("fair seat 3 bot 3\n", "fair seat 3 bot 3\nfair seat 4 bot 3\n", "in their order"),
        ("fair seat 1 bot 3", "fair seat 1 cat", "a seat is of"),
        ("fair seat 1 bot 3", "fair seat 1 bot 12", "a seat is of"),
        (f"fair digest {NOTED}", "fair digest 12", "64 hexadecimal digits"),
        ("fair nonce 2", "fair nonce 7", "seats 0 to 3"),
        ("fair nonce 2", "fair nonce 0", "one a seat"),
        (f"fair secret {SECRET}\n", f"fair secret {SECRET}\nfair void 2\n", "stands after"),
        (f"fair secret {SECRET}\n", f"fair secret {SECRET}\nfair void x\n", "not a number"),
        (f"fair secret {SECRET}\n", f"fair secret {SECRET}\nfair void 4\n", "0 to 3"),
        (f"fair secret {SECRET}\n", "", "stands after"),
    ],
)
def test_a_damaged_proof_names_the_line(old: str, new: str, reason: str) -> None:
    assert old in HONEST
    with pytest.raises(BadRecord, match=rf"line \d+: .*{reason}"):
        goatherd.replay(HONEST.replace(old, new, 1))


def test_lines_of_seals_belong_below_their_scheme() -> None:
    plain = goatherd.load("goita").new(seed=1).record()
    with pytest.raises(BadRecord, match=r"line \d+: .*only below 'fair scheme 2'"):
        goatherd.replay(plain.replace("result", "fair seat 0 bot 3\nresult", 1))


def test_a_record_of_void_deals_without_end_is_refused() -> None:
    deals = "".join(
        line + "\n" for line in HONEST.splitlines() if line.startswith("fair ")
    ).removeprefix(f"fair scheme 2\nfair table {TABLE}\n")
    endless = HONEST.replace(deals, (deals + "fair void 2\n") * (MOST_VOID + 1) + deals)
    with pytest.raises(BadRecord, match="more than 99 deals"):
        goatherd.replay(endless)


@pytest.mark.parametrize(
    "deal",
    [
        replace(opened(), secret="12"),
        replace(opened(), seats=("a cat",) * 4),
        replace(opened(), nonces=((0, "a\nplay 0 pass"),)),
        replace(opened(), nonces=((4, "a"),)),
    ],
)
def test_what_no_record_could_hold_is_not_dealt(deal: Deal) -> None:
    with pytest.raises(BadOption):
        fairness.dealt_sealed(goatherd.load("goita"), PLAYED, [deal])


def test_the_statement_says_all_that_is_fixed() -> None:
    """Pinned: browsers and programs read it, and every later version must verify it."""
    who = ",".join(f'"{seat}"' for seat in seats())
    assert statement_of(PLAYED, opened()) == (
        f'["goatherd deal 2","","{commitment_of(SECRET)}","{TABLE}","goita",4,'
        f'[["ritual","off"],["target","round"]],[{who}]]'
    )


# --- an attacker, who owns the site, has the database open and may play too -----------------------

# Whatever the owner changes after the digest was shown, the digest that somebody noted shows it;
# and before that the owner knows no nonce but their own.


def test_the_attacker_grinds_ids_of_tables() -> None:
    """Another id, with seals made again where the nonces are known by now."""
    for id in ("k7d2mw9xqb", "aaaaaaaaaa"):
        text = finished([opened(played=replace(PLAYED, table=id))], replace(PLAYED, table=id))
        assert failed(text) == []
        assert failed(text, digest=NOTED) == ["The digest is not the one that you noted down."]
    relabelled = HONEST.replace(TABLE, "k7d2mw9xqb")
    assert "The nonce is not the one that had been sealed: {players}." in failed(relabelled)


def test_the_attacker_grinds_bots() -> None:
    """Bots add nothing, and that they are bots, and of which level, is fixed."""
    seeds = {opened(bots=level).digest for level in (1, 2, 4, 5)}
    assert NOTED not in seeds
    assert "The digest does not follow" in failed(HONEST.replace("bot 3", "bot 4"))[0]
    given = HONEST.replace("fair nonce 2", "fair nonce 1 free choice\nfair nonce 2")
    assert failed(given)[0].startswith("The nonce is not the one that had been sealed")


def test_the_attacker_grinds_options_and_players() -> None:
    for other in (
        replace(PLAYED, options={"target": "round", "ritual": "on"}),
        replace(PLAYED, options={"target": 150}),
        replace(PLAYED, options={**PLAYED.options, "pawn_calls": "off"}),
        replace(PLAYED, game="goat-1916"),
    ):
        assert digest_of(other, opened()) != NOTED


def test_the_attacker_sits_down_last() -> None:
    """Knowing the secret and all seals, they still cannot tell which of their nonces is better:
    the seed needs the nonces that are sealed. And once those are open, their own is fixed."""
    mine = {seat: NONCES[seat] for seat in (0,)}
    tried = [opened(nonces={**mine, 2: f"grind {number}"}) for number in range(50)]
    assert len({deal.seats[0] for deal in tried}) == 1
    chosen = replace(opened(), nonces=((0, NONCES[0]), (2, "grind 7")))
    text = finished([chosen])
    assert failed(text) == ["The nonce is not the one that had been sealed: {players}."]


def test_the_attacker_copies_a_seal() -> None:
    """To open what the other one opens: a seal fits its own seat alone."""
    copied = list(opened().seats)
    copied[1] = copied[0]
    deal = fixed(PLAYED, SECRET, copied, ())
    nonces = ((0, NONCES[0]), (1, NONCES[0]), (2, NONCES[2]))
    text = finished([replace(deal, nonces=nonces)])
    assert failed(text) == ["The nonce is not the one that had been sealed: {players}."]


def test_the_attacker_exchanges_the_secret() -> None:
    text = finished([replace(opened(OTHER), commitment=opened().commitment, digest=NOTED)])
    assert failed(text, digest=NOTED) == [
        "The secret is not the one that the table had committed itself to."
    ]
    assert failed(finished([opened(OTHER)]), digest=NOTED) == [
        "The digest is not the one that you noted down."
    ]


def test_the_attacker_does_not_open_and_hides_it() -> None:
    """The next digest holds on to the void deal: without it, it does not follow."""
    refused, last = void(), opened(before=[void()])
    honest, hidden = finished([refused, last]), finished([last])
    assert failed(honest, digest=last.digest) == []
    assert "The digest does not follow" in failed(hidden, digest=last.digest)[0]


def test_the_attacker_blames_another_seat_for_a_void_deal() -> None:
    for wrong in (
        replace(void(), failed=(0,)),
        replace(void(), failed=(1,)),
        replace(void(), failed=(0, 2)),
        replace(opened(OTHER), failed=(2,)),
        replace(void(), nonces=((0, "another"),)),
        replace(void(), secret=SECRET),
    ):
        last = opened(before=[wrong])
        assert "Void deal {number} does not fit." in failed(finished([wrong, last]))


def test_the_attacker_leaves_a_seal_unopened() -> None:
    left_out = replace(opened(), nonces=((0, NONCES[0]),))
    text = finished([left_out])
    assert failed(text) == ["A sealed nonce was never opened: {players}."]


def test_the_attacker_makes_a_record_up_afterwards() -> None:
    """With all hands as they like: it agrees with itself, but nobody had noted its digest."""
    made_up = finished([opened(OTHER, nonces={0: NONCES[0], 2: "made up"})])
    assert failed(made_up) == []
    assert failed(made_up, digest=NOTED, nonce=NONCES[2]) == [
        "The digest is not the one that you noted down.",
        "Your nonce was not mixed in.",
    ]


def test_the_attacker_lays_the_cards_out() -> None:
    match = goatherd.load("goita").new(
        seed=fairness.sealed_seed(opened()),
        order=["12345678", "12345679", "11112345", "11112345"],
        target="round",
    )
    match.fair = SealedDeal(TABLE, (opened(),))
    assert "The first cards were laid out in a given order, not by the seed." in failed(
        match.record()
    )


def test_the_attacker_passes_the_record_off_as_an_older_one() -> None:
    """Older records have no digest: whoever noted one is told."""
    old = fairness.dealt(
        goatherd.load("goita"), 4, {"target": "round"}, SECRET, TABLE, NONCES
    ).record()
    assert failed(old) == []
    assert failed(old, digest=NOTED) == [
        "This record is of an older way of dealing, without a digest."
    ]
    told = fairness.conclusion(old, fairness.verify(old)).say()
    assert "older way of dealing, which proves less" in told


def test_left_nonces_are_told_apart_from_sealed_ones() -> None:
    who = [seat.replace("person ", "left ") for seat in seats()]
    deal = replace(fixed(PLAYED, SECRET, who, ()), nonces=tuple(NONCES.items()))
    text = finished([deal])
    assert failed(text) == []
    checks = fairness.verify(text, digest=deal.digest)
    assert "left with the table" in " ".join(check.text.say() for check in checks)
    assert "agrees with itself" in fairness.conclusion(text, checks, digest=deal.digest).say()


def test_a_table_where_nobody_added_anything_proves_nothing() -> None:
    text = finished([opened(nonces={})])
    assert failed(text) == ["Nobody added a nonce: the table alone chose the seed."]
