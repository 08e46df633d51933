"""Everything that blocks a par and a tim file stands in one error, each with file, line, reason and the way out."""

import warnings
from pathlib import Path

import pytest
from simulated import BASE

import jug
from jug.cli.command import main
from jug.errors import OF_A_KIND, InputError, Problem, Where, problem_lines
from jug.io.tim.read import read_tim

OF_PAR = {
    "PMRAA 3": "unknown keyword PMRAA",
    "PX fast": "PX: not a number",
    "CLK GARBAGE": "the clock 'GARBAGE' is not supported",
    "EPHEM DE999": "the ephemeris DE999 is not at hand",
    "BINARY XYZ": "unknown BINARY",
}
OF_TIM = {
    "b 1400 54001.x5 1 gbt": "MJD '54001.x5': not a number",
    "EFAC x": "EFAC x: not a number",
    "INCLUDE no.tim": "there is no such file",
    "b 1400 54001.5": "truncated TOA line",
    "b 1400 54001.5 1 atlantis": "unknown observatory 'atlantis'",
    "b 1400 54001.5 1 mars": "unknown observatory 'mars'",
    "b 1400 54001.5 0 gbt": "zero uncertainty",
    "b 1400 54001.5 1 gbt -to soon": "flag -to soon: not a number",
}
GOOD = "a 1400 54000.5 1 gbt"


def files(folder: Path, of_par: tuple[str, ...], of_tim: tuple[str, ...]) -> tuple[Path, Path]:
    """A good pair with bad lines between those of the par file, and behind each TOA."""
    own = [line for line in BASE.splitlines() if line.split()[0] not in {bad.split()[0] for bad in of_par}]
    par, tim = folder / "a.par", folder / "a.tim"
    par.write_text("\n".join([own[0], *of_par, *own[1:]]) + "\n")
    tim.write_text("\n".join(["FORMAT 1", *(text for bad in of_tim for text in (GOOD, bad)), GOOD]) + "\n")
    return par, tim


def message(par: Path, tim: Path) -> tuple[Problem, ...]:
    """The problems of the one error of `jug.load`, whose text has a line for each."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        with pytest.raises(InputError) as error:
            jug.load(par, tim)
    assert str(error.value).splitlines() == list(map(str, error.value.problems))
    return error.value.problems


@pytest.mark.parametrize(
    ("of_par", "of_tim"),
    [
        (tuple(OF_PAR), tuple(OF_TIM)),
        (("CLK GARBAGE",), ("b 1400 54001.5 1 atlantis",)),
        (("EPHEM DE999", "CLK GARBAGE"), ()),
        (("PX fast",), ("EFAC x",)),
        ((), ("b 1400 54001.5 1 mars", "b 1400 54001.5 1 atlantis", "b 1400 54001.5")),
        ((), ("EFAC x", "b 1400 54001.x5 1 gbt", "b 1400 54001.5 1 gbt -to soon", "b 1400 54001.5 0 gbt")),
        (("PMRAA 3",), ("b 1400 54001.5 1 mars",)),
    ],
)
def test_all_lines_in_one_error(tmp_path: Path, of_par: tuple[str, ...], of_tim: tuple[str, ...]) -> None:
    par, tim = files(tmp_path, of_par, of_tim)
    wanted = [(par, 2 + i, text) for i, text in enumerate(of_par)]
    wanted += [(tim, 3 + 2 * i, text) for i, text in enumerate(of_tim)]
    found = message(par, tim)
    assert [(p.where.path, p.where.line, p.where.text) for p in found if p.where] == [
        (str(path), line, text) for path, line, text in wanted
    ]
    for problem, (_, _, text) in zip(found, wanted, strict=True):
        assert {**OF_PAR, **OF_TIM}[text] in problem.why
        assert problem.hint


def test_what_comes_behind_the_lines_is_told_too(tmp_path: Path) -> None:
    """A TOA before 1962 is met when all is read; the other TOAs are left out by then."""
    par, tim = files(tmp_path, ("PX fast",), ("b 1400 54001.x5 1 gbt", "b 1400 30000.5 1 gbt"))
    assert [p.why.split(":")[0] for p in message(par, tim)] == [
        "PX",
        "MJD '54001.x5'",
        "a TOA before MJD 37665 (1962), where the tables of Earth orientation start",
    ]


def test_toas_at_unknown_sites_hide_no_problem_of_the_others(tmp_path: Path) -> None:
    """The TOAs of both sites are left out; those of one site alone would end the work on the others."""
    par, tim = files(tmp_path, (), ("b 1400 54001.5 1 mars", "b 1400 54001.5 1 atlantis", "b 1400 30000.5 1 gbt"))
    assert [p.why.split("(")[0].strip() for p in message(par, tim)] == [
        "unknown observatory 'mars'",
        "unknown observatory 'atlantis'",
        "a TOA before MJD 37665",
    ]


@pytest.mark.parametrize("command", ["fit", "doctor"])
def test_two_files_that_cannot_be_read(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing par file hid what is wrong with the tim file."""
    _, tim = files(tmp_path, (), ("EFAC x", "b 1400 54001.x5 1 gbt"))
    for bad in (tmp_path / "no.par", Path("/dev/null")):
        assert main([command, str(bad), str(tim)]) == 2
        told = [line.split(": ")[2] for line in capsys.readouterr().err.splitlines()]
        assert told == [f"{bad}:1" if bad.exists() else str(bad), f"{tim}:3", f"{tim}:5"]
    assert main([command, str(tmp_path / "no.par"), str(tmp_path / "no.tim")]) == 2
    said = capsys.readouterr().err
    assert "no such par file" in said
    assert "no such tim file" in said


