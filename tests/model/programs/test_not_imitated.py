"""What jug does not do as another program has its size, which is told on loading."""

import re
import warnings

import pytest

import jug
from jug.data import example
from jug.errors import InputWarning
from jug.io.par import parse_lines, read_par
from jug.model.checks.other_program import other_program_notes
from jug.model.programs.not_imitated import NOT_IMITATED_EFFECTS, WEIGHTS

PAR, TIM = example("NGC6440E")
ORBIT = ("BINARY DD", "PB 10", "A1 20", "T0 53500", "ECC 0.1", "OM 20")
H4 = ("BINARY ELL1H", "PB 10", "A1 20", "TASC 53500", "H3 3e-7", "H4 1.5e-7")


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("DM1 1",), "DM1, .* at most 57 ns"),  # 69.2 s / yr * 1 / (2.41e-4 400^2) s
        (("GLEP_1 53000", "GLF0_1 1e-6", *ORBIT), "glitches .* at most 3.3e\\+02 ns"),  # 1e-6 * 20 / 61.5 s
        (("WAVE_OM 0.01", "WAVE1 1e-3 0", *ORBIT), "WAVE .* at most 2.3 ns"),  # 1e-3 0.01 / 86400 * 20 s
        (("SIFUNC 2", "IFUNC1 53000 0", "IFUNC2 53100 1e-3"), "IFUNC .* at most 58 ns"),  # 1e-3 / 100 d * 500 s
        (("EXPEP_1 53000", "EXPPH_1 1e-5", "EXPTAU_1 100", "EXPINDEX_1 -2"), "dips .* at most 1.6 ns"),
        ((*H4, "NHARMS 6"), r"NHARM is below 7, .* at most 11 ns"),  # 4/7 * 3e-7 (1/2)^4 s
        (H4, r"NHARM is below 7, .* at most 96 ns"),  # 4 as absent: (4/5 / 4 + 4/6 / 8 + 4/7 / 16) 3e-7 s
        (("CORRECT_TROPOSPHERE Y",), "troposphere .* at most 6 ns"),
        (("ROBUST W",), "one round of the bisquare .* changes fitted values, by 0.2 to 0.5 of their uncertainties"),
        (("NE_SW 5", "SWM 1", "SWP 2"), "solar wind for SWM 1, .* it changes residuals by an amount that is not known"),
    ],
)
def test_bounds(lines: tuple[str, ...], says: str):
    lines = ("MODE 1", *lines)
    kept = [q.text for q in read_par(PAR).lines if q.key not in ("DM1", "CORRECT_TROPOSPHERE", "SOLARN0")]
    off = () if "CORRECT_TROPOSPHERE Y" in lines else ("CORRECT_TROPOSPHERE N",)
    notes = other_program_notes(jug.load_model(parse_lines([*kept, *off, *lines]), dialect="tempo2"))
    assert [re.search(says, note) is not None for note in notes] == [True]


def test_the_bound_of_an_ifunc_is_its_steepest_slope_times_500_s():
    kept = [q.text for q in read_par(PAR).lines]
    model = jug.load_model(parse_lines([*kept, "SIFUNC 2", "IFUNC1 53000 0", "IFUNC2 53100 1e-3", "IFUNC3 53300 0"]))
    [left] = [q for q in NOT_IMITATED_EFFECTS if q.program == "tempo2" and q.about == r"IFUNC\d*"]
    assert left.size_ns(model) == pytest.approx(1e-3 / (100.0 * 86400.0) * 500.0 * 1e9, rel=1e-12)


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
@pytest.mark.parametrize(
    ("lines", "ns"),
    [
        ((*H4, "NHARMS 6"), 4.0 / 7.0 * 300.0 / 16.0),
        ((*H4, "NHARMS 7"), 0.0),
        (("BINARY ELL1H", "PB 10", "A1 20", "TASC 53500", "H3 0", "H4 0", "NHARMS 4"), 0.0),
        (("BINARY ELL1H", "PB 10", "A1 20", "TASC 53500", "H3 3e-7", "STIG 0.5", "NHARMS 4"), 0.0),  # summed exactly
        ((*ORBIT, "M2 0.3", "SINI 0.9"), 0.0),
    ],
)
def test_the_bound_of_the_harmonics(lines: tuple[str, ...], ns: float):
    kept = [q.text for q in read_par(PAR).lines]
    [left] = [q for q in NOT_IMITATED_EFFECTS if q.about == "NHARMS?"]
    assert left.size_ns(jug.load_model(parse_lines([*kept, *lines]))) == pytest.approx(ns)


@pytest.mark.parametrize(
    "lines", [(), ("GLEP_1 53000", "GLF0_1 1e-6"), ("WAVE_OM 0.01", "WAVE1 1e-3 0")], ids=["plain", "glitch", "waves"]
)
def test_without_an_orbit_or_its_own_lines_a_difference_has_no_size(lines: tuple[str, ...]):
    """The light time across the orbit is what a glitch and WAVEs are early by."""
    model = jug.load_model(parse_lines([*(q.text for q in read_par(PAR).lines if q.key != "DM1"), *lines]))
    sizes = {q.about: q.size_ns(model) for q in NOT_IMITATED_EFFECTS if q.program == "tempo2" and q.size_ns is not None}
    assert {about for about, size in sizes.items() if size} == {"CORRECT_TROPOSPHERE"}


