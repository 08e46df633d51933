"""Positions in the ICRS and in ecliptic coordinates: the same residuals, lines, fit flags, covariance; against PINT."""

import io
import warnings
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from copies import example

import jug
from jug.conversion.error_propagation import propagation
from jug.conversion.frames.frame_values import frame_values
from jug.conversion.writing import par_text
from jug.core.angles import ANGLE_DIGITS, PI, arc_tangent_exact, sine_cosine_exact
from jug.io.par import parse_lines

HEAD = "PSR J1713+0747\nF0 218.8 1\nF1 -4e-16 1\nPEPOCH 55000\nDM 15.97\nEPHEM DE440\nCLK TT(BIPM2019)\nUNITS TDB\n"
PLACE = "RAJ 17:13:49.5331505 1 0.01\nDECJ 07:47:37.49284 1 0.2\nPMRA 4.918 1 0.003\nPMDEC -3.91 1 0.005\n"
MORE = "PX 0.87 1\nPMRA2 0.3 0 0.02\nPMDEC2 -0.2\nPMRV 40\nVLBIAX 3\nVLBIAY -4\nVLBIAZ 2\n"
ORBIT = "PB 67.825 1\nA1 32.342\nT0 54303.6\nECC 7.5e-5\nOM 176\nM2 0.29\nKIN {kin} 1 2\nKOM {kom} 1 10\n"
NODES = {"DDK": {"kin": 71.9, "kom": 89.0}, "T2": {"kin": 108.1, "kom": 1.0}}


def model_of(text: str) -> jug.TimingModel:
    return jug.load_model(parse_lines((HEAD + text).splitlines(), "x.par"))


@pytest.fixture(scope="module")
def toas() -> jug.TOAs:
    mjd = np.linspace(52000.1, 59000.4, 60)
    return jug.simulate(model_of(PLACE), mjd, freq_mhz=1400.0, site="gbt", error_us=1.0)


@pytest.mark.parametrize("binary", ["", "DDK", "T2"])
def test_residuals_stay(binary: str, toas: jug.TOAs) -> None:
    """With every term of astrometry, and with an orbit that sees the proper motion: below 0.001 ns, there and back."""
    body = PLACE + MORE + (f"BINARY {binary}\n" + ORBIT.format(**NODES[binary]) if binary else "")
    model = model_of(body)
    there = jug.convert_frame(model, "ecliptic", toas=toas)
    assert there.change_ns is not None
    assert there.change_ns < 1e-3
    assert "RAJ" not in there.model.entries
    back = jug.convert_frame(there.model, "ICRS", toas=toas)
    assert back.change_ns is not None
    assert back.change_ns < 1e-3
    for name, value in model.values.items():
        assert back.model.values[name] == pytest.approx(value, rel=1e-14, abs=1e-13), name
    assert set(back.model.free) == set(model.free)
    if binary:
        assert abs(there.model.values["KOM"] - model.values["KOM"]) > 1.0
        assert any("KOM" in note for note in there.notes)


@pytest.mark.parametrize("name", ["NGC6440E", "B1855+09", "J0613-sim"])
@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_residuals_of_the_examples_stay(name: str) -> None:
    model, toas = jug.load(*example(name))
    frame = "icrs" if "ELONG" in model.entries else "ecliptic"
    there = jug.convert_frame(model, frame, toas=toas)
    assert there.change_ns is not None
    assert there.change_ns < 1e-3
    read_back = jug.load_model(parse_lines(par_text(there.model).splitlines(), "x.par"))
    assert read_back.values == there.model.values


