"""Why a decision of Goat is not legal: the rule that forbids it, and the reason in words."""

from goatherd.games.goat_1916.cards import ACTIONS, BLACK, GOAT, KINDS, NAMES
from goatherd.games.goat_1916.rules import (
    COMMANDING,
    FOLLOWING,
    LEADING,
    LEADING_SEARCHED,
    SEARCHING,
    kind_of,
)
from goatherd.rule import Refusal, State
from goatherd.words import Player, Text

ASKED = {
    LEADING: ("lead", "show"),
    SEARCHING: ("search",),
    LEADING_SEARCHED: ("lead",),
    COMMANDING: ("command",),
    FOLLOWING: ("play",),
}
"""The kinds of decision that each phase asks for."""


def refusal(s: State, action: int) -> Refusal:
    verb, _, what = ACTIONS[action].partition(" ")
    if verb not in ASKED[int(s.phase)]:
        return _out_of_place(s, verb)
    if verb == "search":
        return _not_searched(s, int(what))
    kind = KINDS.index(what)
    if verb == "show":
        return _not_shown(s, kind)
    if verb == "command":
        return _not_commanded(s, kind)
    return _not_played(s, kind)


def _out_of_place(s: State, verb: str) -> Refusal:
    """This phase asks for something else."""
    if s.phase == SEARCHING:
        return Refusal(
            "GOAT-11",
            Text("You have shown a card and cannot go back: name the opponent to search."),
        )
    if s.phase == COMMANDING:
        return Refusal(
            "GOAT-12",
            Text("Name the card that {player} must play.", player=Player(int(s.searched))),
        )
    if s.phase == FOLLOWING:
        return _not_the_leader(s, verb)
    return _before_the_lead(s, verb)


def _not_the_leader(s: State, verb: str) -> Refusal:
    if verb == "lead":
        return Refusal(
            "GOAT-6",
            Text("{player} leads this book: play a card to it.", player=Player(int(s.leader))),
        )
    if verb == "command":
        return Refusal("GOAT-12", Text("Only the leader can command a card, after a search."))
    return Refusal("GOAT-11", Text("Only the leader can search, and only before leading."))


def _before_the_lead(s: State, verb: str) -> Refusal:
    if verb == "play":
        return Refusal("GOAT-6", Text("You lead this book: lead a card."))
    if verb == "command":
        return Refusal("GOAT-12", Text("A card is commanded after a search, once you have led."))
    if s.phase == LEADING_SEARCHED:
        return Refusal("GOAT-11", Text("You have searched already, and may do so once a lead."))
    return Refusal("GOAT-11", Text("To search an opponent, show a red card or a goat first."))


def _not_searched(s: State, seat: int) -> Refusal:
    if seat >= s.players:
        return Refusal("GOAT-11", Text("There is no such opponent at this table."))
    if seat == s.turn:
        return Refusal("GOAT-11", Text("You cannot search yourself, only an opponent."))
    return Refusal(
        "GOAT-11",
        Text("{player} is your partner: only an opponent can be searched.", player=Player(seat)),
    )


def _not_shown(s: State, kind: int) -> Refusal:
    if BLACK <= kind < GOAT:
        return Refusal("GOAT-11", Text("Only a red card or a goat gives the right of search."))
    if _holds(s, int(s.turn), kind):
        return Refusal(
            "GOAT-13",
            Text("You hold only goats, and after a search a goat cannot be led."),
        )
    return Refusal("GOAT-11", _not_held(kind))


def _not_commanded(s: State, kind: int) -> Refusal:
    return Refusal(
        "GOAT-12",
        Text(
            "There is no {card} in the hand of {player}.",
            card=NAMES[KINDS[kind]],
            player=Player(int(s.searched)),
        ),
    )


def _not_played(s: State, kind: int) -> Refusal:
    if s.phase == LEADING_SEARCHED and _holds(s, int(s.turn), kind):
        return Refusal("GOAT-12", Text("After a search, a goat cannot be led."))
    return Refusal("GOAT-6", _not_held(kind))


def _holds(s: State, seat: int, kind: int) -> bool:
    return any(kind_of(card) == kind for card in s.hand[seat])


def _not_held(kind: int) -> Text:
    return Text("There is no {card} in your hand.", card=NAMES[KINDS[kind]])
