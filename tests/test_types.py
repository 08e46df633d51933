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

ANY = {
    "analysis/grids/grid_result.py": (1, "arrays besides a keyword of numpy.savez that has another type"),
    "analysis/toa_columns/files.py": (1, "pyarrow, which is no dependency"),
    "chains/file.py": (3, "pyarrow, which is no dependency"),
    "chains/inference_data.py": (1, "arviz, which is no dependency"),
    "chains/result.py": (1, "arviz, which is no dependency"),
    "chains/jumps.py": (1, "what JAX traces, and BlackJAX, which has no types"),
    "compute/kernels.py": (1, "DeviceData: what a backend keeps on its device"),
    "exchange/enterprise.py": (4, "enterprise, which is no dependency and has no types"),
    "exchange/feather.py": (3, "pyarrow, which is no dependency"),
    "folding/event_file.py": (5, "astropy, whose headers and tables have no types"),
    "pulsars/common_fit/common_fit.py": (2, "options of `jug.fit`, each of its own type"),
    "pulsars/pta.py": (2, "options of `jug.fit`; a frame of pandas"),
    "pulsars/configuration/yaml_text.py": (2, "PyYAML, which is no dependency"),
    "text/json_types.py": (1, "Json: the content of a JSON file"),
    "core/display/data_frame.py": (2, "pandas, which is no dependency"),
    "analysis/toa_columns/table.py": (1, "a frame of pandas"),
    "fitting/result/as_table.py": (1, "a frame of pandas"),
    "io/codecs.py": (1, "ParValue: a number, or the text of an option"),
    "io/npy.py": (1, "Numbers: arrays of numbers of every kind"),
    "obs/editable_toas.py": (2, "_taken: fields of several types, which keep theirs"),
    "obs/expression.py": (3, "the value of a part of an expression: array, number or word"),
    "obs/merging.py": (1, "fields of several types, for dataclasses.replace"),
    "obs/toas.py": (1, "a frame of pandas"),
    "plots/points.py": (1, "styles of matplotlib: its types do not have one colour for each point"),
}
"""How often ``Any`` stands in a file, and for what; everything else has a type (that of JAX:
`jug.compute.jax_protocol`)."""

MAP = "a map over one or two axes"
CUT = "takes rows of any array"
KEYED = "values of parameters: one number, or (k,)"
ANY_SHAPE = {
    "analysis/grids/grid_result.py": MAP,
    "compute/chunked_reference.py": CUT,
    "compute/coupled_function.py": CUT,
    "compute/jax_protocol.py": "functions of arrays of any shape",
    "compute/normal_equations.py": "sums of chunks: one number, a row or a matrix for each chunk",
    "compute/padding.py": CUT,
    "core/doubledouble.py": "number by number",
    "core/execution/chunks.py": "arrays by rows, of any shape",
    "core/execution/mapped_arrays.py": "arrays by rows, of any shape",
    "core/index_sums.py": "rows of one or of many columns",
    "core/namespace.py": "functions of arrays of any shape",
    "core/display/quantities.py": "any array gets its unit",
    "core/sincos.py": "number by number",
    "core/times.py": "number by number",
    "exchange/checksum.py": "columns of numbers and of words",
    "exchange/record_layout.py": "columns of numbers and of words",
    "model/components/binary/rows.py": "(n,), or (n, k) by a family",
    "model/components/chromatic/form.py": "(n,) and a number, or (n, 1) and (k,)",
    "model/covariance/disjoint_epochs.py": "rows of one or of many columns",
    "model/covariance/linked_epochs.py": "rows of one or of many columns",
    "model/covariance/epoch_inverse.py": "rows of one or of many columns; blocks of clusters",
    "model/covariance/linked_inverse.py": "rows of one or of many columns; blocks of clusters",
    "model/declare/columns.py": CUT,
    "model/evaluation/anchor.py": CUT,
    "model/direction.py": KEYED,
    "model/parameters.py": KEYED,
    "obs/earth.py": "(...,) from (..., 3)",
    "sampling/coordinates.py": "number by number",
    "sampling/lone_scatter.py": "one vector or many",
    "sampling/prior_vector.py": "one vector or many",
    "sampling/transforms.py": "one vector or many",
    "sampling/white_pairs.py": "one vector or many",
}
"""Files with ``Array`` in annotations of public functions and fields, an array of any shape, and why."""

OTHER_NUMBERS = {
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


def uses_of_any(source: str) -> list[str]:
    """The lines with Any, but for its imports."""
    return [
        f"line {n.lineno}" for n in ast.walk(ast.parse(source)) if "Any" in {getattr(n, "id", 0), getattr(n, "attr", 0)}
    ]


def test_any_stands_only_where_nothing_is_known() -> None:
    found = {name: lines for name, path in FILES.items() if (lines := uses_of_any(path.read_text()))}
    wrong = [f"{name}: {lines}" for name, lines in found.items() if len(lines) > ANY.get(name, (0, ""))[0]]
    assert not wrong, "\n".join(["give it a type: object, a TypeVar, a Protocol, a TypedDict", *wrong])
    assert {name: len(lines) for name, lines in found.items()} == {name: count for name, (count, _) in ANY.items()}
    assert uses_of_any("import typing\nfrom typing import Any\nX = Any\ndef f():\n    def g(**x: typing.Any): ...") == [
        "line 3",
        "line 5",
    ]


@pytest.mark.parametrize(("rule", "but"), [(arrays_without_dimensions, OTHER_NUMBERS), (of_any_shape, ANY_SHAPE)])
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
