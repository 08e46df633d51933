"""A par file becomes a model, or one error that names the lines that cannot be used."""

import pytest

import jug
from jug.conversion.writing import par_text
from jug.errors import InputWarning, ParError
from jug.io.par import ParFile, parse_lines
from jug.model.registry import every_term

GOOD = {
    "PSR": "J0000+0000",
    "RAJ": "01:02:03.4 1 0.001",
    "DECJ": "-00:00:01.5 1",
    "F0": "100.5D0 1 1e-12",
    "PEPOCH": "55000.25",
    "DM": "12.3",
    "EPHEM": "DE440",
    "CLK": "TT(BIPM2019)",
    "UNITS": "TDB",
}


def par(*more: str, drop: tuple[str, ...] = (), **change: str) -> ParFile:
    lines = [f"{k} {v}" for k, v in {**GOOD, **change}.items() if k not in drop] + list(more)
    return parse_lines(lines, "x.par")


def test_values_flags_uncertainties_and_defaults():
    with pytest.warns(InputWarning) as found:
        model = jug.load_model(par("F2 1e-25", "JUMP -fe L-wide 0.1 1 0.02", "JUMP MJD 55010 55000 0.2"))
    assert [str(one.message).partition(":")[2][:34] for one in found] == [
        "12: JUMP MJD has the upper end fir",
        "10: F2 is given without F1, read a",
    ]
    assert model.free == ("RAJ", "DECJ", "F0", "JUMP1")
    assert model.values["F0"] == 100.5
    assert model.values["F1"] == 0.0  # between F0 and F2
    assert model.values["DECJ"] == pytest.approx(-1.5 / 3600, rel=1e-15)  # the sign of -00
    assert model.errors == {"RAJ": 0.001 / 3600, "F0": 1e-12, "JUMP1": 0.02}
    assert model.values["POSEPOCH"] == model.values["DMEPOCH"] == 55000.25
    assert model.values["PX"] == 0.0
    assert str(model.entries["JUMP2"].selector) == "MJD 55000 55010"
    assert model.units["F2"] == "Hz s^-2"


def test_a_range_with_the_upper_end_first_is_reported_and_written_in_order():
    """PINT selects nothing by it: a file for PINT that has the line as it stands would be another model there."""
    with pytest.warns(InputWarning, match=r"EFAC FREQ has the upper end first, read as FREQ 1000 1500; PINT t"):
        model = jug.load_model(par("EFAC FREQ 1500 1000 1.2", "JUMP MJD 55000 55010 0.2"))
    assert [line.split() for line in par_text(model).splitlines()[-2:]] == [
        ["EFAC", "FREQ", "1000", "1500", "1.2", "0"],
        ["JUMP", "MJD", "55000", "55010", "0.2"],
    ]


def test_aliases_and_ecliptic_coordinates():
    model = jug.load_model(par("LAMBDA 286.8 1", "BETA 32.3 1", "PMLAMBDA -3.2", "ECL IERS2003", drop=("RAJ", "DECJ")))
    assert model.free == ("F0", "ELONG", "ELAT")
    assert model.entry("lambda").name == "ELONG"
    assert model.settings.ecl == "IERS2003"


@pytest.mark.parametrize(
    "line", ["UNITS TDB", "TIMEEPH FB90", "T2CMETHOD IAU2000B", "DILATEFREQ N", "PLANET_SHAPIRO Y"]
)
def test_lines_that_name_what_jug_does(line):
    key, word = line.split()
    model = jug.load_model(par(**{key: word}))
    assert model.names == jug.load_model(par()).names
    assert model.settings.planets == (key == "PLANET_SHAPIRO")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("PMRAA 3.0",), r"x.par:10: unknown keyword PMRAA: 'PMRAA 3.0'; did you mean PMRA"),
        (("F0 100.4",), r"x.par:10: F0 is given twice, first on line 4"),
        (("RA 01:02:03.5",), r"x.par:10: RA is given twice, first on line 2"),
        (("EPHEM DE421",), r"x.par:10: EPHEM is given twice"),
        (("PMRA fast",), r"x.par:10: PMRA: .*'PMRA fast'; write: keyword, value, fit flag"),
        (("PMRA",), r"x.par:10: PMRA has no value"),
        (("PMRA 1 1 0.1 0.2",), r"x.par:10: PMRA has 4 words"),
        (("PMRA 1 1 -0.1",), r"x.par:10: PMRA has a negative uncertainty"),
        (("POSEPOCH 55000 1",), r"x.par:10: POSEPOCH cannot be fitted"),
        (("JUMP 0.1 1",), r"x.par:10: JUMP has no selector.*write JUMP -flag value"),
        (("JUMP MJD 55000",), r"x.par:10: JUMP: the selector MJD takes 2 words"),
        (("JUMP MJD a b 0.1",), r"x.par:10: JUMP: the selector MJD takes two numbers"),
        (("UNITS",), r"x.par:10: UNITS has no value"),
        (("ECL IERS1999",), r"x.par:10: unknown ECL.*it is one of IERS2010"),
        (("TZRSITE gbt",), r"x.par:10: TZRSITE without TZRMJD"),
        (("TRACK 1",), r"x.par:10: TRACK other than -2 and 0"),
        (("PLANET_SHAPIRO maybe",), r"x.par:10: PLANET_SHAPIRO: neither Y nor N"),
        (("ELONG 10", "ELAT 3"), r"x.par:10: positions in two frames: 'ELONG 10'"),
    ],
)
def test_one_clear_message(lines, message):
    with pytest.raises(ParError, match=message):
        jug.load_model(par(*lines))


