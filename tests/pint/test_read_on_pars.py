"""Par files that are read on with a warning, written for PINT: PINT reads them and gives the same residuals."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from simulated import made

import jug
from jug.conversion.dialects.dialects import Converted, convert

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

ORBIT = "PB 1.3;A1 2;OM 10;ECC 0.1;T0 53750"
FAULTS = {
    "F3": "F3 1e-30",
    "DM2": "DM2 1e-4",
    "FD3": "FD1 1e-6;FD3 1e-6",
    "WAVE3": "WAVE_OM 0.01;WAVEEPOCH 53750;WAVE1 1e-5 1e-6;WAVE3 1e-5 0",
    "NE_SW2": "NE_SW 5;NE_SW2 1",
    "CM2": "CM 1e-3;CM2 1e-3;TNCHROMIDX 4",
    "FB2": "BINARY DD;FB0 8.9e-6;FB2 1e-30;A1 2;OM 10;ECC 0.1;T0 53750",
    "ORBWAVE": f"BINARY DD;{ORBIT};ORBWAVE_OM 1e-7;ORBWAVE_EPOCH 53750;ORBWAVEC1 1e-5;ORBWAVES1 1e-5",
    "KOM": f"BINARY DD;{ORBIT};KOM 30",
    "TNREDC": "TNREDC 0;TNREDAMP -99;TNREDGAM 3",
    "PAASCNODE": f"BINARY DD;{ORBIT};PAASCNODE 30;PX 1",
    "RNAMP": "RNAMP 1;RNIDX -3;TNREDAMP -13;TNREDGAM 3",
    "TNEQ": "EQUAD -fe S 1;TNEQ -fe S -5",
    "turned": "JUMP MJD 54200 53900 1e-4",
}


def converted(lines: str, folder: Path, program: str) -> tuple[jug.TimingModel, Converted, Path]:
    """A model with these lines, what is written for a program, and the tim file."""
    it = made(folder, lines.replace(";", "\n") + "\n")
    model = jug.load_model(it.par)
    return model, convert(model, program), it.tim


@pytest.mark.parametrize("name", FAULTS)
def test_pint_reads_it(name: str, tmp_path: Path) -> None:
    """A gap needs lines of zero, and a line that is not used becomes a comment: PINT refuses it, or fails."""
    model, found, tim = converted(FAULTS[name], tmp_path, "pint")
    (written := tmp_path / "w.par").write_text(found.text)
    toas = jug.load(written, tim)[1]
    difference = jug.residuals(model, toas).phase - oracle.residuals(written, tim).phase
    if name == "NE_SW2":  # at the barycentre jug has no solar wind
        difference = difference[toas.raw.site.array() != "@"]
    difference -= np.rint(difference)
    assert np.abs(difference - np.median(difference)).max() / model.values["F0"] < 1e-9


@pytest.mark.parametrize(
    ("lines", "program", "line"),
    [
        (FAULTS["PAASCNODE"], "tempo", "# not used: PAASCNODE 30"),
        (FAULTS["TNEQ"], "tempo2", "# not used: TNEQ -fe S -5"),
        (FAULTS["RNAMP"], "tempo2", "# not used: RNAMP 1"),
    ],
)
def test_no_program_is_given_a_line_that_it_would_use(lines: str, program: str, line: str, tmp_path: Path) -> None:
    """tempo has the terms of PAASCNODE, and tempo2 adds TNEQ to EQUAD."""
    assert line in converted(lines, tmp_path, program)[1].text.splitlines()


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (f"BINARY DD;{ORBIT};M2 -0.1;SINI 0.5", "M2 below 0"),
        (f"BINARY DD;{ORBIT};M2 0.1;SINI -0.2", "SINI outside 0 to 1"),
        (f"BINARY DDS;{ORBIT};M2 0.1;SHAPMAX -0.1", "SHAPMAX below 0"),
        (f"BINARY DDH;{ORBIT};H3 -1e-7;STIG 0.5", "H3 below 0 in BINARY DDH"),
        (f"BINARY DDH;{ORBIT};H3 1e-7;STIG -3.5", "STIGMA that is not above 0"),
        (f"BINARY DDK;{ORBIT};KIN 200;KOM 3", "KIN whose sine is below 0"),
        (f"BINARY DD;{ORBIT};FB1 1e-20", "FB1 beside PB: write FB0, which is 1 / (86400 PB), for PB"),
        ("SIFUNC 2;IFUNC1 53000 1e-6 0;IFUNC3 56000 1e-6 0", "IFUNC nodes without IFUNC2: number them one by one"),
    ],
)
def test_what_pint_refuses_is_told(lines: str, note: str, tmp_path: Path) -> None:
    _, found, tim = converted(lines, tmp_path, "pint")
    assert f"PINT refuses {note}" in found.notes
    (written := tmp_path / "w.par").write_text(found.text)
    with pytest.raises(Exception, match=r"."):
        oracle.residuals(written, tim)


@pytest.mark.parametrize(
    "lines",
    [f"BINARY DDK;{ORBIT};M2 0.2;KIN 60;KOM 3;SINI KIN", "SIFUNC 2;IFUNC1 53000 1e-6 0;IFUNC2 56000 1e-6 0"],
)
def test_what_pint_reads_has_no_such_note(lines: str, tmp_path: Path) -> None:
    assert not [note for note in converted(lines, tmp_path, "pint")[1].notes if note.startswith("PINT refuses")]
