"""Several workers on one PostgreSQL: they see each other's moves, and each turn counts once."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.web.postgres import Cluster
from tests.web.site import PATIENCE, serving

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("workers")]  # they share the two


@pytest.fixture(scope="module")
def two(postgres: Cluster) -> Iterator[tuple[str, str]]:
    """Two servers on one database, each a worker with an address of its own."""
    database = postgres.new_database()
    with serving(database) as one, serving(database) as other:
        yield one.url, other.url


def begun(
    url: str, game: str = "goat-n-goat", players: int = 2, **wanted: Any
) -> tuple[str, list[str]]:
    with httpx.Client(base_url=url) as client:
        sent = {"game": game, "players": players, **wanted}
        made = client.post("/api/tables", json=sent).json()
        table, tokens = made["table"], []
        for seat in range(players):
            if str(seat) in wanted.get("bots", {}):
                continue
            sitting = {"seat": seat, "name": f"Goat {seat}"}
            seated = client.post(f"/api/tables/{table}/seats", json=sitting)
            tokens.append(seated.json()["token"])
        start = client.post(f"/api/tables/{table}/start", json={"host_key": made["host_key"]})
        assert start.status_code == 204, start.text
    return table, tokens


def seen(url: str, table: str, token: str) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"}
    view: dict[str, Any] = httpx.get(f"{url}/api/tables/{table}", headers=headers).json()
    return view


def decide(url: str, table: str, token: str, version: int, text: str) -> int:
    sent = {"version": version, "decisions": [text]}
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.post(f"{url}/api/tables/{table}/decisions", json=sent, headers=headers)
    return answer.status_code


def views(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def test_a_move_at_one_worker_is_seen_at_the_other(two: tuple[str, str]) -> None:
    table, tokens = begun(two[0])
    with httpx.stream("GET", f"{two[1]}/api/tables/{table}/events", timeout=PATIENCE) as stream:
        events = views(stream.iter_lines())
        view = next(events)
        for number in range(6):
            known = view["version"]
            url, token = two[number % 2], tokens[view["turn"]]
            mine = seen(url, table, token)
            while not mine["legal"] and mine["version"] <= known:  # it is about to learn of it
                mine = seen(url, table, token)
            if mine["legal"]:  # where there is nothing to choose, it has been answered
                text = mine["legal"][-1]["text"]
                assert decide(url, table, token, mine["version"], text) in (200, 409)
            while view["version"] == known:
                view = next(events)


def test_two_posts_for_one_turn_at_two_workers_count_once(two: tuple[str, str]) -> None:
    table, tokens = begun(two[0])
    counted = -1
    with ThreadPoolExecutor(6) as pool:
        for _ in range(6):
            seat, view = to_choose(two[0], table, tokens, counted)
            counted, texts = view["version"], [one["text"] for one in view["legal"]]
            posts = [
                pool.submit(decide, two[place % 2], table, tokens[seat], counted, texts[place % 2])
                for place in range(6)
            ]
            assert sorted(post.result() for post in posts) == [200, *[409] * 5]


def to_choose(url: str, table: str, tokens: list[str], counted: int) -> tuple[int, dict[str, Any]]:
    """Who has a choice now, and their view, as soon as it is later than what was counted."""
    while True:
        for seat, token in enumerate(tokens):
            view = seen(url, table, token)
            if len(view["legal"]) > 1 and view["version"] > counted:
                return seat, view


def test_seats_and_chat_are_seen_at_the_other_worker(two: tuple[str, str]) -> None:
    made = httpx.post(f"{two[0]}/api/tables", json={"game": "goita", "open": True}).json()
    with httpx.stream(
        "GET", f"{two[1]}/api/tables/{made['table']}/events", timeout=PATIENCE
    ) as stream:
        events = views(stream.iter_lines())
        assert next(events)["stage"] == "waiting"
        sent = {"seat": 2, "name": "Anna"}
        httpx.post(f"{two[0]}/api/tables/{made['table']}/seats", json=sent)
        assert next(events)["names"][2] == "Anna"
    listed = httpx.get(f"{two[1]}/api/tables").json()
    assert made["table"] in [one["table"] for one in listed]


def test_one_worker_moves_the_bots_of_both(two: tuple[str, str]) -> None:
    """A match that begins at either of them is played by the bots to where a person must choose."""
    for url in two:
        table, tokens = begun(url, "goat-1916", 4, bots={"0": 1, "1": 1, "2": 1})
        with httpx.stream(
            "GET", f"{url}/api/tables/{table}/events", timeout=PATIENCE,
            headers={"authorization": f"Bearer {tokens[0]}"},
        ) as stream:  # fmt: skip
            assert any(len(view["legal"]) > 1 for view in views(stream.iter_lines()))


def test_the_command_runs_two_workers(postgres: Cluster) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(postgres.new_database(), "--workers", "2"))
        table, tokens = begun(server.url)
        where = f"{server.url}/api/tables/{table}/events"
        stream = stack.enter_context(httpx.stream("GET", where, timeout=PATIENCE))
        events = views(stream.iter_lines())
        seat, view = to_choose(server.url, table, tokens, -1)
        version, texts = view["version"], [one["text"] for one in view["legal"]]
        pool = stack.enter_context(ThreadPoolExecutor(8))
        posts = [  # each with a connection of its own, to either worker
            pool.submit(decide, server.url, table, tokens[seat], version, texts[place % 2])
            for place in range(8)
        ]
        assert sorted(post.result() for post in posts) == [200, *[409] * 7]
        assert any(event["version"] > version for event in events)
    assert "Traceback" not in server.errors
