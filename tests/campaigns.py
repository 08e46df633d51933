"""Simulated campaigns: a true pulsar, sparse clusters of TOAs, and a start that is as wrong as a search leaves it."""

from math import cos, radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import jug
from jug.io.par import parse_lines
from jug.model.evaluation.anchor import make_anchor

YEAR_D = 365.25
SETTINGS = ["DM 20", "EPHEM DE421", "CLK TT(BIPM2019)", "UNITS TDB", "TZRMJD 56500", "TZRSITE gbt", "TZRFRQ 1400"]


class Campaign(NamedTuple):
    """What is to be connected, and the truth.

    Attributes
    ----------
    model : TimingModel
        The start.
    toas : TOAs
    number : (n,) int64
        True pulse numbers.
    """

    model: jug.TimingModel
    toas: jug.TOAs
    number: NDArray[np.int64]


def angle(units: float) -> str:
    """Hours or degrees in sexagesimal form, from seconds or arcseconds, to 1e-9 of them."""
    size = abs(units)
    return f"{'-' if units < 0.0 else ''}{int(size // 3600):02d}:{int(size % 3600 // 60):02d}:{size % 60:.9f}"


def pulsar(ra_s: float, dec_as: float, f0: float, f1: float, extra: tuple[str, ...] = ()) -> jug.TimingModel:
    """A model whose par file gives the uncertainties of a search: 1" in position, 1e-7 of F0."""
    scale = 15.0 * cos(radians(dec_as / 3600.0))
    lines = [
        "PSR SIM",
        f"RAJ {angle(ra_s)} 1 {1.0 / scale:.6f}",
        f"DECJ {angle(dec_as)} 1 1.0",
        f"F0 {f0:.15f} 1 {1e-7 * f0:.3e}",
        f"F1 {f1:.10e} 1",
        "PEPOCH 56500",
        *SETTINGS,
        *extra,
    ]
    return jug.load_model(parse_lines(lines))


def clusters_of_a_year(rng: np.random.Generator, most: int = 4) -> NDArray[np.float64]:
    """MJDs of 12 to 30 clusters in a year with 1 to 4 TOAs each, within an hour; two clusters on following days."""
    starts = np.sort(56500.0 + rng.uniform(0.0, YEAR_D, rng.integers(12, 31)))
    starts[1] = starts[0] + rng.uniform(0.8, 2.0)
    parts = [start + np.sort(rng.uniform(0.0, rng.uniform(0.01, 0.04), rng.integers(1, most + 1))) for start in starts]
    return np.sort(np.concatenate(parts))


def campaign(seed: int) -> Campaign:
    """An isolated pulsar of 20 to 500 Hz, with TOAs good to 0.001 to 0.03 of a turn."""
    rng = np.random.default_rng(seed)
    f0, f1 = 20.0 * 25.0 ** rng.uniform(), -(10.0 ** rng.uniform(-17.0, -14.0))
    ra_s, dec_as = rng.uniform(0.0, 86400.0), np.degrees(np.arcsin(rng.uniform(-0.9, 0.9))) * 3600.0
    error_us = 1e6 * 10.0 ** rng.uniform(-3.0, np.log10(0.03)) / f0
    mjd, wrong = clusters_of_a_year(rng), rng.normal(size=3)
    truth = pulsar(ra_s, dec_as, f0, f1)
    made = jug.simulate(truth, mjd, error_us=error_us, noise=True, seed=seed)
    scale = 15.0 * cos(radians(dec_as / 3600.0))
    start = pulsar(ra_s + wrong[0] / scale, dec_as + wrong[1], f0 * (1.0 + 1e-7 * wrong[2]), 0.0)
    return prepared(truth, start, made)


def prepared(truth: jug.TimingModel, start: jug.TimingModel, made: jug.TOAs) -> Campaign:
    """The campaign of TOAs that were simulated with a true model and are to be connected from another one."""
    return Campaign(start, jug.prepare(start, made.raw), make_anchor(truth, made).pulse_number)


def is_right(found: jug.Connected, number: NDArray[np.int64]) -> bool:
    """Whether the best solution has the true pulse numbers, up to a common number of turns."""
    turns = np.array([one.turns for one in found.solutions[:1]])
    own = found.task.numbered(turns[0]) if len(turns) else np.zeros_like(number)
    return bool(len(turns)) and int(np.ptp(own - number)) == 0
