"""Writes seats, zones and cards as HTML: plain functions from a layout to text.

By hand instead of by template, which is quicker: it is done for every seat at every decision. All
that is not written here as markup goes through `escaped`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from goatherd.web.art import drawer
from goatherd.web.board.cache import BoardCache, PartKey
from goatherd.web.board.layout import CardSlot, ClickTarget, SeatBox, ZoneBox, contents, slots
from goatherd.web.board.model import Offer, SeatModel
from goatherd.web.files import static
from goatherd.web.templating import Translator, icon
from goatherd.words import Player, Text

MARKS = {
    "mark": Text("at stake"),
    "down": Text("face down"),
    "hint": Text("hinted at"),
}
"""What is shown of a card besides its face, by its class, for those who hear it."""
KNOWN_FACES = 2048
"""Pictures of cards with their names, of all games and languages, that are kept as HTML."""

art = drawer(static)


class Reader(NamedTuple):
    """For whom a board is written."""

    say: Translator
    csrf: str
    """The token of their forms."""
    game: str
    cache: BoardCache
    """Of this table."""


@lru_cache(4096)
def escaped(text: str) -> str:
    """A text as it may stand in a page. Names and notations come again and again."""
    if text.isalnum():
        return text
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&#34;")
        .replace("'", "&#39;")
    )


def said(text: Text, reader: Reader) -> str:
    """A sentence in the reader's language, as it may stand in a page."""
    if not text.gaps:
        return plain(text.message, reader.say.language)
    return escaped(reader.say(text))


@lru_cache(4096)
def plain(message: str, language: str) -> str:
    """A message without gaps: the same for everybody who reads that language."""
    return escaped(Translator(language)(message))


def element_id(place: str) -> str:
    """The id of the element that stands for a card, zone or seat: ids have no spaces."""
    return escaped(place.replace(" ", "-"))


# Seats


def seat_html(box: SeatBox, reader: Reader) -> str:
    """A player: name, score, clock, public facts, and the zones."""
    cover = ""
    if box.target is not None:
        cover = button("cover", f"seat-{box.sitter.number}", box.target, "", reader)
    return (
        f'<div class="{box.css}" role="group" aria-label="{escaped(called(box.sitter, reader))}">'
        f"{cover}{who(box, reader)}"
        f'<div class="zones">{zones_html(box.zones, reader)}</div></div>'
    )


def called(sitter: SeatModel, reader: Reader) -> str:
    you = Text("{player} (you)", player=sitter.name)
    return reader.say(you) if sitter.me else sitter.name


def who(box: SeatBox, reader: Reader) -> str:
    """The line with a player's name and all that is public, drawn once for all."""
    sitter = box.sitter
    drawn_from = (
        sitter.name, sitter.kind, sitter.stand_in, sitter.clock, box.seat, box.team, box.won
    )  # fmt: skip
    key = PartKey(reader.say.language, f"who {sitter.number}", None)
    known = reader.cache.part(key, drawn_from)
    return known or reader.cache.keep_part(key, drawn_from, draw_who(box, reader))


def draw_who(box: SeatBox, reader: Reader) -> str:
    sitter, seat = box.sitter, box.seat
    person = icon("robot" if sitter.kind == "bot" or sitter.stand_in else "person")
    crown = icon("crown") if box.won else ""
    team = f'<span class="team">{team_name(box, reader)}</span>' if box.team else ""
    points = said(Text("{points} points", points=seat.score), reader)
    told = "".join(f'<span class="fact">{said(fact, reader)}</span>' for fact in seat.facts)
    return (
        f'<p class="who">{crown}{person}<b class="name">{escaped(sitter.name)}</b>{team}'
        f'{clock(sitter)}<b class="points" title="{points}">{seat.score}</b>{told}</p>'
    )


def team_name(box: SeatBox, reader: Reader) -> str:
    return said(Text("Team {number}", number=box.team or 0), reader)


def clock(sitter: SeatModel) -> str:
    face = sitter.clock
    if face is None:
        return ""
    runs = " runs" if face.running else ""
    left = f'data-main="{int(face.main)}" data-period="{int(face.period)}"'
    return f'<span class="clock{runs}" role="timer" {left}>{face.words()}</span>'


# Zones


def zones_html(boxes: Iterable[ZoneBox], reader: Reader) -> str:
    return "".join([zone_html(box, reader) for box in boxes])


def zone_html(box: ZoneBox, reader: Reader) -> str:
    """A zone, drawn once for all who see it alike."""
    key = PartKey(reader.say.language, box.zone.name, box.viewer)
    known = reader.cache.part(key, box)
    if known is not None:
        return known
    return reader.cache.keep_part(key, box, draw_zone(box, reader))


