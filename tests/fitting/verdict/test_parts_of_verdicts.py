"""The best sinusoid by least squares, shapes of the signals that are tried, and which parameters are named for them."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.verdict import absorbing_parameters as absorbing
from jug.fitting.verdict import best_sinusoid as module
from jug.fitting.verdict.signals import SIDEREAL, YEAR_D, _Shapes, _signal_columns


def fit_end(n: int = 60, factor: float = 1.5) -> tuple[Any, Any, Any, Any]:
    rng = np.random.default_rng(5)
    mjd = 55000.0 + np.sort(rng.uniform(0.0, 300.0, n))
    error = rng.uniform(0.5, 2.0, n) * 1e-6
    value = 3e-6 * np.sin(2.0 * np.pi * 0.0731 * (mjd - mjd[0]) + 0.4) + error * rng.normal(size=n) + 5e-6
    residuals = Made(error_s=error, less=lambda: Made(time_s=value))
    return Made(toas=Made(mjd=mjd), residuals=residuals, sigma_factor=factor), mjd - mjd[0], value, error * factor


@pytest.mark.parametrize("at_a_time", [256, 7, 1])
def test_the_best_sinusoid_is_that_of_least_squares(at_a_time: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cosine, sine and offset, weighted, at each of 90 frequencies; also in blocks."""
    monkeypatch.setattr(module, "FREQUENCIES_AT_A_TIME", at_a_time)
    end, t, value, sigma = fit_end()
    first, step, n = 0.003, 0.0013, 90
    found = module.best_sinusoid(end, first, step, n)

    def solved(frequency: float) -> tuple[float, Any]:
        columns = np.column_stack(
            [np.cos(2 * np.pi * frequency * t), np.sin(2 * np.pi * frequency * t), np.ones(len(t))]
        )
        weighted = columns / sigma[:, None]
        x = np.linalg.lstsq(weighted, value / sigma, rcond=None)[0]
        flat = np.average(value, weights=sigma**-2)
        return float(np.sum(((value - flat) / sigma) ** 2) - np.sum((value / sigma - weighted @ x) ** 2)), x

    gains = [solved(first + i * step)[0] for i in range(n)]
    best = int(np.argmax(gains))
    assert found.frequency == pytest.approx(first + best * step, rel=1e-12)
    gain, x = solved(found.frequency)
    assert found.gain == pytest.approx(gain, rel=1e-9)
    assert (found.cosine, found.sine) == pytest.approx((x[0], x[1]), rel=1e-8)


def test_a_sinusoid_that_is_an_offset_at_the_toas_gains_nothing() -> None:
    """TOAs whole days apart at a frequency of 1/d: the cosine is 1 and the sine 0 at all."""
    end, *_ = fit_end()
    end.toas.mjd = 55000.0 + np.arange(60.0)
    assert module.best_sinusoid(end, 1.0, 1.0, 2) == (1.0, 0.0, 0.0, 0.0)


def shapes(**changes: Any) -> _Shapes:
    rng = np.random.default_rng(2)
    mjd = 55000.0 + np.sort(rng.uniform(0.0, 500.0, 30))
    toas: Any = Made(mjd=mjd, freq_hz=np.where(np.arange(30) % 2, 1.4e9, 0.7e9))
    own = {
        "toas": toas, "first_d": float(mjd[0]), "span_d": float(np.ptp(mjd)), "measured": False, "differ": True,
        "finite": True, "wind": np.linspace(1.0, 2.0, 30), "orbit": (55010.0, 3.5),
    }  # fmt: skip
    return _Shapes(**{**own, **changes})


