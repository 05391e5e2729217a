"""Prepares a scene for the templates: what lies in which corner, and what a click on it does.

Pure functions of a scene. All that a page draws of the table is said and put in its place here,
once, so that the templates only write it down: a busy site draws a table for every seat at every
decision.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup, escape

from goatherd.table import UNKNOWN, Card, Seat, Table, Zone
from goatherd.web.scene import ClockFace, Offer, Scene, Sitter
from goatherd.words import Player, Text

Art = Callable[[str, str], Markup]


class Say(Protocol):
    """Says texts to one person."""

    language: str
    names: Sequence[str] | None

    def __call__(self, text: Text | str, **gaps: Any) -> str: ...


BACK = "back"
IN_THE_DOCK = ("hand", "actions")
"""Zones of the viewer that stay in reach of the thumb, below the table."""
SHORT = {
    "penalty": Text("Penalties"),
    "pile": Text("Pile"),
    "taken 0": Text("Taken by team {number}", number=1),
    "taken 1": Text("Taken by team {number}", number=2),
}
"""What a zone is called where it is plain whose it is, or where its title would be too long."""
MARKS = {
    "mark": Text("at stake"),
    "down": Text("face down"),
    "hint": Text("hinted at"),
}
"""What is shown of a card besides its face, by its class, for those who hear it."""
LISTED = 30
"""How many of the last decisions a page lists; the record has all of them."""


MOST_KEPT = 96
KEPT: OrderedDict[object, tuple[object, str]] = OrderedDict()
"""Zones and corners that were drawn last, with the cards that their keys go by. Most look the same
to everybody at a table, who are all drawn for at once."""


def keep(one: "Place | Corner", drawn: str) -> str:
    """Remember how a zone, or what is inside of a corner, was drawn."""
    if one.key is not None:
        KEPT[one.key] = (one.cards, drawn)
        if len(KEPT) > MOST_KEPT:
            KEPT.popitem(last=False)
    return drawn


def kept(key: object) -> str | None:
    """How that was drawn, if it is remembered."""
    found = None if key is None else KEPT.get(key)
    return None if found is None else found[1]


LYING = 2048
"""Cards, of all tables, that are remembered as they were drawn."""


class Control(NamedTuple):
    """What a click does: it makes an offer, or opens a list of several."""

    words: str
    offer: Offer | None
    pick: str
    """The id of the list, where there are several."""


class Spot(NamedTuple):
    """A card as it is drawn; or a stack or a pile, of which the top card is drawn."""

    id: str
    look: str
    """Classes that say how it lies."""
    face: Markup
    """Its picture and its name."""
    control: Control | None = None
    size: int = 1
    """How many cards it stands for."""
    also: Sequence[Markup] = ()
    """Small pictures of the wild cards in a stack."""
    caption: str = ""
    """Whose card it is, where many lie in a row."""


class Place(NamedTuple):
    """A zone as it is drawn."""

    key: object
    """What its drawing may be kept by, where it looks the same to others and after a while; None
    where something in it can be clicked."""
    cards: Sequence[Card]
    id: str
    css: str
    title: str
    label: str
    """The title where it is plain whose it is."""
    layout: str
    spots: Sequence[Spot | Markup]
    """Markup where a card only lies there."""
    size: int
    """How many cards lie there."""
    control: Control | None
    contents: str
    """What lies in a pile, in words, where everybody may look."""


class Corner(NamedTuple):
    """One player's side of the table."""

    key: object
    """What the drawing of its inside may be kept by, as for a place."""
    cards: Sequence[Sequence[Card]]
    kept: str | None
    """Its inside, where that has been drawn before."""
    sitter: Sitter
    label: str
    css: str
    places: Sequence[Place | str]
    """Text where a place has been drawn before."""
    control: Control | None
    team: str
    """Empty where everybody plays alone."""
    points: int
    points_words: str
    facts: Sequence[str]
    clock: str
    won: bool


class Pick(NamedTuple):
    """A list of the offers that share a click."""

    id: str
    title: str
    offers: Sequence[Offer]


