"""The compile cache: used by the next process, done without where it cannot be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = "import goatherd; print(goatherd.load('goita').playouts(50, seed=1).lengths.sum())"


def played(cache: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"GOATHERD_CACHE": str(cache)}
    return subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True
    )


@pytest.mark.slow
def test_the_next_process_compiles_nothing_and_plays_the_same(tmp_path: Path) -> None:
    first, later = played(tmp_path), played(tmp_path)
    assert first.stderr == "goatherd: compiling Goita (once; it is kept)\n"
    assert later.stderr == ""
    assert first.stdout == later.stdout


@pytest.mark.slow
def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    assert played(file / "cache").stdout == played(tmp_path / "cache").stdout
