"""Writes down what drawing.py has prepared: cards, zones and corners as HTML.

By hand instead of by template, which is quicker: it is done for every seat at every decision.
Whatever is not `Markup` is escaped here.
"""

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup, escape

from goatherd.web.drawing import Control, Corner, Place, Spot, keep, safe
from goatherd.web.files import static
from goatherd.web.scene import Offer


@cache
def icon(name: str, css: str = "icon") -> Markup:
    """A small drawing that says nothing which is not also said in words."""
    address = f"{static('art/site.svg')}#{name}"
    use = f'<use href="{escape(address)}"></use>'
    return Markup(f'<svg class="{escape(css)}" aria-hidden="true">{use}</svg>')


def corner(one: Corner) -> Markup:
    """A player: name, score, clock, public facts, and the zones."""
    inside = keep(one, inside_of(one)) if one.kept is None else one.kept
    around = f'class="{safe(one.css)}" role="group" aria-label="{safe(one.label)}"'
    return Markup(f"<div {around}>{inside}</div>")


def inside_of(one: Corner) -> str:
    cover = ""
    if one.control is not None:
        cover = button("cover", f"seat-{one.sitter.number}", one.control, "")
    return f'{cover}<p class="who">{who(one)}</p><div class="zones">{zones(one.places)}</div>'


def who(one: Corner) -> str:
    sitter = one.sitter
    person = icon("robot" if sitter.kind == "bot" or sitter.stand_in else "person")
    crown = icon("crown") if one.won else ""
    team = f'<span class="team">{safe(one.team)}</span>' if one.team else ""
    facts = "".join(f'<span class="fact">{safe(fact)}</span>' for fact in one.facts)
    return (
        f'{crown}{person}<b class="name">{safe(sitter.name)}</b>{team}{clock(one)}'
        f'<b class="points" title="{safe(one.points_words)}">{one.points}</b>{facts}'
    )


def clock(one: Corner) -> str:
    face = one.sitter.clock
    if face is None:
        return ""
    runs = " runs" if face.running else ""
    left = f'data-main="{int(face.main)}" data-period="{int(face.period)}"'
    return f'<span class="clock{runs}" role="timer" {left}>{one.clock}</span>'


def zones(places: Sequence[Place | str], titled: bool = False) -> Markup:
    """In the middle of the table their titles are shown, elsewhere they are only said."""
    return Markup("".join(zone(place, titled) for place in places))


def zone(place: Place | str, titled: bool) -> str:
    if isinstance(place, str):
        return place
    if place.layout == "pile":
        return keep(place, pile(place))
    label = f'<span class="label" aria-hidden="true">{safe(place.label)}</span>'
    html = f'<div class="titled">{label}{row(place)}</div>' if titled else row(place)
    return keep(place, html)


def pile(place: Place) -> str:
    faces = "".join(spot.face for spot in place.spots if isinstance(spot, Spot))
    inside = f'{faces}<b class="k">{place.size}</b>'
    if place.control is not None:
        inside = button("c lit", place.id, place.control, inside)
    elif place.contents:
        contents = f"<p>{safe(place.contents)}</p>"
        summary = f'<summary class="c">{inside}</summary>'
        inside = f'<details id="{safe(place.id)}">{summary}{contents}</details>'
    else:
        none = "" if place.spots else " none"
        inside = f'<span class="c{none}" id="{safe(place.id)}">{inside}</span>'
    label = f'<span class="label">{safe(place.label)}</span>'
    return f'<div class="z {safe(place.css)}">{label}{inside}</div>'


def row(place: Place) -> str:
    cover = ""
    if place.control is not None:
        cover = f'<li class="cover">{button("", place.id, place.control, "")}</li>'
    spots = "".join(f"<li>{card(spot)}</li>" for spot in place.spots)
    label = f'aria-label="{safe(place.title)}"'
    return f'<ul class="z {safe(place.css)}" {label}>{cover}{spots}</ul>'


def card(spot: Spot | Markup) -> str:
    if isinstance(spot, Markup):
        return spot
    inside = str(spot.face)
    if spot.size > 1:
        inside += f'<b class="k">{spot.size}</b>'
        if spot.also:
            inside += f'<span class="also">{"".join(spot.also)}</span>'
    if spot.caption:
        inside += f'<i class="by" aria-hidden="true">{safe(spot.caption)}</i>'
    if spot.control is not None:
        return button(f"c lit{spot.look}", spot.id, spot.control, inside)
    return f'<span class="c{safe(spot.look)}" id="{safe(spot.id)}">{inside}</span>'


def button(css: str, element: str, control: Control, inside: str) -> str:
    """What makes an offer when it is clicked, or opens a list of several."""
    classes = f' class="{safe(css)}"' if css else ""
    label = f'aria-label="{safe(control.words)}"'
    return f'<button{classes} id="{safe(element)}" {label} {does(control)}>{inside}</button>'


def worded(offer: Offer, words: str, css: str = "") -> Markup:
    """An offer as a button with words."""
    classes = f' class="{safe(css)}"' if css else ""
    value = f'name="decision" value="{safe(offer.text)}"'
    return Markup(f"<button{classes} {value}>{safe(words)}</button>")


def does(control: Control) -> str:
    if control.offer is None:
        return f'type="button" popovertarget="{safe(control.pick)}"'
    return f'name="decision" value="{safe(control.offer.text)}"'
