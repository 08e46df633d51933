"""docs/from_pint.md: both columns of its table run from top to bottom, and numbers of the same row are the same."""

import ast
import contextlib
import io
import re
from pathlib import Path
from typing import Any

import astropy.units as u
import numpy as np
import oracle
import pint.derived_quantities
import pint.fitter
import pint.gridutils
import pint.models
import pint.residuals
import pint.simulation
import pytest
from copies import ROOT, example

import jug

TABLE = (ROOT / "docs" / "from_pint.md").read_text().partition("## Line by line")[2].partition("## Commands")[0]
ROWS = [
    (row[1].strip(), row[2], row[3]) for row in re.finditer(r"^\|([^|]*)\| `([^`]*)` \| `([^`]*)` \|$", TABLE, re.M)
][: TABLE.partition("These have no row")[0].count("\n| ") - 1]

TOLERANCES = {
    "dates (UTC, clock-corrected)": {"atol": 1e-10},  # 10 us: a float64 of a date holds 0.6 us
    "TDB": {"atol": 1e-10},
    "barycentric times": {"atol": 1e-10},
    "residuals in s": {"atol": 1e-9},  # PINT's dates hold 0.3 ns
    "residuals in turns": {"atol": 1e-7},  # 1 ns of a pulsar of 61 Hz is 6e-8
    "chi2 on a grid": {"rtol": 1e-4},
    "a value": {"atol": 1e-13},  # 0.01 of the uncertainty
    "its uncertainty": {"rtol": 1e-4},
    "as a Quantity": {"atol": 1e-3},  # the uncertainty is 0.035
    "weighted rms in us": {"rtol": 1e-6},
    "chi2": {"rtol": 1e-4},
    "characteristic age in yr": {"rtol": 1e-5},  # F1 has an uncertainty of 1e-3
    "loss of rotational energy in erg/s": {"rtol": 1e-5},
    "magnetic field in G": {"rtol": 1e-3},  # PINT writes the constant with four digits
}
"""Where 1e-12 of the number is not right."""


def run(lines: str, names: dict[str, Any]) -> Any:
    """What the last statement of some lines gives; None where it is no expression."""
    tree = ast.parse(lines)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, lines, "exec"), names)
    return eval(compile(ast.Expression(last.value), lines, "eval"), names) if isinstance(last, ast.Expr) else None


def numbers(found: Any) -> np.ndarray | None:
    """Sorted, since PINT has its own order of TOAs; None for what is no number."""
    with contextlib.suppress(TypeError, ValueError):
        return np.sort(np.ravel(np.asarray(found, dtype=np.float64)))
    return None


@pytest.mark.filterwarnings("ignore")
def test_both_columns_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names that the page says stand on the left and on the right."""
    monkeypatch.chdir(tmp_path)
    par, tim = (str(path) for path in example("NGC6440E"))
    theirs = {"pint": pint, "u": u, "np": np, "dq": pint.derived_quantities, "par": par, "tim": tim}
    ours = {"jug": jug, "np": np, "par": par, "tim": tim}
    oracle.fill_cache()
    compared = []
    with oracle.quiet(), contextlib.redirect_stdout(io.StringIO()):
        for what, left, right in ROWS:
            pair = [numbers(found) for found in (run(left, theirs), run(right, ours)) if found is not None]
            both = [found for found in pair if found is not None]
            if len(both) == 2:
                limits = {"rtol": 0.0, "atol": 0.0, **TOLERANCES.get(what, {"rtol": 1e-12})}
                np.testing.assert_allclose(both[1], both[0], err_msg=what, **limits)
                compared.append(what)
    assert set(TOLERANCES) <= set(compared)
    assert len(compared) >= 24
    assert (tmp_path / "post.par").exists()
    assert (tmp_path / "out.tim").exists()
