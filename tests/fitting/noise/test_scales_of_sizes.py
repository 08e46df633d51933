"""Coordinates of noise parameters: their ranges, and the size at which each begins to have an effect."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.errors import FitError
from jug.fitting.noise import scales
from jug.fitting.noise.coordinates import (
    A_FACTOR,
    A_LOG_SIZE,
    A_POSITIVE,
    A_SIZE,
    ANY_OTHER,
    LEAST_FACTOR_EFFECT,
    LEAST_SIZE_X,
    LOG10_A0_OF_ERROR,
)
from jug.model.evaluation.anchor import make_anchor

US = 5.0


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """Forty TOAs of 5 us of a pulsar with white and red noise."""
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    toas = jug.simulate(model, np.linspace(53400.0, 54400.0, 40), error_us=US)
    lines = ["EFAC TEL gbt 1", "EQUAD TEL gbt 1", "TNREDAMP -13", "TNREDGAM 3", "TNREDC 8"]
    noisy = model.add(lines)
    names = ("EFAC1", "EQUAD1", "TNREDAMP", "TNREDGAM")
    with_index = scales.coordinates_of(noisy, make_anchor(noisy, toas), names)
    without = scales.coordinates_of(noisy, make_anchor(noisy, toas), names[:3])
    return {"names": names, "with": with_index, "without": without}


def test_kinds_and_ranges(found: dict[str, Any]) -> None:
    """The index belongs to the amplitude, and EFAC multiplies EQUAD where the model says so."""
    of = found["with"]
    assert of.kind.tolist() == [A_FACTOR, A_SIZE, A_LOG_SIZE, ANY_OTHER]
    assert of.partner.tolist() == [-1, -1, 3, -1]
    assert (of.low[3], of.high[3]) == (0.0, 7.0)
    assert of.low[1] == of.low[2] == LEAST_SIZE_X
    assert of.high[1] == of.high[2] == pytest.approx(np.log(1e5))
    assert of.low[0] == pytest.approx(0.5 * np.log1p((1e-2 / LEAST_FACTOR_EFFECT) ** 2))
    assert of.high[0] == pytest.approx(0.5 * np.log1p((1e3 / LEAST_FACTOR_EFFECT) ** 2))
    assert of.zero[0] == pytest.approx(np.log10(LEAST_FACTOR_EFFECT))
    assert of.total.tolist() == [-1] * 4


def test_the_size_of_an_equad_without_effect_is_a_share_of_the_uncertainties(found: dict[str, Any]) -> None:
    """10^LOG10_A0_OF_ERROR of 5 us, in us."""
    for of in (found["with"], found["without"]):
        assert of.zero[1] == pytest.approx(np.log10(US) + LOG10_A0_OF_ERROR, abs=1e-9)


def test_an_amplitude_alone_is_taken_at_its_index(found: dict[str, Any]) -> None:
    """With the index free its zero is that at the index 0, from which it tilts."""
    tilt = found["with"].tilt[2]
    assert found["without"].partner.tolist() == [-1, -1, -1]
    assert found["without"].tilt[2] == 0.0
    assert found["without"].zero[2] == pytest.approx(found["with"].zero[2] - 3.0 * tilt, abs=1e-9)
    assert tilt != 0.0


@pytest.mark.parametrize(
    ("keyword", "kind"),
    [
        ("EFAC", A_FACTOR), ("DMEFAC", A_FACTOR), ("TNGLOBALEF", A_FACTOR), ("TNQPDMFREQ", A_POSITIVE),
        ("EQUAD", A_SIZE), ("RNAMP", A_SIZE), ("TNEQ", A_LOG_SIZE), ("TNDMAMP", A_LOG_SIZE), ("TNDMGAM", ANY_OTHER),
    ],
)  # fmt: skip
def test_kinds_of_keywords(keyword: str, kind: int) -> None:
    assert scales._kind(keyword) == kind


def test_ranges_of_other_parameters() -> None:
    def entry(name: str, bounds: tuple[float | None, float | None] = (None, None)) -> Any:
        return Made(name=name, param=Made(name=name, bounds=bounds))

    assert scales._range(entry("TNREDGAM")) == (0.0, 7.0)
    assert scales._range(entry("RNIDX")) == (-7.0, 0.0)
    assert scales._range(entry("TNOWN", (0.0, 1000.0))) == (0.0, 1000.0)
    for bounds in ((None, 1.0), (0.0, None), (0.0, 1000.1)):
        with pytest.raises(FitError, match=r"^TNOWN cannot be estimated: it has no range; fix it$"):
            scales._range(entry("TNOWN", bounds))


def test_the_index_of_an_amplitude_is_that_of_its_own_line() -> None:
    def entry(name: str, order: int | None = None, member: int | None = None) -> Any:
        return Made(name=f"{name}{member or ''}", param=Made(name=name), order=order, member=member)

    every = [
        entry("TNBANDAMP", 0, 1),
        entry("TNBANDGAM", 1, 2),
        entry("TNBANDGAM", 0, 1),
        entry("RNAMP"),
        entry("RNIDX"),
    ]
    model: Any = Made(entries={str(i): e for i, e in enumerate(every)})
    assert scales._index_of(model, every[0]) is every[2]
    assert scales._index_of(model, every[3]) is every[4]
    assert scales._index_of(model, every[4]) is None
    assert scales._index_of(model, entry("TNDMAMP")) is None