@pytest.mark.parametrize(
    ("about", "lines", "ns"),
    [
        (r"DM[1-9]\d*", ("DM1 1e-3", "DM2 5e-2"), 0.0568),
        (
            "WAVE_OM",
            ("WAVE1 1e-3 0", "WAVE2 5e-3 0", "WAVE3 2e-3 0", "WAVE_OM 0.01"),
            0.01 / 86400.0 * 20.0 * (1e-3 + 2 * 5e-3 + 3 * 2e-3) * 1e9,
        ),
    ],
)
@pytest.mark.parametrize("step", [1, -1])
def test_members_are_taken_by_their_numbers_and_not_by_their_lines(
    about: str, lines: tuple[str, ...], ns: float, step: int
):
    kept = [q.text for q in read_par(PAR).lines if q.key != "DM1"]
    [size_ns] = [q.size_ns for q in NOT_IMITATED_EFFECTS if q.program == "tempo2" and q.about == about]
    model = jug.load_model(parse_lines([*kept, *ORBIT, *lines[::step]]))
    assert size_ns(model) == pytest.approx(ns, rel=0.01)


def test_reported_on_loading_and_in_the_notes():
    par = parse_lines([q.text for q in read_par(PAR).lines if q.key != "CORRECT_TROPOSPHERE"])
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        model, _ = jug.load(par, TIM, dialect="tempo2")
    assert [w.category for w in seen if "pressure and wet delay of site files" in str(w.message)] == [InputWarning]
    assert any("does not imitate" in note for note in model.settings.assumed)


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_weights():
    """tempo2 weights a fit only with MODE 1."""
    notes = other_program_notes(jug.load_model(PAR, dialect="tempo2"))
    assert notes == (WEIGHTS.words,)
    assert "tempo2 would fit this file without weights" in notes[0]


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_nothing_is_reported_of_jug():
    assert other_program_notes(jug.load_model(PAR)) == ()
    assert {q.program for q in NOT_IMITATED_EFFECTS} == {"tempo2", "tempo"}


BINARY_WAVES = ("WAVE_OM 0.01", "WAVE1 1e-3 2e-3", "WAVE2 0 -4e-4", *ORBIT)
GLITCHES = ("GLEP_1 53000", "GLF0_1 1e-6", "GLEP_2 53400", "GLF0_2 -2e-6", "GLF0D_2 5e-7", "GLTD_2 50", *ORBIT)
DIPS = ("EXPEP_1 53000", "EXPPH_1 1e-5", "EXPTAU_1 100", "EXPEP_2 53200", "EXPPH_2 -2e-5", "EXPTAU_2 25")
SIZES: dict[str, tuple[str, tuple[str, ...], float]] = {
    "the first derivative of DM": (r"DM[1-9]\d*", ("DM1 -2", "DM2 3"), 138.4 / (365.25 * 86400.0) / 2.41e-4 / 400.0**2),
    "steps of frequency": (r"GLEP_\d+", GLITCHES, 3.5e-6 * 20.0 / 61.485476554),
    "no orbit": (r"GLEP_\d+", GLITCHES[:6], 0.0),
    "harmonics of WAVE": ("WAVE_OM", BINARY_WAVES, (3e-3 + 2.0 * 4e-4) * 0.01 / 86400.0 * 20.0),
    "WAVE without an orbit": ("WAVE_OM", BINARY_WAVES[:3], 0.0),
    "the steepest piece": (r"IFUNC\d*", ("SIFUNC 2", "IFUNC1 53000 0", "IFUNC2 53100 1e-3", "IFUNC3 53300 -4e-3"),
                           5e-3 / (200.0 * 86400.0) * 500.0),
    "dips": (r"EXP(DIP)?EP_\d+", DIPS, 1e-5 * (1e-4 + 500.0 / 8.64e6) + 2e-5 * (1e-4 + 500.0 / 2.16e6)),
    "harmonics of H3": ("NHARMS?", (*H4, "NHARMS 5"), (4.0 / 6.0 / 8.0 + 4.0 / 7.0 / 16.0) * 3e-7),
    "harmonics of a negative H3": ("NHARMS?", (*H4[:4], "H3 -3e-7", "H4 1.5e-7", "NHARMS 6"), 4.0 / 7.0 / 16.0 * 3e-7),
    "all harmonics": ("NHARMS?", (*H4, "NHARMS 7"), 0.0),
}  # fmt: skip
"""What the term is, lines, and its size in s: frequencies in MHz give 1 / 2.41e-4 s of delay per unit of DM."""


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
@pytest.mark.parametrize("case", SIZES)
def test_sizes_are_those_of_their_formulas(case: str) -> None:
    about, lines, size_s = SIZES[case]
    kept = [q.text for q in read_par(PAR).lines if q.key != "DM1"]
    model = jug.load_model(parse_lines([*kept, *lines]))
    [left] = [q for q in NOT_IMITATED_EFFECTS if q.program == "tempo2" and q.about == about]
    assert left.size_ns is not None
    assert left.size_ns(model) == pytest.approx(1e9 * size_s, rel=1e-11)


def test_which_effects_give_a_warning_and_which_stand_on_the_page_only():
    """Effects that another program has give a warning on loading, except those below the noise."""
    warned = {(q.program, q.about) for q in NOT_IMITATED_EFFECTS if q.warns}
    assert warned == {
        ("tempo2", about)
        for about in ("", r"DM[1-9]\d*", r"GLEP_\d+", "WAVE_OM", r"IFUNC\d*", r"EXP(DIP)?EP_\d+", "NHARMS?",
                      "CORRECT_TROPOSPHERE", "SWM", "ROBUST")
    } | {("tempo", r"DMX_\d+")}  # fmt: skip
    assert [q for q in NOT_IMITATED_EFFECTS if q.warns and not q.about] == [WEIGHTS]
    sized = {q.about for q in NOT_IMITATED_EFFECTS if q.size_ns is not None}
    assert sized == {about for program, about in warned if about not in ("", "SWM", "ROBUST", r"DMX_\d+")}
