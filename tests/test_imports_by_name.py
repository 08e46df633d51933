"""Modules that are imported by a text, which the test of the layers cannot follow: each such file has a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "jug"

REASONS = {
    "__init__.py": "public names come from their modules when they are first asked for",
    "analysis/derived/electron_density.py": "pygedm, which need not be installed",
    "cli/command.py": "only the module of the command in use is imported",
    "fitting/result/as_table.py": "`FitResult.report` calls `jug.write_report`, of a higher layer",
    "model/pages/terms_page.py": "the page lists the packages of terms and walks through them",
    "plots/kinds.py": "`jug plot --help` imports no function that draws",
}


def imported_by_name(source: str) -> Iterator[str]:
    """The arguments of `import_module` that may be modules of jug: texts that begin so, and what is no plain text."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or ast.unparse(node.func).split(".")[-1] != "import_module":
            continue
        [name, *_] = node.args
        if not isinstance(name, ast.Constant) or str(name.value).partition(".")[0] == "jug":
            yield ast.unparse(name)


def test_a_file_that_imports_by_name_has_a_reason() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if names := list(imported_by_name(path.read_text())):
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert set(found) == set(REASONS)
    assert found["fitting/result/as_table.py"] == ["'jug.page.fit_page'"]


def test_what_is_seen() -> None:
    assert list(imported_by_name("import_module('jug.cli.fit')")) == ["'jug.cli.fit'"]
    assert list(imported_by_name("def f():\n    importlib.import_module(f'jug.{x}')")) == ["f'jug.{x}'"]
    assert list(imported_by_name("import_module(HOME[x])")) == ["HOME[x]"]
    assert list(imported_by_name("import_module('yaml'); find('jug.cli')")) == []
