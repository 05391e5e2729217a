"""Who may sit with whom, under what name, and who may speak."""

from http import HTTPStatus

from goatherd.web.ledger.rows import MessageRow
from goatherd.web.names import is_taken_by_the_site, looks_like
from goatherd.web.refused import Refused, bad_request
from goatherd.web.rooms.room import Room
from goatherd.words import Text, seat_name


def check_name(room: Room, seat: int, person: str, name: str) -> None:
    """Refused where a name could be taken for somebody else's at this table, or for a bot's."""
    if is_taken_by_the_site(name) and name != seat_name(seat).say():
        raise bad_request(
            Text(
                "{name}: bots and free seats are called like that. Choose another name.", name=name
            )
        )
    for row in room.seats:
        if row.kind == "person" and row.person != person and looks_like(row.name, name):
            raise Refused(
                HTTPStatus.CONFLICT,
                Text(
                    "{name} sits here already, and your name looks the same. Choose another one.",
                    name=row.name,
                ),
            )


MOST_SILENCED = 100


def check_may_speak(room: Room, person: str | None) -> None:
    if person in room.table.silenced:
        raise Refused(HTTPStatus.FORBIDDEN, Text("The host has asked you to be silent."))


def speaker(room: Room, number: int) -> str:
    """The person who said a line of the chat."""
    for row in room.messages:
        if row.number == number and row.person is not None:
            return row.person
    raise Refused(HTTPStatus.NOT_FOUND, Text("This line is gone."))


def only_watches(room: Room, row: MessageRow) -> bool:
    """Whether a line was said by somebody who has no seat, and is not the host."""
    return (
        row.person not in (None, room.table.host)
        and row.seat is None
        and room.seat_of(row.person or "") is None
    )


def silenced_with(room: Room, number: int, *, silent: bool) -> tuple[str, ...]:
    """All who are silenced at a table, with whoever said this line, or without them."""
    person = speaker(room, number)
    others = tuple(other for other in room.table.silenced if other != person)
    if not silent:
        return others
    if not any(row.number == number and only_watches(room, row) for row in room.messages):
        raise bad_request(Text("Only people who watch can be silenced."))
    return (*others, person)[-MOST_SILENCED:]
