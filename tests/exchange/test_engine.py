"""`jug.engine`: the change of residuals against new evaluations, its slope against the matrix and jax.jacfwd."""

import warnings

import numpy as np
import pytest
from copies import REFERENCE

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning", "ignore::jug.ClockWarning")


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("wideband", "DDK")]


@pytest.fixture(scope="module", params=["NGC6440E", "B1855+09", "J0613-sim", *LONG])
def case(request: pytest.FixtureRequest) -> tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model, toas = loaded(request.param)
        model = jug.fit(model, toas).model
        return model, toas, jug.engine(model, toas)


def loaded(name: str) -> tuple[jug.TimingModel, jug.TOAs]:
    if name == "DDK":
        return jug.load(*(REFERENCE / f"J1713+0747_NANOGrav_11yv0_short.{kind}" for kind in ("gls.par", "tim")))
    if name == "wideband":
        return jug.load(*jug.data.example("J1614-2230"), ephem="DE440")
    return jug.load(*jug.data.example(name))


def test_no_change_changes_nothing(case: tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]) -> None:
    _, toas, engine = case
    assert np.max(np.abs(engine.residual_delta(np.zeros(len(engine.fitpars))))) <= 1e-12
    assert engine.residual_delta(np.zeros(len(engine.fitpars))).shape == (len(toas),)


def test_a_hundred_sigma_of_each_parameter(case: tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]) -> None:
    """Against a model at the new values: 0.1 ns, beside what float64 residuals of the new model are rounded to."""
    model, toas, engine = case
    old = jug.residuals(model, toas).phase
    f0 = model.values["F0"]
    for name in model.free:
        error = -model.errors[name] if name == "SINI" else model.errors[name]  # SINI is at most 1
        delta = np.zeros(len(engine.fitpars))
        delta[engine.fitpars.index(name)] = 100.0 * error
        change = jug.residuals(model.moved({name: 100.0 * error}), toas).phase - old
        ours = engine.residual_delta(delta) * f0
        off = (change - ours) - (change - ours)[0]
        off -= np.rint(off)
        assert np.max(np.abs(off - off.mean())) / f0 < 1e-10, name


@pytest.mark.usefixtures("quickly_compiled")
def test_the_slope_is_minus_the_matrix(case: tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]) -> None:
    """Automatic derivatives of the compiled function; 1e-12 of the norm of a column."""
    import jax

    _, _, engine = case
    with jax.enable_x64(True):
        slope = np.asarray(jax.jacfwd(engine.residual_delta_jax)(jax.numpy.zeros(len(engine.fitpars))))
    matrix = engine.design_matrix()
    off = np.linalg.norm(slope + matrix, axis=0) / np.linalg.norm(matrix, axis=0)
    assert dict(zip(engine.fitpars, off > 1e-12, strict=True)) == dict.fromkeys(engine.fitpars, False)
    np.testing.assert_array_equal(engine.residual_jacobian(), -matrix)


def test_jax_is_numpy(case: tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]) -> None:
    model, _, engine = case
    rng = np.random.default_rng(4)
    errors = np.array([model.errors.get(name) or 1e-6 for name in engine.fitpars])
    delta = rng.normal(size=len(errors)) * errors
    np.testing.assert_allclose(engine.residual_delta_jax(delta), engine.residual_delta(delta), atol=1e-12, rtol=0.0)


def test_what_an_engine_says(case: tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]) -> None:
    model, toas, engine = case
    record = jug.pulsar_record(model, toas)
    assert engine.fitpars == record.fitpars
    assert tuple(engine.native_units) == engine.fitpars
    assert tuple(engine.reference_theta_exact()) == engine.fitpars
    exact = [float(text) for text in engine.reference_theta_exact().values()]
    np.testing.assert_array_equal(engine.reference_theta(), exact)
    assert engine.identically_linear_fitpars() == ("Offset",)
    assert engine.engine_name == "jug-timing"
    assert engine.binary_chart_capability() is None
    assert "F0" in engine.precision_critical_fitpars()
    assert "Offset" not in engine.precision_critical_fitpars()
    assert set(engine.residual_centering) == {"single"}
    said = engine.residual_centering["single"]
    assert (said.stored_residuals, said.stored_weighted) == ("mean_removed", True)
    assert (said.standard_output, said.standard_weighted) == ("mean_removed", True)
    gauge = engine.gauge_provenance()
    assert (gauge.export, gauge.reference_mode, gauge.reference_weighted) == ("none", "mean", True)
    assert engine.gauge_applied is False
    assert engine.nonlinear_params is None
    assert repr(engine).startswith("TimingEngine of PSR")


def test_the_engine_is_registered_under_a_name_of_its_own() -> None:
    """The entry point of the package; "jug" is another program there."""
    import tomllib
    from importlib import import_module
    from pathlib import Path

    project = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text())["project"]
    (name, place), *others = project["entry-points"]["nltiming.engines"].items()
    module, _, function = place.partition(":")
    assert not others
    assert getattr(import_module(module), function) is jug.engine
    assert name == jug.TimingEngine.engine_name == project["name"] == "jug-timing"


@pytest.mark.usefixtures("quickly_compiled")
def test_wrong_arguments(case: tuple[jug.TimingModel, jug.TOAs, jug.TimingEngine]) -> None:
    import jax

    _, _, engine = case
    with pytest.raises(jug.InputError, match="delta has the shape"):
        engine.residual_delta(np.zeros(2))
    with jax.enable_x64(True):
        for size in (len(engine.fitpars) - 1, len(engine.fitpars) + 1):
            with pytest.raises(jug.InputError, match=rf"delta has the shape \({size},\), not"):
                engine.residual_delta_jax(jax.numpy.zeros(size))
        two = jax.numpy.zeros((2, len(engine.fitpars)))
        assert jax.vmap(engine.residual_delta_jax)(two).shape == (2, len(engine.record))
    single = jax.numpy.zeros(len(engine.fitpars), dtype=np.float32)
    with pytest.raises(jug.BackendError, match="delta is of float32, not float64"):
        engine.residual_delta_jax(single)
    with pytest.raises(jug.InputError, match="the design matrix is that of the reference values"):
        engine.design_matrix({"F0": 1.0})
