"""Arguments of the wrong kind of functions that make phases and polynomials: an error of jug's own, in one sentence."""

from collections.abc import Callable

import numpy as np
import pytest
from astropy import units as u

import jug
from jug.errors import KindError

MODEL = jug.load_model(jug.data.example("NGC6440E")[0])
PULSAR = jug.load(*jug.data.example("NGC6440E"))
SPAN = (53801.0, 53801.1)

WRONG = [
    (lambda: jug.phase(MODEL, [53801.5], site=3), "site is 3, not str"),
    (lambda: jug.phase(MODEL, [[53801.5, 53802.0]]), "mjd has 2 dimensions, not one"),
    (lambda: jug.barycentric_times(MODEL, [[53801.5]], site="gbt"), "mjd has 2 dimensions, not one"),
    (lambda: jug.polyco(MODEL, *SPAN, site=None), "site is None, not str"),
    (lambda: jug.polyco(MODEL, *SPAN, nspan=1.5), "nspan is 1.5, not a whole number"),
    (lambda: jug.polyco(MODEL, *SPAN, ncoeff="a"), "ncoeff is 'a', not a whole number"),
    (lambda: jug.polyco(MODEL, *SPAN, max_ha="x"), "max_ha: 'x' is not a number"),
    (lambda: jug.predictor(MODEL, *SPAN, freq_mhz="x"), "freq_mhz: 'x' is not a number"),
    (lambda: jug.predictor(MODEL, *SPAN, freq_mhz=(1.0,)), "freq_mhz: a tuple is not a number"),
    (lambda: jug.predictor(MODEL, *SPAN, freq_mhz=(1.0, None)), "freq_mhz: None is not a number"),
]


@pytest.mark.parametrize(("call", "said"), WRONG)
def test_a_wrong_kind_is_told(call: Callable[[], object], said: str) -> None:
    with pytest.raises(KindError, match=said):
        call()


QUANTITIES = [
    (lambda: jug.phase(MODEL, ["53801.5"], freq_mhz=1.4 * u.GHz), "freq_mhz: a Quantity was given, in GHz"),
    (lambda: jug.phase(MODEL, np.array([53801.5]) * u.day), "mjd: a Quantity was given, in d"),
    (lambda: jug.predict(MODEL, None, mjd=[55000] * u.day), "mjd: a Quantity was given, in d"),
    (lambda: jug.simulate(MODEL, error_us=1 * u.ms), "error_us: a Quantity was given, in ms; give numbers in us"),
    (lambda: jug.simulate(MODEL, freq_mhz=1 * u.GHz), "freq_mhz: a Quantity was given, in GHz; give numbers in MHz"),
    (lambda: jug.simulate(MODEL, start=53500 * u.day), "start: a Quantity was given, in d; give numbers in days"),
    (lambda: jug.grid(*PULSAR, {"DM": [0.224] * u.kpc / u.cm**3}), "values of DM: a Quantity was given, in kpc / cm3"),
]


@pytest.mark.parametrize(("call", "said"), QUANTITIES)
def test_a_quantity_is_refused_as_numpy_would_drop_its_unit(call: Callable[[], object], said: str) -> None:
    with pytest.raises(KindError, match=said):
        call()


def test_a_path_that_is_none_is_told_before_the_work() -> None:
    model, toas = PULSAR
    with pytest.raises(KindError, match="path is None, not str or PathLike"):
        jug.export(model, toas, None)
