"""Why a decision of Goat Lords is good, in sentences, from what its seat sees and expects."""

from collections.abc import Iterator

from goatherd.games.goat_lords.cards import ACTION_CARDS, GOATS, NAMES
from goatherd.games.goat_lords.zones import herd, zones
from goatherd.rule import State
from goatherd.words import Player, Text
from goatherd.worlds import Cards, Worlds

WILD = ("goatini", "lord")


def reasons(s: State, seat: int, text: str, other: str | None, worlds: Worlds) -> Iterator[Text]:
    verb, *what = text.split()
    if verb in ("birth", "adopt"):
        yield from _of_a_pair(s, seat, verb, what)
    elif verb == "duel":
        yield from _of_a_duel(s, int(what[0]), worlds)
    elif verb in ("defend", "press"):
        yield from _of_going_on(s, seat, worlds)
    elif verb in ("discard", "drop"):
        yield from _of_discarding(s, seat, what[0], worlds)
    elif verb == "action":
        yield from _of_an_action(s, what[0])
    elif verb == "target":
        yield from _of_a_target(s, seat, int(what[0]))
    elif verb == "escape" and s.dueled:
        yield Text("It ends the duel, and their card stays on your stack.")
    elif verb == "yield":
        yield Text("Another card would only make the stack that you lose more valuable.")


def _of_an_action(s: State, card: str) -> Iterator[Text]:
    plays = int(s.extra[ACTION_CARDS.index(card)])
    if plays:
        yield Text("It brings extra plays: {count}.", count=plays)


def _of_a_target(s: State, seat: int, target: int) -> Iterator[Text]:
    others = [int(s.worth[who]) for who in range(s.players) if who != seat]
    if int(s.worth[target]) == max(others):
        yield Text("Nobody against you has a more valuable herd.")


def worth(s: State, cards: tuple[str, ...] | list[str]) -> int:
    return sum(int(s.points[GOATS.index(card)]) for card in cards)


def top_of(s: State, seat: int) -> tuple[str, ...]:
    return herd(s, seat)[-1]


def kind_of(stack: tuple[str, ...]) -> str:
    """LORDS-7: the goat that shows."""
    return next(card for card in stack if card not in WILD)


def _of_a_pair(s: State, seat: int, verb: str, what: list[str]) -> Iterator[Text]:
    cards = what if len(what) > 1 else what * 2
    yield Text("The new stack is worth {points} points.", points=worth(s, cards))
    stacks = herd(s, seat)
    if not stacks:
        yield Text("Your first stack is the base, which nobody can take.")
    elif len(stacks) > 1:
        yield Text(
            "It covers your stack of {points} points, which is safe from duels then.",
            points=worth(s, stacks[-1]),
        )


def _of_a_duel(s: State, defender: int, worlds: Worlds) -> Iterator[Text]:
    stack = top_of(s, defender)
    yield Text("Their top stack is worth {points} points.", points=worth(s, stack))
    odds = worlds.odds(lambda cards: _can_answer(cards, defender, kind_of(stack)))
    yield Text(
        "{player} can answer it in {odds} of 100 worlds.", player=Player(defender), odds=odds
    )


def _can_answer(cards: Cards, seat: int, kind: str) -> bool:
    """LORDS-11."""
    return any(card == kind or card in WILD for card in cards[f"hand {seat}"])


def _of_going_on(s: State, seat: int, worlds: Worlds) -> Iterator[Text]:
    """What a duel is about, and whether the other side can go on."""
    attacker, defender = int(s.active), int(s.target)
    stack = top_of(s, defender)
    pot = worth(s, [*stack, *zones(s)["duel"]])
    yield Text("The stack and the cards of the duel are worth {points} points.", points=pot)
    rival = defender if seat == attacker else attacker
    odds = worlds.odds(lambda cards: _can_answer(cards, rival, kind_of(stack)))
    yield Text("{player} can go on in {odds} of 100 worlds.", player=Player(rival), odds=odds)


def _of_discarding(s: State, seat: int, card: str, worlds: Worlds) -> Iterator[Text]:
    hand = zones(s)[f"hand {seat}"]
    points = worth(s, [card])
    if card not in WILD and points == min(worth(s, [held]) for held in hand):
        yield Text(
            "{goat} is worth only {points} points, no other card of yours less.",
            goat=NAMES[card],
            points=points,
        )
    after = (seat + 1) % int(s.players)
    if card not in WILD and herd(s, after):
        odds = worlds.odds(lambda cards: card in cards[f"hand {after}"])
        yield Text(
            "{player} could adopt it in {odds} of 100 worlds.", player=Player(after), odds=odds
        )
