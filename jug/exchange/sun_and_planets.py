"""Positions and velocities of Sun and planets relative to the barycentre, in the layout of enterprise and discovery."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, M, N, Toa
from jug.core.display.fields_shown import fields_text
from jug.core.times import Times, take
from jug.data import open_files
from jug.errors import DataError
from jug.obs.ephemeris import Ephemeris, open_ephemeris
from jug.obs.files import Files

ALL_PLANETS = ("mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto")
"""The order of the second axis of `planetssb`. The position of the Earth is that of its centre; from Mars on, that of
the barycentre of planet and moons."""


class SunAndPlanets(NamedTuple):
    """Positions (light-seconds) and velocities (units of c) relative to the solar-system barycentre, ICRS.

    Parameters
    ----------
    sunssb : (n, 6) array
        Sun: position, then velocity. NaN for TOAs given at the barycentre.
    planetssb : (n, 9, 6) array
        Planets in the order of `ALL_PLANETS`. NaN for those that the ephemeris lacks.
    missing : tuple of str
        Planets that the ephemeris lacks; the packaged ones lack Mercury, Mars and Pluto.
    """

    sunssb: Float[Toa, N]
    planetssb: Float[Toa, M, N]
    missing: tuple[str, ...]

    def __repr__(self) -> str:
        return fields_text(self)


def sun_and_planets(ephem: str, tdb: Times, known: Bool[Toa], files: Files | None = None) -> SunAndPlanets:
    """Evaluate an ephemeris at the times of TOAs.

    Parameters
    ----------
    ephem : str
        Name, as in a line EPHEM.
    tdb : Times
        (n,) TDB.
    known : (n,) array of bool
        Rows to be evaluated; the others are NaN.
    files : Files, optional
        Source of the ephemeris, by default `jug.data.open_files`.

    Returns
    -------
    SunAndPlanets

    Raises
    ------
    DataError
        The ephemeris is not available, or does not cover a TOA.
    """
    files = open_files() if files is None else files
    times, missing = take(tdb, known), list[str]()
    open_ephemeris(ephem, files).check(times, lambda row: None)
    sun, planets = np.full((len(known), 6), np.nan), np.full((len(known), len(ALL_PLANETS), 6), np.nan)
    sun[known] = _state(open_ephemeris(ephem, files, None, ("sun",)), "sun", times)
    for i, name in enumerate(ALL_PLANETS):
        try:
            ephemeris = open_ephemeris(ephem, files, None, (name,))
        except DataError:
            missing.append(name)
        else:
            planets[known, i] = _state(ephemeris, name, times)
    return SunAndPlanets(sun, planets, tuple(missing))


def _state(ephemeris: Ephemeris, body: str, tdb: Times) -> Float[Toa, N]:
    """Position and velocity, (n, 6)."""
    return np.concatenate(ephemeris.posvel(body, tdb), axis=1)
