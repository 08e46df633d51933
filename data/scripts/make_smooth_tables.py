"""Make data/tables/smooth_1960_2060.npy: the slow series of Earth rotation and time, as spline coefficients.

Columns: X, Y of the celestial intermediate pole and the CIO locator s (IAU 2006/2000A, rad), and TDB - TT at
the geocentre (Fairhead & Bretagnon, s), all as functions of TT. Rows: coefficients of the quintic B-splines
centred on 0h TT of each day from FIRST_NODE on (`jug.obs.smooth` evaluates them).

    python data/scripts/make_smooth_tables.py
"""

from pathlib import Path

import erfa
import numpy as np

from jug.obs.smooth import FIRST_NODE, LAST_NODE, TABLE

MARGIN = 200
"""Days added at both ends, where the periodic filter below is wrong; its error falls by 0.43 a day."""


def main() -> None:
    """Evaluate the series with erfa and write the table."""
    mjd = np.arange(FIRST_NODE - MARGIN, LAST_NODE + MARGIN + 1, dtype=float)
    x, y, s = erfa.xys06a(erfa.DJM0, mjd)
    values = np.column_stack([x, y, s, erfa.dtdb(erfa.DJM0, mjd, 0.0, 0.0, 0.0, 0.0)])
    # A line through both ends is taken off, so that the periodic continuation has no step.
    line = np.linspace(0.0, 1.0, len(mjd))[:, None] * (values[-1] - values[0]) + values[0]
    # The quintic B-spline at whole numbers is 1, 26, 66, 26, 1 over 120: the spline passes through the values
    # when its coefficients, smoothed by these weights, are the values. (It reproduces lines.)
    kernel = np.zeros(len(mjd))
    kernel[[-2, -1, 0, 1, 2]] = np.array([1.0, 26.0, 66.0, 26.0, 1.0]) / 120.0
    spectrum = np.fft.rfft(values - line, axis=0) / np.fft.rfft(kernel)[:, None]
    coefficients = np.fft.irfft(spectrum, len(mjd), axis=0) + line
    path = Path(__file__).parents[1] / "tables" / TABLE
    path.parent.mkdir(exist_ok=True)
    np.save(path, coefficients[MARGIN:-MARGIN])
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