class Drawing(NamedTuple):
    """A whole table, ready to be written down."""

    facts: Sequence[str]
    others: Sequence[Corner]
    """In the order of turns, beginning after the viewer."""
    mine: Corner | None
    ranked: Sequence[Corner]
    """All of them, the winners first."""
    middle: Sequence[Place | str]
    dock: Sequence[Place | str]
    """The viewer's cards that are played from."""
    buttons: Sequence[Offer]
    """The offers that no card, zone or seat stands for."""
    picks: Sequence[Pick]
    my_turn: bool
    over: bool
    history: Markup
    """The last decisions: whose, and what."""
    first_listed: int
    """The number of the first of them."""


def draw(scene: Scene, say: Say, art: Art) -> Drawing:
    """The table of a scene that has begun, in the language of `say`, with pictures of `art`."""
    assert scene.table is not None, "before the start there is no table to draw"
    return Artist(scene, scene.table, say, art).drawing()


def clock_words(face: ClockFace) -> str:
    """`12:05`, `1:00:00`: what is left of the main time, or else of the byo-yomi."""
    seconds = int(face.main if face.main > 0 else face.period)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


def element_id(place: str) -> str:
    """The id of the element that stands for a card, zone or seat: ids have no spaces."""
    return place.replace(" ", "-")


@lru_cache(2048)
def safe(text: str) -> str:
    """A short text as it may stand in a page. Names and notations come again and again."""
    assert not isinstance(text, Markup), "it may stand there already"
    return str(escape(text))


