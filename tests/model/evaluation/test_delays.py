"""The terms of a model one by one: their sum, what PINT says of each, and their picture."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from simulated import made

import jug
from jug.errors import JugError

NS = 1e-9
EXTRA = """PX 1.5
FD1 1e-4
WXFREQ_0001 0.0023
WXSIN_0001 1e-3
WXCOS_0001 -2e-3
GLEP_1 54300.4
GLF0_1 1.2e-6
JUMP -fe A 1e-4
"""

PINT_NAMES = {
    "Roemer and parallax": "AstrometryEquatorial",
    "solar-system Shapiro": "SolarSystemShapiro",
    "dispersion": "DispersionDM",
    "FD": "FD",
    "WaveX": "WaveX",
}


def test_the_sum_is_the_total_and_each_term_is_pints(tmp_path: Path) -> None:
    model, toas, par, tim = made(tmp_path, EXTRA)
    terms = jug.delays(model, toas)
    assert set(terms.names) == {*PINT_NAMES, "glitches", "jumps"}
    np.testing.assert_allclose(sum(terms.seconds.values()), terms.total, rtol=0, atol=1e-12)
    theirs = oracle.load(par, tim)
    with oracle.quiet():
        for name, category in PINT_NAMES.items():
            component = theirs.model.components[category]
            before = theirs.model.delay(theirs.toas, category, include_last=False)
            expected = component.delay_funcs_component[0](theirs.toas, before).to_value("s")
            assert np.abs(terms[name] - np.array(expected, dtype=float)).max() < NS, name
        total = theirs.model.delay(theirs.toas).to_value("s")
        assert np.abs(sum(terms.delays.values()) - np.array(total, dtype=float)).max() < NS
    np.testing.assert_allclose(terms.phases["jumps"], 61.4854765543721e-4 * (toas.flag("fe") == "A"), rtol=1e-12)
    np.testing.assert_allclose(terms["jumps"], -terms.phases["jumps"] / terms.rate)


def test_phases_of_the_tim_file_are_a_term(tmp_path: Path) -> None:
    it = made(tmp_path)
    lines = it.tim.read_text().splitlines()
    it.tim.write_text("\n".join([*lines[:5], lines[5] + " -padd 0.25", *lines[6:]]) + "\n")
    terms = jug.delays(*jug.load(it.par, it.tim))
    assert np.flatnonzero(terms.phases["phases of the tim file"]).tolist() == [4]
    np.testing.assert_allclose(sum(terms.seconds.values()), terms.total, rtol=0, atol=1e-12)


def test_picture(tmp_path: Path) -> None:
    model, toas, *_ = made(tmp_path, EXTRA)
    figure = jug.plot_delays(model, toas, tmp_path / "terms.png")
    assert (tmp_path / "terms.png").stat().st_size > 10_000
    titles = [ax.texts[0].get_text() for ax in figure.axes if ax.texts]
    assert [title.lower() for title in titles] == [*map(str.lower, jug.delays(model, toas).names), "total"]
    assert len(jug.plot_delays(model, toas, names=["dispersion", "total"]).axes) >= 2
    with pytest.raises(JugError, match="no term 'dispersal'"):
        jug.plot_delays(model, toas, names=["dispersal"])
