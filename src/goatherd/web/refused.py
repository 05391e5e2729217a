"""A request that cannot be granted: what was wrong, which rule says so, what would be right."""

from http import HTTPStatus

from goatherd.errors import IllegalMove
from goatherd.words import Text


class Refused(Exception):
    """Answered with a clear page, or with JSON for programs. Nothing has been changed."""

    def __init__(
        self,
        status: HTTPStatus,
        why: Text,
        *,
        rule: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(why.say())
        self.status = status
        self.why = why
        self.rule = rule
        """The number of the rule that forbids it, where one does."""
        self.retry_after = retry_after
        """Seconds after which it may be tried again."""


def unknown_table() -> Refused:
    return Refused(
        HTTPStatus.NOT_FOUND,
        Text("There is no such table. Check the link or the code: it has ten letters and digits."),
    )


def unplayable() -> Refused:
    return Refused(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        Text(
            "This match cannot be gone on with: its decisions do not fit the rules of this version."
            " Whoever runs the site finds the reason in its log."
        ),
    )


def not_your_seat() -> Refused:
    return Refused(
        HTTPStatus.FORBIDDEN,
        Text("You have no seat here. Open the link of your seat to sit down on this device too."),
    )


class Stale(Refused):
    """Somebody else was faster."""


def stale() -> Stale:
    return Stale(
        HTTPStatus.CONFLICT,
        Text("The table has moved on since you decided. Look again, and decide anew."),
    )


def bad_request(why: Text) -> Refused:
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, why)


def reason(error: Exception) -> str:
    """What was wrong, without what would have been legal: that tells of a hand."""
    if isinstance(error, IllegalMove):
        return str(error).partition(" Legal are:")[0]
    return type(error).__name__
