"""Edits of a model: terms added and taken out, values, flags and settings, as if done by hand in the par file."""

import doctest
import io
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from astropy import units as u

import jug
from jug.conversion.writing import par_text
from jug.fitting.checks import flagged_noise
from jug.model import editable

TEXT = jug.data.example("NGC6440E")[0].read_text()
FAMILIES = """DMX_0001 0 1
DMXR1_0001 53500
DMXR2_0001 53600
JUMP -a 1 0.1 1
JUMP -a 2 0.2 1
JUMP -a 3 0.3 1
WAVE_OM 0.01
WAVEEPOCH 53750
WAVE1 0.1 0.2
EFAC -be GUPPI 1.1
"""

Edit = Callable[[jug.TimingModel], jug.TimingModel]


def read(text: str) -> jug.TimingModel:
    """The model of a par file."""
    return jug.load_model(jug.read_par(io.StringIO(text)))


def same(a: jug.TimingModel, b: jug.TimingModel) -> bool:
    """Whether two models have the same parameters, flags, uncertainties, selections and components."""

    def table(model: jug.TimingModel) -> dict[str, object]:
        return {e.name: (e.value, e.error, e.free, e.selector, e.order, e.word) for e in model.entries.values()}

    return table(a) == table(b) and a.components == b.components and a.settings.ephem == b.settings.ephem


@pytest.fixture(scope="module")
def pulsar() -> tuple[jug.TimingModel, jug.TOAs]:
    return jug.load(*jug.data.example("NGC6440E"))


@pytest.fixture(scope="module")
def families() -> jug.TimingModel:
    return read(TEXT + FAMILIES)


def test_an_added_term_begins_at_zero_and_changes_no_residual(pulsar):
    model, toas = pulsar
    larger = model.add(["F2", "PX", "DM1", "FD1", "JUMP -be GUPPI"])
    assert set(larger.free) == {*model.free, "F2", "PX", "DM1", "FD1", "JUMP1"}
    assert all(larger.values[name] == 0.0 for name in ("F2", "PX", "DM1", "FD1", "JUMP1"))
    assert np.array_equal(jug.residuals(larger, toas).time_s, jug.residuals(model, toas).time_s)


def test_values_of_a_fit_stay(pulsar):
    model, toas = pulsar
    fitted = jug.fit(model, toas).model
    assert fitted.add("F2").entries["F0"] == fitted.entries["F0"]
    assert fitted.add("F2").remove("F2").values == fitted.values


def test_the_new_line_stands_behind_its_kin_and_is_written(pulsar, tmp_path):
    larger = pulsar[0].add("F2 -1e-24 1")
    keys = [line.key for line in larger.par]
    assert keys.index("F2") == keys.index("F1") + 1
    jug.write_par(larger, tmp_path / "a.par")
    assert same(jug.load_model(tmp_path / "a.par"), larger)


BY_HAND: list[tuple[Edit, str, str]] = [
    (lambda m: m.add("F2"), "F1 ", "F1 {}\nF2 0 1"),
    (lambda m: m.add("F2 -1e-25"), "F1 ", "F1 {}\nF2 -1e-25"),
    (lambda m: m.add("PX", 0.5, free=True), "DECJ ", "DECJ {}\nPX 0.5 1"),
    (lambda m: m.add("JUMP -be GUPPI", 1e-6, free=False), "DM ", "DM {}\nJUMP -be GUPPI 1e-6"),
    (
        lambda m: m.add(["BINARY ELL1", "PB 1.5 1", "A1 2", "TASC 53750", "EPS1 0", "EPS2 0"]),
        "DM ",
        "DM {}\nBINARY ELL1\nPB 1.5 1\nA1 2\nTASC 53750\nEPS1 0\nEPS2 0",
    ),
    (lambda m: m.add("EFAC -be GUPPI"), "DM ", "DM {}\nEFAC -be GUPPI 1"),
    (lambda m: m.add(["GLEP_1 53800", "GLF0_1"]), "DM ", "DM {}\nGLEP_1 53800\nGLF0_1 0 1"),
    (lambda m: m.remove("F1"), "F1 ", ""),
    (lambda m: m.set(EPHEM="DE440"), "EPHEM ", "EPHEM DE440"),
    (lambda m: m.set("pepoch", "53751"), "PEPOCH ", "PEPOCH 53751"),
    (lambda m: m.set(PLANET_SHAPIRO="Y"), "PLANET_SHAPIRO ", "PLANET_SHAPIRO Y"),
    (lambda m: m.set(F1=-1.5e-15), "F1 ", "F1 -1.5e-15 1 1e-18"),
    (lambda m: m.freeze("DM"), "DM ", "DM 223.9 0 0.3"),
]
"""Edits, and the keyword of the line that does the same by hand; ``{}`` stands for its words."""


