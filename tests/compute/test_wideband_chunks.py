"""Iterations on many TOAs with measured DMs, in chunks over the cores."""

from collections.abc import Callable

import numpy as np
import pytest

import jug
from jug.compute.chunked_reference import row_groups
from jug.compute.kernels import kernels
from jug.core.execution import chunks
from jug.core.execution import threads as parallel
from jug.fitting.verdict.extended_equations import normal_equations_with
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.usefixtures("blas_at_rest")

EPOCHS = ("ECORR -fe S 0.5", "ECORR -fe L 0.7")
NOISE = (*EPOCHS, "TNREDAMP -12.5", "TNREDGAM 3.5", "TNREDC 5", "TNDMAMP -12.5", "TNDMGAM 3", "TNDMC 4")
BINS = tuple(
    f"DMX{what}_{i:04d} {value}"
    for i in range(1, 4)
    for what, value in (("", "1e-4 1"), ("R1", 53500 + 500 * i), ("R2", 54000 + 500 * i))
)
MORE = ("DMEFAC -fe S 1.4", "DMJUMP -fe S 0 1", "DM1 0 1")
Made = Callable[..., tuple[jug.TimingModel, jug.TOAs]]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 25 TOAs, which part epochs of two, in at most 4 groups."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 25)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 25)
    monkeypatch.setattr(chunks, "MAX_GROUPS", 4)
    for name in parallel.THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "more",
    [(), NOISE, (*NOISE, *BINS, *MORE), (*EPOCHS, *BINS, "PHOFF 0.01 1"), (*MORE, *NOISE, "PHOFF 0.01 1")],
    ids=["white", "noise", "noise and bins", "epochs and bins without offset", "noise without offset"],
)
def test_it_is_the_iteration_of_all_rows(wideband_of: Made, more: tuple[str, ...]) -> None:
    """To 1e-12, the rounding of sums of 364 rows in another order, also slightly off the anchor."""
    model, toas = wideband_of("DMDATA 1", "JUMP -fe S 0 1", *more, n=182)
    reference, run = make_anchor(model, toas).reference, kernels("numpy", model.components, model.layout)
    assert sum(map(len, row_groups(reference))) == 16  # 8 of TOAs, 8 of DMs
    first = run.iteration_with_matrix(reference, np.zeros(len(model.free)), 0.0)
    assert first.step is not None
    dx = 1e-3 * np.asarray(first.step.dx)[-len(model.free) :]
    one, whole = run.iteration(reference, dx, 1e-3), run.iteration_with_matrix(reference, dx, 1e-3)
    assert one.blocks is None
    assert one.step is not None
    assert whole.step is not None
    np.testing.assert_allclose(one.residual, whole.residual, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(run.residuals(reference, dx), whole.residual, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(one.step.normal.scale, whole.step.normal.scale, rtol=1e-12)
    np.testing.assert_allclose(one.step.normal.gram, whole.step.normal.gram, rtol=0.0, atol=1e-12)
    assert float(one.step.normal.log_det) == pytest.approx(float(whole.step.normal.log_det), rel=1e-12)
    assert float(one.step.chi2) == pytest.approx(float(whole.step.chi2), rel=1e-12)


@pytest.mark.usefixtures("chunks_in_threads")
@pytest.mark.parametrize("more", [(), NOISE], ids=["white", "noise"])
def test_the_number_of_cores_changes_no_bit(
    wideband_of: Made, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    found = []
    for cores in (1, 2, 3):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        model, toas = wideband_of("DMDATA 1", *MORE, *more, n=182)
        found.append(jug.fit(model, toas, backend="numpy"))
    for other in found[1:]:
        np.testing.assert_array_equal(other.covariance, found[0].covariance)
        assert other.values == found[0].values
        assert (other.chi2, other.log_likelihood) == (found[0].chi2, found[0].log_likelihood)


def test_the_fit_is_that_of_all_rows(wideband_of: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fits end within 1e-6 uncertainties, whose effect on chi2 is below 1e-9."""
    model, toas = wideband_of("DMDATA 1", "JUMP -fe S 0 1", *NOISE, *BINS, *MORE, n=182)
    found = jug.fit(model, toas, backend="numpy")
    for name in ("CHUNK_ROWS", "NUMPY_CHUNK_ROWS"):
        monkeypatch.setattr(chunks, name, 4096)
    whole = jug.fit(model, toas, backend="numpy")
    assert found.chi2 == pytest.approx(whole.chi2, rel=1e-9)
    assert found.log_likelihood == pytest.approx(whole.log_likelihood, rel=1e-9)
    size = np.sqrt(np.diagonal(whole.covariance))
    assert np.max(np.abs(found.covariance - whole.covariance) / np.outer(size, size)) < 1e-8
    assert found.verdict.sentence == whole.verdict.sentence


def test_further_columns_of_the_verdict_are_summed_alike(wideband_of: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """To 1e-11, the rounding of the sums; a column and segments of TOAs beside those of the fit."""
    model, toas = wideband_of("DMDATA 1", "JUMP -fe S 0 1", *NOISE, *BINS, *MORE, n=182)
    end = jug.fit(model, toas, backend="numpy").fit_end
    extra, segment = np.sin(np.arange(182.0))[:, None], np.arange(182) // 40
    found = normal_equations_with(end, extra, segment, 5)
    for name in ("CHUNK_ROWS", "NUMPY_CHUNK_ROWS"):
        monkeypatch.setattr(chunks, name, 4096)
    whole = normal_equations_with(end, extra, segment, 5)
    np.testing.assert_allclose(found.gram, whole.gram, rtol=0.0, atol=1e-11)
    size = np.max(np.abs(whole.slope))
    np.testing.assert_allclose(found.slope, whole.slope, rtol=0.0, atol=1e-11 * size)
