#!/usr/bin/env python3
"""A program that plays at tables of a Goatherd site, with nothing but Python's own library.

    python examples/table_player.py http://127.0.0.1:8765 --game goita     a table against bots
    python examples/table_player.py http://127.0.0.1:8765 --table CODE     a free seat at a table

It follows the table's events, and whenever it is its turn it chooses at random. It seals a nonce
for the deal and opens it only when it has seen its seal in what the table fixed: so nobody can have
chosen the cards. The digest that it prints is what `goatherd verify --digest` compares.
"""

import argparse
import hashlib
import json
import random
import secrets
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]


def ask(url: str, sent: Json | None = None, token: str | None = None) -> Json:
    """Send JSON, get JSON: a POST if there is something to send."""
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    body = None if sent is None else json.dumps(sent).encode()
    with urlopen(Request(url, body, headers)) as answer:
        text = answer.read()
    told: Json = json.loads(text) if text else {}
    return told


def events(url: str, token: str) -> Iterator[Json]:
    """The table as our seat sees it, now and after every change."""
    with urlopen(Request(url, headers={"authorization": f"Bearer {token}"})) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seal_of(code: str, seat: int, nonce: str) -> str:
    """What is told of a nonce before the deal is fixed."""
    told = ["goatherd seal 2", code, seat, nonce]
    return hash_of(json.dumps(told, ensure_ascii=False, separators=(",", ":")))


def open_nonce(table: str, token: str, view: Json, nonce: str) -> None:
    """Open our nonce, if the table has fixed what we sealed."""
    deal, seat = view["deal"], view["seat"]
    told = json.loads(deal["statement"])
    ours = f"person {seal_of(view['table'], seat, nonce)}"
    if hash_of(deal["statement"]) != deal["digest"] or told[-1][seat] != ours:
        raise SystemExit("this deal does not hold what we sealed: it stays closed")
    print(f"The digest of the deal: {deal['digest']}")
    ask(f"{table}/open", {"nonce": nonce}, token)


def play(table: str, token: str, nonce: str) -> Json:
    """Play one seat to the end; returns the last view."""
    view: Json = {}
    for view in events(f"{table}/events", token):
        if view["stage"] == "over":
            break
        if view["stage"] == "dealing" and view["seat"] in view["deal"]["unopened"]:
            open_nonce(table, token, view, nonce)
        if view["legal"]:
            decision = random.choice(view["legal"])["text"]
            decided = {"version": view["version"], "decisions": [decision]}
            try:
                ask(f"{table}/decisions", decided, token)
            except HTTPError as refused:
                if refused.code != 409:  # 409: the table has moved on, and the next event tells
                    raise
    return view


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("site", help="its address, such as http://127.0.0.1:8765")
    reader.add_argument("--game", default="goita", help="for a table of our own")
    reader.add_argument("--table", help="the code of a table that waits for players")
    wanted = reader.parse_args()
    api = f"{wanted.site.rstrip('/')}/api"

    host_key = None
    code = wanted.table
    if code is None:
        made = ask(f"{api}/tables", {"game": wanted.game})
        code, host_key = made["table"], made["host_key"]
    table = f"{api}/tables/{code}"
    seats = ask(table)["names"] if wanted.table else [""]
    nonce = secrets.token_hex(16)
    for seat in range(len(seats)):
        try:
            sealed = seal_of(code, seat, nonce)
            seated = ask(f"{table}/seats", {"seat": seat, "name": "Example", "seal": sealed})
            break
        except HTTPError as taken:
            if taken.code != 409:
                raise
    else:
        raise SystemExit("there is no free seat at that table")
    if host_key is not None:
        ask(f"{table}/start", {"host_key": host_key, "level": 2})
    end = play(table, seated["token"], nonce)
    print(f"{end['prompt']} Scores: {end['scores']}")


if __name__ == "__main__":
    main()
