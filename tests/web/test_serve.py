"""The command: how it opens the site, and what it says when it cannot."""

import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.web.site import PATIENCE, command, serving


def refused(*arguments: str, database: str = "") -> str:
    """What the command says when it ends at once, with the code for bad input."""
    done = subprocess.run(
        command(database, *arguments), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def in_folder(folder: Path) -> str:
    return f"sqlite:///{folder / 'site.db'}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def test_a_busy_port_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", str(port), database=in_folder(tmp_path))
    assert str(port) in said
    assert "--port" in said


def test_an_address_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    said = refused("--host", "192.0.2.1", database=in_folder(tmp_path))
    assert "192.0.2.1" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "no address"),
        ("mysql://goat@localhost/goats", "mysql"),
        ("sqlite://", "file"),
        ("postgresql://goat:hunter2@127.0.0.1:1/goats", ""),
        ("sqlite:////dev/null/site.db", ""),
    ],
)
def test_a_database_that_cannot_be_is_told_without_its_password(url: str, words: str) -> None:
    said = refused(database=url)
    assert words in said
    assert "hunter2" not in said


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    assert "PostgreSQL" in refused("--workers", "2", database=in_folder(tmp_path))


def test_the_site_opens_and_is_well(tmp_path: Path) -> None:
    port = free_port()
    with serving(in_folder(tmp_path), "--metrics-port", str(port)) as server:
        assert httpx.get(f"{server.url}/health").json() == {"status": "well"}
        assert httpx.get(f"{server.url}/metrics").status_code == 404, "not for everybody"
        metrics = httpx.get(f"http://127.0.0.1:{port}/metrics")
        assert metrics.headers["content-type"].startswith("text/plain")
        for figure in ("goatherd_decisions_total", "goatherd_streams", 'goatherd_tables{stage="'):
            assert figure in metrics.text
        answered = 'goatherd_request_seconds_count{method="GET"} '
        assert float(metrics.text.partition(answered)[2].partition("\n")[0]) >= 2
        head = httpx.get(server.url).headers
        assert "server" not in head
        assert "content-security-policy" in head
        big = httpx.post(f"{server.url}/api/tables", content=iter([b"x" * 65536] * 160))
        assert big.status_code == 413
    assert "Traceback" not in server.errors


def test_a_listener_who_goes_away_is_not_told_for_ever(tmp_path: Path) -> None:
    port = free_port()
    with serving(in_folder(tmp_path), "--metrics-port", str(port)) as server:
        table = httpx.post(f"{server.url}/api/tables", json={"game": "goita"}).json()["table"]
        for path in (f"/t/{table}/events", f"/api/tables/{table}/events"):
            with httpx.stream("GET", f"{server.url}{path}") as listening:
                lines = listening.iter_lines()
                next(lines)
                assert open_streams(port) == 1
            deadline = time.monotonic() + PATIENCE
            while open_streams(port):
                assert time.monotonic() < deadline, f"{path} is told still"
    assert "Traceback" not in server.errors


def open_streams(port: int) -> int:
    metrics = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return int(float(metrics.partition("\ngoatherd_streams ")[2].partition("\n")[0]))


@pytest.mark.slow
def test_what_is_finished_moves_to_another_site(tmp_path: Path) -> None:
    with serving(in_folder(tmp_path)) as server:
        made = {"game": "goat-1916", "bots": {"1": 1, "2": 1, "3": 1}}
        table = httpx.post(f"{server.url}/api/tables", json=made).json()
        where = f"{server.url}/api/tables/{table['table']}"
        seat = httpx.post(f"{where}/seats", json={"seat": 0, "name": "Anna"}).json()
        httpx.post(f"{where}/start", json={"host_key": table["host_key"]})
        play(where, seat["token"])
        record = httpx.get(f"{where}/record").text
    file, other = tmp_path / "matches", tmp_path / "other"
    other.mkdir()
    goatherd("export", str(file), "--database", in_folder(tmp_path))
    goatherd("import", str(file), "--database", in_folder(other))
    with serving(in_folder(other)) as server:
        again = httpx.get(f"{server.url}/api/tables/{table['table']}/record")
    assert again.text == record


def play(where: str, token: str) -> None:
    """Decide for one seat until the match is over."""
    with httpx.Client(headers={"authorization": f"Bearer {token}"}) as client:
        while (seen := client.get(where).json())["stage"] != "over":
            if seen["legal"]:
                sent = {"version": seen["version"], "decisions": [seen["legal"][0]["text"]]}
                client.post(f"{where}/decisions", json=sent)


def goatherd(*arguments: str) -> None:
    done = subprocess.run(
        [*command("")[:3], *arguments], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
