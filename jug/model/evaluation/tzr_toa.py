"""The TZR point, at which the phase is zero, as a TOA whose time at the barycentre is computed as for the others."""

from dataclasses import replace

import numpy as np

from jug.core.constants import DAY
from jug.core.doubledouble import DoubleDouble, double_double, mul_float, sub
from jug.core.times import Times
from jug.io.tim.raw_toas import RawTOAs, make_toas
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def tzr_toa(model: TimingModel, toas: TOAs) -> RawTOAs:
    """Make the TZR point as a TOA of its own.

    Without TZRMJD it is the MJD number of the first TOA after PEPOCH (without one, of the last TOA), TDB at the
    barycentre, at infinite frequency, as in PINT 1.1.8.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
        The TOAs of the model, (n,).

    Returns
    -------
    RawTOAs
        (1,)
    """
    s = model.settings
    if s.tzr_mjd is None:
        mjd = np.sort(toas.mjd)
        later = mjd[mjd > model.entries["PEPOCH"].value.hi]
        chosen = double_double(float(np.floor(later[0] if len(later) else mjd[-1])))
        site, freq = "@", np.inf
    else:
        chosen, site = s.tzr_mjd, s.tzr_site
        freq = s.tzr_freq_mhz * 1e6 if s.tzr_freq_mhz > 0.0 else np.inf
    day = int(np.floor(chosen.hi))
    seconds = mul_float(sub(chosen, double_double(float(day))), DAY)
    times = Times(np.array([day]), DoubleDouble(np.array([seconds.hi]), np.array([seconds.lo])))
    raw = make_toas(times, freq_hz=freq, error_s=1e-6, site=site, name="TZR", origin=model.par.path)
    line = s.lines.get("TZRSITE", s.lines.get("TZRMJD", 0))
    return replace(raw, line=np.array([line], np.int32), sources=(tuple(q.text for q in model.par.lines),))
