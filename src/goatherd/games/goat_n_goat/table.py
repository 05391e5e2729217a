"""A table of Goat 'n' Goat as one seat sees it, and what happened on it, in words."""

from collections.abc import Sequence
from functools import cache

from goatherd.games.goat_n_goat.cards import (
    ACTIONS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    HEIGHTS,
    KINDS,
    MOUNTAIN_NAMES,
    MOUNTAINS,
    NAMES,
    NONE,
    NUMBER,
)
from goatherd.games.goat_n_goat.rules import (
    CLAIMING,
    DROPPING,
    OVER,
    PLAYING,
    TAKING,
    winners,
)
from goatherd.games.goat_n_goat.zones import zones
from goatherd.rule import NOBODY, Decision, State
from goatherd.table import UNKNOWN, Choice, Layer, Seat, Table, Zone
from goatherd.words import Player, Text

lay = Layer(NAMES | {UNKNOWN: Text("a face-down card")})
lay_mountains = Layer(MOUNTAIN_NAMES)


def table(s: State, viewer: int, legal: Sequence[int]) -> Table:
    cards = zones(s)
    choices = tuple(_choice(s, viewer, action, cards) for action in legal)
    lit = frozenset(click for choice in choices for click in choice.clicks)
    seats = range(s.players)
    return Table(
        game="goat-n-goat",
        viewer=viewer if viewer in seats else None,
        turn=None if s.turn == NOBODY else int(s.turn),
        over=bool(s.phase == OVER),
        prompt=_prompt(s, viewer),
        seats=tuple(_seat(s, seat) for seat in seats),
        zones=(
            *_middle(cards, lit),
            *(zone for seat in seats for zone in _corner(seat, cards, lit)),
        ),
        choices=choices,
        facts=_facts(s),
    )


# What can be done


def _choice(s: State, viewer: int, action: int, cards: dict[str, list[str]]) -> Choice:
    text = ACTIONS[action]
    verb, _, what = text.partition(" ")
    zones_of = {
        "play": f"hand {viewer}",
        "take": "display",
        "drop": f"hand {viewer}",
        "claim": "mountains",
    }
    clicks: tuple[str, ...] = ()
    if verb in zones_of:
        zone = zones_of[verb]
        clicks = tuple(f"{zone}/{what}/{copy}" for copy in range(cards[zone].count(what)))
    return Choice(action, text, _words(s, viewer, verb, what), clicks)


def _words(s: State, viewer: int, verb: str, what: str) -> Text:
    if verb == "play":
        return _play_words(s, viewer, KINDS.index(what))
    if verb == "claim":
        return _claim_words(s, viewer, MOUNTAINS.index(what))
    card = NAMES.get(what, Text(""))
    return {
        "done": Text("Stop playing"),
        "take": Text("Take {card}", card=card),
        "drop": Text("Drop {card} as a penalty", card=card),
        "skip": Text("Claim nothing"),
    }[verb]


def _play_words(s: State, viewer: int, kind: int) -> Text:
    """Warns of a flock that would be lost (GNG-6)."""
    card, colour = NAMES[KINDS[kind]], int(COLOUR[kind])
    if s.highest[viewer, colour] <= NUMBER[kind]:
        return Text("Play {card}", card=card)
    return Text(
        "Play {card} and lose the {colour} flock (penalty {count})",
        card=card,
        colour=COLOUR_NAMES[colour],
        count=int(s.goats[viewer, colour]),
    )


def _claim_words(s: State, viewer: int, mountain: int) -> Text:
    colour = mountain // HEIGHTS
    return Text(
        "Claim {mountain} with the {colour} flock of {count}",
        mountain=MOUNTAIN_NAMES[MOUNTAINS[mountain]],
        colour=COLOUR_NAMES[colour],
        count=int(s.goats[viewer, colour]),
    )


# What lies where


def _middle(cards: dict[str, list[str]], lit: frozenset[str]) -> list[Zone]:
    mountains = lay_mountains("mountains", cards["mountains"], face_up=True, lit=lit)
    display = lay("display", cards["display"], face_up=True, lit=lit)
    deck = lay("deck", cards["deck"], face_up=False)
    discard = lay("discard", cards["discard"], face_up=True)
    return [
        Zone("mountains", Text("Mountains"), "row", mountains),
        Zone("display", Text("Display"), "row", display),
        Zone("deck", Text("Deck"), "pile", deck),
        Zone("discard", Text("Discard pile"), "pile", discard),
    ]


def _corner(seat: int, cards: dict[str, list[str]], lit: frozenset[str]) -> list[Zone]:
    """The zones of one seat."""
    hand, penalty, score = f"hand {seat}", f"penalty {seat}", f"score {seat}"
    held = lay(hand, cards[hand], face_up=False, lit=lit)
    penalties = lay(penalty, cards[penalty], face_up=True)
    claimed = lay_mountains(score, cards[score], face_up=True)
    titles = _titles(seat)
    return [
        Zone(hand, titles[0], "hand", held, seat),
        *(_flock(seat, colour, cards) for colour in range(len(COLOURS))),
        Zone(penalty, titles[1], "pile", penalties, seat),
        Zone(score, titles[2], "row", claimed, seat),
    ]


def _flock(seat: int, colour: int, cards: dict[str, list[str]]) -> Zone:
    name = f"flock {seat} {COLOURS[colour]}"
    laid = lay(name, cards[name], face_up=True)
    return Zone(name, _flock_title(seat, colour), "row", laid, seat)


