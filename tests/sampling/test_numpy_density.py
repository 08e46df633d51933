"""A likelihood in NumPy: the same function as the compiled one, used first, and alone where JAX is not wanted."""

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from noise_sets import SETS

import jug
from jug.errors import BackendError, FitWarning
from jug.sampling import call_backend, likelihood_functions
from jug.sampling.likelihood import Likelihood

CHROMATIC = ("CM 0.01 1", "TNCHROMIDX 4 1", "TNCHROMAMP -12.5", "TNCHROMGAM 2", "TNCHROMC 5")
VECTORS = {
    "all": {},
    "fixed noise": {"noise": ()},
    "noise alone": {"free": ()},
    "marginal": {"marginal": True},
}


@pytest.fixture
def users_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of evaluations by NumPy that users have."""
    monkeypatch.setattr(call_backend, "MOST_NUMPY_CALLS", 1000)


def largest_difference(model: jug.TimingModel, toas: jug.TOAs, size: float = 0.1, **vector: object) -> float:
    """Of value and gradient by both backends at a point off the start; 1e-6 is allowed.

    Values: 1e-6 + 1e-10 of the value is the rounding of sums. Slopes: of their size and of the curvature.
    """
    by_numpy, by_jax = (jug.likelihood(model, toas, backend=name, **vector) for name in ("numpy", "jax"))
    at = by_jax.start + np.where(by_jax.vector.high - by_jax.start > 2.0 * size, size, -size)
    value, slope = by_jax.value_and_grad(at)
    found = by_numpy.value_and_grad(at)
    assert by_numpy(at) == found[0]
    assert by_numpy.many([at, by_numpy.start]).tolist() == [found[0], by_numpy(by_numpy.start)]
    bend = np.sqrt(np.abs(np.diag(by_jax.hessian(at))))
    of_value = abs(found[0] - value) / (1.0 + 1e-4 * abs(value))
    return float(max(of_value, np.max(np.abs(found[1] - slope) / (bend + np.abs(slope)))))


@pytest.mark.usefixtures("quickly_compiled", "quick_hessian")
@pytest.mark.parametrize("kind", VECTORS)
@pytest.mark.parametrize("noise", ["white", "all", "phoff"])
def test_it_is_the_compiled_function(epochs_of_three, noise: str, kind: str) -> None:
    assert largest_difference(*epochs_of_three(*SETS[noise], n=60), **VECTORS[kind]) < 1e-6


@pytest.mark.usefixtures("quickly_compiled", "quick_hessian")
@pytest.mark.parametrize("vector", [{}, {"marginal": True}], ids=["all", "marginal"])
def test_measured_dms(wideband_of, vector: dict[str, object]) -> None:
    noise = "DMEFAC -fe L 1.2", "DMEQUAD -fe L 2e-4", "TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10"
    assert largest_difference(*wideband_of(*SETS["white"], *noise), **vector) < 1e-6


@pytest.mark.usefixtures("quickly_compiled", "quick_hessian")
def test_parameters_that_change_columns(epochs_of_three) -> None:
    """TNCHROMIDX is a timing parameter by the delay of CM, and changes the columns of the chromatic noise."""
    model, toas = epochs_of_three(*SETS["ecorr"], *CHROMATIC, n=60)
    assert jug.likelihood(model, toas).vector.live_basis
    assert largest_difference(model, toas, size=1e-6) < 1e-6  # the uncertainty of the index is above 100 here


SLOPES = {
    "white": ("EFAC -fe L 1.2", "EQUAD -fe L 0.7", "TNEQ -fe U -6.2", "ECORR -fe L 0.8"),
    "red": ("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 12", "TDSWLOGSIG 1", "TDSWDT 300"),
    "tempo's red": ("RNAMP 0.05", "RNIDX -3.1", "TNREDC 8"),
    "narrow line": ("TNQPDMAMP -6", "TNQPDMFREQ 13.4", "TNQPDMWIDTH 0.05", "TNQPDMC 100"),
}


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("lines", SLOPES.values(), ids=SLOPES)
def test_slopes_by_noise_parameters(epochs_of_three, lines: tuple[str, ...]) -> None:
    """To 1e-8 those of JAX: a step is small beside the width of a line of 0.05/yr at 13.4/yr, and beside log10 A."""
    model, toas = epochs_of_three(*lines, n=60)
    by_numpy, by_jax = (jug.likelihood(model, toas, free=(), backend=name) for name in ("numpy", "jax"))
    slopes = [like.value_and_grad(like.start)[1] for like in (by_numpy, by_jax)]
    np.testing.assert_allclose(*slopes, rtol=1e-8)


@pytest.mark.usefixtures("quickly_compiled")
def test_one_of_several_threads_compiles(epochs_of_three, monkeypatch: pytest.MonkeyPatch) -> None:
    like = jug.likelihood(*epochs_of_three(*SETS["white"], n=60))
    compiled: list[object] = []
    original = likelihood_functions.compiled_for
    monkeypatch.setattr(
        likelihood_functions, "compiled_for", lambda *a, **k: compiled.append(a[1]) or original(*a, **k)
    )
    with ThreadPoolExecutor(4) as pool:
        values = list(pool.map(like, [like.start] * 8))
    assert len(set(values)) == len(compiled) == 1


BITS = """
import hashlib, warnings
import jug
warnings.simplefilter("ignore")
like = jug.likelihood(*jug.load(*jug.data.example("B1855+09")))
value, slope = like.value_and_grad(like.start)
arrays = like.covariance, like.vector.sigma, slope
print([hashlib.sha256(array.tobytes()).hexdigest() for array in arrays], value.hex())
"""


def test_any_number_of_blas_threads_gives_the_same_bits(
    run_python: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for threads in ("1", "2"):
        monkeypatch.setenv("OMP_NUM_THREADS", threads)
        found.add(run_python(BITS))
    assert len(found) == 1


def test_the_edges_of_the_range(epochs_of_three) -> None:
    model, toas = epochs_of_three(*SETS["white"], n=60)
    like = jug.likelihood(model, toas, backend="numpy")
    outside = like.start
    outside[like.names.index("EFAC1")] = 0.0
    value, slope = like.value_and_grad(outside)
    assert value == -np.inf
    assert not slope.any()
    not_finite = like.start
    not_finite[0] = np.nan
    assert like(not_finite) == -np.inf


def test_what_numpy_does_not_evaluate(epochs_of_three) -> None:
    import jax

    model, toas = epochs_of_three(*SETS["white"], n=60)
    like = jug.likelihood(model, toas, backend="numpy")
    with pytest.raises(BackendError, match=r"the Hessian needs JAX.*backend='numpy'.*use backend='auto'"):
        like.hessian(like.start)
    with jax.enable_x64(True), pytest.raises(BackendError, match="array of JAX needs JAX"):
        like(jax.numpy.asarray(like.start))
    with pytest.raises(jug.FitError, match=r"theta has the shape"):
        like(like.start[1:])
    with pytest.raises(jug.FitError, match=r"unknown backend 'torch'; it is one of auto, numpy, jax"):
        jug.likelihood(model, toas, backend="torch")


WITHOUT_JAX = """
import sys, pickle
import jug
model, toas = jug.load(*jug.data.example("NGC6440E"))
like = pickle.loads(pickle.dumps(jug.likelihood(model, toas)))
moved = like.with_timing_of(jug.fit(model, toas, backend="numpy").model)
print(like.value_and_grad(like.start)[0] < moved(moved.start), len(moved.many([moved.start] * 3)), "jax" in sys.modules)
"""


def test_the_first_evaluations_do_not_import_jax(run_python) -> None:
    assert run_python(WITHOUT_JAX).split() == ["True", "3", "False"]


@pytest.mark.usefixtures("users_default", "quickly_compiled")
def test_jax_follows(epochs_of_three, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the number of evaluations alone, that of `many` and of likelihoods with other timing included."""
    monkeypatch.setattr(call_backend, "MOST_NUMPY_CALLS", 6)
    model, toas = epochs_of_three(*SETS["white"], n=60)
    like = jug.likelihood(model, toas)
    again = like.with_timing_of(model)
    for _ in range(2):
        like(like.start), again.value_and_grad(again.start)
    like.many([like.start] * 2)
    assert (like._functions, again._functions, like._shared.compiled) == (None, None, {})
    assert again(again.start) == pytest.approx(like._by_numpy(like.start, with_slope=False)[0], abs=1e-6)
    assert len(like._shared.compiled) == 1


