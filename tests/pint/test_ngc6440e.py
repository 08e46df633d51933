"""NGC6440E with its own EPHEM DE421 against PINT 1.1.8, live: residuals, fit, design matrix, round trip."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pytest
from copies import example

import jug

PAR, TIM = example("NGC6440E")
NAMES = ("RAJ", "DECJ", "F0", "F1", "DM")
BACKENDS = ("numpy", "jax")
NS = 1e-9
Measured = Callable[[str, float, float, str], None]
"""Units of the uncertainty (s, arcsec) in one of the value (hour, degree)."""


@pytest.fixture(scope="module")
def loaded() -> tuple[Any, Any]:
    return jug.load(PAR, TIM)


@pytest.fixture(scope="module", params=BACKENDS)
def fitted(request: pytest.FixtureRequest, loaded: tuple[Any, Any]) -> Any:
    return jug.fit(*loaded, backend=request.param)


def test_residuals_before_the_fit(loaded: tuple[Any, Any], measured: Measured) -> None:
    """1 ns: PINT's long doubles hold MJDs to 0.3 ns."""
    ours, theirs = jug.residuals(*loaded), oracle.residuals(PAR, TIM)
    measured("residuals of NGC 6440E, largest difference", np.abs(ours.time_s - theirs.time_s).max() / NS, 1.0, "ns")
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-6)  # pre-fit: 1 ms rms, so 1 ns is 1e-6 of it
    assert ours.wrms_s == pytest.approx(theirs.wrms_s, abs=NS)
    np.testing.assert_allclose(ours.error_s, theirs.error_s, rtol=1e-12)


def test_values_and_uncertainties(fitted: Any, measured: Measured) -> None:
    theirs = oracle.fit(PAR, TIM, settled=1e-8)
    assert set(fitted.names) == set(theirs.names) == set(NAMES)
    in_sigma = [abs(fitted.values[name] - theirs.values[name]) / theirs.errors[name] for name in NAMES]
    ratios = [abs(fitted.errors[name] / theirs.errors[name] - 1.0) for name in NAMES]
    by = f"NGC 6440E, fitted by {fitted.backend}, largest difference"
    measured(f"values of {by}", max(in_sigma), 1e-3, "sigma")
    measured(f"uncertainties of {by}", max(ratios), 1e-4, "of them")


def test_chi2_is_pints(fitted: Any) -> None:
    assert fitted.chi2 == pytest.approx(oracle.fit(PAR, TIM).chi2, rel=1e-4)
    assert fitted.chi2 == pytest.approx(59.57, abs=0.005)
    assert fitted.dof == 56
    assert fitted.stop.converged


def test_residuals_after_the_fit(fitted: Any) -> None:
    """The two solutions differ by up to 1e-3 sigma, which is some ns here; see the round trip for 1 ns."""
    theirs = oracle.fit(PAR, TIM)
    assert np.abs(fitted.residuals.time_s - theirs.time_s).max() < 1e-3 * theirs.error_s.min()
    assert fitted.residuals.wrms_s == pytest.approx(theirs.wrms_s, rel=1e-6)


def test_backends_agree(loaded: tuple[Any, Any]) -> None:
    one, other = (jug.fit(*loaded, backend=name) for name in BACKENDS)
    assert (one.backend, other.backend) == BACKENDS
    for name in NAMES:
        sigma = one.errors[name]
        assert abs(one.values[name] - other.values[name]) < 1e-6 * sigma, name
        assert one.errors[name] == pytest.approx(other.errors[name], rel=1e-6), name
    assert one.chi2 == pytest.approx(other.chi2, rel=1e-9)


@pytest.mark.parametrize("name", ["Offset", *NAMES])
def test_design_matrix(loaded: tuple[Any, Any], name: str) -> None:
    """Every column within 1e-6 of its largest element, per hour (RAJ) and degree (DECJ).

    PINT leaves out how the Sun's Shapiro delay changes with the position, up to 3.4e-6 of the DECJ column here.
    """
    ours = jug.design_matrix(*loaded)[name]
    theirs = oracle.design_matrix(PAR, TIM)[name]
    if name in ("RAJ", "DECJ"):
        theirs = theirs + shapiro_by(name, loaded[0].values)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-6 * np.abs(theirs).max())


def shapiro_by(name: str, values: Any) -> np.ndarray:
    """d/dRAJ (s/hour) or d/dDECJ (s/degree) of -2 T ln(r - r.n), r from the observatory to the Sun."""
    a, d = np.radians(15.0 * values["RAJ"]), np.radians(values["DECJ"])
    n = np.array([np.cos(d) * np.cos(a), np.cos(d) * np.sin(a), np.sin(d)])
    by_ra = np.radians(15.0) * np.array([-np.cos(d) * np.sin(a), np.cos(d) * np.cos(a), 0.0])
    by_dec = np.radians(1.0) * np.array([-np.sin(d) * np.cos(a), -np.sin(d) * np.sin(a), np.cos(d)])
    r = oracle.preparation(PAR, TIM).obs_sun_km
    t_sun = 4.92549095e-6  # GM/c^3 of the Sun, s
    return 2 * t_sun * (r @ (by_ra if name == "RAJ" else by_dec)) / (np.linalg.norm(r, axis=1) - r @ n)


def test_design_matrix_as_a_whole(loaded: tuple[Any, Any]) -> None:
    ours = jug.design_matrix(*loaded)
    assert ours.names == ("Offset", *NAMES)
    assert ours.matrix.shape == (62, 6)


def test_a_refit_changes_nothing(loaded: tuple[Any, Any], fitted: Any) -> None:
    again = jug.fit(fitted.model, loaded[1], backend=fitted.backend)
    for name in NAMES:
        moved = abs(again.values[name] - fitted.values[name])
        assert moved < 1e-6 * fitted.errors[name], name
    assert again.n_iter <= 1
    assert again.chi2 == pytest.approx(fitted.chi2, rel=1e-9)


def test_the_written_par_means_the_same_to_pint(fitted: Any, tmp_path: Path, measured: Measured) -> None:
    jug.write_par(fitted.model, tmp_path / "post.par")
    theirs = oracle.residuals(tmp_path / "post.par", TIM)
    apart = np.abs(fitted.residuals.time_s - theirs.time_s).max()
    measured(f"residuals of the par file written after a fit by {fitted.backend}", apart / NS, 1.0, "ns")
    assert fitted.chi2 == pytest.approx(theirs.chi2, rel=1e-4)


def test_the_written_par_means_the_same_to_jug(fitted: Any, tmp_path: Path) -> None:
    jug.write_par(fitted.model, tmp_path / "post.par")
    model, toas = jug.load(tmp_path / "post.par", TIM)
    assert {name: model.values[name] for name in NAMES} == {name: fitted.values[name] for name in NAMES}
    assert np.abs(jug.residuals(model, toas).time_s - fitted.residuals.time_s).max() < 1e-12


def test_the_par_that_pint_writes_means_the_same_to_jug(tmp_path: Path) -> None:
    theirs = oracle.fit(PAR, TIM)
    par = tmp_path / "pint.par"
    par.write_text(theirs.model.as_parfile())
    assert np.abs(jug.residuals(*jug.load(par, TIM)).time_s - theirs.time_s).max() < NS
