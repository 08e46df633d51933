"""The recipes of docs/samplers.md run as printed: no divergences, R-hat below 1.01; the notebook has the same."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import numpy as np
import pytest
from copies import ROOT

PAGE = (ROOT / "docs" / "samplers.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BEGIN, NUMPYRO, BLACKJAX, EMCEE, SAMPLES, POOL = BLOCK.findall(PAGE)
SEED = "np.random.seed(1)"  # emcee takes NumPy's global state
SAVE = """
count = globals().get("divergences", 0)
np.savez("found.npz", z=z, divergences=count, **log_p.samples(z.reshape(-1, z.shape[-1])))
"""
R_HAT = 1.01


@pytest.mark.long
@pytest.mark.parametrize("recipe", [NUMPYRO, BLACKJAX, EMCEE], ids=["numpyro", "blackjax", "emcee"])
def test_a_recipe_converges(recipe: str, run_python: Callable[[str], str], tmp_path: Path) -> None:
    """The same mean and width from three samplers: R-hat below 1.01 and a few hundred effective samples are 10%."""
    from numpyro.diagnostics import split_gelman_rubin

    said = run_python("\n".join([BEGIN, SEED, recipe, SAMPLES, SAVE]))
    found = np.load(tmp_path / "found.npz")
    assert found["z"].shape[0] == 4
    assert int(found["divergences"]) == 0
    assert np.max(split_gelman_rubin(found["z"])) < R_HAT
    for name, mean, width in (("EFAC1", 1.035, 0.12), ("log10_EQUAD1", -0.78, 1.27)):
        assert found[name].mean() == pytest.approx(mean, abs=0.15 * width)
        assert found[name].std() == pytest.approx(width, rel=0.15)
        assert name in said


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_pools_of_processes(run_python: Callable[[str], str], tmp_path: Path) -> None:
    def run(code: str) -> str:
        (tmp_path / "walkers.py").write_text(code)
        return run_python(
            "import subprocess, sys\n"
            "ran = subprocess.run([sys.executable, 'walkers.py'], capture_output=True, text=True)\n"
            "print(ran.stdout, ran.stderr)"
        )

    accepted = float(run(POOL).split("accepted:")[1])
    assert 0.05 < accepted < 1.0
    assert POOL.count('"spawn"') == 1
    used = "density(log_p.start)\n    log_p.likelihood.hessian(log_p.likelihood.start)\n    with multiprocessing"
    forked = POOL.replace('"spawn"', '"fork"').replace("with multiprocessing", used)
    said = run(forked.replace("walkers, 20)", "walkers, 100)"))  # 1,200 vectors in each process
    assert "FitWarning: the likelihood continues with NumPy: JAX was used before this process was forked" in said
    assert 0.05 < float(said.split("accepted:")[1].split()[0]) < 1.0


def test_the_notebook_shows_these_recipes() -> None:
    notebook = nbformat.read(ROOT / "examples" / "sampling.ipynb", as_version=4)
    shown = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert BLOCK.findall(shown) == [NUMPYRO, BLACKJAX, EMCEE]
