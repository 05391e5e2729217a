"""A room as one viewer sees it.

All that is shown of the match comes from one view, which the room gives out for a seat.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from goatherd.game import load
from goatherd.rule import Option, Refusal
from goatherd.showing import Showing, table_at
from goatherd.table import Choice, Table, Zone
from goatherd.web.board.model import (
    BoardModel,
    ClockFace,
    DealShown,
    DrawShown,
    Hint,
    Message,
    Offer,
    SeatModel,
)
from goatherd.web.ledger.rows import MessageRow, SeatRow
from goatherd.web.rooms.company import only_watches
from goatherd.web.rooms.dealing import pieces_drawn, statement
from goatherd.web.rooms.drafts import Draft
from goatherd.web.rooms.room import DEALING, PLAYING, Room
from goatherd.words import Text

LISTED_MESSAGES = 30
"""How many lines of the chat a page shows."""


@dataclass(frozen=True, slots=True)
class ViewerState:
    """Who looks at the table, and what their last request brought."""

    seat: int | None
    language: str = "en"
    person: str = ""
    name: str = ""
    draft: tuple[str, ...] = ()
    refusal: Text | None = None
    hint: Hint | None = None
    seat_link: str | None = None
    invite: str = ""
    muted: frozenset[str] = frozenset()
    """The people whom they do not want to hear."""


def board_for(room: Room, viewer: ViewerState) -> BoardModel:
    """The board for a viewer; Refused if their draft is stale."""
    view = None if room.match is None else room.view(viewer.seat)
    seen = None if view is None else view.table()
    draft: Draft | None = None
    hand: tuple[Zone, ...] = ()
    names = room.names(viewer.language)
    if viewer.draft and viewer.seat is not None and seen is not None:
        draft, before = room.draft(viewer.seat, viewer.draft), seen
        drafted = room.preview(viewer.seat, draft) if draft.complete else draft.view.table()
        seen = drafted._replace(events=before.events)
        hand = tuple(zone for zone in before.zones if zone.owner == viewer.seat)
    return BoardModel(
        id=room.id,
        game=room.table.game,
        title=load(room.table.game).title,
        players=room.table.players,
        stage=room.stage,
        version=room.known_version(viewer.seat),
        event_id=room.event_id(viewer.seat),
        viewer=viewer.seat,
        viewer_name=viewer.name,
        is_host=bool(viewer.person) and room.table.host == viewer.person,
        table=seen,
        sitters=tuple(_sitter(room, row, names, viewer, seen) for row in room.seats),
        offers=_offers(seen, draft),
        draft=() if draft is None else tuple(zip(draft.parts, draft.words, strict=True)),
        complete=draft is not None and draft.complete,
        refusal=viewer.refusal,
        events=() if seen is None else seen.events,
        history=() if view is None else tuple(view.history()),
        messages=_messages(room, viewer),
        may_take_back=_may_take_back(room, viewer.seat),
        may_hint=room.table.hints and room.stage == PLAYING and bool(seen and seen.choices),
        hint=viewer.hint,
        options=_options(room),
        open=room.table.open,
        clock=None if room.time is None else room.time.words(),
        window=room.window_left(time.monotonic()),
        seat_link=viewer.seat_link,
        commitment=room.commitment,
        deal=_deal(room),
        draw=_draw(room, viewer.seat),
        voids=len(room.table.voids),
        muted=bool(viewer.muted),
        invite=viewer.invite,
        ready=viewer.seat is None or room.seats[viewer.seat].seal is not None,
        rematch=room.table.rematch,
        hand=hand,
        has_line=load(room.table.game).contract.faces.line is not None,
        rounds=0 if view is None else len(view.finished()),
    )


def _sitter(
    room: Room, row: SeatRow, names: Sequence[str], viewer: ViewerState, seen: Table | None
) -> SeatModel:
    return SeatModel(
        number=row.seat,
        name=names[row.seat],
        kind=row.kind,
        level=row.level,
        me=row.seat == viewer.seat,
        stand_in=row.stand_in,
        clock=_clock_face(room, row.seat, seen),
        seat=None if seen is None else seen.seats[row.seat],
    )


def _clock_face(room: Room, seat: int, seen: Table | None) -> ClockFace | None:
    """A clock runs for whom the viewer may see acting; nobody else's clock tells. None does while
    all are asked in secret."""
    if seen is None or room.stage != PLAYING:
        return None
    runs = seen.seats[seat].to_act and room.question is None
    clock = room.clock_of(seat, runs=runs)
    return None if clock is None else ClockFace(*clock.left(time.monotonic()), running=runs)


def _draw(room: Room, seat: int | None) -> DrawShown | None:
    if room.table.draw is None:
        return None
    pointed = list(room.table.draw)
    taken = [pointed.index(place) if place in pointed else None for place in range(len(pointed))]
    drawn = pieces_drawn(room.table, room.seats)
    return DrawShown(tuple(taken), seat in room.to_point, tuple(drawn or ()))


def _deal(room: Room) -> DealShown | None:
    deal = room.deal
    if deal is None:
        return None
    told = statement(room.table, room.seats) if room.stage == DEALING else ""
    return DealShown(deal.digest, told, tuple(room.unopened))


def _offers(seen: Table | None, draft: Draft | None) -> tuple[Offer, ...]:
    """What may be decided; instead of the last part, where the draft is complete."""
    if draft is None or not draft.complete:
        return () if seen is None else tuple(map(_offer, seen.choices))
    choices = draft.view.table().choices
    others = choices if len(choices) > 1 else ()
    return tuple(_offer(one)._replace(replaces=True) for one in others)


def _offer(choice: Choice) -> Offer:
    return Offer(choice.text, choice.words, choice.clicks)


def _messages(room: Room, viewer: ViewerState) -> tuple[Message, ...]:
    """The last lines without those of muted people. The last one of each person offers what can
    be done about them."""
    heard = [row for row in room.messages if row.person not in viewer.muted][-LISTED_MESSAGES:]
    last = {row.person: row.number for row in heard}
    return tuple(_message(room, row, viewer, last[row.person] == row.number) for row in heard)


def _message(room: Room, row: MessageRow, viewer: ViewerState, is_last: bool) -> Message:
    at = datetime.fromtimestamp(row.at, UTC).strftime("%H:%M")
    said = Message(row.name, row.text, row.seat, at)
    if not is_last or row.person in (None, "", viewer.person):
        return said
    silenced = row.person in room.table.silenced
    by_host = viewer.person == room.table.host and (silenced or only_watches(room, row))
    return said._replace(
        mute=row.number, silence=row.number if by_host else None, silenced=silenced
    )


def _may_take_back(room: Room, seat: int | None) -> bool:
    if seat is None or room.stage != PLAYING:
        return False
    return room.why_no_take_back(seat) is None


def _options(room: Room) -> tuple[tuple[Text, str], ...]:
    game = load(room.table.game)
    known, looks = game.options(), game.contract.looks
    return tuple(
        (looks.option_title(name), _shown(known[name], value))
        for name, value in room.table.options.items()
    )


def _shown(option: Option, value: str | int) -> str:
    """A value as people read it, who count seats from 1."""
    return str(int(value) + 1 if option.seats else value)


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


def replay_board(room: Room, at: int, seat: int | None, language: str) -> BoardModel:
    """A finished match after so many decisions, with all hands open."""
    assert room.match is not None
    table = table_at(room.match, at, Showing(open=True))
    board = round_board(room, table, seat, language)
    return board._replace(history=tuple(room.match.decisions()[:at]))


def round_board(room: Room, table: Table, seat: int | None, language: str) -> BoardModel:
    """A table of the past, to be looked at."""
    board = board_for(room, ViewerState(seat, language))
    return board._replace(
        stage="replay",
        viewer=None,
        table=table,
        sitters=tuple(
            sitter._replace(me=sitter.number == seat, seat=table.seats[sitter.number])
            for sitter in board.sitters
        ),
        events=table.events,
        offers=(),
        may_take_back=False,
        may_hint=False,
        messages=(),
        history=(),
    )
