"""A game of another package, as if it were installed."""

import os
import subprocess
import sys
from pathlib import Path


def from_skeleton(name: str, folder: Path) -> Path:
    """A game that `make new-game` has written into this folder."""
    tool = [sys.executable, "-m", "tools.new_game", name, str(folder)]
    done = subprocess.run(tool, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    offer(folder, name, f"{name.replace('-', '_')}:GAME")
    return folder


def offer(folder: Path, name: str, place: str) -> None:
    """What the installer of a package leaves, as far as its entry points go."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[goatherd.games]\n{name} = {place}\n")


def environment(*folders: Path) -> dict[str, str]:
    """Of a process that finds the packages in these folders; compiled code is kept in the first."""
    path = os.pathsep.join([*map(str, folders), *filter(None, sys.path)])
    return os.environ | {"PYTHONPATH": path, "GOATHERD_CACHE": str(folders[0] / "cache")}
