"""One error names everything that blocks a par file."""

import pickle
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import jug
from jug.cli.command import main
from jug.cli.common.exit_codes import ExitCode
from jug.data import open_files
from jug.errors import InputWarning, ParError, Problem, Where
from jug.io.par import ParFile, parse_lines
from jug.model.checks.all_problems import data_problems, join_problems

GOOD = """
PSR J0000+0000
RAJ 01:02:03.4 1 0.001
DECJ -00:00:01.5 1
F0 100.5D0 1 1e-12
PEPOCH 55000.25
DM 12.3
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
"""

BINARY = ("BINARY DD", "PB 10", "A1 1", "T0 55000", "OM 10", "ECC 0.1")


def par(*more: str, drop: tuple[str, ...] = ()) -> ParFile:
    lines = [line for line in GOOD.split("\n")[1:-1] if line.split()[0] not in drop]
    return parse_lines([*lines, *more], "x.par")


def problems(file: ParFile) -> list[str]:
    with pytest.raises(ParError) as error:
        jug.load_model(file)
    return [f"{where}: {why}" for why, where, _ in error.value.problems]


MANY = ("PMRAA 3", "PMDEC fast", "PX 1 2 3 4", "ECL IERS1999", "TRACK 1", "A1 -1", "M2 0.2", "F0 100")


def test_every_line_that_blocks_is_named_in_the_order_of_the_file() -> None:
    assert problems(par(*MANY, "DMX_0001 0.1", "DMXR1_0001 55000")) == [
        "x.par:10: unknown keyword PMRAA",
        "x.par:11: PMDEC: not a number",
        "x.par:12: PX has 4 words where at most three belong",
        "x.par:13: unknown ECL",
        "x.par:14: TRACK other than -2 and 0 is not supported",
        "x.par:15: A1 belongs to a binary, and there is no line BINARY",
        "x.par:16: M2 belongs to a binary, and there is no line BINARY",
        "x.par:17: F0 is given twice, first on line 4, with different values",
        "x.par:18: DMXR2_0001 is missing, and DMX_0001 needs it",
    ]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("BINARY DDK", *BINARY[1:]), "x.par:10: KIN and KOM are missing, and binary DDK (equatorial) needs them"),
        (("BINARY T2", "PB 10"), "x.par:10: A1 and T0 are missing, and binary T2 (equatorial) needs them"),
        (("BINARY DD", "FB0 1e-6", *BINARY[1:]), "x.par:12: PB and FB0 exclude each other"),
    ],
)
def test_what_an_orbit_lacks_is_reported_at_a_line_of_the_orbit(lines: tuple[str, ...], said: str) -> None:
    """RAJ calls for the equatorial frame of DDK and T2, and was the line that the error named."""
    assert problems(par(*lines)) == [said]


def test_each_has_a_way_out() -> None:
    with pytest.raises(ParError) as error:
        jug.load_model(par(*MANY))
    assert all(hint for _, _, hint in error.value.problems)
    assert len(str(error.value).split("\n")) == len(error.value.problems) > 5
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


def test_one_problem_has_the_text_of_one() -> None:
    with pytest.raises(ParError) as error:
        jug.load_model(par("PMRAA 3"))
    assert str(error.value) == (
        "x.par:10: unknown keyword PMRAA: 'PMRAA 3'; did you mean PMRA or PMRA2? "
        "to leave it out on purpose: --ignore PMRAA (ignore=['PMRAA'])"
    )


def test_what_a_term_needs_is_named_at_once() -> None:
    waves = ("PB 10", "A1 1", "T0 55000", "ORBWAVEC0 1e-5", "ORBWAVES0 1e-5")
    assert problems(par("BINARY DD")) == ["x.par:10: PB or FB0, A1 and T0 are missing, and binary DD needs them"]
    [problem] = problems(par("BINARY DD", *waves))
    assert problem == "x.par:14: ORBWAVE_OM and ORBWAVE_EPOCH are missing, and ORBWAVEC0 needs them"


@pytest.mark.parametrize(
    ("lines", "drop", "one"),
    [
        (("BINARY XYZ", *BINARY[1:]), (), "x.par:10: unknown BINARY"),
        (("BINARY", *BINARY[1:]), (), "x.par:10: BINARY has no value"),
        ((*BINARY[:3], "T0 soon", *BINARY[4:]), (), "x.par:13: T0: 'soon' is no MJD"),
        (("F0 fast", "F1 -1e-15"), ("F0",), "x.par:9: F0: 'fast' is not a number"),
        (("P0 -1", "P1 1e-15"), ("F0",), "x.par:9: the period is not positive"),
        (("PEPOCH soon",), ("PEPOCH",), "x.par:9: PEPOCH"),
        (("DMX_0001 0.1", "DMXR1_0001 x", "DMXR2_0001 55010"), (), "x.par:11: DMXR1_0001"),
        (("TZRMJD", "TZRSITE gbt", "TZRFRQ 1400"), (), "x.par:10: TZRMJD has no value"),
        (("WAVE1 1 1",), (), "x.par:10: WAVE_OM is missing"),
    ],
)
def test_what_follows_from_a_problem_is_not_one_more(lines: tuple[str, ...], drop: tuple[str, ...], one: str) -> None:
    found = problems(par(*lines, drop=drop))
    assert len(found) == 1
    assert found[0].startswith(one.partition("'")[0])


