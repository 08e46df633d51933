"""The checks of a model on loading, by the values at which each begins to speak."""

from math import hypot
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.core.constants import AU_LS, DAY, K_DM, MAS, YEAR
from jug.model.checks.far_epochs import VALUES_OF, far_epoch_notes
from jug.model.checks.low_eccentricity import eccentricity_note

YEARS = YEAR / DAY
ORBIT = {"A1": 10.0, "ECC": 0.9e-5}


def model(values: dict[str, float], free: tuple[str, ...] = (), lines: tuple[str, ...] = ()) -> Any:
    names = {*values, *free, *lines}
    entries = {
        name: Made(free=name in free, line=Made() if name in lines else None, value=Made(hi=values.get(name, 0.0)))
        for name in names
    }
    return Made(values=values, entries=entries, free=free)


@pytest.mark.parametrize(
    ("values", "free", "said"),
    [
        ({"EPS1": 0.0, "EPS2": 0.0}, (), ""),  # no A1
        (
            {"A1": 10.0, "EPS1": 0.006, "EPS2": 0.008},
            (),
            "x e^4 = 1e+02 ns, more than the best TOA's uncertainty of 99",
        ),
        ({"A1": 10.0, "EPS1": 0.008, "EPS2": 0.0059}, (), ""),
        ({"A1": 10.0, "EPS1": 0.0, "EPS2": 0.0101}, (), "use DD"),
        ({"A1": 10.0}, ("ECC",), ""),  # no ECC
        ({"A1": 10.0, "ECC": 1e-5}, ("OM", "T0"), ""),
        (ORBIT, ("OM", "T0"), "with ECC = 9e-06 OM and T0 are nearly degenerate"),
        (ORBIT, ("OM",), "with ECC = 9e-06 OM and T0 are poorly defined"),
        (ORBIT, ("T0",), "poorly defined"),
        (ORBIT, (), "poorly defined"),
        ({"A1": 10.0, "ECC": 0.0}, (), ""),
        ({"A1": 10.0, "ECC": 0.0}, ("T0",), ""),
        ({"A1": 10.0, "ECC": 0.0}, ("ECC",), "poorly defined; ELL1 has TASC, EPS1, EPS2 instead"),
        ({"A1": 10.0, "ECC": 0.0}, ("OM", "T0"), "nearly degenerate"),
    ],
)
def test_an_eccentricity_that_does_not_suit_the_binary_model(
    values: dict[str, float], free: tuple[str, ...], said: str
) -> None:
    note = eccentricity_note(model(values, free), 99e-9)
    assert (note is None) == (not said)
    assert said in (note or "")


def test_the_size_of_what_ell1_leaves_out() -> None:
    note = eccentricity_note(model({"A1": 3e7, "ECC": 0.9e-5}), 1e-6)
    assert note is not None
    assert f"x e^4 = {3e7 * 0.9e-5**4 * 1e9:.2g} ns" in note


def test_an_epoch_is_far_after_a_hundred_years() -> None:
    """Between the TOAs it is not far; the distance is to the nearest of them."""
    toas: Any = Made(mjd=np.array([50000.0, 60000.0]))
    for name in VALUES_OF:
        extra = {"DM1": 1e-3, "CM1": 1e-3, "NE_SW1": 1e-3, "PMRA": 3.0}
        for years, far in ((99.9, False), (100.1, True)):
            early = model({**extra, name: 50000.0 - years * YEARS}, lines=(name,))
            late = model({**extra, name: 60000.0 + years * YEARS}, lines=(name,))
            assert [name in far_epoch_notes(one, toas) for one in (early, late)] == [far, far]
        assert far_epoch_notes(model({**extra, name: 55000.0}, lines=(name,)), toas) == {}
        assert far_epoch_notes(model({**extra, name: 0.0}), toas) == {}  # taken from PEPOCH, without a line
        found = far_epoch_notes(model({**extra, name: 50000.0 - 120.0 * YEARS}, lines=(name,)), toas)[name]
        assert "is 120 years before the TOAs: is it an MJD?" in found
        assert f"{VALUES_OF[name]} of this day" in found
        found = far_epoch_notes(model({**extra, name: 60000.0 + 120.0 * YEARS}, lines=(name,)), toas)[name]
        assert "is 120 years after the TOAs" in found


@pytest.mark.parametrize(
    ("name", "values", "free", "tells"),
    [
        ("POSEPOCH", {}, (), False),
        ("POSEPOCH", {}, ("PMRA",), True),
        ("POSEPOCH", {"PMELAT": 1.0}, (), True),
        ("DMEPOCH", {}, (), False),
        ("DMEPOCH", {"DM1": 0.0}, ("DM1",), True),
        ("DMEPOCH", {"DM1": 1e-3}, (), True),
        ("CMEPOCH", {}, (), False),
        ("CMEPOCH", {"NE_SW1": 1.0}, ("NE_SW1",), False),  # not its own series
        ("CMEPOCH", {"CM1": 0.0}, ("CM1",), True),
        ("CMEPOCH", {"CM1": 1e-3}, (), True),
        ("SWEPOCH", {"CM1": 1.0}, ("CM1",), False),
        ("SWEPOCH", {"NE_SW1": 1e-3}, (), True),
        ("SWEPOCH", {}, ("NE_SW1",), True),
        ("PEPOCH", {}, (), True),
    ],
)
def test_a_far_epoch_is_reported_where_something_depends_on_it(
    name: str, values: dict[str, float], free: tuple[str, ...], tells: bool
) -> None:
    toas: Any = Made(mjd=np.array([55000.0]))
    assert (name in far_epoch_notes(model({name: 2008.5, **values}, free, (name,)), toas)) == tells


def test_the_size_of_a_far_epoch() -> None:
    toas: Any = Made(mjd=np.array([55000.0]))
    years = (55000.0 - 2008.5) / YEARS
    notes = far_epoch_notes(
        model({"POSEPOCH": 2008.5, "DMEPOCH": 2008.5, "PMRA": 3.0, "PMDEC": -4.0, "DM1": -1e-3}, (),
              ("POSEPOCH", "DMEPOCH")), toas)  # fmt: skip
    angle = hypot(3.0, 4.0) * years
    assert f"{angle / 1e3:.3g} arcsec till then, up to {AU_LS * angle * MAS * 1e9:,.3g}"[:30] in notes["POSEPOCH"]
    assert f"by {1e-3 * years:.3g} pc cm^-3 till then" in notes["DMEPOCH"]
    assert K_DM * 1e-3 * years / 1.4e9**2 * 1e9 == pytest.approx(307_000, rel=0.01)
    assert "307,000 ns at 1400 MHz" in notes["DMEPOCH"]
