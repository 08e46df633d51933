"""The direction to the pulsar from the parameters alone."""

from collections.abc import Mapping
from math import cos, sin

import numpy as np

from jug.core.array import Array, Float, Xyz
from jug.core.constants import ARCSEC, OBLIQUITY_ARCSEC


def direction(values: Mapping[str, Array], ecl: str) -> Float[Xyz]:
    """Compute the unit vector to the pulsar at POSEPOCH.

    Parameters
    ----------
    values : dict
        RAJ and DECJ, or ELONG and ELAT, in rad.
    ecl : str
        Name of the obliquity (`jug.core.constants.OBLIQUITY_ARCSEC`).

    Returns
    -------
    (3,) array
        ICRS.
    """
    equatorial = "RAJ" in values
    lon, lat = (float(values[key]) for key in (("RAJ", "DECJ") if equatorial else ("ELONG", "ELAT")))
    unit = np.array([cos(lon) * cos(lat), sin(lon) * cos(lat), sin(lat)])
    return unit if equatorial else np.asarray(ecliptic_to_icrs(ecl) @ unit)


def ecliptic_to_icrs(name: str) -> Float[Xyz, Xyz]:
    """Return the rotation from ecliptic coordinates to the ICRS.

    Parameters
    ----------
    name : str
        Name of the obliquity, a key of `jug.core.constants.OBLIQUITY_ARCSEC`.

    Returns
    -------
    (3, 3) array
        Rotation about the x axis by the obliquity.
    """
    angle = OBLIQUITY_ARCSEC[name] * ARCSEC
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
