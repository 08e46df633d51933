"""Phase terms that PINT 1.1.8 does not have, against 40-digit arithmetic: TOAs at the barycentre, without delays."""

from itertools import pairwise
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from simulated import BASE, made

import jug

mp.mp.dps = 40
NS = 1e-9

AT_BARYCENTRE = BASE.replace("TZRSITE gbt", "TZRSITE @").replace("TZRFRQ 1400", "TZRFRQ 0") + "PHOFF 0\n"
EPOCH, F0, F1 = mp.mpf("54500"), mp.mpf("61.4854765543721"), mp.mpf("-1.181e-15")


def spin(mjd: mp.mpf) -> mp.mpf:
    t = (mjd - EPOCH) * 86400
    return F0 * t + F1 * t**2 / 2


def largest_difference(folder: Path, extra: str, turns) -> float:
    """Of jug's residuals from those of spin and ``turns(mjd)``, s."""
    it = made(folder, extra, base=AT_BARYCENTRE, site="@", freq_mhz=0.0)
    mjds = [mp.mpf(line.split()[2]) for line in it.tim.read_text().splitlines()[1:]]
    zero = spin(mp.mpf("54500.3")) + turns(mp.mpf("54500.3"))
    phases = [spin(mjd) + turns(mjd) - zero for mjd in mjds]
    expected = np.array([float(phase - mp.nint(phase)) for phase in phases])
    return float(np.abs(jug.residuals(it.model, it.toas).phase - expected).max() / float(F0))


def test_a_glitch_with_three_decays(tmp_path: Path) -> None:
    values = {"GLPH": "0.07", "GLF0": "1.2e-6", "GLF1": "-3e-15", "GLF2": "2e-23"}
    decays = [("3e-7", "45.6"), ("-1e-7", "7.5"), ("2e-8", "301")]
    lines = ["GLEP_1 54300.4", *(f"{key}_1 {value}" for key, value in values.items())]
    for m, (step, time) in zip(("", "2", "3"), decays, strict=True):
        lines += [f"GLF0D{m}_1 {step}", f"GLTD{m}_1 {time}"]
    ph, f0, f1, f2 = (mp.mpf(value) for value in values.values())

    def turns(mjd: mp.mpf) -> mp.mpf:
        dt = (mjd - mp.mpf("54300.4")) * 86400
        if dt <= 0:
            return mp.mpf(0)
        steady = ph + f0 * dt + f1 * dt**2 / 2 + f2 * dt**3 / 6
        return steady + sum(
            mp.mpf(step) * mp.mpf(time) * 86400 * (1 - mp.exp(-dt / (mp.mpf(time) * 86400))) for step, time in decays
        )

    assert largest_difference(tmp_path, "\n".join(lines) + "\n", turns) < 1e-3 * NS


NODES = [(mp.mpf(53850 + 97 * k), mp.mpf(f"{1e-3 * np.sin(1.0 + k * k):.8e}")) for k in range(14)]
LINES = "".join(f"IFUNC{k + 1} {mp.nstr(mjd, 12)} {mp.nstr(y, 12)} 0.0\n" for k, (mjd, y) in enumerate(NODES))


def preceding_value(mjd: mp.mpf) -> mp.mpf:
    before = [y for node, y in NODES if node <= mjd]
    return before[-1] if before else NODES[0][1]


def sinc(mjd: mp.mpf) -> mp.mpf:
    return sum(y * mp.sincpi((mjd - node) / 97) for node, y in NODES)


def line(mjd: mp.mpf) -> mp.mpf:
    for (t0, y0), (t1, y1) in pairwise(NODES):
        if t0 <= mjd < t1:
            return y0 + (y1 - y0) * (mjd - t0) / (t1 - t0)
    return NODES[0][1] if mjd < NODES[0][0] else NODES[-1][1]


@pytest.mark.parametrize(("word", "function"), [("0", preceding_value), ("1", sinc), ("2", line)])
def test_ifunc(word: str, function, tmp_path: Path) -> None:
    extra = f"SIFUNC {word} 0\n{LINES}"
    assert largest_difference(tmp_path, extra, lambda mjd: F0 * function(mjd)) < 1e-3 * NS


def test_satjump_is_a_clock_offset(tmp_path: Path) -> None:
    """The same as seconds on the TOAs' lines, to 0.1 ns for 50 ms."""
    it = made(tmp_path, "SATJUMP -fe A 0.05\nSATJUMP MJD 54400 54600 -0.001\n")
    middle = (it.toas.mjd >= 54400) & (it.toas.mjd <= 54600)
    lines = it.tim.read_text().splitlines()[1:]
    seconds = 0.05 * (it.toas.flag("fe") == "A") - 0.001 * middle
    other = tmp_path / "other.tim"
    other.write_text("FORMAT 1\n" + "\n".join(f"{a} -to {s!r}" for a, s in zip(lines, seconds.tolist(), strict=True)))
    (tmp_path / "without.par").write_text(BASE)
    ours = jug.residuals(it.model, it.toas)
    expected = jug.residuals(*jug.load(tmp_path / "without.par", other))
    rest = (ours.phase - expected.phase) % 1.0
    # The TZR point lies in the range of the second, so all phases are moved by the same.
    assert np.ptp((rest - rest[0] + 0.5) % 1.0) / float(F0) < 0.1 * NS
