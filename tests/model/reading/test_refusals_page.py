"""The tables of refusals and warnings in docs/par_files.md: each line gives its message, and each message is there."""

import ast
import io
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import jug
from jug.errors import InputWarning, ParError
from jug.io.par import ParFile, parse_lines
from tests.model.checks.test_all_problems import par

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "par_files.md").read_text()
ELSEWHERE = {
    "there is no convention .*; they are .*",
    ".* cannot be .*; it is one of .*",
    "ROBUST has no effect, as in the program as which the file is read",
    "a number of more than 1000 characters",
    "a number is missing",
}
"""Messages that options lead to, or a line too long for a table."""


def rows(title: str) -> list[tuple[str, str]]:
    """Lines and message of each row of a table."""
    return [(lines, message) for lines, message, *_ in cells(title)]


def cells(title: str) -> list[list[str]]:
    """The cells of each row of a table."""
    table = PAGE.split(f"### {title}\n")[1].split("\n#")[0]
    return [re.split(r" \| ?", row) for row in re.findall(r"^\| (`.*?) \|$", table, re.M)]


def file_of(lines: str) -> ParFile:
    """The par file of a row."""
    words = re.findall(r"`([^`]+)`", lines)
    drop = tuple(word[1:] for word in words if word.startswith("-"))
    return par(*(word for word in words if not word.startswith("-")), drop=drop)


@cache
def messages(lines: str) -> tuple[str, ...]:
    """What reading says of these lines."""
    file = file_of(lines)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", InputWarning)
        try:
            jug.load_model(parse_lines(file.text.split("\n"), "x.par"))
        except ParError as error:
            return tuple(map(str, error.problems))
    return ("read", *(str(one.message) for one in found))


@pytest.mark.parametrize(("lines", "message"), rows("Refused"))
def test_refused(lines: str, message: str) -> None:
    said = messages(lines)
    assert said[0] != "read"
    assert any(message in text for text in said), said


@pytest.mark.parametrize(("lines", "does"), [(lines, does) for lines, _, does, *_ in cells("Refused")])
def test_what_pint_does(lines: str, does: str) -> None:
    """It refuses the lines too, or says that it does not know one, or reads them without a word."""
    oracle = pytest.importorskip("oracle")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            oracle.pint.models.get_model(io.StringIO(file_of(lines).text))
            said = [str(one.message) for one in found]
            done = "leaves it out" if any("Unrecognized parfile line" in text for text in said) else "reads it"
        except Exception:  # noqa: BLE001 (PINT raises many kinds)
            done = "refuses"
    assert does.partition(",")[0] == done


@pytest.mark.parametrize(("lines", "message"), rows("Read on with a warning"))
def test_read_on(lines: str, message: str) -> None:
    said = messages(lines)
    assert said[0] == "read"
    assert [text for text in said[1:] if message in text] == list(said[1:])


def reader_messages() -> Iterator[str]:
    """A pattern for each message of jug.model.reading, of the values' codecs, and of the components' checks."""
    for function in functions("jug/model/reading/**/*.py"):
        yield from _patterns(function)
    for function in [*functions("jug/io/codecs.py"), *functions("jug/core/decimal_text.py")]:
        if function.name not in ("format", "_format_sexagesimal"):
            yield from _reasons(function)
    for function in functions("jug/model/components/**/*.py", "jug/model/noise/*.py"):
        yield from _checks(function)


def functions(*files: str) -> Iterator[ast.FunctionDef]:
    """The functions of files of the package."""
    for path in sorted(path for pattern in files for path in ROOT.glob(pattern)):
        yield from (f for f in ast.walk(ast.parse(path.read_text())) if isinstance(f, ast.FunctionDef))


def _reasons(function: ast.FunctionDef) -> Iterator[str]:
    """The texts of ValueErrors, and of functions that return one."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ValueError":
            yield from _texts(node.args[0])
        elif isinstance(node, ast.Return) and node.value is not None and function.name.startswith("_why"):
            yield from _texts(node.value)


def _checks(function: ast.FunctionDef) -> Iterator[str]:
    """What a check (`Component.check`) says is wrong, without the way out."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "first_wrong":
            yield from _texts(node.args[2])
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3 and "tuple[str, int, str]" in _returns(function):
            yield from (text.partition(";\\ ")[0] for text in _texts(node.elts[2]))


def _returns(function: ast.FunctionDef) -> str:
    return ast.unparse(function.returns) if function.returns is not None else ""


def _texts(node: ast.expr) -> Iterator[str]:
    """A pattern for a literal text, or for each of two."""
    if isinstance(node, ast.IfExp):
        yield from [*_texts(node.body), *_texts(node.orelse)]
    elif isinstance(node, ast.Constant):
        yield re.escape(str(node.value))
    elif isinstance(node, ast.JoinedStr):
        yield "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in node.values)


def _patterns(function: ast.FunctionDef) -> Iterator[str]:
    named = {
        node.targets[0].id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("ParError", "findings.warn", "findings.assume"):
            text = node.args[0]
            yield from _texts(named.get(text.id, text) if isinstance(text, ast.Name) else text)


def test_every_message_of_the_reader_is_in_a_table() -> None:
    said = [
        text for title in ("Refused", "Read on with a warning") for lines, _ in rows(title) for text in messages(lines)
    ]
    patterns = [p for p in reader_messages() if p.replace("\\", "") not in ELSEWHERE]
    assert len(patterns) > 80
    assert [p for p in patterns if not any(re.search(p, text) for text in said)] == []
