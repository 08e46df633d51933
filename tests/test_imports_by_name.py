"""Modules that are imported by a text, which a reader of ``import`` lines does not see: each such file has a reason,
and with these imports too nothing is imported from a higher layer or in a circle.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from test_layers import circles, layer, modules, of_jug

import jug

PACKAGE = Path(__file__).resolve().parent.parent / "jug"
BY_TEXT = ("import_module", "__import__", "run_module")
"""Functions that import the module whose name they are given."""

REASONS = {
    "__init__.py": "public names come from their modules when they are first asked for",
    "analysis/derived/electron_density.py": "pygedm, which need not be installed",
    "cli/command.py": "only the module of the command in use is imported",
    "model/registry.py": "only the terms that a par file may use are imported",
    "model/pages/terms_page.py": "the page lists the packages of terms and walks through them",
    "plots/kinds.py": "`jug plot --help` imports no function that draws",
}


def calls(source: str) -> Iterator[ast.expr]:
    """The arguments of functions that import by a text."""
    if not any(name in source for name in BY_TEXT):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in BY_TEXT:
            yield node.args[0]


def imported_by_name(source: str) -> Iterator[str]:
    """The arguments that may be modules of jug: texts that begin so, and what is no plain text."""
    for name in calls(source):
        if not isinstance(name, ast.Constant) or str(name.value).partition(".")[0] == "jug":
            yield ast.unparse(name)


def named(source: str, known: set[str]) -> set[str]:
    """The modules of ``known`` that a source may import by a text, rather too many than too few.

    Any text that is the name of a module counts, as a text in a table does; a text with a place for a name counts for
    all modules that it fits; the name of a package counts for all in it where the source walks through packages.
    """
    texts = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    found = {str(text) for text in texts & (known - {"jug"})}
    for name in calls(source):
        if isinstance(name, ast.JoinedStr):
            parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[\w.]+" for p in name.values]
            found |= {other for other in known if re.fullmatch("".join(parts), other)}
    if "walk_packages" in source:
        found |= {other for other in known for package in found if other.startswith(f"{package}.")}
    return found


@cache
def asked_by(name: str) -> set[str]:
    """The modules of jug that a module imports by a text; those of the package itself are in its table of names."""
    found = named(modules()[name].read_text(), set(modules())) if name != "jug" else set(jug._HOME.values())
    return found - {name}


def test_a_file_that_imports_by_name_has_a_reason() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if names := list(imported_by_name(path.read_text())):
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert set(found) == set(REASONS)


def test_no_circle_when_imports_by_a_text_count() -> None:
    """All of the package, its table of public names and the commands of ``jug`` included."""
    asked = {name: sorted({*of_jug(name), *asked_by(name)}) for name in modules()}
    assert set(asked["jug"]) > {"jug.page.fit_page", "jug.fitting.fit"}, "the public names count"
    assert set(asked["jug.cli.command"]) > {"jug.cli.fit", "jug.cli.completion"}, "the commands count"
    assert "jug.model.noise.ecorr" in asked["jug.model.pages.terms_page"], "packages that are walked through count"
    assert "jug.pulsars.workers.worker" in asked["jug.pulsars.workers.process"], "processes of jug count"
    assert circles(asked) == []


def test_an_import_by_a_text_keeps_to_the_layers() -> None:
    found = [(name, other) for name in modules() for other in asked_by(name) if layer(other) > layer(name)]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import_module('jug.a.b')",
        "importlib.import_module(f'jug.a.{x}')",
        "__import__('jug.a.b')",
        "TABLE = {'x': 'jug.a.b'}",
        "for m in pkgutil.walk_packages(find('jug.a')): pass",
    ],
)
def test_a_circle_through_a_text_is_seen(source: str) -> None:
    """jug.a.b imports jug.c, which imports jug.a.b by a text."""
    known = {"jug", "jug.a", "jug.a.b", "jug.c"}
    asked = {"jug": [], "jug.a": [], "jug.a.b": ["jug.c"], "jug.c": sorted(named(source, known))}
    assert {"jug.a.b", "jug.c"} in circles(asked)


def test_what_is_seen() -> None:
    assert list(imported_by_name("import_module('jug.cli.fit')")) == ["'jug.cli.fit'"]
    assert list(imported_by_name("def f():\n    importlib.import_module(f'jug.{x}')")) == ["f'jug.{x}'"]
    assert list(imported_by_name("import_module(HOME[x])")) == ["HOME[x]"]
    assert list(imported_by_name("import_module('yaml'); find('jug.cli')")) == []
    assert named("import_module('yaml'); say('jug')", {"jug", "jug.cli"}) == set()
