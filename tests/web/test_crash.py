"""Kill the server in the middle of a match: nothing that was acknowledged is lost."""

import random
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

import goatherd
from goatherd.fairness import verify
from tests.web.conftest import NewDatabase
from tests.web.site import PATIENCE, Server, serving


def table_of_three(url: str, game: str) -> tuple[str, list[str]]:
    """A match of three programs and a bot; the keys to the seats."""
    with httpx.Client(base_url=url) as client:
        made = client.post(
            "/api/tables", json={"game": game, "players": 4, "bots": {"3": 1}}
        ).json()
        table = made["table"]
        tokens = []
        for seat in range(3):
            sent = {"seat": seat, "name": f"Goat {seat}", "nonce": "n"}
            tokens.append(client.post(f"/api/tables/{table}/seats", json=sent).json()["token"])
        client.post(f"/api/tables/{table}/start", json={"host_key": made["host_key"]})
    return table, tokens


class Player(threading.Thread):
    """Decides for one seat until the match is over or the server is gone; keeps what was taken."""

    def __init__(
        self, url: str, table: str, seat: int, token: str, enough: threading.Event
    ) -> None:
        super().__init__()
        self.url, self.table, self.seat = url, table, seat
        self.headers = {"authorization": f"Bearer {token}"}
        self.acknowledged: list[tuple[int, str]] = []
        self.enough = enough
        self.is_over = False

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.url, headers=self.headers) as client:
                while not self.is_over:
                    self.step(client)
        except httpx.HTTPError:
            return

    def step(self, client: httpx.Client) -> None:
        seen: dict[str, Any] = client.get(f"/api/tables/{self.table}").json()
        self.is_over = seen["stage"] == "over"
        if not seen["legal"]:
            return
        text = random.choice(seen["legal"])["text"]
        sent = {"version": seen["version"], "decisions": [text]}
        answer = client.post(f"/api/tables/{self.table}/decisions", json=sent)
        if answer.status_code == 200:
            self.acknowledged.append((answer.json()["version"] - 1, text))
            if len(self.acknowledged) > 5:
                self.enough.set()


def play(server: Server, table: str, tokens: list[str]) -> tuple[list[Player], threading.Event]:
    enough = threading.Event()
    players = [Player(server.url, table, seat, token, enough) for seat, token in enumerate(tokens)]
    for player in players:
        player.start()
    return players, enough


@pytest.mark.slow
@pytest.mark.parametrize("game", ["goat-1916", "goat-n-goat", "goat-lords"])
def test_a_killed_server_forgets_nothing_and_the_match_goes_on(
    new_database: NewDatabase, game: str
) -> None:
    database = new_database()
    with serving(database) as server:
        table, tokens = table_of_three(server.url, game)
        players, enough = play(server, table, tokens)
        assert enough.wait(PATIENCE)
        server.kill()
        for player in players:
            player.join()
    with serving(database) as server:
        again, _ = play(server, table, tokens)
        for player in again:
            player.join(10 * PATIENCE)
            assert player.is_over
        record = httpx.get(f"{server.url}/api/tables/{table}/record").text
    match = goatherd.replay(record)
    assert match.over
    assert all(check.ok for check in verify(record))
    for player in (*players, *again):
        for number, text in player.acknowledged:
            assert match.decisions()[number] == (player.seat, text)
    assert sum(len(player.acknowledged) for player in players) > 5


def test_a_server_that_is_told_to_stop_ends_its_streams(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'site.db'}") as server:
        table, _ = table_of_three(server.url, "goat-1916")
        with httpx.stream("GET", f"{server.url}/api/tables/{table}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            server.process.terminate()
            assert list(lines)  # it ends
        assert server.process.wait(PATIENCE) in (0, -15)
    assert "Traceback" not in server.errors
