"""Lines with several values, flags that free whole families, series from order 1, and periods for frequencies."""

from pathlib import Path

import pytest
from simulated import BASE, made

import jug
from jug.conversion.writing import par_text
from jug.core.doubledouble import to_fraction
from jug.errors import InputWarning, ParError


def model_of(folder: Path, extra: str, base: str = BASE):
    path = folder / "a.par"
    path.write_text(base + extra)
    return jug.load_model(path)


WAVES = "WAVE_OM 0.0123{flag}\nWAVE1 1e-3 -2e-3{first}\nWAVE2 -3.3e-4 1e-4{second}\n"


@pytest.mark.parametrize(
    ("flag", "first", "second", "free"),
    [
        ("", "", "", ()),
        (" 1", "", "", ("WAVE_SIN1", "WAVE_COS1", "WAVE_SIN2", "WAVE_COS2")),
        (" 1", " 0", "", ("WAVE_SIN2", "WAVE_COS2")),
        (" 0", " 1", "", ("WAVE_SIN1", "WAVE_COS1")),
        ("", " 1 0", " 0 1", ("WAVE_SIN1", "WAVE_COS2")),
        ("", " 1 1e-6 2e-6", " 1 0 3e-6 4e-6", ("WAVE_SIN1", "WAVE_COS1", "WAVE_SIN2")),
        ("", "", " 3e-6 4e-6", ()),
    ],
)
def test_fit_flags_of_pairs(flag: str, first: str, second: str, free: tuple[str, ...], tmp_path: Path) -> None:
    model = model_of(tmp_path, WAVES.format(flag=flag, first=first, second=second))
    assert tuple(n for n in model.free if n.startswith("WAVE")) == free
    assert model.values["WAVE_COS1"] == -2e-3
    assert model.values["WAVE_SIN2"] == -3.3e-4
    assert model.errors.get("WAVE_SIN2") == (3e-6 if "3e-6" in second else None)
    again = model_of(tmp_path, par_text(model), base="")
    assert again.free == model.free
    assert again.entries["WAVE_COS2"].value == model.entries["WAVE_COS2"].value


def test_a_pair_is_freed_by_its_keyword(tmp_path: Path) -> None:
    model = model_of(tmp_path, WAVES.format(flag="", first="", second="")).with_free(["F0", "wave2"])
    assert model.free == ("F0", "WAVE_SIN2", "WAVE_COS2")


