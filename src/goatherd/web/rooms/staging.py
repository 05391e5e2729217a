"""A room as one person sees it: the scene that a page draws.

All that is shown of the match comes from one view, which the room gives out for a seat.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from goatherd.game import load
from goatherd.rule import Option, Refusal
from goatherd.showing import Showing, table_at
from goatherd.table import Table
from goatherd.web.ledger.rows import MessageRow, SeatRow
from goatherd.web.listings import OPTION_TITLES
from goatherd.web.rooms.dealing import statement
from goatherd.web.rooms.drafts import Draft
from goatherd.web.rooms.room import DEALING, PLAYING, Room
from goatherd.web.scene import ClockFace, DealShown, Hint, Message, Offer, Scene, Sitter
from goatherd.words import Text


@dataclass(frozen=True, slots=True)
class Asked:
    """Who looks at the table, and what their last request brought."""

    seat: int | None
    language: str = "en"
    person: str = ""
    draft: tuple[str, ...] = ()
    refusal: Text | None = None
    hint: Hint | None = None
    seat_link: str | None = None
    invite: str = ""


def stage(room: Room, asked: Asked) -> Scene:
    """The scene for somebody; Refused if their draft is none."""
    view = None if room.match is None else room.view(asked.seat)
    seen = None if view is None else view.table()
    draft = None
    names = room.names(asked.language)
    if asked.draft and asked.seat is not None and seen is not None:
        draft = room.draft(asked.seat, asked.draft)
        seen = draft.view.table()._replace(events=seen.events)
    return Scene(
        id=room.id,
        game=room.table.game,
        title=load(room.table.game).title,
        players=room.table.players,
        stage=room.stage,
        version=room.known_version(asked.seat),
        event_id=room.event_id(asked.seat),
        viewer=asked.seat,
        is_host=bool(asked.person) and room.table.host == asked.person,
        table=seen,
        sitters=tuple(_sitter(room, row, names, asked, seen) for row in room.seats),
        offers=_offers(seen, draft),
        draft=() if draft is None else tuple(zip(draft.parts, draft.words, strict=True)),
        complete=draft is not None and draft.complete,
        refusal=asked.refusal,
        events=() if seen is None else seen.events,
        history=() if view is None else tuple(view.history()),
        messages=tuple(_message(row) for row in room.messages),
        may_take_back=_may_take_back(room, asked.seat),
        may_hint=room.table.hints and room.stage == PLAYING and bool(seen and seen.choices),
        hint=asked.hint,
        options=_options(room),
        open=room.table.open,
        clock=clock_in_words(room),
        seat_link=asked.seat_link,
        commitment=room.commitment,
        deal=_deal(room),
        voids=len(room.table.voids),
        invite=asked.invite,
        ready=asked.seat is None or room.seats[asked.seat].seal is not None,
        rematch=room.table.rematch,
    )


def _sitter(
    room: Room, row: SeatRow, names: Sequence[str], asked: Asked, seen: Table | None
) -> Sitter:
    return Sitter(
        number=row.seat,
        name=names[row.seat],
        kind=row.kind,
        level=row.level,
        me=row.seat == asked.seat,
        stand_in=row.stand_in,
        clock=_clock_face(room, row.seat, seen),
        seat=None if seen is None else seen.seats[row.seat],
    )


def _clock_face(room: Room, seat: int, seen: Table | None) -> ClockFace | None:
    """A clock runs for whom the viewer may see acting; nobody else's clock tells. None does while
    all are asked in secret."""
    if seen is None or room.stage != PLAYING:
        return None
    runs = seen.seats[seat].to_act and room.asked_since is None
    left = room.time_left(seat, room.thinking(time.monotonic()) if runs else 0.0)
    return None if left is None else ClockFace(*left, running=runs)


def _deal(room: Room) -> DealShown | None:
    deal = room.deal
    if deal is None:
        return None
    told = statement(room.table, room.seats) if room.stage == DEALING else ""
    return DealShown(deal.digest, told, tuple(room.unopened))


def _offers(seen: Table | None, draft: Draft | None) -> tuple[Offer, ...]:
    if seen is None or (draft is not None and draft.complete):
        return ()
    return tuple(Offer(one.text, one.words, one.clicks) for one in seen.choices)


def _message(row: MessageRow) -> Message:
    at = datetime.fromtimestamp(row.at, UTC).strftime("%H:%M")
    return Message(row.name, row.text, row.seat, at)


def _may_take_back(room: Room, seat: int | None) -> bool:
    if seat is None or room.stage != PLAYING:
        return False
    return room.why_no_take_back(seat) is None


def _options(room: Room) -> tuple[tuple[Text, str], ...]:
    known = load(room.table.game).options()
    return tuple(
        (OPTION_TITLES.get(name, known[name].about), _shown(known[name], value))
        for name, value in room.table.options.items()
    )


def _shown(option: Option, value: str | int) -> str:
    """A value as people read it, who count seats from 1."""
    return str(int(value) + 1 if option.seats else value)


def clock_in_words(room: Room) -> str | None:
    clock = room.clock
    return None if clock is None else f"{_span(clock.main)} + {_span(clock.byoyomi)}"


def _span(seconds: int) -> str:
    """`10:00`, `2 d 00:00:00`."""
    days, rest = divmod(seconds, 24 * 3600)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    short = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{days} d {short}" if days else short


def why_not(room: Room, seat: int | None, card: str, draft: Sequence[str]) -> Refusal:
    """Why nothing can be done with a card now, with the rule that says so.

    What would be done with it is what is done with other cards now.
    """
    room.playing()
    view = room.view(None) if seat is None else room.draft(seat, draft).view
    verbs = {text.partition(" ")[0] for text in view.legal()}
    kind = card.split("/")[1] if card.count("/") == 2 else ""
    for text in view.contract.facts.actions:
        verb, _, what = text.partition(" ")
        if kind in what.split() and (verb in verbs or not verbs):
            refusal = view.why_not(text)
            if refusal is not None:
                return refusal
    return Refusal(None, view.table().prompt)


def replayed(room: Room, at: int, seat: int | None, language: str) -> Scene:
    """A finished match after so many decisions, with all hands open."""
    assert room.match is not None
    table = table_at(room.match, at, Showing(open=True))
    scene = stage(room, Asked(seat, language))
    return scene._replace(
        stage="replay",
        viewer=None,
        table=table,
        sitters=tuple(
            sitter._replace(me=sitter.number == seat, seat=table.seats[sitter.number])
            for sitter in scene.sitters
        ),
        events=table.events,
        offers=(),
        may_take_back=False,
        may_hint=False,
        messages=(),
        history=tuple(room.match.decisions()[:at]),
    )
