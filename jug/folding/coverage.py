"""Check, before clocks are read, that times at a site can be converted to the barycentre."""

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.times import Times, to_mjd
from jug.data import open_files
from jug.errors import InputError
from jug.model.timing_model import TimingModel
from jug.obs.eop import FIRST_MJD
from jug.obs.ephemeris import open_ephemeris
from jug.obs.files import Files
from jug.obs.sites import find_site


def check_covered(model: TimingModel, times: Times, site: str, files: Files | None) -> None:
    """Refuse an unknown site, and times that the ephemeris or the tables of Earth orientation do not cover.

    Parameters
    ----------
    model : TimingModel
        With the ephemeris.
    times : Times
        (n,) UTC of the site.
    site : str
    files : Files or None
        Where ephemerides come from, None for `jug.data.open_files`.

    Raises
    ------
    DataError
        An unknown site; a time outside the ephemeris.
    InputError
        A time before the tables of Earth orientation.
    """
    expect(site=(site, str))
    files = files or open_files()
    if find_site(site, files=files).special == "barycenter":
        return  # times are TDB: nothing is looked up
    open_ephemeris(model.settings.ephem, files).check(times, lambda number: None)
    first = float(np.min(np.asarray(to_mjd(times))))
    if first < FIRST_MJD:
        raise InputError(
            f"MJD {first:.2f} is before MJD {FIRST_MJD} (1962), where the tables of Earth orientation start",
            hint="give the time at the barycentre (site @), or leave it out",
        )
