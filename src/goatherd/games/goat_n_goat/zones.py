"""Where every card of Goat 'n' Goat is, and the public facts that are no cards."""

from goatherd.games.goat_n_goat.cards import COLOURS, FACE_DOWN, KINDS, MOUNTAINS, NONE, NUMBERS
from goatherd.games.goat_n_goat.rules import PHASES
from goatherd.rule import State
from goatherd.table import UNKNOWN, spread


def zones(s: State) -> dict[str, list[str]]:
    """The middle of the table, and for each seat its hand, flocks and two piles."""
    out = {
        "deck": _deck(s),
        "display": spread(KINDS, s.display),
        "discard": spread(KINDS, s.discard),
        "mountains": spread(MOUNTAINS, s.mountains),
    }
    for seat in range(s.players):
        hand = spread(KINDS, s.hand[seat])
        out[f"hand {seat}"] = hand + [UNKNOWN] * int(s.unseen[seat])
        for colour, letter in enumerate(COLOURS):
            out[f"flock {seat} {letter}"] = flock(s, seat, colour)
        out[f"penalty {seat}"] = spread(KINDS, s.penalty[seat])
        out[f"score {seat}"] = spread(MOUNTAINS, s.score[seat])
    return out


def flock(s: State, seat: int, colour: int) -> list[str]:
    """Oldest first, which is lowest first: a flock never descends (GNG-6)."""
    kinds = slice(colour * len(NUMBERS), (colour + 1) * len(NUMBERS))
    return spread(KINDS[kinds], s.flock[seat, kinds])


def _deck(s: State) -> list[str]:
    """Top first."""
    cards = reversed(s.deck[: s.deck_size])
    return [UNKNOWN if kind == FACE_DOWN else KINDS[kind] for kind in cards]


def status(s: State) -> dict[str, object]:
    """Public facts: phase, the number played this turn, cards still to take, sizes of deck and
    hands, whether the discard pile has become the deck, when the deck has run out, and turns left
    in the last round."""
    last_round = s.turns_left != NONE
    return {
        "phase": PHASES[s.phase],
        "number": int(s.number) or None,
        "to take": int(s.to_take),
        "deck": int(s.deck_size),
        "hands": [int(held) for held in s.held[: s.players]],
        "reshuffled": bool(s.reshuffled),
        "deck end": "short" if s.when_short else "last-card",
        "last round": bool(last_round),
        "turns left": int(s.turns_left) if last_round else None,
    }
