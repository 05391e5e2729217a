"""Decisions put together before anything is sent: drafts show what will be, and nothing hidden."""

import random

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import Match
from goatherd.errors import IllegalMove
from goatherd.table import Table
from goatherd.web.rooms.drafts import LONGEST_DRAFT, Drafts
from tests.matches import Variant, advanced, label, new, variants, walk
from tests.web.site import Browser, OpenSite, opened, seated

VARIANTS = variants()
any_seed = st.integers(0, 2**64)


def same_sight(match: Match, seat: int, text: str) -> None:
    """What a draft shows is what the seat sees once it has really decided so."""
    draft = Drafts(match.view(seat)).exactly([text])
    if draft.complete:
        return
    foreseen = draft.view
    truth = match.copy()
    truth.play(text)
    seen = truth.view(seat)
    assert truth.turn == seat
    assert foreseen.state.tobytes() == seen.state.tobytes()
    assert foreseen.history() == seen.history()
    assert foreseen.legal() == truth.legal()
    assert repr(foreseen.table()) == repr(seen.table())


@given(st.sampled_from(VARIANTS), any_seed, st.integers(0, 90), st.randoms())
def test_a_draft_shows_what_the_seat_will_see(
    variant: Variant, seed: int, decisions: int, chance: random.Random
) -> None:
    match = advanced(variant, seed, decisions)
    if match.turn is not None:
        legal = match.legal()
        for text in chance.sample(legal, min(4, len(legal))):
            same_sight(match, match.turn, text)


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_drafts_of_a_whole_turn_can_be_played(variant: Variant) -> None:
    """By whatever way a decision is put together, the true match takes all of its parts."""
    chance = random.Random(4)
    for number, match in enumerate(walk(new(variant, 9), random.Random(9), 60)):
        if number % 10 or match.turn is None:
            continue
        drafts = Drafts(match.view(match.turn))
        draft = drafts.of([chance.choice(match.legal())])
        while not draft.complete and len(draft.parts) < 12:
            draft = drafts.of([*draft.parts, chance.choice(draft.view.legal())])
        truth, seat = match.copy(), match.turn
        for part in draft.parts:
            assert truth.turn == seat
            assert part in truth.legal()
            truth.play(part)


@pytest.mark.parametrize("game", goatherd.games())
def test_some_decision_is_put_together(game: str) -> None:
    """The property above would hold for drafts that never go on."""
    found = 0
    for match in walk(goatherd.load(game).new(seed=3), random.Random(3), 120):
        if match.turn is not None and not found:
            drafts = Drafts(match.view(match.turn))
            found += any(not drafts.exactly([text]).complete for text in match.legal()[:6])
    assert found or game == "goat-1916"  # where every decision shows something, or ends the turn


def test_what_is_not_offered_cannot_be_drafted() -> None:
    match = goatherd.load("goita").new(pawn_calls="off")
    drafts = Drafts(match.view(0))
    with pytest.raises(IllegalMove):
        drafts.of(["hide nothing"])
    with pytest.raises(IllegalMove):
        drafts.of(["pass"] * (LONGEST_DRAFT + 1))
    with pytest.raises(IllegalMove):
        Drafts(match.view(1)).of(["pass"])


# On the page


async def goita(site: OpenSite, client: httpx.AsyncClient) -> tuple[str, Browser, list[str]]:
    """A table at which the browser is the dealer, who is to hide a piece and then attack."""
    site.stop_the_keeper()
    table, programs = await seated(client, "goita", 4, options={"pawn_calls": "off"})
    browser = Browser(site.client())
    assert programs[0].token is not None
    browser.http.cookies.set(f"seat-{table}", programs[0].token)
    hand = [card for card in (await programs[0].see(table))["cards"]["hand 0"] if card != "king"]
    return table, browser, hand


