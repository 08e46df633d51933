"""The distance from a dispersion measure and a model of the Galaxy's electron density, if pygedm is installed.

pygedm (Price, Flynn & Deller 2021, PASA 38, e038) contains YMW16 (Yao, Manchester & Wang 2017, ApJ 835, 29). jug calls
its compiled module directly, since ``import pygedm`` of version 3.3.0 fails with SciPy 1.14 and later. That module ends
the process if its tables are missing, so jug first checks that they exist. jug does not depend on pygedm.
"""

from importlib import import_module
from importlib.util import find_spec
from math import degrees
from pathlib import Path

MODEL = "ymw16"

MODEL_FILES = ("ymw16par.txt", "spiral.txt")
"""Tables in the folder of pygedm that its YMW16 reads."""

MODEL_EDGE_PC = 25_000.0
"""The distance that YMW16 returns if the Galaxy has fewer electrons than the dispersion measure requires, pc."""

IN_THE_GALAXY, DM_TO_DISTANCE, NO_PRINTED_TEXT = 1, 1, 0
"""Arguments of YMW16: the whole Galaxy, a distance from a DM, no printed text."""


def distance_of_dm(dm: float, l_rad: float, b_rad: float) -> float | str:
    """Find the distance at which the integral of the Galaxy's electron density equals a dispersion measure.

    Parameters
    ----------
    dm : float
        pc cm^-3.
    l_rad, b_rad : float
        Galactic longitude and latitude, rad.

    Returns
    -------
    float or str
        kpc; or the reason why there is none, as words that continue "DISTANCE_DM is left out: ".
    """
    place = find_spec("pygedm")
    folders = [Path(folder) for folder in (place.submodule_search_locations or ())] if place is not None else []
    folder = next((f for f in folders if all((f / name).is_file() for name in MODEL_FILES)), None)
    if folder is None:
        return f"pygedm has no {' and '.join(MODEL_FILES)}"
    spot = degrees(l_rad), degrees(b_rad)
    try:
        ymw16 = import_module(MODEL)
        found = ymw16.dmdtau(*spot, dm, 0.0, DM_TO_DISTANCE, IN_THE_GALAXY, NO_PRINTED_TEXT, str(folder), "")
        pc = float(found["dist"])
    except (ImportError, AttributeError, TypeError, KeyError) as reason:
        return f"pygedm cannot be used: {type(reason).__name__}: {reason}".splitlines()[0]
    if not 0.0 < pc < MODEL_EDGE_PC:
        return f"{MODEL.upper()} has fewer electrons in this direction than DM {dm:g} asks for"
    return pc / 1e3
