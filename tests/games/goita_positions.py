"""Positions of Goita in words: hands, plays, what a seat is shown, and what it may imagine."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from math import sqrt
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
import pytest

import goatherd
from goatherd import IllegalMove, Match, View, rng
from goatherd.interpreted import as_record

GAME = goatherd.load("goita")
SEATS = (0, 1, 2, 3)
SPECTATOR = 4
WATCHERS = (*SEATS, None)

KINDS = ("king", "rook", "bishop", "gold", "silver", "knight", "lance", "pawn")
SET = Counter(king=2, rook=2, bishop=2, gold=4, silver=4, knight=4, lance=4, pawn=10)
"""GOITA-1, copied from the page."""
VALUE = {
    "king": 50,
    "rook": 40,
    "bishop": 40,
    "gold": 30,
    "silver": 30,
    "knight": 20,
    "lance": 20,
    "pawn": 10,
}
"""GOITA-1, copied from the page."""

EXAMPLE_LINE = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431,1p,2p,315"
FIVE_PAWNS = "pawn*5"

T = TypeVar("T")


# Setting up


def pieces(words: str) -> list[str]:
    """`king pawn*2` is king, pawn, pawn."""
    out: list[str] = []
    for word in words.split():
        kind, _, times = word.partition("*")
        out += [kind] * int(times or 1)
    return out


def hands_of(*given: str) -> list[list[str]]:
    """Four hands of eight that hold at least these pieces; the rest of the set fills them up."""
    hands = [pieces(words) for words in (*given, "", "", "", "")[:4]]
    rest = SET.copy()
    for hand in hands:
        rest.subtract(hand)
    assert min(rest.values()) >= 0, f"no such pieces: {rest}"
    left = list(rest.elements())
    while left:
        for hand in hands:
            if len(hand) < 8:
                hand.append(left.pop())
    return hands


def circle_of(hands: list[list[str]], dealer: int = 0) -> list[str]:
    """The order of 32 pieces that deals these hands, the dealer's first piece first (GOITA-5)."""
    return [hands[(dealer + step) % 4][piece] for piece in range(8) for step in SEATS]


def deal(*given: str, calls: str = "off", dealer: int = 0, **options: object) -> Match:
    """A match whose first hands hold these pieces."""
    order = circle_of(hands_of(*given), dealer)
    options = {"seed": 0, "pawn_calls": calls, "dealer": dealer} | options
    return GAME.new(order=order, **options)  # type: ignore[arg-type]


def exchanged(match: Match, one: tuple[int, str], other: tuple[int, str]) -> Match:
    """The same deal, but two seats, `(0, "gold")` and `(2, "rook")`, have exchanged a piece."""
    assert match.order is not None
    dealer = int(str(match.options["dealer"]))
    order = list(match.order)
    first, second = (
        next(i for i, piece in enumerate(order) if piece == kind and (dealer + i) % 4 == seat)
        for seat, kind in (one, other)
    )
    order[first], order[second] = order[second], order[first]
    return Match(match.contract, 4, match.options, match.seed, order)


def play(match: Match, script: str) -> Match:
    """Play `0 hide knight lance, 1 defend lance bishop, 2 pass`, checking whose turn it is.

    Two pieces are a whole play: the defence and the attack.
    """
    for move in script.split(","):
        seat, verb, *words = move.split()
        decisions = [" ".join([verb, *words[:1]]), *(f"attack {kind}" for kind in words[1:])]
        for decision in decisions:
            assert match.turn == int(seat), f"{move.strip()!r}: it is the turn of {match.turn}"
            match.play(decision)
    return match


def passes(match: Match) -> Match:
    """All others pass, and the attacker plays again."""
    for _ in range(3):
        match.play("pass")
    return match


def runs_out(match: Match, *plays: str) -> Match:
    """The dealer plays these four pairs, `knight lance`, and nobody stops an attack."""
    for number, pair in enumerate(plays):
        play(match, f"{match.turn} hide {pair}")
        if number < 3:
            passes(match)
    return match


def refused(match: Match, decision: str) -> str | None:
    """The rule that forbids a decision. The match stays as it was; the message says what to do."""
    before = match.record()
    with pytest.raises(IllegalMove) as error:
        match.play(decision)
    assert match.record() == before
    message = str(error.value)
    assert decision in message
    assert all(legal in message for legal in match.legal()[:12])
    assert error.value.rule is None or error.value.rule in message
    return error.value.rule


# What a seat is shown


def hand(source: Match | View, seat: int) -> list[str]:
    return source.cards()[f"hand {seat}"]


def last_round(match: Match) -> dict[str, Any]:
    """How it ended, without the hand that was shown."""
    status = match.view(None).status()["last round"]
    assert isinstance(status, dict)
    return {name: value for name, value in status.items() if name != "shown"}


def shown_hand(match: Match) -> list[str]:
    """The called hand that everybody was shown in the last round."""
    status = match.view(None).status()["last round"]
    assert isinstance(status, dict)
    return list(status["shown"])


def pawns_and_unknown(match: Match, viewer: int | None, seat: int) -> tuple[int, int]:
    """How many pawns a viewer knows in a hand, and how many pieces it does not know."""
    seen = Counter(hand(match.view(viewer), seat))
    assert set(seen) <= {"pawn", "?"}
    return seen["pawn"], seen["?"]


