"""A table of Goat Lords as one seat sees it: what lies where, what can be done, what is asked."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from goatherd.games.goat_lords.cards import (
    ACTION_CARDS,
    ACTIONS,
    ATOMIC,
    GOATS,
    NAMES,
    NONE,
    SEATS,
)
from goatherd.games.goat_lords.state import (
    ANSWERING,
    DEFENDING,
    DROPPING,
    FIRE_COMING,
    FIRE_RAINING,
    OVER,
    PLAYING,
    PRESSING,
    STACKING,
    TARGETING,
    TRASHING,
    TURNING,
    actions_are_dead,
    stack_kind,
    top_stack,
)
from goatherd.games.goat_lords.zones import herd, zones
from goatherd.rule import NOBODY, State
from goatherd.table import LAID, UNKNOWN, Card, Choice, Layer, Seat, Table, Zone
from goatherd.words import Player, Text

CARD_NAMES = NAMES | {UNKNOWN: Text("a face-down card")}
lay = Layer(CARD_NAMES)


def table(s: State, viewer: int, legal: Sequence[int]) -> Table:
    choices = tuple(_choice(s, viewer, action) for action in legal)
    lit = frozenset(click for choice in choices for click in choice.clicks)
    return Table(
        game="goat-lords",
        viewer=viewer if viewer < SEATS else None,
        turn=None if s.turn == NOBODY else int(s.turn),
        over=bool(s.phase == OVER),
        prompt=_prompt(s, viewer),
        seats=tuple(_seats(s, lit)),
        zones=tuple(_zones(s, viewer, lit)),
        choices=choices,
        facts=tuple(_facts(s)),
    )


# What can be done


def _choice(s: State, viewer: int, action: int) -> Choice:
    text = ACTIONS[action]
    verb, *what = text.split()
    return Choice(action, text, _words(s, verb, what), _clicks(s, viewer, verb, what))


def _words(s: State, verb: str, what: list[str]) -> Text:
    if verb in ("birth", "duel"):
        return _words_of_two(verb, what)
    if verb == "target":
        return Text("Play it on {player}", player=Player(int(what[0])))
    if verb == "stack":
        return _words_of_stack(s, int(what[0]))
    card = NAMES[what[0]] if what else Text("")
    return {
        "adopt": Text("Adopt the {goat} from the discard pile", goat=card),
        "discard": Text("Discard {goat}", goat=card),
        "action": Text("Play {card}", card=card),
        "left": Text("Pass the stacks to the left"),
        "right": Text("Pass the stacks to the right"),
        "defend": Text("Defend with {goat}", goat=card),
        "press": Text("Go on with {goat}", goat=card),
        "yield": Text("Yield"),
        "escape": Text("Play the Escape Goat"),
        "accept": Text("Let it happen"),
        "trash": Text("Trash {card}", card=card),
        "drop": Text("Drop {goat}", goat=card),
    }[verb]


def _words_of_two(verb: str, what: list[str]) -> Text:
    if verb == "duel":
        seat, goat = what
        return Text("Duel {player} with {goat}", player=Player(int(seat)), goat=NAMES[goat])
    if len(what) == 2:
        return Text("Birth {goat} with {wild}", goat=NAMES[what[0]], wild=NAMES[what[1]])
    return Text("Birth two of {goat}", goat=NAMES[what[0]])


def _words_of_stack(s: State, place: int) -> Text:
    """LORDS-31: with closed herds, a stack is chosen by its place alone."""
    if s.tops_only:
        return Text("Bring up stack {place}, counted from the base", place=place)
    cards = [NAMES[kind] for kind in herd(s, int(s.target))[place]]
    return Text("Bring up stack {place}: {cards}", place=place, cards=cards)


def _clicks(s: State, viewer: int, verb: str, what: list[str]) -> tuple[str, ...]:
    """The cards in hand that it takes, and where they go."""
    if verb in ("birth", "adopt", "discard", "defend", "press", "drop"):
        return (*_in_hand(s, viewer, what[0]), *_clicks_besides(s, viewer, verb, what))
    if verb == "duel":
        return (*_in_hand(s, viewer, what[1]), *_clicks_besides(s, viewer, verb, what))
    if verb == "target":
        return (f"seat {what[0]}",)
    if verb == "stack":
        hidden = int(what[0]) < _first_open(s, viewer, int(s.target))
        return () if hidden else _stack_ids(s, int(s.target), int(what[0]))
    if verb in ("action", "trash"):
        return _in_front(s, viewer, what[0])
    if verb == "escape":
        return _in_front(s, viewer, "escape")
    return ()


def _clicks_besides(s: State, viewer: int, verb: str, what: list[str]) -> tuple[str, ...]:
    if verb == "birth" and len(what) == 2:
        return _in_hand(s, viewer, what[1])
    if verb == "adopt":
        copies = zones(s)["discard"].count(what[0])
        return (f"discard/{what[0]}/{copies - 1}",)
    if verb in ("discard", "drop"):
        return ("discard",)
    if verb == "duel":
        seat = int(what[0])
        return _stack_ids(s, seat, int(s.stacks[seat]) - 1)
    return ()


def _in_hand(s: State, seat: int, kind: str) -> tuple[str, ...]:
    copies = int(s.hand[seat, GOATS.index(kind)])
    return tuple(f"hand {seat}/{kind}/{copy}" for copy in range(copies))


def _in_front(s: State, seat: int, kind: str) -> tuple[str, ...]:
    copies = int(s.front[seat, ACTION_CARDS.index(kind)])
    return tuple(f"actions {seat}/{kind}/{copy}" for copy in range(copies))


# What lies where


def _zones(s: State, viewer: int, lit: frozenset[str]) -> Iterator[Zone]:
    cards = zones(s)
    over = bool(s.phase == OVER)
    yield Zone("draw", Text("Draw pile"), "pile", _lay("draw", cards, over, lit))
    yield Zone(
        "discard",
        Text("Discard pile"),
        "pile",
        _lay("discard", cards, True, lit),
        lit="discard" in lit,
        top=len(cards["discard"]) - 1 if cards["discard"] else None,
    )
    yield Zone("trash", Text("Trash"), "pile", _lay("trash", cards, True, lit))
    yield Zone("duel", Text("Duel"), "row", _lay("duel", cards, True, lit))
    for seat in range(s.players):
        titles = _titles(seat)
        hand, actions = f"hand {seat}", f"actions {seat}"
        yield Zone(hand, titles[0], "hand", _lay(hand, cards, over, lit), seat)
        yield Zone(actions, titles[1], "hand", _lay(actions, cards, over, lit), seat)
        yield Zone(f"herd {seat}", titles[2], "stack", _herd(s, viewer, seat, lit), seat)


@cache
def _titles(seat: int) -> tuple[Text, Text, Text]:
    """Of the hand, the action cards and the herd."""
    who = Player(seat)
    return (
        Text("Hand of {player}", player=who),
        Text("Action cards of {player}", player=who),
        Text("Herd of {player}", player=who),
    )


def _lay(
    zone: str, cards: dict[str, list[str]], face_up: bool, lit: frozenset[str]
) -> tuple[Card, ...]:
    return lay(zone, cards[zone], face_up=face_up, lit=lit)


def _herd(s: State, viewer: int, seat: int, lit: frozenset[str]) -> tuple[Card, ...]:
    here = frozenset(card for card in lit if card.startswith(f"herd {seat}/"))
    stacks = tuple(herd(s, seat))
    return _piled(seat, stacks, _first_open(s, viewer, seat), _place_at_stake(s, seat), here)


@lru_cache(LAID)
def _piled(
    seat: int,
    stacks: Sequence[Sequence[str]],
    first_open: int,
    at_stake: int,
    lit: frozenset[str],
) -> tuple[Card, ...]:
    cards: list[Card] = []
    for place, kinds in enumerate(stacks):
        if place < first_open:
            cards += _hidden_cards(seat, len(cards), len(kinds))
        else:
            ids = _card_ids(seat, place, kinds)
            cards += _open_cards(ids, kinds, lit, place, marked=place == at_stake)
    return tuple(cards)


def _open_cards(
    ids: Sequence[str], kinds: Sequence[str], lit: frozenset[str], place: int, *, marked: bool
) -> list[Card]:
    return [
        Card(card, kind, CARD_NAMES[kind], True, card in lit, marked, place)
        for card, kind in zip(ids, kinds, strict=True)
    ]


def _hidden_cards(seat: int, below: int, count: int) -> list[Card]:
    """The cards of a hidden stack: such stacks are not told apart (LORDS-31)."""
    return [
        Card(f"herd {seat}/{UNKNOWN}/{place}", UNKNOWN, CARD_NAMES[UNKNOWN], False)
        for place in range(below, below + count)
    ]


def _stack_ids(s: State, seat: int, place: int) -> tuple[str, ...]:
    return _card_ids(seat, place, herd(s, seat)[place])


def _card_ids(seat: int, place: int, kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"herd {seat}/{place}/{kind}/{copy}" for copy, kind in enumerate(kinds))


def _first_open(s: State, viewer: int, seat: int) -> int:
    """LORDS-31: with closed herds, the stacks of others below the top are hidden."""
    closed = s.tops_only and seat != viewer and s.phase != OVER
    return int(s.stacks[seat]) - 1 if closed else 0


def _place_at_stake(s: State, seat: int) -> int:
    """The stack that a duel or an action card is about, or NONE."""
    if s.target != seat:
        return NONE
    if s.dueled > 0 or s.card == ATOMIC:
        return int(s.stacks[seat]) - 1
    return int(s.place)


def _seats(s: State, lit: frozenset[str]) -> Iterator[Seat]:
    for seat in range(s.players):
        to_act = bool(s.turn == seat)
        facts = tuple(_seat_facts(s, seat))
        yield Seat(seat, int(s.worth[seat]), seat, to_act, facts, f"seat {seat}" in lit)


def _seat_facts(s: State, seat: int) -> Iterator[Text]:
    if s.stacks[seat] == 0:
        yield Text("No herd yet")
    elif s.stacks[seat] == 1:
        yield Text("Only a base")
    else:
        yield Text("{count} stacks", count=int(s.stacks[seat]))
    if s.active == seat and s.phase != OVER:
        yield Text("On turn")
    if s.missed[seat] == 1:
        yield Text("Misses the next turn")
    elif s.missed[seat] > 1:
        yield Text("Misses {count} turns", count=int(s.missed[seat]))


def _facts(s: State) -> Iterator[Text]:
    yield Text("Full hand: {count} goats", count=int(s.hand_size))
    if s.herds_asked:
        yield Text("Goatinhood asks only players with a herd")
    if s.fire == FIRE_COMING:
        yield Text("Fire-Goats: nobody may defend in the next duel of this turn")
    if s.phase == OVER:
        return
    if s.left == 0:
        yield Text("The draw pile is empty")
    if actions_are_dead(s):
        yield Text("Action cards are dead")


# What is asked


def _prompt(s: State, viewer: int) -> Text:
    if s.phase == OVER:
        return Text("The match is over.")
    return _asked(s) if s.turn == viewer else _waiting(s)


def _asked(s: State) -> Text:
    if s.phase == PLAYING:
        return _asked_to_play(s)
    attacker = Player(int(s.active))
    if s.phase in (DEFENDING, PRESSING):
        return _asked_in_duel(s, attacker)
    card = Text("") if s.card == NONE else NAMES[ACTION_CARDS[s.card]]
    return {
        TARGETING: Text("Choose on whom to play {card}.", card=card),
        STACKING: Text("Choose the stack to bring to the top."),
        TURNING: Text("Choose which way the top stacks go."),
        ANSWERING: Text("{player} plays {card} on you.", player=attacker, card=card),
        TRASHING: Text("You have four action cards: choose one to trash."),
        DROPPING: Text(
            "Choose a card to drop: your hand is too large by {count}.",
            count=int(s.held[s.turn]) - int(s.hand_size),
        ),
    }[int(s.phase)]


def _asked_to_play(s: State) -> Text:
    if s.stacks[s.turn] == 0:
        return Text("Start your herd with a birth or an adoption, or discard a card.")
    if s.may_act:
        return Text("Make a play ({count} left).", count=int(s.plays))
    return Text("Make a play from your hand ({count} left).", count=int(s.plays))


def _asked_in_duel(s: State, attacker: Player) -> Text:
    goat = NAMES[GOATS[stack_kind(top_stack(s, int(s.target)))]]
    if s.phase == PRESSING:
        defender = Player(int(s.target))
        return Text("{player} defends: add {goat} or a wild, or yield.", player=defender, goat=goat)
    if s.fire == FIRE_RAINING:
        return Text(
            "{player} duels for your {goat} in a rain of fire: you cannot defend.",
            player=attacker,
            goat=goat,
        )
    return Text(
        "{player} duels for your {goat}: add that or a wild, or yield.", player=attacker, goat=goat
    )


def _waiting(s: State) -> Text:
    who, active = Player(int(s.turn)), Player(int(s.active))
    card = Text("") if s.card == NONE else NAMES[ACTION_CARDS[s.card]]
    return {
        PLAYING: Text("{player} makes a play.", player=who),
        TARGETING: Text("{player} chooses on whom to play {card}.", player=who, card=card),
        STACKING: Text("{player} chooses a stack to bring to the top.", player=who),
        TURNING: Text("{player} chooses which way the top stacks go.", player=who),
        ANSWERING: Text(
            "{active} plays {card} on {player}, who may escape.",
            active=active,
            card=card,
            player=who,
        ),
        DEFENDING: Text("{active} duels; {player} defends or yields.", active=active, player=who),
        PRESSING: Text("{player} goes on with the duel or yields.", player=who),
        TRASHING: Text("{player} has four action cards and trashes one.", player=who),
        DROPPING: Text("{player} drops cards down to a full hand.", player=who),
    }[int(s.phase)]
