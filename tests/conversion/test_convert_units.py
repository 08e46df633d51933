"""TCB and TDB: exact scaling, PINT's figures, and the same pulsar evaluated natively in TCB with 50 digits."""

import io
from fractions import Fraction
from pathlib import Path

import mpmath as mp
import numpy as np
import oracle
import pytest
from copies import example

import jug
from jug.conversion.units import OFFSET_DAYS, ORIGIN, RATE, SITE_TIMES, convert_units, model_in_units, units_of
from jug.core.constants import AU_LS, K_DM, T_SUN
from jug.core.doubledouble import to_fraction
from jug.errors import InputWarning, ParError
from jug.io.codecs import CODECS
from jug.io.par import ParFile, parse_lines, read_par
from jug.model.building.build import build
from jug.model.evaluation.anchor import make_anchor
from jug.model.registry import every_term
from jug.model.slots import list_params

PAR = """\
# a millisecond pulsar that nobody has seen
PSR   J0000+0000
RAJ   17:44:29.403209 1 0.00001   # the place
DECJ  -11:34:54.6606 1 0.0001
PMRA  18.8
PMDEC -9.4
PX    2.1 1 0.1
POSEPOCH 54000
F0    245.426123 1 1e-12
F1    -5.38D-16
PEPOCH 54500
DM    42.5 1 0.001
DM1   0.001
DMEPOCH 54200
NE_SW 0
EPHEM DE421
CLK   TT(BIPM2019)
UNITS TDB   # as PINT
TZRMJD 54501.25
TZRSITE @
TZRFRQ 0
"""


def par_file(text: str) -> ParFile:
    return parse_lines(text.splitlines(), "a.par")


def value(par: ParFile, key: str) -> Fraction:
    return to_fraction(build(par).entries[key].value)


def as_tdb(par: ParFile) -> str:
    """The text of a TCB par file that says TDB, which PINT reads without a conversion."""
    return "\n".join("UNITS TDB" if q.key == "UNITS" else q.text for q in par.lines)


def test_each_value_by_its_power_of_time() -> None:
    tdb = par_file(PAR)
    tcb = convert_units(tdb, "TCB")
    assert units_of(tcb) == "TCB"
    for key, power in {"F0": -1, "F1": -2, "PX": -1, "PMRA": -1, "DM": -1, "DM1": -2, "RAJ": 0}.items():
        ratio = value(tcb, key) / value(tdb, key)
        assert abs(ratio / RATE**power - 1) < Fraction(1, 10**30), key
    for key in ("PEPOCH", "POSEPOCH", "DMEPOCH"):
        moved = (value(tdb, key) - ORIGIN - OFFSET_DAYS) * RATE + ORIGIN
        assert abs(value(tcb, key) - moved) < Fraction(1, 10**26), key
    assert [line.comment for line in tcb.lines if line.comment] == [line.comment for line in tdb.lines if line.comment]
    before, after = build(tdb), build(tcb)
    assert (before.settings.units, after.settings.units) == ("TDB", "TCB")
    assert after.errors["F0"] == pytest.approx(before.errors["F0"] / float(RATE), rel=1e-15)
    assert after.free == before.free


def test_there_and_back_again() -> None:
    tdb = par_file(PAR)
    again = convert_units(convert_units(tdb, "TCB"), "TDB")
    for key in build(tdb).values:
        assert abs(value(again, key) - value(tdb, key)) <= abs(value(tdb, key)) * Fraction(1, 10**29), key
    assert convert_units(tdb, "TDB") is tdb
    with pytest.raises(jug.InputError, match="units is one of"):
        convert_units(tdb, "TT")


def test_values_are_those_of_pint() -> None:
    """PINT 1.1.8 moves epochs without TDB0, 65.5 us; the rest to the digits of its own text."""
    from pint.models import get_model
    from pint.models.tcb_conversion import convert_tcb_tdb

    tcb = convert_units(par_file(PAR), "TCB")
    with oracle.quiet():
        theirs = get_model(io.StringIO(as_tdb(tcb)))
        theirs.UNITS.value = "TCB"
        convert_tcb_tdb(theirs)
    ours = build(par_file(PAR)).values
    for key in ("F0", "F1", "PX", "PMRA", "PMDEC", "DM", "DM1"):
        assert float(theirs[key].value) == pytest.approx(ours[key], rel=2e-15), key
    shift = float(theirs["PEPOCH"].value) - ours["PEPOCH"]
    assert shift * 86400 == pytest.approx(65.5e-6, abs=1e-6)  # one float64 MJD is good to 0.6 us


