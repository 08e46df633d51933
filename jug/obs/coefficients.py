"""Ephemerides as folders of Chebyshev coefficients: the PyPI packages de405, de421, de422 and de423.

A folder holds one NumPy array (record, axis, coefficient) in km for each body, ``jpl-<body>.npy``: against the
barycentre of the solar system for the Sun, the planets and the barycentre of Earth and Moon, the Moon against the
Earth; and ``constants.npy``, names and values, with the first and last Julian date (TDB) and EMRAT, the mass of the
Earth over that of the Moon. From these

    Earth = (barycentre of Earth and Moon) - Moon / (1 + EMRAT)
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jug.core.constants import DAY
from jug.errors import DataError
from jug.io.npy import map_npy
from jug.obs.chebyshev import Segment, SegmentOrList

MARK = "jpl-earthmoon.npy"
"""The file by which such a folder is recognised."""

CONSTANTS = "constants.npy"
J2000_JD = 2451545.0
"""The Julian day of J2000.0."""


def body_files(bodies: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The files whose series are added up for the position of each body."""
    return {body: (MARK, "jpl-moon.npy") if body == "earth" else (f"jpl-{body}.npy",) for body in bodies}


def read_chains(folder: Path, bodies: Sequence[str]) -> dict[str, tuple[SegmentOrList, ...]]:
    """For each body list the segments whose sum is its position against the barycentre of the solar system.

    Parameters
    ----------
    folder : Path
        Holds ``constants.npy`` and ``jpl-*.npy``.
    bodies : sequence of str
        As in `jug.obs.ephemeris.NAIF`.

    Returns
    -------
    dict of str to tuple of SegmentOrList
        km, by body.

    Raises
    ------
    DataError
        A file is missing or damaged.
    """
    try:
        table = map_npy(folder / CONSTANTS)
        constants = {bytes(name).decode("ascii"): float(value) for name, value in table.tolist()}
        first, last = ((constants[key] - J2000_JD) * DAY for key in ("jalpha", "jomega"))
        moon_factor = -1.0 / (1.0 + constants["EMRAT"])
        names = body_files(bodies)
        segments = {file: _segment(folder / file, first, last) for chain in names.values() for file in chain}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DataError(
            f"{folder} is not a complete folder of Chebyshev coefficients ({error})", hint="install it again"
        ) from None
    chains: dict[str, tuple[SegmentOrList, ...]]
    chains = {body: tuple(segments[file] for file in chain) for body, chain in names.items()}
    if "earth" in chains:
        centre, moon = (segments[file] for file in names["earth"])
        chains["earth"] = centre, Segment(moon.start_s, moon.length_s, moon.span_s, moon.records, moon_factor)
    return chains


def _segment(path: Path, first_s: float, last_s: float) -> Segment:
    records = map_npy(path)
    if records.ndim != 3 or records.shape[1] != 3 or records.dtype != np.float64 or not len(records):
        raise ValueError(f"{path.name} is not of shape (records, 3, coefficients)")
    return Segment(first_s, (last_s - first_s) / len(records), (first_s, last_s), records)