def test_a_fitted_pair_reads_back_the_same(tmp_path: Path) -> None:
    it = made(tmp_path, "WAVEEPOCH 54400\nWAVE_OM 0.0123 1\nWAVE1 1e-3 -2e-3\nWAVE2 -3.3e-4 1e-4 # small\n")
    fitted = jug.fit(it.model, it.toas).model
    text = par_text(fitted)
    assert text.count("WAVE1") == 1
    assert "# small" in text
    again = model_of(tmp_path, text, base="")
    assert again.free == fitted.free
    for name in fitted.names:
        assert again.entries[name].value == fitted.entries[name].value, name
        assert again.entries[name].error == fitted.entries[name].error, name


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("WAVE1 1e-3", "has no second value"),
        ("WAVE1 1e-3 2e-3 1 1 1e-6 1e-6 7", "at most six belong"),
        ("WAVE1 1e-3 2e-3 1e-6", "1 words after its values"),
        ("WAVE1 1e-3 x", "not a number"),
        ("WAVE1 1e-3 2e-3 -1e-6 1e-6", "negative uncertainty"),
        ("WAVE1 1 2\nWAVE1 1 3", "given twice"),
        ("WAVE1 1 2\nWAVE01 1 2", "have the same number"),
    ],
)
def test_a_bad_pair_is_named(line: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(ParError, match=why):
        model_of(tmp_path, f"WAVE_OM 0.01\n{line}\n")


def test_nodes_of_an_ifunc(tmp_path: Path) -> None:
    """The third word is the uncertainty, also where it looks like a flag (tempo2); a flag has one behind it."""
    nodes = "IFUNC1 54000.5 1e-6 0.0\nIFUNC2 54100.5 2e-6 0 3e-7\nIFUNC3 54200 0 1\nIFUNC4 54300 0 1 2e-7\n"
    model = model_of(tmp_path, "SIFUNC 2 1\n" + nodes)
    assert [n for n in model.free if n.startswith("IFUNC")] == ["IFUNC1", "IFUNC3", "IFUNC4"]
    assert model.errors["IFUNC3"] == 1.0
    alone = model_of(tmp_path, "SIFUNC 2\n" + nodes)
    assert [n for n in alone.free if n.startswith("IFUNC")] == ["IFUNC4"]
    back = model_of(tmp_path, par_text(alone.with_free(["IFUNC1", "IFUNC3"])), base="")
    assert back.free == ("IFUNC1", "IFUNC3")
    assert back.errors == alone.errors
    assert model.values["IFUNC_MJD2"] == 54100.5
    assert model.errors["IFUNC2"] == 3e-7
    again = model_of(tmp_path, par_text(model.with_free(["F0"])), base="")
    assert again.free == ("F0",)


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        ("SIFUNC 2\nIFUNC1 54000 1e-6\n", "only node"),
        ("SIFUNC 2\nIFUNC1 54000 1e-6\nIFUNC2 53000 1e-6\n", "IFUNC2 is not later than the node before"),
        ("SIFUNC 3\nIFUNC1 54000 1e-6\nIFUNC2 54001 1e-6\n", "unknown SIFUNC"),
        ("GLF0_1 1e-6\n", "GLEP_1 is missing"),
        ("GLEP_2 54000\nGLF0D_2 1e-6\n", "GLF0D_2 needs a GLTD above zero"),
        ("WXFREQ_0001 0\n", "WXFREQ_0001 is zero"),
        ("WXSIN_0001 1e-6\n", "WXFREQ_0001 is missing"),
        ("PWSTART_1 54000\nPWSTOP_1 53000\nPWEP_1 53500\n", "PWSTOP_1 is not after PWSTART"),
        ("SIFUNC 2\nIFUNC1 54000 1e-6 x\nIFUNC2 54001 1e-6\n", "IFUNC1: not a number"),
        ("SIFUNC 2\nIFUNC1 54000 1e-6 3 1e-6\nIFUNC2 54001 1e-6\n", "IFUNC1 has 2 words after its values"),
        ("POSEPOCH 54000 1\n", "POSEPOCH cannot be fitted: it is the date of other parameters, and their change"),
        ("WAVE_OM 0.01\nWAVE1 1 2\nWAVEEPOCH 54000 1\n", "WAVEEPOCH cannot be fitted: it is the date of other"),
        ("PHASE +1 54000\n", "PHASE adds whole turns to the residuals of all TOAs after a date, in tempo2 alone"),
        ("WAVE_SCALE 1\n", "waves of the dispersion measure"),
        ("QIFUNC_p1 54000 1e-6 0\n", "QIFUNC_P1 is of a gravitational wave as a function of time"),
        ("CHROMX_1 1e-6\n", "is a delay in s at 1.4 GHz"),
        ("TRACK -1\n", "TRACK other than -2 and 0"),
    ],
)
def test_values_that_make_no_sense(extra: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(ParError, match=why):
        model_of(tmp_path, extra)


def test_the_first_wrong_member_of_a_family_is_named(tmp_path: Path) -> None:
    """The first glitch has its time constant, the second and the third have none."""
    decays = "GLF0D_1 1e-6\nGLTD_1 50\nGLF0D_2 1e-6\nGLF0D_3 1e-6\n"
    with pytest.raises(ParError, match="GLF0D_2 needs a GLTD above zero"):
        model_of(tmp_path, "GLEP_1 54000\nGLEP_2 54100\nGLEP_3 54200\n" + decays)


def test_lines_without_effect_on_residuals(tmp_path: Path) -> None:
    """A constraint of tempo2's fits draws a warning; what only shapes a term that is not there draws none."""
    with pytest.warns(InputWarning, match="CONSTRAIN: the constraint holds for a fit of tempo2"):
        model = model_of(tmp_path, "CONSTRAIN AUTO\nTNCHROMIDX 4.4\nWAVE_SCALE 0\nEXPDIPEPS 0.01\n")
    assert "TNCHROMIDX" not in model.names
    assert par_text(model).splitlines()[-4:] == ["CONSTRAIN AUTO", "TNCHROMIDX 4.4", "WAVE_SCALE 0", "EXPDIPEPS 0.01"]


def test_gravitational_waves_of_the_pulsar_are_reported_once(tmp_path: Path) -> None:
    """One warning, a note, and no suggestion for a word that is misspelt: H1 is a harmonic, not the amplitude H0."""
    with pytest.warns(InputWarning, match="H0, PSI: of the gravitational waves") as told:
        model = model_of(tmp_path, "H0 1e-25\nPSI 0.1\n")
    assert len(told) == 1
    assert "H0" not in model.names
    assert any("H0, PSI" in note for note in model.settings.assumed)
    assert par_text(model).splitlines()[-2:] == ["H0 1e-25", "PSI 0.1"]
    with pytest.raises(ParError, match="unknown keyword H1") as refused:
        model_of(tmp_path, "H1 1e-7\n")
    assert "H0" not in str(refused.value)


def test_orders_that_the_file_skips_are_zero(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match="FD3 is given without FD1, FD2, read as zero.*write FD1 0"):
        model = model_of(tmp_path, "FD3 1e-6 1\n")
    assert [model.values[f"FD{n}"] for n in (1, 2, 3)] == [0.0, 0.0, 1e-6]
    assert model.units["FD3"] == "s"


def test_both_spellings_of_an_fdjump(tmp_path: Path) -> None:
    model = model_of(tmp_path, "FDJUMP1 -fe A 1e-6\nFD1JUMP -fe B 2e-6\nFDJUMP10 -fe A 3e-6\nFD2JUMP1 -fe A 4e-6\n")
    values = {name: value for name, value in model.values.items() if "JUMP" in name}
    assert values == {"FD1JUMP1": 1e-6, "FD1JUMP2": 2e-6, "FD10JUMP1": 3e-6, "FD2JUMP1": 4e-6}


NO_SPIN = "".join(line + "\n" for line in BASE.splitlines() if line.split()[0] not in ("F0", "F1"))


def test_periods_become_frequencies(tmp_path: Path) -> None:
    model = model_of(tmp_path, "P 0.016263923 1 2e-12\nPDOT 3.1e-16 0 5e-19 # slow\n", NO_SPIN)
    p0, p1 = to_fraction(model.entries["F0"].value), to_fraction(model.entries["F1"].value)
    assert abs(1 / p0 - to_fraction(model.entries["F0"].codec.parse("0.016263923"))) < 1e-32
    assert float(-p1 / p0**2) == pytest.approx(3.1e-16, rel=1e-15)
    assert model.free[-1] == "F0"
    assert model.errors["F0"] == pytest.approx(2e-12 / 0.016263923**2, rel=1e-12)
    by_p0, by_p1 = 2 * 3.1e-16 * 2e-12 / 0.016263923**3, 5e-19 / 0.016263923**2
    assert model.errors["F1"] == pytest.approx((by_p0**2 + by_p1**2) ** 0.5, rel=1e-12)
    text = par_text(model)
    assert "PDOT" not in text
    assert "# slow" in text
    again = model_of(tmp_path, text, base="")
    assert again.entries["F0"].value == model.entries["F0"].value
    assert again.entries["F1"].value == model.entries["F1"].value


def test_tempo_writes_p1_in_units_of_its_own(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match="units of 1e-15"):
        model = model_of(tmp_path, "P0 0.016263923\nP1 0.31\n", NO_SPIN)
    assert model.values["F1"] == pytest.approx(-3.1e-16 / 0.016263923**2, rel=1e-12)


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        ("P1 1e-15\n", "P1 without P0"),
        ("P0 0\n", "the period is not positive"),
        ("P0 0.1\nP 0.1\n", "P is given twice"),
        ("P0 0.1\nF1 -1e-15\n", "F1 with P0"),
    ],
)
def test_periods_that_cannot_be_used(extra: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(ParError, match=why):
        model_of(tmp_path, extra, NO_SPIN)
