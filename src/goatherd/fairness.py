"""Fair deals: nobody can choose the cards, and everybody can check that afterwards.

A live table makes a secret and publishes its hash, the commitment. Whoever sits down sends a seal,
the hash of a nonce. At the start the table freezes and shows one digest over the commitment, what
is played, the seats and all seals. Only then are the nonces opened, and the seed of the match is a
hash of all of that: whoever still had a choice did not know the cards, and whoever knows them has
no choice left. A seat that does not open its nonce makes the deal void, and the record tells of it.
`verify` goes through the steps again. `docs/fairness.md` says what that proves, and what not.
"""

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from goatherd import proof, record
from goatherd.errors import BadOption, BadRecord
from goatherd.game import Game, replay
from goatherd.hashing import as_json, hash_of
from goatherd.match import Match
from goatherd.partners import pieces_lying, seats_drawn
from goatherd.proof import LONGEST_NONCE, Deal, FairDeal, SealedDeal, checked_nonce, seal_in
from goatherd.record import Record
from goatherd.rng import SEED_BITS
from goatherd.words import Player, Text

__all__ = [
    "LONGEST_NONCE",
    "Check",
    "Deal",
    "FairDeal",
    "NotDealtLive",
    "Played",
    "SealedDeal",
    "checked_nonce",
    "commitment_of",
    "conclusion",
    "dealt",
    "dealt_sealed",
    "digest_of",
    "fixed",
    "hash_of",
    "new_secret",
    "pieces_lying",
    "seal_of",
    "sealed_seed",
    "seats_drawn",
    "seed_of",
    "statement_of",
    "unopened",
    "verify",
]

SECRET_BYTES = 32
SECRET_TAG = b"goatherd secret 1:"
SEED_TAG = "goatherd seed 1"
SEAL_TAG, DEAL_TAG, VOID_TAG, SEALED_SEED_TAG = (
    f"goatherd {what} 2" for what in ("seal", "deal", "void", "seed")
)


class NotDealtLive(BadRecord):
    """The record has no fairness lines: there is nothing to verify."""


class Check(NamedTuple):
    """One step of a verification: what was found, and whether it is as it should be."""

    text: Text
    ok: bool


@dataclass(frozen=True)
class Played:
    """What is played at which table: part of what the digest fixes."""

    table: str
    game: str
    players: int
    options: Mapping[str, str | int]
    draw: tuple[str, ...] = ()
    """The pieces that people draw for partners, if they do."""


# Hashes


def new_secret() -> str:
    """A fresh secret for a table, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What a table publishes of its secret, as hexadecimal digits."""
    return hashlib.sha256(SECRET_TAG + bytes.fromhex(secret)).hexdigest()


