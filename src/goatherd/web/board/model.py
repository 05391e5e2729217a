"""What one viewer sees of a table: no markup, no language.

A board is made from a seat's view and nothing else (`build`), put in its places (`layout`) and
written as HTML (`html`).
"""

from typing import NamedTuple

from goatherd.table import Seat, Table, Zone
from goatherd.words import Text


class ClockFace(NamedTuple):
    """The time that is left to a seat, in seconds."""

    main: float
    period: float
    """Byo-yomi, for each decision once the main time is used up; 0 where there is none."""
    running: bool

    def words(self) -> str:
        """`12:05`, `1:00:00`: what is left of the main time, or else of the byo-yomi."""
        seconds = int(self.main if self.main > 0 else self.period)
        hours, minutes = divmod(seconds // 60, 60)
        if hours:
            return f"{hours}:{minutes:02}:{seconds % 60:02}"
        return f"{minutes}:{seconds % 60:02}"


class SeatModel(NamedTuple):
    """One seat and who sits there."""

    number: int
    name: str
    kind: str
    """`person`, `bot` or `empty`."""
    level: int | None
    """Of a bot."""
    me: bool
    stand_in: bool
    """Whether a bot plays for the person, who is absent."""
    clock: ClockFace | None
    seat: Seat | None
    """Score, side and public facts; None before the start."""


class Offer(NamedTuple):
    """A decision that the viewer may make now."""

    text: str
    words: Text
    clicks: tuple[str, ...]
    """As in `goatherd.table.Choice`: what makes this decision when clicked; empty: a button."""
    replaces: bool = False
    """Whether it takes the place of the last part of the draft."""


class Hint(NamedTuple):
    """What a strong bot thinks of the viewer's decisions."""

    decision: str
    """The notation of the best one; its cards are marked."""
    lines: tuple[Text, ...]
    """A few of them, best first."""


class Message(NamedTuple):
    """A line of the chat."""

    name: str
    text: str
    seat: int | None
    """None for a spectator."""
    at: str
    """When it was said, as the page shows it."""
    mute: int | None = None
    """Its number, where whoever looks may mute who said it."""
    silence: int | None = None
    """Its number, where whoever looks may silence who said it, or let them speak again."""
    silenced: bool = False


class DealShown(NamedTuple):
    """A deal that is fixed, before and after its nonces are open."""

    digest: str
    statement: str
    """What the digest is the hash of, for browsers to check."""
    unopened: tuple[int, ...]
    """The seats whose nonce is still sealed."""


class DrawShown(NamedTuple):
    """Drawing for partners, while pieces lie face down and after they were turned up."""

    places: tuple[int | None, ...]
    """The seat that has pointed at each piece."""
    may_point: bool
    """Whether the viewer has yet to."""
    drawn: tuple[Text, ...]
    """What everybody drew, by seat; empty before all is turned up."""


LESSON = "lesson"
"""The stage of a board that is no table, but a place of a lesson."""


class BoardModel(NamedTuple):
    """A table with its people, for one viewer at one moment."""

    id: str
    game: str
    title: str
    players: int
    stage: str
    """`waiting`, `dealing`, `playing`, `over`, `replay` or `lesson`."""
    version: int
    """How many decisions the viewer may know of: what a posted decision must name."""
    event_id: str
    """`<decisions>.<changes>`, which only grows."""
    viewer: int | None
    """The viewer's seat, None for a spectator."""
    is_host: bool
    table: Table | None
    """None while waiting."""
    sitters: tuple[SeatModel, ...]
    offers: tuple[Offer, ...]
    """The viewer's, now; after the draft, if there is one."""
    draft: tuple[tuple[str, Text], ...]
    """Drafted decisions: notation and words."""
    complete: bool
    """Whether the draft is a whole decision, only to be confirmed."""
    refusal: Text | None
    """Why the last post was not accepted."""
    events: tuple[Text, ...]
    """The last things that happened, oldest first."""
    history: tuple[tuple[int, str], ...]
    """All decisions as the viewer may know them: seat and notation."""
    messages: tuple[Message, ...]
    may_take_back: bool
    may_hint: bool
    hint: Hint | None
    options: tuple[tuple[Text, str], ...]
    """The table's options: what each is about, and what was chosen."""
    open: bool
    clock: Text | None
    """The time that everybody has, in words; None without clocks."""
    seat_link: str | None
    """The secret link to the viewer's seat."""
    commitment: str
    """The published hash of the secret that the deal comes from."""
    window: float | None = None
    """Seconds in which all can still answer a question in secret; None where nobody is hurried."""
    deal: DealShown | None = None
    draw: DrawShown | None = None
    """None where nobody draws for partners."""
    voids: int = 0
    muted: bool = False
    """Whether the viewer has left lines of the chat out."""
    """How many deals of this table came to nothing."""
    viewer_name: str = ""
    """The viewer's nickname, under which they would sit down."""
    invite: str = ""
    """The full address of the table, to be sent to friends."""
    ready: bool = True
    """Whether the viewer, before the start, has sealed something for the deal."""
    rematch: str | None = None
    """The id of the table where everybody meets again, once somebody has asked for it."""
    hand: tuple[Zone, ...] = ()
    """With a draft: the viewer's zones before it, whose cards keep their places."""
    has_line: bool = False
    """Whether the game has a notation in one line to download."""
    rounds: int = 0
    """How many rounds of the match are over, and can be looked at."""
    pointed: tuple[str, ...] = ()
    """What the coach of a lesson points at: cards, zones or `seat 2`."""

    @property
    def home(self) -> str:
        """The address of the table."""
        return f"/learn/{self.id}" if self.stage == LESSON else f"/t/{self.id}"

    @property
    def is_over(self) -> bool:
        return self.table is not None and self.table.over

    @property
    def is_my_turn(self) -> bool:
        return self.viewer is not None and self.table is not None and self.table.turn == self.viewer
