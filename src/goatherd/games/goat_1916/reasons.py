"""Why a decision of Goat is good, in sentences, from what its seat sees and what is likely."""

from collections.abc import Iterator

from goatherd.games.goat_1916.cards import NAMES
from goatherd.games.goat_1916.zones import zones
from goatherd.rule import NOBODY, State
from goatherd.words import Player, Text
from goatherd.worlds import Cards, Worlds

GOAT = "goat"


def reasons(s: State, seat: int, text: str, other: str | None, worlds: Worlds) -> Iterator[Text]:
    verb, _, what = text.partition(" ")
    if verb in ("play", "lead"):
        yield from _of_a_card(s, seat, what, worlds)
    elif verb == "show":
        yield Text("A search shows you a hand, and you say which card of it is played.")
    elif verb == "search":
        yield from _of_searching(int(what), worlds)
    elif verb == "command":
        yield from _of_commanding(s, what)


def number_of(card: str) -> int:
    """GOAT-9: a goat counts as 0."""
    return 0 if card == GOAT else int(card[1:])


def points_of(card: str) -> int:
    """GOAT-15."""
    return int(card[1:]) if card.startswith("R") else 0


def lying(s: State) -> list[tuple[int, str]]:
    """Who has played what to the book."""
    cards = (entry.split(":") for entry in zones(s)["book"])
    return [(int(seat), card) for seat, card in cards]


def _of_a_card(s: State, seat: int, card: str, worlds: Worlds) -> Iterator[Text]:
    book = lying(s)
    goats = [who for who, played in book if played == GOAT]
    if goats:
        yield from _after_a_goat(seat, goats[0], card)
    elif card == GOAT:
        yield from _of_a_goat(book)
    else:
        yield from _of_a_number(s, seat, card, book, worlds)


def _after_a_goat(seat: int, first: int, card: str) -> Iterator[Text]:
    """GOAT-8: the first goat alone says who takes the book."""
    ours = (first - seat) % 2 == 1
    if card == GOAT:
        yield Text("Only the first goat counts: yours does no harm here.")
    elif ours and points_of(card):
        yield Text("Their goat gives this book to your side: a red card is safe here.")
    elif not ours and not points_of(card):
        yield Text("This book goes to the others, so it gets no red card of yours.")


def _of_a_goat(book: list[tuple[int, str]]) -> Iterator[Text]:
    points = sum(points_of(card) for _, card in book)
    if points == 0:
        yield Text("No red card lies in the book: your goat gives nothing away so far.")
    else:
        yield Text("It gives {points} points to the others.", points=points)


def _of_a_number(
    s: State, seat: int, card: str, book: list[tuple[int, str]], worlds: Worlds
) -> Iterator[Text]:
    highest = max((number_of(played) for _, played in book), default=0)
    points = sum(points_of(played) for _, played in book)
    if number_of(card) <= highest:
        leader = next(who for who, played in book if number_of(played) == highest)
        if (leader - seat) % 2 == 0 and points_of(card):
            yield Text("Your partner has the highest card, so a red one is well placed.")
        elif (leader - seat) % 2 == 1:
            yield Text("You cannot be sure to win this book, so it costs little.")
        return
    if points:
        yield Text("There are {points} points in the book.", points=points)
    later = _opponents_to_come(s, seat, book)
    odds = worlds.odds(lambda cards: _is_beaten(cards, later, number_of(card)))
    if not later or odds == 0:
        yield Text("None of your opponents can beat it.")
    else:
        yield Text("An opponent after you can beat it in {odds} of 100 worlds.", odds=odds)


def _opponents_to_come(s: State, seat: int, book: list[tuple[int, str]]) -> list[int]:
    """Opponents who have not played yet; a searched one plays what is commanded."""
    played = {who for who, _ in book}
    searched = NOBODY if s.searched == NOBODY else int(s.searched)
    return [
        who
        for who in range(s.players)
        if (who - seat) % 2 == 1 and who not in played and who != searched
    ]


def _is_beaten(cards: Cards, opponents: list[int], number: int) -> bool:
    held = (card for who in opponents for card in cards[f"hand {who}"])
    return any(number_of(card) > number for card in held)


def _of_searching(who: int, worlds: Worlds) -> Iterator[Text]:
    yield Text(
        "{player} holds a goat in {odds} of 100 worlds.",
        player=Player(who),
        odds=worlds.odds(lambda cards: GOAT in cards[f"hand {who}"]),
    )


def _of_commanding(s: State, card: str) -> Iterator[Text]:
    led = lying(s)[0][1]
    if card == GOAT:
        yield Text("The first goat gives the whole book to your side.")
    elif points_of(card) and number_of(card) <= number_of(led):
        yield Text(
            "It brings {points} points to the book, and your {card} stays ahead of it.",
            points=points_of(card),
            card=NAMES[led],
        )
    elif number_of(card) <= number_of(led):
        yield Text("It cannot beat your {card}.", card=NAMES[led])