def test_lines_keep_their_places_and_comments() -> None:
    model = model_of(PLACE.replace("PMRA 4.918 1 0.003\n", "").replace("0.2\n", "0.2 # by VLBI\n"))
    lines = par_text(jug.convert_frame(model, "ecliptic").model).splitlines()
    keys = [line.split()[0] for line in lines]
    assert keys[8:] == ["ELONG", "ELAT", "PMELONG", "ECL", "PMELAT"]
    assert "# by VLBI" in lines[9]
    ecl = model_of("ECL IERS2003\nELONG 256.66\nELAT 30.7\n")
    there = jug.convert_frame(ecl, "icrs").model
    assert "# ECL IERS2003" in par_text(there)
    assert "PMRA" not in par_text(there)
    assert there.settings.ecl == "DEFAULT"
    obliquities = [
        jug.convert_frame(model_of(f"{line}ELONG 256.66\nELAT 30.7\n"), "icrs").model.values["DECJ"]
        for line in ("", "ECL IERS2010\n", "ECL IERS2003\n")
    ]
    assert obliquities[0] == obliquities[1]
    assert abs(obliquities[0] - obliquities[2]) * 3600 == pytest.approx(1e-4, rel=0.1)


def test_a_partly_free_pair_becomes_free_with_a_note() -> None:
    there = jug.convert_frame(model_of(PLACE.replace("DECJ 07:47:37.49284 1", "DECJ 7:47:37 0")), "ecliptic")
    assert {"ELONG", "ELAT"} <= set(there.model.free)
    assert any("RAJ was free and DECJ fixed" in note for note in there.notes)
    fixed = jug.convert_frame(model_of("RAJ 1:2:3\nDECJ 4:5:6\n"), "ecliptic")
    assert not {"ELONG", "ELAT", "PMELONG"} & set(fixed.model.free)
    assert fixed.notes == ()


def test_what_is_there_already_stays_and_other_frames_are_refused() -> None:
    model = model_of(PLACE)
    same = jug.convert_frame(model, "icrs")
    assert same.model is model
    assert same.notes == ("the position is in this frame already (icrs)",)
    with pytest.raises(jug.InputError, match="one of icrs, ecliptic"):
        jug.convert_frame(model, "galactic")


@pytest.mark.parametrize("binary", ["DDK", "T2"])
def test_the_jacobian_is_that_of_the_values(binary: str) -> None:
    """Each derivative against the difference of two conversions, with motions large enough to show their coupling."""
    fast = PLACE.replace("4.918", "4918e3").replace("-3.91", "-3910e3") + "PMRA2 3e5 0 1\nPMDEC2 -2e5 0 1\n"
    model = model_of(fast + f"BINARY {binary}\n" + ORBIT.format(**NODES[binary]))
    names = ("RAJ", "DECJ", "PMRA", "PMDEC", "PMRA2", "PMDEC2", "KOM")
    for name in names:
        sigma = 1e-4 if name != "RAJ" else 1e-5
        one = propagation(model)._replace(names=(name,), covariance=np.array([[sigma**2]]))
        found = frame_values(model, one, "IERS2010")
        at = model.values[name]
        high, low = (frame_values(model.with_values({name: at + s}), one, "IERS2010") for s in (sigma, -sigma))
        for key, e in found.entries.items():
            slope = abs(float((high.entries[key].value.hi - low.entries[key].value.hi) / 2))
            assert (e.error or 0.0) == pytest.approx(slope, rel=2e-5, abs=1e-9 * sigma), (
                name,
                key,
            )


def test_covariance_of_a_fit_goes_over(toas: jug.TOAs) -> None:
    """Uncertainties and correlations are those of a fit in the other frame."""
    model = model_of(PLACE + "PX 0.87 1\n")
    raw = jug.simulate(model, toas.mjd, freq_mhz=1400.0, site="gbt", error_us=1.0, noise=True, seed=3)
    result = jug.fit(model, raw, backend="numpy")
    there = jug.convert_frame(result, "ecliptic", toas=raw)
    again = jug.fit(there.model, raw, backend="numpy")
    assert not any("independent" in note for note in there.notes)
    order = [there.names.index(name) for name in again.names]
    assert len(order) == len(there.names)
    size = np.sqrt(np.diag(again.covariance))
    np.testing.assert_allclose(
        there.covariance[np.ix_(order, order)] / np.outer(size, size),
        again.covariance / np.outer(size, size),
        atol=1e-4,
    )
    for name in again.names:
        assert abs(there.model.values[name] - again.values[name]) < 1e-3 * again.errors[name], name


