"""What a session and a notebook show of objects, single parameters, and tables."""

import json
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from astropy import units as u
from copies import example

import jug
from jug.core.display.quantities import astropy_unit
from jug.core.display.shown import as_text
from jug.text.value_with_error import with_error


@pytest.fixture(scope="module")
def small() -> tuple[jug.FitResult, jug.TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return jug.fit(model, toas, backend="numpy"), toas


@pytest.fixture(scope="module")
def large() -> tuple[jug.FitResult, jug.TOAs]:
    """4,005 TOAs, 90 free parameters; its repr had 520,613 characters."""
    with warnings.catch_warnings():  # whichever test asks for it first
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
        return jug.fit(model, toas, backend="numpy"), toas


def test_columns_are_as_wide_as_their_longest_cell() -> None:
    assert as_text("PSR", [("F0", "300.1", "Hz"), ("DECJ", "1", "deg")]).splitlines() == [
        "PSR",
        "  F0    300.1  Hz",
        "  DECJ  1      deg",
    ]


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_reprs_fill_no_screen(large: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, toas = large
    axis = result.values["F1"] + result.errors["F1"] * np.array([-1.0, 0.0, 1.0])
    grid = jug.grid(result.model, toas, {"F1": axis}, exact=False)
    likelihood = jug.likelihood(result.model, toas, free=["F0", "F1"], noise=())
    shown: list[object] = [result, result.model, toas, result.residuals, grid, likelihood]
    shown += [
        jug.columns(result.model, toas, "mjd,res,flag:fe"),
        jug.derived(result),
        jug.design_matrix(result.model, toas),
    ]
    shown += [jug.move_epochs(result, {"PEPOCH": 54000}), jug.compare(result.prefit, result.model), toas.raw]
    shown += [result.model.par, result.model.settings, jug.backends(), jug.read_par(example("NGC6440E")[0])]
    for one in shown:
        lines = repr(one).splitlines()
        assert 2 <= len(lines) <= 20, lines
        assert max(map(len, lines)) <= 100, lines
        html = one._repr_html_()
        assert html.startswith("<div><b>")
        assert html.count("<tr>") >= 1
    assert "DMX_0001 ... DMX_" in repr(result)
    assert "4005 TOAs" in repr(toas)
    for brief in (result.verdict, jug.derived(result)["PM"], jug.orbital_phase(result, toas), result.toa_summary):
        assert 2 <= len(repr(brief).splitlines()) <= 20, brief
        assert max(map(len, repr(brief).splitlines())) <= 100, brief


def test_rows_of_fields_say_what_there_is(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, toas = small
    assert "flags" not in repr(toas)
    assert "flags  " in repr(toas.with_flag("fe", "L"))
    design = repr(jug.design_matrix(result.model, toas)).splitlines()
    assert design[0] == "DesignMatrix of 62 TOAs and 6 columns"
    units = {"Offset": "s", "RAJ": "s/hourangle", "DECJ": "s/deg", "F0": "s/Hz", "F1": "s/(Hz s^-1)"}
    assert dict(line.split(maxsplit=1) for line in design[1:]) == {**units, "DM": "s/(pc cm^-3)"}
    columns = repr(jug.columns(result.model, toas, "mjd,err,site")).splitlines()
    assert columns[0] == "ColumnTable of 62 TOAs"
    assert columns[2].split() == ["err", "us", "21.71", "...", "48.59"]
    [age] = [line.split() for line in repr(jug.derived(result)).splitlines() if line.split()[0] == "AGE"]
    assert age[1].endswith("e+08")
    assert age[2] == "yr"


def test_a_parameter_has_value_error_and_unit(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, _ = small
    f0 = result["F0"]
    assert (f0.name, f0.value, f0.error, f0.unit) == ("F0", result.values["F0"], result.errors["F0"], "Hz")
    assert float(f0) == f0.value
    with pytest.raises(TypeError):
        f0 * 2
    with pytest.raises(AttributeError):
        f0.value = 1.0
    assert f0.free
    assert result.model.entries["F0"].codec.parse(f0.text) == result.model.entries["F0"].value
    assert f0.quantity == result.values["F0"] * u.Hz
    assert f0.error_quantity.to_value(u.mHz) == pytest.approx(result.errors["F0"] * 1e3)
    assert result["raj"].quantity.to_value(u.rad) == pytest.approx(result.values["RAJ"] * np.pi / 12.0)
    pepoch = jug.ParameterValue("PEPOCH", 53750.0, None, "d", "53750", free=False)
    assert result.model["PEPOCH"] == result["PEPOCH"] == pepoch
    assert repr(result.model["PEPOCH"]) == "PEPOCH = 53750 d, fixed"
    assert result["PEPOCH"].error_quantity is None
    assert "F0" in result.model
    assert "F7" not in result.model
    assert list(result.model)[:2] == list(result.model.names)[:2]
    with pytest.raises(jug.FitError, match="no parameter 'F7'") as unknown:
        result["F7"]
    assert isinstance(unknown.value, KeyError)


def test_settings_and_descriptions_have_a_text_too(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    model = jug.load_model(example("J0613-sim")[0])
    tzr = model["tzrmjd"]
    assert (tzr.name, tzr.value, tzr.unit, tzr.text) == ("TZRMJD", 54401.72077835795, "d", "54401.72077835795028")
    assert repr(model["TZRFREQ"]) == "TZRFRQ = 1432.000 MHz, fixed"
    assert (model["EPHEM"].text, model["CLOCK"].text, model["BINARY"].text) == ("DE421", "TT(TAI)", "BT")
    assert (repr(model["EPHEM"]), repr(model["BINARY"])) == ("EPHEM = DE421", "BINARY = BT")
    assert np.isnan(float(model["BINARY"]))
    assert model["DILATEFREQ"].text == "N"  # its line is a comment
    assert model.set(EPHEM="DE440")["EPHEM"].text == "DE440"
    assert [name in model for name in ("EPHEM", "tzrmjd", "E", "NTOA")] == [True, True, True, False]
    assert small[0]["TZRSITE"].text == "1"
    with pytest.raises(KeyError, match=r"the par file has no line NTOA; model.set\(NTOA=...\) adds it"):
        model["NTOA"]


def test_an_error_has_the_same_digits_everywhere(small: tuple[jug.FitResult, jug.TOAs], tmp_path: Path) -> None:
    """In the result, its model, its table, and the par file that is read again; after scaling too."""
    for result in (small[0], small[0].scaled()):
        jug.write_par(result.model, tmp_path / "out.par")
        table = result.to_table()
        in_table = dict(zip(table["name"].tolist(), table["error"].tolist(), strict=True))
        for name, error in result.errors.items():
            assert result[name].error == result.model[name].error == result.model.errors[name] == error
            assert jug.load_model(tmp_path / "out.par").errors[name] == in_table[name] == error


def test_scaled_errors_are_those_of_the_fit(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    scaled = small[0].scaled()
    assert scaled["F0"].error == pytest.approx(scaled.errors["F0"], rel=1e-14)


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_all_units_are_astropys() -> None:
    """Every unit of a parameter, families included."""
    assert astropy_unit("ls/s^2").to("m/s2") == 299792458.0
    assert astropy_unit("pc cm^-3 yr^-2") == u.pc / u.cm**3 / u.yr**2
    assert astropy_unit("1/s s^-1") == u.s**-2
    assert astropy_unit("turn").to("rad") == pytest.approx(2.0 * np.pi)
    assert astropy_unit("") == u.dimensionless_unscaled
    for name in ("B1855+09_NANOGrav_9yv1", "J0740+6620"):
        model = jug.load_model(example(name)[0])
        assert len({astropy_unit(unit).to_string() for unit in model.units.values()}) > 8


def test_tables(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, toas = small
    found = result.to_table()
    row = found[list(found["name"]).index("RAJ")]
    assert (row["value"], row["error"]) == (result.values["RAJ"], result.errors["RAJ"])
    assert (row["unit"], row["free"]) == ("hourangle", True)
    assert np.isnan(found["error"][list(found["name"]).index("PEPOCH")])
    assert json.loads(json.dumps(result.to_json(), allow_nan=False))["values"] == result.values
    rows = toas.to_table()
    assert rows["freq_mhz"].unit == u.MHz
    assert len(rows) == 62
    assert np.array_equal(rows["error_us"].to_value(u.us), toas.error_s * 1e6)
    assert np.array_equal(rows["mjd"].value, toas.mjd)


def test_arrays_have_the_unit_of_their_names(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    result, toas = small
    assert toas.quantity("freq_hz").to_value(u.MHz) == pytest.approx(toas.freq_hz / 1e6)
    assert toas.quantity("mjd").unit == u.d
    assert result.residuals.quantity("time_s").to_value(u.us) == pytest.approx(result.residuals.time_s * 1e6)
    with pytest.raises(jug.InputError, match=r"no array 'freq'.*freq_hz"):
        toas.quantity("freq")
    for name in ("r_obs", "tdb", "bodies_ls", "bodies_ls.pluto", "freq_hz.x"):
        with pytest.raises(jug.InputError, match=rf"no array '{name}'.*bodies_ls.sun.*obs_ls.*tdb_mjd"):
            toas.quantity(name)
    assert toas.quantity("obs_ls").to_value(u.au) == pytest.approx(toas.r_obs / 499.004784)
    assert toas.quantity("obs_velocity_c").to_value(u.km / u.s) == pytest.approx(toas.v_obs * 299792.458)
    assert toas.quantity("bodies_ls.sun").to_value(u.km) == pytest.approx(toas.bodies["sun"] * 299792.458)
    assert toas.quantity("tdb_mjd").unit == u.d
    assert toas.tdb_mjd == pytest.approx(toas.mjd + 65.0 / 86400.0, abs=2.0 / 86400.0)


def test_pandas_is_asked_for_in_one_sentence(
    small: tuple[jug.FitResult, jug.TOAs], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(jug.JugError, match="pandas is not installed: pip install"):
        small[0].to_pandas()


def test_a_frame_has_the_columns_of_the_table(small: tuple[jug.FitResult, jug.TOAs]) -> None:
    pytest.importorskip("pandas")
    frame = small[0].to_pandas()
    assert frame.loc["F0", "error"] == small[0].errors["F0"]
    assert list(frame.columns) == [name for name in small[0].to_table().colnames if name != "name"]
    toas = small[1]
    assert list(toas.to_pandas().columns) == toas.to_table().colnames
    assert np.array_equal(toas.to_pandas()["freq_mhz"], toas.freq_hz / 1e6)
    assert len(toas.to_table().to_pandas()) == len(toas)
    listed = jug.columns(small[0].model, toas, "mjd,res,err,site").to_pandas()
    assert list(listed.columns) == ["mjd", "res", "err", "site"]
    assert listed["err"].to_numpy() == pytest.approx(toas.error_s * 1e6)


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (224.1139, 0.0345, "224.114(34)"),
        (-1.18e-15, 1.4e-18, "-1.1800(14)e-15"),
        (61.4854765543713, 1.9e-11, "61.485476554371(19)"),
        (12345.6, 230.0, "12346 +- 2.3e+02"),
        (123.4, 2.3, "123.4(23)"),
        (123.4, 23.0, "123 +- 23"),
        (1.0, float("inf"), "1.0 +- inf"),
        (0.0, 0.25, "0.00(25)"),
        (1234567.0, 240.0, "1234567 +- 2.4e+02"),
        (12345678.0, 240.0, "1.234568(24)e+07"),
        (9.9e6, 2e7, "1.0(20)e+07"),
        (1.23e-5, 1e-7, "0.00001230(10)"),
        (1.23e-6, 1e-7, "1.23(10)e-06"),
    ],
)
def test_values_with_their_uncertainty(value: float, error: float, text: str) -> None:
    assert with_error(value, error) == text


def test_rows_beyond_a_screen_are_counted() -> None:
    text = as_text("title", [(str(i),) for i in range(40)])
    assert len(text.splitlines()) == 20
    assert text.endswith("  and 22 more")


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_names_of_terms_end_after_90_characters(large: tuple[jug.FitResult, jug.TOAs]) -> None:
    model = large[0].model.with_free(["F0"])
    [line] = [line for line in repr(model).splitlines() if line.split()[0] == "terms"]
    names = ", ".join(c.name for c in model.components)
    assert len(names) > 90
    assert line.split(maxsplit=1)[1] == names[:90].strip()
