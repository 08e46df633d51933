"""Make data/tables/smooth_1960_2060.npy: the slow series of Earth rotation and time, as spline coefficients.

Columns: X, Y of the celestial intermediate pole and the CIO locator s (IAU 2006/2000A, rad), and TDB - TT at
the geocentre (Fairhead & Bretagnon, s), all as functions of TT. Rows: coefficients of the quintic B-splines
centred on 0h TT of each day from FIRST_NODE on (`jug.obs.smooth` evaluates them).

    python data/scripts/make_smooth_tables.py
"""

from pathlib import Path

import erfa
import numpy as np

from jug.obs.smooth import FIRST_NODE, LAST_NODE, SMOOTH_TABLE
from jug.obs.spline_coefficients import bspline_coefficients

MARGIN = 200
"""Days added at both ends, where the coefficients are wrong (`jug.obs.spline_coefficients`)."""


def main() -> None:
    """Evaluate the series with erfa and write the table."""
    mjd = np.arange(FIRST_NODE - MARGIN, LAST_NODE + MARGIN + 1, dtype=float)
    x, y, s = erfa.xys06a(erfa.DJM0, mjd)
    values = np.column_stack([x, y, s, erfa.dtdb(erfa.DJM0, mjd, 0.0, 0.0, 0.0, 0.0)])
    coefficients = bspline_coefficients(values, MARGIN)
    path = Path(__file__).parents[1] / "tables" / SMOOTH_TABLE
    path.parent.mkdir(exist_ok=True)
    np.save(path, coefficients)
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