class Artist:
    """Draws one scene."""

    def __init__(self, scene: Scene, table: Table, say: Say, art: Art) -> None:
        self.scene = scene
        self.table = table
        self.say = say
        self.art = art
        self.offers: dict[str, list[Offer]] = {}
        for offer in scene.offers:
            for click in offer.clicks:
                self.offers.setdefault(click, []).append(offer)
        self.hinted = frozenset(
            click
            for offer in scene.offers
            if scene.hint is not None and offer.text == scene.hint.decision
            for click in offer.clicks
        )
        self.picks: dict[tuple[str, ...], Pick] = {}
        self.teams = any(seat.side != seat.number for seat in table.seats)
        self.said = (say.language, tuple(say.names or ()), scene.game)
        self.zones: dict[int | None, list[Zone]] = {}
        for zone in table.zones:
            self.zones.setdefault(zone.owner, []).append(zone)

    def drawing(self) -> Drawing:
        viewer = self.scene.viewer
        first = 0 if viewer is None else viewer + 1
        sitters = (*self.scene.sitters[first:], *self.scene.sitters[:first])
        corners = [self.corner(sitter) for sitter in sitters]
        middle = [self.place(zone) for zone in self.zones.get(None, ())]
        return Drawing(
            facts=[self.say(fact) for fact in self.table.facts],
            others=corners if viewer is None else corners[:-1],
            mine=None if viewer is None else corners[-1],
            ranked=sorted(corners, key=lambda corner: (not corner.won, -corner.points)),
            middle=middle,
            dock=list(self.docked()),
            buttons=[offer for offer in self.scene.offers if not offer.clicks],
            picks=list(self.picks.values()),
            my_turn=viewer is not None and self.table.turn == viewer,
            over=self.table.over,
            history=self.history(),
            first_listed=max(len(self.scene.history) - LISTED, 0) + 1,
        )

    def history(self) -> Markup:
        """The last decisions as a list."""
        names = [safe(sitter.name) for sitter in self.scene.sitters]
        lines = (
            f"<li>{names[seat]}: {safe(text)}</li>" for seat, text in self.scene.history[-LISTED:]
        )
        return Markup("".join(lines))

    # Corners and places

    def corner(self, sitter: Sitter) -> Corner:
        number = sitter.number
        seat = self.table.seats[number]
        control = self.control([f"seat {number}"], sitter.name) if seat.lit else None
        zones = [zone for zone in self.zones.get(number, ()) if not self.is_docked(zone)]
        key = None if control is not None else self.corner_key(sitter, seat, zones)
        inside = kept(key)
        covered = control is not None
        return Corner(
            key=key,
            cards=[zone.cards for zone in zones],
            kept=inside,
            sitter=sitter,
            label=self.called(sitter),
            css=self.corner_css(sitter),
            places=[] if inside else [self.place(zone, covered=covered) for zone in zones],
            control=control,
            team=self.say(Text("Team {number}", number=seat.side + 1)) if self.teams else "",
            points=seat.score,
            points_words=points_in_words(seat.score, self.say.language),
            facts=[self.say(fact) for fact in seat.facts],
            clock=clock_words(sitter.clock) if sitter.clock else "",
            won=number in self.table.winners,
        )

    def corner_key(self, sitter: Sitter, seat: Seat, zones: Sequence[Zone]) -> object:
        """All that the drawing of its inside depends on, where nothing in it can be clicked."""
        places = [self.key(zone) for zone in zones]
        if None in places:
            return None
        won = sitter.number in self.table.winners
        who = (sitter.number, sitter.kind, sitter.stand_in, sitter.clock, won, self.teams)
        return (who, seat.score, seat.side, seat.facts, *places)

    def called(self, sitter: Sitter) -> str:
        you = Text("{player} (you)", player=sitter.name)
        return self.say(you) if sitter.me else sitter.name

    def corner_css(self, sitter: Sitter) -> str:
        """Where it is, counted in turns from the viewer, and what is the matter with it."""
        seat = self.table.seats[sitter.number]
        position = (sitter.number - (self.scene.viewer or 0)) % self.scene.players
        css = f"seat at{position}"
        if self.teams:
            css += f" side{seat.side}"
        return css + " turn" if seat.to_act else css

    def docked(self) -> Iterator[Place | str]:
        viewer = self.scene.viewer
        for zone in () if viewer is None else self.zones.get(viewer, ()):
            if self.is_docked(zone) and (zone.cards or zone.name.startswith("hand")):
                yield self.place(zone)

    def is_docked(self, zone: Zone) -> bool:
        mine = zone.owner is not None and zone.owner == self.scene.viewer
        return mine and zone.name.startswith(IN_THE_DOCK)

    def key(self, zone: Zone) -> object:
        """All that the drawing of a zone depends on, where nothing in it can be clicked. Cards that
        lie alike are the same object, mostly; so where they lie is as good as what they are."""
        if self.offers:
            clicks = (zone.name, *(card.id for card in zone.cards))
            if any(click in self.offers for click in clicks):
                return None
        return (zone.name, id(zone.cards), zone.top, self.said)

    def place(self, zone: Zone, *, covered: bool = False) -> Place | str:
        """A zone; where a click anywhere in the corner does the same, it needs no control."""
        key = self.key(zone)
        drawn = kept(key)
        if drawn is not None:
            return drawn
        title = self.say(zone.title)
        short = SHORT.get(zone.name if zone.owner is None else zone.name.split()[0])
        pile = zone.layout == "pile"
        clicks = [zone.name, *(card.id for card in zone.cards if card.lit)] if pile else [zone.name]
        return Place(
            key=key,
            cards=zone.cards,
            id=element_id(zone.name),
            css=place_css(zone.name, zone.owner, zone.layout, any(card.lit for card in zone.cards)),
            title=title,
            label=self.say(short) if short else title,
            layout=zone.layout,
            spots=list(self.spots(zone)),
            size=len(zone.cards),
            control=None if covered else self.control(clicks, title),
            contents=self.contents(zone) if pile else "",
        )

    def contents(self, zone: Zone) -> str:
        if not all(card.face_up for card in zone.cards):
            return ""
        return self.tally(zone.cards)

    def tally(self, cards: Iterable[Card]) -> str:
        """`Krakengoat ×2, Goat Lord`."""
        names = {card.kind: card.name for card in cards}
        counts = Counter(card.kind for card in cards)
        counted: list[Text] = [
            Text("{card} ×{count}", card=names[kind], count=count) if count > 1 else names[kind]
            for kind, count in counts.items()
        ]
        return self.say(Text("{cards}", cards=counted))

    # Cards

    def spots(self, zone: Zone) -> Iterator[Spot | Markup]:
        if zone.layout == "pile":
            yield from self.pile(zone)
        elif zone.layout == "stack":
            for _, stack in groupby(zone.cards, key=lambda card: card.stack):
                yield self.stack(list(stack), zone)
        else:
            for card in zone.cards:
                yield self.card(card, zone)

    def pile(self, zone: Zone) -> Iterator[Spot]:
        """The card on top, if it matters; otherwise any that shows what kind of pile it is."""
        if zone.cards:
            card = zone.cards[-1 if zone.top is None else zone.top]
            art = self.art(self.scene.game, picture(card, zone))
            yield Spot(
                element_id(card.id), "", named(art, self.say(card.name)), size=len(zone.cards)
            )

    def stack(self, cards: Sequence[Card], zone: Zone) -> Spot:
        """A stack shows its goat, how many cards it has, and the wild ones among them."""
        bottom = cards[0]
        marks = self.marks(bottom, zone)
        words = with_marks(self.tally(cards), marks, self.say.language)
        return Spot(
            element_id(bottom.id),
            css_of(marks),
            named(self.art(self.scene.game, picture(bottom, zone)), words),
            self.control([card.id for card in cards], words) if bottom.lit else None,
            len(cards),
            [self.art(self.scene.game, card.kind) for card in cards if card.kind != bottom.kind],
        )

    def card(self, card: Card, zone: Zone) -> Spot | Markup:
        marks = self.marks(card, zone)
        look = css_of(marks)
        if zone.name == "mountains":
            look += f" {card.kind[0]}"
        art = self.art(self.scene.game, picture(card, zone))
        if not card.lit and zone.name != "book":
            return lying(card.id, look, art, card.name, marks, self.say.language)
        words = with_marks(self.say(card.name), marks, self.say.language)
        control = self.control([card.id], words) if card.lit else None
        spot = Spot(element_id(card.id), look, named(art, words), control)
        return self.in_the_book(card, spot) if zone.name == "book" else spot

    def in_the_book(self, card: Card, spot: Spot) -> Spot:
        """With the name and the side of who played it."""
        player = card.name.gaps["player"]
        assert isinstance(player, Player)
        side = self.table.seats[player.seat].side
        caption = self.scene.sitters[player.seat].name
        return spot._replace(look=f"{spot.look} side{side}", caption=caption)

    def marks(self, card: Card, zone: Zone) -> tuple[str, ...]:
        """Which of the `MARKS` it has; face down is what others cannot see, but the viewer can."""
        marks: tuple[str, ...] = ("mark",) if card.marked else ()
        if not card.face_up and card.kind != UNKNOWN and zone.layout != "hand":
            marks += ("down",)
        return (*marks, "hint") if card.id in self.hinted else marks

    # What a click does

    def control(self, clicks: Sequence[str], title: str) -> Control | None:
        """What a click on any of these does; None where it does nothing."""
        found = {offer.text: offer for click in clicks for offer in self.offers.get(click, ())}
        offers = list(found.values())
        if len(offers) == 1:
            return Control(self.say(offers[0].words), offers[0], "")
        return self.pick(tuple(found), title, offers) if offers else None

    def pick(self, texts: tuple[str, ...], title: str, offers: Sequence[Offer]) -> Control:
        """A list of them; cards that offer the same share it."""
        if texts not in self.picks:
            self.picks[texts] = Pick(f"pick-{len(self.picks)}", title, offers)
        words = Text("{card}: {count} decisions", card=title, count=len(offers))
        return Control(self.say(words), None, self.picks[texts].id)


