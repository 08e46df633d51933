"""One error names what blocks the TOAs too, in a file or in memory; BINARY T2 beside the best of the TOAs."""

import warnings
from pathlib import Path

import numpy as np
import orbits
import pytest
from orbits import Size

import jug
from jug.io.par import parse_lines
from jug.io.tim.read import read_tim
from jug.model.checks.general_binary import general_binary_note

PAR = ["PSR X", "RAJ 1:02:03", "DECJ 1:02:03", "F0 100 1", "PEPOCH 55000", "UNITS TDB", "CLK TT(BIPM2019)"]
LINES = ["a 1400 55000.5 1 nowhere", "a 1400 55001.5 1 gbt", "a 1400 55002.5 1 elsewhere", "a 1400 55003.5 1 gbt"]


@pytest.mark.parametrize("in_memory", [False, True])
def test_every_unknown_site_is_named_beside_the_ephemeris(tmp_path: Path, in_memory: bool) -> None:
    """The TOAs of known sites alone are carried on, so that no site is named twice."""
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", *LINES]) + "\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        tim = read_tim(tmp_path / "a.tim") if in_memory else tmp_path / "a.tim"
    with pytest.raises(jug.InputError) as error:
        jug.load(parse_lines([*PAR, "EPHEM DE999"], "x.par"), tim)
    said = [problem.why for problem in error.value.problems]
    assert len(said) == 3
    assert "DE999" in said[0]
    assert "nowhere" in said[1]
    assert "elsewhere" in said[2]


@pytest.mark.parametrize(("best_us", "matters"), [(1e-3, True), (1e3, False)])
def test_a_difference_of_t2_matters_beside_the_least_uncertainty(best_us: float, matters: bool) -> None:
    """PINT takes this orbit for an ELL1, some ns off; nearly all TOAs have an uncertainty of 1 ms."""
    model = orbits.model("BINARY T2\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-4)) + "M2 0.3\nSINI 0.9\n")
    error = np.full(40, 1e3)
    error[7] = best_us
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        toas = jug.simulate(model, np.linspace(54900, 55100, 40), error_us=error, site="@")
    found = general_binary_note(model, toas)
    assert found is not None
    assert "or takes ELL1 (allow_T2=True), which differs by" in found.note
    assert found.matters == matters
