"""Bins of DMX by PINT's rule against PINT 1.1.8's ``dmx_ranges``, live."""

import functools

import astropy.units as u
import numpy as np
import oracle
import pytest
from copies import example
from pint.models import parameter
from pint.utils import dmx_ranges

import jug


@pytest.mark.parametrize(("days", "divide_mhz"), [(15.0, 1000.0), (30.0, 1300.0)])
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_bins_are_those_of_pint(days: float, divide_mhz: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ends, to the 0.1 us that float64 MJDs have and the 0.1 ms to which jug rounds them outwards."""
    par, tim = example("NGC6440E")[0], example("B1855+09_NANOGrav_dfg+12")[1]
    whole = functools.partial(parameter.prefixParameter, convert_tcb2tdb=False)
    monkeypatch.setattr(parameter, "prefixParameter", whole)  # PINT 1.1.8 forgets it, and fails from the second bin on
    with oracle.quiet():
        toas = oracle.load(par, tim).toas
        toas = toas[np.argsort(toas.get_mjds().value)]  # its bins begin at the next TOA in the file
        _, component = dmx_ranges(toas, divide_freq=divide_mhz * u.MHz, binwidth=days * u.d)
    theirs = sorted(
        (getattr(component, f"DMXR1_{i:04d}").value, getattr(component, f"DMXR2_{i:04d}").value)
        for i in component.get_indices()
    )
    model, toas = jug.load(par, tim)
    found = model.add_dmx(toas, rules="pint", days=days, divide_mhz=divide_mhz)
    ours = [(found.values[f"DMXR1_{i:04d}"], found.values[f"DMXR2_{i:04d}"]) for i in range(1, len(theirs) + 1)]
    assert f"DMXR1_{len(theirs) + 1:04d}" not in found.names
    np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=2e-9)
