"""The elevation of the pulsar above the horizon of the observatory.

sin e = n . zenith,   zenith = P^T R3(-GMST) (cos lat cos lon, cos lat sin lon, sin lat)

with the direction n to the pulsar at the TOA, the geodetic latitude and longitude on WGS84, and the precession P and
the mean sidereal time of IAU 2006 (Capitaine, Wallace & Chapront 2003, A&A 412, 567). Nutation (17 arcsec), UT1 - UTC
(13 arcsec), aberration (20 arcsec) and refraction (0.5 degrees at the horizon, 1 arcmin at 45 degrees) are left out.
"""

import numpy as np

from jug.core.array import Float, Toa
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.earth import geodetic
from jug.obs.toas import TOAs


def elevation_deg(model: TimingModel, toas: TOAs, anchor: Anchor | None = None) -> Float[Toa]:
    """Compute the elevation of the pulsar at each TOA.

    Parameters
    ----------
    model : TimingModel
        Source of the position.
    toas : TOAs
    anchor : Anchor, optional
        The anchor of the model at the TOAs; made when absent.

    Returns
    -------
    (n,) array
        Degrees, without refraction; NaN for a TOA at the barycentre, the geocentre or a spacecraft.
    """
    import erfa

    direction = (make_anchor(model, toas) if anchor is None else anchor).state.x.n[: len(toas)]
    places = [(0.0, 0.0) if site.special else geodetic(np.array(site.xyz_m))[:2] for site in toas.sites]
    longitude, latitude = np.array(places, dtype=np.float64).reshape(-1, 2)[toas.site.codes].T
    on_ground = np.array([not site.special for site in toas.sites])[toas.site.codes]
    mjd = toas.mjd
    angle = longitude + erfa.gmst06(erfa.DJM0, mjd, erfa.DJM0, mjd)
    up = np.stack([np.cos(latitude) * np.cos(angle), np.cos(latitude) * np.sin(angle), np.sin(latitude)], axis=1)
    zenith = erfa.trxp(erfa.pmat06(erfa.DJM0, mjd), up)
    sine = np.clip(np.sum(zenith * direction, axis=1), -1.0, 1.0)
    return np.where(on_ground, np.degrees(np.arcsin(sine)), np.nan)
