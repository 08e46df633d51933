"""ELL1 with EPS1DOT and EPS2DOT: periastron turns, and the term that ELL1 leaves out of its delay drifts.

With x EPS1DOT = 2.5e-14 the term 3 x eps1 / 2 drifts by 5.8 us in 5 years, which F0 and PB take up.
"""

import numpy as np
import orbits
import pytest

import jug

RATES = (1.29e-14, -7e-15)


def ell1(eps: tuple[float, float], rates: tuple[float, float] = RATES, form: str = "ELL1") -> jug.TimingModel:
    return orbits.model(
        f"BINARY {form}\nPB 0.5 1\nA1 1.9 1\nTASC 55001.2 1\nEPS1 {eps[0]!r} 1\nEPS2 {eps[1]!r} 1\n"
        f"EPS1DOT {rates[0]!r} 1\nEPS2DOT {rates[1]!r} 1\n"
    )


@pytest.mark.filterwarnings("ignore:.*only in part")
@pytest.mark.parametrize("eps", [(2e-3, 1e-3), (-2e-3, 1e-3), (2e-3, -1e-3), (-2e-3, -1e-3)])
@pytest.mark.parametrize("rates", [RATES, (-RATES[0], RATES[1]), (3e-15, 0.0), (0.0, 3e-15)])
def test_periastron_turns_as_the_eccentricity_vector_does(eps: tuple[float, float], rates: tuple[float, float]) -> None:
    """OMDOT and EDOT are those of angle and length of (EPS2, EPS1), by differences over ten years."""
    found = jug.convert_binary(ell1(eps, rates), "DD").model.values
    year = 365.25 * 86400.0
    later, sooner = (complex(eps[1] + s * rates[1], eps[0] + s * rates[0]) for s in (5 * year, -5 * year))
    assert found["OMDOT"] == pytest.approx(np.degrees(np.angle(later / sooner)) / 10, rel=1e-4)
    assert found["EDOT"] == pytest.approx((abs(later) - abs(sooner)) / (10 * year), rel=3e-3, abs=1e-19)


@pytest.mark.filterwarnings("ignore:.*only in part")
def test_the_drift_of_the_term_that_ell1_leaves_out_goes_into_the_frequencies() -> None:
    model = ell1((-2e-3, -1.5e-3))
    there = jug.convert_binary(model, "DD")
    rate = 1.5 * 1.9 * RATES[0]
    new, old = there.model.entries["F0"].value, model.entries["F0"].value
    assert (new.hi - old.hi) + (new.lo - old.lo) == pytest.approx(-rate * old.hi, rel=1e-6)
    assert rate * 5 * 365.25 * 86400.0 == pytest.approx(5.8e-6, rel=1e-2)
    assert there.change_ns < 5.0  # 5,946 ns with the old F0; left is x e (OMDOT t)^2 / 2 of the curved path, 2 ns
    back = jug.convert_binary(there.model, "ELL1").model
    again = back.entries["F0"].value
    assert (again.hi - old.hi) + (again.lo - old.lo) == pytest.approx(0.0, abs=1e-20 * old.hi)
    for name in ("EPS1", "EPS2", "EPS1DOT", "EPS2DOT", "PB", "A1"):
        assert back.values[name] == pytest.approx(model.values[name], rel=1e-9), name


@pytest.mark.parametrize("eps1", [2e-3, -1e-3])
def test_the_orbit_is_slowed_as_the_rotation_is(eps1: float) -> None:
    """PB takes its share of the drift. Of an orbit of 90 minutes that share is 12 ns in 5 years, since the pulsar moves
    at 2e-3 c; the wrong sign would leave 24 ns. Here OM stays and ECC grows linearly, so that nothing else is left:
    0.10 ns by the order of e^2.
    """
    body = f"BINARY ELL1\nPB 0.0625 1\nA1 1.9 1\nTASC 55001.2 1\nEPS1 {eps1} 1\nEPS2 0 1\nEPS1DOT {RATES[0]} 1\n"
    there = jug.convert_binary(orbits.model(body), "DD")
    assert there.change_ns < 1.0
    assert there.model.values["PB"] / 0.0625 - 1.0 == pytest.approx(1.5 * 1.9 * RATES[0], abs=5e-16)


def test_forms_that_both_leave_the_term_out_have_the_same_frequency() -> None:
    body = (
        "BINARY ELL1\nPB 0.5 1\nA1 1.9 1\nTASC 55001.2 1\nEPS1 2e-3 1\nEPS2 1e-3 1\nEPS1DOT 1e-14 1\nM2 0.3\nSINI 0.9\n"
    )
    model = orbits.model(body)
    there = jug.convert_binary(model, "ELL1H").model
    assert there.entries["F0"].value == model.entries["F0"].value
    assert there.par.find("F0")[0].text == model.par.find("F0")[0].text


@pytest.mark.filterwarnings("ignore:.*only in part")
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_residuals_after_conversion_are_those_of_a_refit(sign: float) -> None:
    """Over ten years the converted model leaves 1.6 ns of what it is made from; a fit of it moves no residual by 1 ns,
    no parameter by a tenth of its uncertainty of 0.1 us TOAs, and gives the same uncertainties to 1e-4.
    """
    model = ell1((-2e-3, -1.5e-3), (sign * RATES[0], RATES[1]))
    mjd = np.sort(np.random.default_rng(5).uniform(53200, 56800, 400))
    toas = jug.simulate(model, mjd, freq_mhz=1400.0, error_us=0.1)
    there = jug.convert_binary(jug.fit(model, toas, backend="numpy"), "DD", toas=toas)
    assert there.change_ns < 2.0
    again = jug.fit(there.model, toas, backend="numpy")
    before, after = jug.residuals(there.model, toas).time_s, again.residuals.time_s
    assert np.abs(before).max() < 2e-9
    assert np.abs(before - after).max() < 1e-9
    for name in ("F0", "F1", "PB", "A1", "ECC", "OM", "OMDOT", "EDOT", "T0"):
        new, old = again.model.entries[name].value, there.model.entries[name].value
        assert abs((new.hi - old.hi) + (new.lo - old.lo)) < 0.1 * again.errors[name], name
        assert there.model.errors[name] == pytest.approx(again.errors[name], rel=1e-4), name