@cache
def _titles(seat: int) -> tuple[Text, Text, Text]:
    """Of the hand, the penalties and the claimed mountains."""
    who = Player(seat)
    return (
        Text("Hand of {player}", player=who),
        Text("Penalties of {player}", player=who),
        Text("Mountains of {player}", player=who),
    )


@cache
def _flock_title(seat: int, colour: int) -> Text:
    return Text("{player}: {colour} flock", colour=COLOUR_NAMES[colour], player=Player(seat))


def _seat(s: State, seat: int) -> Seat:
    facts = (Text("Has taken the last turn"),) if _is_done(s, seat) else ()
    return Seat(seat, int(s.points[seat]), seat, bool(s.turn == seat), facts)


def _is_done(s: State, seat: int) -> bool:
    """Whether the seat's turn of the last round is over (GNG-14)."""
    if s.turns_left == NONE or s.phase == OVER:
        return False
    return bool((seat - s.turn) % s.players >= s.turns_left)


def _facts(s: State) -> tuple[Text, ...]:
    facts = []
    if s.reshuffled:
        facts.append(Text("The discard pile has become the deck"))
    if s.turns_left != NONE:
        facts.append(Text("The last round: nothing is drawn any more"))
    if s.when_short:
        facts.append(Text("The deck has run out only when a card is missing"))
    if s.claim_each:
        facts.append(Text("Each flock that can may claim a mountain"))
    return tuple(facts)


# What is asked


def _prompt(s: State, viewer: int) -> Text:
    if s.phase == OVER:
        return _won(s)
    return _asked(s) if s.turn == viewer else _waiting(s)


def _asked(s: State) -> Text:
    too_many = int(s.held[s.turn]) - int(s.hand_limit)
    if s.phase == PLAYING and s.number == 0:
        return Text("Choose a card to play.")
    return {
        PLAYING: Text("Play more cards with a {number}, or stop.", number=int(s.number)),
        TAKING: Text("Choose a card to take from the display ({left} left).", left=int(s.to_take)),
        DROPPING: Text(
            "Your hand is too full: choose a card to drop ({left} left).", left=too_many
        ),
        CLAIMING: Text("Claim a mountain with one of your flocks, or claim nothing."),
    }[int(s.phase)]


def _waiting(s: State) -> Text:
    who = Player(int(s.turn))
    return {
        PLAYING: Text("{player} is playing cards.", player=who),
        TAKING: Text("{player} is taking cards from the display.", player=who),
        DROPPING: Text("{player} is dropping cards from a full hand.", player=who),
        CLAIMING: Text("{player} may claim a mountain.", player=who),
    }[int(s.phase)]


def _won(s: State) -> Text:
    """GNG-17."""
    won = [0] * int(s.players)
    winners(s, won)
    best = [seat for seat, wins in enumerate(won) if wins]
    score = int(s.points[best[0]])
    if len(best) == 1:
        return Text("{player} wins with a score of {points}.", player=Player(best[0]), points=score)
    sharing = [Player(seat) for seat in best]
    return Text("{players} share the win with a score of {points}.", players=sharing, points=score)


# What happened


def narrate(before: State, decision: Decision, after: State, text: str) -> list[Text]:
    """The decision, then a flock lost by it, cards turned up, and what a deck run out brings."""
    verb, _, what = text.partition(" ")
    told = [_told(before, decision.seat, verb, what)]
    if verb == "play":
        told.extend(_told_loss(before, decision.seat, KINDS.index(what)))
    turned_up = _turned_up(before, after, what if verb == "take" else "")
    if turned_up:
        told.append(Text("Turned up: {cards}.", cards=turned_up))
    if after.reshuffled > before.reshuffled:
        told.append(Text("The deck has run out: the discard pile is shuffled into a new one."))
    if after.turns_left > before.turns_left:
        told.append(Text("The deck has run out: everybody takes one last turn."))
    if after.phase == OVER:
        told += [Text("Cards left in hand become penalties."), _won(after)]
    return told


def _told(before: State, seat: int, verb: str, what: str) -> Text:
    who = Player(seat)
    if verb == "claim":
        return _told_claim(before, seat, MOUNTAINS.index(what))
    card = NAMES.get(what, Text(""))
    return {
        "play": Text("{player} plays {card}.", player=who, card=card),
        "done": Text("{player} has played.", player=who),
        "take": Text("{player} takes {card}.", player=who, card=card),
        "drop": Text("{player} drops {card} as a penalty.", player=who, card=card),
        "skip": Text("{player} claims nothing.", player=who),
    }[verb]


def _told_claim(before: State, seat: int, mountain: int) -> Text:
    colour = mountain // HEIGHTS
    return Text(
        "{player} claims {mountain} and discards the {colour} flock of {count}.",
        player=Player(seat),
        mountain=MOUNTAIN_NAMES[MOUNTAINS[mountain]],
        colour=COLOUR_NAMES[colour],
        count=int(before.goats[seat, colour]),
    )


def _told_loss(before: State, seat: int, kind: int) -> list[Text]:
    """GNG-6."""
    colour = int(COLOUR[kind])
    if before.highest[seat, colour] <= NUMBER[kind]:
        return []
    return [
        Text(
            "{player} loses the {colour} flock: a penalty of {count}.",
            player=Player(seat),
            colour=COLOUR_NAMES[colour],
            count=int(before.goats[seat, colour]),
        )
    ]


def _turned_up(before: State, after: State, taken: str) -> list[Text]:
    """GNG-11: the cards that are new in the display."""
    new = after.display - before.display
    if taken:
        new[KINDS.index(taken)] += 1
    return [NAMES[kind] for kind, count in zip(KINDS, new, strict=True) for _ in range(count)]
