"""What can go wrong with the database, told apart: its own trouble, or one bad write."""

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from goatherd.errors import OutOfService


class LedgerDown(OutOfService):
    """The database does not answer; what was asked has not happened, unless the text says so.

    A later call works again when the database does.
    """


class LedgerBusy(LedgerDown):
    """Too much waits to be written already; this was not taken in."""


class DatabaseTooNew(LedgerDown):
    """The database belongs to a newer version of Goatherd."""


class BadWrite(ValueError):
    """The database refuses this write and always will: no such table, an impossible value."""


def check_storable(*texts: str) -> None:
    """BadWrite for what a database may refuse as text, before it spoils anybody's transaction."""
    for text in texts:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise BadWrite("the text has characters that no text has")


ROLLED_BACK = "40"
"""The class of PostgreSQL's codes for transactions that only lost against another (deadlocks)."""


def is_down(error: Exception) -> bool:
    """Whether it is the database's trouble rather than that of one write."""
    if isinstance(error, LedgerDown | OSError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    lost_a_race = str(getattr(error.orig, "sqlstate", "")).startswith(ROLLED_BACK)
    return not isinstance(error, IntegrityError | DataError) and not lost_a_race


def is_lost_connection(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def said(error: Exception) -> str:
    """The first line of what the database said: never the statement, which may hold secrets."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0]
