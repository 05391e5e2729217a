"""A table of Goat as one seat sees it, and what happened on it, in words."""

from collections.abc import Sequence
from functools import cache, lru_cache

from goatherd.games.goat_1916.cards import ACTIONS, KINDS, NAMES, SEATS, SHOW
from goatherd.games.goat_1916.rules import (
    COMMANDING,
    FOLLOWING,
    LEADING,
    LEADING_SEARCHED,
    OVER,
    SEARCHING,
    side_of,
    taker,
)
from goatherd.games.goat_1916.zones import book, books_left, zones
from goatherd.rule import NOBODY, Decision, State
from goatherd.table import LAID, UNKNOWN, Card, Choice, Layer, Seat, Table, Zone
from goatherd.words import Player, Text

lay = Layer(NAMES | {UNKNOWN: Text("a face-down card")})


def table(s: State, viewer: int, legal: Sequence[int]) -> Table:
    cards = zones(s)
    choices = tuple(_choice(s, cards, action) for action in legal)
    lit = frozenset(click for choice in choices for click in choice.clicks)
    return Table(
        game="goat-1916",
        viewer=viewer if viewer < SEATS else None,
        turn=None if s.turn == NOBODY else int(s.turn),
        over=bool(s.phase == OVER),
        prompt=_prompt(s, viewer, legal),
        seats=tuple(_seat(s, seat, lit) for seat in range(s.players)),
        zones=tuple(_zones(s, cards, lit)),
        choices=choices,
        facts=_facts(s),
    )


# What can be done


def _choice(s: State, cards: dict[str, list[str]], action: int) -> Choice:
    text = ACTIONS[action]
    verb, _, what = text.partition(" ")
    return Choice(action, text, _words(s, verb, what), _clicks(s, cards, verb, what))


def _words(s: State, verb: str, what: str) -> Text:
    if verb == "search":
        return Text("Search the hand of {player}", player=Player(int(what)))
    card = NAMES[what]
    return {
        "lead": Text("Lead a {card}", card=card),
        "show": Text("Show {card} and search", card=card),
        "command": Text("Make {player} play a {card}", player=Player(int(s.searched)), card=card),
        "play": Text("Play a {card}", card=card),
    }[verb]


def _clicks(s: State, cards: dict[str, list[str]], verb: str, what: str) -> tuple[str, ...]:
    if verb == "search":
        return (f"seat {what}", f"hand {what}")
    if verb == "show":  # a button: a click on the card leads it
        return ()
    hand = f"hand {s.searched}" if verb == "command" else f"hand {s.turn}"
    return tuple(f"{hand}/{what}/{copy}" for copy in range(cards[hand].count(what)))


# What lies where


def _zones(s: State, cards: dict[str, list[str]], lit: frozenset[str]) -> list[Zone]:
    out = [Zone("book", Text("The book"), "row", _book(s))]
    for seat in range(s.players):
        out.extend(_seat_zones(seat, cards, lit))
    for side in range(2):
        taken = f"taken {side}"
        title = _taken_title(side, int(s.players))
        out.append(Zone(taken, title, "pile", lay(taken, cards[taken], face_up=True)))
    return out


def _seat_zones(seat: int, cards: dict[str, list[str]], lit: frozenset[str]) -> list[Zone]:
    titles = _titles(seat)
    hand, pile = f"hand {seat}", f"pile {seat}"
    return [
        Zone(
            hand,
            titles[0],
            "hand",
            lay(hand, cards[hand], face_up=False, lit=lit),
            seat,
            hand in lit,
        ),
        Zone(
            pile,
            titles[1],
            "pile",
            lay(pile, cards[pile], face_up=False),
            seat,
        ),
    ]


@cache
def _titles(seat: int) -> tuple[Text, Text]:
    """Of the hand and the pile."""
    who = Player(seat)
    return Text("Hand of {player}", player=who), Text("Pile of {player}", player=who)


@cache
def _taken_title(side: int, players: int) -> Text:
    return Text("Taken by {players}", players=_partners(side, players))


def _book(s: State) -> tuple[Card, ...]:
    """Each card with its player; the one that decides the book as it lies is marked."""
    played = tuple(book(s))
    goat = _first_goat(played)
    return _played(played, taker(s) if goat is None else goat)


@lru_cache(LAID)
def _played(played: Sequence[tuple[int, str]], decisive: int) -> tuple[Card, ...]:
    cards = lay("book", [card for _, card in played], face_up=True)
    return tuple(
        card._replace(
            name=Text("{card} of {player}", card=card.name, player=Player(seat)),
            marked=seat == decisive,
        )
        for card, (seat, _) in zip(cards, played, strict=True)
    )


def _first_goat(played: Sequence[tuple[int, str]]) -> int | None:
    """Who played the first goat of a book."""
    return next((seat for seat, card in played if card == "goat"), None)


