"""Fair deals: a table cannot choose the cards, and everybody can check that afterwards.

A live table makes a secret and publishes its hash, the commitment, before anybody sits down. Each
person adds a nonce, any text of theirs. The seed of the match is a hash of all of that together,
so the table could not know it when it committed itself. At the end the secret stands in the record,
and `verify` goes through the steps again. `docs/fairness.md` says what that proves, and what not.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from goatherd import record
from goatherd.errors import BadOption, BadRecord
from goatherd.game import Game, replay
from goatherd.match import Match
from goatherd.record import LONGEST_NONCE, FairDeal, Record, checked_nonce
from goatherd.rng import SEED_BITS
from goatherd.words import Player, Text

__all__ = [
    "LONGEST_NONCE",
    "Check",
    "FairDeal",
    "NotDealtLive",
    "checked_nonce",
    "commitment_of",
    "dealt",
    "new_secret",
    "seed_of",
    "verify",
]

SECRET_BYTES = 32
SECRET_TAG = b"goatherd secret 1:"
SEED_TAG = "goatherd seed 1"


class NotDealtLive(BadRecord):
    """The record has no fairness lines: there is nothing to verify."""


class Check(NamedTuple):
    """One step of a verification: what was found, and whether it is as it should be."""

    text: Text
    ok: bool


# Dealing


def new_secret() -> str:
    """A fresh secret for a table, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What a table publishes of its secret, as hexadecimal digits."""
    return hashlib.sha256(SECRET_TAG + bytes.fromhex(secret)).hexdigest()


def seed_of(fair: FairDeal, game: str, players: int, options: Mapping[str, str | int]) -> int:
    """The seed that follows from a secret, a table, what is played there, and the nonces.

    What is hashed is JSON without spaces, so that no two deals are written alike; options are
    texts, as in the record. The commitment follows from the secret and takes no part.
    """
    written = [[name, str(value)] for name, value in sorted(options.items())]
    told = [SEED_TAG, fair.secret, fair.table, game, players, written, fair.nonces]
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[: SEED_BITS // 8], "big")


def dealt(
    game: Game,
    players: int,
    options: Mapping[str, object],
    secret: str,
    table: str,
    nonces: Mapping[int, str],
) -> Match:
    """The match that a live table deals; the same again from the same words.

    BadOption where the game, or the record that proves the deal, could not have them. As with a
    record, what is given may come from anybody: no option opens a file.
    """
    kept = game.checked_options(options, recorded=True)
    try:
        fair = FairDeal(
            commitment=commitment_of(record.checked_digits(secret)),
            table=record.checked_table(table),
            nonces=record.checked_nonces(sorted(nonces.items()), players),
            secret=secret,
        )
    except ValueError as error:
        raise BadOption(str(error)) from None
    seed = seed_of(fair, game.name, players, kept)
    return game.restored(Record(game.name, players, kept, seed, fair=fair))


# Checking


def verify(
    record_text: str, commitment: str | None = None, nonce: str | None = None
) -> list[Check]:
    """The steps of a fair deal, gone through again, with what a player had noted down.

    BadRecord where the text is no record, NotDealtLive where it was not dealt at a live table.
    """
    told = record.read(record_text)
    if told.fair is None:
        raise NotDealtLive("this match was not dealt at a live table: its record proves nothing")
    return list(_checks(record_text, told, told.fair, commitment, nonce))


def _checks(
    text: str, told: Record, fair: FairDeal, commitment: str | None, nonce: str | None
) -> Iterator[Check]:
    yield _replays(text)
    yield _secret_was_committed_to(fair)
    yield _seed_follows(told, fair)
    yield _nothing_laid_out(told)
    yield _people_took_part(fair.nonces)
    if commitment is not None:
        yield _commitment_is_noted(fair, commitment)
    if nonce is not None:
        yield _nonce_is_noted(fair, nonce)


def _replays(text: str) -> Check:
    try:
        replay(text)
    except BadRecord as error:
        return Check(Text("The record cannot be played again: {reason}", reason=str(error)), False)
    return Check(Text("The record is whole: played again, it leads to its result."), True)


def _secret_was_committed_to(fair: FairDeal) -> Check:
    if commitment_of(fair.secret) == fair.commitment:
        return Check(Text("The secret is the one that the table had committed itself to."), True)
    return Check(Text("The secret is not the one that the table had committed itself to."), False)


def _seed_follows(told: Record, fair: FairDeal) -> Check:
    if seed_of(fair, told.game, told.players, told.options) == told.seed:
        return Check(Text("The seed follows from the secret and the nonces."), True)
    return Check(Text("The seed does not follow from the secret and the nonces."), False)


def _nothing_laid_out(told: Record) -> Check:
    if told.order is None:
        return Check(Text("All cards come from the seed."), True)
    return Check(Text("The first cards were laid out in a given order, not by the seed."), False)


def _people_took_part(nonces: Sequence[tuple[int, str]]) -> Check:
    if nonces:
        people = [Player(seat) for seat, _ in nonces]
        return Check(Text("Nonces were added by: {players}.", players=people), True)
    return Check(Text("Nobody added a nonce: the table alone chose the seed."), False)


def _commitment_is_noted(fair: FairDeal, commitment: str) -> Check:
    if commitment.strip().lower() == fair.commitment:
        return Check(Text("The commitment is the one that you noted down."), True)
    return Check(Text("The commitment is not the one that you noted down."), False)


def _nonce_is_noted(fair: FairDeal, nonce: str) -> Check:
    seats = [Player(seat) for seat, added in fair.nonces if added == nonce.strip()]
    if seats:
        return Check(Text("Your nonce was mixed in, as that of: {players}.", players=seats), True)
    return Check(Text("Your nonce was not mixed in."), False)
