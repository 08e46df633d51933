"""Simulation of TOAs from a timing model, with residuals of zero or with white and correlated noise."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from jug.analysis.simulation.simulated_dates import simulated_dates, simulated_raw
from jug.analysis.simulation.simulated_dms import with_dm_errors, with_dms, with_model_dms
from jug.analysis.simulation.zero_of_phase import with_steady_zero
from jug.core.arguments.kinds import expect
from jug.core.arguments.random_source import random_source
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Datum, Float, Int, Toa
from jug.core.blocks import Binned, to_dense
from jug.core.execution.given_warnings import collect_warnings
from jug.core.execution.memory import MB, require_memory
from jug.core.times import add_seconds
from jug.errors import InputError
from jug.io.tim.flag_column import encode_numbers
from jug.io.tim.pulse_numbers import without_whole_turns
from jug.io.tim.raw_toas import RawTOAs
from jug.loading import prepare
from jug.model.covariance.noise import Noise
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.wideband import measured_dms
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.text.name_lists import counted_noun

CONVERGED_S = 5e-13
"""Largest residual that a simulated TOA without noise may have, s."""

TOA_ROUNDS = 12
"""Largest number of steps of a simulated TOA towards a whole turn."""

NOISE_S = 1e-9
"""Distance of a TOA from its turn, s, above which each step at least halves the distance, except at jumps of times."""

MOST_NOISE = 1e9
"""Largest noise of a TOA, s, or of a measured DM, pc cm^-3, that is simulated."""

TOA_BYTES = 2500
"""Memory for each TOA, bytes; 2.3 kB were measured, with an orbit, planets and ECORR."""


def simulate(
    model: TimingModel,
    mjd: ArrayLike | RawTOAs | TOAs | None = None,
    *,
    start: float | None = None,
    stop: float | None = None,
    n_toa: int = 100,
    freq_mhz: ArrayLike = 1400.0,
    error_us: ArrayLike = 1.0,
    site: str | Sequence[str] = "gbt",
    flags: dict[str, str | Sequence[str]] | None = None,
    dm_error: ArrayLike | None = None,
    noise: bool = False,
    seed: int | None = None,
    files: Files | None = None,
) -> TOAs:
    """Make TOAs at the arrival times that a model predicts.

    Parameters
    ----------
    model : TimingModel
    mjd : (n,) array, or TOAs, optional
        MJDs (site UTC), which change by up to half a turn; or TOAs with times, frequencies, sites, errors, flags.
    start, stop, n_toa : float, float, int, optional
        Without ``mjd``: n_toa evenly spaced TOAs between these MJDs, by default a year before and after PEPOCH.
    freq_mhz, error_us : float or (n,) array
        Frequency, MHz (0 or inf: infinite), and uncertainty, us.
    site : str or n of them
    flags : dict of str to a word or n of them, optional
    dm_error : float or (n,) array, optional
        Make wideband data with this uncertainty of the DMs, pc cm^-3; when absent, flags -pp_dme of TOAs are kept.
    noise : bool
        Add white noise (with EFAC, EQUAD, DMEFAC, DMEQUAD) and each correlated process, the same in times and DMs.
    seed : int, optional
        Seed of the noise; the same seed gives the same TOAs.
    files : Files, optional
        Source of clock files and ephemerides.

    Returns
    -------
    TOAs
        With residuals below 0.5 ps (before the mean is removed) plus the noise.

    Raises
    ------
    InputError, JugMemoryError
        Time or uncertainty out of range, an argument of another length, a phase that is not smooth, too little memory.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> len(jug.simulate(model, n_toa=5, error_us=2.0, noise=True, seed=1))
    5
    """
    with collect_warnings():
        if not isinstance(raw := _raw_or_dates(model, mjd), RawTOAs):
            raw = simulated_raw(simulated_dates(model, raw, start, stop, n_toa), freq_mhz, error_us, site, flags)
        toas = with_model_dms(model, _move_to_turns(model, with_dm_errors(raw, dm_error), files))
        return _add_noise(model, toas, seed, files) if noise else toas


def _raw_or_dates(model: TimingModel, given: ArrayLike | RawTOAs | TOAs | None) -> ArrayLike | RawTOAs | None:
    """The TOAs as read, if TOAs are simulated again, or the dates; raises KindError if ``model`` is not a model."""
    expect(model=(model, TimingModel))
    return given.raw if isinstance(given, TOAs) else given


def _add_noise(model: TimingModel, toas: TOAs, seed: int | None, files: Files | None) -> TOAs:
    """Add a realisation of the model's noise to the times and measured DMs of TOAs."""
    shift = _draw_realisation(model, make_anchor(model, toas).noise, seed)
    n, data = len(toas), measured_dms(model, toas)
    still = toas.raw if data is None else with_dms(toas.raw, data.dm + shift[n:])
    made = prepare(model, with_time_added(still, shift[:n]), files=files)
    jumped = np.abs(_seconds_between(toas, made) - shift[:n]) > 0.5
    if jumped.any():  # over a leap second: noise of the other sign is as probable, and stays on its side
        made = prepare(model, with_time_added(still, np.where(jumped, -shift[:n], shift[:n])), files=files)
    return made


