"""The distance that a model of the Galaxy's electron density gives for a dispersion measure, where pygedm is installed.

pygedm (Price, Flynn & Deller 2021, PASA 38, e038) has YMW16 (Yao, Manchester & Wang 2017, ApJ 835, 29), which is taken
here. jug does not depend on it.
"""

from importlib import import_module
from math import degrees

MODEL = "ymw16"


def distance_of_dm(dm: float, l_rad: float, b_rad: float) -> float | None:
    """Find the distance at which the electron density of the Galaxy adds up to a dispersion measure.

    Parameters
    ----------
    dm : float
        pc cm^-3.
    l_rad, b_rad : float
        Galactic longitude and latitude, rad.

    Returns
    -------
    float or None
        kpc; None where pygedm gives no distance.
    """
    pygedm = import_module("pygedm")
    found, _ = pygedm.dm_to_dist(degrees(l_rad), degrees(b_rad), dm, method=MODEL)
    pc = float(getattr(found, "value", found))
    return pc / 1e3 if pc > 0.0 else None