def _partners(side: int, players: int) -> list[Player]:
    return [Player(seat) for seat in range(side, players, 2)]


def _seat(s: State, seat: int, lit: frozenset[str]) -> Seat:
    facts = []
    if seat == s.leader and s.phase != OVER:
        facts.append(Text("Leads this book"))
    if seat == s.searched:
        facts.append(Text("Searched"))
    side = side_of(seat)
    return Seat(
        seat, int(s.score[side]), side, bool(s.turn == seat), tuple(facts), f"seat {seat}" in lit
    )


def _facts(s: State) -> tuple[Text, ...]:
    facts = [Text("Books left: {count}", count=books_left(s))]
    played = book(s)
    goat = _first_goat(played)
    if goat is not None:
        facts.append(
            Text(
                "{player} played the first goat: the other side takes this book",
                player=Player(goat),
            )
        )
    elif played:
        facts.append(Text("{player} has the highest card so far", player=Player(taker(s))))
    return tuple(facts)


# What is asked


def _prompt(s: State, viewer: int, legal: Sequence[int]) -> Text:
    if s.phase == OVER:
        return _result(s)
    if s.turn != viewer:
        return _waiting(s)
    if s.phase == LEADING and max(legal, default=0) >= SHOW:
        return Text("Lead a card, or show a red card or a goat to search an opponent.")
    return _asked(s)


def _asked(s: State) -> Text:
    searched = Player(int(s.searched))
    return {
        LEADING: Text("Lead a card."),
        SEARCHING: Text("Choose the opponent whose hand you search."),
        LEADING_SEARCHED: Text(
            "You see the hand of {player}. Lead a card, but no goat.", player=searched
        ),
        COMMANDING: Text("Choose the card that {player} must play.", player=searched),
        FOLLOWING: Text("Play a card to the book."),
    }[int(s.phase)]


def _waiting(s: State) -> Text:
    who, searched = Player(int(s.turn)), Player(int(s.searched))
    if s.phase == SEARCHING:
        return Text(
            "{player} has shown a {card} and chooses an opponent to search.",
            player=who,
            card=NAMES[KINDS[s.shown]],
        )
    return {
        LEADING: Text("{player} leads a card, or searches an opponent first.", player=who),
        LEADING_SEARCHED: Text(
            "{player} sees the hand of {opponent} and leads a card.", player=who, opponent=searched
        ),
        COMMANDING: Text(
            "{player} chooses the card that {opponent} must play.", player=who, opponent=searched
        ),
        FOLLOWING: Text("{player} plays a card to the book.", player=who),
    }[int(s.phase)]


def _result(s: State) -> Text:
    even, odd = (int(points) for points in s.score)
    if even == odd:
        return Text("Both sides have {points} points: nobody wins.", points=even)
    return Text(
        "{players} win with {points} points to {fewer}.",
        players=_partners(int(odd > even), int(s.players)),
        points=max(even, odd),
        fewer=min(even, odd),
    )


# What happened


def narrate(before: State, decision: Decision, after: State, text: str) -> list[Text]:
    """The decision, the book if that filled it, and the result if that was the last one."""
    told = [_told(before, Player(decision.seat), text)]
    if before.played > 0 and after.played == 0:
        _, _, card = text.partition(" ")
        told.extend(_book_taken(before, [*book(before), (decision.seat, card)], after))
    if after.phase == OVER:
        told.append(_result(after))
    return told


def _told(s: State, who: Player, text: str) -> Text:
    verb, _, what = text.partition(" ")
    if verb == "search":
        return Text(
            "{player} searches the hand of {opponent}.", player=who, opponent=Player(int(what))
        )
    card = NAMES[what]
    return {
        "lead": Text("{player} leads a {card}.", player=who, card=card),
        "show": Text("{player} shows a {card}.", player=who, card=card),
        "command": Text(
            "{player} makes {opponent} play a {card}.",
            player=who,
            opponent=Player(int(s.searched)),
            card=card,
        ),
        "play": Text("{player} plays a {card}.", player=who, card=card),
    }[verb]


def _book_taken(before: State, played: Sequence[tuple[int, str]], after: State) -> list[Text]:
    """Which side takes a full book and why, for how many points, and who leads next."""
    leader = Player(int(after.leader))
    points = int(after.score.sum() - before.score.sum())
    goat = _first_goat(played)
    if goat is None:
        told = [Text("{player} takes the book for {points} points.", player=leader, points=points)]
    else:
        told = [
            Text(
                "{player} played the first goat: the book goes to {players} for {points} points.",
                player=Player(goat),
                players=_partners(side_of(leader.seat), int(after.players)),
                points=points,
            )
        ]
    if after.phase != OVER:
        told.append(Text("{player} leads next.", player=leader))
    return told
