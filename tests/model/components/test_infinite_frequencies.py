"""Chromatic delays of a TOA at infinite frequency: none, unless the power is 0, and with slopes that are finite."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.core.constants import DAY, MHZ
from jug.model.components.chromatic import dips, fddc, gauss
from jug.model.components.chromatic.form import divide_or_zero, log_or_zero, power_or_limit

INV_FREQ = np.array([0.0, 1.0 / (700.0 * MHZ), 1.0 / (1400.0 * MHZ)])


def test_powers_logarithms_and_quotients() -> None:
    y = np.array([0.0, 0.5, 2.0])
    assert power_or_limit(np, y, np.float64(2.0)).tolist() == [0.0, 0.25, 4.0]
    assert power_or_limit(np, y, np.float64(-1.0)).tolist() == [0.0, 2.0, 0.5]
    assert power_or_limit(np, y, np.float64(0.0)).tolist() == [1.0, 1.0, 1.0]
    np.testing.assert_allclose(log_or_zero(np, y), [0.0, np.log(0.5), np.log(2.0)])
    np.testing.assert_allclose(divide_or_zero(np, np.array([3.0, 3.0, 3.0]), y), [0.0, 6.0, 1.5])


@pytest.mark.parametrize("index", [0.0, 2.0])
def test_fddc(index: float) -> None:
    """None at infinite frequency, whatever the power is; slopes against differences of 1e-6 of the frequency."""
    p: Any = {"FDDC": 3.0, "FDDI": index}

    def delay(inv_freq: Any) -> Any:
        return fddc.delay(np, p, Made(inv_freq=inv_freq), None)  # type: ignore[arg-type]

    found = delay(INV_FREQ)
    np.testing.assert_allclose(found, [0.0, *(3.0 * np.array([700.0, 1400.0]) ** -index)], rtol=1e-14)
    by = fddc.partials(np, p, Made(inv_freq=INV_FREQ), None)  # type: ignore[arg-type]
    np.testing.assert_allclose(by["FDDC"], found / 3.0, rtol=1e-14)
    np.testing.assert_allclose(by["FDDI"], [0.0, *(-found[1:] * np.log([700.0, 1400.0]))], rtol=1e-12)
    h = 1e-6 * INV_FREQ[1:]
    up, down = (delay(INV_FREQ[1:] + sign * h) for sign in (1.0, -1.0))
    np.testing.assert_allclose(by["inv_freq"][1:], (up - down) / (2.0 * h), rtol=1e-6, atol=1e-9)
    assert by["inv_freq"][0] == 0.0


def test_gaussian_events_of_both_signs_and_powers() -> None:
    """The first has the power 0 and the sign -1: it is seen at infinite frequency too."""
    p: Any = {
        "CHROMGAUSS_FREF": 1400.0 * MHZ, "CHROMGAUSS_LOGSIG": np.array([0.0, 1.0]),
        "CHROMGAUSS_EPOCH": np.array([0.0, DAY]),
        "CHROMGAUSS_SIGN": np.array([-1.0, 1.0]), "CHROMGAUSS_LOGAMP": np.array([-6.0, -5.0]),
        "CHROMGAUSS_CHROMIDX": np.array([0.0, 2.0]),
    }  # fmt: skip
    x: Any = Made(inv_freq=INV_FREQ, tdb=np.array([DAY, DAY, 2.0 * DAY]))
    first = -1e-6 * np.exp(-0.5 * np.array([1.0, 1.0, 4.0]))
    second = 1e-5 * np.array([0.0, 4.0, 1.0]) * np.exp(-0.5 * np.array([0.0, 0.0, 0.01]))
    np.testing.assert_allclose(gauss.delay(np, p, x, None), first + second, rtol=1e-12)  # type: ignore[arg-type]
    by = gauss.partials(np, p, x, None)  # type: ignore[arg-type]
    events = np.column_stack([first, second])
    np.testing.assert_allclose(by["CHROMGAUSS_LOGAMP"], np.log(10.0) * events, rtol=1e-12)
    np.testing.assert_allclose(by["CHROMGAUSS_CHROMIDX"][0], [0.0, 0.0])
    np.testing.assert_allclose(by["CHROMGAUSS_CHROMIDX"][1], np.log(2.0) * events[1], rtol=1e-12)
    np.testing.assert_allclose(by["inv_freq"][1], 2.0 * second[1] / INV_FREQ[1], rtol=1e-12)
    assert by["inv_freq"][0] == 0.0
    assert gauss.check({**p, "CHROMGAUSS_SIGN": np.array([1.0, -1.0])}) is None
    assert gauss.check({**p, "CHROMGAUSS_SIGN": np.array([1.0, -1.5])}) == (
        "CHROMGAUSS_SIGN", 1, "is neither 1 nor -1",
    )  # fmt: skip


def test_the_largest_advance_of_a_dip_is_its_amplitude() -> None:
    """At the time eps ln(tau / eps - 1) after its start, where the slope is 0; its decay is longer than its onset."""
    tau, eps = 20.0 * DAY, 0.5 * DAY
    peak = eps * np.log(tau / eps - 1.0)
    p: Any = {
        "EXPDIPFREF": 1400.0 * MHZ, "EXPDIPEP": np.array([0.0]), "EXPDIPTAU": np.array([tau]), "EXPDIPEPS": eps,
        "EXPDIPIDX": np.array([-2.0]), "EXPDIPAMP": np.array([1e-6]),
    }  # fmt: skip
    x: Any = Made(inv_freq=INV_FREQ, tdb=np.full(3, peak))
    np.testing.assert_allclose(dips.delay(np, p, x, None), [0.0, -4e-6, -1e-6], rtol=1e-12)  # type: ignore[arg-type]
    by = dips.partials(np, p, x, None)  # type: ignore[arg-type]
    np.testing.assert_allclose(by["EXPDIPEP"], 0.0, atol=1e-20)
    np.testing.assert_allclose(by["inv_freq"][2], -2e-6 / INV_FREQ[2], rtol=1e-12)
    assert dips.check({**p, "EXPDIPTAU": np.array([2.0 * eps])}) is None
    assert dips.check({**p, "EXPDIPTAU": np.array([2.0 * eps, eps])}) == ("EXPDIPTAU", 1, "is not above EXPDIPEPS")
    assert np.isnan(dips._decay(np, {**p, "EXPDIPTAU": np.array([eps])})).all()
