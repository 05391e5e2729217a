"""Who is asking: a signed cookie with a chosen nickname, and keys to seats.

There are no accounts and no passwords. A person is a random id in a cookie that only this site can
sign. A seat belongs to a person, and has a key besides: whoever opens the seat's link on another
device gets a cookie for that seat alone. The same key lets a program play the seat.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from goatherd.web.names import is_shown, is_taken_by_the_site, safe_name
from goatherd.words import LANGUAGES, Text

THEMES = ("auto", "light", "dark")
LONGEST_COOKIE = 512
SECRETS = ("secret", "secret of deals")
"""The names under which a site keeps what it signs with, and what tables' secrets come from."""
REMEMBERED = 2000
"""Cookies whose signature has been looked at."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a browser."""

    id: str
    name: str
    language: str
    theme: str = "auto"
    is_new: bool = False
    """Whether the browser has yet to be told."""


def new_key() -> str:
    """A secret of a site."""
    return secrets.token_urlsafe(32)


class Seal:
    """Signs what browsers keep, with the site's secrets."""

    def __init__(self, secret: str, secret_of_deals: str) -> None:
        self._secret = secret.encode()
        self._secret_of_deals = secret_of_deals.encode()
        """Another one: whoever learns how cookies are signed shall know no cards."""
        self._cookies = URLSafeSerializer(secret, salt="person")
        self.opened = lru_cache(REMEMBERED)(self._opened)
        """The person of a cookie; None if there is none, or somebody else made it."""

    def cookie(self, person: Person) -> str:
        return str(self._cookies.dumps([person.id, person.name, person.language, person.theme]))

    def _opened(self, cookie: str | None) -> Person | None:
        if not cookie or len(cookie) > LONGEST_COOKIE:
            return None
        try:
            found = self._cookies.loads(cookie)
        except BadSignature:
            return None
        return _person(found)

    def seat_key(self, table: str, seat: int, person: str, sitting: str | None = None) -> str:
        """The key to a seat while this person has it, from one time that it was taken or left to
        the next."""
        return self._mac("seat", table, str(seat), person, *([sitting] if sitting else []))

    def secret_of(self, table: str) -> str:
        """The secret from which a table's cards are dealt, as hexadecimal digits.

        It follows from the table's id, so that the page from which a table is made can already
        show the commitment to it: before the browser says what it adds to the shuffling.
        """
        told = f"deal\n{table}".encode()
        return hmac.new(self._secret_of_deals, told, hashlib.sha256).hexdigest()

    def speaker(self, table: str, person: str) -> str:
        """What stands for a person at one table, and tells nobody who it is."""
        return self._mac("speaker", table, person)

    def csrf(self, person: Person) -> str:
        """What a form must carry, so that no other site can send one in this person's name."""
        return self._mac("form", person.id)

    def _mac(self, *parts: str) -> str:
        message = "\n".join(parts).encode()
        digest = hmac.digest(self._secret, message, "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()


def same(given: str | None, right: str) -> bool:
    """Whether a secret is the right one, in a time that tells nothing."""
    return given is not None and hmac.compare_digest(given.encode(), right.encode())


def newcomer(accepts: str) -> Person:
    """Somebody who is here for the first time, with a language from their browser."""
    language = preferred(accepts)
    name = Text("Goat {number}", number=secrets.randbelow(900) + 100).say(language)
    return Person(secrets.token_urlsafe(12), name, language, is_new=True)


def preferred(accepts: str) -> str:
    """The first of our languages in an Accept-Language header, by its order of preference."""
    weighed = []
    for entry in accepts[:200].split(","):
        code, _, weight = entry.strip().partition(";q=")
        language = code.partition("-")[0].lower()
        if language in LANGUAGES:
            weighed.append((-_number(weight), language))
    return min(weighed, key=lambda entry: entry[0])[1] if weighed else "en"


def _number(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


def safe_line(given: str, longest: int) -> str:
    """One line of what somebody wrote, without what could disturb the lines around it."""
    shown = "".join(letter if is_shown(letter) else " " for letter in given[: 4 * longest])
    return " ".join(shown.split())[:longest].strip()


def name_of(given: str) -> str:
    """The name as it may be shown; empty if nothing is left, or if bots are called so."""
    name = safe_name(given)
    return "" if is_taken_by_the_site(name) else name


def changed(person: Person, name: str, language: str, theme: str) -> Person:
    """The person with new settings; what cannot be is left as it was."""
    return replace(
        person,
        name=name_of(name) or person.name,
        language=language if language in LANGUAGES else person.language,
        theme=theme if theme in THEMES else person.theme,
        is_new=True,
    )


def _person(found: Any) -> Person | None:
    if not isinstance(found, list) or len(found) != 4:
        return None
    if not all(isinstance(part, str) for part in found):
        return None
    return Person(*found)