@pytest.mark.parametrize(("edit", "key", "line"), BY_HAND)
def test_an_edit_is_that_of_the_text_by_hand(edit: Edit, key: str, line: str) -> None:
    old = next(own for own in TEXT.splitlines() if own.startswith(key))
    edited, by_hand = edit(read(TEXT)), read(TEXT.replace(old, line.format(old.removeprefix(key)), 1))
    assert same(edited, by_hand)
    assert same(read(par_text(edited)), by_hand)
    assert set(TEXT.splitlines()) - {old} <= set(par_text(edited).splitlines())


def test_parameters_that_cannot_begin_at_zero_begin_at_typical_values():
    with pytest.warns(jug.InputWarning):
        model = jug.load_model(jug.data.example("B1855+09")[0])
    less = model.remove("M2", "SINI")
    assert "M2" not in less.free
    again = less.add(["M2", "SINI"])
    assert (again.values["M2"], again.values["SINI"]) == (0.25, 0.7)


def test_a_member_goes_with_its_range_and_jumps_are_numbered_anew(families):
    less = families.remove("DMX_0001", "JUMP2")
    assert not [name for name in less.names if name.startswith("DMX")]
    assert [less.values[name] for name in ("JUMP1", "JUMP2")] == [0.1, 0.3]
    assert "JUMP3" not in less.names


def test_names_are_patterns_selections_and_lines(families):
    assert families.freeze("JUMP*", "DMX*").free == families.remove("JUMP*", "DMX_0001").free
    assert families.set("JUMP -a 2", 0.5).values["JUMP2"] == 0.5
    assert families.set({"JUMP -a 2": 0.5, "F1": -2e-15}, DM=3.0).values["JUMP2"] == 0.5
    assert families.free("wave1").free[-2:] == ("WAVE_SIN1", "WAVE_COS1")
    assert "JUMP3" not in families.remove("JUMP -a 1").names


def test_the_free_names_are_a_tuple_that_frees_more(families):
    names = families.free
    assert names == tuple(e.name for e in families.entries.values() if e.free)
    assert isinstance(names, tuple)
    assert pickle.loads(pickle.dumps(names)) == names
    assert families.freeze("*").free == ()
    assert families.freeze("*").free(*names).free == names


def test_the_fit_flag_of_a_noise_line_is_set_and_taken_off(families):
    """It is written, `jug.fit` follows it, and the free timing parameters are the same; a pattern for all leaves it."""
    flagged = families.free("EFAC1")
    assert flagged.free == families.free
    assert flagged["EFAC1"].free
    assert "EFAC -be GUPPI" in par_text(flagged)
    with pytest.warns(jug.InputWarning, match="the fit flags of EFAC1 -be GUPPI"):
        assert read(par_text(flagged))["EFAC1"].free
    assert flagged_noise(flagged) == flagged_noise(families.free("EFAC*")) == ("EFAC1",)
    for none in (flagged.freeze("EFAC1"), flagged.freeze("*"), families.free("*")):
        assert flagged_noise(none) == ()
        assert not none["EFAC1"].free


