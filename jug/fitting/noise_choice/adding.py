"""A term added to a model at its maximum, and the maximum with it, which is never lower."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from jug.fitting.noise_choice.conditional import ConditionalNoise
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.term import NoiseTerm
from jug.fitting.noise_choice.term_columns import NO_SIZE
from jug.fitting.noise_choice.trial import Trial

GRID_INDICES = (0.3, 1.0, 2.0, 3.0, 4.0, 5.0, 6.5)
"""Spectral indices at which a process is tried."""

GRID_LINES, GRID_WIDTH = tuple(0.15 * 1.25 ** np.arange(22.0)), 0.15
"""Frequencies at which quasi-periodic noise is tried, 1/yr, and its width as a share of the frequency."""

GRID_STRENGTHS = tuple(10.0 ** np.arange(-1.0, 11.1, 0.75))
"""Variances of the strongest coefficient, over that with which the TOAs determine it, at which a term is tried."""

LEAST_GAIN = 1e-3
"""Least gain of log L on the grid. With less, the best amplitude is 0, and log L is that of the model without the
term."""

CLIMBS = 2
"""Number of local maxima over the spectral index from which the search begins."""

LOWER_CLIMB = 8.0
"""Largest difference of log L between the best point of the grid and a second start."""


class Added(NamedTuple):
    """The outcome of adding a noise term to a model.

    Parameters
    ----------
    term : NoiseTerm
    without : Trial
    trial : Trial or None
        The maximum with it; None where its best amplitude is 0, so that log L is that of the model without it.
    """

    term: NoiseTerm
    without: Trial
    trial: Trial | None

    @property
    def gain(self) -> float:
        """The rise of log L, 0 or more."""
        return 0.0 if self.trial is None else self.trial.log_likelihood - self.without.log_likelihood


class GridPoint(NamedTuple):
    """Values of a term by keyword, and the gain of log L there with all else fixed."""

    values: dict[str, float]
    gain: float


def log_amplitude(term: NoiseTerm, log10: float) -> float:
    """Return the value of the amplitude's keyword for a log10 of the amplitude.

    Parameters
    ----------
    term : NoiseTerm
    log10 : float
        Of the amplitude in par units.

    Returns
    -------
    float
        Par units; the log10 itself where the keyword is a log10.
    """
    return float(10.0**log10) if term.amplitude in NO_SIZE else log10


def shapes_of(term: NoiseTerm) -> list[dict[str, float]]:
    """Return the values of all parameters but the amplitude at which a term is tried.

    Parameters
    ----------
    term : NoiseTerm

    Returns
    -------
    list of dict of str to float
        By keyword, par units; neighbours in the list are similar.
    """
    if term.word == "qp":
        return [{"TNQPDMFREQ": float(f), "TNQPDMWIDTH": float(GRID_WIDTH * f)} for f in GRID_LINES]
    key = term.spectral_index
    sign = -1.0 if key == "RNIDX" else 1.0
    return [{key: sign * index} for index in GRID_INDICES] if key else [{}]


def grid_points_of(term: NoiseTerm, by: ConditionalNoise) -> Iterator[list[GridPoint]]:
    """Evaluate a term on the grid: a list over amplitudes for each of its shapes.

    Parameters
    ----------
    term : NoiseTerm
    by : ConditionalNoise

    Yields
    ------
    list of GridPoint
    """
    for shape in shapes_of(term):
        at = {**term.start, **shape}
        one = by.strength({**at, term.amplitude: log_amplitude(term, 0.0)})  # proportional to the amplitude squared
        if not one > 0.0:
            continue
        points = []
        for strength in GRID_STRENGTHS:
            values = {**at, term.amplitude: log_amplitude(term, 0.5 * float(np.log10(strength / one)))}
            points.append(GridPoint(values, by(values)))
        yield points


def grid_starts(term: NoiseTerm, by: ConditionalNoise) -> list[GridPoint]:
    """Return the points of the grid from which a search begins: the best one, and that of another shape.

    Parameters
    ----------
    term : NoiseTerm
    by : ConditionalNoise

    Returns
    -------
    list of GridPoint
        The largest gain first.
    """
    best = [max(points, key=lambda point: point.gain) for points in grid_points_of(term, by)]
    gains = [point.gain for point in best]
    peaks = [
        point
        for i, point in enumerate(best)
        if gains[i] >= max(gains[max(0, i - 1) : i + 2]) and point.gain > LEAST_GAIN
    ]
    peaks.sort(key=lambda point: -point.gain)
    return [point for point in peaks[:CLIMBS] if point.gain > peaks[0].gain - LOWER_CLIMB]


def add_term(models: NoiseModels, without: Trial, term: NoiseTerm) -> Added:
    """Add a term to a model, and find the maximum.

    Parameters
    ----------
    models : NoiseModels
    without : Trial
    term : NoiseTerm

    Returns
    -------
    Added
    """
    by = models.conditional(without, term)
    points = [GridPoint(dict(term.start), 0.0)] if by is None else grid_starts(term, by)
    best: Trial | None = None
    for point in points:
        values = {**without.values, **{(term.name, key): value for key, value in point.values.items()}}
        found = models.maximum((*without.terms, term), values, without.scales)
        if best is None or found.log_likelihood > best.log_likelihood:
            best = found
    if best is not None and best.log_likelihood <= without.log_likelihood:
        best = None
    return Added(term, without, best)


def conditional_gain(models: NoiseModels, without: Trial, term: NoiseTerm) -> float:
    """Return the largest gain on the grid, with all else fixed.

    Parameters
    ----------
    models : NoiseModels
    without : Trial
    term : NoiseTerm

    Returns
    -------
    float
        Gain of log L; infinite where it is not known.
    """
    by = models.conditional(without, term)
    if by is None:
        return float("inf")
    return max((point.gain for points in grid_points_of(term, by) for point in points), default=0.0)
