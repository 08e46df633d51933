"""Notes on noise lines without effect: which lines are named, and that none is where they have one."""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.io.par import ParFile
from jug.model.checks.noise_lines import noise_notes

TIM = """FORMAT 1
one 1400 54000.1 1.0 gbt -pp_dm 223.9001 -pp_dme 0.0002 -be A -tobs 600
two 1400 54000.100002 1.0 gbt -pp_dm 223.9001 -pp_dme 0.0002 -be A -tobs 600
three 430 54800.3 1.0 gbt -pp_dm 223.8997 -pp_dme 0.0002 -be B -tobs 600
four 800 55200.4 1.0 gbt -pp_dm 223.9000 -pp_dme 0.0002 -be B -tobs 600
"""
"""Two TOAs of one epoch, 0.17 s apart, and two alone; a band from 430 to 1400 MHz, dates from 54000.1 to 55200.4."""

Lines = tuple[str, ...]

NOTES: dict[str, tuple[Lines, list[str]]] = {
    "no TOA": (("EFAC -be Z 1.1",), ["EFAC1 -be Z (line 14) covers no TOA"]),
    "neither": (("EQUAD -be Z 1", "EFAC -be A 1.1", "EFAC -be Y 2"),
                ["EQUAD1 -be Z (line 14), EFAC2 -be Y (line 16) cover no TOA"]),
    "a JUMP": (("JUMP -be Z 1e-3", "JUMP MJD 50000 50001 1e-3 0"),
               ["JUMP1 -be Z (line 14), JUMP2 MJD 50000 50001 (line 15) cover no TOA"]),
    "a free JUMP": (("JUMP -be Z 1e-3 1", "JUMP -be Y 0", "JUMP -be A 1e-3"), []),
    "an epoch": (("ECORR -be A 1",), []),
    "no epoch": (("ECORR -be A 1", "ECORR -be B 1"),
                 ["ECORR2 -be B (line 15): no two of the TOAs are of one epoch, so that it changes nothing"]),
    "no epochs": (("ECORR FREQ 400 500 1", "ECORR FREQ 700 900 1"),
                  ["ECORR1 FREQ 400 500 (line 14), ECORR2 FREQ 700 900 (line 15): no two of the TOAs are of one epoch, "
                   "so that it changes nothing"]),
    "jitter by duration": (("TNSECORR -be A 1",), []),
    "both on other TOAs": (("ECORR -be A 1", "TNSECORR FREQ 1 900 1"),
                           ["TNSECORR1 FREQ 1 900 (line 15): no two of the TOAs are of one epoch, so that it changes "
                            "nothing"]),
    "both on some": (("ECORR -be A 1", "TNSECORR TEL gbt 1", "ECORR FREQ 1000 2000 1"), [
        "ECORR1 -be A (line 14), TNSECORR1 TEL gbt (line 15), ECORR2 FREQ 1000 2000 (line 16) add up where a TOA has "
        "both; tempo2 takes TNSECORR alone"]),
    "a band": (("TNBANDNOISE 400 450 -13 3 5",), []),
    "a band between": (("TNBANDNOISE 500 700 -13 3 5",), ["TNBANDLOW1 (line 14): no TOA is in this band"]),
    "a band above": (("TNBANDNOISE 1500 1600 -13 3 5",), ["TNBANDLOW1 (line 14): no TOA is in this band"]),
    "a band from a TOA": (("TNBANDNOISE 1400 1600 -13 3 5",), ["TNBANDLOW1 (line 14): no TOA is in this band"]),
    "a band up to a TOA": (("TNBANDNOISE 300 430 -13 3 5",), ["TNBANDLOW1 (line 14): no TOA is in this band"]),
    "nodes around": (("TDSWLOGSIG 1", "TDSWNODE_1 53000", "TDSWNODE_2 56000"), []),
    "nodes around one": (("TDSWLOGSIG 1", "TDSWNODE_1 54700", "TDSWNODE_2 54900"), []),
    "nodes between TOAs": (("TDSWLOGSIG 1", "TDSWNODE_1 54100", "TDSWNODE_2 54200"), [
        "TDSWNODE_1 (line 15) and the other nodes: no TOA is between them, so that they change nothing"]),
    "nodes after": (("TDSWLOGSIG 1", "TDSWNODE_1 56000", "TDSWNODE_2 57000"), [
        "TDSWNODE_1 (line 15) and the other nodes: no TOA is between them, so that they change nothing"]),
    "falls with frequency": (("RNAMP 0.3", "RNIDX -3"), []),
    "flat": (("RNAMP 0.3", "RNIDX 0"), []),
    "grows with frequency": (("RNAMP 0.3", "RNIDX 0.5"), [
        "RNIDX (line 15) is positive, so that the noise grows with frequency; red noise has a negative one"]),
}  # fmt: skip


@pytest.fixture
def noted(tmp_path: Path, par_lines: Callable[..., ParFile]) -> Callable[..., tuple[str, ...]]:
    def notes(*lines: str, tim: str = TIM, **options: bool) -> tuple[str, ...]:
        (tmp_path / "a.tim").write_text(tim)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.JugWarning)
            return noise_notes(*jug.load(par_lines(*lines), tmp_path / "a.tim", **options))

    return notes


@pytest.mark.parametrize("case", NOTES)
def test_lines_without_effect_are_named_and_no_others(case: str, noted: Callable[..., tuple[str, ...]]) -> None:
    lines, notes = NOTES[case]
    assert list(noted(*lines)) == notes


@pytest.mark.parametrize(
    ("line", "convention"), [("JUMP TEL parkes 1e-3", "JUMPTEL=OTHERS"), ("JUMP NAME wo 1e-3", "JUMPNAME=PART")]
)
def test_a_jump_that_another_program_applies(
    line: str, convention: str, tmp_path: Path, par_lines: Callable[..., ParFile]
) -> None:
    (tmp_path / "a.tim").write_text(TIM)
    name, word = convention.split("=")
    for conventions, n in ((None, 1), ({name: word}, 0)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.JugWarning)
            model, toas = jug.load(par_lines(line), tmp_path / "a.tim", conventions=conventions)
        assert len(noise_notes(model, toas)) == n


def test_lines_of_measured_dms(noted: Callable[..., tuple[str, ...]]) -> None:
    """They act where one TOA has a DM; where none has they do nothing, which is known where narrowband is asked for."""
    lines = ("DMEFAC TEL gbt 1.1", "DMJUMP -be A 0.01")
    assert noted(*lines) == ()
    bare = "".join(f"{line.partition(' -pp_dm')[0]} -be A\n" for line in TIM.splitlines())
    why = "DMEFAC1 TEL gbt (line 14), DMJUMP1 -be A (line 15): no TOA has a measured DM (-pp_dm) to act on"
    assert noted(*lines, tim=bare) == (why,)
    assert noted(*lines, tim=bare, wideband=False) == ()


@pytest.mark.parametrize(("apart", "one"), [(0.9, True), (1.1, False)])
def test_an_epoch_may_begin_before_midnight(apart: float, one: bool, par_lines: Callable[..., ParFile]) -> None:
    """Two TOAs less than 1 s apart are of one epoch, on two days of TDB too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par_lines("ECORR TEL gbt 1"))
        mjd = 55000.0 - (66.184 + np.array([0.5, -0.5]) * apart) / 86400.0
        toas = jug.simulate(model, mjd, site="gbt")
    assert toas.tdb.day.tolist() == [54999, 55000]
    assert bool(noise_notes(model, toas)) is not one