def told(match: Match, seat: int | None) -> list[list[str]]:
    """What a seat is told of the last 1, 3 and 8 decisions."""
    views = [match.view(seat, events=events) for events in (1, 3, 8)]
    return [[event.say() for event in view.table().events] for view in views]


def everything_shown(match: Match, seat: int | None) -> list[object]:
    """Every output there is for a seat, but what it is told of the last decisions."""
    view = match.view(seat)
    table = view.table()
    texts = (table.prompt, *table.facts, *(fact for owner in table.seats for fact in owner.facts))
    out: list[object] = [repr(table), [text.say("ja") for text in texts]]
    out += [view.state.tobytes(), view.turn, view.over, view.legal(), view.cards(), view.scores()]
    out += [view.winners(), view.history(), view.status(), view.line(), repr(view)]
    out += [(one.state.tobytes(), one.line, one.cards()) for one in view.finished()]
    if seat is not None:
        numbers = np.zeros(sum(part.size for part in view.contract.search.observation), np.float32)
        view.contract.search.observe(as_record(view.state.copy()), seat, numbers)
        out.append(numbers.tobytes())
    return out


# What a seat may imagine


def taken_apart(view: View) -> Any:
    """A view's record, each field an attribute: the rules read and write it five times faster."""
    record = view.state[0]
    assert view.state.dtype.names is not None
    return SimpleNamespace(
        teller=None,  # as an interpreted record has: nobody says what chance brings
        **{
            name: record[name].copy() if np.ndim(record[name]) else int(record[name])
            for name in view.state.dtype.names
        },
    )


def imagined(match: Match, seat: int | None, samples: int, seed: int = 1) -> Iterator[Any]:
    """That many records of rounds that this seat may be in, each from a chance of its own."""
    view = match.view(seat)
    for number in range(samples):
        s = taken_apart(view)
        rng.seed_fast(s, seed, number)
        view.contract.rules.imagine(s, SPECTATOR if seat is None else seat)
        yield s


def imagined_cards(match: Match, seat: int | None, samples: int) -> Iterator[dict[str, list[str]]]:
    """The same as zones, by way of a real record."""
    view = match.view(seat)
    for number in range(samples):
        s = as_record(view.state.copy())
        rng.seed_fast(s, 1, number)
        view.contract.rules.imagine(s, SPECTATOR if seat is None else seat)
        yield view.contract.faces.zones(s)


Guess = tuple[tuple[str, tuple[str, ...]], ...]
"""What may lie in the zones that a seat does not see wholly: each zone with its pieces."""


def guess_of(cards: Mapping[str, Iterable[str]], zones: Iterable[str]) -> Guess:
    return tuple((zone, tuple(cards[zone])) for zone in zones)


def hidden_zones(view: View) -> list[str]:
    return [zone for zone, cards in view.cards().items() if any("?" in card for card in cards)]


def all_guesses(view: View) -> Counter[Guess]:
    """Every way to lay the unseen pieces on the unseen places, by brute force, copies told apart.

    Takes no heed of calls and kings: the caller throws out what the rules exclude. So a pawn that
    is known to be in a hand counts as unseen: which of the pawns it is, nobody knows.
    """
    cards = view.cards()
    zones = hidden_zones(view)
    for zone in zones:
        if zone.startswith("hand"):
            cards[zone] = ["?"] * len(cards[zone])
    places = [zone for zone in zones for card in cards[zone] if "?" in card]
    seen = [card.strip("()") for row in cards.values() for card in row if "?" not in card]
    unseen = list((SET - Counter(seen)).elements())
    assert len(unseen) == len(places) <= 8, "too many to count"
    found: Counter[Guess] = Counter()
    for laid in permutations(unseen):
        filled = {zone: list(cards[zone]) for zone in zones}
        for zone, piece in zip(places, laid, strict=True):
            at = next(i for i, card in enumerate(filled[zone]) if "?" in card)
            filled[zone][at] = filled[zone][at].replace("?", piece)
        for zone in zones:
            if zone.startswith("hand"):
                filled[zone].sort(key=KINDS.index)
        found[guess_of(filled, zones)] += 1
    return found


def dealt(cards: Mapping[str, Iterable[str]], seat: int) -> Counter[str]:
    """The hand that a seat was dealt: what it holds and what lies in its two rows."""
    zones = (f"hand {seat}", f"defence {seat}", f"attack {seat}")
    return Counter(card.strip("()") for zone in zones for card in cards[zone])


def fits(found: Mapping[T, int], weights: Mapping[T, float]) -> bool:
    """Whether counts agree with weights, by Pearson's chi-square; a fair source fails this with
    a probability below 1e-6 (Wilson and Hilferty's bound at 5 standard deviations)."""
    if not set(found) <= {key for key, weight in weights.items() if weight}:
        return False
    samples, whole = sum(found.values()), sum(weights.values())
    expected = {key: samples * weight / whole for key, weight in weights.items() if weight}
    assert min(expected.values()) >= 4, "too few samples for the bound to hold"
    square = sum((found.get(key, 0) - share) ** 2 / share for key, share in expected.items())
    freedom = len(expected) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 5 * sqrt(2 / (9 * freedom))) ** 3
    return square < bound
