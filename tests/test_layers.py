"""Each layer imports only its own and upper ones (the table in README.md)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "goatherd"

LAYERS = {
    "": "front",  # goatherd/__init__.py
    "contract": "base",
    "defaults": "base",
    "errors": "base",
    "interpreted": "base",
    "looks": "base",
    "invariants": "base",
    "payoff": "base",
    "rng": "base",
    "rule": "base",
    "table": "base",
    "tensor": "base",
    "words": "base",
    "worlds": "base",
    "games": "games",
    "book": "match",
    "fairness": "match",
    "game": "match",
    "hashing": "match",
    "lesson": "match",
    "match": "match",
    "partners": "match",
    "position": "match",
    "processes": "match",
    "proof": "match",
    "reasons": "match",
    "record": "match",
    "solution": "match",
    "showing": "match",
    "timeline": "match",
    "view": "match",
    "fast": "fast",
    "bots": "bots",
    "ladder": "bots",
    "__main__": "faces",
    "cli": "faces",
    "research": "faces",
    "terminal": "faces",
    "testing": "faces",
    "web": "faces",
}
"""The layer of each module or folder of the package. A new one is added here."""

EAGER = {
    "base": {"base"},
    "game": {"base"},  # and its own folder
    "registry": {"base"},
    "match": {"base", "game", "registry", "match"},
    "fast": {"base", "game", "registry", "match", "fast"},
    "bots": {"base", "game", "registry", "match", "fast", "bots"},
    "front": {"base", "registry", "match"},
    "faces": {"base", "game", "registry", "match", "fast", "bots", "front", "faces"},
}
"""What a layer may import. `games` is two: each game's folder, and the registry of them."""

LAZY = {
    "registry": {"game"},
    "front": {"fast", "bots", "faces"},
}
"""What a layer may import besides, but only when it is needed: inside a function."""

DOORS = {"goatherd.game": {"goatherd.fast"}}
"""Lazy imports that one module may make besides: a game's playouts and batches are run by fast."""

APART = {("goatherd.web", "goatherd.terminal"), ("goatherd.terminal", "goatherd.web")}
"""Folders of one layer that do not import each other."""

LIBRARIES = {
    "base": {"numpy"},
    "game": {"numpy"},
    "registry": {"numpy"},
    "match": {"numpy"},
    "front": {"numpy"},
    "fast": {"numpy", "numba", "llvmlite", "platformdirs"},
    "bots": {"numpy", "platformdirs"},
}
"""The libraries that a layer may import. Faces may import any but Numba."""

LAZY_LIBRARIES = {"goatherd.words": {"babel"}}
"""Libraries that one module may import besides, inside a function."""

COMPILER = {"numba", "llvmlite"}


class Import(NamedTuple):
    """One import: the module that it names, and whether it waits until a function runs."""

    target: str
    line: int
    lazy: bool


# --- reading imports -----------------------------------------------------------------------------


def modules(package: Path) -> dict[str, Path]:
    """The files of a package by dotted name."""
    return {dotted(package, path): path for path in sorted(package.rglob("*.py"))}


def dotted(package: Path, path: Path) -> str:
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(name: str, path: Path, known: set[str]) -> Iterator[Import]:
    """Every import of a module, wherever in it it stands."""
    home = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node, lazy in statements(ast.parse(path.read_text(encoding="utf-8")), lazy=False):
        for target in targets(node, home, known):
            yield Import(target, node.lineno, lazy)


def statements(node: ast.AST, *, lazy: bool) -> Iterator[tuple[ast.stmt | ast.Call, bool]]:
    """The importing nodes below this one, each with whether it waits."""
    if isinstance(node, ast.Import | ast.ImportFrom) or is_import_call(node):
        assert isinstance(node, ast.stmt | ast.Call)
        yield node, lazy
    waits = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    unrun = node.body if isinstance(node, ast.If) and is_type_checking(node.test) else []
    for child in ast.iter_child_nodes(node):
        yield from statements(child, lazy=lazy or waits or child in unrun)


