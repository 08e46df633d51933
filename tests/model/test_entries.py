"""Parameters as rows and texts, and the place of a value on a line that several share."""

import io
import math
import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

import jug
from jug.core.doubledouble import DoubleDouble
from jug.model.declare import Component, Param
from jug.model.declare.param import Family
from jug.model.direction import ecliptic_to_icrs
from jug.model.epochs import tempo2_epochs
from jug.model.evaluation.residuals import Residuals
from jug.model.fit_lines import update_fit_lines
from jug.model.mass_function import companion_mass, mass_function
from jug.model.parameter_rows import parameter_rows
from jug.model.parameters import Entry
from jug.model.slots import find_slot

TEXT = jug.data.example("NGC6440E")[0].read_text()


def read(text: str) -> jug.TimingModel:
    return jug.load_model(jug.read_par(io.StringIO(text)))


def test_values_of_a_line_stand_in_the_order_of_their_places() -> None:
    """Whatever the order in which a component declares them."""
    cosine, sine = (
        Param(f"WAVE_{word}", "s", "", 1, family=Family("indexed", separator="", line="WAVE", place=place))
        for word, place in (("COS", 1), ("SIN", 0))
    )
    slot = find_slot("WAVE12", (Component("waves", (cosine, sine)),))
    assert slot is not None
    assert (slot.params, slot.digits, slot.number) == ((sine, cosine), "12", 12)


def test_a_long_family_is_one_row_with_the_unit_of_its_first_member() -> None:
    spins = "".join(f"F{order} 0 1\n" for order in range(2, 5))
    rows = parameter_rows(e for e in read(TEXT + spins).entries.values() if e.param.name in ("F", "DM"))
    assert rows[0] == ("F0 ... F4", "5 parameters", "Hz")
    assert rows[1][0] == "DM"


def test_fixed_parameters_of_the_title_have_a_line() -> None:
    """PEPOCH alone is fixed there; POSEPOCH, DMEPOCH and others follow from it without a line."""
    model = read(TEXT)
    fixed = [e.name for e in model.entries.values() if not e.free and e.line is not None]
    assert len(fixed) < sum(not e.free for e in model.entries.values())
    assert repr(model).splitlines()[0] == f"TimingModel of PSR 1748-2021E: 5 free parameters, {len(fixed)} fixed"


@pytest.mark.parametrize(("value", "text"), [("1e-7", 1e-7), ("1.5", 1.5e-12), ("-2e-13", -2e-13)])
def test_the_text_of_a_rate_reads_back(value: str, text: float) -> None:
    """A PBDOT above 1e-7 is in units of 1e-12; 1e-7 itself is not, in either direction."""
    orbit = f"BINARY BT\nPB 1.5\nA1 2\nT0 53750\nECC 0.1\nOM 3\nPBDOT {value}\n"
    entry = read(TEXT + orbit).entries["PBDOT"]
    assert isinstance(entry, Entry)
    assert float(entry.value.hi) == pytest.approx(text, rel=1e-15)
    assert float(entry.text()) == pytest.approx(text, rel=1e-15)


@pytest.mark.parametrize(("m1", "m2", "sini"), [(1.4, 0.2, 0.9), (2.0, 1e-6, 0.5), (1.2, 30.0, 1.0), (10.0, 1e-3, 0.1)])
def test_the_companion_is_that_of_the_mass_function(m1: float, m2: float, sini: float) -> None:
    """To the rounding of Newton's last step; x follows from Kepler's third law in solar masses and T_sun."""
    f = (m2 * sini) ** 3 / (m1 + m2) ** 2
    assert companion_mass(f, sini, m1) == pytest.approx(m2, rel=1e-9)
    t_sun, period = 4.925490947e-6, 86400.0
    x = (f * t_sun * (period / (2.0 * 3.141592653589793)) ** 2) ** (1.0 / 3.0)
    assert mass_function(x, period) == pytest.approx(f, rel=1e-9)


@pytest.mark.parametrize(("dof", "reduced"), [(57, "1.052631579 57"), (0, "7")])
def test_lines_that_describe_a_fit(dof: int, reduced: str) -> None:
    """In the units of the par file; chi2 over no degrees of freedom is left as it was."""
    toas = jug.load(*jug.data.example("NGC6440E"))[1]
    lines = "NTOA 5\nTRES 3\nCHI2 9 # of the fit\nCHI2R 7\nSTART 1\nFINISH 2 1\n"
    after = cast(Residuals, SimpleNamespace(wrms_s=21.2345678e-6, chi2=60.0, dof=dof))
    by_key = {line.key: line for line in update_fit_lines(read(TEXT + lines), toas, after).par}
    assert {key: " ".join(by_key[key].args) for key in ("NTOA", "TRES", "CHI2", "CHI2R", "START", "FINISH")} == {
        "NTOA": "62", "TRES": "21.2346", "CHI2": "60", "CHI2R": reduced, "START": "53478.285871", "FINISH": "2 1"
    }  # fmt: skip
    assert by_key["CHI2"].text == f"{'CHI2':<15} {'60':>26}  # of the fit"


def test_the_layout_has_the_length_of_each_family() -> None:
    """-1 for a plain parameter; orders that a series skips count."""
    with pytest.warns(jug.InputWarning, match="F3 is given without F2"):
        model = read(TEXT + "F3 0 1\nJUMP -f a 0\nJUMP -f b 0\n")
    sizes = dict(model.layout.sizes)
    assert (sizes["RAJ"], sizes["F"], sizes["DM"], sizes["JUMP"]) == (-1, 4, 1, 2)
    assert ("F", 3) in model.layout.free
    assert ("RAJ", None) in model.layout.free


