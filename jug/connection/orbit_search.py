"""An orbit from spin periods measured at several epochs: PB, A1, TASC of a circular one.

    f(t) = f0 (1 - 2 pi x / PB cos(2 pi (t - TASC) / PB))

f is the spin frequency at the barycentre, x the projected semi-major axis in light-s; terms of second order in the
velocity, below 1e-6 of f, are neglected. For a given PB this is linear in f0 and two amplitudes, so that PB alone is
searched, on a grid fine enough for its phase to move by less than a twentieth of an orbit across the data.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, K, N, Parameter
from jug.core.constants import DAY

OVERSAMPLING = 20.0
"""Points of the grid in 1/PB for each cycle across the data."""

TRIALS_AT_ONCE = 2_000
"""Trial periods that are evaluated together."""

ORBIT_STEPS = 20
"""Largest number of steps of a fit of an orbit."""


class CircularOrbit(NamedTuple):
    """A circular orbit.

    Attributes
    ----------
    chi2 : float
        No unit.
    values : dict of str to float
        F0 (Hz), PB (d), A1 (light-s), TASC (MJD).
    errors : dict of str to float
        Their uncertainties.
    """

    chi2: float
    values: dict[str, float]
    errors: dict[str, float]


def search_orbits(
    mjd: Float[N], freq_hz: Float[N], error_hz: Float[N], least_d: float, most_d: float
) -> list[CircularOrbit]:
    """Search for circular orbits.

    Parameters
    ----------
    mjd, freq_hz, error_hz : (n,) float64
        Epochs, spin frequencies at the barycentre, and their uncertainties; n is 5 at least.
    least_d, most_d : float
        Range of PB, d.

    Returns
    -------
    list of CircularOrbit
        The best of each of up to ten minima of chi2, the best first.
    """
    t = mjd - mjd.mean()
    step = 1.0 / (OVERSAMPLING * max(float(np.ptp(mjd)), most_d))
    trials = np.arange(1.0 / most_d, 1.0 / least_d + step, step)
    chi2 = np.concatenate(
        [
            _chi2_of_trials(t, freq_hz, error_hz, trials[k : k + TRIALS_AT_ONCE])
            for k in range(0, len(trials), TRIALS_AT_ONCE)
        ]
    )
    padded = np.concatenate([[np.inf], chi2, [np.inf]])
    minima = np.flatnonzero((chi2 <= padded[:-2]) & (chi2 <= padded[2:]))
    best = minima[np.argsort(chi2[minima])[:10]]
    found = [_fit_orbit(mjd, freq_hz, error_hz, 1.0 / trials[k]) for k in best]
    return sorted(found, key=lambda one: one.chi2)


def _chi2_of_trials(t: Float[N], freq: Float[N], error: Float[N], trials: Float[K]) -> Float[K]:
    """chi2 of the best amplitudes at each trial orbital frequency, cycles per day."""
    angle = 2.0 * np.pi * trials[:, None] * t
    columns = np.stack([np.ones_like(angle), np.cos(angle), np.sin(angle)], axis=2) / error[:, None]
    y = (freq - freq.mean()) / error
    gram = np.einsum("kni,knj->kij", columns, columns)
    right = np.einsum("kni,n->ki", columns, y)
    solved = np.linalg.solve(
        gram + 1e-9 * np.trace(gram, axis1=1, axis2=2)[:, None, None] * np.eye(3), right[..., None]
    )
    return np.asarray(np.sum((y - (columns @ solved)[..., 0]) ** 2, axis=1))


def _fit_orbit(mjd: Float[N], freq: Float[N], error: Float[N], pb: float) -> CircularOrbit:
    """The least-squares fit that begins at a period, d, with the best amplitudes at this period."""
    centre, mean = float(mjd.mean()), float(freq.mean())
    angle = 2.0 * np.pi * (mjd - centre) / pb
    columns = np.column_stack([np.ones_like(mjd), np.cos(angle), np.sin(angle)]) / error[:, None]
    offset, a, b = np.linalg.lstsq(columns, (freq - mean) / error, rcond=None)[0]
    scale = 2.0 * np.pi / (pb * DAY)
    x = np.array([mean + offset, np.hypot(a, b) / (mean * scale), pb, np.arctan2(-b, -a) / (2.0 * np.pi) * pb])
    r, slopes = _residuals_and_slopes(x, mjd - centre, freq, error)
    for _ in range(ORBIT_STEPS):
        after = x + np.linalg.lstsq(slopes, r, rcond=None)[0]
        r_after, slopes_after = _residuals_and_slopes(after, mjd - centre, freq, error)
        if not np.sum(r_after**2) < np.sum(r**2):
            break
        x, r, slopes = after, r_after, slopes_after
    size = np.linalg.norm(slopes, axis=0)
    sigma = np.sqrt(np.diag(np.linalg.pinv((slopes / size).T @ (slopes / size)))) / size
    names = ("F0", "A1", "PB", "TASC")
    values = dict(zip(names, x.tolist(), strict=True))
    values["TASC"] += centre
    return CircularOrbit(float(np.sum(r**2)), values, dict(zip(names, sigma.tolist(), strict=True)))


def _residuals_and_slopes(
    x: Float[Parameter], t: Float[N], freq: Float[N], error: Float[N]
) -> tuple[Float[N], Float[N, Parameter]]:
    """Residuals over their errors, and the slopes of the model by F0, A1, PB and TASC, over the errors."""
    f0, a1, pb, tasc = x
    scale = 2.0 * np.pi / (pb * DAY)
    angle = 2.0 * np.pi * (t - tasc) / pb
    cos, sin = np.cos(angle), np.sin(angle)
    by_angle = f0 * a1 * scale * sin
    slopes = np.column_stack(
        [
            1.0 - a1 * scale * cos,
            -f0 * scale * cos,
            f0 * a1 * scale * cos / pb - by_angle * angle / pb,
            -by_angle * 2.0 * np.pi / pb,
        ]
    )
    return (freq - f0 * (1.0 - a1 * scale * cos)) / error, slopes / error[:, None]