@without_numpy_warnings
def _draw_realisation(model: TimingModel, noise: Noise, seed: int | None) -> Float[Datum]:
    """Draw a realisation of the noise; raises InputError if it is infinite or moves a TOA by decades."""
    shift = draw_noise(noise, random_source(seed))
    if not np.all(np.abs(shift) < MOST_NOISE):
        why = f"the model's noise moves a TOA by {np.max(np.abs(shift)):.1e} s"
        raise InputError(why, model.par.end, "check the values of the noise lines")
    return shift


def _seconds_between(before: TOAs, after: TOAs) -> Float[Toa]:
    """TDB of the second TOAs minus TDB of the first, s."""
    days = after.tdb.day - before.tdb.day
    return np.asarray(days * 86400.0 + (after.tdb.sec.hi - before.tdb.sec.hi))


def draw_noise(noise: Noise, rng: np.random.Generator) -> Float[Toa]:
    """Draw a noise realisation: white noise first, then each process in the order of the model.

    Parameters
    ----------
    noise : Noise
        Of n data.
    rng : numpy.random.Generator

    Returns
    -------
    (n,) array
        s; for measured DMs pc cm^-3.
    """
    total = rng.normal(size=len(noise.sigma)) * noise.sigma
    for process in noise.processes:
        drawn = rng.normal(size=len(process.variance)) * np.sqrt(process.variance)
        if isinstance(process.block, Binned):
            total = total + np.append(drawn, 0.0)[process.block.member] * process.block.values
        else:
            total = total + to_dense(process.block) @ drawn
    return np.asarray(total)


def with_time_added(raw: RawTOAs, seconds: Float[Toa]) -> RawTOAs:
    """Add a time to every TOA.

    Parameters
    ----------
    raw : RawTOAs
    seconds : (n,) array
        Added to the times as written, s.

    Returns
    -------
    RawTOAs
    """
    return replace(raw, times=add_seconds(raw.times, seconds))


def _set_pulse_numbers(model: TimingModel, raw: RawTOAs, pulse_number: Int[Toa]) -> RawTOAs:
    """Set these pulse numbers as flags, if the TOAs had some or the model requires them.

    Otherwise whole turns of -phase, which would be added to the residuals, are removed.
    """
    if "pn" not in raw.flags and model.settings.track != "-2":
        return without_whole_turns(raw)
    flags = {key: column for key, column in raw.flags.items() if key != "pnadd"}
    return replace(raw, flags={**flags, "pn": encode_numbers(pulse_number)})


def _move_to_turns(model: TimingModel, raw: RawTOAs, files: Files | None) -> TOAs:
    """Move every TOA to the nearest turn by Newton steps, since the phase is almost linear in the site's time.

    If pulse numbers are used, -pn is that turn.
    """
    require_for_simulated(len(raw))
    untracked = replace(model, settings=replace(model.settings, track="0"))
    raw, before = with_steady_zero(model, raw), np.full(len(raw), np.inf)
    for _ in range(TOA_ROUNDS):
        toas = prepare(model, raw, files=files)
        anchor = make_anchor(untracked, toas)
        phase, rate = anchor.reference.residual, anchor.reference.rate
        late = (phase - np.round(phase)) / rate
        if np.max(np.abs(late)) < CONVERGED_S:
            return replace(
                toas, raw=_set_pulse_numbers(model, raw, anchor.pulse_number + np.rint(phase).astype(np.int64))
            )
        raw, before = with_time_added(raw, -_away_from_a_jump(late, before, rate)), late
    worst = int(np.argmax(np.abs(late)))
    raise InputError(
        f"the simulated TOAs do not converge: {abs(late[worst]):.1e} s are left",
        raw.where(worst),
        "check the model at that time: its phase must be smooth there",
    )


def require_for_simulated(count: int) -> None:
    """Raise an error if the simulation of so many TOAs needs more memory than there is.

    Parameters
    ----------
    count : int

    Raises
    ------
    JugMemoryError
    """
    what = counted_noun(count, "simulated TOA")
    require_memory(TOA_BYTES * count / MB, what, "simulate fewer, or take a larger machine")


def _away_from_a_jump(late: Float[Toa], before: Float[Toa], rate: Float[Toa]) -> Float[Toa]:
    """Compute the correction of each TOA, s, which moves a TOA that the last step has not brought nearer to the next
    pulse.

    A pulse within a leap second has no MJD, and neither has a pulse within the step of a glitch. Steps towards such a
    pulse would never end.
    """
    size = np.abs(late)
    return np.where((size > NOISE_S) & (size > 0.5 * np.abs(before)), late - np.sign(late) / rate, late)
