"""A NumPy fit pays for nothing that it does not use: jax, astropy, scipy and matplotlib stay on the disk."""

from collections.abc import Callable

import pytest
from copies import example

SLOW = {"jax", "jaxlib", "astropy", "scipy", "matplotlib", "numpy.random", "numpy.ma"}
"""Seconds to import together; numpy, erfa and jplephem take 0.12 s of CPU time."""

AFTER = "\nimport sys\nprint('LOADED', *sys.modules)"
COMMAND = """
import sys
from jug.cli import main
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
        pytest.param(api("numpy"), id="numpy fit"),
        pytest.param(api("auto"), id="auto fit"),
    ],
)
def test_nothing_slow_is_imported(code: str, run_python: Callable[[str], str]) -> None:
    said = run_python(code + AFTER)
    loaded = set(said.splitlines()[-1].split()[1:])
    assert "jug" in loaded
    assert not loaded & SLOW


def test_the_check_sees_an_import(run_python: Callable[[str], str]) -> None:
    assert "scipy" in run_python("import scipy.linalg" + AFTER).split()
