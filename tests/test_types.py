"""Annotations say something: an array has its dimensions, and Any stands only where nothing is known."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from jug.core.array import Float
from jug.model.declare import Columns

PACKAGE = Path(__file__).resolve().parent.parent / "jug"
FILES = {str(path.relative_to(PACKAGE)): path for path in sorted(PACKAGE.rglob("*.py"))}

JAX = "JAX, its compiled functions and its trees of arrays: it is imported where it is used, and never for a type"
ANY = {
    "__init__.py": "public names are imported by their name",
    "analysis/diagnosis/other_readings.py": "settings of every type",
    "analysis/grid_points.py": JAX,
    "compute/compile_cache.py": JAX,
    "compute/jax_functions.py": JAX,
    "compute/jax_import.py": JAX,
    "compute/jax_kernels.py": JAX,
    "compute/kernels.py": "what a backend keeps on its device",
    "core/doubledouble.py": "a float or an array: the parts of a double-double",
    "core/namespace.py": "implementations of overloads, numbers of every type",
    "core/strict_json.py": "values of JSON",
    "core/times.py": "an int or an array: days; any index",
    "data/fetch.py": "urllib, whose answers have no type of their own",
    "fitting/result_table.py": "pandas, which is no dependency",
    "io/codecs.py": "values of every codec",
    "io/npy.py": "arrays of numbers of every kind",
    "io/tim/raw_toas.py": "any index",
    "model/declare/columns.py": "intermediate results that only their component knows",
    "model/editable.py": "pickle",
    "model/timing_model.py": "pickle",
    "obs/editable_toas.py": "pickle; rows of any attribute",
    "obs/ephemeris.py": "jplephem, which has no types",
    "plots/residuals.py": "matplotlib, which is imported where it is used",
    "sampling/likelihood.py": JAX,
    "sampling/log_likelihood.py": JAX,
}
"""Files with ``Any`` in annotations, and what it stands for there (JSON has names: `jug.core.json_types`)."""

MAP = "a map over one or two axes"
CUT = "takes rows of any array"
KEYED = "values of parameters: one number, or (k,)"
ANY_SHAPE = {
    "analysis/grid_result.py": MAP,
    "compute/chunked_reference.py": CUT,
    "compute/normal_equations.py": "sums of chunks: one number, a row or a matrix for each chunk",
    "compute/padding.py": CUT,
    "core/doubledouble.py": "number by number",
    "core/index_sums.py": "rows of one or of many columns",
    "core/namespace.py": "functions of arrays of any shape",
    "core/quantities.py": "any array gets its unit",
    "core/sincos.py": "number by number",
    "core/times.py": "number by number",
    "model/components/binary/rows.py": "(n,), or (n, k) by a family",
    "model/components/chromatic/form.py": "(n,) and a number, or (n, 1) and (k,)",
    "model/covariance/disjoint_epochs.py": "rows of one or of many columns",
    "model/covariance/linked_epochs.py": "rows of one or of many columns",
    "model/covariance/linked_inverse.py": "rows of one or of many columns; blocks of clusters",
    "model/declare/columns.py": CUT,
    "model/evaluation/anchor.py": CUT,
    "model/direction.py": KEYED,
    "model/parameters.py": KEYED,
    "obs/earth.py": "(...,) from (..., 3)",
}
"""Files with ``Array`` in annotations of public functions and fields, an array of any shape, and why."""

OTHER_NUMBERS = {
    "io/npy.py": "numbers of every kind",
    "core/namespace.py": "numbers of every type",
    "core/times.py": "bytes",
    "obs/smooth.py": "float32",
    "obs/time_ephemeris.py": "float32",
}
"""Files with arrays of other numbers than float64, int, bool and text."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def annotations(tree: ast.AST, private: bool = True) -> Iterator[tuple[int, ast.expr]]:
    """The annotations of functions and fields; those inside functions and of private ones only where asked for."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function | ast.ClassDef) and node.name.startswith("_") and not private:
            continue
        if isinstance(node, Function):
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            found = [a.annotation for a in every if a is not None] + [node.returns]
            yield from ((node.lineno, annotation) for annotation in found if annotation is not None)
        elif isinstance(node, ast.AnnAssign) and isinstance(tree, ast.ClassDef):
            yield node.lineno, node.annotation
        if private or isinstance(node, ast.ClassDef):
            yield from annotations(node, private)


def names(annotation: ast.expr) -> set[str]:
    """Every name in an annotation."""
    return {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(annotation)}


def arrays_without_dimensions(source: str) -> Iterator[str]:
    """NumPy's own array types, and names that a file gives to them."""
    tree = ast.parse(source)
    plain = {"ndarray", "NDArray"} | {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("NDArray[")
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for line, annotation in annotations(tree):
        if names(annotation) & plain:
            yield f"line {line}: {ast.unparse(annotation)}"


def of_any_shape(source: str) -> Iterator[str]:
    """Annotations of public functions and fields that are an array of any shape."""
    for line, annotation in annotations(ast.parse(source), private=False):
        if names(annotation) & {"Array", "IntArray"}:
            yield f"line {line}: {ast.unparse(annotation)}"


def with_any(source: str) -> Iterator[str]:
    """Annotations with Any."""
    for line, annotation in annotations(ast.parse(source)):
        if "Any" in names(annotation):
            yield f"line {line}: {ast.unparse(annotation)}"


@pytest.mark.parametrize(
    ("rule", "but"), [(arrays_without_dimensions, OTHER_NUMBERS), (of_any_shape, ANY_SHAPE), (with_any, ANY)]
)
def test_annotations_say_something(rule: Callable[[str], Iterator[str]], but: dict[str, str]) -> None:
    found = {name: list(rule(path.read_text())) for name, path in FILES.items()}
    wrong = [f"{name} {line}" for name, lines in found.items() if name not in but for line in lines]
    assert not wrong, "\n".join(["say it in the words of jug.core.array, or give the file a reason above", *wrong])
    assert not [name for name in but if not found[name]], "listed, and no longer needed"


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (arrays_without_dimensions, "def f(x: NDArray[np.float64] | None) -> int: ..."),
        (arrays_without_dimensions, "Vector = NDArray[np.float64]\ndef f() -> list[Vector]: ..."),
        (arrays_without_dimensions, "class A:\n    x: np.ndarray"),
        (of_any_shape, "class A:\n    def f(self) -> dict[str, Array]: ..."),
        (with_any, "def f():\n    def g(**x: Any): ..."),
    ],
)
def test_a_breach_is_found(rule: Callable[[str], Iterator[str]], source: str) -> None:
    assert list(rule(source))


def low_parts_in_strings(source: str) -> Iterator[str]:
    """Strings that end as the name of a low part would; those of `Columns` are fields, and declared."""
    for node in ast.walk(ast.parse(source)):
        word = node.value if isinstance(node, ast.Constant) else None
        if isinstance(word, str) and word.endswith("_lo") and word not in Columns._fields:
            yield f"line {node.lineno}: {word!r}"


def test_no_string_stands_for_the_low_part_of_a_parameter() -> None:
    assert not [f"{name} {line}" for name, path in FILES.items() for line in low_parts_in_strings(path.read_text())]
    assert list(low_parts_in_strings("""p.get(f"{name}_lo", 0.0)"""))


def test_types_of_arrays_cost_nothing_when_they_are_read() -> None:
    """Annotations are evaluated when jug is imported; NumPy's own types of arrays take 10 us each."""
    assert Float[3, 4] is np.ndarray
    assert not [name for name, path in FILES.items() if "jaxtyping" in path.read_text()]
