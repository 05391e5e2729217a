"""Why a decision is not legal in Goat 'n' Goat, with the rule that forbids it."""

from goatherd.games.goat_n_goat.cards import (
    CLAIM,
    COLOUR_NAMES,
    DONE,
    DROP,
    HEIGHTS,
    KINDS,
    LOWEST,
    MOUNTAIN_NAMES,
    MOUNTAINS,
    NAMES,
    NONE,
    NUMBER,
    SKIP,
    TAKE,
)
from goatherd.games.goat_n_goat.rules import DROPPING, PLAYING, TAKING
from goatherd.rule import Refusal, State
from goatherd.words import Text


def refusal(s: State, action: int) -> Refusal:
    """From the view of the seat to act."""
    if action < DONE:
        return _refused_play(s, action)
    if action == DONE:
        return _refused_done(s)
    if action < DROP:
        return _refused_take(s, action - TAKE)
    if action < CLAIM:
        return _refused_drop(s, action - DROP)
    if action < SKIP:
        return _refused_claim(s, action - CLAIM)
    return _refused_skip()


def _refused_play(s: State, kind: int) -> Refusal:
    if s.phase != PLAYING:
        return Refusal("GNG-5", Text("You have played your cards of this turn."))
    if s.number not in (0, NUMBER[kind]):
        why = Text("All cards of a turn have one number: {number}.", number=int(s.number))
        return Refusal("GNG-5", why)
    return _not_held(kind, "GNG-5")


def _not_held(kind: int, rule: str) -> Refusal:
    return Refusal(rule, Text("There is no {card} in the hand.", card=NAMES[KINDS[kind]]))


def _refused_done(s: State) -> Refusal:
    if s.phase != PLAYING:
        return Refusal("GNG-5", Text("You have played your cards of this turn."))
    return Refusal("GNG-5", Text("You must play at least one card."))


def _refused_take(s: State, kind: int) -> Refusal:
    if s.turns_left != NONE:
        return Refusal("GNG-14", Text("Nothing is drawn in the last round."))
    if s.phase == PLAYING:
        return Refusal("GNG-7", Text("Play first: the number you play says how many you draw."))
    if s.phase != TAKING:
        return Refusal("GNG-7", Text("You have drawn your cards of this turn."))
    why = Text("There is no {card} in the display.", card=NAMES[KINDS[kind]])
    return Refusal("GNG-7", why)


def _refused_drop(s: State, kind: int) -> Refusal:
    if s.turns_left != NONE:
        return Refusal("GNG-14", Text("There is no hand limit in the last round."))
    if s.phase != DROPPING:
        why = Text("After drawing, and only from more than {limit} cards.", limit=int(s.hand_limit))
        return Refusal("GNG-8", why)
    return _not_held(kind, "GNG-8")


def _refused_claim(s: State, mountain: int) -> Refusal:
    name = MOUNTAIN_NAMES[MOUNTAINS[mountain]]
    colour, height = mountain // HEIGHTS, LOWEST + mountain % HEIGHTS
    goats = int(s.goats[s.turn, colour])
    climbed = any(score[mountain] for score in s.score)
    if s.mountains[mountain] == 0 and not climbed:
        players = int(s.players)
        why = Text("With {players} players there is no {mountain}.", players=players, mountain=name)
        return Refusal("GNG-2", why)
    if s.mountains[mountain] == 0:
        return Refusal("GNG-9", Text("The {mountain} has been claimed.", mountain=name))
    if goats < height:
        why = Text(
            "The {mountain} needs {number} goats, and your {colour} flock has {count}.",
            mountain=name,
            number=height,
            colour=COLOUR_NAMES[colour],
            count=goats,
        )
        return Refusal("GNG-9", why)
    return Refusal("GNG-9", Text("Mountains are claimed after playing and drawing."))


def _refused_skip() -> Refusal:
    return Refusal("GNG-9", Text("Only a claim can be skipped, after playing and drawing."))