@pytest.mark.parametrize(
    ("drop", "message"),
    [
        (("F0",), "x.par:8: F0 is missing; a timing model"),
        (("PEPOCH",), "x.par:4: PEPOCH is missing, and spin needs it"),
        (("DECJ",), "x.par:2: DECJ is missing, and equatorial astrometry needs it"),
    ],
)
def test_what_is_missing_is_named(drop, message):
    with pytest.raises(ParError, match=message):
        jug.load_model(par(drop=drop))


def test_absent_conventions_are_reported_not_guessed():
    with pytest.warns(InputWarning, match=r"jug takes UNITS TDB \(as PINT.*EPHEM DE421 \(as PINT"):
        model = jug.load_model(par(drop=("UNITS", "EPHEM")))
    assert len(model.settings.assumed) == 2


def test_tempo_precession_draws_a_warning_with_its_size():
    with pytest.warns(InputWarning, match=r"x.par:10: T2CMETHOD TEMPO is not used.*9 ns rms"):
        jug.load_model(par("T2CMETHOD TEMPO"))


def test_model_is_changed_by_copies():
    model = jug.load_model(par())
    other = model.with_free(["dm", "RA"]).with_values({"DM": 13.0, "RAJ": "01:02:03.5"})
    assert other.free == ("RAJ", "DM")
    assert (model.values["DM"], other.values["DM"]) == (12.3, 13.0)
    assert other.entries["RAJ"].text() == "01:02:03.5"


def test_fit_flags_of_noise_parameters_are_kept_and_reported():
    lines = ("EFAC -fe L 1.1 1 0.02", "ECORR -fe L 0.5 1", "TNREDAMP -13 1", "TNREDGAM 3.2", "TNREDC 30")
    with pytest.warns(InputWarning, match="of EFAC1 -fe L, ECORR1 -fe L, TNREDAMP make jug fit and jug noise") as found:
        model = jug.load_model(par(*lines))
    assert len(found) == 1
    assert model.free == ("RAJ", "DECJ", "F0")
    assert [e.name for e in model.entries.values() if e.flag_not_used] == ["EFAC1", "ECORR1", "TNREDAMP"]
    assert par_text(model).splitlines()[-5:] == list(lines)
    moved = par_text(model.with_values({"TNREDAMP": -13.5})).splitlines()[-3]
    assert moved.split() == ["TNREDAMP", "-13.5", "1"]
    with pytest.raises(ParError, match="TNREDC cannot be fitted"):
        jug.load_model(par(*lines[:-1], "TNREDC 30 1"))


def test_what_tempo2_takes_off_on_display_is_kept():
    line = "TNsubtractRed 1"
    with pytest.warns(InputWarning, match=r"red noise stays in the residuals; subtract=\['RED'\] takes it off"):
        model = jug.load_model(par(line))
    assert par_text(model).splitlines()[-1] == line


def test_a_name_means_one_thing_in_the_whole_registry() -> None:
    """The table of parameters goes by name: what one component says of a parameter holds in the others."""
    seen: dict[str, object] = {}
    other = [(c.name, q.name) for c in every_term() for q in c.params if seen.setdefault(q.name, q) != q]
    assert not other
