"""Puts a board in its places: which zone goes where, and what a click on it does.

Pure functions of a board model: no markup, no language.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from goatherd.games import contract
from goatherd.looks import Looks
from goatherd.table import UNKNOWN, Card, Seat, Table, Zone
from goatherd.web.board.model import BoardModel, Offer, SeatModel
from goatherd.words import Player, Text

SPARE = 3
"""Cards that may come to a hand while a decision is put together."""
LISTED = 30
"""How many of the last decisions a page lists; the record has all of them."""


class ClickTarget(NamedTuple):
    """What a click does: it makes a decision, or opens a menu of several."""

    words: Text
    decision: str
    """Its notation; empty where a menu opens."""
    menu: str
    """The id of the menu."""
    replaces: bool = False
    """Whether the decision takes the place of the last part of the draft."""


class ChoiceMenu(NamedTuple):
    """The offers that share a click."""

    id: str
    title: Text
    offers: Sequence[Offer]


class CardSlot(NamedTuple):
    """A card in its place; or a stack or a pile, of which one card is shown."""

    card: Card
    picture: str
    css: str
    marks: tuple[str, ...]
    name: Text
    target: ClickTarget | None = None
    size: int = 1
    """How many cards it stands for."""
    also: tuple[str, ...] = ()
    """The pictures of the wild cards in a stack."""
    player: int | None = None
    """Who played it, where many players' cards lie in a row."""


class ZoneBox(NamedTuple):
    """A zone in its place."""

    zone: Zone
    css: str
    label: Text
    """The title; a shorter one where it is plain whose it is."""
    titled: bool
    """Whether the label is shown and not only said."""
    target: ClickTarget | None
    """What a click on the place itself does."""
    targets: tuple[tuple[str, ClickTarget], ...]
    """What clicks on its cards do, by their ids."""
    hinted: tuple[str, ...]
    """The ids of cards that a hint is about."""
    sides: tuple[int, ...]
    """The side of each seat, where cards of several players lie in a row."""
    looks: Looks
    viewer: int | None
    """Whose it is alone, to see or to click; None for what others see just so."""
    places: tuple[Card | None, ...] | None = None
    """Where its cards lay at the beginning of a decision, with gaps where one is gone; None: as
    they are."""

    @property
    def is_pile(self) -> bool:
        return self.zone.layout == "pile"


class SeatBox(NamedTuple):
    """One player's side of the table."""

    sitter: SeatModel
    seat: Seat
    css: str
    zones: Sequence[ZoneBox]
    target: ClickTarget | None
    team: int | None
    """The number of its team; None where everybody plays alone."""
    won: bool


class BoardLayout(NamedTuple):
    """A whole table, everything in its place."""

    others: Sequence[SeatBox]
    """In the order of turns, beginning after the viewer."""
    mine: SeatBox | None
    middle: Sequence[ZoneBox]
    dock: Sequence[ZoneBox]
    """The viewer's cards that are played from."""
    buttons: Sequence[Offer]
    """The offers that no card, zone or seat stands for."""
    menus: Sequence[ChoiceMenu]

    def ranked(self) -> list[SeatBox]:
        """All seats, the winners first."""
        boxes = [*self.others, *([] if self.mine is None else [self.mine])]
        return sorted(boxes, key=lambda box: (not box.won, -box.seat.score))


def lay_out(board: BoardModel, table: Table) -> BoardLayout:
    """Everything on the table of a board in its place."""
    clicks = Clicks(board.offers)
    zones: dict[int | None, list[ZoneBox]] = {}
    dock: list[ZoneBox] = []
    hinted = hinted_clicks(board)
    sides = tuple(seat.side for seat in table.seats)
    looks = contract(board.game).looks
    for zone in table.zones:
        box = zone_box(zone, board.viewer, clicks, hinted, sides, looks)
        if not is_docked(zone, board.viewer, looks):
            zones.setdefault(zone.owner, []).append(box)
            continue
        before = next((one for one in board.hand if one.name == zone.name), zone)
        if before.cards or zone.cards or zone.name.startswith("hand"):
            css = f"{box.css} of{room_for(len(before.cards))}"
            dock.append(box._replace(css=css, places=kept_places(zone, before)))
    teams = any(seat.side != seat.number for seat in table.seats)
    seats = [seat_box(sitter, board, table, zones, clicks, teams) for sitter in in_turn(board)]
    return BoardLayout(
        others=seats if board.viewer is None else seats[:-1],
        mine=None if board.viewer is None else seats[-1],
        middle=zones.get(None, ()),
        dock=dock,
        buttons=[offer for offer in board.offers if not offer.clicks],
        menus=list(clicks.menus.values()),
    )


