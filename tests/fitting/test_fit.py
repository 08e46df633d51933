import numpy as np
import pytest

import jug
from jug.compute import jax_kernels as jaxed
from jug.compute.structure_padding import padded_structure
from jug.core.blocks import Binned
from jug.core.doubledouble import sub
from jug.errors import FitError
from jug.fitting.stop import Stop
from jug.model.evaluation.evaluate import evaluate

CHI2 = 5e-8
"""0.1 ps of rounding in a residual, in part common to all, against 1 us of uncertainty."""

JUMPS = ("JUMP -fe S 0.0 1", "JUMP -fe U 0.0 1")


def test_truth_is_found_from_five_sigma(simulated):
    model, toas = simulated(*JUMPS)
    at_truth = jug.fit(model, toas)
    start = model.moved({name: 5 * e for name, e in at_truth.errors.items()})
    result = jug.fit(start, toas)
    assert result.stop is Stop.CONVERGED
    assert result.n_iter <= 4
    for name in result.names:
        assert abs(result.values[name] - at_truth.values[name]) < 1e-6 * result.errors[name] + 1e-15, name
    assert result.chi2 == pytest.approx(at_truth.chi2, rel=CHI2)
    assert 0.6 < result.reduced_chi2 < 1.5  # 113 degrees of freedom: sigma of it is 0.13


@pytest.mark.parametrize("more", [JUMPS, ("JUMP MJD 54000 55000 0 1", "JUMP MJD 54500 55500 0 1"), ("PHOFF 0 1",)])
def test_numpy_and_jax_give_the_same(simulated, more):
    """Binned columns, overlapping (dense) ones, and an offset that is a parameter."""
    model, toas = simulated(*more)
    one, other = jug.fit(model, toas, backend="numpy"), jug.fit(model, toas, backend="jax")
    assert (one.backend, other.backend) == ("numpy", "jax")
    for name in one.names:
        assert abs(one.values[name] - other.values[name]) < 1e-6 * one.errors[name] + 1e-15, name
        assert one.errors[name] == pytest.approx(other.errors[name], rel=1e-6)


def test_disjoint_jumps_stay_binned_and_overlapping_do_not(simulated):
    model, toas = simulated(*JUMPS)
    kinds = [type(b) for b in jug.design_matrix(model, toas).blocks]
    assert kinds.count(Binned) == 1
    model, toas = simulated("JUMP MJD 54000 55000 0 1", "JUMP MJD 54500 55500 0 1")
    assert Binned not in [type(b) for b in jug.design_matrix(model, toas).blocks]


def test_phoff_and_removed_mean_agree(simulated):
    model, toas = simulated(*JUMPS)
    with_offset, _ = simulated(*JUMPS, "PHOFF 0 1")
    one, other = jug.fit(model, toas), jug.fit(with_offset, toas)
    assert one.chi2 == pytest.approx(other.chi2, rel=CHI2)
    assert (one.dof, other.dof) == (120 - 7 - 1, 120 - 8)
    for name in one.names:
        assert one.errors[name] == pytest.approx(other.errors[name], rel=1e-6)


def compilations(model):
    return jaxed.compilations(*padded_structure(model.components, model.layout)[:2])


def test_jit_compiles_once_for_pulsars_of_similar_size(simulated):
    model, toas = simulated("JUMP -fe S 0.0 1", n=90)
    before = compilations(model)
    for offset in (0.0, 1e-9):
        jug.fit(model.with_values({"F0": model.values["F0"] + offset}), toas, backend="jax")
    jug.fit(model, toas.select(np.arange(89)), backend="jax")
    assert compilations(model) == before + 1
    jug.fit(model, toas.select(np.arange(70)), backend="jax")
    assert compilations(model) == before + 2


def test_auto_says_why(simulated):
    model, toas = simulated("DM1 0 1", n=300)
    result = jug.fit(model, toas)
    assert result.backend == "numpy"
    assert "n_toa x n_par^2 = 1.08e+04" in result.backend_reason


def test_float64_stays_with_jug(simulated):
    import jax.numpy as jnp

    jug.fit(*simulated(n=40), backend="jax")
    assert jnp.ones(3).dtype == jnp.float32


