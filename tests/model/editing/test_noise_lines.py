"""`model.add_noise`: which lines are made for which TOAs."""

import warnings

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

Flags = dict[str, list[str]]


def make_toas(flags: Flags, *lines: str, n: int = 60, error_us: object = None, epochs: bool = False) -> tuple:
    """A model, and n TOAs with these flags, each a list that is repeated; in epochs of two or all apart."""
    model = jug.load_model(par(*lines))
    mjd = np.linspace(54000, 55000, n)
    if epochs:
        mjd = np.repeat(mjd[::2], 2) + np.tile([0.0, 3e-6], n // 2)
    drawn = {"noise": True, "seed": 2}
    error = np.random.default_rng(1).uniform(0.5, 2.0, n) if error_us is None else error_us
    every = {key: [values[i % len(values)] for i in range(n)] for key, values in flags.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return model, jug.simulate(
            model, mjd, freq_mhz=[1400.0, 430.0] * (n // 2), error_us=error, flags=every, **drawn
        )


def lines_of(model: TimingModel, keyword: str) -> list[str]:
    return [str(e.selector) for e in model.entries.values() if e.param.name == keyword]


def with_flag(toas: TOAs, key: str, rows: slice, value: str) -> TOAs:
    return toas.with_flag(key, value, where=rows)


@pytest.mark.parametrize(
    ("flags", "selectors"),
    [
        ({}, ["TEL gbt"]),
        ({"fe": ["L", "U"]}, ["-fe L", "-fe U"]),
        ({"fe": ["L", "U"], "be": ["A", "A"]}, ["-fe L", "-fe U"]),
        ({"fe": ["L", "L"], "be": ["A", "B"]}, ["-be A", "-be B"]),
        ({"fe": ["L", "U"], "f": ["L_A", "U_A"]}, ["-f L_A", "-f U_A"]),
        ({"f": ["x", "x"], "sys": ["L", "U"]}, ["-sys L", "-sys U"]),
        ({"sys": ["x", "x"], "group": ["P", "Q"], "f": ["x", "y"]}, ["-group P", "-group Q"]),
    ],
)
def test_a_backend_is_what_it_is_for_enterprise(flags: Flags, selectors: list[str]) -> None:
    """fe_be, overwritten by f, i, sys, g and group; the selector is the first flag that selects just these TOAs."""
    model, toas = make_toas(flags)
    assert lines_of(model.add_noise(toas, "efac"), "EFAC") == selectors


def test_another_flag_can_be_asked_for() -> None:
    model, toas = make_toas({"f": ["a", "b"], "B": ["20CM", "40CM", "50CM"]})
    assert lines_of(model.add_noise(toas, "white", flag="-B"), "EQUAD") == ["-B 20CM", "-B 40CM", "-B 50CM"]
    with pytest.raises(jug.InputError, match="no TOA has the flag -q"):
        model.add_noise(toas, "white", flag="q")


def test_a_small_backend_shares_the_lines_of_a_wider_selection() -> None:
    """Nine TOAs of U_A are too few, ten are enough; -fe U is the least selection with U_B too."""
    model, toas = make_toas({"fe": ["L"], "f": ["L_A"]})
    toas = with_flag(with_flag(toas, "fe", slice(20, 60), "U"), "f", slice(20, 60), "U_B")
    ten, nine = (with_flag(toas, "f", slice(20, 20 + n), "U_A") for n in (10, 9))
    assert lines_of(model.add_noise(ten, "efac"), "EFAC") == ["-f L_A", "-f U_A", "-f U_B"]
    with pytest.warns(jug.InputWarning, match=r"U_A has 9 TOAs, fewer than 10: the lines of -fe U are for it and U_B"):
        assert lines_of(model.add_noise(nine, "efac"), "EFAC") == ["-f L_A", "-fe U"]


def test_what_no_line_selects_is_reported() -> None:
    """fe and be together make four backends: -fe L takes both of L; the small one of no wider selection has none."""
    model, toas = make_toas({"fe": ["L", "L", "U", "U"], "be": ["A", "B"]})
    with pytest.warns(jug.InputWarning, match="L_A has no selection of its own: the lines of -fe L are for it and L_B"):
        assert lines_of(model.add_noise(toas, "efac"), "EFAC") == ["-fe L", "-fe U"]
    model, toas = make_toas({"f": ["a", "c"]})
    with pytest.warns(jug.InputWarning, match="b has 1 TOA, fewer than 10 and cannot be joined"):
        found = model.add_noise(with_flag(toas, "f", slice(0, 1), "b"), "efac")
    assert lines_of(found, "EFAC") == ["-f c", "-f a"]
    model, toas = make_toas({"f": ["a"]})
    with pytest.warns(jug.InputWarning, match="b has 1 TOA, fewer than 10: the lines of TEL gbt are for it and a"):
        found = model.add_noise(with_flag(toas, "f", slice(0, 1), "b"), "efac")
    assert lines_of(found, "EFAC") == ["TEL gbt"]


def test_ecorr_and_equad_where_the_data_can_show_them() -> None:
    """ECORR needs three epochs of two TOAs; EQUAD uncertainties that differ."""
    error = np.where(np.arange(60) < 30, 1.0, np.linspace(1.0, 2.0, 60))
    model, toas = make_toas({"f": ["a"]}, error_us=error, epochs=True)
    toas = with_flag(toas, "f", slice(30, 60), "b")
    assert lines_of(model.add_noise(toas, "ecorr"), "ECORR") == ["-f a", "-f b"]
    with pytest.warns(jug.InputWarning, match="no EQUAD for -f a: its uncertainties are all equal"):
        assert lines_of(model.add_noise(toas, "white"), "EQUAD") == ["-f b"]
    apart = toas.delete(slice(36, 60, 2))
    with pytest.warns(jug.InputWarning, match="no ECORR for -f b: fewer than 3 epochs have two TOAs") as said:
        assert lines_of(model.add_noise(apart.delete(slice(34, 36)), "ecorr"), "ECORR") == ["-f a"]
    assert len(said) == 1
    assert lines_of(model.add_noise(apart, "ecorr"), "ECORR") == ["-f a", "-f b"]
    _, single = make_toas({"f": ["a"]})
    with pytest.raises(jug.InputError, match="no ECORR can be estimated: fewer than 3 epochs"):
        model.add_noise(single, "ecorr")


def test_power_laws_have_frequencies_that_suit_the_toas() -> None:
    """30 of red noise, 100 of DM noise; half the number of days at most; the slowest mode is a third of an error."""
    model, toas = make_toas({}, n=60)
    found = model.add_noise(toas, "red,dm,chrom,sw", frequencies={"dm": 7})
    numbers = {key: found.values[key] for key in ("TNREDC", "TNDMC", "TNCHROMC", "TNSWC", "TNCHROMIDX")}
    assert numbers == {"TNREDC": 30, "TNDMC": 7, "TNCHROMC": 30, "TNSWC": 30, "TNCHROMIDX": 4}
    assert model.add_noise(make_toas({}, n=40)[1], "red").values["TNREDC"] == 20
    rms = np.sqrt(make_anchor(found, toas).noise.processes[0].variance[0])
    assert rms == pytest.approx(0.3 * np.median(toas.error_s), rel=0.02)  # amplitudes have two decimals
    with pytest.raises(jug.InputError, match="the TOAs are of 3 days: too few to show red noise"):
        model.add_noise(toas.select(slice(0, 3)), "red")
    tempo2 = jug.load_model(par(), conventions={"TNDM": "TEMPO2"}).add_noise(toas, "dm")
    assert tempo2.values["TNDMAMP"] - found.values["TNDMAMP"] == pytest.approx(1.6375, abs=0.01)


def test_a_word_can_have_its_number_of_frequencies() -> None:
    model, toas = make_toas({})
    found = model.add_noise(toas, "efac, red = 7,dm=9")
    assert (found.values["TNREDC"], found.values["TNDMC"]) == (7, 9)
    assert model.add_noise(toas, "red=7", frequencies={"red": 7}).values["TNREDC"] == 7
    for words, numbers, said in (
        ("red=7", {"red": 8}, "two numbers of frequencies of red: 8 and 7; give one"),
        ("red=7,red=6", None, "two numbers of frequencies of red: 7 and 6"),
        ("red=seven", None, "'red=seven' is not WORD=N"),
        ("red:7", None, "no noise 'red:7' can be added; words are .*; 30 frequencies are red=30"),
        ("red=0", None, "from 1 to 3000, not 0"),
        ("efac=3,red", None, "frequencies of 'efac', which is not a power law that is added; these have .*: red"),
        ("efac=3", None, "add a power law: red, dm"),
    ):
        with pytest.raises(jug.InputError, match=said):
            model.add_noise(toas, words, frequencies=numbers)


def test_lines_are_fixed_unless_asked_for() -> None:
    model, toas = make_toas({})
    fixed = model.add_noise(toas, ["efac", "red"])
    with pytest.warns(jug.InputWarning, match="the fit flags of EFAC1 TEL gbt, TNREDAMP, TNREDGAM make jug fit"):
        flagged = model.add_noise(toas, ["efac", "red"], free=True)
    assert not any(e.flag_not_used for e in fixed.entries.values())
    assert [e.name for e in flagged.entries.values() if e.flag_not_used] == ["EFAC1", "TNREDAMP", "TNREDGAM"]
    for line, word in (("RNAMP 0.1", "red"), ("EFAC -f a 1", "white"), ("TNDMAMP -13", "dm")):
        lines = (line, "RNIDX -3") if word == "red" else (line, "TNDMGAM 3") if word == "dm" else (line,)
        with pytest.raises(jug.InputError, match="already"):
            jug.load_model(par(*lines)).add_noise(toas, word)


def test_what_is_added_is_estimated() -> None:
    """`jug.noise(add=...)`: the added lines and those with a fit flag."""
    model, toas = make_toas({"fe": ["L", "U"]})
    found = jug.noise(model, toas, add="efac", flag="fe", starts=1)
    assert found.names == ("EFAC1", "EFAC2")
    assert jug.noise(model, toas, add="red=5", starts=1, profiles=False).model.values["TNREDC"] == 5
    with pytest.raises(jug.InputError, match="flag applies to added noise, and none is added; give add="):
        jug.noise(model, toas, flag="fe")
    errors = np.array(list(found.errors.values()))
    assert np.abs(np.array(list(found.values.values())) - 1.0).max() < 4.0 * errors.max()