def draw_zone(box: ZoneBox, reader: Reader) -> str:
    if box.is_pile:
        return pile(box, reader)
    if not box.titled:
        return row(box, reader)
    label = f'<span class="label" aria-hidden="true">{said(box.label, reader)}</span>'
    return f'<div class="titled">{label}{row(box, reader)}</div>'


def pile(box: ZoneBox, reader: Reader) -> str:
    zone, ident = box.zone, element_id(box.zone.name)
    faces = "".join(face(slot, reader) for slot in slots(box) if slot is not None)
    inside = f'{faces}<b class="k">{len(zone.cards)}</b>'
    listed = contents(zone)
    if box.target is not None:
        inside = button("c lit", zone.name, box.target, inside, reader)
    elif listed is not None:
        summary = f'<summary class="c">{inside}</summary><p>{said(listed, reader)}</p>'
        inside = f'<details id="{ident}">{summary}</details>'
    else:
        inside = f'<span class="c{"" if zone.cards else " none"}" id="{ident}">{inside}</span>'
    label = f'<span class="label">{said(box.label, reader)}</span>'
    return f'<div class="z {escaped(box.css)}">{label}{inside}</div>'


def row(box: ZoneBox, reader: Reader) -> str:
    cover = ""
    if box.target is not None:
        cover = f'<li class="cover">{button("", box.zone.name, box.target, "", reader)}</li>'
    cards = "".join([f"<li>{card_html(slot, reader)}</li>" for slot in slots(box)])
    label = f'aria-label="{said(box.zone.title, reader)}"'
    return f'<ul class="z {escaped(box.css)}" {label}>{cover}{cards}</ul>'


# Cards


def card_html(slot: CardSlot | None, reader: Reader) -> str:
    if slot is None:
        return '<span class="c none"></span>'
    inside = face(slot, reader)
    if slot.size > 1:
        inside += f'<b class="k">{slot.size}</b>'
        if slot.also:
            wild = "".join(art(reader.game, kind) for kind in slot.also)
            inside += f'<span class="also">{wild}</span>'
    if slot.player is not None:
        name = escaped((reader.say.names or ())[slot.player])
        inside += f'<i class="by" aria-hidden="true">{name}</i>'
    css = slot.css + "".join([f" {mark}" for mark in slot.marks])
    if slot.target is not None:
        return button(f"c lit{css}", slot.card.id, slot.target, inside, reader)
    return f'<span class="c{css}" id="{element_id(slot.card.id)}">{inside}</span>'


def face(slot: CardSlot, reader: Reader) -> str:
    """A card's picture, and its name for those who hear it."""
    name, say = slot.name, reader.say
    if not any(type(gap) is Player for gap in name.gaps.values()):
        return known_face(reader.game, slot.picture, slot.card.kind, slot.marks, name, say.language)
    words = [say(name), *(say(MARKS[mark]) for mark in slot.marks)]
    return f'{art(reader.game, slot.picture)}<span class="n">{escaped(", ".join(words))}</span>'


@lru_cache(KNOWN_FACES)
def known_face(
    game: str, picture: str, kind: str, marks: tuple[str, ...], name: Text, language: str
) -> str:
    """What looks the same at all tables, whoever plays there."""
    words = [name.say(language), *(MARKS[mark].say(language) for mark in marks)]
    return f'{art(game, picture)}<span class="n">{escaped(", ".join(words))}</span>'


# Controls


def button(css: str, element: str, target: ClickTarget, inside: str, reader: Reader) -> str:
    """What makes a decision when it is clicked, or opens a menu of several."""
    classes = f' class="{css}"' if css else ""
    label = f'aria-label="{said(target.words, reader)}"'
    ident = element_id(element)
    return f'<button{classes} id="{ident}" {label} {action(target)}>{inside}</button>'


def action(target: ClickTarget) -> str:
    if target.menu:
        return f'type="button" popovertarget="{target.menu}"'
    return f'{field(target)} value="{escaped(target.decision)}"'


def field(made: ClickTarget | Offer) -> str:
    """Whether a decision is one more part of the draft, or takes the place of the last one."""
    return 'name="instead"' if made.replaces else 'name="decision"'


def worded(offer: Offer, reader: Reader, css: str = "") -> str:
    """An offer as a button with words."""
    classes = f' class="{css}"' if css else ""
    value = f'{field(offer)} value="{escaped(offer.text)}"'
    return f"<button{classes} {value}>{said(offer.words, reader)}</button>"


def token(reader: Reader) -> str:
    return f'<input type="hidden" name="csrf" value="{escaped(reader.csrf)}">'
