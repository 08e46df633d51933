"""Every row of the table of conventions is applied somewhere: a row alone would be accepted and have no effect."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jug
from jug.model.reading.dialects.convention import READINGS
from jug.model.reading.dialects.convention_table import ABSENT_LINES, BY_LINES
from jug.model.reading.dialects.dialect_orbits import ORBITS
from jug.model.reading.dialects.dialect_values import VALUES
from jug.model.reading.lines.keywords import SETTINGS
from jug.model.registry import every_term
from jug.model.slots import find_slot
from jug.obs.clock_words import UNCORRECTED

PACKAGE = Path(jug.__file__).parent
REPORTING = ("analysis/diagnosis", "conversion", "fitting/result", "page")
"""Folders that list conventions or write them: a name that is read there changes neither model nor residuals."""

CONSTANTS = {"UNCORRECTED": UNCORRECTED}
"""Names of conventions that are read as a constant."""


def words_read(text: str) -> Iterator[str]:
    """The names in ``conventions["NAME"]`` and ``conventions.get("NAME")``, also of a variable made of conventions."""
    tree = ast.parse(text)
    variables = {"conventions"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and "conventions" in ast.unparse(node.value):
            variables |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            words, name = node.value, node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            words, name = node.func.value, node.args[0]
        else:
            continue
        if ast.unparse(words).rsplit(".", 1)[-1] in variables:
            yield from [str(name.value)] if isinstance(name, ast.Constant) else []
            yield from [CONSTANTS[name.id]] if isinstance(name, ast.Name) and name.id in CONSTANTS else []


@cache
def names_read() -> set[str]:
    """The conventions that are read by name in jug, or that choose a component as its option ``@NAME``."""
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text() for path in PACKAGE.rglob("*.py")}
    acting = [text for path, text in texts.items() if not path.startswith(REPORTING) and "conventions" in text]
    options = {key[1:] for component in every_term() for key, _ in component.options if key.startswith("@")}
    return options | {name for text in acting for name in words_read(text)}


def test_a_reading_by_lines_is_applied_by_a_table_or_by_name() -> None:
    applied = {**VALUES, **ORBITS}
    assert [c.name for c in BY_LINES if c.name not in applied and c.name not in names_read()] == []
    assert applied.keys() <= {c.name for c in BY_LINES}


def test_a_reading_without_a_line_is_read_by_name() -> None:
    assert [c.name for c in READINGS if c.name not in names_read()] == []


def test_an_absent_line_has_a_keyword_that_is_read() -> None:
    """The line is added to the par file, so it has to be a setting or a parameter."""
    keywords = [c.name for c in ABSENT_LINES]
    assert [key for key in keywords if key not in SETTINGS and find_slot(key, every_term()) is None] == []


def test_names_are_found_where_they_are_read() -> None:
    assert list(words_read('word = model.settings.conventions.get("RATE")')) == ["RATE"]
    assert list(words_read('chosen = read_conventions({})\nturns = chosen["PHASE"]')) == ["PHASE"]
    assert list(words_read('other["PHASE"], "conventions"')) == []
    assert "K97" not in names_read()
