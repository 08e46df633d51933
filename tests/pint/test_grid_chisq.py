"""Grids of chi2 against PINT's grid_chisq."""

import numpy as np
import oracle
import pytest
from copies import example, written_copy

import jug


def theirs(fit, axes):
    """PINT's map."""
    import pint.gridutils

    with oracle.quiet():
        values = [np.asarray(axis) * fit.fitter.model[name].units for name, axis in axes.items()]
        return pint.gridutils.grid_chisq(fit.fitter, tuple(axes), values, ncpu=1, printprogress=False)[
            0
        ].T  # its second parameter comes first


def test_ngc6440e(tmp_path):
    par, tim = example("NGC6440E")
    model, toas = jug.load(par, tim)
    best = jug.fit(model, toas)
    axes = {
        name: best.values[name] + best.errors[name] * np.array(steps)
        for name, steps in {"F0": [-2.0, 0.5], "DM": [-1.0, 3.0]}.items()
    }
    ours = jug.grid(best.model, toas, axes)
    jug.write_par(best.model, tmp_path / "post.par")
    np.testing.assert_allclose(ours.chi2, theirs(oracle.fit(tmp_path / "post.par", tim), axes), atol=1e-2)
    assert ours.converged.all()


@pytest.mark.long
def test_shapiro_delay_of_b1855(tmp_path):
    par, tim = example("B1855+09_NANOGrav_9yv1")
    par = written_copy(par, tmp_path, drop=("RNAMP", "RNIDX"), replace={"EPHEM": "DE440"})
    model, toas = jug.load(par, tim)
    best = jug.fit(model, toas)
    axes = {"M2": best.values["M2"] + best.errors["M2"] * np.array([-1.5, 1.0]), "SINI": np.array([0.9992, 0.9996])}
    ours = jug.grid(best.model, toas, axes)
    jug.write_par(best.model, tmp_path / "post.par")
    np.testing.assert_allclose(ours.chi2, theirs(oracle.fit(tmp_path / "post.par", tim), axes), atol=5e-2)
    assert ours.converged.all()