def is_import_call(node: ast.AST) -> bool:
    """`import_module("a.b")`, the one dynamic form whose target can be read."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else None
    called = node.func.id if isinstance(node.func, ast.Name) else called
    argument = node.args[0]
    named = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return called in ("import_module", "__import__") and named


def is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", None)
    return name == "TYPE_CHECKING"


def targets(node: ast.AST, home: str, known: set[str]) -> list[str]:
    """The modules that an importing node names, in full."""
    if isinstance(node, ast.Call):
        argument = node.args[0]
        assert isinstance(argument, ast.Constant)
        return [str(argument.value)]
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    assert isinstance(node, ast.ImportFrom)
    base = source(node, home)
    full = [f"{base}.{alias.name}" for alias in node.names]
    return [name if name in known else base for name in full]


def source(node: ast.ImportFrom, home: str) -> str:
    """What stands between `from` and `import`, with the dots of a relative import resolved."""
    if not node.level:
        return node.module or ""
    parts = home.split(".")
    above = parts[: len(parts) - (node.level - 1)]
    return ".".join([*above, node.module] if node.module else above)


# --- judging them --------------------------------------------------------------------------------


def layer(name: str) -> str | None:
    """The layer of a module of the package; None for one that LAYERS does not know."""
    rest = name.split(".")[1:]
    found = LAYERS.get(rest[0] if rest else "")
    if found != "games":
        return found
    return "game" if len(rest) > 1 else "registry"


def violations(package: Path) -> list[str]:
    """What is wrong with the imports of a package, one line each."""
    files = modules(package)
    found: list[str] = []
    for name, path in files.items():
        where = path.relative_to(package).as_posix()
        if layer(name) is None:
            found.append(f"{where}: in no layer; add it to LAYERS in tests/test_layers.py")
            continue
        for entry in imports(name, path, set(files)):
            if not allowed(name, entry):
                found.append(complaint(where, name, entry))
    return found


def allowed(name: str, entry: Import) -> bool:
    if entry.target.split(".")[0] == "goatherd":
        return layers_allow(name, entry)
    return libraries_allow(name, entry)


def layers_allow(name: str, entry: Import) -> bool:
    own, other = layer(name), layer(entry.target)
    if own is None or other is None:
        return False
    if own == other == "game":
        return name.split(".")[:3] == entry.target.split(".")[:3]
    if any(name.startswith(one) and entry.target.startswith(two) for one, two in APART):
        return False
    if other in EAGER[own]:
        return True
    return entry.lazy and (other in LAZY.get(own, set()) or entry.target in DOORS.get(name, set()))


def libraries_allow(name: str, entry: Import) -> bool:
    library, own = entry.target.split(".")[0], layer(name)
    if library in sys.stdlib_module_names:
        return True
    if own == "faces":
        return library not in COMPILER
    if entry.lazy and library in LAZY_LIBRARIES.get(name, set()):
        return True
    return library in LIBRARIES[own or "base"]


def complaint(where: str, name: str, entry: Import) -> str:
    how = "at any time" if entry.lazy else "when it is itself imported"
    return f"{where}:{entry.line}: {layer(name)} may not import {entry.target} {how}"


# --- the package ---------------------------------------------------------------------------------


def test_every_layer_imports_only_its_own_and_upper_ones() -> None:
    assert "\n".join(violations(PACKAGE)) == ""


def test_loading_a_game_imports_nothing_heavy() -> None:
    heavy = ["numba", "llvmlite", "typer", "rich", "fastapi", "babel"]
    script = (
        "import sys, goatherd; goatherd.load('goita'); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


# --- the check itself ----------------------------------------------------------------------------

LAWFUL = {
    "__init__.py": "from goatherd.game import load\ndef bots():\n    import goatherd.bots\n",
    "rng.py": "import numpy as np\n",
    "words.py": "from functools import cache\ndef read():\n    from babel.messages import pofile\n",
    "games/__init__.py": "def load():\n    from .goita import rules\n",
    "games/goita/__init__.py": "from . import rules\nfrom .cards import KINDS\n",
    "games/goita/cards.py": "KINDS = 8\n",
    "games/goita/rules.py": "from ...rng import draw\nfrom goatherd.games.goita import cards\n",
    "games/goat_1916/rules.py": "import goatherd.rng\n",
    "game.py": "from . import games\ndef playouts():\n    from goatherd import fast\n",
    "match.py": "import goatherd.game\n",
    "fast/__init__.py": "import numba\nfrom ..match import Match\n",
    "bots/__init__.py": "from goatherd.fast import search\n",
    "cli/__init__.py": "import typer\nimport goatherd\nfrom goatherd import bots\n",
}

UNLAWFUL = [
    ("rng.py", "import goatherd.match", "goatherd.match"),
    ("rng.py", "from goatherd import match", "goatherd.match"),
    ("rng.py", "from goatherd.match import Match", "goatherd.match"),
    ("rng.py", "from . import match", "goatherd.match"),
    ("rng.py", "from .match import Match", "goatherd.match"),
    ("rng.py", "from .games.goita.cards import KINDS", "goatherd.games.goita.cards"),
    ("rng.py", "import goatherd", "goatherd"),
    ("rng.py", "def f():\n    from .match import Match", "goatherd.match"),
    ("rng.py", "async def f():\n    import goatherd.match", "goatherd.match"),
    ("rng.py", "class C:\n    from .match import Match", "goatherd.match"),
    ("rng.py", "try:\n    import numba\nexcept ImportError:\n    pass", "numba"),
    ("rng.py", "import importlib\nimportlib.import_module('goatherd.match')", "goatherd.match"),
    (
        "rng.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .match import Match",
        "goatherd.match",
    ),
    ("words.py", "import babel", "babel"),
    ("rng.py", "def f():\n    import babel", "babel"),
    ("games/goita/rules.py", "from ..goat_1916 import rules", "goatherd.games.goat_1916.rules"),
    ("games/goita/rules.py", "import goatherd.games.goat_1916.rules", "goatherd.games.goat_1916"),
    ("games/goita/rules.py", "from .. import load", "goatherd.games"),
    ("games/goita/rules.py", "from ...game import load", "goatherd.game"),
    ("games/goita/rules.py", "import typer", "typer"),
    ("games/__init__.py", "from .goita import rules", "goatherd.games.goita.rules"),
    ("game.py", "from .fast import playouts", "goatherd.fast"),
    ("game.py", "def f():\n    from .bots import greedy", "goatherd.bots"),
    ("match.py", "def f():\n    from .fast import playouts", "goatherd.fast"),
    ("game.py", "import numba", "numba"),
    ("fast/__init__.py", "from ..bots import greedy", "goatherd.bots"),
    ("bots/__init__.py", "import numba", "numba"),
    ("bots/__init__.py", "from ..cli import main", "goatherd.cli"),
    ("cli/__init__.py", "def f():\n    import numba.core", "numba.core"),
    ("web/chart.py", "from ..terminal import chart", "goatherd.terminal"),
    ("web/chart.py", "def f():\n    import goatherd.terminal.chart", "goatherd.terminal.chart"),
    ("__init__.py", "from .fast import playouts", "goatherd.fast"),
    (
        "__init__.py",
        "import typing\nif typing.TYPE_CHECKING:\n    pass\nelse:\n    from . import cli",
        "goatherd.cli",
    ),
]


def plant(root: Path, files: dict[str, str]) -> Path:
    """A small package of these files, to be checked."""
    package = root / "goatherd"
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return package


def test_the_check_lets_lawful_imports_pass(tmp_path: Path) -> None:
    assert violations(plant(tmp_path, LAWFUL)) == []


@pytest.mark.parametrize(("module", "text", "target"), UNLAWFUL)
def test_the_check_finds_an_unlawful_import(
    tmp_path: Path, module: str, text: str, target: str
) -> None:
    package = plant(tmp_path, LAWFUL | {module: text})
    (found,) = violations(package)
    assert found.startswith(f"{module}:")
    assert f"may not import {target}" in found


def test_the_check_asks_for_the_layer_of_a_new_module(tmp_path: Path) -> None:
    package = plant(tmp_path, LAWFUL | {"novel.py": "import goatherd.rng\n"})
    assert violations(package) == [
        "novel.py: in no layer; add it to LAYERS in tests/test_layers.py"
    ]


def test_the_cache_of_compiled_code_looks_at_all_sources_of_rules() -> None:
    from goatherd.fast import cache

    base = {name for name, layer in LAYERS.items() if layer == "base"}
    assert set(cache.BASE) == base - {"looks"}, "what is only looked at decides nothing"
