"""Arguments of the wrong kind of functions that make phases and polynomials: an error of jug's own, in one sentence."""

from collections.abc import Callable

import pytest

import jug
from jug.errors import KindError

MODEL = jug.load_model(jug.data.example("NGC6440E")[0])
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


def test_a_path_that_is_none_is_told_before_the_work() -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    with pytest.raises(KindError, match="path is None, not str or PathLike"):
        jug.export(model, toas, None)