def test_sine_and_arc_tangent_to_fifty_digits() -> None:
    """The sine of pi / 6 is a half; the angle comes back from its sine and cosine in each quadrant."""
    with localcontext() as context:
        context.prec = ANGLE_DIGITS
        assert abs(sine_cosine_exact(PI / 6)[0] - Decimal("0.5")) < Decimal("1e-50")
        for angle in ("0", "0.3", "1.9", "-2.5", "-0.001", "3.1"):
            sine, cosine = sine_cosine_exact(Decimal(angle))
            assert abs(arc_tangent_exact(sine, cosine) - Decimal(angle)) < Decimal("1e-50")


def pint_model(text: str) -> Any:
    builder = pytest.importorskip("pint.models")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return builder.get_model(io.StringIO(text))


@pytest.mark.parametrize("ecliptic", [False, True])
@pytest.mark.filterwarnings("ignore")
def test_as_pint(ecliptic: bool) -> None:
    """Positions to 1e-9 arcsec (the 64-bit hours of PINT are 2e-10 arcsec apart), motions, KOM, and uncertainties.

    PINT rotates (sigma_lon, sigma_lat) like a vector, which is the rule for wholly correlated uncertainties, and
    refuses one that comes out negative. The independent rule is that of the Jacobian, tested above.
    """
    names = ("ELONG", "ELAT", "PMELONG", "PMELAT") if ecliptic else ("RAJ", "DECJ", "PMRA", "PMDEC")
    values = (
        ("256.66867", "30.70036", "5.26", "-3.44") if ecliptic else ("17:13:49.5331505", "07:47:37.49284", "5", "-4")
    )
    sizes = (2e-9, 9e-9, 0.002, 0.009) if ecliptic else (1e-6, 9e-5, 0.002, 0.009)
    lines = [f"{name} {value} 1 {size}\n" for name, value, size in zip(names, values, sizes, strict=True)]
    text = HEAD + "".join(lines) + "BINARY DDK\n" + ORBIT.format(**NODES["DDK"]) + "PX 0.87\n"
    model = jug.load_model(parse_lines(text.splitlines(), "x.par"))
    sigma = np.array([size / model.entries[name].codec.error_divisor for name, size in zip(names, sizes, strict=True)])
    pairs = np.kron(np.eye(2), np.ones((2, 2)))
    uncertain = propagation(model)._replace(names=names, covariance=np.outer(sigma, sigma) * pairs)
    ours = frame_values(model, uncertain, "IERS2010").entries
    theirs = pint_model(text).as_ICRS() if ecliptic else pint_model(text).as_ECL()
    for old in names:
        e = ours[old]
        their = getattr(theirs, e.name)
        unit = {"hms": "hourangle", "dms": "deg"}.get(e.param.codec, str(their.units))
        tolerance = (
            {"rel": 1e-9}
            if e.name.startswith("PM")
            else {"rel": 0.0, "abs": 1e-9 / 3600 / (15 if e.name == "RAJ" else 1)}
        )
        assert float(e.value.hi) == pytest.approx(their.quantity.to_value(unit), **tolerance), old
        assert e.error is not None
        assert e.error == pytest.approx(their.uncertainty.to_value(unit), rel=1e-6), old
    assert float(ours["KOM"].value.hi) == pytest.approx(float(theirs.KOM.value) % 360.0, abs=1e-7)


def test_only_uncertain_parameters_have_a_covariance() -> None:
    """A position without uncertainties has none in the other frame; F0 keeps its own."""
    body = "RAJ 17:13:49.5331505\nDECJ 07:47:37.49284\nPMRA 4.918\nPMDEC -3.91\nPX 0.87 1 0.05\n"
    found = jug.convert_frame(model_of(body), "ecliptic")
    assert found.names == ("PX",)
    assert found.covariance == pytest.approx(np.array([[0.05**2]]), rel=1e-12)
