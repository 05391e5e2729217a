"""What the project promises outside its code: pages, pins, commands, packaging."""

import doctest
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import goatherd

ROOT = Path(__file__).parents[1]
PINS = sorted((ROOT / "requirements").glob("*.txt"))
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
EXTRAS = {"play": ["fast"], "dev": ["fast", "dev"], "bench": ["fast", "bench"]}
"""What each file of pins is to install, besides the dependencies of the package."""

# Spelt so that this file does not contain what it looks for.
REGISTRY = re.compile(
    r"py[p]i\.(?:org|io|python)|python[h]osted|[/:]py[p]i\b|/simpl[e]/|"
    r"index[-_]ur[l]|find[-_]link[s]|trusted[-_]hos[t]",
    re.IGNORECASE,
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(text("pyproject.toml"))["project"]
    return table


def pins(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(name): version for name, _, version in map(split, lines)}


def split(line: str) -> tuple[str, str, str]:
    return line.partition("==")


def tracked() -> list[Path]:
    """The files of the project as Git sees them, new ones included."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a Git checkout")
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-zco", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


# --- pages ---------------------------------------------------------------------------------------


def test_the_examples_of_the_readme_are_true() -> None:
    # Fences become empty lines, so that an output ends where its block does.
    page = re.sub(r"^```.*$", "", text("README.md"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(page, {}, "README.md", "README.md", 0)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", text(page))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_make_commands_of_a_page_exist(page: str) -> None:
    targets = sorted(set(re.findall(r"\bmake ([a-z-]+)(?=[`\n ]*(?:GAME|NAME|`|\n))", text(page))))
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    for target in targets:
        done = subprocess.run(
            ["make", "--dry-run", target], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


def test_every_game_is_in_the_readme_and_its_makers_in_the_notice() -> None:
    for name in goatherd.games():
        assert f"`{name}`" in text("README.md")
    for makers in ("Hisashi Hayashi", "Milton Bradley", "Japan Goita Association", "Gatwick Games"):
        assert makers in text("NOTICE")


def test_the_licence_is_the_one_that_the_package_names() -> None:
    assert project()["license"] == "Apache-2.0"
    title = text("LICENSE").split()[:4]
    assert title == ["Apache", "License", "Version", "2.0,"]


def test_ci_runs_the_test_command_of_the_readme_and_nothing_else() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = [line for line in text(".ci/run").splitlines() if line and line[0] != "#"]
    commands = [line for line in lines if not line.startswith(("set ", "cd "))]
    assert commands == ["make test"]
    shown = re.findall(r"^```sh\n(.*?)^```", text("README.md"), flags=re.MULTILINE | re.DOTALL)
    assert "make test" in "".join(shown).splitlines()


# --- versions ------------------------------------------------------------------------------------


def test_there_is_one_version() -> None:
    assert project()["version"] == goatherd.__version__
    assert importlib.metadata.version("goatherd") == goatherd.__version__
    assert goatherd.__version__ in text("CHANGELOG.md")


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_pins_are_names_and_exact_versions_in_order(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    assert lines == sorted(set(lines))


def test_the_files_of_pins_agree() -> None:
    versions: dict[str, set[str]] = {}
    for path in PINS:
        for name, version in pins(path).items():
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_pins_satisfy_what_the_package_asks_for(path: Path) -> None:
    table, pinned = project(), pins(path)
    asked = list(table["dependencies"])
    for extra in EXTRAS[path.stem]:
        asked += table["optional-dependencies"][extra]
    wanted = [Requirement(line) for line in asked if not line.startswith("goatherd")]
    unmet = [
        str(need)
        for need in wanted
        if not need.specifier.contains(pinned.get(canonicalize_name(need.name), "0"))
    ]
    assert unmet == []


def test_no_file_names_where_packages_come_from() -> None:
    found = []
    for path in tracked():
        content = path.read_bytes().decode("utf-8", errors="ignore")
        found += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in REGISTRY.finditer(content)]
    assert found == []


# --- packaging -----------------------------------------------------------------------------------


def test_the_command_is_installed() -> None:
    (command,) = importlib.metadata.entry_points(group="console_scripts", name="goatherd")
    assert callable(command.load())


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    package = [path for path in tracked() if path.is_relative_to(source)]
    assert {path.relative_to(source).as_posix() for path in package} - held == set()
