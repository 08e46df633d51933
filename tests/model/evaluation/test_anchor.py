"""The anchored phase and the fast change from it against exact rational arithmetic."""

from dataclasses import replace
from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from copies import example

import jug
from jug.core.doubledouble import DoubleDouble, to_fraction
from jug.errors import InputError, ParError
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.evaluate import phase_residuals

TURNS = 1e-12
"""Of a turn: 0.002 ps at 500 Hz."""


@pytest.fixture(scope="module")
def pulsar():
    return jug.load(*example("NGC6440E"))


def exact_spin(model, toas, delay):
    """Spin phase of the TOAs and the TZR point as fractions, from the same delays."""
    pepoch = to_fraction(model.entries["PEPOCH"].value) * 86400
    f = [to_fraction(model.entries[f"F{n}"].value) for n in range(2)]
    out = []
    for group, delays in ((toas, delay[:-1]), (toas.tzr, delay[-1:])):
        for i, d in enumerate(delays):
            sec = to_fraction(DoubleDouble(group.tdb.sec.hi[i], group.tdb.sec.lo[i]))
            t = int(group.tdb.day[i]) * 86400 + sec - Fraction(float(d)) - pepoch
            out.append(sum(c * t ** (n + 1) / factorial(n + 1) for n, c in enumerate(f)))
    return out


def test_phase_at_the_anchor(pulsar):
    model, toas = pulsar
    anchor = make_anchor(model, toas)
    *exact, tzr = exact_spin(model, toas, anchor.state.delay)
    for i, phase in enumerate(exact):
        turns = phase - tzr - int(anchor.pulse_number[i])
        assert abs(float(turns - Fraction(float(anchor.reference.residual[i])))) < TURNS


def test_change_from_the_anchor(pulsar):
    """A large step (thousands of sigma in F0) by the fast kernels, against the exact phase of the model moved there."""
    model, toas = pulsar
    anchor = make_anchor(model, toas)
    names = model.free
    step = {"RAJ": 3e-5 / 3600, "DECJ": -0.01 / 3600, "F0": 1.3e-8, "F1": 4e-17, "DM": 0.5}
    moved = model.with_values({}).moved(step)
    dx = np.array(
        [
            float(
                (to_fraction(moved.entries[n].value) - to_fraction(model.entries[n].value))
                * Fraction(model.entries[n].scale)
            )
            for n in names
        ]
    )
    fast = phase_residuals(np, model.components, model.layout, anchor.reference, dx)
    there = make_anchor(moved, toas, anchor.pulse_number)
    *exact, tzr = exact_spin(moved, toas, there.state.delay)
    for i, phase in enumerate(exact):
        turns = float(phase - tzr - int(anchor.pulse_number[i]))
        # both delays are rounded by 0.1 ps, 6e-12 turns at 61 Hz
        assert abs(turns - fast[i]) < 3e-11
        assert abs(turns - there.reference.residual[i]) < TURNS


def test_toas_of_another_model_are_refused(pulsar):
    model, toas = pulsar
    for change, message in (
        ({"ephem": "DE440"}, "EPHEM DE421, the model has EPHEM DE440"),
        ({"clock": "TT(TAI)"}, r"CLK TT\(BIPM2019\), the model has CLK TT\(TAI\)"),
        ({"tzr_freq_mhz": 1400.0}, "another TZR point"),
        ({"planets": True}, "no planets"),
    ):
        other = replace(model, settings=replace(model.settings, **change))
        with pytest.raises(ParError, match=message):
            jug.residuals(other, toas)


def test_a_phase_that_cannot_be_counted_names_the_toa(pulsar):
    model, toas = pulsar
    with pytest.raises(InputError, match=r"NGC6440E.tim:\d+: the model's phase at this TOA"):
        jug.residuals(model.with_values({"DM": 1e30}), toas)
    with pytest.raises(InputError, match="there are no TOAs"):
        jug.residuals(model, toas.select(np.zeros(0, dtype=int)))


def test_the_rate_is_that_of_the_turns(pulsar):
    """Of a pulsar that loses 2 Hz in ten years: the turns from one TOA to the next in the time between them.

    The phases are those of the model, so that the rate is that at the emission time: the mean of F0 + F1 t between two.
    """
    model = pulsar[0].set(F1=-6e-9, PEPOCH=54000.0).moved({})
    mjd = 54000.0 + np.array([-1800.0, -900.0, 0.0, 900.0, 1800.0])
    toas = jug.simulate(model, mjd)
    rate = make_anchor(model, toas).reference.rate[:5]
    since = (toas.tdb.day - 54000.0) * 86400.0 + toas.tdb.sec.hi
    # dispersion and the Roemer delay, below 510 s, move the rate by 3e-6 Hz
    np.testing.assert_allclose(rate, model.values["F0"] - 6e-9 * since, rtol=0.0, atol=4e-6)
    words = replace(model.settings, conventions={**model.settings.conventions, "RATE": "F0"})
    plain = make_anchor(replace(model, settings=words), toas).reference.rate[:5]
    np.testing.assert_allclose(plain, model.values["F0"], rtol=1e-15)


def test_a_later_toa_has_a_larger_residual(pulsar, tmp_path):
    """The sign of a residual: observed less predicted time, in s and in turns."""
    model, toas = pulsar
    par, tim = example("NGC6440E")
    text, written = tim.read_text(), "53489.4683897879295"
    later = tmp_path / "later.tim"
    later.write_text(text.replace(written, "53489.4683897890869"))  # by 1e-4 s
    before, after = jug.residuals(model, toas), jug.residuals(*jug.load(par, later))
    change, turns = after.time_s - before.time_s, after.phase - before.phase
    moved = [row.split()[2] for row in text.splitlines()].index(written)
    others = np.delete(change, moved)
    assert change[moved] - others[0] == pytest.approx(1e-4, rel=1e-3)
    assert np.ptp(others) < 1e-9
    assert turns[moved] > 0.005
