"""PINT 1.1.8 reads what jug writes and gives the same residuals, in each dialect: real pulsars, and every term."""

import warnings
from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import BINARY_KEYS, NOISE_KEYS, example, written_copy
from simulated import made
from test_phase_terms import CASES as PHASES
from test_terms import CASES as DELAYS
from test_terms import ECLIPTIC, IN_ECLIPTIC

import jug
from jug.conversion.dialects.dialects import convert

NS = 1e-9
SAID = {"EPHEM": "DE421", "CLK": "TT(BIPM2019)", "UNITS": "TDB"}
EQUATORIAL_LINES = ("RAJ", "DECJ", "PMRA", "PMDEC")


def differences_s(model: jug.TimingModel, written: Path, tim: Path) -> tuple[float, float]:
    """Largest difference of a written file's residuals, s: from PINT's, and from those of the model before.

    The first is of the phase itself, up to whole turns, so that TZR, PEPOCH and every epoch went through.
    """
    again, toas = jug.load(written, tim)
    ours, theirs = jug.residuals(again, toas), oracle.residuals(written, tim)
    difference = ours.phase - theirs.phase
    difference = difference - np.rint(difference)
    moved = ours.time_s - jug.residuals(model, toas).time_s
    if again.removes_mean != model.removes_mean:  # a program without PHOFF removes the mean in its place
        moved = moved - moved[0]
    from_pint = np.abs(difference - np.median(difference)).max() / model.values["F0"]
    return float(from_pint), float(np.abs(moved).max())


LARGEST_S = (NS, 1e-13)
"""A ns from PINT, as all residuals; the rounding of delays of up to 500 s."""


@pytest.mark.parametrize(
    ("name", "program"),
    [(name, program) for name in ("NGC6440E", "J1028-5819") for program in ("jug", "pint", "tempo2", "tempo")]
    + [("B1855+09_NANOGrav_9yv1", "pint")],
)
@pytest.mark.filterwarnings("ignore:.*ECL:jug.InputWarning")
def test_a_real_pulsar(name: str, program: str, tmp_path: Path) -> None:
    """Equatorial, young with a proper motion, ecliptic with a jump; binary and noise lines left out."""
    par, tim = example(name)
    par = written_copy(par, tmp_path, drop=BINARY_KEYS + NOISE_KEYS, drop_families=("DMX", "FD"), replace=SAID)
    model = jug.load_model(par)
    model = model.moved({n: 1e-4 * model.errors.get(n, 0.0) for n in model.free if not n.startswith("JUMP")})
    jug.write_par(model, tmp_path / "w.par", program)
    assert np.all(np.less(differences_s(model, tmp_path / "w.par", tim), LARGEST_S))


ORBITS = {
    "ELL1": "BINARY ELL1;PB 1.5334;A1 1.89;TASC 53630.7;EPS1 2.1e-6;EPS2 -1.1e-6;EPS1DOT 2.5e-16;M2 0.2;SINI 0.9",
    "ELL1H": "BINARY ELL1H;PB 1.5334;A1 1.89;TASC 53630.7;EPS1 2.1e-6;EPS2 -1.1e-6;H3 2.5e-7;STIGMA 0.6",
    "DD": "BINARY DD;PB 12.327;A1 9.23;T0 53751.1;ECC 0.21;OM 276.5;OMDOT 0.02;GAMMA 1e-5;PBDOT 1.5e-12;M2 0.3;"
    "SINI 0.99;XDOT 2.5e-14;EDOT 1e-15;DTH 3e-6;A0 1e-6",
    "DDK": "PX 1.2;BINARY DDK;PB 67.8251;A1 32.34;T0 53741.9;ECC 7.5e-5;OM 176.2;M2 0.3;KIN 71.969;KOM 88.25;"
    "A1DOT 2.5e-14",
}


@pytest.mark.parametrize("name", ORBITS)
@pytest.mark.parametrize("program", ["pint", "tempo2"])
def test_orbits(name: str, program: str, tmp_path: Path) -> None:
    model, _, _, tim = made(tmp_path, ORBITS[name].replace(";", "\n") + "\n", site=["gbt"] * 60)
    assert write(model, tmp_path / "w.par", program)
    assert np.all(np.less(differences_s(model, tmp_path / "w.par", tim), LARGEST_S))


@pytest.mark.parametrize("name", [*PHASES, *DELAYS])
@pytest.mark.filterwarnings("ignore:.*(in no range|overlap|no TOA has a measured DM):jug.InputWarning")
def test_every_term(name: str, tmp_path: Path) -> None:
    """For PINT always; for tempo2 and tempo where they have the term, as PINT reads their spelling too.

    No TOA at the barycentre, where PINT has a solar wind and jug has none.
    """
    extra = PHASES[name][0] if name in PHASES else DELAYS[name].replace(";", "\n") + "\n"
    values = ("A", "B") if name in PHASES else ("U", "L", "S")
    flags = {"fe": [values[i % len(values)] for i in range(60)]}
    sites = [("gbt", "parkes", "arecibo")[i % 3] for i in range(60)]
    model, _, par, tim = made(tmp_path, extra, flags=flags, site=sites)
    if name in IN_ECLIPTIC:
        par = written_copy(par, tmp_path, drop=EQUATORIAL_LINES, add=ECLIPTIC.splitlines())
        model = jug.load_model(par)
    for program in ("pint", "tempo2", "tempo"):
        if write(model, tmp_path / f"{program}.par", program):
            assert np.all(np.less(differences_s(model, tmp_path / f"{program}.par", tim), LARGEST_S)), program


def write(model: jug.TimingModel, path: Path, program: str) -> bool:
    """Write it if the program has the terms; PINT has them all here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.InputWarning)
        if program == "pint":
            jug.write_par(model, path, program)
            return True
        try:
            jug.write_par(model, path, program)
        except jug.InputError:
            with pytest.raises(jug.InputError, match=f"{program} lacks a part of this model: "):
                convert(model, program)
            return False
    return True
