"""How `jug doctor` reads a par file of which some lines cannot be used."""

import io

import pytest
from copies import example

import jug
from jug.analysis.diagnosis import reading
from jug.data.data_files import DataFiles
from jug.io.par import parse_lines, read_par

LINES = ("PSR X", "RAJ 17:48:52.75", "DECJ -20:21:29.0", "PEPOCH 55000", "DM 20", "UNITS TDB")


@pytest.mark.parametrize(
    ("lines", "loads", "problems"),
    [
        (("F0 61.5",), 1, []),
        (("F0 61.5", "PX fast"), 2, ["PX: not a number"]),  # and once more without that line
        ((), 1, ["F0 is missing"]),  # on no line: a second reading would say the same
    ],
)
def test_a_file_is_read_again_where_a_line_was_left_out(
    lines: tuple[str, ...], loads: int, problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    models = []
    load = reading.load_model

    def counted(*args: object, **options: object) -> object:
        models.append(args)
        return load(*args, **options)

    monkeypatch.setattr(reading, "load_model", counted)
    read = reading.read_files(parse_lines([*LINES, *lines]), None, DataFiles(()), {})
    assert len(models) == loads
    assert [problem.why[: len(text)] for problem, text in zip(read.problems, problems, strict=True)] == problems


ORBIT = ("PB 5", "A1 9", "T0 55001", "OM 40", "ECC 0.1")
CAUSES = {
    ("F1 -1e-15",): ["F0 is missing"],
    ("F0 61.5", "F1 -1e-15", "BINARY XYZ", *ORBIT): ["unknown BINARY (with it PB, A1, T0, OM, ECC of lines 10, 11"],
    ("F0 61.5", "BINARY DD", *ORBIT[1:]): ["PB or FB0 is missing, and binary DD needs it (with it A1, T0, OM, ECC of"],
    ("F0 61.5", "PX fast", *ORBIT[:1]): ["PX: not a number", "PB belongs to a binary"],
}


@pytest.mark.parametrize("lines", CAUSES)
def test_one_decision_for_one_cause(lines: tuple[str, ...]) -> None:
    read = reading.read_files(parse_lines([*LINES, *lines]), None, DataFiles(()), {})
    assert [p.why[: len(text)] for p, text in zip(read.problems, CAUSES[lines], strict=True)] == CAUSES[lines]
    assert len([line for line in read.used if line.key in ("RAJ", "DECJ", "PEPOCH", "DM")]) == 4


def test_without_a_latitude_or_an_epoch() -> None:
    for key, what in (("DECJ", "equatorial astrometry"), ("PEPOCH", "spin")):
        lines = [line for line in (*LINES, "F0 61.5", "F1 0", "PMRA 2") if not line.startswith(key)]
        [problem] = reading.read_files(parse_lines(lines), None, DataFiles(()), {}).problems
        assert problem.why.startswith(f"{key} is missing, and {what} needs it")


def test_a_clock_that_is_not_known_is_left_out() -> None:
    lines = (*LINES, "F0 61.5", "CLK GARBAGE")
    found = jug.doctor(parse_lines(lines))
    [decision] = [text for text in found.decisions if "GARBAGE" in text]
    assert decision.startswith("<par>:8: the clock 'GARBAGE' is not supported")
    assert decision.endswith("or read the file as without the line: --ignore CLK (ignore=['CLK'])")
    assert found.explicit is not None
    assert "CLK TT(BIPM" in " ".join(found.explicit.text.split())
    assert next(use.use for use in found.lines if use.key == "CLK") == "not understood"


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_all_conventions_of_a_program_at_once() -> None:
    """tempo2 takes another wind and the planets where no line says so: at once they do what both do, signs and all."""
    par, tim = jug.data.example("NGC6440E")
    absent = ("SOLARN0", "PLANET_SHAPIRO")
    found = jug.doctor(parse_lines([q.text for q in read_par(par).lines if q.key not in absent]), tim)
    sizes = {d.name: d.effect.max_ns for d in found.differences if "tempo2" in d.programs and d.effect is not None}
    assert set(sizes) == {"NE_SW", "PLANET_SHAPIRO", "--as tempo2"}
    both = sizes["NE_SW"] + sizes["PLANET_SHAPIRO"]
    assert abs(sizes["NE_SW"] - sizes["PLANET_SHAPIRO"]) - 0.1 < sizes["--as tempo2"] < both + 0.1  # ns


def test_open_text_files_are_examined_as_those_of_a_path() -> None:
    par, tim = example("NGC6440E")
    with open(par) as of_par, open(tim) as of_tim:
        assert jug.doctor(of_par, of_tim).text == jug.doctor(par, tim).text
    told = jug.doctor(io.StringIO(par.read_text() + "PX nan\n"), io.StringIO(tim.read_text()))
    assert "<par>" in told.text
    assert told.tim == "<tim>"


def test_the_line_of_an_ephemeris_that_another_replaces_is_not_used() -> None:
    """As with --ephem (ephem=); the same name in small letters is no other."""
    par, tim = example("NGC6440E")
    for asked, said in (("DE440", ("not used", "EPHEM DE421: DE440 is used in its place")), ("de421", ("setting",))):
        [line] = [use for use in jug.doctor(par, tim, ephem=asked).lines if use.key == "EPHEM"]
        assert (line.use, line.what)[: len(said)] == said
