"""Where every card of Goat 'n' Goat is, and the public facts that are no cards."""

from collections.abc import Iterable, Sequence

from goatherd.games.goat_n_goat.cards import COLOURS, FACE_DOWN, KINDS, MOUNTAINS, NONE, NUMBERS
from goatherd.games.goat_n_goat.rules import PHASES
from goatherd.rule import State
from goatherd.table import UNKNOWN


def zones(s: State) -> dict[str, list[str]]:
    """The middle of the table, and for each seat its hand, flocks and two piles."""
    out = {
        "deck": _deck(s),
        "display": _counted(s.display, KINDS),
        "discard": _counted(s.discard, KINDS),
        "mountains": _counted(s.mountains, MOUNTAINS),
    }
    for seat in range(s.players):
        hand = _counted(s.hand[seat], KINDS)
        out[f"hand {seat}"] = hand + [UNKNOWN] * int(s.unseen[seat])
        for colour, letter in enumerate(COLOURS):
            out[f"flock {seat} {letter}"] = flock(s, seat, colour)
        out[f"penalty {seat}"] = _counted(s.penalty[seat], KINDS)
        out[f"score {seat}"] = _counted(s.score[seat], MOUNTAINS)
    return out


def flock(s: State, seat: int, colour: int) -> list[str]:
    """Oldest first, which is lowest first: a flock never descends (GNG-6)."""
    kinds = slice(colour * len(NUMBERS), (colour + 1) * len(NUMBERS))
    return _counted(s.flock[seat, kinds], KINDS[kinds])


def _deck(s: State) -> list[str]:
    """Top first."""
    cards = reversed(s.deck[: s.deck_size])
    return [UNKNOWN if kind == FACE_DOWN else KINDS[kind] for kind in cards]


def _counted(counts: Iterable[int], kinds: Sequence[str]) -> list[str]:
    return [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


def status(s: State) -> dict[str, object]:
    """Public facts: phase, the number played this turn, cards still to take, sizes of deck and
    hands, whether the discard pile has become the deck, and turns left in the last round."""
    last_round = s.turns_left != NONE
    return {
        "phase": PHASES[s.phase],
        "number": int(s.number) or None,
        "to take": int(s.to_take),
        "deck": int(s.deck_size),
        "hands": [int(held) for held in s.held[: s.players]],
        "reshuffled": bool(s.reshuffled),
        "last round": bool(last_round),
        "turns left": int(s.turns_left) if last_round else None,
    }
