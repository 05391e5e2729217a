"""Why a decision of Goita is good, in sentences, from what its seat can see and what is likely."""

from collections.abc import Iterator

from goatherd.games.goita.cards import KINDS, NAMES, POINTS, SEATS
from goatherd.games.goita.rules import partner
from goatherd.games.goita.zones import zones
from goatherd.rule import NOBODY, State
from goatherd.words import Player, Text
from goatherd.worlds import Cards, Worlds

NOT_BY_KINGS = ("lance", "pawn")
"""Attacks that a king does not stop (GOITA-18)."""
LAST_TWO = 2


def reasons(s: State, seat: int, text: str, other: str | None, worlds: Worlds) -> Iterator[Text]:
    verb, _, piece = text.partition(" ")
    if verb == "pass":
        yield from _of_passing(s, seat, other)
    elif verb == "defend":
        yield from _of_defending(s, seat, piece)
    elif verb == "attack":
        yield from _of_attacking(s, seat, piece, other, worlds)
    elif verb == "hide":
        yield from _of_hiding(s, seat, piece)
    elif verb == "call":
        yield from _of_calling(s, seat)


def stops(piece: str, attack: str) -> bool:
    """GOITA-18, 22."""
    if attack == "king":
        return False
    return piece == attack or (piece == "king" and attack not in NOT_BY_KINGS)


def _of_passing(s: State, seat: int, other: str | None) -> Iterator[Text]:
    attack = KINDS[s.against]
    if not any(stops(piece, attack) for piece in zones(s)[f"hand {seat}"]):
        yield Text("Nothing in your hand stops a {piece}.", piece=NAMES[attack])
        return
    if s.attacker == partner(seat):
        yield Text("It is your partner's attack: if all pass, your partner plays on.")
    if other is not None and other.startswith("defend "):
        kept = other.removeprefix("defend ")
        yield Text("It keeps your {piece} for later.", piece=NAMES[kept])


def _of_defending(s: State, seat: int, piece: str) -> Iterator[Text]:
    attack, left = KINDS[s.against], int(s.left[s.attacker])
    if s.attacker != partner(seat):
        yield Text(
            "It takes the attack from {player}, who has {count} pieces left.",
            player=Player(int(s.attacker)),
            count=left,
        )
    hand = zones(s)[f"hand {seat}"]
    if piece != "king" and "king" in hand and stops("king", attack):
        yield Text("It keeps your king for later.")
    if piece == "king" and s.face_up[KINDS.index("king")] == 0:
        yield Text("Once your king lies open, kings may attack.")


def _of_attacking(
    s: State, seat: int, piece: str, other: str | None, worlds: Worlds
) -> Iterator[Text]:
    if s.left[seat] == 1:
        yield Text("It is your last piece: the round is yours.")
        return
    if piece == "king":
        yield Text("Nothing stops a king.")
        return
    odds = worlds.odds(lambda cards: _is_stopped(cards, seat, piece))
    if odds == 0:
        yield Text("None of your opponents can stop a {piece}.", piece=NAMES[piece])
    else:
        yield Text(
            "An opponent can stop a {piece} in {odds} of 100 worlds.",
            piece=NAMES[piece],
            odds=odds,
        )
    if other is not None and other.startswith("attack ") and other != "attack king":
        second = other.removeprefix("attack ")
        yield Text(
            "A {piece} would be stopped in {odds}.",
            piece=NAMES[second],
            odds=worlds.odds(lambda cards: _is_stopped(cards, seat, second)),
        )
    yield from _of_a_pair_kept(zones(s)[f"hand {seat}"], piece)


def _is_stopped(cards: Cards, seat: int, attack: str) -> bool:
    """Whether one of the two opponents holds what stops it."""
    opponents = ((seat + 1) % SEATS, (seat + 3) % SEATS)
    return any(stops(piece, attack) for who in opponents for piece in cards[f"hand {who}"])


def _of_a_pair_kept(hand: list[str], piece: str) -> Iterator[Text]:
    """A pair as the last two pieces counts double (GOITA-23)."""
    rest = list(hand)
    rest.remove(piece)
    pairs = [kind for kind in KINDS if rest.count(kind) >= LAST_TWO]
    if pairs and pairs[0] != "pawn":
        yield Text(
            "It keeps the pair of {piece} for the end, which counts double.", piece=NAMES[pairs[0]]
        )


def _of_hiding(s: State, seat: int, piece: str) -> Iterator[Text]:
    hand = zones(s)[f"hand {seat}"]
    if len(hand) == LAST_TWO and hand[0] == hand[1]:
        points = 2 * int(POINTS[KINDS.index(piece)])
        yield Text("Face down and alike, your last piece counts double: {points}.", points=points)
        return
    if POINTS[KINDS.index(piece)] == min(POINTS[KINDS.index(kind)] for kind in hand):
        yield Text("A hidden piece does nothing more, so it is one of your least.")
    rest = list(hand)
    rest.remove(piece)
    yield from _of_a_pair_kept([*rest, piece], piece)


def _of_calling(s: State, seat: int) -> Iterator[Text]:
    hand = zones(s)[f"hand {seat}"]
    pawns = hand.count("pawn")
    others = [int(POINTS[KINDS.index(kind)]) for kind in hand if kind != "pawn"]
    alike = len({kind for kind in hand if kind != "pawn"}) == 1
    points = {8: 100, 7: 2 * sum(others), 6: max(others, default=0) * (2 if alike else 1)}
    if pawns in points:
        yield Text(
            "{count} pawns end the round at once, for {points} points.",
            count=pawns,
            points=points[pawns],
        )
    elif s.turn != NOBODY:
        yield Text("Five pawns are a weak hand: your partner may have the pieces dealt again.")