def in_turn(board: BoardModel) -> Sequence[SeatModel]:
    """The seats in the order of turns, the viewer last."""
    first = 0 if board.viewer is None else board.viewer + 1
    return (*board.sitters[first:], *board.sitters[:first])


def is_docked(zone: Zone, viewer: int | None, looks: Looks) -> bool:
    return viewer is not None and zone.owner == viewer and zone.name.startswith(looks.docked)


def hinted_clicks(board: BoardModel) -> frozenset[str]:
    """What a hint is about, or what a coach points at."""
    if board.hint is None:
        return frozenset(board.pointed)
    best = [offer for offer in board.offers if offer.text == board.hint.decision]
    return frozenset(click for offer in best for click in offer.clicks).union(board.pointed)


# Clicks


class Clicks:
    """What clicks do, and the menus that some of them open."""

    def __init__(self, offers: Iterable[Offer]) -> None:
        self.offers: dict[str, list[Offer]] = {}
        for offer in offers:
            for click in offer.clicks:
                self.offers.setdefault(click, []).append(offer)
        self.menus: dict[tuple[str, ...], ChoiceMenu] = {}

    def target(self, clicks: Iterable[str], title: Text) -> ClickTarget | None:
        """What a click on any of these does; None where it does nothing."""
        found = {offer.text: offer for click in clicks for offer in self.offers.get(click, ())}
        offers = list(found.values())
        if len(offers) == 1:
            return ClickTarget(offers[0].words, offers[0].text, "", offers[0].replaces)
        return self._menu(tuple(found), title, offers) if offers else None

    def _menu(self, texts: tuple[str, ...], title: Text, offers: Sequence[Offer]) -> ClickTarget:
        """A menu of them; cards that offer the same share it."""
        if texts not in self.menus:
            self.menus[texts] = ChoiceMenu(f"pick-{len(self.menus)}", title, offers)
        words = Text("{card}: {count} decisions", card=title, count=len(offers))
        return ClickTarget(words, "", self.menus[texts].id)


# Zones


def zone_box(
    zone: Zone,
    viewer: int | None,
    clicks: Clicks,
    hinted: frozenset[str],
    sides: tuple[int, ...],
    looks: Looks,
) -> ZoneBox:
    target, targets = zone_targets(zone, clicks) if clicks.offers else (None, ())
    own = target is not None or bool(targets) or (viewer is not None and zone.owner == viewer)
    css, short = zone_style(zone.name, zone.owner, zone.layout, zone.row)
    return ZoneBox(
        zone=zone,
        css=f"{css}{' alive' if targets else ''}{' pointed' if zone.name in hinted else ''}",
        label=looks.short_titles.get(short, zone.title),
        titled=zone.owner is None,
        target=target,
        targets=targets,
        hinted=tuple(card.id for card in zone.cards if card.id in hinted) if hinted else (),
        sides=sides if zone.name in looks.shared else (),
        looks=looks,
        viewer=viewer if own else None,
    )


def zone_targets(
    zone: Zone, clicks: Clicks
) -> tuple[ClickTarget | None, tuple[tuple[str, ClickTarget], ...]]:
    """What clicks on a zone and on its cards do. A pile is clicked as one."""
    lit = [card for card in zone.cards if card.id in clicks.offers]
    if zone.layout == "pile":
        return clicks.target([zone.name, *(card.id for card in lit)], zone.title), ()
    found: list[tuple[str, ClickTarget]] = []
    for cards in stacks(lit) if zone.layout == "stack" else [[card] for card in lit]:
        target = clicks.target([card.id for card in cards], tally(cards))
        if target is not None:
            found.append((cards[0].id, target))
    return clicks.target([zone.name], zone.title), tuple(found)


@lru_cache(2048)
def zone_style(name: str, owner: int | None, layout: str, row: int | None) -> tuple[str, str]:
    """`as-row row0 defence`: how a zone is laid out, which row it is for its owner, and its name
    without the seat; and by what it finds its short title."""
    words = name.split()
    if owner is not None:
        words.remove(str(owner))
    if row is not None:
        words.insert(0, f"row{row}")
    return " ".join([f"as-{layout}", *words]), name if owner is None else name.split()[0]


