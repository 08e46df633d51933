"""ELL1 whose EPS1 and EPS2 are 0 or small beside their change: 6 us in ten years for A1 1.9 and EPS1DOT 1e-14."""

import warnings

import numpy as np
import orbits
import pytest
from test_changing_eccentricity import ell1

import jug
from jug.conversion.binaries.radial_drift import drifting_path

RATES = [(1e-14, 0.0), (-1e-14, 0.0), (0.0, 1e-14), (0.0, -1e-14), (-7e-15, -3e-15), (4e-15, -8e-15)]


@pytest.mark.parametrize("rates", RATES)
@pytest.mark.parametrize("along", [0.0, 1e-9, -1e-9, 1e-10, -1.5e-10])
def test_an_eccentricity_along_its_change_is_exact(along: float, rates: tuple[float, float]) -> None:
    """DD has it to 0.01 ns over ten years (6,023 ns without EDOT), ECC is positive at T0, and the way back is exact."""
    unit = np.array(rates) / np.hypot(*rates)
    model = ell1((float(along * unit[0]), float(along * unit[1])), rates)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.InputWarning)
        there = jug.convert_binary(model, "DD")
        back = jug.convert_binary(there.model, "ELL1")
    values = there.model.values
    assert there.change_ns < 0.05
    assert back.change_ns < 0.05
    assert abs(values["EDOT"]) == pytest.approx(np.hypot(*rates))
    assert values["ECC"] >= 0.0
    assert not {"EPS1DOT", "EPS2DOT"} & set(there.dropped)
    for name, rate in zip(("EPS1DOT", "EPS2DOT"), rates, strict=True):
        assert back.model.values[name] == pytest.approx(rate, abs=1e-22)


def test_a_negative_eccentricity_is_named() -> None:
    with pytest.warns(jug.InputWarning, match=r"ECC of BINARY DD falls below 0, to -1\.6e-06, .* PINT refuses it"):
        jug.convert_binary(ell1((0.0, 0.0), (6e-15, 8e-15)), "DD")


@pytest.mark.parametrize("target", ["ELL1H", "ELL1K"])
def test_forms_of_low_eccentricity_have_the_drift_from_zero(target: str) -> None:
    """ELL1H has the lines of ELL1; TASC of ELL1K is one orbit later, where LNEDOT has an eccentricity to act on."""
    body = "PB 0.5\nA1 1.9\nTASC 55001.2\nEPS1 0\nEPS2 0\nEPS1DOT 6e-15\nEPS2DOT 8e-15\n"
    shapiro = "M2 1e-9\nSINI 0.1\n"  # below 1e-14 s; H3 and STIGMA need them
    there = jug.convert_binary(orbits.model(f"BINARY ELL1\n{body}{shapiro}"), target)
    assert there.change_ns < 0.05
    if target == "ELL1H":
        assert [there.model.values[n] for n in ("EPS1", "EPS2", "EPS1DOT", "EPS2DOT")] == [0.0, 0.0, 6e-15, 8e-15]


@pytest.mark.parametrize(("eps1", "most"), [(1e-9, 4.0), (1e-6, 4000.0), (5e-6, 1000.0)])
@pytest.mark.filterwarnings("ignore:.*PINT refuses")
def test_what_is_across_the_change_is_named_with_its_size(eps1: float, most: float) -> None:
    """1e-9 across the change of 1e-14 / s leaves 1.0 ns; it was 19,973 ns with OMDOT -18,081 deg / yr."""
    with pytest.warns(jug.InputWarning, match="has EPS2DOT of BINARY ELL1 only in part.* ns at most") as caught:
        there = jug.convert_binary(ell1((eps1, 0.0), (0.0, 1e-14)), "DD")
    assert there.dropped == ("EPS2DOT",)
    named = [str(w.message) for w in caught if "only in part" in str(w.message)]
    size = float(named[0].split("linearly: ")[1].split()[0])
    assert len(named) == 1
    assert 0.2 * size < there.change_ns < size <= most


@pytest.mark.parametrize(("target", "least"), [("DD", 0.0), ("ELL1K", 0.0)])
@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_without_edot_no_least_eccentricity_is_told(target: str, least: float) -> None:
    """1e-15 / s across an eccentricity of 1e-6 turns it, 1.8 deg / yr, and does not change its size."""
    model = ell1((1e-6, 0.0), (0.0, 1e-15))
    new = jug.convert_binary(model, target).model
    assert new.values["OMDOT"] == pytest.approx(-np.degrees(1e-9) * 365.25 * 86400.0, rel=1e-6)
    path = drifting_path(model, new, np.array([54000.0, 56000.0]))
    assert path is not None
    assert (path.names, path.least_ecc) == (("EPS2DOT",), least)


def test_uncertainties_near_zero_are_those_of_the_drift() -> None:
    """EDOT has the uncertainty of EPS1DOT, though EPS1 = 0 may have either sign."""
    model = jug.fit(ell1((0.0, 0.0), (1e-14, 1e-15)), _toas(), backend="numpy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.InputWarning)
        there = jug.convert_binary(model, "DD")
    along = np.hypot(model.errors["EPS1DOT"], model.errors["EPS2DOT"])
    assert 0.3 * model.errors["EPS1DOT"] < there.model.errors["EDOT"] < 1.5 * along


def _toas() -> jug.TOAs:
    mjd = np.sort(np.random.default_rng(5).uniform(53200, 56800, 200))
    return jug.simulate(ell1((0.0, 0.0), (1e-14, 1e-15)), mjd, freq_mhz=1400.0, error_us=0.1)
