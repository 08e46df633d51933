"""Which TOA is named where a par file gives no position and TOAs are at observatories."""

from pathlib import Path

import pytest

import jug
from jug.errors import ParError

PAR = "PSR ROTATOR\nF0 61.485476554\nPEPOCH 54500\nDM 20\nEPHEM DE421\nCLK TT(BIPM2019)\nUNITS TDB\n"


def test_the_first_toa_at_a_site_is_named(tmp_path: Path) -> None:
    """The first two TOAs are at the barycentre and need no position."""
    par, tim = tmp_path / "rotator.par", tmp_path / "rotator.tim"
    par.write_text(PAR)
    sites = ("@", "@", "gbt", "parkes", "@")
    rows = [f"toa{i} 1400 {54000 + i}.1 5 {site}" for i, site in enumerate(sites)]
    tim.write_text("FORMAT 1\n" + "\n".join(rows) + "\n")
    with pytest.raises(ParError, match=r"rotator\.tim:4: no position: .* this TOA at the site gbt"):
        jug.load(par, tim)
