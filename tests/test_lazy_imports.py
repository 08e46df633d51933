"""A NumPy fit pays for nothing that it does not use: jax, astropy, scipy and matplotlib stay on the disk, and so
do jug's own modules for other work. A name of the package is imported when it is first asked for.
"""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import ROOT, example

import jug

SLOW = {
    "jax",
    "jaxlib",
    "astropy",
    "scipy",
    "matplotlib",
    "numpy.random",
    "numpy.ma",
    "tqdm",
    "jug.cli.process.progress",
}
"""Seconds to import together; numpy, erfa and jplephem take 0.08 s of CPU time."""

OTHER_WORK = {
    "jug.plots",
    "jug.analysis.residuals.averaging",
    "jug.conversion.binaries.binaries",
    "jug.analysis.grids.grid",
    "jug.analysis.simulation.simulation",
}
OTHER_WORK |= {
    "jug.sampling.likelihood",
    "jug.compute.jax_kernels",
    "jug.machine.available",
    "jug.data.update",
    "jug.conversion.writing",
    "jug.conversion.units",
    "jug.data.frozen",
    "jug.fitting.freezing",
    "jug.fitting.minima.search",
    "jug.fitting.robust.rounds",
    "jug.io.tim.write",
    "jug.model.editing.values",
}
"""What a fit does not need."""

AFTER = "\nimport sys\nprint('LOADED', *sys.modules)"
COMMAND = """
import sys
from jug.cli.command import main
sys.argv = {argv!r}
try:
    code = main()
except SystemExit as stop:
    code = stop.code
assert not code, code
"""


def api(backend: str) -> str:
    """A fit of NGC6440E as a script writes it."""
    par, tim = map(str, example("NGC6440E"))
    return f"""
import jug
model, toas = jug.load({par!r}, {tim!r})
result = jug.fit(model, toas, backend={backend!r})
assert result.backend == "numpy"
result.summary()
jug.residuals(result.model, toas)
"""


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import jug", id="import jug"),
        pytest.param(COMMAND.format(argv=["jug", "--help"]), id="jug --help"),
        pytest.param(COMMAND.format(argv=["jug", "--version"]), id="jug --version"),
        pytest.param(COMMAND.format(argv=["jug", "fit", *map(str, example("NGC6440E"))]), id="jug fit"),
        pytest.param(COMMAND.format(argv=["jug", "fit", *map(str, example("test-wb-0"))]), id="jug fit, wideband"),
        pytest.param(COMMAND.format(argv=["jug", "fit", *map(str, example("B1855+09_NANOGrav_9yv1"))]), id="GLS"),
        pytest.param(api("numpy"), id="numpy fit"),
        pytest.param(api("auto"), id="auto fit"),
    ],
)
def test_nothing_slow_is_imported(code: str, run_python: Callable[[str], str]) -> None:
    said = run_python(code + AFTER)
    loaded = set(said.splitlines()[-1].split()[1:])
    assert "jug" in loaded
    assert not loaded & (SLOW | OTHER_WORK)


@pytest.mark.parametrize(
    "code", ["import jug", *(COMMAND.format(argv=["jug", word]) for word in ("--help", "--version"))]
)
def test_what_computes_nothing_imports_no_numpy(code: str, run_python: Callable[[str], str]) -> None:
    loaded = run_python(code + AFTER).splitlines()[-1].split()
    assert "jug" in loaded
    assert not {"numpy", "erfa", "jplephem"} & set(loaded)


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_imports_little_beyond_argparse(word: str, run_python: Callable[[str], str]) -> None:
    """These modules were half of the time of ``jug --help``."""
    code = COMMAND.format(argv=["jug", word])
    bare, loaded = (run_python(one + AFTER).splitlines()[-1].split() for one in ("", code))
    more = set(loaded) - set(bare)
    assert "argparse" in more
    assert not more & {
        "typing",
        "pathlib",
        "shutil",
        "threading",
        "urllib.parse",
        "jug.errors",
        "jug.core.execution.threads",
    }
    assert len([name for name in more if name.split(".")[0] == "jug"]) <= 18


def test_options_are_read_before_numpy_is_imported(run_python: Callable[[str], str]) -> None:
    """NumPy reads the number of BLAS threads when it is imported; a command chooses it once its options are read."""
    loaded = run_python("import jug.cli.common.inputs, jug.cli.common.options" + AFTER).splitlines()[-1].split()
    assert "jug.io.par" in loaded
    assert "numpy" not in loaded


def test_every_public_name_is_the_one_that_a_type_checker_sees(run_python: Callable[[str], str]) -> None:
    """In a process that imports every module before any name is asked for: a name is never the module of its name."""
    imports = [node for node in ast.walk(ast.parse(Path(jug.__file__).read_text())) if isinstance(node, ast.ImportFrom)]
    seen = {alias.name: node.module for node in imports for alias in node.names}
    modules = sorted(set(seen.values()) - {"jug", "importlib", "typing"})
    code = f"""
import importlib, jug
loaded = {{name: importlib.import_module(name) for name in {modules!r}}}
for name in jug.__all__:
    found = getattr(jug, name)
    home = {{"jug": "jug." + name}}.get({seen!r}[name], {seen!r}[name])
    good = found is (importlib.import_module(home) if home == "jug." + name else getattr(loaded[home], name))
    print(name if good else "wrong: " + name)
"""
    assert run_python(code).split("\n")[:-1] == sorted(jug.__all__)
    assert [name for name in dir(jug) if not name.startswith("__")] == sorted(set(jug.__all__) - {"__version__"})
    assert set(seen) - {"import_module", "FROM_ABOVE", "TYPE_CHECKING"} == set(jug.__all__)


TOP = Path(jug.__file__).parent
LATER = """fit load grid residuals likelihood noise sample export engine report run connect ftest outliers predict
polyco phase bary simulate compare publish backends derived delays"""
"""Public functions, those that are planned included."""


def test_no_public_name_is_that_of_a_module() -> None:
    """Importing jug.x sets jug.x to the module, so a function of that name would depend on who came first."""
    modules = {path.stem for path in TOP.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert modules & set(jug.__all__) == {"data", "errors"}  # these are meant to be modules
    assert modules & set(LATER.split()) == set()
    assert [name for name in modules if name.startswith("plot_")] == []


def test_the_top_of_the_package_is_small() -> None:
    files = [path for path in TOP.iterdir() if path.is_file()]
    assert len(files) <= 12, files


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'jug' has no attribute 'fits'"):
        jug.fits  # noqa: B018


def test_the_check_sees_an_import(run_python: Callable[[str], str]) -> None:
    assert "scipy" in run_python("import scipy.linalg" + AFTER).split()


MOST_MODULES = 260
"""Files of jug that a fit of NGC6440E, a single pulsar with white noise, loads at most; each takes 0.2 ms. The
folders, whose own files have a docstring alone, are not counted."""


def test_a_fit_of_a_plain_pulsar_loads_few_modules(run_python: Callable[[str], str]) -> None:
    said = run_python(COMMAND.format(argv=["jug", "fit", *map(str, example("NGC6440E"))]) + AFTER)
    loaded = [name for name in said.splitlines()[-1].split()[1:] if name.split(".")[0] == "jug"]
    files = [name for name in loaded if not (ROOT / name.replace(".", "/")).is_dir()]
    assert len(files) <= MOST_MODULES, sorted(files)
