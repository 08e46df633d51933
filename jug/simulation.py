"""TOAs made from a timing model: with residuals of zero, or with white noise from a seed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from jug.blocks import to_dense
from jug.double import dd
from jug.errors import InputError
from jug.io.rawtoas import RawTOAs, encode, make_toas
from jug.loading import prepare
from jug.model.anchor import make_anchor
from jug.model.noise import Noise
from jug.model.timing import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.times import Times, add_seconds

SETTLED_S = 5e-13
"""Largest residual that a simulated TOA without noise may have, s."""

ROUNDS = 6


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
    flags: dict[str, Sequence[str]] | None = None,
    noise: bool = False,
    seed: int | None = None,
    files: Files | None = None,
) -> TOAs:
    """Make TOAs that arrive when the model says.

    Parameters
    ----------
    model : TimingModel
    mjd : (n,) array, or TOAs, optional
        About when they arrive (site UTC), to half a turn; or TOAs whose times, frequencies, sites, errors and flags
        are taken over. When absent, ``n_toa`` of them evenly from ``start`` to ``stop``.
    start, stop : float, optional
        MJDs; one year before and after PEPOCH when absent.
    n_toa : int
    freq_mhz, error_us : float or (n,) array
        Frequency (0 or inf: infinite) and uncertainty.
    site : str or n of them
    flags : dict of str to n words, optional
    noise : bool
        Add Gaussian noise: of the uncertainties with EFAC and EQUAD, and a realisation of every correlated process of
        the model.
    seed : int, optional
        Of the noise; the same seed gives the same TOAs.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    TOAs
        With residuals below 0.5 ps (before the mean is removed) plus the noise.

    Raises
    ------
    InputError
        The times do not settle (a model whose phase is not smooth at a TOA).
    """
    if isinstance(mjd, TOAs):
        raw = mjd.raw
    elif isinstance(mjd, RawTOAs):
        raw = mjd
    else:
        epoch = model.entries["PEPOCH"].value.hi
        start, stop = (epoch - 365.25 if start is None else start), (epoch + 365.25 if stop is None else stop)
        when = np.linspace(start, stop, n_toa) if mjd is None else np.atleast_1d(np.asarray(mjd, dtype=np.float64))
        freq = np.asarray(freq_mhz, dtype=np.float64) * 1e6
        raw = make_toas(
            _times(when),
            freq_hz=np.where(freq > 0.0, freq, np.inf),
            error_s=np.asarray(error_us, dtype=np.float64) * 1e-6,
            site=site,
            flags=flags,
            origin="<simulated>",
        )
    toas = _settle(model, raw, files)
    if not noise:
        return toas
    shift = draw(make_anchor(model, toas).noise, np.random.default_rng(seed))
    return prepare(model, moved(toas.raw, shift), files=files)


def draw(noise: Noise, rng: "np.random.Generator") -> np.ndarray:
    """A realisation of the noise, s: white first, then each process in the order of the model."""
    total = rng.normal(size=len(noise.sigma)) * noise.sigma
    for process in noise.processes:
        total = total + to_dense(process.block) @ (rng.normal(size=len(process.variance)) * np.sqrt(process.variance))
    return total


def _times(mjd: np.ndarray) -> Times:
    day = np.floor(mjd)
    return Times(day.astype(np.int64), dd((mjd - day) * 86400.0))


def moved(raw: RawTOAs, seconds: np.ndarray) -> RawTOAs:
    """The TOAs with ``seconds``, (n,), added to the times as written."""
    return replace(raw, times=add_seconds(raw.times, seconds))


def _numbered(model: TimingModel, raw: RawTOAs, pulse_number: np.ndarray) -> RawTOAs:
    """The TOAs with these pulse numbers as flags, if they had some or the model asks for them."""
    if "pn" not in raw.flags and model.settings.track != "-2":
        return raw
    flags = {key: column for key, column in raw.flags.items() if key != "pnadd"}
    return replace(raw, flags={**flags, "pn": encode([str(k) for k in pulse_number.tolist()])})


def _settle(model: TimingModel, raw: RawTOAs, files: Files | None) -> TOAs:
    """Move every TOA to the nearest turn: a Newton iteration, since the phase is almost linear in the site's time.

    Where pulse numbers count, -pn is that turn.
    """
    untracked = replace(model, settings=replace(model.settings, track="0"))
    for _ in range(ROUNDS):
        toas = prepare(model, raw, files=files)
        anchor = make_anchor(untracked, toas)
        turns, rate = anchor.reference.turns, anchor.reference.rate
        late = (turns - np.round(turns)) / rate
        if np.max(np.abs(late)) < SETTLED_S:
            return replace(toas, raw=_numbered(model, raw, anchor.pulse_number))
        raw = moved(raw, -late)
    worst = int(np.argmax(np.abs(late)))
    raise InputError(
        f"the simulated TOAs do not settle: {abs(late[worst]):.1e} s are left",
        raw.where(worst),
        "look at the model there",
    )