@lru_cache(LYING)
def place_css(name: str, owner: int | None, layout: str, alive: bool) -> str:
    """`as-row flock r`: how it is laid out, and its name without the seat."""
    words = [f"as-{layout}", *name.split()]
    if owner is not None:
        words.remove(str(owner))
    return " ".join([*words, "alive"] if alive else words)


@lru_cache(LYING)
def points_in_words(points: int, language: str) -> str:
    return Text("{points} points", points=points).say(language)


def named(art: Markup, name: str) -> Markup:
    """A picture with its name for screen readers. `Markup.format` would take ten times as long."""
    return Markup(f'{art}<span class="n">{safe(name)}</span>')


def with_marks(name: str, marks: Iterable[str], language: str) -> str:
    return ", ".join([name, *(MARKS[mark].say(language) for mark in marks)])


@lru_cache(LYING)
def lying(
    card: str, look: str, art: Markup, name: Text, marks: tuple[str, ...], language: str
) -> Markup:
    """A card that only lies there: it does so at many tables."""
    face = named(art, with_marks(name.say(language), marks, language))
    return Markup(f'<span class="c{look}" id="{safe(element_id(card))}">{face}</span>')


def css_of(marks: Iterable[str]) -> str:
    return "".join(f" {mark}" for mark in marks)


def picture(card: Card, zone: Zone) -> str:
    """The name of a card's picture. The mountains are kinds of their own."""
    if card.kind == UNKNOWN:
        return BACK
    if zone.name.startswith(("mountains", "score")):
        return f"mountain-{card.kind}"
    return card.kind
