"""Conversions work on values; the par text written from them reads back to the same values."""

import orbits
import pytest
from copies import example
from orbits import Size

import jug
from jug.conversion.binaries.binary_values import convert_values
from jug.conversion.error_propagation import propagation
from jug.conversion.units import FROM_TCB, entries_in_units, model_in_units
from jug.conversion.writing import par_text
from jug.io.par import parse_lines, read_par
from jug.model.building.build import build

DD = "BINARY DD # the orbit\n" + orbits.kepler_lines(Size(12.3, 9.2, 2e-5)) + "M2 0.3 1 0.01\nSINI 0.98 1 0.001\n"
ELL1 = "BINARY ELL1\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-5)) + "EPS1DOT 2e-14 1 1e-16\nJUMP -fe x 1e-6 1\n"


def same(one: jug.TimingModel, two: jug.TimingModel) -> None:
    """Both models have the same table of parameters, exactly."""
    assert list(one.entries) == list(two.entries)
    for name, e in one.entries.items():
        other = two.entries[name]
        assert (e.value, e.error, e.free, e.word) == (other.value, other.error, other.free, other.word), name
        assert (e.order, e.member, e.selector) == (other.order, other.member, other.selector), name
        assert (e.line.number if e.line else None) == (other.line.number if other.line else None), name
    assert one.components == two.components


@pytest.mark.filterwarnings("ignore:.*only in part")
@pytest.mark.parametrize("form", ["DD", "DDS", "DDH", "ELL1", "ELL1k", "T2", "MSS"])
@pytest.mark.parametrize("body", [DD, ELL1])
def test_a_converted_binary_is_what_its_par_file_says(form: str, body: str) -> None:
    companion = "" if "M2" in body else "M2 0.3\nSINI 0.9\n"
    found = jug.convert_binary(orbits.model(body + companion), form).model
    text = par_text(found)
    assert text == found.par.text
    again = build(parse_lines(text.splitlines(), found.par.path))
    same(found, again)
    assert found.settings.lines == again.settings.lines


def test_values_without_text() -> None:
    """Values that stay are the very entries' own, epochs move in double-double, uncertainties have no text between."""
    model = orbits.model(DD)
    new = convert_values(model, propagation(model), "DD", "ELL1", 0.0)
    assert new.values["A1"].value == model.entries["A1"].value
    assert new.values["TASC"].value.lo != 0.0
    assert new.values["M2"].error == pytest.approx(0.01, rel=1e-12)
    assert {"EPS1", "EPS2", "TASC"} <= set(new.values)
    assert {"ECC", "OM", "T0"} <= set(new.old)
    assert new.matrix.shape == (len(new.names), len(propagation(model).names))


def test_choices_of_the_caller_outlive_a_conversion() -> None:
    """Conventions and whether the data are wideband are in no line of the par file."""
    model = orbits.model(DD).with_wideband(False)
    there = jug.convert_binary(model, "ELL1").model
    assert there.settings.wideband is False
    assert there.settings.conventions == model.settings.conventions


def test_a_tcb_model_is_what_its_par_file_says() -> None:
    par = read_par(example("B1855+09_NANOGrav_9yv1")[0])
    left_out = ("UNITS", "TIMEEPH", "RNAMP", "RNIDX")
    par = parse_lines([*(q.text for q in par.lines if q.key not in left_out), "UNITS TDB"], "a.par")
    tdb = build(par)
    tcb = model_in_units(tdb, "TCB")
    assert tcb.par.text == jug.convert_units(par, "TCB").text == par_text(tcb)
    with pytest.warns(jug.InputWarning, match="UNITS TCB is converted"):
        loaded = jug.load_model(tcb.par)
    same(loaded, build(loaded.par))
    assert loaded.settings.tzr_mjd == build(loaded.par).settings.tzr_mjd
    assert FROM_TCB in loaded.settings.assumed
    assert loaded.settings.from_tcb is True
    for name, e in entries_in_units(entries_in_units(tdb.entries, tdb=False), tdb=True).items():
        assert e.value.hi == tdb.entries[name].value.hi, name


def test_sini_from_kin_goes_with_the_inclination() -> None:
    """DDK's line ``SINI KIN`` is no parameter; a model with a SINI of its own has no use for it."""
    wide = orbits.kepler_lines(Size(67.8, 32.3, 1e-3))
    model = orbits.model("BINARY DDK\n" + wide + "M2 0.3\nKIN 71.9\nKOM 83.1\nSINI KIN\n")
    with pytest.warns(jug.JugWarning, match="annual-orbital parallax"):
        there = jug.convert_binary(model, "DD").model
    assert par_text(there).count("SINI") == 1
