"""How many threads BLAS has inside a fit, and after it: counted, not timed."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import jug
import jug.data
from jug.core.execution import blas_threads
from jug.core.execution import threads as threads_module
from jug.core.execution.threads import THREAD_VARIABLES
from jug.fitting import anchored_fit
from jug.fitting import fit as steps
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.model.covariance import realisation as realisation_module
from jug.model.evaluation import residuals as residuals_module

pytestmark = pytest.mark.usefixtures("blas_at_rest")

N_TOA = {"one": 3000, "alone": 200, "chunked": 4200}


def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (blas_threads, threads_module):
        monkeypatch.setattr(module, "cores", lambda: 8)


def threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


@pytest.mark.filterwarnings("ignore:with ECC = :jug.FitWarning")
@pytest.mark.parametrize(
    ("case", "given", "outside", "inside"),
    [
        ("one", {}, {1}, {1}),  # n k^2 = 4.3e5: less than 1e9 for a second thread
        ("one", {"OMP_NUM_THREADS": "4"}, {1}, {1}),  # the same, so that the bits do not follow the user's number
        ("alone", {}, {4}, {4}),  # n k = 2400: OpenBLAS uses one thread by itself
        ("chunked", {"OMP_NUM_THREADS": "4"}, {1}, {1}),  # the chunks have the cores
    ],
)
def test_threads_of_blas_in_a_fit(
    monkeypatch: pytest.MonkeyPatch, case: str, given: dict[str, str], outside: set[int], inside: set[int]
) -> None:
    model = jug.load_model(jug.data.example("J0613-sim")[0])
    free = tuple(model.free[:12])
    toas = jug.simulate(model, np.linspace(54000, 56000, N_TOA[case]), freq_mhz=1400.0, error_us=1.0)
    for name in THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    eight_cores(monkeypatch)
    seen: dict[str, set[int]] = {}
    before, minimise = steps.residuals_at_anchor, anchored_fit.minimise
    monkeypatch.setattr(steps, "residuals_at_anchor", lambda *a: seen.setdefault("steps", threads()) and before(*a))
    monkeypatch.setattr(
        anchored_fit, "minimise", lambda *a, **k: seen.setdefault("loop", threads()) and minimise(*a, **k)
    )
    with threadpool_limits(4, user_api="blas"):
        jug.fit(model, toas, free=free, backend="numpy")
        assert threads() == {4}
    assert seen == {"steps": outside, "loop": inside}


@pytest.mark.filterwarnings("ignore:with ECC = :jug.FitWarning")
def test_threads_of_blas_in_other_functions_of_a_model_and_its_toas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keywords serve too; what is no model is told by the function itself."""
    model = jug.load_model(jug.data.example("J0613-sim")[0]).with_free(["F0", "F1", "DM", "A1"])
    toas = jug.simulate(model, np.linspace(54000, 56000, 3000), freq_mhz=1400.0, error_us=1.0)
    for name in THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    eight_cores(monkeypatch)

    @with_blas_threads_of_fit
    def seen(what: object, toas: object, more: int = 0) -> set[int]:
        return threads()

    with threadpool_limits(4, user_api="blas"):
        assert seen(model, toas) == {1}
        assert seen(jug.fit(model, toas, backend="numpy"), toas, 2) == {1}
        assert seen(toas=toas, what=model) == {1}
        assert seen(3, toas) == {4}
        assert threads() == {4}
    for function in (jug.noise, jug.grid, jug.outliers, jug.ftest, jug.conditional, jug.pulsar_record):
        assert function.__wrapped__.__name__ == function.__name__  # type: ignore[attr-defined]


@pytest.mark.filterwarnings("ignore:.*is not used, TNREDAMP takes its place:jug.InputWarning")
def test_threads_of_blas_in_residuals(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for residuals and for realisations of noise, which are computed later, at their first use."""
    model, toas = jug.load(*jug.data.example("B1855+09"))
    for name in THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    eight_cores(monkeypatch)
    seen: dict[str, set[int]] = {}
    likelihood, realisations = residuals_module.log_likelihood, realisation_module.noise_realisations
    monkeypatch.setattr(
        residuals_module, "log_likelihood", lambda *a: seen.setdefault("chi2", threads()) and likelihood(*a)
    )
    monkeypatch.setattr(
        realisation_module,
        "noise_realisations",
        lambda *a: seen.setdefault("noise", threads()) and realisations(*a),
    )
    with threadpool_limits(4, user_api="blas"):
        found = jug.residuals(model, toas)
        assert "noise" not in seen
        assert found.noise["RED"].time_s.shape == (4005,)
        assert threads() == {4}
    assert seen == {"chi2": {1}, "noise": {1}}