def test_values_of_a_series_are_per_power_of_a_year() -> None:
    """DM1 in pc cm^-3/yr and NE_SW2 in cm^-3/yr^2 become per s and per s^2; F1 is per s already; MJDs become s."""
    entries = read(TEXT + "DM1 1 1\nNE_SW1 1\nNE_SW2 1\nSWEPOCH 53750\nDMEPOCH 53750\n").entries
    year = 365.25 * 86400.0
    found = [entries[name].scale for name in ("F1", "DM", "DM1", "NE_SW2")]
    assert found == pytest.approx([1.0, 1.0, 1.0 / year, 1.0 / year**2], rel=1e-14)
    assert read(TEXT.replace("53750.000000", "53750.75")).epoch_day == 53750


def test_the_pole_of_the_ecliptic() -> None:
    """At 18 h and 66.56 deg: the rotation about the x axis by the obliquity of 84381.406 arcsec, its inverse back."""
    rotation = ecliptic_to_icrs("IERS2010")
    tilt = math.radians(84381.406 / 3600.0)
    np.testing.assert_allclose(rotation @ [0.0, 0.0, 1.0], [0.0, -math.sin(tilt), math.cos(tilt)], atol=1e-15)
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-15)


def test_a_toa_is_in_one_epoch_of_tempo2() -> None:
    """0.6 s is in the epoch of 0 s; 1.2 s, less than 1 s later, begins another one, of the last line that covers it."""
    t = np.array([0.0, 0.6, 1.2, 9.0])
    (layer,) = tempo2_epochs(t, [np.array([True, True, True, False]), np.array([False, False, True, False])])
    assert (layer.epoch.tolist(), layer.owner.tolist()) == ([0, 0, 1, 2], [0, 1])


def test_clocks_that_are_not_corrected() -> None:
    """CLK UNCORR corrects none with the convention UNCORR NONE alone."""
    settings = read(TEXT).settings
    for clock, word, corrects in (("UNCORR", "NONE", False), ("uncorr ", "ALL", True), ("TT(BIPM2019)", "NONE", True)):
        own = replace(settings, clock=clock, conventions={**settings.conventions, "UNCORR": word})
        assert own.corrects_clocks == corrects


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_not_finite_is_refused_by_name(number: float) -> None:
    """As a float and as a pair of floats, set, moved or edited; the model keeps its own value."""
    model = read(TEXT)
    with pytest.raises(jug.InputError, match=r"^F0 would be .*(nan|inf), which is not a finite number$"):
        model.with_values({"F0": number})
    with pytest.raises(jug.InputError, match=r"^RAJ would be "):
        model.with_values({"RAJ": DoubleDouble(number, 0.0)})
    with pytest.raises(jug.InputError, match=r"^DM would be nan|^DM would be .*inf"):
        model.moved({"DM": number})
    for value in (number, DoubleDouble(number, 0.0), str(number)):
        with pytest.raises(jug.InputError, match=r"^F0: not a finite number, .*; give a value in Hz, as 61.48"):
            model.set(F0=value)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("F0", "abc", r"F0: not a number, 'abc'; give a value in Hz, as 61\.485476554, which it has now"),
        ("F0", "1e999", r"F0: number too large .*, '1e999'; give a value in Hz, as 61\.485476554, which it has now"),
        ("f0", "1" * 1001, r"F0: a number of more than 1000 characters; give a value in Hz, as 61\.485476554, which.*"),
        (
            "RAJ",
            "17:60:00",
            r"RAJ: 60 minutes or more, '17:60:00'; give a value in hourangle, as 17:48:52\.75, which.*",
        ),
        ("PEPOCH", "", r"PEPOCH: a number is missing, ''; give an MJD, as 53750, which it has now"),
        ("DM", [1.0], r"DM: a list is not a number"),
    ],
)
def test_text_that_is_no_value_is_refused_by_name(name: str, text: object, said: str) -> None:
    """In one sentence with the value that the parameter has; by each method that sets values."""
    model = read(TEXT)
    for refused in (lambda: model.with_values({name: text}), lambda: model.set(name, text)):
        with pytest.raises(jug.InputError) as refusal:
            refused()
        assert re.fullmatch(said, str(refusal.value)), refusal.value


def test_values_without_names_are_refused() -> None:
    """As a list, or as text, where a mapping is expected."""
    model = read(TEXT)
    for refused in (model.with_values, model.moved, lambda given: jug.move_epochs(model, given)):
        with pytest.raises(jug.InputError, match=r"^\w+ is .*, not a dict; give values by name, as in {'F0': 61.5}$"):
            refused([61.5])


@pytest.mark.parametrize("evaluated", [jug.phase, lambda model, mjd: jug.predict(model, mjd=mjd)])
def test_a_time_that_is_not_finite_is_said_to_be_so(evaluated: Callable[..., object]) -> None:
    """No time at all is another error."""
    model = read(TEXT)
    with pytest.raises(jug.InputError, match=r"^the time nan is not finite; times are MJDs within"):
        evaluated(model, [53800.0, math.nan])
    with pytest.raises(jug.InputError, match="no time to"):
        evaluated(model, [])
