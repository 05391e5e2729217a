"""What programs send and get. Descriptions become the OpenAPI document."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from goatherd.game import games
from goatherd.web.rooms.clock import LONGEST_BYOYOMI, LONGEST_INCREMENT, LONGEST_MAIN


def as_whole(number: Any) -> Any:
    """JSON knows one kind of number: 2.0 is 2."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Whole = Annotated[int, BeforeValidator(as_whole)]
MainTime = Annotated[int, Field(ge=0, le=LONGEST_MAIN), BeforeValidator(as_whole)]
Byoyomi = Annotated[int, Field(ge=0, le=LONGEST_BYOYOMI), BeforeValidator(as_whole)]
Increment = Annotated[int, Field(ge=0, le=LONGEST_INCREMENT), BeforeValidator(as_whole)]
Short = Annotated[str, Field(max_length=100)]
TableId = Annotated[str, Field(max_length=20, examples=["abcdefghjk"])]


GAMES: list[JsonValue] = [*games()]


class Sent(BaseModel):
    """What programs send: nothing but the fields that are named."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Sent):
    """A table to be made."""

    game: Short = Field(examples=["goita"], json_schema_extra={"enum": GAMES})
    players: Whole | None = Field(None, ge=1, le=99, description="The fewest if nothing is given")
    options: dict[Short, str | Whole] = Field(default_factory=dict, max_length=50)
    open: bool = Field(False, description="Whether it is listed for everybody")
    main: MainTime | None = Field(None, description="Main time in seconds")
    byoyomi: Byoyomi | None = Field(None, description="Then so many seconds for each decision")
    increment: Increment | None = Field(
        None, description="Seconds added to the main time with each decision"
    )
    hints: bool = True
    take_back: bool = True
    draw: bool = Field(False, description="Whether people draw for partners (GOITA-26)")
    bots: dict[Annotated[str, Field(pattern="^[0-7]$")], Annotated[Whole, Field(ge=1, le=5)]] = (
        Field(
            default_factory=dict, description="Seats for bots: seat number to level", max_length=8
        )
    )


class Made(BaseModel):
    """A new table, and the key to its start."""

    table: TableId
    host_key: str = Field(description="Lets its owner start the match: keep it secret")
    commitment: str = Field(description="The hash of the secret that the deal comes from")


class Sit(Sent):
    """Somebody who sits down."""

    seat: Whole = Field(ge=0, le=99)
    name: Annotated[str, Field(min_length=1, max_length=60)] = Field(
        description="The first 24 letters that can be shown; `Seat 1` and so on if there is none"
    )
    seal: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = Field(
        None,
        description="The seal of a nonce that is opened at the start: SHA-256 of the JSON "
        '`["goatherd seal 2",TABLE,SEAT,NONCE]` without spaces',
    )
    nonce: Annotated[str, Field(max_length=64)] | None = Field(
        None,
        description="In place of a seal: anything random that is left with the table. The match "
        "then begins without you, and its proof is weaker for you",
    )

    again: Annotated[str, Field(min_length=16, max_length=64)] | None = Field(
        None,
        description="A secret of your own: if the answer is lost, the same request with it gives "
        "the same seat and token",
    )


class Seated(BaseModel):
    """A seat that was taken."""

    seat: int
    token: str = Field(description="Send it as `Authorization: Bearer TOKEN`: keep it secret")


class SealAnew(Sent):
    """A new seal for a seat whose nonce is open: the deal was void."""

    seal: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Open(Sent):
    """The nonce of a seal, once the deal is fixed and its digest was noted down."""

    nonce: Annotated[str, Field(min_length=1, max_length=64)]


class Dealing(BaseModel):
    """What a deal was fixed to before nonces were opened."""

    digest: str = Field(description="SHA-256 of the statement: note it down")
    statement: str = Field(
        description="JSON with the commitment, the table, what is played, and every seat with its "
        "seal; look for yours. Empty once all nonces are open"
    )
    unopened: list[int] = Field(description="Seats whose nonce is still to be opened")
    void: int = Field(description="How many deals of this table came to nothing")


class Point(Sent):
    """A piece that lies face down, to draw for partners."""

    place: Whole = Field(ge=0, le=7, description="One of `drawing.left`")


class Drawing(BaseModel):
    """Drawing for partners: it begins when all nonces are open, and then the match does."""

    left: list[int] = Field(description="Places of pieces that nobody has pointed at")
    waiting: list[int] = Field(description="Seats that have yet to point")
    drawn: list[str] | None = Field(description="What everybody drew, by seat, once all have")


class Remove(Sent):
    """The host's word that somebody leaves a seat."""

    host_key: Short
    seat: Whole = Field(ge=0, le=99)


class Start(Sent):
    """The host's word that the match may begin."""

    host_key: Short
    level: Whole = Field(3, ge=1, le=5, description="Of bots on the seats that are still free")


class Decide(Sent):
    """One decision, or several that belong together: all are made, or none."""

    version: Whole = Field(ge=0, description="Of the table that they were made from")
    decisions: list[Short] = Field(min_length=1, max_length=64, examples=[["pass"]])


class Decided(BaseModel):
    """The table has moved on."""

    version: int


class GameShown(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    players: list[int]
    options: dict[str, str] = Field(description="Each option with what is allowed, in words")


class TableShown(BaseModel):
    """A table in a list."""

    table: TableId
    game: str
    players: int
    stage: str = Field(description="waiting, dealing, playing or over")
    seats: list[str] = Field(description="person, bot or empty, in the order of the seats")


class Choice(BaseModel):
    """A legal decision."""

    text: str
    words: str


class ViewShown(BaseModel):
    """A table as one seat, or a spectator, may know it."""

    table: TableId
    game: str
    stage: str
    version: int
    event: str = Field(description="The id of the event that shows the table like this")
    seat: int | None
    turn: int | None = Field(description="The seat to act, where the viewer may know it")
    legal: list[Choice]
    scores: list[int]
    winners: list[int]
    names: list[str]
    prompt: str
    cards: dict[str, list[str]] = Field(description="Zones and their cards, `?` for hidden ones")
    status: dict[str, Any] = Field(description="Public facts that are no cards, for each game")
    history: list[tuple[int, str]]
    events: list[str]
    description: dict[str, Any] | None = Field(
        description="The whole description of the table that the pages are drawn from"
    )
    commitment: str
    deal: Dealing | None = Field(description="Once the table has frozen")
    drawing: Drawing | None = Field(description="Where people draw for partners")


class RoundShown(BaseModel):
    """A finished round, which lies open to everybody."""

    number: int
    line: str = Field(description="The round in the game's one-line notation")
    end: str = Field(description="How its points came about")
    cards: dict[str, list[str]] = Field(description="Zones and their cards, all of them open")
    scores: list[int] = Field(description="Those of the match after it")
    status: dict[str, Any]


class Error(BaseModel):
    """Why something was refused. Nothing has been changed."""

    error: str
    rule: str | None = None
