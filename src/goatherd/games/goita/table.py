"""A table of Goita as one seat sees it, and what happened on it, in words."""

from collections.abc import Sequence
from functools import cache

from goatherd.games.goita.cards import (
    ACTIONS,
    KINDS,
    KING,
    NAMES,
    PAWN,
    SEATS,
)
from goatherd.games.goita.knowledge import ended
from goatherd.games.goita.rules import (
    ATTACKING,
    CALLING,
    CHOOSING_DEALER,
    DECIDING,
    DEFENDING,
    DOUBLED,
    EIGHT,
    HIDING,
    LAST_PIECE,
    OVER,
    POINTING,
    SEVEN,
    SHIFTING,
    SIX,
    TEN,
    match_is_won,
    partner,
)
from goatherd.games.goita.zones import called, zones
from goatherd.rule import NOBODY, Decision, State
from goatherd.table import UNKNOWN, Choice, Layer, Seat, Table, Zone, spread
from goatherd.words import NOTHING, Player, Text

PIECE_NAMES = NAMES | {UNKNOWN: Text("a face-down piece")}
lay = Layer(PIECE_NAMES)


def table(s: State, viewer: int, legal: Sequence[int]) -> Table:
    choices = tuple(_choice(s, viewer, action) for action in legal)
    lit = frozenset(click for choice in choices for click in choice.clicks)
    return Table(
        game="goita",
        viewer=viewer if viewer < SEATS else None,
        turn=None if s.turn == NOBODY else int(s.turn),
        over=_match_over(s),
        prompt=_prompt(s, viewer),
        seats=tuple(_seat(s, seat) for seat in range(SEATS)),
        zones=tuple(_zones(s, lit)),
        choices=choices,
        facts=_facts(s),
    )


def _match_over(s: State) -> bool:
    """A finished round lies as open as a finished match, but the match goes on."""
    return bool(s.phase == OVER) and match_is_won(s, int(s.last_winner) & 1)


# What can be done


def _choice(s: State, viewer: int, action: int) -> Choice:
    text = ACTIONS[action]
    verb, _, what = text.partition(" ")
    return Choice(action, text, _words(verb, what), _clicks(s, viewer, verb, what))


def _words(verb: str, what: str) -> Text:
    piece = PIECE_NAMES.get(what, NOTHING)
    return {
        "call": Text("Call the pawns"),
        "quiet": Text("Stay quiet"),
        "redeal": Text("Deal again"),
        "continue": Text("Play this deal"),
        "hide": Text("Lay a {piece} face down", piece=piece),
        "defend": Text("Defend with a {piece}", piece=piece),
        "attack": Text("Attack with a {piece}", piece=piece),
        "pass": Text("Pass"),
        "first": Text("I deal first") if what == "me" else Text("My partner deals first"),
        "point": Text("Point at piece {place}", place=what),
        "shift": Text("Shift by {steps}", steps=what),
    }[verb]


def _clicks(s: State, viewer: int, verb: str, what: str) -> tuple[str, ...]:
    if verb in ("hide", "defend", "attack"):
        copies = int(s.hand[viewer, KINDS.index(what)])
        return tuple(f"hand {viewer}/{what}/{copy}" for copy in range(copies))
    if verb == "point":
        return (f"circle/{UNKNOWN}/{what}",)
    return ()


# What lies where


def _zones(s: State, lit: frozenset[str]) -> list[Zone]:
    cards = zones(s)
    out = []
    if cards["circle"]:
        circle = lay("circle", cards["circle"], face_up=False, lit=lit)
        out.append(Zone("circle", Text("The circle"), "ring", circle))
    for seat in range(SEATS):
        out.extend(_seat_zones(s, seat, cards, lit))
    return out


def _seat_zones(
    s: State, seat: int, cards: dict[str, list[str]], lit: frozenset[str]
) -> list[Zone]:
    titles = _titles(seat)
    hand, defence, attack = f"hand {seat}", f"defence {seat}", f"attack {seat}"
    attacked = s.phase == DEFENDING and s.attacker == seat
    marked = [len(cards[attack]) - 1] if attacked else []
    return [
        Zone(
            hand,
            titles[0],
            "hand",
            lay(hand, cards[hand], face_up=bool(s.phase == OVER), lit=lit),
            seat,
        ),
        Zone(
            defence,
            titles[1],
            "row",
            lay(defence, cards[defence], face_up=True),
            seat,
            row=0,  # GOITA-15
        ),
        Zone(
            attack,
            titles[2],
            "row",
            lay(attack, cards[attack], face_up=True, marked=marked),
            seat,
            row=1,
        ),
    ]


@cache
def _titles(seat: int) -> tuple[Text, Text, Text]:
    """Of the hand and the two rows."""
    who = Player(seat)
    return (
        Text("Hand of {player}", player=who),
        Text("Defence of {player}", player=who),
        Text("Attack of {player}", player=who),
    )


def _seat(s: State, seat: int) -> Seat:
    facts = []
    if s.dealer == seat:
        facts.append(Text("Dealer"))
    if seat in called(s):
        facts.append(Text("Called five pawns"))
    return Seat(seat, int(s.score[seat & 1]), seat & 1, bool(s.turn == seat), tuple(facts))


def _facts(s: State) -> tuple[Text, ...]:
    facts = [Text("Round {number}", number=int(s.rounds))] if s.rounds else []
    if s.target:
        facts.append(Text("Played to {points} points", points=int(s.target)))
    else:
        facts.append(Text("A single round"))
    if s.face_up[KING]:
        facts.append(Text("A king has been shown: kings may attack"))
    return tuple(facts)


# What is asked