@pytest.mark.anyio
async def test_parts_are_collected_and_written_together(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        table, browser, hand = await goita(site, client)
        room = await site.room(table)
        first = await browser.post(
            f"/t/{table}/decide", [("version", "0"), ("decision", f"hide {hand[0]}")]
        )
        assert first.status_code == 303
        assert first.headers["location"] == f"/t/{table}?draft=hide+{hand[0]}"
        shown = await browser.get(first.headers["location"])
        assert f'value="attack {hand[1]}"' in shown.text
        parts = [("decision", f"hide {hand[0]}"), ("decision", f"attack {hand[1]}")]
        second = await browser.post(f"/t/{table}/decide", [("version", "0"), *parts])
        assert second.status_code == 303
        assert room.version == 0
        confirmed = await browser.get(second.headers["location"])
        assert 'id="confirm"' in confirmed.text
        last = [("version", "0"), ("confirm", "1"), *parts]
        assert (await browser.post(f"/t/{table}/decide", last)).status_code == 303
        assert room.decided == [(0, f"hide {hand[0]}"), (0, f"attack {hand[1]}")]
        await browser.http.aclose()


@pytest.mark.anyio
async def test_parts_are_all_made_or_none(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        table, browser, hand = await goita(site, client)
        refused = await browser.decide(table, 0, f"hide {hand[0]}", "attack nothing")
        assert refused.status_code == 422
        assert 'role="alert"' in refused.text
        stored = await site.worker.ledger.load(table)
        assert stored is not None
        assert stored.decisions == ()
        await browser.http.aclose()


@pytest.mark.anyio
async def test_a_draft_that_is_none_shows_the_table_as_it_is(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        table, browser, _ = await goita(site, client)
        many = "&".join(["draft=pass"] * 64)
        for draft in ("draft=nothing", "draft=hide+king&draft=hide+king&draft=hide+king", many):
            shown = await browser.get(f"/t/{table}?{draft}")
            assert shown.status_code == 409
            assert 'data-version="0"' in shown.text
        too_many = await browser.get(f"/t/{table}?{many}&draft=x")
        assert too_many.status_code == 422
        watching = Browser(site.client())
        assert (await watching.get(f"/t/{table}?draft=pass")).status_code == 200
        await watching.http.aclose()
        await browser.http.aclose()


# What asks, and what is shown of it


def drafts_at(game: str, wanted: str, players: int = 4) -> tuple[Drafts, str]:
    """The drafts of the seat to act, the first time that it may decide something of a kind."""
    for seed in range(20):
        for match in walk(goatherd.load(game).new(players, seed=seed), random.Random(seed)):
            texts = [text for text in match.legal() if text.startswith(wanted)]
            if texts and len(match.legal()) > 1:
                return Drafts(match.view(match.turn)), texts[0]
    raise AssertionError(wanted)


def test_a_card_that_is_thrown_away_for_a_new_one_asks_once() -> None:
    """It can never be taken back: a card is drawn then."""
    drafts, text = drafts_at("goat-lords", "discard")
    draft = drafts.of([text])
    assert draft.complete
    assert drafts.asks(draft)


def test_a_card_is_played_to_the_book_at_once() -> None:
    drafts, text = drafts_at("goat-1916", "play")
    draft = drafts.of([text])
    assert draft.complete
    assert not drafts.asks(draft)


def cards_of(table: Table, zone: str) -> list[str]:
    return [card.kind for card in table.zone(zone).cards]


def test_the_last_part_is_shown_as_it_will_lie() -> None:
    drafts, text = drafts_at("goita", "attack")
    draft = drafts.of([text])
    before, after = drafts.view.table(), drafts.preview(draft)
    piece, seat = text.removeprefix("attack "), drafts.view.seat
    attack, hand = f"attack {seat}", f"hand {seat}"
    assert cards_of(after, attack) == [*cards_of(before, attack), piece]
    assert len(cards_of(after, hand)) == len(cards_of(before, hand)) - 1


def test_a_card_that_is_taken_leaves_the_display_though_nobody_knows_what_comes_there() -> None:
    drafts, text = drafts_at("goat-n-goat", "take")
    draft = drafts.of([text])
    while not draft.complete:
        text = next(one for one in draft.view.legal() if one.startswith("take"))
        draft = drafts.of([*draft.parts, text])
    before, after = draft.view.table(), drafts.preview(draft)
    assert len(cards_of(after, "display")) == len(cards_of(before, "display")) - 1
    hand = f"hand {drafts.view.seat}"
    assert sorted(cards_of(after, hand)) == sorted([*cards_of(before, hand), text[5:]])