def test_values_are_checked_beside_an_unknown_keyword() -> None:
    """A component's own check of its values runs where the other lines leave a whole model."""
    found = problems(par("NOSUCH 1", "GLEP_1 55000", "GLF0D_1 1e-9", "GLTD_1 0"))
    assert [text.split(":")[1] for text in found] == ["10", "12"]


def test_unknown_units_are_one_of_the_problems() -> None:
    found = problems(par("UNITS TDT", "PX fast", drop=("UNITS",)))
    assert found == ["x.par:9: UNITS is TDB, TCB or SI (which means TCB)", "x.par:10: PX: not a number"]


def test_warnings_wait_until_nothing_blocks() -> None:
    with pytest.raises(ParError):
        jug.load_model(par("T2CMETHOD TEMPO", "NOSUCH 1"))
    with pytest.warns(InputWarning, match="T2CMETHOD TEMPO is not used"):
        jug.load_model(par("T2CMETHOD TEMPO"))


def test_the_command_has_a_line_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.par"
    file.write_text(par("PMRAA 3", "PMDEC fast").text)
    assert main(["derived", str(file)]) == ExitCode.BAD_INPUT
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(re.match(r"jug: error: .*x\.par:1[01]: ", line) for line in lines)


CHECKED = (
    "GLEP_1 55000",
    "GLF0D_1 1e-9",
    "GLTD_1 0",
    "WXEPOCH 55000",
    "WXFREQ_0001 0",
    "WXSIN_0001 1e-6",
    "WXCOS_0001 1e-6",
    "EFAC -fe L 0",
)
"""Values that three components cannot work with (`Component.check`)."""


def test_what_components_check_is_named_with_all_else() -> None:
    lines = (*CHECKED, "PMRAA 3", "PX fast", "DMX_0001 0.1", "DMXR1_0001 55000", "BINARY DD", "PB 10", "A1 -1")
    assert problems(par(*lines)) == [
        "x.par:11: GLF0D_1 needs a GLTD above zero",
        "x.par:14: WXFREQ_0001 is zero",
        "x.par:17: EFAC1 must be positive",
        "x.par:18: unknown keyword PMRAA",
        "x.par:19: PX: not a number",
        "x.par:20: DMXR2_0001 is missing, and DMX_0001 needs it",
        "x.par:22: T0 is missing, and binary DD needs it",
        "x.par:24: A1 must be at least 0",
    ]


@pytest.mark.parametrize(
    ("lines", "drop", "one"),
    [
        (("GLEP_1 55000", "GLF0D_1 1e-9", "GLTD_1 soon"), (), "x.par:12: GLTD_1: not a number"),
        (("GLEP_1 55000", "GLF0D_1 soon", "GLTD_1 0"), (), "x.par:11: GLF0D_1: not a number"),
        (("F0 fast", "F1 -1e-15"), ("F0",), "x.par:9: F0: not a number"),
        (("BINARY T2", "PB soon", *BINARY[2:], "BPJEP_1 55000"), (), "x.par:11: PB: not a number"),
        (("EXPDIPEP_1 55000", "EXPDIPAMP_1 1e-6", "EXPDIPIDX_1 2"), (), "x.par:10: EXPDIPTAU_1 is missing"),
        (("PEPOCH soon",), ("PEPOCH",), "x.par:9: PEPOCH: not a number"),
    ],
)
def test_a_check_waits_for_values_that_cannot_be_read(lines, drop, one) -> None:
    [found] = problems(par(*lines, drop=drop))
    assert found.startswith(one)


def test_checks_go_on_without_an_epoch() -> None:
    found = problems(par("PEPOCH soon", *CHECKED, drop=("PEPOCH",)))
    assert [text.split(": ")[1] for text in found][1:] == [
        "GLF0D_1 needs a GLTD above zero",
        "WXFREQ_0001 is zero",
        "EFAC1 must be positive",
    ]


def test_a_problem_of_a_line_without_its_text_is_the_same() -> None:
    """The same reason, file and line: listed once, whichever of the two has the text."""
    whole, bare = (Problem("why", Where("x.par", 3, text)) for text in ("F0 soon", ""))
    other = Problem("why", Where("x.par", 3, "F0 later"))
    assert join_problems([whole], [bare]) == [whole]
    assert join_problems([bare], [whole]) == [bare]
    assert join_problems([whole], [other]) == [whole, other]


@pytest.mark.parametrize(("mjd", "keys"), [(None, ["EPHEM"]), (55000.1, ["EPHEM", "TZRSITE"])])
def test_the_site_of_a_tzr_point_counts_where_there_is_one(mjd: float | None, keys: list[str]) -> None:
    settings: Any = SimpleNamespace(lines={}, clock="TT(TAI)", ephem="DE999", tzr_mjd=mjd, tzr_site="nowhere")
    assert [key for key, _ in data_problems(settings, par(), open_files())] == keys


@pytest.mark.parametrize(("lines", "where"), [({}, Where("x.par")), ({"EPHEM": 7}, Where("x.par", 7, "EPHEM DE440"))])
def test_data_that_are_not_at_hand_are_reported_with_the_line_of_their_name(
    lines: dict[str, int], where: Where
) -> None:
    """Where none does, as where the caller asks for them, with the file alone."""
    settings: Any = SimpleNamespace(lines=lines, clock="TT(TAI)", ephem="DE999", tzr_mjd=None)
    ((_, problem),) = data_problems(settings, par(), open_files())
    assert problem.where == where
