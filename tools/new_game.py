"""Write the skeleton of a game in a package of its own: small, playable, and tested.

make new-game NAME=my-game              into ../my-game
make new-game NAME=my-game DIR=games/x  into another folder
"""

import argparse
import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from goatherd.games import names

SKELETON = Path(__file__).parent / "skeleton"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the skeleton of a game.")
    parser.add_argument("name", help="my-game")
    parser.add_argument("folder", nargs="?", help="where to: ../my-game by default")
    given = parser.parse_args()
    folder = Path(given.folder or Path("..") / given.name)
    wrong = trouble(given.name, folder)
    if wrong is not None:
        sys.exit(wrong)
    write(given.name, folder)
    print(f"{given.name} is in {folder}. What to do with it stands in {folder / 'README.md'}.")


def trouble(name: str, folder: Path) -> str | None:
    """Why there can be no such game in this folder; None if there can."""
    if not name:
        return "Name the game: make new-game NAME=my-game"
    if NAME.fullmatch(name) is None or len(name) > LONGEST:
        return (
            f"{name!r} cannot be the name of a game: it is small letters and digits, begins with a "
            f"letter, has single hyphens between words, and at most {LONGEST} characters, "
            "as in my-game."
        )
    module = name.replace("-", "_")
    if name in names():
        return f"There is a game {name} already; choose another name."
    if keyword.iskeyword(module) or keyword.issoftkeyword(module) or find_spec(module) is not None:
        return f"{module} means something else in Python already; choose another name."
    if folder.exists():
        return f"{folder} is there already, and nothing in it is touched; name another: DIR=..."
    return None


def write(name: str, folder: Path) -> None:
    """The skeleton under another name."""
    for path in sorted(SKELETON.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            here = folder / named(path.relative_to(SKELETON).as_posix(), name)
            here.parent.mkdir(parents=True, exist_ok=True)
            here.write_text(named(path.read_text(encoding="utf-8"), name), encoding="utf-8")


def named(text: str, name: str) -> str:
    """A text of the skeleton, with this name for its own."""
    title = name.replace("-", " ").capitalize()
    module = name.replace("-", "_")
    return text.replace("my-game", name).replace("my_game", module).replace("My game", title)


if __name__ == "__main__":
    main()