def test_the_signals_that_are_tried() -> None:
    """Each with its columns: sines and cosines, Legendre's polynomials, powers of the frequency."""
    of = shapes()
    made = _signal_columns(of, slice(0, 30))
    kinds = [(one.kind, one.n) for one in made.signals]
    assert kinds == [
        *[("yearly", 2)] * 3, *[("daily", 2)] * 2, *[("orbital", 2)] * 6, *[("secular", 1)] * 4,
        *[("chromatic", 1)] * 3, ("chromatic", 2), ("chromatic", 1), ("chromatic", 1),
    ]  # fmt: skip
    assert [one.first for one in made.signals] == list(np.cumsum([0, *(n for _, n in kinds)])[:-1])
    by_form = {one.form: [made.columns[i] for i in one.at] for one in made.signals}
    day, ghz = of.toas.mjd, of.toas.freq_hz / 1e9
    t = 2.0 * (day - day[0]) / np.ptp(day) - 1.0
    year = 2.0 * np.pi * day / YEAR_D
    orbit = 2.0 * np.pi * (day - 55010.0) / 3.5
    for form, wanted in {
        "a yearly sinusoid": [np.sin(year), np.cos(year)],
        "a half-yearly sinusoid": [np.sin(2 * year), np.cos(2 * year)],
        "a yearly sinusoid that grows": [t * np.sin(year), t * np.cos(year)],
        "a sinusoid of a sidereal day": [np.sin(2 * np.pi * SIDEREAL * day), np.cos(2 * np.pi * SIDEREAL * day)],
        "a sinusoid of 1/3 of the orbit": [np.sin(3 * orbit), np.cos(3 * orbit)],
        "a sinusoid of the orbit that grows as t^2": [t**2 * np.sin(orbit), t**2 * np.cos(orbit)],
        "a polynomial in time of degree 1": [t],
        "a polynomial in time of degree 3": [(5 * t**3 - 3 * t) / 2],
        "a polynomial in time of degree 4": [(35 * t**4 - 30 * t**2 + 3) / 8],
        "a delay as 1/f^2": [ghz**-2.0],
        "a delay as 1/f^2 that grows as t^2": [t**2 * ghz**-2.0],
        "a yearly delay as 1/f^2": [np.sin(year) * ghz**-2.0, np.cos(year) * ghz**-2.0],
        "a delay of the solar wind": [np.linspace(1.0, 2.0, 30) * ghz**-2.0],
        "a delay as log f": [np.log(ghz)],
    }.items():
        np.testing.assert_allclose(by_form[form], wanted, rtol=1e-9, atol=1e-9)
    assert pytest.approx(366.2422 / 365.2422, rel=1e-8) == SIDEREAL
    assert made.dispersive == slice(26, 32)


@pytest.mark.parametrize(
    ("changes", "chromatic"),
    [
        ({"differ": False}, 0), ({"differ": False, "measured": True}, 5), ({"finite": False}, 5),
        ({"wind": None}, 5), ({"wind": None, "finite": False}, 4),
    ],
)  # fmt: skip
def test_signals_of_the_frequency_need_frequencies_or_measured_dms(changes: dict[str, Any], chromatic: int) -> None:
    made = _signal_columns(shapes(**changes), slice(0, 30))
    assert sum(one.kind == "chromatic" for one in made.signals) == chromatic
    alone = _signal_columns(shapes(orbit=None, span_d=0.0), slice(0, 5))
    assert "orbital" not in {one.kind for one in alone.signals}
    assert {one.form: alone.columns[one.first] for one in alone.signals}[
        "a polynomial in time of degree 1"
    ].tolist() == [0.0] * 5


@pytest.mark.parametrize(
    ("gains", "named"),
    [
        ({"PX": (False, 20.0), "FD1": (False, 15.0), "DM1": (False, 14.9)}, "PX or FD1"),
        ({"PX": (False, 20.0), "FD1": (True, 15.0)}, "FD1"),
        ({"PX": (True, 10.0), "FD1": (False, 20.0)}, "FD1"),
        ({"A": (False, 4.0), "B": (False, 3.0), "C": (False, 2.0), "D": (False, 1.0)}, "A or B or C"),
        ({"F2 and F3": (False, 10.0), "F2": (False, 9.0)}, "F2"),
        ({"F2": (False, 10.0), "F2 and F3": (False, 9.0), "PX": (False, 8.0)}, "F2 or PX"),
        ({}, ""),
        ({"PX": (False, -5.0)}, "PX"),
        ({"PX": (False, -5.1), "F2": (False, -11.0)}, "PX"),
    ],
)
def test_equally_likely_parameters_are_named_together(gains: dict[str, tuple[bool, float]], named: str) -> None:
    """Within 5 of the best, three at most, those of the par file alone; not a set beside a part of it."""
    assert absorbing._best_names(gains) == named


@pytest.mark.parametrize(("ratio", "one"), [(1.0, True), (1.0049, True), (1.006, False)])
def test_frequencies_that_count_as_one(ratio: float, one: bool) -> None:
    """Where 1/f^2 differs by a hundredth at most, without measured DMs."""
    end: Any = Made(toas=Made(freq_hz=1.4e9 * np.array([1.0, ratio])), residuals=Made(dm=None))
    assert absorbing._is_at_one_frequency(end) == one
    end.residuals.dm = 1
    assert not absorbing._is_at_one_frequency(end)


def test_defaults_have_no_line() -> None:
    model: Any = Made(entries={"PB": Made(line=3), "GAMMA": Made(line=None)})
    assert absorbing.group_in_file(model, ("PB",))
    assert not absorbing.group_in_file(model, ("PB", "GAMMA"))
    assert not absorbing.group_in_file(model, ("PB", "A1"))
