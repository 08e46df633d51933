"""The dimensions in the annotations are those of the arrays, where a pulsar is loaded and fitted."""

import ast
import warnings
from pathlib import Path

import numpy as np
import pytest
from shapes import SIZES, Watch, fits

import jug

EXAMPLES = Path(__file__).resolve().parent.parent / "data" / "examples"
PULSARS = {
    "white noise": ("NGC6440E.par", "NGC6440E.tim"),
    "binary": ("J0613-sim.par", "J0613-sim.tim"),
    "wideband": ("test-wb-0.par", "test-wb-0.tim"),
    "correlated noise": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
}


@pytest.mark.parametrize("kind", PULSARS)
def test_arrays_have_the_dimensions_of_their_annotations(kind: str) -> None:
    par, tim = (EXAMPLES / name for name in PULSARS[kind])
    with warnings.catch_warnings(), Watch() as watch:
        warnings.simplefilter("ignore")
        model, toas = jug.load(par, tim)
        result = jug.fit(model, toas, backend="numpy")
        _ = result.correlation, jug.design_matrix(result.model, toas).matrix
        if kind == "correlated noise":
            jug.average(result.model, toas)
    assert len(watch.calls) > 300, "functions of jug that ran"
    assert not watch.wrong, "\n".join(sorted(watch.wrong))


@pytest.mark.parametrize(
    ("value", "annotation"),
    [
        (np.zeros(3), "Float[Toa, Parameter]"),
        (np.zeros((3, 3)), "Float[Toa]"),
        (np.zeros(3), "Int[Toa] | None"),
        (np.zeros((4, 5)), "Float[N, N]"),
        (np.zeros((4, 2)), "Float[Row, Xyz]"),
        ((np.zeros(3), np.zeros(4)), "tuple[Float[Toa], Float[Toa]]"),
        ({"a": np.zeros((2, 2))}, "dict[str, Float[Toa]]"),
    ],
)
def test_a_wrong_annotation_is_found(value: object, annotation: str) -> None:
    assert not fits(value, ast.parse(annotation, mode="eval").body, dict(SIZES))


@pytest.mark.parametrize(
    ("value", "annotation"),
    [
        (np.zeros((3, 2)), "Float[Toa, Parameter]"),
        (np.zeros(()), "Float[Toa] | Float[()]"),
        (None, "Float[Toa] | None"),
        (1.0, "Float[()] | float"),
        ([np.zeros(2), np.zeros(3)], "list[Float[K]]"),
    ],
)
def test_a_right_annotation_is_left_alone(value: object, annotation: str) -> None:
    assert fits(value, ast.parse(annotation, mode="eval").body, dict(SIZES))