def test_values_of_a_real_binary_are_those_of_pint() -> None:
    """B1855+09 of NANOGrav's nine years: DD binary, DMX, jumps (PINT moves DMX ranges too, which are in UTC)."""
    from pint.models import get_model
    from pint.models.tcb_conversion import convert_tcb_tdb

    tdb = read_par(example("B1855+09_NANOGrav_9yv1")[0])
    text = "\n".join(line.text for line in tdb.lines if line.key not in ("UNITS", "EPHEM", "TIMEEPH", "RNAMP", "RNIDX"))
    tdb = par_file(f"{text}\nUNITS TDB\nEPHEM DE440\n")
    ours = build(tdb).values
    with oracle.quiet():
        theirs, start = (get_model(io.StringIO(as_tdb(convert_units(tdb, "TCB")))) for _ in range(2))
        theirs.UNITS.value = "TCB"
        convert_tcb_tdb(theirs)
    epochs = ("DMXR1_", "DMXR2_", "PEPOCH", "POSEPOCH", "T0")
    numbers = [k for k in theirs.params if isinstance(theirs[k].value, float | np.longdouble) and k in ours]
    moved = [k for k in numbers if theirs[k].value != start[k].value and not k.startswith(epochs)]
    assert {"PB", "A1", "M2", "F0", "F1", "PX", "DMX_0001", "JUMP1"} <= {*moved}
    for key in moved:
        assert float(theirs[key].value) == pytest.approx(ours[key], rel=4e-15), key


def test_every_date_in_utc_stays() -> None:
    dates = {p.name for p in list_params(every_term()) if p.codec == "mjd" and "UTC" in p.doc}
    assert dates <= SITE_TIMES


@pytest.mark.parametrize("line", ["UNITS", "UNITS XYZ"])
def test_other_units_are_refused(line: str) -> None:
    with pytest.raises(ParError, match=r"a\.par:1: "):
        units_of(par_file(line))
    assert units_of(par_file("UNITS SI")) == "TCB"
    assert units_of(par_file("F0 1")) == "TDB"


def test_a_par_file_in_tcb_is_built_as_it_stands() -> None:
    """Its model has the very numbers of the file, says TCB, and is evaluated only after conversion to TDB."""
    tcb = convert_units(par_file(PAR), "TCB")
    for word in ("TCB", "tcb", "SI"):
        model = build(par_file(tcb.text.replace("UNITS           TCB  # as PINT", f"UNITS {word}")))
        assert model.settings.units == "TCB"
        assert model.entries["F0"].value == CODECS["float"].parse(tcb.find("F0")[0].args[0])
    with pytest.warns(InputWarning, match="given twice with the same value: UNITS"):
        assert build(par_file(tcb.text + "UNITS SI")).settings.units == "TCB"
    assert model_in_units(model, "TCB") is model
    toas = jug.simulate(build(par_file(PAR)), np.array([54500.0]), site="@")
    with pytest.raises(ParError, match="the TOAs were prepared with UNITS TDB, the model has UNITS TCB"):
        jug.residuals(model, toas)
    converted = model_in_units(model, "TDB")
    assert converted.settings.units == "TDB"
    assert jug.residuals(converted, toas).time_s.shape == (1,)


@pytest.mark.filterwarnings("ignore::jug.errors.ClockWarning")
def test_a_tcb_par_file_is_the_pulsar_of_its_native_evaluation() -> None:
    """Phase of 40 TOAs over 30 years: converted to TDB by jug, and natively in TCB with 50 digits; agree to 1 ps."""
    tdb = build(par_file(PAR))
    toas = jug.simulate(tdb, np.linspace(49000, 58500, 40), freq_mhz=np.linspace(430, 2300, 40), site="gbt", noise=True)
    tcb = convert_units(par_file(PAR), "TCB")
    model = build(convert_units(tcb, "TDB"))
    ours = make_anchor(model, toas).reference.residual
    native = native_turns(tcb, toas)
    difference = (ours - native + 0.5) % 1.0 - 0.5
    assert np.abs(difference).max() / 245.4 < 1e-12


def native_turns(par: ParFile, toas: jug.TOAs) -> np.ndarray:
    """Phase since the TZR point, turns modulo 1, of a TCB par file, all quantities in TCB units."""
    with mp.workdps(50):
        return _native_turns(par, toas)


