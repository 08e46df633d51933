"""Docstrings of arrays have a shape, and public methods of the classes in ``jug.__all__`` have their sections."""

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from test_docstring_sections import MEMBERS, OF_JAX, OF_NUMPY, PACKAGE, public
from test_docstrings import CLASSES, FUNCTIONS, named, sections

import jug

ARRAYS = {"Float", "Int", "Bool", "Str"}

SHAPE = re.compile(r"\([^()]*,[^()]*\)|shape|As in |callable")
"""A shape; or the function that has it, as `As in` says, or a function of arrays. A class may have one for all."""


def entries(section: str) -> dict[str, str]:
    """Type and description of each name in a section."""
    found: dict[str, str] = {}
    here: list[str] = []
    for line in section.splitlines():
        if line and not line[0].isspace():
            here = [name.strip().lstrip("*") for name in line.split(" :")[0].split(",")]
            found |= {name: line.partition(" :")[2] for name in here}
        else:
            found |= {name: f"{found[name]} {line.strip()}" for name in here}
    return found


def is_array(annotation: ast.expr | None) -> bool:
    """Whether an annotation has an array of one dimension or more."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    parts = ast.walk(annotation) if annotation is not None else ()
    subscripts = [part for part in parts if isinstance(part, ast.Subscript)]
    return any(getattr(s.value, "id", "") in ARRAYS and ast.unparse(s.slice) != "()" for s in subscripts)


def without_shape(path: Path) -> Iterator[str]:
    """Documented arrays of the public functions and classes of a module that have no shape."""
    found: list[tuple[str, str, list[tuple[str, ast.expr | None]]]] = []
    for name, node in public(path):
        own = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if path != OF_JAX and name.split(".")[0] not in OF_NUMPY:
            found.append((name, ast.get_docstring(node) or "", [(a.arg, a.annotation) for a in own]))
    for part in ast.parse(path.read_text()).body:
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
            fields = [(ast.unparse(f.target), f.annotation) for f in part.body if isinstance(f, ast.AnnAssign)]
            found.append((part.name, ast.get_docstring(part) or "", list(fields)))
    for name, text, typed in found:
        described = entries(sections(text).get("Parameters", ""))
        summary = sections(text)[""] if name[0].isupper() and "." not in name else ""
        yield from (
            f"{path.name}: {name}: {one}"
            for one, annotation in typed
            if one in described and is_array(annotation) and not SHAPE.search(f"{summary}{described[one]}")
        )


NUMBERS = re.compile(r"\b(float|arrays?)\b")
NO_NUMBERS = re.compile(r"callable|\bbool\b|array of str|index array")
"""Types with and without numbers: a selection of rows and words have no unit."""


def numbers_without_description(path: Path) -> Iterator[str]:
    """Floats and arrays of the public functions and classes of a module of which nothing but the type is said."""
    own = public(path) if path != OF_JAX else ()
    found: list[tuple[str, ast.AsyncFunctionDef | ast.FunctionDef | ast.ClassDef]]
    found = [(name, node) for name, node in own if name.split(".")[0] not in OF_NUMPY]
    for part in ast.parse(path.read_text()).body:
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
            found.append((part.name, part))
    for name, node in found:
        parts = sections(ast.get_docstring(node) or "")
        for section in ("Parameters", "Attributes", "Returns", "Yields"):
            lines = [line for line in parts.get(section, "").splitlines() if line.strip()]
            for line, after in pairwise([*lines, "end"]):
                kind = line.partition(" : ")[2] or line
                has_number = NUMBERS.search(kind) and not NO_NUMBERS.search(kind)
                if has_number and not line[0].isspace() and not after[0].isspace():
                    yield f"{path.name}: {name}: {line}"


def test_every_documented_number_is_described() -> None:
    """With its unit; or that it has none, or any."""
    assert [one for path in sorted(PACKAGE.rglob("*.py")) for one in numbers_without_description(path)] == []


def test_a_number_without_a_description_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    text = '"""Add.\n\n    Parameters\n    ----------\n    a : (n,) array\n        Times, s.\n    b, c : float\n'
    text += '    d : int\n\n    Returns\n    -------\n    (n,) array\n    """'
    path.write_text(f"def f(a, b, c, d):\n    {text}\n")
    assert list(numbers_without_description(path)) == ["some.py: f: b, c : float", "some.py: f: (n,) array"]


def test_every_documented_array_has_a_shape() -> None:
    assert [one for path in sorted(PACKAGE.rglob("*.py")) for one in without_shape(path)] == []


def test_an_array_without_a_shape_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    text = '"""Add.\n\n    Parameters\n    ----------\n    a : (n,) array\n    b, c : array\n        Both s.\n    """'
    path.write_text(f"def f(a: Float[N], b: 'Float[N] | None', c: Float[()]):\n    {text}\n")
    assert list(without_shape(path)) == ["some.py: f: b"]


@pytest.mark.parametrize("name", CLASSES)
def test_public_methods_have_sections(name: str) -> None:
    """Those with an argument have Parameters, and Returns where they return something."""
    found = {}
    for method, one in inspect.getmembers(getattr(jug, name), lambda x: inspect.isfunction(x) or inspect.ismethod(x)):
        if method.startswith("_") or not one.__module__.startswith("jug"):
            continue
        signature, parts = inspect.signature(one), sections(inspect.getdoc(one) or "")
        asked = [argument for argument in signature.parameters if argument != "self"]
        lacks = [argument for argument in asked if argument not in named(parts.get("Parameters", ""))]
        if asked and signature.return_annotation not in (None, "None") and "Returns" not in parts:
            lacks.append("Returns")
        if lacks:
            found[f"{name}.{method}"] = lacks
    assert found == {}


ENDINGS = {"days": "d", "hz": "Hz", "ls": "light-seconds", "mhz": "MHz", "min": "min", "mjd": "MJDs?"}
ENDINGS |= {unit: unit for unit in ("d", "ms", "ns", "rad", "s", "turns", "us", "yr")}
"""Units by the endings of names."""


def test_what_has_its_unit_in_its_name_has_the_same_in_its_description() -> None:
    """Of the parameters and attributes of public functions, classes and methods: ``freq_mhz`` is in MHz."""
    every = [(name, getattr(jug, name)) for name in (*FUNCTIONS, *CLASSES)]
    every += [(f"{owner}.{name}", function) for owner, name, function, _ in MEMBERS]
    found, count = [], 0
    for name, one in every:
        parts = sections(inspect.getdoc(one) or "")
        described = entries(parts.get("Parameters", "")) | entries(parts.get("Attributes", ""))
        for own, text in described.items():
            unit = ENDINGS.get(own.rpartition("_")[2]) if "_" in own or own == "mjd" else None
            count += unit is not None
            if unit and not re.search(rf"\b{unit}\b", text):
                found.append(f"{name}: {own}: {text}")
    assert count > 50
    assert found == []
