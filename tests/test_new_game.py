"""A game from the skeleton: found everywhere, and no file of the package changed for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.offered.install import environment, from_skeleton
from tools import new_game

NAME = "billy-goats"

KNOWN = """
import goatherd
from goatherd.testing import check_game
assert goatherd.games() == ["goat-n-goat", "goat-1916", "goita", "goat-lords", "billy-goats"]
assert goatherd.load("billy-goats").title == "Billy goats"
check_game("billy-goats", compiled=False)
match = goatherd.load("billy-goats").new(players=3, seed=1)
bot = goatherd.bot("greedy", seed=1)
while not match.over:
    match.play(bot.choose(match.view(match.turn)))
assert sum(match.scores()) == 3
"""

PLAYED_OUT = """
import goatherd
played = goatherd.load("billy-goats").playouts(1000, players=3, seed=1)
assert (played.lengths == 9).all()
assert (played.scores.sum(axis=1) == 3).all()
"""

HOSTED = """
import asyncio
import sys
from goatherd.web.ledger import migrate
from tests.web.site import Browser, Program, opened

async def main():
    url = f"sqlite:///{sys.argv[1]}/site.db"
    migrate(url)
    async with opened(url) as site, site.client() as client:
        person = Browser(client)
        home = await person.get("/")
        assert "Billy goats" in home.text and 'value="billy-goats"' in home.text
        assert "Play your three cards well" in home.text
        table = await person.play_now("billy-goats")
        shown = await person.get(f"/t/{table}")
        assert shown.status_code == 200 and "Billy goats" in shown.text
        assert "hand 0" in shown.text
        book = await person.get("/rules/billy-goats")
        assert book.status_code == 200 and "Most points win" in book.text
    async with opened(url) as site, site.client() as client:
        await play(Program(client))

async def play(program):
    table = await program.make("billy-goats", players=3)
    await program.sit(table, 0)
    await program.start(table)
    decided = 0
    async with asyncio.timeout(60):
        while (seen := await program.see(table))["stage"] != "over":
            if seen["legal"]:
                text = seen["legal"][0]["text"]
                answer = await program.decide(table, seen["version"], text)
                assert answer.status_code < 300, answer.text
                decided += 1
            else:
                await asyncio.sleep(0.02)
    assert decided in (2, 3)  # a last card is played by itself
    assert sum(seen["scores"]) == 3 and seen["winners"]

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game as if it were installed."""
    return from_skeleton(NAME, tmp_path_factory.mktemp("packages") / NAME)


def run(folder: Path, *command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        env=environment(folder),
        capture_output=True,
        text=True,
        cwd=cwd,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_known_and_has_what_every_game_must_have(packages: Path) -> None:
    run(packages, "-W", "error", "-c", KNOWN)


def test_it_is_in_the_list_of_games(packages: Path) -> None:
    listed = run(packages, "-m", "goatherd", "games")
    assert "billy-goats  Billy goats (2–3 players)" in listed
    assert "Play your three cards well" in listed
    assert "Most points win" in run(packages, "-m", "goatherd", "rules", "billy-goats")


@pytest.mark.slow
def test_it_is_played_out_at_full_speed_and_passes_its_own_tests(packages: Path) -> None:
    run(packages, "-W", "error", "-c", PLAYED_OUT)
    tests = ["-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    assert "15 passed" in run(packages, *tests, cwd=packages)


def test_it_is_on_the_first_page_and_played_at_a_live_table(packages: Path, tmp_path: Path) -> None:
    run(packages, "-c", HOSTED, str(tmp_path))


def test_its_package_offers_it(packages: Path) -> None:
    offered = '[project.entry-points."goatherd.games"]\nbilly-goats = "billy_goats:GAME"\n'
    assert offered in (packages / "pyproject.toml").read_text(encoding="utf-8")
    for path in packages.rglob("*.py"):
        assert "my_game" not in path.read_text(encoding="utf-8").lower()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Name the game"),
        ("My-Game", "small letters"),
        ("1916", "begins with a letter"),
        ("a--b", "single hyphens"),
        ("../elsewhere", "small letters"),
        ("x" * 41, "at most 40"),
        ("goita", "There is a game goita already"),
        ("json", "means something else"),
        ("class", "means something else"),
    ],
)
def test_a_bad_name_is_refused_with_a_sentence(name: str, said: str, tmp_path: Path) -> None:
    assert said in (new_game.trouble(name, tmp_path / "new") or "")


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("my own")
    tool = [sys.executable, "-m", "tools.new_game", NAME, str(tmp_path)]
    done = subprocess.run(tool, capture_output=True, text=True)
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
