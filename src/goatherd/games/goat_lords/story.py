"""What happened in a match of Goat Lords, in words, from the views before and after a decision."""

from collections.abc import Iterator

from goatherd.games.goat_lords.cards import (
    ACTION_CARDS,
    ATOMIC,
    GOATINHOOD,
    GOATS,
    HYPNOTIZE,
    LOAF,
    LORD,
    NAMES,
    SNEAK,
    SPECTATOR,
    WILDS,
)
from goatherd.games.goat_lords.state import ANSWERING, DEFENDING, OVER, TRASHING, actions_are_dead
from goatherd.rule import Decision, State
from goatherd.words import Player, Text


def narrate(before: State, decision: Decision, after: State, text: str) -> list[Text]:
    """The decision, what the action card did, and what followed by itself."""
    verb, *what = text.split()
    who = Player(decision.seat)
    told = [_decided(before, who, verb, what)]
    if verb == "action" and what == [ACTION_CARDS[GOATINHOOD]]:
        told.append(_wild_given(before, after, decision.seat))
    elif verb in ("target", "stack", "accept") and after.phase != ANSWERING:
        told.extend(_effect(before, after, verb, what))
    told.extend(_followed(before, after))
    return told


def _decided(s: State, who: Player, verb: str, what: list[str]) -> Text:
    if verb == "birth":
        return _birth(who, what)
    if verb == "duel":
        return Text(
            "{player} duels {target} with {goat}.",
            player=who,
            target=Player(int(what[0])),
            goat=NAMES[what[1]],
        )
    if verb == "target":
        return Text("{player} aims at {target}.", player=who, target=Player(int(what[0])))
    if verb == "stack":
        return Text("{player} picks stack {place}.", player=who, place=what[0])
    if verb == "yield":
        return _yield(s, who)
    card = NAMES[what[0]] if what else Text("")
    return {
        "adopt": Text("{player} adopts the {goat}.", player=who, goat=card),
        "discard": Text("{player} discards {goat}.", player=who, goat=card),
        "action": Text("{player} plays {card}.", player=who, card=card),
        "left": Text("{player} has all top stacks passed to the left.", player=who),
        "right": Text("{player} has all top stacks passed to the right.", player=who),
        "defend": Text("{player} defends with {goat}.", player=who, goat=card),
        "press": Text("{player} goes on with {goat}.", player=who, goat=card),
        "escape": Text("{player} plays the Escape Goat: the attack fails.", player=who),
        "accept": Text("{player} lets it happen.", player=who),
        "trash": Text("{player} trashes {card}.", player=who, card=card),
        "drop": Text("{player} drops {goat}.", player=who, goat=card),
    }[verb]


def _birth(who: Player, what: list[str]) -> Text:
    goat = NAMES[what[0]]
    if len(what) == 2:
        return Text(
            "{player} births {goat} with {wild}.", player=who, goat=goat, wild=NAMES[what[1]]
        )
    return Text("{player} births two of {goat}.", player=who, goat=goat)


def _yield(s: State, who: Player) -> Text:
    if s.phase == DEFENDING:
        taker = Player(int(s.active))
        return Text("{player} yields: {taker} takes the stack.", player=who, taker=taker)
    keeper = Player(int(s.target))
    return Text("{player} yields: {keeper} keeps the stack.", player=who, keeper=keeper)


# Action cards


def _effect(before: State, after: State, verb: str, what: list[str]) -> Iterator[Text]:
    """What an action card did that nobody escaped; `sneak` still asks for its stack."""
    target = int(what[0]) if verb == "target" else int(before.target)
    who = Player(target)
    if before.card == HYPNOTIZE:
        yield _card_taken(before, after, int(before.active), target)
    elif before.card == ATOMIC:
        yield Text("The top stack of {player} is blown up.", player=who)
    elif before.card == LOAF:
        yield Text("{player} will miss a turn.", player=who)
    elif before.card == SNEAK and verb != "target":
        yield Text("A stack of {player} comes to the top.", player=who)


def _card_taken(before: State, after: State, thief: int, victim: int) -> Text:
    """Only the two of them are told which card it was (LORDS-30)."""
    gained = [kind for kind in range(len(GOATS)) if _more(before, after, thief, kind) == 1]
    names_it = after.held[thief] == before.held[thief] + 1 or after.unseen[thief] > 0
    if len(gained) == 1 and names_it:
        return Text(
            "{player} takes {goat} from the hand of {victim}.",
            player=Player(thief),
            goat=NAMES[GOATS[gained[0]]],
            victim=Player(victim),
        )
    return Text(
        "{player} takes a card from the hand of {victim}.",
        player=Player(thief),
        victim=Player(victim),
    )


def _more(before: State, after: State, seat: int, kind: int) -> int:
    return int(after.hand[seat, kind]) - int(before.hand[seat, kind])


def _wild_given(before: State, after: State, taker: int) -> Text:
    """LORDS-22: all see who gave which wild."""
    for wild in range(LORD, WILDS):
        if after.known[taker, wild, SPECTATOR] > before.known[taker, wild, SPECTATOR]:
            givers = [
                seat
                for seat in range(before.players)
                if seat != taker and after.held[seat] < before.held[seat]
            ]
            return Text(
                "{player} gets {wild} from {givers}.",
                player=Player(taker),
                wild=NAMES[GOATS[wild]],
                givers=[Player(seat) for seat in givers],
            )
    if after.herds_asked:
        return Text("Nobody with a herd has a wild.")
    return Text("Nobody has a wild.")


# What follows by itself


def _followed(before: State, after: State) -> Iterator[Text]:
    for seat in range(after.players):
        yield from _happened_to(before, after, seat)
    if before.left > 0 and after.left == 0:
        yield Text("The draw pile is empty.")
    if actions_are_dead(after) and not actions_are_dead(before) and after.phase != OVER:
        yield Text("A hand is empty: action cards are dead.")
    if after.phase == TRASHING:
        yield Text("{player} has drawn a fourth action card.", player=Player(int(after.turn)))
    if after.phase == OVER:
        yield Text("All cards are played: the match is over.")


def _happened_to(before: State, after: State, seat: int) -> Iterator[Text]:
    who = Player(seat)
    if after.fronts[seat] > before.fronts[seat]:
        count = int(after.fronts[seat]) - int(before.fronts[seat])
        if count == 1:
            yield Text("{player} lays an action card face down.", player=who)
        else:
            yield Text("{player} lays {count} action cards face down.", player=who, count=count)
    if after.missed[seat] < before.missed[seat]:
        yield Text("{player} misses a turn.", player=who)