def test_columns_are_the_slopes_of_the_residuals(simulated):
    """Finite differences of the exact residuals, which know nothing of the partials."""
    model, toas = simulated(*JUMPS)
    result, matrix = jug.fit(model, toas), jug.design_matrix(model, toas)
    w = 1 / toas.error_s**2
    for name, error in result.errors.items():
        up, down = (jug.residuals(model.moved({name: s * error}), toas).time_s for s in (1, -1))
        column = matrix[name] - np.sum(w * matrix[name]) / np.sum(w)
        np.testing.assert_allclose((down - up) / (2 * error), column, atol=1e-4 * np.abs(column).max())


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("JUMP -fe nowhere 0 1",), "JUMP1 was fixed by the fit: no TOA depends on JUMP1"),
        (("JUMP MJD 53000 57000 0 1",), "JUMP1 was fixed by the fit: the data do not tell JUMP1 and Offset apart"),
        (
            ("JUMP -fe L 0 1", "JUMP -fe S 0 1", "JUMP -fe U 0 1"),
            "JUMP3 was fixed by the fit: the data do not tell JUMP3",
        ),
    ],
)
@pytest.mark.parametrize("backend", ["numpy", "jax"])
def test_what_cannot_be_fitted_is_held_fixed_and_named(simulated, lines, message, backend):
    model, toas = simulated(*lines)
    with pytest.warns(jug.FitWarning, match=message):
        result = jug.fit(model, toas, backend=backend)
    held = message.split()[0]
    assert [one.name for one in result.frozen] == [held]
    assert result.converged
    assert result.verdict.name == "flat_direction"
    assert held in result.verdict.undetermined
    assert held not in result.errors
    assert result.model.free == model.free
    assert f"{held}: {result.frozen[0].why}" in result.summary()
    assert "undetermined" in result.summary()


def test_impossible_requests(simulated):
    model, toas = simulated(n=40)
    with pytest.raises(FitError, match="no parameter is free"):
        jug.fit(model, toas, free=[])
    with pytest.raises(FitError, match=r"4 TOAs in all cannot determine 5 parameters and the mean"):
        jug.fit(model, toas.select(np.arange(4)))
    with pytest.raises(FitError, match=r"1 TOA in all cannot determine 1 parameter and the mean.*plot --stage pre"):
        jug.fit(model, toas.select([0]), free=["F0"])
    with pytest.raises(FitError, match=r"no parameter 'PMRAA'; did you mean PMRA"):
        jug.fit(model, toas, free=["F0", "PMRAA"])
    with pytest.raises(FitError, match="PEPOCH cannot be fitted"):
        jug.fit(model, toas, free=["PEPOCH"])
    with pytest.raises(FitError, match="unknown backend"):
        jug.fit(model, toas, backend="torch")


def test_iterations_that_run_out_and_lost_turns_are_said(simulated):
    """From 5 s of right ascension off, wrapped residuals mislead the fit."""
    model, toas = simulated(n=60)
    start = model.with_values({"RAJ": "17:48:53.1"})
    with pytest.warns(jug.FitWarning, match="more than half a turn"):
        result = jug.fit(start, toas, max_iter=1)
    assert result.stop is Stop.MAX_ITERATIONS
    assert not result.converged
    assert any("half a turn" in note for note in result.warnings)


def test_evaluation_is_pure(simulated):
    model, toas = simulated(*JUMPS)
    from jug.model.evaluation.anchor import make_anchor

    ref = make_anchor(model, toas).reference
    dx = np.zeros(len(model.free))
    first = evaluate(np, model.components, model.layout, ref, dx)
    again = evaluate(np, model.components, model.layout, ref, dx)
    np.testing.assert_array_equal(first.residual, ref.residual)
    np.testing.assert_array_equal(first.blocks[0].matrix, again.blocks[0].matrix)


@pytest.mark.parametrize(("error_us", "n"), [(1e-3, 100), (0.03, 3000)])
def test_precise_toas_converge_and_stay(error_us, n, par_lines):
    """A nanosecond of uncertainty: float64 positions would round by 1e-3 of their uncertainty."""
    model = jug.load_model(par_lines())
    mjd = np.linspace(54000, 56000, n)
    freq = [(1400.0, 2100.0, 430.0)[i % 3] for i in range(n)]
    toas = jug.simulate(model, mjd, freq_mhz=freq, error_us=error_us, noise=True, seed=1)
    one, other = (jug.fit(model, toas, backend=b) for b in ("numpy", "jax"))
    again = jug.fit(one.model, toas)
    for result in (one, other, again):
        assert result.converged
        assert result.n_iter <= 5
    sigma = np.sqrt(np.diag(one.covariance))
    for i, name in enumerate(one.names):
        for result in (other, again):
            moved = sub(result.model.entries[name].value, one.model.entries[name].value).hi
            assert abs(moved) < 3e-13 / (error_us * 1e-6) * sigma[i], name  # residuals are rounded to 0.1 ps


def test_a_profile_counts_the_anchor_after_the_steps_too() -> None:
    """The one at the start, and one at the end for the exact residuals of the result."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    stages = {stage.name: stage for stage in jug.fit(model, toas, backend="numpy", profile=True).profile}
    assert stages["anchor"].calls == 2
