"""Who may sit with whom: names that tell people at a table apart."""

from http import HTTPStatus

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
