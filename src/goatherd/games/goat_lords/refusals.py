"""Why a decision of Goat Lords is not legal now: the rule that forbids it, in words."""

from goatherd.games.goat_lords.cards import (
    ACCEPT,
    ACTION,
    ACTION_CARDS,
    ADOPT,
    ATOMIC,
    BIRTH_GOATINI,
    BIRTH_LORD,
    DEFEND,
    DISCARD,
    DROP,
    DUEL,
    ESCAPE,
    GOATINI,
    GOATS,
    HYPNOTIZE,
    LEFT,
    LORD,
    NAMES,
    ORDINARY,
    PLAY_ESCAPE,
    PRESS,
    SNEAK,
    STACK,
    TARGET,
    TRASH,
    WILDS,
    YIELD,
)
from goatherd.games.goat_lords.state import (
    ANSWERING,
    DEFENDING,
    DROPPING,
    FIRE_RAINING,
    GOAT_KINDS,
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
from goatherd.rule import Refusal, State
from goatherd.words import Player, Text


def refusal(s: State, action: int) -> Refusal:
    """From the view of the seat to act: first what is asked, then what is wrong with the answer."""
    if s.phase not in _phases_of(action):
        return _other_question(s)
    if action < ACTION:
        return _wrong_play(s, action)
    if action < TARGET:
        return _wrong_action(s, action - ACTION)
    if action < STACK:
        return _wrong_target(s, action - TARGET)
    if action < LEFT:
        return _wrong_stack(s, action - STACK)
    if action < YIELD:
        return _wrong_duel_card(s, (action - DEFEND) % GOAT_KINDS)
    if action == PLAY_ESCAPE:
        return _wrong_escape(s)
    if action < DROP:
        card = NAMES[ACTION_CARDS[action - TRASH]]
        return Refusal("LORDS-5", Text("There is no {card} in front of you.", card=card))
    return _not_in_hand("LORDS-14", action - DROP)


def _phases_of(action: int) -> tuple[int, ...]:
    """The phases in which a decision is asked for."""
    if action == YIELD:
        return (DEFENDING, PRESSING)
    if action == PLAY_ESCAPE:
        return (ANSWERING, DEFENDING)
    bounds = (
        (TARGET, PLAYING),
        (STACK, TARGETING),
        (LEFT, STACKING),
        (DEFEND, TURNING),
        (PRESS, DEFENDING),
        (YIELD, PRESSING),
        (ACCEPT + 1, ANSWERING),
        (DROP, TRASHING),
    )
    return (next((phase for bound, phase in bounds if action < bound), DROPPING),)


def _other_question(s: State) -> Refusal:
    return {
        PLAYING: Refusal("LORDS-8", Text("A play is to be made.")),
        TARGETING: Refusal("LORDS-15", Text("First the target of the action card is named.")),
        STACKING: Refusal("LORDS-19", Text("First the stack to sneak up is named.")),
        TURNING: Refusal("LORDS-18", Text("First it is said which way the stacks go.")),
        ANSWERING: Refusal("LORDS-26", Text("An action card is to be accepted or escaped.")),
        DEFENDING: Refusal("LORDS-11", Text("A duel is to be answered.")),
        PRESSING: Refusal("LORDS-11", Text("A duel is to be pressed or yielded.")),
        TRASHING: Refusal("LORDS-5", Text("First one of four action cards goes to the trash.")),
        DROPPING: Refusal("LORDS-14", Text("First the hand is brought down to its size.")),
    }[int(s.phase)]


def _not_in_hand(rule: str, kind: int) -> Refusal:
    return Refusal(rule, Text("There is no {goat} in your hand.", goat=NAMES[GOATS[kind]]))


def _holds(s: State, kind: int) -> int:
    return int(s.hand[s.turn, kind])


# Plays


def _wrong_play(s: State, action: int) -> Refusal:
    if action >= DISCARD:
        return _not_in_hand("LORDS-13", action - DISCARD)
    if action >= DUEL:
        return _wrong_duel(s, *divmod(action - DUEL, GOAT_KINDS))
    kind = WILDS + action % len(ORDINARY)
    if _holds(s, kind) == 0:
        return _not_in_hand("LORDS-10" if action >= ADOPT else "LORDS-9", kind)
    if action >= ADOPT:
        why = Text("The top of the discard pile is no {goat}.", goat=NAMES[GOATS[kind]])
        return Refusal("LORDS-10", why)
    if action >= BIRTH_LORD:
        return _not_in_hand("LORDS-9", GOATINI if action >= BIRTH_GOATINI else LORD)
    why = Text("A birth takes two cards, and there is only one {goat}.", goat=NAMES[GOATS[kind]])
    return Refusal("LORDS-9", why)


def _wrong_duel(s: State, target: int, kind: int) -> Refusal:
    if s.stacks[s.turn] == 0:
        return Refusal("LORDS-8", Text("Without a herd you cannot duel."))
    if not _is_opponent(s, target):
        return _no_opponent("LORDS-11", target)
    if s.stacks[target] < 2:
        why = Text("{player} has no stack above the base.", player=Player(target))
        return Refusal("LORDS-7", why)
    return _wrong_card(s, stack_kind(top_stack(s, target)), kind)


def _wrong_card(s: State, wanted: int, kind: int) -> Refusal:
    """LORDS-11: in a duel, a card that does not match, or is not there."""
    if kind in (LORD, GOATINI, wanted):
        return _not_in_hand("LORDS-11", kind)
    why = Text("The duel is for {goat}: only that or a wild will do.", goat=NAMES[GOATS[wanted]])
    return Refusal("LORDS-11", why)


def _is_opponent(s: State, seat: int) -> bool:
    return bool(seat < s.players and seat != s.turn)


def _no_opponent(rule: str, seat: int) -> Refusal:
    return Refusal(rule, Text("{player} is no opponent of yours.", player=Player(seat)))


# Action cards


def _wrong_action(s: State, card: int) -> Refusal:
    name = NAMES[ACTION_CARDS[card]]
    if card == ESCAPE:
        return Refusal("LORDS-15", Text("An Escape Goat only answers an attack."))
    if s.front[s.turn, card] == 0:
        return Refusal("LORDS-15", Text("There is no {card} in front of you.", card=name))
    if s.stacks[s.turn] == 0:
        return Refusal("LORDS-8", Text("Without a herd you cannot play action cards."))
    if s.may_act == 0:
        return Refusal("LORDS-16", Text("This extra play may not be an action card."))
    if actions_are_dead(s):
        return _dead()
    return Refusal("LORDS-15", Text("There is nobody on whom to play {card}.", card=name))


def _dead() -> Refusal:
    return Refusal("LORDS-28", Text("The draw pile and a hand are empty: action cards are dead."))


def _wrong_target(s: State, target: int) -> Refusal:
    if not _is_opponent(s, target):
        return _no_opponent("LORDS-15", target)
    who = Player(target)
    if s.stacks[target] == 0:
        return Refusal("LORDS-15", Text("{player} has no herd.", player=who))
    return {
        ATOMIC: Refusal("LORDS-7", Text("{player} has no stack above the base.", player=who)),
        SNEAK: Refusal("LORDS-15", Text("{player} has no stack between base and top.", player=who)),
        HYPNOTIZE: Refusal("LORDS-15", Text("{player} has no card in hand.", player=who)),
    }[int(s.card)]


def _wrong_stack(s: State, place: int) -> Refusal:
    if place == 0:
        return Refusal("LORDS-7", Text("The base cannot be sneaked up."))
    if place == s.stacks[s.target] - 1:
        return Refusal("LORDS-19", Text("That stack is on top already."))
    return Refusal("LORDS-19", Text("There is no stack {place} in that herd.", place=place))


# Answers


def _wrong_duel_card(s: State, kind: int) -> Refusal:
    if s.fire == FIRE_RAINING:
        return Refusal("LORDS-23", Text("Fire-Goats are raining: no card may be added."))
    return _wrong_card(s, stack_kind(top_stack(s, int(s.target))), kind)


def _wrong_escape(s: State) -> Refusal:
    if s.front[s.turn, ESCAPE] == 0:
        name = NAMES["escape"]
        return Refusal("LORDS-25", Text("There is no {card} in front of you.", card=name))
    if s.dueled > 1:
        return Refusal("LORDS-25", Text("Only the first card of a duel can be escaped."))
    return _dead()
