"""The database of the site: tables, seats, decisions, chat.

Appending the row of a decision is the move: it is on disk before anybody is told.
"""

from goatherd.web.ledger.migrate import migrate
from goatherd.web.ledger.rows import (
    TAKE_BACK,
    Counts,
    DecisionRow,
    ListedTable,
    Made,
    MessageRow,
    News,
    SeatRow,
    StoredTable,
    Surroundings,
    TableRow,
    TableUpdate,
)
from goatherd.web.ledger.store import Ledger
from goatherd.web.ledger.trouble import BadWrite, DatabaseTooNew, LedgerBusy, LedgerDown

__all__ = [
    "TAKE_BACK",
    "BadWrite",
    "Counts",
    "DatabaseTooNew",
    "DecisionRow",
    "Ledger",
    "LedgerBusy",
    "LedgerDown",
    "ListedTable",
    "Made",
    "MessageRow",
    "News",
    "SeatRow",
    "StoredTable",
    "Surroundings",
    "TableRow",
    "TableUpdate",
    "migrate",
]