def test_options_and_links_are_set():
    text = TEXT + "SWM 0\n"
    assert read(text).set(SWM="1", NE_SW=6).values["NE_SW"] == 6.0
    orbit = "BINARY DDK\nPB 1.5\nA1 2\nT0 53750\nECC 0.1\nOM 3\nKIN 70\nKOM 20\nM2 0.3\nSINI KIN\n"
    edited = read(TEXT + orbit).set(KIN="71")
    assert same(edited, read(TEXT + orbit.replace("KIN 70", "KIN 71")))
    assert "SINI KIN" in par_text(edited).splitlines()


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda m: m.add("F1"), "F1 is in the model already"),
        (lambda m: m.add("F99X"), "unknown keyword F99X"),
        (lambda m: m.add("GLEP_2"), "GLEP_2 needs a value"),
        (lambda m: m.add("ECORR -be GUPPI"), "ECORR needs a value"),
        (lambda m: m.add("EPS1"), "EPS1 belongs to a binary"),
        (lambda m: m.add(""), "names no parameter"),
        (lambda m: m.add("PX a"), "PX"),
        (lambda m: m.add("F2\nF3"), "are several lines; add each as a term of its own"),
        (lambda m: m.add("F3"), "F3 needs F2, which is not in the model; add F2 too"),
        (lambda m: m.add("JUMP -a 2"), "JUMP2 of the model has the same selection"),
        (lambda m: m.add("JUMP 0.1"), "JUMP"),
        (lambda m: m.add(["PX", "F2"], 1.0), "one value for 2 terms"),
        (lambda m: m.add("EPHEM DE440"), "EPHEM is in the par file already"),
        (lambda m: m.remove("DECJ"), "DECJ"),
        (lambda m: m.remove("F0"), "F0"),
        (lambda m: m.remove("F7"), "no parameter 'F7'; did you mean F0 or F1"),
        (lambda m: m.remove("TZRFRQX"), "no parameter 'TZRFRQX'"),
        (lambda m: m.set(F7=1.0), "no parameter 'F7'"),
        (lambda m: m.set(F1="fast"), "F1"),
        (lambda m: m.set(F0=0), r"F0 must be above 0 and below 1e\+06 Hz; give another value"),
        (lambda m: m.set(F1=float("nan")), "F1: not a finite number"),
        (lambda m: m.set(UNITS="TCB"), "UNITS is converted, not set"),
        (lambda m: m.set("WAVE1", 1.0), "stands for WAVE_SIN1, WAVE_COS1"),
        (lambda m: m.set("F1"), "belong together"),
        (lambda m: m.set({"F1": -1e-15}, 3.0), "belong together"),
        (lambda m: m.set(F1=-1e-15 * u.Hz / u.s), r"F1: a Quantity was given, in Hz / s; give numbers in Hz s\^-1, by"),
        (lambda m: m.free("PEPOCH"), "PEPOCH cannot be fitted"),
        (lambda m: m.freeze("F7"), "no parameter 'F7'"),
    ],
)
def test_an_edit_that_cannot_be_made_says_what_is_possible(families: jug.TimingModel, edit: Edit, why: str) -> None:
    with pytest.raises(jug.InputError, match=why) as caught:
        edit(families)
    assert "ignore" not in str(caught.value)


def test_an_edit_repeats_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    with pytest.warns(jug.InputWarning):
        model = read(TEXT + "E 0.1\nSINI 1.2\nBINARY DD\nPB 3\nA1 2\nT0 53750\nOM 3\nM2 0.2\n")
    recwarn.clear()
    assert model.add("PX").free != model.free
    assert not recwarn.list


def test_the_examples_run():
    assert doctest.testmod(editable).failed == 0


@pytest.mark.parametrize("name", ["JUMP FREQ 1000 1900", "jump freq 1900.0 1e3", "JUMP -fe  L-wide", "JUMP TEL gbt"])
def test_a_line_with_its_selection_is_a_name_everywhere(name: str) -> None:
    par, tim = jug.data.example("NGC6440E")
    model = jug.load_model(par).add("JUMP -fe Q 0.5").add(name, 1e-5, free=True)
    assert model[name] == model["JUMP2"]
    assert model[name].value == 1e-5
    assert not model.freeze(name)[name].free
    toas = jug.load(par, tim)[1].with_flag("fe", "L-wide", "mjd < 53700")
    result = jug.fit(model, toas, free=["F0", "JUMP2"] if name == "JUMP -fe  L-wide" else ["F0"], backend="numpy")
    assert result[name] == result["JUMP2"]
    assert name in model
    assert name in result
    assert model.set(name, 2e-5).values["JUMP2"] == 2e-5
    assert name not in model.remove(name)
    for wrong in ("JUMP -fe q", "JUMP FREQ 1000 1901", "JUMP"):
        with pytest.raises(jug.FitError, match=r"has no parameter 'JUMP.*JUMP"):
            model[wrong]
        assert wrong not in model
    with pytest.raises(jug.FitError, match=r"'F\*' stands for 2 parameters; give one of F0, F1"):
        model["F*"]
    assert "F*" not in model
    assert all(word in model for word in ("f0", " F0 ", "RA"))
    assert 0 not in model
    assert list(result) == list(model)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.set(PLANET_SHAPIRO="Y"),
        lambda m: m.set(TRACK="-2"),
        lambda m: m.add("F2"),
        lambda m: m.add("JUMP -fe L-wide 1e-6").remove("F1"),
        lambda m: m.set(EPHEM="DE440"),
    ],
)
def test_lines_keep_numbers_of_their_own(change: Callable[[jug.TimingModel], jug.TimingModel]) -> None:
    """Messages and selections find a line by its number: no two have the same, and those of the file stay."""
    path = jug.data.example("NGC6440E")[0]
    before = {line.number: line.key for line in jug.load_model(path).par.lines}
    lines = change(jug.load_model(path)).par.lines
    assert len({line.number for line in lines}) == len(lines)
    assert all(before[line.number] == line.key for line in lines if line.number in before and line.key)