def test_fewer_evaluations_of_many_toas() -> None:
    """4e6 TOAs in all."""
    call_backend_of_many = call_backend.CallBackend("auto")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(call_backend, "MOST_NUMPY_CALLS", 1000)
        assert [call_backend_of_many.takes_numpy(1_000_000) for _ in range(5)] == [True] * 4 + [False]
        assert not call_backend.CallBackend("auto").takes_numpy(10, 1001)


def test_numpy_continues_where_jax_cannot_be_used(epochs_of_three, monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite has no first evaluations by NumPy: here JAX is asked for at once."""
    model, toas = epochs_of_three(*SETS["white"], n=60)
    like = jug.likelihood(model, toas)

    def fails() -> None:
        raise BackendError("JAX cannot be imported (a test)")

    monkeypatch.setattr(call_backend, "import_jax", fails)
    with pytest.warns(FitWarning, match=r"^the likelihood continues with NumPy: JAX cannot be imported \(a test\)$"):
        value = like(like.start)
    assert like.value_and_grad(like.start)[0] == value  # without a second warning


def test_a_copy_has_the_same_backend(epochs_of_three) -> None:
    like = jug.likelihood(*epochs_of_three(*SETS["white"], n=60), backend="numpy")
    copy = pickle.loads(pickle.dumps(like))
    assert isinstance(copy, Likelihood)
    assert copy._shared.backend.name == "numpy"
    assert copy(copy.start) == like(like.start)
