"""Observatories of astropy's list, by name.

astropy fetches its list once and stores it in its cache (``EarthLocation.get_site_names(refresh_cache=True)``). jug
reads only that cache, so that reading a tim file needs no network.
"""

import warnings
from importlib.util import find_spec

from jug.text.json_types import JsonMapping


def far_site(name: str) -> JsonMapping | None:
    """Find an observatory in the copy of astropy's list on this machine.

    Parameters
    ----------
    name : str
        In upper or lower case.

    Returns
    -------
    Mapping or None
        A row as in `jug.obs.sites.own_site`. The clock is assumed to follow GPS, as in PINT.
    """
    if find_spec("astropy") is None:
        return None
    from astropy.coordinates import EarthLocation
    from astropy.coordinates.errors import UnknownSiteException
    from astropy.utils.data import conf

    with warnings.catch_warnings(), conf.set_temp("allow_internet", False):
        warnings.simplefilter("ignore")  # astropy warns that it cannot fetch its list
        try:
            place = EarthLocation.of_site(name)
        except (UnknownSiteException, OSError):
            return None
    return {"xyz_m": [float(q.to_value("m")) for q in place.geocentric], "gps": True}
