"""A clock correction is found in the files that docs/architecture.md lists: site, chain, file of a name, rows."""

import re
import sys
from pathlib import Path
from types import FrameType

import numpy as np
from copies import example

from jug.data.data_files import DataFiles
from jug.io.clockfile import ClockFile
from jug.io.tim.read import read_tim
from jug.obs.clock import ClockResult, Link, _read_once, observatory_clocks
from jug.obs.files import Found
from jug.obs.sites import ClockRef, Site, find_site

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = f"{ROOT / 'jug'}/"
MOST_FILES = 4
ON_THE_WAY = (Site, ClockRef, Link, Found, ClockFile, ClockResult)
"""What the correction is found by, from the site of a TOA to the sum over its chain of files."""


def holds(value: object) -> bool:
    """Whether a value is one of these, or a tuple or list that begins with one."""
    return isinstance(value, ON_THE_WAY) or (isinstance(value, tuple | list) and len(value) > 0 and holds(value[0]))


def test_the_correction_of_a_clock_is_found_in_four_files() -> None:
    """The TOAs of NGC6440E, of the GBT: time_gbt.dat and UTC - UTC(GPS), some microseconds in all."""
    [row] = re.findall(
        r"\| How is a clock correction found\? \| (.*) \|", (ROOT / "docs" / "architecture.md").read_text()
    )
    documented = set(re.findall(r"`(jug/[\w/]+\.py)`", row))
    raw, files = read_tim(example("NGC6440E")[1]), DataFiles()
    found: set[str] = set()

    def seen(frame: FrameType, event: str, result: object) -> None:
        name = frame.f_code.co_filename
        if event == "return" and name.startswith(PACKAGE) and holds(result):
            found.add(f"jug/{name.removeprefix(PACKAGE)}")

    _read_once.cache_clear()  # rows that another test has read
    sys.setprofile(seen)
    try:
        site = find_site("gbt", files=files)
        seconds, uses, _ = observatory_clocks(raw, [site], np.zeros(len(raw), np.int32), files)
    finally:
        sys.setprofile(None)
    assert 1e-8 < np.max(np.abs(seconds)) < 1e-4
    assert len(uses) > 1, "the site's file and UTC - UTC(GPS)"
    assert len(documented) <= MOST_FILES
    assert found == documented