def _native_turns(par: ParFile, toas: jug.TOAs) -> np.ndarray:
    k, day = mp.mpf(RATE.numerator) / RATE.denominator, mp.mpf(86400)

    def get(key: str) -> mp.mpf:
        v = value(par, key)
        return mp.mpf(v.numerator) / v.denominator

    def epoch(key: str) -> mp.mpf:
        return get(key) * day

    mas, year = mp.pi / 180 / 3600000, mp.mpf("365.25") * day
    ra, dec = get("RAJ") * mp.pi / 12, get("DECJ") * mp.pi / 180
    p = mp.matrix([mp.cos(ra) * mp.cos(dec), mp.sin(ra) * mp.cos(dec), mp.sin(dec)])
    east = mp.matrix([-mp.sin(ra), mp.cos(ra), 0])
    north = mp.matrix([-mp.cos(ra) * mp.sin(dec), -mp.sin(ra) * mp.sin(dec), mp.cos(dec)])
    motion = (east * get("PMRA") + north * get("PMDEC")) * mas / year

    def tcb_seconds(day_: int, hi: float, lo: float) -> mp.mpf:
        t = mp.mpf(int(day_)) * day + mp.mpf(hi) + mp.mpf(lo)
        start, shift = mp.mpf("43144.0003725") * day, mp.mpf("-65.5e-6")
        return (t - shift - start) * k + start

    def phase(t: mp.mpf, r: list, v: list, sun: list, f: float, on_site: bool) -> mp.mpf:
        n = p + motion * (t - epoch("POSEPOCH"))
        n = n / mp.norm(n)
        r, sun = mp.matrix(r) * k, mp.matrix(sun) * k
        along = mp.fdot(r, n)
        delay = mp.mpf(0)
        if on_site:
            distance = AU_LS / (get("PX") * mas)
            delay += -along + (mp.fdot(r, r) - along**2) / (2 * distance)
            size = mp.norm(sun)
            delay += -2 * T_SUN * k * mp.log((size - mp.fdot(sun, n)) / (AU_LS * k))
        if f != np.inf:
            f_tcb = mp.mpf(f) / k * (1 - mp.fdot(mp.matrix(v), n))
            dm = get("DM") + get("DM1") * (t - epoch("DMEPOCH")) / year
            delay += mp.mpf(K_DM) * dm / f_tcb**2
        dt = t - delay - epoch("PEPOCH")
        return get("F0") * dt + get("F1") * dt**2 / 2

    def row(source: jug.TOAs, i: int, on_site: bool) -> mp.mpf:
        t = tcb_seconds(source.tdb.day[i], source.tdb.sec.hi[i], source.tdb.sec.lo[i])
        vectors = (source.r_obs[i], source.v_obs[i], source.bodies["sun"][i])
        return phase(t, *(list(map(mp.mpf, vector.tolist())) for vector in vectors), source.freq_hz[i], on_site)

    assert toas.tzr is not None
    zero = row(toas.tzr, 0, False)
    return np.array([float(mp.frac(row(toas, i, True) - zero)) for i in range(len(toas))])


def test_a_tcb_par_file_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "a.par"
    path.write_text(convert_units(par_file(PAR), "TCB").text)
    with pytest.warns(InputWarning, match=r"a\.par:18: UNITS TCB is converted to TDB"):
        model = jug.load_model(path)
    assert model.values["F0"] == pytest.approx(245.426123, rel=1e-15)
    assert any("converted" in text for text in model.settings.assumed)
    assert units_of(model.par) == "TDB"


def test_lines_with_two_values_and_powers_of_the_logarithm() -> None:
    """All orders of FD are times; both amplitudes of a WAVE line and both values of an IFUNC line are converted."""
    extra = "FD1 1e-4\nFD2 -2e-5\nWAVE_OM 0.01 0\nWAVE1 1e-3 2e-3 1\nWAVEEPOCH 54400\n"
    extra += "SIFUNC 2 0\nIFUNC1 54000 1e-4 0.0\nIFUNC2 54500 2e-4 0.0\n"
    tdb = par_file(PAR + extra)
    tcb = convert_units(tdb, "TCB")
    for key in ("FD1", "FD2", "WAVE_SIN1", "WAVE_COS1", "IFUNC1", "IFUNC2"):
        assert abs(value(tcb, key) / value(tdb, key) - RATE) < 1e-28, key
    assert abs(value(tcb, "WAVE_OM") / value(tdb, "WAVE_OM") - 1 / RATE) < 1e-28
    assert float(value(tcb, "IFUNC_MJD2") - value(tdb, "IFUNC_MJD2")) == pytest.approx(1.5505e-8 * 11356, rel=1e-3)
    back = convert_units(tcb, "TDB")
    for key in ("FD2", "WAVE_COS1", "IFUNC_MJD2", "IFUNC2"):
        assert abs(value(back, key) - value(tdb, key)) < abs(value(tdb, key)) * Fraction(1, 10**28), key
