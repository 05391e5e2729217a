"""The files that pages load, and their addresses."""

import hashlib
from functools import cache
from importlib import resources

STATIC = resources.files("goatherd.web") / "static"


@cache
def static(path: str) -> str:
    """The address of a static file, new whenever the file is."""
    content = STATIC.joinpath(*path.split("/")).read_bytes()
    return f"/static/{path}?{hashlib.sha256(content).hexdigest()[:10]}"
