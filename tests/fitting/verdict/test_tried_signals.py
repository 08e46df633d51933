"""The columns of the signals that a verdict looks for in the residuals."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.fitting.verdict.signals import SIDEREAL, YEAR_D, _Shapes, _signal_columns

DAYS = np.linspace(54000.0, 54400.0, 401) + 0.3 * np.sin(np.arange(401.0))
DAYS.sort()


def made(**given: Any) -> dict[str, np.ndarray]:
    """The columns of each form, at frequencies of 1 and 2 GHz in turn."""
    toas = SimpleNamespace(mjd=DAYS, freq_hz=np.where(np.arange(401) % 2, 2e9, 1e9))
    shapes = {"toas": toas, "first_d": DAYS[0], "span_d": np.ptp(DAYS), "measured": False, "differ": True}
    found = _signal_columns(_Shapes(**shapes | {"finite": True, "wind": None, "orbit": None} | given), slice(None))
    return {one.form: np.array(found.columns[one.first : one.first + one.n]) for one in found.signals}


@pytest.mark.parametrize(
    ("form", "period_d", "growth"),
    [
        ("a yearly sinusoid", YEAR_D, 0),
        ("a half-yearly sinusoid", YEAR_D / 2.0, 0),
        ("a yearly sinusoid that grows", YEAR_D, 1),
        ("a sinusoid of a solar day", 1.0, 0),
        ("a sinusoid of a sidereal day", 1.0 / SIDEREAL, 0),
        ("a sinusoid of 1/3 of the orbit", 7.0 / 3.0, 0),
        ("a sinusoid of the orbit", 7.0, 0),
        ("a sinusoid of the orbit that grows as t^2", 7.0, 2),
    ],
)
def test_a_sinusoid_has_its_period(form: str, period_d: float, growth: int) -> None:
    """Sine and cosine turn by 2 pi in a period; time goes from -1 to 1 over the data."""
    sine, cosine = made(orbit=(54001.0, 7.0))[form]
    t = 2.0 * (DAYS - DAYS[0]) / np.ptp(DAYS) - 1.0
    np.testing.assert_allclose(sine**2 + cosine**2, t ** (2 * growth), atol=1e-9)
    there = np.abs(t) > 0.05
    turns = np.angle(((cosine + 1j * sine) / np.where(there, t, 1.0) ** growth)[there])
    expected = 2.0 * np.pi * (DAYS - DAYS[0])[there] / period_d
    np.testing.assert_allclose(np.exp(1j * (turns - expected)), np.exp(1j * (turns - expected))[0], atol=1e-6)


def test_polynomials_in_time_are_legendres() -> None:
    """Of degree 1 to 4 exactly: 1 at the end of the data, and (-1)^k at its beginning."""
    found, t = made(), 2.0 * (DAYS - DAYS[0]) / np.ptp(DAYS) - 1.0
    for k in range(1, 5):
        (column,) = found[f"a polynomial in time of degree {k}"]
        np.testing.assert_allclose(column, np.polynomial.legendre.Legendre.basis(k)(t), atol=1e-12)
        assert (column[-1], column[0]) == pytest.approx((1.0, (-1.0) ** k))


def test_delays_by_frequency() -> None:
    """As 1/f^2 with f in GHz, alone, growing, and yearly; the wind where there is one; log f of finite frequencies."""
    found = made(wind=np.linspace(0.5, 1.5, 401))
    (square,) = found["a delay as 1/f^2"]
    assert square[:2].tolist() == [1.0, 0.25]
    t = 2.0 * (DAYS - DAYS[0]) / np.ptp(DAYS) - 1.0
    np.testing.assert_allclose(found["a delay as 1/f^2 that grows as t^2"][0], square * t**2)
    np.testing.assert_allclose(found["a delay of the solar wind"][0], square * np.linspace(0.5, 1.5, 401))
    np.testing.assert_allclose(np.hypot(*found["a yearly delay as 1/f^2"]), square)
    assert found["a delay as log f"][0][:2] == pytest.approx([0.0, np.log(2.0)])
    assert "a delay of the solar wind" not in made()
    assert "a delay as log f" not in made(finite=False)
    assert not any("f^2" in form or "log f" in form for form in made(differ=False))
    assert "a delay as 1/f^2" in made(differ=False, measured=True)
