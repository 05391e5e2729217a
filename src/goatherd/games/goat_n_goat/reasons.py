"""Why a decision of Goat 'n' Goat is good, in sentences, from what its seat sees."""

from collections.abc import Iterator

from goatherd.games.goat_n_goat.cards import COLOUR_NAMES, COLOURS, NAMES
from goatherd.games.goat_n_goat.zones import zones
from goatherd.rule import State
from goatherd.words import Player, Text
from goatherd.worlds import Cards, Worlds

NUMBERS = "12345"


def reasons(s: State, seat: int, text: str, other: str | None, worlds: Worlds) -> Iterator[Text]:
    verb, _, card = text.partition(" ")
    if verb == "play":
        yield from _of_playing(s, seat, card, other)
    elif verb == "take":
        yield from _of_taking(s, seat, card)
    elif verb == "claim":
        yield from _of_climbing(s, seat, card, worlds)
    elif verb == "done" and other is not None:
        yield from _of_the_other(s, seat, other.removeprefix("play "))
    elif verb == "drop":
        yield from _of_dropping(s, seat, card)
    elif verb == "skip":
        yield Text("Waiting may bring a higher mountain of the same colour.")


def flock(s: State, seat: int, card: str) -> tuple[int, int]:
    """Goats and highest number of the flock that a card would go to."""
    colour = COLOURS.index(card[0])
    return int(s.goats[seat, colour]), int(s.highest[seat, colour])


def is_lost(s: State, seat: int, card: str) -> bool:
    """GNG-6."""
    return flock(s, seat, card)[1] > int(card[1])


def _of_playing(s: State, seat: int, card: str, other: str | None) -> Iterator[Text]:
    colour = COLOUR_NAMES[COLOURS.index(card[0])]
    goats, _ = flock(s, seat, card)
    if is_lost(s, seat, card):
        yield Text("It gives up the {colour} flock: {count} penalties.", colour=colour, count=goats)
    else:
        yield from _of_height(s, seat, card, goats)
    if other is not None and other.startswith("play "):
        second = other.removeprefix("play ")
        if not is_lost(s, seat, card):
            yield from _of_the_other(s, seat, second)
        yield from _of_the_limit(s, seat, card, second)


def _of_the_other(s: State, seat: int, second: str) -> Iterator[Text]:
    if is_lost(s, seat, second):
        yield Text(
            "With {card} you would lose a flock of {count}.",
            card=NAMES[second],
            count=flock(s, seat, second)[0],
        )


def _of_height(s: State, seat: int, card: str, goats: int) -> Iterator[Text]:
    """What the flock will climb with all cards of that kind in hand."""
    colour = COLOURS.index(card[0])
    size = goats + zones(s)[f"hand {seat}"].count(card)
    open_ones = [int(one[1:]) for one in zones(s)["mountains"] if one[0] == card[0]]
    climbed = [number for number in open_ones if number <= size]
    if climbed:
        yield Text(
            "Your {colour} flock then has {count}: enough for the mountain of {number}.",
            colour=COLOUR_NAMES[colour],
            count=size,
            number=max(climbed),
        )


def _of_the_limit(s: State, seat: int, card: str, second: str) -> Iterator[Text]:
    """GNG-7, 8: who plays a high number draws many cards, and over eight are penalties."""
    if s.turns_left >= 0 or s.number:
        return
    held = int(s.held[seat]) - 1
    over, over_second = (held + int(one[1]) - int(s.hand_limit) for one in (card, second))
    if over_second > 0 and over_second > over:
        yield Text(
            "{card} would draw so many that {count} become penalties.",
            card=NAMES[second],
            count=over_second,
        )


def _of_taking(s: State, seat: int, card: str) -> Iterator[Text]:
    goats, highest = flock(s, seat, card)
    if goats and highest <= int(card[1]):
        yield Text(
            "It fits your {colour} flock of {count}.",
            colour=COLOUR_NAMES[COLOURS.index(card[0])],
            count=goats,
        )
    alike = [one for one in zones(s)[f"hand {seat}"] if one[1] == card[1]]
    if alike:
        yield Text(
            "You can play it together with your {cards}.", cards=[NAMES[one] for one in alike[:2]]
        )


def _of_dropping(s: State, seat: int, card: str) -> Iterator[Text]:
    if is_lost(s, seat, card):
        goats, _ = flock(s, seat, card)
        yield Text("You could play it only by losing a flock of {count}.", count=goats)


def _of_climbing(s: State, seat: int, mountain: str, worlds: Worlds) -> Iterator[Text]:
    yield Text("It is worth {points} points.", points=int(mountain[1:]))

    def odds_of(rival: int) -> int:
        return worlds.odds(lambda cards: _can_climb(cards, rival, mountain))

    odds = {rival: odds_of(rival) for rival in range(s.players) if rival != seat}
    rival = max(odds, key=lambda seat: odds[seat])
    if odds[rival]:
        yield Text(
            "{player} could take it next turn in {odds} of 100 worlds.",
            player=Player(rival),
            odds=odds[rival],
        )


def _can_climb(cards: Cards, seat: int, mountain: str) -> bool:
    """Whether a seat's next play can make its flock large enough."""
    herd = cards[f"flock {seat} {mountain[0]}"]
    lowest = int(herd[-1][1]) if herd else 1
    hand = cards[f"hand {seat}"]
    playable = [hand.count(mountain[0] + number) for number in NUMBERS if int(number) >= lowest]
    return len(herd) + max(playable, default=0) >= int(mountain[1:])
