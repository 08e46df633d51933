"""Numpydoc: functions of two or more arguments name each, and say what they return; public names have more.

That is an example, Returns also without an argument, the unit of a property, and the errors that a function raises.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from test_docstrings import CLASSES, FUNCTIONS, examples, named, sections

import jug

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


SHOWN_BY = {
    "ArrayRun": "run",
    "ConvertedBinary": "convert_binary",
    "ConvertedFrame": "convert_frame",
    "Likelihood": "likelihood",
    "LikelihoodBatch": "likelihood_batch",
    "MovedEpochs": "move_epochs",
    "Phases": "phase",
    "Posterior": "posterior",
    "PosteriorSpectrum": "posterior_spectra",
    "PulsarRecord": "pulsar_record",
    "TimingEngine": "engine",
    "Verification": "verify",
}
"""Classes that the example of the function that returns them shows, because both would be the same example."""

NOT_SHOWN = {
    "ConvertedFrame.with_change": "convert_frame calls it",
    "MovedEpochs.with_change": "move_epochs calls it",
    "TimingEngine.binary_chart_capability": "it returns None; samplers of other programs call it",
    "TimingEngine.residual_delta_jax": "as residual_delta, after JAX has compiled it for seconds",
    "TimingModel.kernel_values": "fits read it; users read values",
    "TimingModel.layout": "fits read it; users read free",
}
"""Public methods and properties without an example, each with the reason."""

UNIT = re.compile(
    r"\bunits?\b|(?<!')\b(s|d|ns|Hz|MJDs?|turns|light-seconds)\b|pc cm\^-3|`values`|"
    r"[Nn]umber of|Degrees of freedom|Log-likelihood"
)
"""What says the unit of a number, or that it has none: a count, degrees of freedom, a logarithm of a probability."""

NUMBER = re.compile(r"\bfloat|\bint\b|ndarray")
"""Annotations of numbers and of arrays of them."""

NO_NUMBERS = {"Outliers.bad", "Prediction.lost", "TOAs.flags"}
"""Properties that are arrays of bool or of words."""

Public = tuple[str, str, Callable[..., object], bool]


def members() -> Iterator[Public]:
    """The public methods and properties of the public classes: class, name, function, whether it is a property."""
    for owner in CLASSES:
        found = getattr(jug, owner)
        for name in dir(found) if not issubclass(found, Exception) else ():
            own = inspect.getattr_static(found, name)
            bare = getattr(own, "fget", None) or getattr(own, "func", None) or getattr(own, "__func__", own)
            public_name = not name.startswith("_") or name == "__call__"
            if public_name and inspect.isfunction(bare) and bare.__module__.startswith("jug."):
                yield owner, name, bare, bare is not own and not hasattr(own, "__func__")


MEMBERS = list(members())


def shown(owner: str) -> str:
    """The sources of all examples of a class, of its methods, and of the function that returns it."""
    names = [owner, *(f"{owner}.{name}" for one, name, _, _ in MEMBERS if one == owner)]
    by = [SHOWN_BY[owner]] if owner in SHOWN_BY else []
    return "".join(example.source for name in (*names, *by) for example in examples(name))


def test_every_public_class_has_an_example() -> None:
    """Its own, or that of the function that returns it."""
    mine = [name for name in CLASSES if not issubclass(getattr(jug, name), Exception)]
    assert sorted(name for name in mine if not examples(name)) == sorted(SHOWN_BY)
    assert [maker for maker in SHOWN_BY.values() if not examples(maker)] == []


def test_every_public_method_and_property_is_used_in_an_example() -> None:
    """With a dot before its name; a call of an object is one of any name."""
    code = {owner: shown(owner) for owner in CLASSES}
    missed = {f"{owner}.{name}" for owner, name, _, _ in MEMBERS if not re.search(rf"\.{name}\b", code[owner])}
    called = {f"{owner}.__call__" for owner in ("Likelihood", "LikelihoodBatch", "Posterior")}
    assert missed - called == set(NOT_SHOWN)
    assert "log_l(log_l.start)" in code["Likelihood"]
    assert "batch(batch.start)" in code["LikelihoodBatch"]
    assert "log_p(z)" in code["Posterior"]


def test_every_public_method_says_what_it_returns() -> None:
    """Also one without an argument; nothing is asked of one that returns None."""
    asked = [one for one in MEMBERS if not one[3] and inspect.signature(one[2]).return_annotation not in (None, "None")]
    found = [
        f"{owner}.{name}" for owner, name, bare, _ in asked if "Returns" not in sections(inspect.getdoc(bare) or "")
    ]
    assert len(asked) > 100
    assert found == []


def test_every_public_property_of_numbers_says_its_unit() -> None:
    asked = [one for one in MEMBERS if one[3] and NUMBER.search(str(one[2].__annotations__["return"]))]
    found = [f"{owner}.{name}" for owner, name, bare, _ in asked if not UNIT.search(inspect.getdoc(bare) or "")]
    assert len(asked) > 40
    assert set(found) == NO_NUMBERS


def raised(function: Callable[..., object]) -> list[str]:
    """What a function raises itself; a call such as ``no_such_name(...)`` makes an error of jug."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return [ast.unparse(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc is not None]


def test_what_is_raised_is_described() -> None:
    """Errors that a public function, method or property raises itself."""
    every = [(f"{owner}.{name}", bare) for owner, name, bare, _ in MEMBERS]
    every += [(name, inspect.unwrap(getattr(jug, name))) for name in FUNCTIONS]
    asked = {name: (errors, sections(inspect.getdoc(bare) or "")) for name, bare in every if (errors := raised(bare))}
    assert len(asked) > 10
    assert [name for name, (_, parts) in asked.items() if "Raises" not in parts] == []


def test_a_missing_unit_and_an_error_are_seen() -> None:
    def bare() -> float:
        """The model's epoch."""
        raise ValueError("none")

    assert not UNIT.search(bare.__doc__ or "")
    assert UNIT.search("The model's epoch, s.")
    assert raised(bare) == ["ValueError('none')"]
