"""The layers of the package: who may import whom, read from the source with ast.

0 text, errors and core; 1 io; 2 obs; 3 what a model term declares, and the terms; 4 the model; 5 the numerical kernels;
6 the least-squares problem of an anchor, and the likelihood; 7 the fit; 8 data files; 9 conversion; 10 loading;
11 analysis; 12 what is built on it; 13 the command. A file imports from its own or lower layers, and never in a circle.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "jug"

LAYERS = {
    "jug.version": 0,
    "jug.text": 0,
    "jug.errors": 0,
    "jug.core": 0,
    "jug.io": 1,
    "jug.obs": 2,
    "jug.model.declare": 3,
    "jug.model.components": 3,
    "jug.model.noise": 3,
    "jug.model.registry": 3,
    "jug.model.term_index": 3,
    "jug.model": 4,
    "jug.compute": 5,
    "jug.least_squares": 6,
    "jug.sampling": 6,
    "jug.fitting": 7,
    "jug.data": 8,
    "jug.conversion": 9,
    "jug.loading": 10,
    "jug.analysis": 11,
    "jug": 12,
    "jug.chains": 12,
    "jug.connection": 12,
    "jug.exchange": 12,
    "jug.folding": 12,
    "jug.page": 12,
    "jug.plots": 12,
    "jug.machine": 12,
    "jug.pulsars": 12,
    "jug.cli": 13,
    "jug.__main__": 13,
}
"""The longest name that fits counts: jug.cli.command is in layer 13 as jug.cli. ``jug`` is the package's own file:
each other file and folder at the top is named."""

ORDERED = (
    ("jug.model.slots", "jug.model.programs", "jug.model.reading", "jug.model.pages", "jug.model.checks"),
    ("jug.model.covariance", "jug.model.evaluation", "jug.model.checks"),
)
"""Folders and files of the model: none imports one that stands after it in a row."""

TERMS = ("jug.model.components", "jug.model.noise")
_CORE = {f"jug.core.{name}" for name in ("array", "constants", "sincos", "fourier_basis")}
TERMS_MAY_IMPORT = {*_CORE, "jug.model.declare", "jug.model.components.waves"}
ON_REQUEST = {"jug.core.display.quantities": "astropy"}
"""The one file below that makes Quantities and tables where a user asks for them."""
ONLY_WHERE_USED = {
    "jax": 5,
    "threadpoolctl": 0,
    "scipy": 4,
    "astropy": 8,
    "matplotlib": 8,
    "pyarrow": 11,
    "distributed": 12,
    "enterprise": 12,
    "blackjax": 12,
    "arviz": 12,
    "dynesty": 12,
    "emcee": 12,
    "shtab": 13,
    "tqdm": 13,
}
"""Slow to import: only inside a function, and only from this layer on."""
FOR_TYPE_CHECKERS = "typing_extensions"
"""Type checkers know it without its being installed; under TYPE_CHECKING nothing imports it."""

THIRD_PARTY = {"numpy", "erfa", "jplephem", "astropy_iers_data", *ONLY_WHERE_USED}


class Import(NamedTuple):
    """One name that a file imports: the module it means, the line, and whether it is inside a function."""

    module: str
    line: int
    deferred: bool


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name; a package stands under the name of its folder."""
    names = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


