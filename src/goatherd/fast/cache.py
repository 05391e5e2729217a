"""Where compiled code is kept between runs."""

import hashlib
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import platformdirs

from goatherd.games import offered

PACKAGE = Path(__file__).parent.parent
BASE = (
    *("contract", "defaults", "errors", "interpreted", "invariants", "payoff"),
    *("rng", "rule", "table", "tensor", "words", "worlds"),
)
"""The modules of the package's top that rules are made of; no other gets compiled."""
VARIABLE = "GOATHERD_CACHE"
"""Names another folder for the cache; its default is the user's cache folder."""


def folder() -> Path:
    """The folder for code compiled from these very sources.

    Numba looks only at the file of the function it compiles, not at those of the functions which
    that calls; so every change of any source of rules or compiled code gets a folder of its own.
    """
    root = os.environ.get(VARIABLE) or platformdirs.user_cache_dir("goatherd")
    return Path(root) / _digest()


@cache
def is_usable() -> bool:
    """Whether compiled code can be kept; where it cannot, it is compiled anew in each process."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder(), os.W_OK)


@cache
def _digest() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    for path in offered_sources():
        digest.update(path.as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    """All files that compiled code may come from: numbers that rules look up become part of it."""
    rooms = [path for room in ("games", "fast") for path in below(PACKAGE / room)]
    return sorted([*(PACKAGE / f"{name}.py" for name in BASE), *rooms])


def offered_sources() -> list[Path]:
    """The same of games in other packages: all of the package that a game is in, since its rules
    may call what is anywhere there."""
    found: set[Path] = set()
    for one in offered().values():
        spec = find_spec(one.module.partition(".")[0])
        if spec is not None and spec.submodule_search_locations is not None:
            found.update(*(below(Path(folder)) for folder in spec.submodule_search_locations))
        elif spec is not None and spec.origin is not None:
            found.add(Path(spec.origin))
    return sorted(found)


def below(folder: Path) -> list[Path]:
    return [path for kind in ("py", "npz") for path in folder.glob(f"**/*.{kind}")]