@pytest.mark.parametrize("command", ["fit", "doctor"])
def test_a_par_file_in_place_of_a_tim_file(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    par, _ = files(tmp_path, (), ())
    assert main([command, str(par), str(par)]) == 2
    said = f"jug: error: {par}: this looks like a par file; the tim file comes second, after the par file\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("command", ["fit", "residuals", "show", "outliers"])
def test_every_command(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = files(tmp_path, ("PX fast", "CLK GARBAGE"), ("EFAC x", "b 1400 54001.5 1 mars"))
    name, *options = command.split()
    assert main([name, str(par), str(tim), *options]) == 2
    told = [line.split(": ")[:3] for line in capsys.readouterr().err.splitlines() if "error" in line]
    assert [where for _, _, where in told] == [f"{par}:2", f"{par}:3", f"{tim}:3", f"{tim}:5"]


@pytest.mark.parametrize("form", ["FORMAT 1\n", ""])
def test_of_many_lines_of_a_kind_the_first_ones(tmp_path: Path, form: str) -> None:
    tim = tmp_path / "a.tim"
    good = "b               1400.000 53478.2858714192189    21.71\n"
    bad = [f"b 1400 5{i:04}.x5 1 gbt\n" if form else good.replace("53478.", f"5{i:04}x") for i in range(332)]
    tim.write_text(form + (GOOD + "\n" if form else good) + "".join(bad))
    with pytest.raises(jug.TimError) as error:
        read_tim(tim)
    lines = str(error.value).splitlines()
    assert len(error.value.problems) == 332
    assert len(lines) == OF_A_KIND + 1
    first = 2 if not form else 3
    assert [line.split(": ")[0] for line in lines] == [f"{tim}:{first + i}" for i in range(OF_A_KIND + 1)]
    assert "and 312 more of this kind: " in lines[-1]


def test_a_limit_of_include_has_one_message(tmp_path: Path) -> None:
    """Without the line that reaches the limit the one before would: 2^14 reads of the last file are asked for."""
    for i in range(14):
        (tmp_path / f"{i}.tim").write_text(f"INCLUDE {i + 1}.tim\nINCLUDE {i + 1}.tim\n")
    (tmp_path / "14.tim").write_text(f"FORMAT 1\n{GOOD}\n")
    with pytest.raises(jug.TimError, match="has been read 10 times") as error:
        read_tim(tmp_path / "0.tim")
    assert len(error.value.problems) == 1


def test_kinds() -> None:
    """Twenty of one kind and one of another are all listed, 22 of one kind are not."""
    numbers = [Problem(f"MJD '{i}x': not a number", Where("a.tim", i)) for i in range(1, 23)]
    other = Problem("zero uncertainty", Where("a.tim", 40))
    assert len(problem_lines((*numbers[:20], other))) == 21
    assert problem_lines((*numbers, other))[19:] == (
        "a.tim:20: MJD '20x': not a number",
        "a.tim:21: and 2 more of this kind: MJD '21x': not a number",
        "a.tim:40: zero uncertainty",
    )
