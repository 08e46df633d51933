"""JSON without NaN and Infinity, written and read; nothing else in the package writes or reads JSON."""

import ast
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jug
from jug.text.strict_json import json_text, line_and_reason, read_json_text, without_nonfinite

PACKAGE = Path(jug.__file__).parent
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_strict_and_comes_back(content: object) -> None:
    text = json_text(content)
    assert json.loads(text, parse_constant=pytest.fail) == without_nonfinite(content)
    assert read_json_text(text.encode()) == without_nonfinite(content)


def test_numbers_that_are_not_finite_are_null() -> None:
    assert json.loads(json_text({"a": (np.nan, np.float64(-np.inf)), "b": np.float64(1.5)})) == {
        "a": [None] * 2,
        "b": 1.5,
    }


@pytest.mark.parametrize("text", ["NaN", '{"a": [-Infinity]}', "[" * 100_000, b"\xff", "{", ""])
def test_what_is_no_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json_text(text)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (b'{"a": 1,\n"b": }', 2, "Expecting value"),
        (b'{"a":\n"\xff"}', 2, "it is not UTF-8"),
        (b"\n\xff", 2, "it is not UTF-8"),
        (b"\nNaN", 2, "NaN is not a number of JSON"),
        (b'{"a": "NaN",\n\n"b": NaN}', 3, "NaN is not a number of JSON"),
        (b"[1,\n-Infinity]", 2, "-Infinity is not a number of JSON"),
        (b"[1,\n" + 4301 * b"1" + b"]", 2, "a number of more than 4300 digits"),
        (b"[\n" + 100_000 * b"[", 2, "nested too deeply"),
    ],
)
def test_a_fault_has_its_line(text: bytes, line: int, why: str) -> None:
    """Words inside strings are not taken for the fault; Python reads integers of up to 4300 digits."""
    with pytest.raises(ValueError, match=r".") as caught:
        read_json_text(text)
    assert line_and_reason(text, caught.value) == (line, why)


def test_a_fault_of_an_empty_text_is_in_its_first_line() -> None:
    assert line_and_reason(b"", ValueError("nothing")) == (1, "nothing")
    assert read_json_text(4300 * b"1") > 0


def test_forms_of_json() -> None:
    content = {"b": [1, 2], "a": None}
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({np.nan: 1})
    assert json_text(content, one_line=True) == '{"b":[1,2],"a":null}'
    assert json_text(content, one_line=True, sort_keys=True) == '{"a":null,"b":[1,2]}'
    assert json_text(content) == '{\n "b": [\n  1,\n  2\n ],\n "a": null\n}'


def test_the_package_has_one_writer_and_one_reader_of_json() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if path.name != "strict_json.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node) in ("json.dumps", "json.dump", "json.loads", "json.load")
    ]
    assert found == []
