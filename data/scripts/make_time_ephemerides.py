"""Make data/tables/if99_*.npy: TIMEEPH IF99 less FB90 at the geocentre, as spline coefficients.

One table for each ephemeris that comes with jug, computed from its file (`jug.obs.time_ephemeris.make_table`).

    python data/scripts/make_time_ephemerides.py
"""

from pathlib import Path

import numpy as np

from jug.data import DataFiles, DataFolder
from jug.obs.files import packaged_root
from jug.obs.time_ephemeris import SHIPPED_TABLES, Float32Table, make_table
from jug.obs.time_quadrature import open_bodies


def tables() -> dict[str, Float32Table]:
    """Compute the tables, by file name."""
    files = DataFiles((DataFolder(packaged_root(), "embedded"),))
    return {file: make_table(open_bodies(ephem, files), files) for ephem, file in SHIPPED_TABLES.items()}


def main() -> None:
    """Write the tables."""
    for file, table in tables().items():
        path = Path(__file__).parents[1] / "tables" / file
        np.save(path, table)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
