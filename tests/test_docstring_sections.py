"""Numpydoc in the whole package: public functions of two or more arguments name each, and say what they return."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_docstrings import named, sections

PACKAGE = Path(__file__).resolve().parent.parent / "jug"

OF_NUMPY = ("LinearAlgebra", "Namespace", "SumsOfLength")
"""Protocols that list functions of NumPy and jax.numpy, which describe them."""

OF_JAX = PACKAGE / "compute" / "jax_protocol.py"
"""The file of protocols that list functions of JAX, which JAX describes."""

KERNEL = ("xp", "p", "x", "t")
"""The arguments of delays, phases, signals and partials, which `jug.model.declare.Component` describes for all."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def public(path: Path) -> Iterator[tuple[str, Function]]:
    """The public functions of a module and the public methods of its public classes."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, Function) and not node.name.startswith("_"):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for method in node.body:
                if isinstance(method, Function) and not method.name.startswith("_"):
                    yield f"{node.name}.{method.name}", method


def arguments(function: Function) -> list[str]:
    """The names in a signature, without self and cls."""
    a = function.args
    every = [*a.posonlyargs, *a.args, *([a.vararg] if a.vararg else []), *a.kwonlyargs, *([a.kwarg] if a.kwarg else [])]
    return [one.arg for one in every if one.arg not in ("self", "cls")]


def missing(function: Function) -> list[str]:
    """The arguments that Parameters lacks, and Returns where it is missing."""
    asked = arguments(function)
    if len(asked) < 2 or tuple(asked) == KERNEL:
        return []
    parts = sections(ast.get_docstring(function) or "")
    there = named(parts.get("Parameters", ""))
    found = [name for name in asked if name not in there]
    none = isinstance(function.returns, ast.Constant) and function.returns.value is None
    return found if none or "Returns" in parts or "Yields" in parts else [*found, "Returns"]


PROTOCOLS = {
    "EpochInverse": (
        "model/covariance/epoch_inverse.py",
        {
            "DisjointInverse": "model/covariance/disjoint_epochs.py",
            "LinkedInverse": "model/covariance/linked_inverse.py",
        },
    ),
}
"""Protocols that describe their methods, with the file of each class that implements them."""


def declared(path: Path) -> set[str]:
    """The methods of a module that a protocol describes, under the names of the classes that implement it."""
    found = set()
    for protocol, (file, classes) in PROTOCOLS.items():
        names = [name.split(".")[1] for name, _ in public(PACKAGE / file) if name.startswith(f"{protocol}.")]
        here = [name for name, where in classes.items() if PACKAGE / where == path]
        found |= {f"{name}.{method}" for name in here for method in names}
    return found


def without_sections(path: Path) -> dict[str, list[str]]:
    """What is missing in a module, by function."""
    found = {name: missing(node) for name, node in public(path) if name.split(".")[0] not in OF_NUMPY}
    if path == OF_JAX:
        return {}
    described = declared(path)
    return {name: lacks for name, lacks in found.items() if lacks and name not in described}


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
def test_parameters_and_returns_are_described(folder: str) -> None:
    found = {path.relative_to(PACKAGE): without_sections(path) for path in (PACKAGE / folder).rglob("*.py")}
    assert {str(path): lacks for path, lacks in found.items() if lacks} == {}


def test_the_modules_at_the_top_too() -> None:
    assert [lacks for path in PACKAGE.glob("*.py") if (lacks := without_sections(path))] == []


def test_what_is_missing_is_seen(tmp_path: Path) -> None:
    """And nothing is asked of private functions, of kernels of `KERNEL` and of functions with one argument."""
    path = tmp_path / "some.py"
    path.write_text(
        """def joined(a: str, b: str, *, c: str = "") -> str:
    '''Join.

    Parameters
    ----------
    a, b : str
    '''

class Some:
    def shown(self, a: int, **more: int) -> None:
        "Show."

    def one(self, a: int) -> int:
        "Give it back."

def _hidden(a: int, b: int) -> int:
    "Add."

def delay(xp, p, x, t) -> int:
    "Seconds."

def spectrum(xp, f) -> int:
    "Density."
"""
    )
    assert without_sections(path) == {
        "joined": ["c", "Returns"],
        "Some.shown": ["a", "more"],
        "spectrum": ["xp", "f", "Returns"],
    }