def _prompt(s: State, viewer: int) -> Text:
    if s.phase == OVER and not _match_over(s):
        return _round_won(s)
    if s.phase == OVER:
        return Text(
            "{player} and {partner} win the match.",
            player=Player(int(s.last_winner)),
            partner=Player(partner(int(s.last_winner))),
        )
    if s.turn == NOBODY:
        return Text("Everybody is asked in turn whether to call five or more pawns.")
    if s.turn != viewer:
        return _waiting(s)
    return _asked(s)


def _asked(s: State) -> Text:
    if s.phase == DEFENDING:
        attack = NAMES[KINDS[s.against]]
        who = Player(int(s.attacker))
        return Text("{player} attacks with a {attack}: stop it or pass.", player=who, attack=attack)
    return {
        CHOOSING_DEALER: Text("Your team drew the kings: who deals first?"),
        POINTING: Text("Point at a piece of the circle."),
        SHIFTING: Text("Say how far from the point to deal, without looking."),
        CALLING: Text("Five or more pawns may be called. Call, or stay quiet."),
        DECIDING: Text("Your partner called five pawns: deal again, or play this deal?"),
        HIDING: Text("Lay a piece face down, then attack."),
        ATTACKING: Text("Attack with a piece."),
    }[int(s.phase)]


def _waiting(s: State) -> Text:
    who = Player(int(s.turn))
    if s.phase == DEFENDING:
        return Text(
            "{attacker} attacks with a {attack}; {player} stops it or passes.",
            attacker=Player(int(s.attacker)),
            attack=NAMES[KINDS[s.against]],
            player=who,
        )
    return {
        CALLING: Text("{player} is asked for a call of pawns.", player=who),
        CHOOSING_DEALER: Text("{player} says who deals first.", player=who),
        POINTING: Text("{player} points at a piece of the circle.", player=who),
        SHIFTING: Text("{player} says how far from the point to deal.", player=who),
        DECIDING: Text("{player} decides whether to deal again.", player=who),
        HIDING: Text("{player} lays a piece face down and attacks.", player=who),
        ATTACKING: Text("{player} chooses an attack.", player=who),
    }[int(s.phase)]


# What happened


def narrate(before: State, decision: Decision, after: State, text: str) -> list[Text]:
    """The decision, the calls if that opened them, and the end of the round if it was the end."""
    told = [_told(Player(decision.seat), text)]
    if before.phase == CALLING and after.rounds == before.rounds and not _in_full(before, after):
        told.extend(_calls_opened(before, after))
    if ended(before, after):
        told.append(_round_won(after))
    if after.rounds > before.rounds:
        dealer, number = Player(int(after.dealer)), int(after.rounds)
        told.append(Text("{player} deals round {number}.", player=dealer, number=number))
    return told


def _in_full(before: State, after: State) -> bool:
    """GOITA-10: whether a call of six or more has just ended the round."""
    return ended(before, after) and int(after.last_ending) in (SIX, SEVEN, EIGHT)


def _calls_opened(before: State, after: State) -> list[Text]:
    """All at once when everybody has answered; or each at once, with open calls."""
    known = called(before)
    callers = [Player(seat) for seat in called(after) if seat not in known]
    if callers:
        return [Text("Five pawns have been called by {players}.", players=callers)]
    if after.phase > CALLING and not called(after):
        return [Text("Nobody has called pawns.")]
    return []


def _told(who: Player, text: str) -> Text:
    verb, _, what = text.partition(" ")
    if verb == UNKNOWN:
        return Text("{player} has decided.", player=who)
    if what == UNKNOWN:
        return {
            "hide": Text("{player} lays a piece face down.", player=who),
            "point": Text("{player} points at a piece.", player=who),
        }[verb]
    piece = PIECE_NAMES.get(what, NOTHING)
    return {
        "call": Text("{player} calls.", player=who),
        "quiet": Text("{player} stays quiet.", player=who),
        "redeal": Text("{player} wants to deal again.", player=who),
        "continue": Text("{player} wants to play this deal.", player=who),
        "hide": Text("{player} lays a {piece} face down.", player=who, piece=piece),
        "defend": Text("{player} defends with a {piece}.", player=who, piece=piece),
        "attack": Text("{player} attacks with a {piece}.", player=who, piece=piece),
        "pass": Text("{player} passes.", player=who),
        "first": Text("{player} has said who deals first.", player=who),
        "point": Text("{player} points at piece {place}.", player=who, place=what),
        "shift": Text("{player} shifts by {steps}.", player=who, steps=what),
    }[verb]


def _round_won(s: State) -> Text:
    """GOITA-7, GOITA-8, GOITA-9: the pieces beside called pawns are shown to all."""
    who, points = Player(int(s.last_winner)), int(s.last_points)
    besides = [NAMES[kind] for kind in spread(KINDS[:PAWN], s.last_shown[:PAWN])]
    return {
        LAST_PIECE: Text(
            "{player} plays the last piece and scores {points}.", player=who, points=points
        ),
        DOUBLED: Text(
            "{player} plays the last pair and scores double: {points}.", player=who, points=points
        ),
        SIX: Text(
            "{player} shows six pawns ({pieces} besides) and scores {points}.",
            player=who,
            pieces=besides,
            points=points,
        ),
        SEVEN: Text(
            "{player} shows seven pawns ({pieces} besides) and scores {points}.",
            player=who,
            pieces=besides,
            points=points,
        ),
        EIGHT: Text("{player} shows eight pawns and scores {points}.", player=who, points=points),
        TEN: Text(
            "Both partners called five pawns: {points} points, and the match.", points=points
        ),
    }[int(s.last_ending)]
