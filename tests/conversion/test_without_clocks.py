"""TOAs without any clock correction, CLK UNCORR of tempo2 and tempo, stay so in every file that is written."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from simulated import BASE, Made, made

import jug
from jug.cli.command import main

SAME_S = 1e-12
"""Rounding of delays of up to 500 s, s."""

READINGS = [("tempo2", "CLK UNCORR"), ("tempo", "CLK UNCORR"), ("tempo", "")]


def _made(folder: Path, line: str) -> Made:
    """The files, in which the par file has another line CLK than the one that the TOAs were made with."""
    it = made(folder)
    Path(it.par).write_text(BASE.replace("CLK TT(BIPM2019)", line))
    return it


def _times(par: Path, tim: Path, **options: object) -> np.ndarray:
    """Residuals, s."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.residuals(*jug.load(par, tim, **options)).time_s  # type: ignore[arg-type]


def _named(par: Path) -> dict[str, str]:
    """The readings that the comment of a par file names."""
    return dict(re.findall(r"--convention (\w+)=(\S+)", par.read_text()))


@pytest.mark.parametrize(("program", "line"), READINGS)
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_every_file_keeps_them(program: str, line: str, tmp_path: Path) -> None:
    it = _made(tmp_path, line)
    want = _times(it.par, it.tim, dialect=program)
    assert np.ptp(want - _times(it.par, it.tim)) > 1e-7, "the clocks of the sites matter to these TOAs"
    out, par, tim = tmp_path / "out.par", str(it.par), str(it.tim)
    commands = (
        ["convert", par, "-o", str(out)],
        ["edit", par, "-o", str(out), "--free", "PX"],
        ["doctor", par, tim, "--fix", str(out)],
    )
    for command in commands:
        assert main([*command, "--as", program]) in (0, 1)
        assert np.ptp(_times(out, it.tim, conventions=_named(out)) - want) < SAME_S, command[0]
    assert main(["convert", par, "-o", str(out), "--as", program, "--to", program]) == 0
    assert np.ptp(_times(out, it.tim, dialect=program) - want) < SAME_S


def test_another_program_is_told(tmp_path: Path) -> None:
    """tempo2 and tempo get TT(TAI) for the reading with the sites' clocks; PINT has no line for the one without."""
    it = _made(tmp_path, "CLK UNCORR")
    model, out = jug.load_model(it.par), tmp_path / "out.par"
    for program in ("tempo2", "tempo"):
        with pytest.warns(jug.InputWarning, match=rf"becomes CLK TT\(TAI\).*UNCORR makes {program} leave them out"):
            jug.write_par(model, out, program)
        assert np.ptp(_times(out, it.tim) - _times(it.par, it.tim)) < SAME_S
    none = jug.load_model(it.par, conventions={"UNCORR": "NONE"})
    with pytest.warns(jug.InputWarning, match=r"no clock corrections here, for which PINT has no line.* ns at gbt"):
        jug.write_par(none, out, "pint")
