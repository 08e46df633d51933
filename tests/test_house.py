"""House rules of the package: small files and functions, and nothing that does not belong in a library; and of the
tests: each says itself what must hold.
"""

import ast
import io
import re
import statistics
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "jug"
FILE_LINES = 300
FUNCTION_LINES = 60
MEDIAN_LINES = 100
FILES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted(Path(__file__).resolve().parent.rglob("test_*.py"))
LONG_DOUBLES = {"longdouble", "clongdouble", "longfloat", "float128", "float96", "complex256"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def complaints(source: str) -> Iterator[str]:
    """Every breach of a house rule in one file."""
    if (count := len(source.splitlines())) > FILE_LINES:
        yield f"{count} lines, more than {FILE_LINES}: more than one idea?"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and re.search(r"\b(TODO|FIXME|XXX|HACK)\b", token.string):
            yield f"line {token.start[0]}: {token.string.strip()}"
    tree = ast.parse(source)
    for node in ast.walk(tree):
        yield from (f"line {getattr(node, 'lineno', 0)}: {reason}" for reason in _about(node))
    yield from _without_docstring(tree)


def _about(node: ast.AST) -> Iterator[str]:
    if isinstance(node, Function) and (count := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES:
        yield f"{node.name} has {count} lines, more than {FUNCTION_LINES}"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
        yield "print"
    if isinstance(node, ast.ExceptHandler) and _is_broad(node.type):
        yield "an except that catches everything"
    if isinstance(node, ast.Raise) and "NotImplementedError" in ast.dump(node):
        yield "a stub"
    name = getattr(node, "attr", getattr(node, "id", getattr(node, "value", None)))
    if isinstance(name, str) and name in LONG_DOUBLES:
        yield f"{name}: not every machine has one"


def _is_broad(caught: ast.expr | None) -> bool:
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(name is None or getattr(name, "id", "") in ("Exception", "BaseException") for name in names)


def _without_docstring(scope: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Public functions, classes and methods; what is inside a function or a private class is not public."""
    for node in scope.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_") and not _is_overload(node):
            if not ast.get_docstring(node):
                yield f"line {node.lineno}: {node.name} has no docstring"
            if isinstance(node, ast.ClassDef):
                yield from _without_docstring(node)


def _is_overload(node: Function | ast.ClassDef) -> bool:
    """A signature of a function whose docstring stands with the last one."""
    return any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in node.decorator_list)


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=str)
def test_the_files_of_a_folder_keep_the_house_rules(folder: Path) -> None:
    found = [f"{path.name}: {one}" for path in sorted(folder.glob("*.py")) for one in complaints(path.read_text())]
    assert not found, "\n".join(found)


def test_what_jug_fit_does_stands_in_a_screen_and_a_half() -> None:
    """The list of the steps of the command that most people use."""
    assert len((PACKAGE / "cli" / "fit.py").read_text().splitlines()) <= 80


def test_half_of_the_files_are_short() -> None:
    """The files of folders, which have a docstring and little else, do not count."""
    with_code = [path for path in FILES if path.name != "__init__.py"]
    assert statistics.median(len(path.read_text().splitlines()) for path in with_code) <= MEDIAN_LINES


@pytest.mark.parametrize(
    "source",
    [
        "x = 1\n" * (FILE_LINES + 1),
        "def f():\n    '''Doc.'''\n" + "    x = 1\n" * FUNCTION_LINES,
        "def f():\n    return 1\n",
        "class A:\n    x = 1\n",
        "class A:\n    '''Doc.'''\n    def f(self):\n        return 1\n",
        "x = 1  # TODO: more\n",
        "print(1)\n",
        "try:\n    x = 1\nexcept Exception:\n    pass\n",
        "try:\n    x = 1\nexcept (ValueError, BaseException):\n    pass\n",
        "try:\n    x = 1\nexcept:\n    pass\n",
        "import numpy as np\nx = np.longdouble(1)\n",
        "x = y.astype('float128')\n",
        "def f():\n    '''Doc.'''\n    raise NotImplementedError\n",
    ],
)
def test_a_breach_is_seen(source: str) -> None:
    assert list(complaints(source))


def test_what_is_private_needs_no_docstring() -> None:
    assert not list(complaints("class _A:\n    def f(self):\n        return 1\n\ndef _g():\n    return 1\n"))


def test_no_two_files_of_tests_have_the_same_name() -> None:
    """pytest imports a file of tests by its name alone, and collects none where two have the same."""
    names = [path.name for path in TESTS]
    assert sorted(names) == sorted(set(names))


def silent(source: str) -> list[str]:
    """Tests with none of ``assert``, `numpy.testing`, ``pytest.raises``, ``pytest.warns`` in their own body.

    What only a helper asserts is not seen where the test is read, and a helper that returns ``False`` passes.
    """
    tests = [n for n in ast.walk(ast.parse(source)) if isinstance(n, Function) and n.name.startswith("test")]
    return [test.name for test in tests if not any(map(_says_what_must_hold, ast.walk(test)))]


def _says_what_must_hold(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert) or (
        isinstance(node, ast.Attribute) and node.attr.startswith(("raises", "warns", "assert_"))
    )


def test_a_test_says_what_must_hold() -> None:
    assert {path: names for path in TESTS if (names := silent(path.read_text()))} == {}


def test_a_silent_test_is_seen() -> None:
    assert silent("def check(x):\n    assert x\ndef test_x():\n    check(1)\n") == ["test_x"]
    assert silent("def test_x():\n    with pytest.raises(ValueError):\n        f()\n") == []
