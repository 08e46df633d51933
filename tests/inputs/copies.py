"""Copies of real par and tim files without some of their lines; the test that makes one says which.

par, tim = example("B1855+09_NANOGrav_9yv1")
par = written_copy(par, tmp_path, drop=BINARY_KEYS + NOISE_KEYS, drop_families=("DMX", "FD"))
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "data" / "examples"
REFERENCE = EXAMPLES / "reference"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


BINARY_KEYS = _words(
    """BINARY PB PBDOT A1 A1DOT XDOT E ECC EDOT T0 TASC OM OMDOT EPS1 EPS2 EPS1DOT EPS2DOT LNEDOT SINI M2
    MTOT GAMMA SHAPMAX KIN KOM K96 H3 H4 STIGMA STIG VARSIGMA NHARM NHARMS XPBDOT XOMDOT A0 B0 DR DTH
    DTHETA"""
)
"""Every keyword of a binary but FB0, FB1, ... (the family "FB")."""

NOISE_KEYS = _words(
    """EFAC T2EFAC TNEF EQUAD T2EQUAD TNEQ ECORR T2ECORR TNECORR RNAMP RNIDX TNREDAMP TNREDGAM TNREDC
    TNREDFLOG TNREDFLOG_FACTOR TNREDTSPAN TNDMAMP TNDMGAM TNDMC TNCHROMAMP TNCHROMGAM TNCHROMIDX TNCHROMC
    DMEFAC DMEQUAD"""
)
"""White and red noise, in TOAs and in wideband DMs."""

WIDEBAND_KEYS = ("DMDATA", "DMJUMP", "DMEFAC", "DMEQUAD")

_FAMILIES = {
    "F": r"F\d+",
    "DM": r"DM\d+",
    "DMX": r"DMX|DMX(R1|R2|EP|F1|F2)?_\d+",
    "FD": r"FD\d+",
    "FB": r"FB\d+",
    "JUMP": r"JUMP\d*",
    "GLITCH": r"GL[A-Z0-9]+_\d+",
    "WAVE": r"WAVE(\d+|_OM|EPOCH)",
    "FDJUMP": r"FD\d*JUMP.*",
    "SWX": r"SWX[A-Z0-9]*_\d+",
}

_SAME = {"CLOCK": "CLK", "E": "ECC", "PSRJ": "PSR"}


def example(name: str) -> tuple[Path, Path]:
    """The par and the tim file of an example pulsar by the start of their names, for instance "NGC6440E"."""
    par, tim = (sorted(EXAMPLES.glob(f"{name}*.{kind}"), key=lambda path: len(path.name)) for kind in ("par", "tim"))
    assert par, f"no {name}*.par in {EXAMPLES}"
    assert tim, f"no {name}*.tim in {EXAMPLES}"
    return par[0], tim[0]


def written_copy(
    par: Path,
    folder: Path,
    *,
    drop: Iterable[str] = (),
    drop_families: Iterable[str] = (),
    replace: Mapping[str, str] | None = None,
    add: Iterable[str] = (),
    name: str = "copy.par",
) -> Path:
    """A copy of ``par`` in ``folder``.

    Parameters
    ----------
    drop : sequence of str
        Keywords whose lines are left out; those that do not occur are no error, so that a set can be given.
    drop_families : sequence of str
        Names of `_FAMILIES`: every numbered line of these is left out.
    replace : dict
        What follows a keyword; a line that is not there is added (CLOCK and CLK count as one).
    add : sequence of str
        Whole lines that are put at the end.
    """
    patterns = [_FAMILIES[family] for family in drop_families]
    unwanted = re.compile("|".join([*map(re.escape, drop), *patterns]) or "(?!)", re.IGNORECASE)
    new = {_same(key): (key, text) for key, text in (replace or {}).items()}
    lines = []
    for line in par.read_text().splitlines():
        key = line.split()[0] if line.split() else ""
        if key and unwanted.fullmatch(key):
            continue
        lines.append("{} {}".format(*new.pop(_same(key))) if _same(key) in new else line)
    lines += [f"{key} {text}" for key, text in new.values()]
    return _written(folder / name, [*lines, *add])


def written_tim(
    tim: Path,
    folder: Path,
    *,
    drop: Iterable[int] = (),
    replace: Mapping[int, str] | None = None,
    add: Iterable[str] = (),
    name: str = "copy.tim",
) -> Path:
    """A copy of ``tim`` in ``folder``; its lines count from 1."""
    gone, new = set(drop), dict(replace or {})
    old = tim.read_text().splitlines()
    assert all(1 <= number <= len(old) for number in gone | new.keys())
    lines = [new.get(number, line) for number, line in enumerate(old, 1) if number not in gone]
    return _written(folder / name, [*lines, *add])


def _same(key: str) -> str:
    return _SAME.get(key.upper(), key.upper())


def _written(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path
