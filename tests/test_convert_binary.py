"""Binary models expressed as one another: residuals, uncertainties, and what does not go."""

import numpy as np
import orbits
import pytest
from orbits import Size

import jug
from jug.errors import InputError

CIRCLE = "PB 12.3 1 1e-9\nA1 9.2 1 1e-6\nECC 2e-5 1 1e-7\nOM 226.57 1 0.3\nT0 54990.123456789012 1 0.01\n"
LENS = "M2 0.3 1 0.01\nSINI 0.98 1 0.001\n"


@pytest.mark.parametrize("form", ["DD", "DDS", "DDH", "DDK", "ELL1", "ELL1H", "ELL1k"])
def test_there_and_back(form: str) -> None:
    model = orbits.model("BINARY DD\n" + CIRCLE + LENS)
    there = jug.convert_binary(model, form)
    assert there.model.values["A1"] == model.values["A1"]
    assert there.change_ns < 4.0
    assert there.change_rms_ns <= there.change_ns
    back = jug.convert_binary(there.model, "DD").model
    for name in ("PB", "A1", "ECC", "OM", "M2", "SINI"):
        assert back.values[name] == pytest.approx(model.values[name], rel=1e-9), name
    assert abs(back.values["T0"] - model.values["T0"]) < 1e-10
    assert {"PB", "A1"} <= set(there.model.free)


@pytest.mark.parametrize("form", ["DDS", "DDH"])
def test_another_shapiro_parameter_changes_nothing(form: str) -> None:
    model = orbits.model(
        "BINARY DD\n" + orbits.kepler_lines(Size(0.323, 2.34, 0.617)) + "OMDOT 4.2\nGAMMA 4e-3\n" + LENS
    )
    there = jug.convert_binary(model, form)
    assert there.change_ns < 1e-3
    assert jug.convert_binary(there.model, "DD").change_ns < 1e-3


def test_ddgr_becomes_dd() -> None:
    masses = "MTOT 2.8283 1 1e-4\nM2 1.387 1 1e-3\n"
    model = orbits.model("BINARY DDGR\n" + orbits.kepler_lines(Size(0.322997, 2.341776, 0.617134)) + masses)
    there = jug.convert_binary(model, "DD")
    assert there.model.values["OMDOT"] == pytest.approx(4.2266, rel=1e-4)
    assert there.model.values["PBDOT"] == pytest.approx(-2.4e-12, rel=1e-2)
    assert there.change_ns < 100.0
    correlated = there.covariance / np.sqrt(np.outer(np.diag(there.covariance), np.diag(there.covariance)))
    i, j = there.names.index("OMDOT"), there.names.index("SINI")
    assert abs(correlated[i, j]) < 0.999
    assert there.model.errors["OMDOT"] == pytest.approx(there.model.values["OMDOT"] * 2 / 3 * 1e-4 / 2.8283, rel=1e-6)


def test_covariance_of_a_fit_goes_over() -> None:
    """Uncertainties of EPS1 and EPS2 from a fit of ECC, OM and T0, which alone would be far off, are those of a fit."""
    model = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 2e-4)))
    mjd = np.sort(np.random.default_rng(5).uniform(53000, 57000, 400))
    toas = jug.simulate(model, mjd, freq_mhz=1400.0, error_us=1.0, noise=True, seed=5)
    result = jug.fit(model, toas, backend="numpy")
    there = jug.convert_binary(result, "ELL1", toas=toas)
    assert there.change_ns < 1.0
    again = jug.fit(there.model, toas, backend="numpy")
    for name in ("EPS1", "EPS2", "TASC", "A1", "PB"):
        assert there.model.errors[name] == pytest.approx(again.errors[name], rel=2e-3), name
        assert abs(there.model.values[name] - again.values[name]) < 0.02 * again.errors[name], name
    i, j = there.names.index("TASC"), there.names.index("PB")
    k, m = again.names.index("TASC"), again.names.index("PB")
    assert there.covariance[i, j] == pytest.approx(again.covariance[k, m], rel=5e-3)


def test_the_change_says_what_is_lost() -> None:
    model = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 0.1)) + LENS)
    assert jug.convert_binary(model, "ELL1").change_ns > 1e4
    assert jug.convert_binary(model, "BT").change_ns > 1e2


def test_ddk_keeps_its_node() -> None:
    model = orbits.model("BINARY DDK\n" + orbits.kepler_lines(Size(67.8, 32.3, 1e-3)) + "M2 0.3\nKIN 71.9\nKOM 83.1\n")
    there = jug.convert_binary(model, "DD")
    assert there.model.values["SINI"] == pytest.approx(np.sin(np.radians(71.9)))
    assert there.model.values["A1DOT"] != 0.0
    assert there.change_ns < 1.0
    assert jug.convert_binary(model, "DDK").model.values["KOM"] == 83.1


@pytest.mark.parametrize(
    ("body", "form", "why"),
    [
        ("BINARY DD\n" + CIRCLE, "DDX", "cannot be converted to"),
        ("BINARY DD\n" + CIRCLE, "DDGR", "cannot be converted to"),
        ("BINARY ELL1H\nH3 3e-7\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-5)), "DD", "H3 alone"),
        ("BINARY T2\n" + CIRCLE, "DD", "BINARY T2"),
        ("BINARY DD\n" + CIRCLE, "DDH", "SINI"),
        ("", "DD", "no binary"),
    ],
)
def test_what_does_not_go(body: str, form: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        jug.convert_binary(orbits.model(body), form)