def imports(name: str, source: str, known: set[str], *, package: bool = False) -> Iterator[Import]:
    """What ``source``, the module ``name``, imports; ``from a import b`` means a.b where that is a module."""
    home = name if package else name.rpartition(".")[0]
    for node, deferred in _walk(ast.parse(source), False):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, deferred) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = home.split(".")[: len(home.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield Import(full if full in known else base, node.lineno, deferred)


def _walk(node: ast.AST, deferred: bool) -> Iterator[tuple[ast.AST, bool]]:
    for child in ast.iter_child_nodes(node):
        yield child, deferred
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for_checkers = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        yield from _walk(child, deferred or function or for_checkers)


def layer(name: str) -> int:
    """The layer of a module of the package."""
    parts = name.split(".")
    heads = [".".join(parts[:k]) for k in range(len(parts), 1, -1)] or [name]
    found = [LAYERS[head] for head in heads if head in LAYERS]
    assert found, f"{name} is in no layer; name it in LAYERS"
    return found[0]


def complaints(name: str, found: Import, known: set[str]) -> Iterator[str]:
    """What is wrong with one import of module ``name``."""
    top = found.module.partition(".")[0]
    term = name.startswith(tuple(f"{folder}." for folder in TERMS))
    if top == "jug":
        if found.module not in known:
            yield f"imports {found.module}, which is not there"
        elif layer(found.module) > layer(name):
            yield f"in layer {layer(name)} imports {found.module} of layer {layer(found.module)}"
        # A term may share formulae with its neighbours in a folder of their own (binary/), with no other; a noise term
        # with other noise, and with the delay of which it is the noise.
        neighbours = name.count(".") > 3 and found.module.startswith(name.rpartition(".")[0])
        neighbours |= name.startswith("jug.model.noise.") and found.module.startswith(TERMS)
        if term and name not in packages() and found.module not in TERMS_MAY_IMPORT and not neighbours:
            yield f"is a model term and imports {found.module}, which is not among {sorted(TERMS_MAY_IMPORT)}"
    elif top not in sys.stdlib_module_names:
        if top not in THIRD_PARTY and not (top == FOR_TYPE_CHECKERS and found.deferred):
            yield f"imports {top}, which is no dependency of jug"
        if term:
            yield f"is a model term and imports {top}: it gets its array functions as `xp`"
        if top in ONLY_WHERE_USED and not found.deferred:
            yield f"imports {top} outside a function"
        if top in ONLY_WHERE_USED and layer(name) < ONLY_WHERE_USED[top] and ON_REQUEST.get(name) != top:
            yield f"imports {top}, which only layers from {ONLY_WHERE_USED[top]} on may"
        if top in ("jax", "jaxlib") and name != "jug.compute.jax_import":
            yield f"imports {top}; only jug.compute.jax_import may"


@cache
def packages() -> set[str]:
    """Names of the folders."""
    return {name for name, path in modules().items() if path.name == "__init__.py"}


@cache
def imports_of(name: str) -> tuple[Import, ...]:
    """What a module of the package imports."""
    return tuple(imports(name, modules()[name].read_text(), set(modules()), package=name in packages()))


def told(name: str, found: Iterable[Import], known: set[str]) -> list[str]:
    """Every complaint about the imports of one module."""
    return [f"{name}:{one.line} {complaint}" for one in found for complaint in complaints(name, one, known)]


def check(name: str, source: str, known: set[str], *, package: bool = False) -> list[str]:
    """Every complaint about one module."""
    return told(name, imports(name, source, known, package=package), known)


@pytest.mark.parametrize("folder", sorted(packages()))
def test_the_files_of_a_folder_import_only_what_their_layers_may(folder: str) -> None:
    known = set(modules())
    names = [folder, *(name for name in known - packages() if name.rpartition(".")[0] == folder)]
    found = [line for name in names for line in told(name, imports_of(name), known)]
    assert not found, "\n".join(found)


def test_each_file_is_in_a_folder() -> None:
    """Of the package: it has an ``__init__``, so that its files are among those of a test above."""
    assert {name.rpartition(".")[0] for name in modules()} - {""} <= packages()


@pytest.mark.parametrize("row", ORDERED, ids=lambda row: row[-1])
def test_the_folders_of_the_model_are_in_an_order(row: tuple[str, ...]) -> None:
    known, places = set(modules()), {}
    for name in known:
        place = [i for i, folder in enumerate(row) if f"{name}.".startswith(f"{folder}.")]
        places.update({name: place[0]} if place else {})
    assert set(places.values()) == set(range(len(row))), "a folder is not there"
    found = [
        f"{name}:{i.line} imports {i.module}"
        for name, place in places.items()
        for i in imports_of(name)
        if places.get(i.module, 0) > place
    ]
    assert not found, "\n".join(found)


def test_the_table_of_layers_is_that_of_the_documentation() -> None:
    """docs/architecture.md has a row for each layer with its folders and files; each child of jug/ is in one."""
    lines = (PACKAGE.parent / "docs" / "architecture.md").read_text().splitlines()
    rows = {
        int(line.split("|")[1]): set(re.findall(r"`([\w.]+)`", line.split("|")[2]))
        for line in lines
        if re.match(r"\| \d+ \|", line)
    }
    table: dict[int, set[str]] = {}
    for name, number in LAYERS.items():
        if name != "jug":
            table.setdefault(number, set()).add(name.removeprefix("jug."))
    assert rows == table


def test_a_new_folder_must_be_named() -> None:
    with pytest.raises(AssertionError, match="spoon is in no layer"):
        layer("jug.drawer.spoon")
    assert layer("jug") == layer("jug.plots.noise") == 12


def met_unfinished(first: str, asked: dict[str, list[str]]) -> list[str]:
    """Imports of a module that is itself still being imported, in a process that imports ``first`` first."""
    started, finished, found = set(), set(), []

    def load(name: str) -> None:
        parts = name.split(".")
        for one in (".".join(parts[:k]) for k in range(1, len(parts) + 1)):  # a module's packages come before it
            if one in started:
                continue
            started.add(one)
            for other in asked[one]:
                if other not in started:
                    load(other)
                elif other not in finished:
                    found.append(f"{one} imports {other}")
            finished.add(one)

    load(first)
    return found


def test_every_module_can_be_the_first() -> None:
    """No circles of imports, also through the ``__init__`` of a package."""
    known = set(modules())
    asked = {name: [i.module for i in imports_of(name) if i.module in known and not i.deferred] for name in known}
    assert {name: met for name in asked if (met := met_unfinished(name, asked))} == {}


def circles(asked: dict[str, list[str]]) -> list[set[str]]:
    """Sets of modules that import each other, directly or through others."""
    reached: dict[str, set[str]] = {}
    for name in asked:
        found, waiting = set(), list(asked[name])
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting.extend(asked[other])
        reached[name] = found
    inside = [{name} | {other for other in reached[name] if name in reached[other]} for name in asked]
    return [group for i, group in enumerate(inside) if len(group) > 1 and group not in inside[:i]]


def test_no_circle_through_imports_inside_functions_either() -> None:
    """Imports inside functions and under TYPE_CHECKING count; the package's own table of names does not."""
    assert circles({name: list(of_jug(name)) if name != "jug" else [] for name in modules()}) == []


@pytest.mark.parametrize("folder", sorted(packages()))
def test_no_circle_between_the_files_and_folders_of_a_folder(folder: str) -> None:
    """A folder counts as one with all that is in it: what lies directly in ``jug/``, or in a folder, has an order."""
    asked: dict[str, set[str]] = {}
    for name in (name for name in modules() if name.startswith(f"{folder}.")):
        inside = {child_of(folder, other) for other in of_jug(name) if other.startswith(f"{folder}.")}
        asked.setdefault(child_of(folder, name), set()).update(inside)
    assert circles({one: sorted(others - {one}) for one, others in asked.items()}) == []


@cache
def of_jug(name: str) -> tuple[str, ...]:
    """The modules of the package that a module imports, also inside functions."""
    known = set(modules())
    return tuple(sorted({i.module for i in imports_of(name) if i.module in known}))


def child_of(folder: str, name: str) -> str:
    """The file or folder, directly in a folder, that a module is or lies in."""
    return ".".join(name.split(".")[: folder.count(".") + 2])


def test_a_circle_of_any_length_is_seen() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}) == [{"b", "c"}]
    assert circles({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_a_circle_is_seen() -> None:
    asked = {"jug": [], "jug.a": ["jug.b"], "jug.b": ["jug.c.d"], "jug.c": ["jug.a"], "jug.c.d": []}
    assert met_unfinished("jug.a", asked) == ["jug.c imports jug.a"]
    assert met_unfinished("jug.c.d", asked) == []


@pytest.mark.parametrize(
    ("name", "source", "word"),
    [
        ("jug.core.doubledouble", "from jug.io import par", "layer 0"),
        ("jug.core.doubledouble", "def f():\n    from ..compute import kernels", "layer 5"),
        ("jug.io.par", "from ..obs.clock import x", "layer 2"),
        ("jug.model.declare", "from .evaluation.chain import x", "layer 4"),
        ("jug.model.components.spin", "import numpy as np", "xp"),
        ("jug.model.components.spin", "from ...errors import ParError", "model term"),
        ("jug.model.components.spin", "from .dispersion import delay", "model term"),
        ("jug.fitting.loop", "def f():\n    import jax", "only jug.compute.jax_import"),
        ("jug.compute.jax_import", "import jax", "outside a function"),
        ("jug.plots.pictures", "import matplotlib.pyplot as plt", "outside a function"),
        ("jug.obs.barycentre", "def f():\n    from astropy.time import Time", "from 8"),
        ("jug.loading", "import pandas", "no dependency"),
        ("jug.loading", "from .nowhere import x", "not there"),
    ],
)
def test_a_wrong_import_is_seen(name: str, source: str, word: str) -> None:
    known = {"jug", "jug.io", "jug.io.par", "jug.obs.clock", "jug.model.evaluation.chain", "jug.errors"}
    known |= {
        "jug.fitting",
        "jug.compute",
        "jug.compute.kernels",
        "jug.compute.jax_import",
        "jug.model.components.dispersion",
    }
    found = check(name, source, known)
    assert any(word in complaint for complaint in found), found


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("jug.compute.jax_import", "def f():\n    import jax.numpy as jnp"),
        ("jug.plots.pictures", "def f():\n    import matplotlib.pyplot as plt"),
        (
            "jug.obs.barycentre",
            "import erfa\nimport numpy as np\nfrom jplephem.spk import SPK\nfrom ..io.par import x",
        ),
        ("jug.model.components.spin", "from math import factorial\nfrom ..declare import Param"),
        ("jug.model.components.binary.dd", "from .kepler import x\nfrom ....core.constants import C"),
    ],
)
def test_a_right_import_is_let_through(name: str, source: str) -> None:
    known = {"jug.io.par", "jug.model.declare", "jug.core.constants", "jug.model.components.binary.kepler"}
    assert not check(name, source, known)
