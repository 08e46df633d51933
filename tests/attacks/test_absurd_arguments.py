"""Arguments of Python functions that are infinite, nan or of any size: never a warning of NumPy's, nor its errors."""

import math
import warnings
from collections.abc import Callable

import numpy as np
import pytest

import jug
from jug.sampling import priors

VALUES = (math.inf, -math.inf, math.nan, 1e300, -1e300, 1e-300, 0.0)
LINES = ("EQUAD TEL gbt 5", "EFAC TEL gbt 1.1")

Fitted = tuple[jug.TimingModel, jug.TOAs]


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    for line in LINES:
        model = model.add(line)
    return jug.fit(model, toas, backend="numpy").model, toas


def unwarned(function: Callable[[], object]) -> object:
    """The function's result, or jug's error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", jug.JugWarning)
        try:
            return function()
        except jug.JugError as error:
            return error


def is_unwarned(function: Callable[[], object]) -> bool:
    """Whether it ends with a result or jug's error, without any warning but jug's own."""
    try:
        unwarned(function)
    except Warning:
        return False
    return True


def test_a_likelihood_and_a_posterior(fitted: Fitted, trials: Callable[[int], None]) -> None:
    log_l = jug.likelihood(*fitted)
    log_p = jug.posterior(log_l)
    k = len(log_l.names)
    places = [(value, i) for value in VALUES[:5] for i in (*range(k), slice(None))]
    trials(len(places))
    for value, i in places:
        at, z = log_l.start, log_p.start.copy()
        at[i] = z[i] = value
        for name in ("__call__", "many", "value_and_grad", "values", "model"):
            assert is_unwarned(lambda name=name, at=at: getattr(log_l, name)(at))
        for name in ("__call__", "many", "theta", "samples", "log_jacobian", "log_prior", "values", "z"):
            assert is_unwarned(lambda name=name, z=z: getattr(log_p, name)(z))
        if not math.isfinite(value):
            assert not math.isfinite(log_l(at))
            assert not math.isfinite(log_p(z))


@pytest.mark.parametrize("value", VALUES)
def test_priors_grids_and_predictions(fitted: Fitted, value: float) -> None:
    model, toas = fitted
    like = jug.likelihood(model, toas, noise=())
    for prior in (lambda: priors.normal(value, 1.0), lambda: priors.normal(224.0, value)):
        assert is_unwarned(lambda prior=prior: jug.posterior(like, {"DM": prior()}))
    for name in ("F0", "RAJ", "DM"):
        axis = {name: np.array([model.values[name], value])}
        assert is_unwarned(lambda axis=axis: jug.grid(model, toas, axis, backend="numpy"))
    assert is_unwarned(lambda: jug.move_epochs(model, {"PEPOCH": value}))
    assert is_unwarned(lambda: jug.predict(model, toas, mjd=[55000.0, value]))


@pytest.mark.parametrize("seed", [-1, 0.5, "a", math.nan])
def test_a_seed_that_is_none(fitted: Fitted, seed: object) -> None:
    """NumPy's error reached the user, from the commands as a traceback."""
    model, toas = fitted
    for function in (
        lambda: jug.simulate(model, toas, noise=True, seed=seed),
        lambda: jug.campaign(model, start=53000.0, stop=53100.0, seed=seed, noise=True),
        lambda: jug.predict(model, toas, mjd=[55000.0], n_draws=2, seed=seed),
        lambda: jug.noise(model, toas, starts=2, seed=seed),
    ):
        with pytest.raises(jug.InputError, match=r"seed: .* is not a whole number of 0 or more"):
            function()


@pytest.mark.parametrize("freq_mhz", [math.nan, -1.0, -math.inf])
def test_a_frequency_that_is_none(fitted: Fitted, freq_mhz: float) -> None:
    """It was taken as an infinite one."""
    with pytest.raises(jug.InputError, match=r"freq_mhz is .*; give a frequency above 0 MHz"):
        jug.predict(*fitted, mjd=[55000.0], freq_mhz=freq_mhz)


@pytest.mark.parametrize("named", [{"start": math.inf}, {"stop": 1e300}, {"error_us": math.nan}, {"error_us": 1e300}])
def test_a_campaign_of_no_time_or_uncertainty(fitted: Fitted, named: dict[str, float]) -> None:
    with pytest.raises(jug.InputError, match=r"is not an MJD|the time inf is not finite|error_us is"):
        jug.campaign(fitted[0], **{"start": 53000.0, "stop": 53100.0, **named})


def test_a_campaign_of_one_epoch(fitted: Fitted) -> None:
    assert len(unwarned(lambda: jug.campaign(fitted[0], start=53000.0, stop=53100.0, cadence_d=math.inf))) == 1


def test_outliers_of_a_model_without_finite_residuals(fitted: Fitted) -> None:
    """LAPACK's error of eigenvalues reached the user, from the command as a traceback."""
    model, toas = fitted
    error = unwarned(lambda: jug.outliers(model.add("JUMP TEL gbt 1e300"), toas))
    assert isinstance(error, jug.FitError)
    assert "value of the wrong magnitude" in str(error)
