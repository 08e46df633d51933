"""Every component in other units of time: delays scale with them, phases do not, if each power of time is right.

All times, lengths and inverse frequencies are multiplied by K and every parameter by K to its power of time, as
`jug.convert_units` does; K is far from 1, so that a wrong power shows.
"""

import numpy as np
import pytest
import term_inputs

from jug.conversion.units import CHROMATIC, SITE_TIMES
from jug.model.declare import Values
from jug.model.evaluation.chain import forward

K = 1.0 + 1e-4

CONSTANTS = {
    "solar-system Shapiro": "T_sun",
    "solar wind": "the au",
    "solar wind (power law)": "the au",
    "SWX": "the au",
    "yearly DM": "the year",
    "FD": "1 GHz",
    "FD before the orbit": "1 GHz",
    "FDDC": "1 MHz",
    "FDJUMP": "1 GHz",
    "FDJUMP, linear": "1 GHz",
    "chromatic Gaussian events": "logarithms of an amplitude and a width",
    "Gaussian events": "1.4 GHz",
}
"""Terms with a constant that is not scaled along: 1.6e-8 of the term between TDB and TCB, below 0.02 ns."""

OTHER_MEANING = {"binary MSS": "SHAPMAX"}
"""Parameters that are a time in one model only, where they stay as they are: microseconds there, off by 1e-14 s."""

MODELS = {
    "equatorial": tuple(c for c in term_inputs.TERMS if "ecliptic" not in c.name),
    "ecliptic": tuple(c for c in term_inputs.TERMS if "equatorial" not in c.name),
}


def scaled_values() -> Values:
    values = term_inputs.values()
    out = dict(values)
    for p in {p.name: p for c in term_inputs.TERMS for p in c.params}.values():
        if p.name not in values or p.name in SITE_TIMES:
            continue
        power = 1.0 - float(values["TNCHROMIDX"]) if p.name in CHROMATIC else p.time_power
        if p.codec == "mjd":
            power = 1
        orders = np.arange(len(values[p.name])) if p.family is not None and p.family.kind == "series" else 0
        out[p.name] = values[p.name] * K ** (power - orders)
    return Values(out)


@pytest.mark.parametrize("frame", MODELS)
def test_delays_scale_and_phases_do_not(frame: str) -> None:
    components = MODELS[frame]
    values, converted = term_inputs.values(), scaled_values()
    state = forward(np, components, values, term_inputs.at_origin(term_inputs.columns(), components))
    times = ("tdb", "tdb_lo", "inv_freq", "inv_freq_site", "companions_delay", "r_obs")
    scaled = state.x._replace(
        **{name: getattr(state.x, name) * K for name in times},
        bodies={body: r * K for body, r in state.x.bodies.items()},
    )
    bad = {}
    for c, t, low in zip(components, state.times, state.lows, strict=True):
        term = c.delay or c.phase or (c.signal if c.signal_name == "companions_delay" else None)
        if term is None or c.spin or c.name in CONSTANTS:
            continue
        here, there = (p.without({OTHER_MEANING.get(c.name, "")}) for p in (values, converted))
        before = term(np, here, state.x._replace(t_lo=low), t)
        after = term(np, there, scaled._replace(t_lo=low * K), t * K)
        expected = before if c.phase else before * K
        worst = np.abs(after - expected).max() / max(np.abs(expected).max(), 1e-300)
        if worst > 1e-9:
            bad[c.name] = worst
    assert not bad
