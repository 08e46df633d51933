"""`jug.campaign`: simulated TOAs with a cadence, sites and bands, or at the times of a tim file."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jug.analysis.simulation.argument_ranges import check_dates, check_errors, check_frequencies
from jug.analysis.simulation.simulated_dates import times_at_mjds
from jug.analysis.simulation.simulation import require_for_simulated, simulate
from jug.core.arguments.kinds import expect
from jug.core.decimal_text import exact_decimal, fixed_point
from jug.core.doubledouble import DoubleDouble
from jug.core.execution.given_warnings import collect_warnings
from jug.core.times import parse_mjds, to_days
from jug.errors import InputError
from jug.io.tim.raw_toas import RawTOAs, make_toas
from jug.loading import prepare
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs

MJD_DECIMALS = 15
"""Decimals of an MJD, 20 digits in all: 1e-15 d is 0.09 ns."""

MOST_TOAS = 10_000_000
"""Largest number of TOAs of a campaign."""

Band = tuple[float, float | None, str]
"""A band: frequency in MHz, uncertainty in us (None: that of the campaign), value of the flag -f."""


def campaign(
    model: TimingModel,
    like: TOAs | RawTOAs | None = None,
    *,
    start: float | None = None,
    stop: float | None = None,
    cadence_d: float = 14.0,
    sites: Sequence[str] = ("gbt",),
    bands_mhz: Sequence[float | Band] = (1400.0,),
    error_us: float = 1.0,
    dm_error: float | None = None,
    noise: bool = True,
    seed: int = 0,
    files: Files | None = None,
) -> TOAs:
    """Simulate the TOAs of an observing campaign, with times of 20 digits, which a tim file stores exactly.

    Parameters
    ----------
    model : TimingModel
    like : TOAs or RawTOAs, optional
        TOAs whose times, frequencies, sites, uncertainties and flags are used.
    start, stop : float, optional
        MJDs of the first epoch and of the end, by default a year before and after PEPOCH.
    cadence_d : float
        Time between epochs, d.
    sites : sequence of str
        Sites, each of which observes at every epoch.
    bands_mhz : sequence of float or (float, float or None, str)
        Frequency of each band, MHz, and optionally its uncertainty in us and the value of its flag -f.
    error_us : float
        Uncertainty of a TOA whose band does not have its own, us.
    dm_error : float, optional
        Make wideband TOAs with this uncertainty of the DMs, pc cm^-3.
    noise, seed : bool, int
        Add all noise of the model; the same seed gives the same TOAs to the last bit.
    files : Files, optional
        Source of clock files and ephemerides.

    Returns
    -------
    TOAs

    Raises
    ------
    InputError
        A cadence not above 0, more than ten million TOAs or than fit into memory; or as `jug.simulate`.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> len(jug.campaign(model, start=53500, stop=53600, cadence_d=10, bands_mhz=[1400, 800], seed=1))
    22
    """
    if (raw := like.raw if isinstance(like, TOAs) else like) is None:
        raw = _campaign_toas(model, start, stop, cadence_d, sites, [_band(one, error_us) for one in bands_mhz])
    with collect_warnings():
        made = simulate(model, raw, dm_error=dm_error, noise=noise, seed=seed, files=files).raw
        return prepare(model, _round_times(made), files=files)


def _band(band: float | Band, error_us: float) -> tuple[float, float, str]:
    mhz, error, word = band if isinstance(band, tuple) else (band, None, "")
    return mhz, error_us if error is None else error, word


def _campaign_toas(
    model: TimingModel,
    start: float | None,
    stop: float | None,
    cadence_d: float,
    sites: Sequence[str],
    bands: Sequence[tuple[float, float, str]],
) -> RawTOAs:
    """Make a TOA for each site and band at each epoch, in order of time."""
    expect(model=(model, TimingModel))
    epoch = model.entries["PEPOCH"].value.hi
    first, last = epoch - 365.25 if start is None else start, epoch + 365.25 if stop is None else stop
    check_dates(np.array([first, last]))
    check_errors([error for _, error, _ in bands])
    check_frequencies([mhz for mhz, _, _ in bands])
    if any(error == 0.0 for _, error, _ in bands):
        raise InputError("error_us is 0", hint="the weight of a TOA would be infinite; noise=False adds no noise")
    if not (cadence_d > 0.0 and last >= first):
        raise InputError("a campaign needs a cadence above 0 and an end after its start", hint="as in 53000 to 54000")
    each = len(sites) * len(bands)
    count = ((last - first) / cadence_d + 1.0) * each
    if count > MOST_TOAS or not each:
        raise InputError(f"a campaign has 1 to {MOST_TOAS} TOAs", hint="take a longer cadence, or name sites and bands")
    require_for_simulated(int(count))
    steps = int(np.floor((last - first) / cadence_d * (1 + 1e-12)))
    epochs = first + cadence_d * np.arange(steps + 1) if steps else np.array([first])
    mjd = np.repeat(epochs, each)
    one = [(site, *band) for site in sites for band in bands] * len(epochs)
    freq = np.array([mhz for _, mhz, _, _ in one]) * 1e6
    words = [word for *_, word in one]
    return make_toas(
        times_at_mjds(mjd),
        freq_hz=np.where(freq > 0.0, freq, np.inf),
        error_s=np.array([error for _, _, error, _ in one]) / 1e6,
        site=[site for site, *_ in one],
        flags={"f": words} if any(words) else None,
        origin="<simulated>",
    )


def _round_times(raw: RawTOAs) -> RawTOAs:
    """Round the times of TOAs to `MJD_DECIMALS` decimals of a day."""
    days = to_days(raw.times)
    pairs = zip(np.asarray(days.hi).tolist(), np.asarray(days.lo).tolist(), strict=True)
    return replace(
        raw, times=parse_mjds([fixed_point(exact_decimal(DoubleDouble(*pair)), MJD_DECIMALS) for pair in pairs])
    )
