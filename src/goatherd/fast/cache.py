"""Where compiled code is kept between runs."""

import hashlib
import os
from functools import cache
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent.parent
VARIABLE = "GOATHERD_CACHE"
"""Names another folder for the cache; its default is the user's cache folder."""


def folder() -> Path:
    """The folder for code compiled from these very sources.

    Numba looks only at the file of the function it compiles, not at those of the functions which
    that calls; so every change of any source gets a folder of its own.
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
    for room in ("", "games", "fast"):
        pattern = "*.py" if room == "" else "**/*.py"
        for path in sorted((PACKAGE / room).glob(pattern)):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
