"""What threads share: nothing in a module changes while they run, and no cache asks by `id()`.

What is at a place in memory may be gone, and something else be there: so an `id` is no key. And a
name of a module is everybody's: whoever changes what it holds does so for all threads at once.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "goatherd"

CHANGING = {
    *("append", "add", "clear", "discard", "extend", "insert", "move_to_end", "pop", "popitem"),
    *("popleft", "appendleft", "remove", "setdefault", "sort", "update"),
}
"""Methods that change a list, a set or a dictionary."""

WHY = {
    "rule.py: RULES": "filled while modules are imported, which Python does one thread at a time",
}
"""What may be as it is, and why."""


def found_in(path: Path, source: str) -> Iterator[str]:
    """Every cache by `id()` in a module, and every name of it that a function changes."""
    tree = ast.parse(source)
    names = set(names_of(tree))
    for node in ast.walk(tree):
        if is_key_by_id(node):
            yield f"{path}: id() as a key"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = own_names(node)
            yield from (f"{path}: {name}" for name in changed_in(node) if name in names - own)


def names_of(tree: ast.Module) -> Iterator[str]:
    """The names that a module gives to something."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def own_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Those that a function has itself, which hide the module's."""
    shared = {
        name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names
    }
    given = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
    stored = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return (given | stored) - shared


def changed_in(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield from node.names
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield from named(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in CHANGING:
                yield from named(node.func.value)


def named(node: ast.AST) -> list[str]:
    return [node.id] if isinstance(node, ast.Name) else []


def is_key_by_id(node: ast.AST) -> bool:
    """`kept[id(it)]`, `kept.get(id(it))`, or either with more in the key."""
    if isinstance(node, ast.Subscript):
        return has_id(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        asked = node.func.attr in ("get", "setdefault", "pop", "find", "keep")
        return asked and any(has_id(one) for one in node.args[:1])
    return False


def has_id(node: ast.AST) -> bool:
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "id"
        for one in ast.walk(node)
    )


def test_nothing_that_threads_share_changes() -> None:
    found = {
        one
        for path in PACKAGE.rglob("*.py")
        for one in found_in(path.relative_to(PACKAGE), path.read_text(encoding="utf-8"))
    }
    assert found == WHY.keys()


@pytest.mark.parametrize(
    "source",
    [
        "KEPT = {}\ndef f(x):\n    KEPT[x] = 1",
        "KEPT = OrderedDict()\ndef f(x):\n    KEPT.move_to_end(x)",
        "KEPT: list[int] = []\nclass C:\n    def f(self):\n        KEPT.append(1)",
        "NOW = 0\ndef f():\n    global NOW\n    NOW = 1",
        "KEPT = set()\nasync def f(x):\n    del KEPT[x]",
        "def f(self, x):\n    return self.kept.get((1, id(x)))",
        "def f(self, x):\n    self.kept[id(x)] = x",
    ],
)
def test_each_kind_is_found(source: str) -> None:
    assert list(found_in(Path("a.py"), source))


@pytest.mark.parametrize(
    "source",
    [
        "KEPT = {}\ndef f(x):\n    return KEPT[x]",
        "KEPT = {}\nKEPT['a'] = 1",
        "KEPT = []\ndef f():\n    KEPT = []\n    KEPT.append(1)",
        "def f(kept, x):\n    kept[x] = id(x)",
    ],
)
def test_nothing_else_is(source: str) -> None:
    assert not list(found_in(Path("a.py"), source))
