"""JUMP_n of tempo: value and fit flag of a JUMP of the tim file."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.conversion.dialects.dialects import convert
from jug.data import example
from jug.errors import InputWarning, ParError
from jug.io.par import parse_lines
from jug.model.building.tim_jumps import with_tim_jumps

PAR, TIM = example("NGC6440E")
PAR_LINES = Path(PAR).read_text().splitlines()
TOLD = "JUMP_1 is read as JUMP -tim_jump 1: value and fit flag"


@pytest.fixture(scope="module")
def tim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pairs of JUMP."""
    lines = Path(TIM).read_text().splitlines()
    path = tmp_path_factory.mktemp("jumps") / "a.tim"
    for place in (39, 29, 19, 9):
        lines.insert(place, "JUMP")
    path.write_text("\n".join([*lines, ""]))
    return path


def load_case(tim: Path, *lines: str, **options: object) -> tuple[jug.TimingModel, jug.TOAs, str]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model, toas = jug.load(parse_lines([*PAR_LINES, *lines], "x.par"), tim, **options)  # type: ignore[arg-type]
    return model, toas, "\n".join(str(w.message) for w in told)


def test_it_is_the_jump_of_the_tim_file(tim: Path) -> None:
    """The value moves its TOAs by as much, later as in tempo's arrtim.f."""
    model, toas, told = load_case(tim, "JUMP_1 2e-5 1 1e-6", "JUMP_2 1D-5")
    assert TOLD in told
    assert "and 1 more such line" in told
    free = [(str(e.selector), e.free) for e in model.entries.values() if e.param.name == "JUMP"]
    assert free == [("-tim_jump 1", True), ("-tim_jump 2", False)]
    plain, toas0, _ = load_case(tim)
    change = jug.residuals(model, toas).time_s - jug.residuals(plain, toas0).time_s
    jumped = toas.raw.flag("tim_jump")
    change -= change[jumped == ""].mean()
    assert change == pytest.approx(np.select([jumped == "1", jumped == "2"], [2e-5, 1e-5]), abs=1e-12)


def test_jumps_by_flag_are_counted_first(tim: Path) -> None:
    model, _, _ = load_case(tim, "JUMP -fe L 0", "JUMP_2 2e-5", "JUMP MJD 1 2 0")
    assert {str(e.selector): float(e.value.hi) for e in model.entries.values() if e.selector}["-tim_jump 1"] == 2e-5


@pytest.mark.parametrize("line", ["JUMP_1 -tel gbt 1e-3", "JUMP_0 1e-3", "JUMP_1"])
def test_other_lines_are_refused(tim: Path, line: str) -> None:
    with pytest.raises(ParError, match=r"spelling of tempo alone, with a number.*write JUMP, or JUMP1 as PINT does"):
        load_case(tim, line)


@pytest.mark.parametrize("dialect", ["pint", "tempo2"])
def test_pint_and_tempo2_do_not_read_it(tim: Path, dialect: str) -> None:
    model, _, told = load_case(tim, "JUMP_1 2e-5", dialect=dialect)
    assert "JUMP_1 2e-5 is not used" in told
    assert [(float(e.value.hi), e.free) for e in model.entries.values() if e.param.name == "JUMP"] == [(0.0, True)] * 2


def test_the_doctor_has_its_size_once(tim: Path, tmp_path: Path) -> None:
    par = tmp_path / "a.par"
    par.write_text("\n".join([*PAR_LINES, "JUMP_1 2e-5", ""]))
    found = jug.doctor(par, tim)
    [row] = [d for d in found.differences if "JUMP" in d.name]
    assert (row.name, row.programs) == ("TIMJUMPS", ("PINT", "tempo2"))
    assert row.effect is not None
    assert row.effect[1] > 1e4  # ns: 2e-5 s less the mean


def test_it_is_written_for_tempo(tim: Path) -> None:
    with pytest.warns(InputWarning, match="JUMP_2 is read as JUMP -tim_jump 1"):
        model = jug.load_model(parse_lines([*PAR_LINES, "JUMP -fe L 0", "JUMP_2 2e-5 1 1e-6", "JUMP_3 1e-5"], "x.par"))
    lines = [line.split() for line in convert(model, "tempo").text.splitlines() if line.startswith("JUMP_")]
    assert [(key, float(value), flag) for key, value, flag, *_ in lines] == [
        ("JUMP_2", 2e-5, "1"),
        ("JUMP_3", 1e-5, "0"),
    ]
    assert float(lines[0][3]) == 1e-6


def test_a_jump_of_another_flag_with_the_same_word_is_another_one(tim: Path) -> None:
    """Both JUMPs of the tim file are added as free parameters of 0 s, numbered after that of the par file."""
    model, toas, _ = load_case(tim, "JUMP -fe 1 1e-6")
    added = [
        (e.name, e.selector.kind, e.selector.args, e.free) for e in model.entries.values() if e.param.name == "JUMP"
    ]
    assert added == [
        ("JUMP1", "-fe", ("1",), False),
        ("JUMP2", "-tim_jump", ("1",), True),
        ("JUMP3", "-tim_jump", ("2",), True),
    ]
    assert [model.values[f"JUMP{n}"] for n in (1, 2, 3)] == [1e-6, 0.0, 0.0]
    assert with_tim_jumps(model, toas.raw) is model
    partly, _, _ = load_case(tim, "JUMP -tim_jump 2 3e-6")
    assert [e.selector.args for e in partly.entries.values() if e.param.name == "JUMP"] == [("2",), ("1",)]


def test_jumps_are_added_in_the_order_of_their_numbers() -> None:
    """10 after 9, not after 1."""
    model = jug.load_model(PAR)
    raw = jug.simulate(model, n_toa=24, flags={"tim_jump": [str(i % 11 + 1) for i in range(24)]}).raw
    names = [e.selector.args[0] for e in with_tim_jumps(model, raw).entries.values() if e.param.name == "JUMP"]
    assert names == [str(i) for i in range(1, 12)]