def as_seed(digits: str) -> int:
    """The number that the first bytes of a hash are."""
    return int(digits[: SEED_BITS // 4], 16)


def seal_of(table: str, seat: int, nonce: str) -> str:
    """What is told of a nonce before the deal is fixed. It fits one seat of one table alone, so
    that nobody can send another's seal as their own."""
    return hash_of(SEAL_TAG, table, seat, nonce)


def statement_of(played: Played, deal: Deal, before: Sequence[Deal] = ()) -> str:
    """All that is fixed when a table freezes, as JSON; the digest is its hash."""
    settings = {**played.options, **({"draw": " ".join(played.draw)} if played.draw else {})}
    options = [[name, str(value)] for name, value in sorted(settings.items())]
    void = void_hash(before[-1]) if before else ""
    what = (played.table, played.game, played.players, options)
    return as_json(DEAL_TAG, void, deal.commitment, *what, deal.seats)


def digest_of(played: Played, deal: Deal, before: Sequence[Deal] = ()) -> str:
    return hashlib.sha256(statement_of(played, deal, before).encode()).hexdigest()


def void_hash(deal: Deal) -> str:
    """Of a void deal with all that came of it: the next digest holds on to it."""
    return hash_of(VOID_TAG, deal.digest, deal.nonces, deal.secret, deal.failed)


def sealed_seed(deal: Deal) -> int:
    """The seed that follows from a deal whose nonces are open."""
    return as_seed(hash_of(SEALED_SEED_TAG, deal.digest, deal.secret, deal.nonces))


def seed_of(fair: FairDeal, game: str, players: int, options: Mapping[str, str | int]) -> int:
    """The seed of the first scheme. The commitment follows from the secret and takes no part."""
    written = [[name, str(value)] for name, value in sorted(options.items())]
    told = (SEED_TAG, fair.secret, fair.table, game, players, written, fair.nonces)
    return as_seed(hash_of(*told))


def unopened(deal: Deal) -> list[int]:
    """The seats whose seal has not been opened."""
    opened = {seat for seat, _ in deal.nonces}
    return [seat for seat, who in enumerate(deal.seats) if seal_in(who) and seat not in opened]


# Dealing


def dealt_sealed(
    game: Game, played: Played, deals: Sequence[Deal], drawn: Sequence[int] = ()
) -> Match:
    """The match that a live table deals when the nonces of its last deal are open.

    BadOption where the game, or the record that proves the deal, could not have them. As with a
    record, what is given may come from anybody: no option opens a file.
    """
    game.checked_options(played.options, recorded=True)
    try:
        proof.checked_table(played.table)
        for deal in deals:
            proof.checked_digits(deal.secret)
            proof.checked_nonces(deal.nonces, played.players)
            for who in deal.seats:
                proof.checked_seat(who)
    except ValueError as error:
        raise BadOption(str(error)) from None
    fair = SealedDeal(played.table, tuple(deals), played.draw, tuple(drawn))
    seed = sealed_seed(fair.last)
    options = dict(played.options)
    return game.restored(Record(game.name, played.players, options, seed, fair=fair))


def dealt(
    game: Game,
    players: int,
    options: Mapping[str, object],
    secret: str,
    table: str,
    nonces: Mapping[int, str],
) -> Match:
    """The match that a table of the first scheme dealt; some of them may still be played."""
    kept = game.checked_options(options, recorded=True)
    try:
        fair = FairDeal(
            commitment=commitment_of(proof.checked_digits(secret)),
            table=proof.checked_table(table),
            nonces=proof.checked_nonces(sorted(nonces.items()), players),
            secret=secret,
        )
    except ValueError as error:
        raise BadOption(str(error)) from None
    seed = seed_of(fair, game.name, players, kept)
    return game.restored(Record(game.name, players, kept, seed, fair=fair))


# Checking


def verify(
    record_text: str,
    commitment: str | None = None,
    nonce: str | None = None,
    digest: str | None = None,
) -> list[Check]:
    """The steps of a fair deal, gone through again, with what a player had noted down.

    BadRecord where the text is no record, NotDealtLive where it was not dealt at a live table.
    """
    told = record.read(record_text)
    fair = _fair_of(told)
    checks = [_replays(record_text)]
    if isinstance(fair, SealedDeal):
        checks += _checks_of_seals(told, fair)
        checks += _noted_digest(fair, digest)
        last: FairDeal | Deal = fair.last
    else:
        checks += _checks_of_scheme_1(told, fair, digest)
        last = fair
    if commitment is not None:
        checks.append(_commitment_is_noted(fair, commitment))
    if nonce is not None:
        checks.append(_nonce_is_noted(last.nonces, nonce))
    return checks


def _fair_of(told: Record) -> FairDeal | SealedDeal:
    if told.fair is None:
        raise NotDealtLive("this match was not dealt at a live table: its record proves nothing")
    return told.fair


def conclusion(
    record_text: str,
    checks: Sequence[Check],
    commitment: str | None = None,
    nonce: str | None = None,
    digest: str | None = None,
) -> Text:
    """What all checks together mean, with what a player had noted down."""
    if not all(check.ok for check in checks):
        return Text("This is no proof of a fair deal.")
    fair = _fair_of(record.read(record_text))
    if isinstance(fair, FairDeal):
        return _conclusion_of_scheme_1(noted=commitment is not None and nonce is not None)
    if digest is not None and any(who.startswith("person ") for who in fair.last.seats):
        return Text(
            "If the digest was noted down before your own nonce was opened, nobody chose these "
            "cards: neither the table nor a player, nor all of them together without you."
        )
    if commitment is not None and nonce is not None:
        return Text(
            "The table alone could not choose these cards. The digest would prove more: that "
            "nobody who knew the secret could choose a nonce to it."
        )
    return Text(
        "The record agrees with itself. To be sure that it is of your match, give the digest "
        "that your page noted down at the start (--digest)."
    )


def _replays(text: str) -> Check:
    try:
        replay(text)
    except BadRecord as error:
        return Check(Text("The record cannot be played again: {reason}", reason=str(error)), False)
    return Check(Text("The record is whole: played again, it leads to its result."), True)


def _secret_was_committed_to(fair: FairDeal | Deal) -> Check:
    if commitment_of(fair.secret) == fair.commitment:
        return Check(Text("The secret is the one that the table had committed itself to."), True)
    return Check(Text("The secret is not the one that the table had committed itself to."), False)


def _nothing_laid_out(told: Record) -> Check:
    if told.order is None:
        return Check(Text("All cards come from the seed."), True)
    return Check(Text("The first cards were laid out in a given order, not by the seed."), False)


def _commitment_is_noted(fair: FairDeal | SealedDeal, commitment: str) -> Check:
    noted = commitment.strip().lower()
    last = fair.last if isinstance(fair, SealedDeal) else fair
    if noted == last.commitment:
        return Check(Text("The commitment is the one that you noted down."), True)
    if isinstance(fair, SealedDeal) and noted in {deal.commitment for deal in fair.void}:
        return Check(Text("The commitment that you noted down is that of a void deal."), False)
    return Check(Text("The commitment is not the one that you noted down."), False)


def _nonce_is_noted(nonces: Sequence[tuple[int, str]], nonce: str) -> Check:
    seats = [Player(seat) for seat, added in nonces if is_of(nonce.strip(), added)]
    if seats:
        return Check(Text("Your nonce was mixed in, as that of: {players}.", players=seats), True)
    return Check(Text("Your nonce was not mixed in."), False)


def is_of(noted: str, nonce: str) -> bool:
    """Whether a nonce is the noted one, or was made of the noted words: a page puts its own random
    digits before them, and cuts off what does not fit."""
    _, _, words = nonce.partition(" ")
    spaced = " ".join(noted.split())
    cut = len(nonce) >= LONGEST_NONCE - 1 and spaced.startswith(words)
    return noted == nonce or (bool(words) and (spaced == words or cut))


# Checking sealed nonces


def _checks_of_seals(told: Record, fair: SealedDeal) -> Iterator[Check]:
    played = Played(fair.table, told.game, told.players, told.options, fair.draw)
    yield _secret_was_committed_to(fair.last)
    yield _seals_fit(fair.table, fair.last)
    yield _digest_follows(played, fair)
    if fair.void:
        yield _void_deals_fit(played, fair)
    yield _sealed_seed_follows(told, fair.last)
    if fair.draw:
        yield _draw_follows(fair)
    yield _nothing_laid_out(told)
    yield _people_sealed(fair.last)


def _seals_fit(table: str, deal: Deal) -> Check:
    wrong = wrong_seals(table, deal)
    if wrong:
        players = [Player(seat) for seat in wrong]
        why = Text("The nonce is not the one that had been sealed: {players}.", players=players)
        return Check(why, False)
    missing = [Player(seat) for seat in unopened(deal)]
    if missing:
        return Check(Text("A sealed nonce was never opened: {players}.", players=missing), False)
    return Check(Text("Every nonce is the one that had been sealed."), True)


def wrong_seals(table: str, deal: Deal) -> list[int]:
    """The seats whose nonce is not the one of their seal."""
    return [
        seat
        for seat, nonce in deal.nonces
        if seat >= len(deal.seats) or seal_in(deal.seats[seat]) != seal_of(table, seat, nonce)
    ]


def _digest_follows(played: Played, fair: SealedDeal) -> Check:
    if digest_of(played, fair.last, fair.void) == fair.last.digest:
        return Check(
            Text("The digest follows from the commitment, what is played, the seats and seals."),
            True,
        )
    return Check(
        Text("The digest does not follow from the commitment, what is played, seats and seals."),
        False,
    )


def _void_deals_fit(played: Played, fair: SealedDeal) -> Check:
    for number, deal in enumerate(fair.void):
        fits = (
            commitment_of(deal.secret) == deal.commitment
            and not wrong_seals(played.table, deal)
            and bool(deal.failed)
            and set(deal.failed) <= set(unopened(deal))
            and digest_of(played, deal, fair.void[:number]) == deal.digest
        )
        if not fits:
            return Check(Text("Void deal {number} does not fit.", number=number + 1), False)
    failed = [Player(seat) for deal in fair.void for seat in deal.failed]
    told = Text(
        "Void deals before this one: {count}. Who did not open their nonce: {players}.",
        count=len(fair.void),
        players=failed,
    )
    return Check(told, True)


def _sealed_seed_follows(told: Record, deal: Deal) -> Check:
    if sealed_seed(deal) == told.seed:
        return Check(Text("The seed follows from the digest, the secret and the nonces."), True)
    return Check(
        Text("The seed does not follow from the digest, the secret and the nonces."), False
    )


def _draw_follows(fair: SealedDeal) -> Check:
    if len(fair.drawn) != len(fair.draw):
        return Check(Text("Partners were to be drawn, and not everybody drew."), False)
    lying = pieces_lying(fair.last, fair.draw)
    seats = seats_drawn(fair.last, fair.draw, fair.drawn)
    told = "; ".join(
        f"{chair + 1}: {lying[place]} → {seats[chair] + 1}"
        for chair, place in enumerate(fair.drawn)
    )
    return Check(
        Text("Who sat down where, what they drew, and their seat: {draw}.", draw=told), True
    )


def _people_sealed(deal: Deal) -> Check:
    sealed = [Player(seat) for seat, who in enumerate(deal.seats) if who.startswith("person ")]
    left = [Player(seat) for seat, who in enumerate(deal.seats) if who.startswith("left ")]
    if sealed:
        return Check(Text("Sealed nonces were added by: {players}.", players=sealed), True)
    if left:
        return Check(
            Text("Nonces were left with the table before the deal, by: {players}.", players=left),
            True,
        )
    return Check(Text("Nobody added a nonce: the table alone chose the seed."), False)


def _noted_digest(fair: SealedDeal, digest: str | None) -> Iterator[Check]:
    if digest is None:
        return
    noted = digest.strip().lower()
    if noted == fair.last.digest:
        yield Check(Text("The digest is the one that you noted down."), True)
    elif noted in {deal.digest for deal in fair.void}:
        yield Check(
            Text("The digest that you noted down is that of a void deal: give the last one."),
            False,
        )
    else:
        yield Check(Text("The digest is not the one that you noted down."), False)


# Checking the first scheme


def _checks_of_scheme_1(told: Record, fair: FairDeal, digest: str | None) -> Iterator[Check]:
    yield _secret_was_committed_to(fair)
    yield _seed_follows(told, fair)
    yield _nothing_laid_out(told)
    yield _people_took_part(fair.nonces)
    if digest is not None:
        yield Check(Text("This record is of an older way of dealing, without a digest."), False)


def _seed_follows(told: Record, fair: FairDeal) -> Check:
    if seed_of(fair, told.game, told.players, told.options) == told.seed:
        return Check(Text("The seed follows from the secret and the nonces."), True)
    return Check(Text("The seed does not follow from the secret and the nonces."), False)


def _people_took_part(nonces: Sequence[tuple[int, str]]) -> Check:
    if nonces:
        people = [Player(seat) for seat, _ in nonces]
        return Check(Text("Nonces were added by: {players}.", players=people), True)
    return Check(Text("Nobody added a nonce: the table alone chose the seed."), False)


def _conclusion_of_scheme_1(*, noted: bool) -> Text:
    if noted:
        return Text(
            "This table dealt in an older way, which proves less: nobody who did not know its "
            "secret could choose these cards. It does not prove that the table did not choose "
            "its id, its options or who sat where, nor that it did not tell its secret to "
            "whoever sat down last."
        )
    return Text(
        "The record agrees with itself, and is of an older way of dealing, which proves less. To "
        "be sure that it is of your match, give the commitment and the nonce that you noted down "
        "(--commitment, --nonce)."
    )


def fixed(played: Played, secret: str, seats: Sequence[str], before: Sequence[Deal]) -> Deal:
    """The deal of a table that freezes: nothing of it is open yet."""
    deal = Deal(commitment_of(secret), tuple(seats), secret=secret)
    return replace(deal, digest=digest_of(played, deal, before))