def room_for(cards: int) -> int:
    """How many cards find room in a hand that may grow by some during a decision: a multiple of
    four."""
    return -(-(cards + SPARE) // 4) * 4


def kept_places(zone: Zone, before: Zone) -> tuple[Card | None, ...] | None:
    """The cards of a zone where they lay before; new ones come into the gaps."""
    if zone.cards == before.cards:
        return None
    now = {card.id: card for card in zone.cards}
    places = [now.pop(card.id, None) for card in before.cards]
    for card in now.values():
        if None in places:
            places[places.index(None)] = card
        else:
            places.append(card)
    return tuple(places)


def contents(zone: Zone) -> Text | None:
    """What lies in a pile, where everybody may look."""
    if not zone.cards or not all(card.face_up for card in zone.cards):
        return None
    return tally(zone.cards)


def tally(cards: Sequence[Card]) -> Text:
    """`Krakengoat ×2, Goat Lord`."""
    if len(cards) == 1:
        return cards[0].name
    names = {card.kind: card.name for card in cards}
    counts = Counter(card.kind for card in cards)
    counted: list[Text] = [
        Text("{card} ×{count}", card=names[kind], count=count) if count > 1 else names[kind]
        for kind, count in counts.items()
    ]
    return Text("{cards}", cards=counted)


def stacks(cards: Iterable[Card]) -> Iterator[list[Card]]:
    for _, stack in groupby(cards, key=lambda card: card.stack):
        yield list(stack)


# Cards


def slots(box: ZoneBox) -> Iterator[CardSlot | None]:
    """The cards of a zone in their places; None where there is a gap."""
    zone, targets = box.zone, dict(box.targets)
    if zone.layout == "pile":
        yield from pile_slots(box)
    elif zone.layout == "stack":
        for stack in stacks(zone.cards):
            yield stack_slot(stack, box, targets.get(stack[0].id))
    else:
        for card in zone.cards if box.places is None else box.places:
            yield None if card is None else card_slot(card, box, targets.get(card.id))


def pile_slots(box: ZoneBox) -> Iterator[CardSlot]:
    """The card on top, if it matters; otherwise any that shows what kind of pile it is."""
    zone = box.zone
    if zone.cards:
        card = zone.cards[-1 if zone.top is None else zone.top]
        yield CardSlot(card, picture(card, box), "", (), card.name, size=len(zone.cards))


def stack_slot(cards: Sequence[Card], box: ZoneBox, target: ClickTarget | None) -> CardSlot:
    """A stack shows its goat, how many cards it has, and the wild ones among them."""
    bottom = cards[0]
    return CardSlot(
        card=bottom,
        picture=picture(bottom, box),
        css="",
        marks=marks(bottom, box),
        name=tally(cards),
        target=target,
        size=len(cards),
        also=tuple(card.kind for card in cards if card.kind != bottom.kind),
    )


def card_slot(card: Card, box: ZoneBox, target: ClickTarget | None) -> CardSlot:
    css, player = f" {card.kind[0]}" if box.zone.name in box.looks.coloured else "", None
    if box.sides:
        played_by = card.name.gaps["player"]
        assert isinstance(played_by, Player)
        player = played_by.seat
        css += f" side{box.sides[player]}"
    return CardSlot(
        card, picture(card, box), css, marks(card, box), card.name, target, player=player
    )


def marks(card: Card, box: ZoneBox) -> tuple[str, ...]:
    """What is to be seen of a card besides its face; face down is what others cannot see, but the
    viewer can."""
    found: tuple[str, ...] = ("mark",) if card.marked else ()
    if not card.face_up and card.kind != UNKNOWN and box.zone.layout != "hand":
        found += ("down",)
    return (*found, "hint") if card.id in box.hinted else found


def picture(card: Card, box: ZoneBox) -> str:
    """The name of a card's picture."""
    return box.looks.picture(box.zone.name, card.kind)


# Seats


def seat_box(
    sitter: SeatModel,
    board: BoardModel,
    table: Table,
    zones: dict[int | None, list[ZoneBox]],
    clicks: Clicks,
    teams: bool,
) -> SeatBox:
    number = sitter.number
    seat = table.seats[number]
    target = None
    if seat.lit:
        target = clicks.target([f"seat {number}"], Text("{name}", name=sitter.name))
    return SeatBox(
        sitter=sitter,
        seat=seat,
        css=seat_css(sitter, seat, board, teams),
        zones=[without_target(box, target) for box in zones.get(number, ())],
        target=target,
        team=seat.side + 1 if teams else None,
        won=number in table.winners,
    )


def without_target(box: ZoneBox, covered: ClickTarget | None) -> ZoneBox:
    """Where a click anywhere at a seat does the same, its zones need no targets of their own."""
    return box if covered is None or box.target is None else box._replace(target=None)


def seat_css(sitter: SeatModel, seat: Seat, board: BoardModel, teams: bool) -> str:
    """Where it is, counted in turns from the viewer, and what is the matter with it."""
    position = (sitter.number - (board.viewer or 0)) % board.players
    css = f"seat at{position}"
    if teams:
        css += f" side{seat.side}"
    if f"seat {sitter.number}" in board.pointed:
        css += " pointed"
    return css + " turn" if seat.to_act else css
