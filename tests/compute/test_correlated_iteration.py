"""Iterations on many rows with correlated noise, in chunks over the cores."""

from collections.abc import Callable

import numpy as np
import pytest

import jug
from jug.compute import correlated_iteration as correlated
from jug.compute.kernels import Kernels, kernels
from jug.core.execution import chunks
from jug.core.execution import threads as parallel
from jug.model.evaluation.anchor import Reference, make_anchor

pytestmark = pytest.mark.usefixtures("blas_at_rest")

NOISE = ("ECORR -fe S 0.5", "TNREDAMP -12.5", "TNREDGAM 3.5", "TNREDC 5", "TNDMAMP -12.5", "TNDMGAM 3", "TNDMC 4")
Made = Callable[..., tuple[jug.TimingModel, jug.TOAs]]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 30 rows, in at most 4 groups."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "MAX_GROUPS", 4)
    for name in parallel.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def problem(made: Made, *more: str) -> tuple[Kernels, Reference, np.ndarray]:
    """The kernels, the anchor, and no change of the parameters."""
    model, toas = made("JUMP -fe S 1e-4 1", "DM1 0 1", *NOISE, *more, n=336)
    run = kernels("numpy", model.components, model.layout)
    return run, make_anchor(model, toas).reference, np.zeros(len(model.free))


@pytest.mark.parametrize("more", [(), ("PHOFF 0.01 1",)], ids=["offset", "no offset"])
def test_it_is_the_iteration_of_all_rows(epochs_of_three: Made, more: tuple[str, ...]) -> None:
    run, reference, dx = problem(epochs_of_three, *more)
    one, whole = run.iteration(reference, dx, 0.0), run.iteration_with_matrix(reference, dx, 0.0)
    assert one.blocks is None
    assert whole.blocks is not None
    assert one.step is not None
    assert whole.step is not None
    np.testing.assert_allclose(one.residual, whole.residual, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(one.step.dx * one.step.normal.scale, whole.step.dx * one.step.normal.scale, atol=1e-7)
    np.testing.assert_allclose(one.step.normal.gram, whole.step.normal.gram, atol=1e-12)
    assert one.step.chi2 == pytest.approx(whole.step.chi2, rel=1e-12)


def test_a_mean_far_from_that_of_the_anchor_keeps_its_digits(
    epochs_of_three: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mean that is wrong by 3 turns, 1e5 uncertainties, in the first of two passes: chi2 has 1e-12, not 1e-6."""
    run, reference, dx = problem(epochs_of_three)
    right = run.iteration(reference, dx, 0.0).step
    own, wrong = correlated.weighted_mean, [3.0]
    monkeypatch.setattr(correlated, "weighted_mean", lambda *given: wrong.pop() if wrong else own(*given))
    found = run.iteration(reference, dx, 0.0).step
    assert not wrong
    assert right is not None
    assert found is not None
    assert found.chi2 == pytest.approx(right.chi2, rel=1e-12)


def test_residuals_far_from_zero_keep_their_digits(epochs_of_three: Made) -> None:
    """By 100 turns, 3e6 uncertainties, whose square has no digits left for chi2; 1e-6 is far above rounding."""
    run, reference, dx = problem(epochs_of_three)
    right = run.iteration(reference, dx, 0.0).step
    found = run.iteration(reference._replace(residual=reference.residual + 100.0), dx, 0.0).step
    assert right is not None
    assert found is not None
    assert found.chi2 == pytest.approx(right.chi2, rel=1e-6)


@pytest.mark.usefixtures("chunks_in_threads")
def test_the_number_of_cores_changes_no_bit(epochs_of_three: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for cores in (1, 2, 3):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        model, toas = epochs_of_three("JUMP -fe S 1e-4 1", "DM1 0 1", *NOISE, n=336)
        found.append(jug.fit(model, toas, backend="numpy"))
    for other in found[1:]:
        np.testing.assert_array_equal(other.covariance, found[0].covariance)
        assert other.values == found[0].values
        assert (other.chi2, other.log_likelihood) == (found[0].chi2, found[0].log_likelihood)


def test_what_is_not_finite_has_no_step(epochs_of_three: Made) -> None:
    run, reference, dx = problem(epochs_of_three)
    reference.residual[100] = np.nan
    assert run.iteration(reference, dx, 0.0).step is None


def test_epochs_that_share_toas_are_taken_at_once(epochs_of_three: Made) -> None:
    run, reference, dx = problem(epochs_of_three, "ECORR mjd 54500 55500 0.3")
    assert run.iteration(reference, dx, 0.0).blocks is not None
