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


def campaign(seed: int, off: float = 1.0) -> Campaign:
    """An isolated pulsar of 20 to 500 Hz, TOAs good to 0.001 to 0.03 turn; the start is off by so many sigma."""
    rng = np.random.default_rng(seed)
    f0, f1 = 20.0 * 25.0 ** rng.uniform(), -(10.0 ** rng.uniform(-17.0, -14.0))
    ra_s, dec_as = rng.uniform(0.0, 86400.0), np.degrees(np.arcsin(rng.uniform(-0.9, 0.9))) * 3600.0
    error_us = 1e6 * 10.0 ** rng.uniform(-3.0, np.log10(0.03)) / f0
    mjd, wrong = clusters_of_a_year(rng), off * rng.normal(size=3)
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
    own = found.task.numbers_with(turns[0]) if len(turns) else np.zeros_like(number)
    return bool(len(turns)) and int(np.ptp(own - number)) == 0


def orbit_lines(rng: np.random.Generator, form: str, wide: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """True lines of an orbit, and lines as a fit to spin periods leaves them: wrong, with their uncertainties."""
    pb, a1 = 0.2 * 50.0 ** rng.uniform(), 0.1 * 100.0 ** rng.uniform()
    true = {"PB": pb, "A1": a1}
    error = {"PB": 3e-4 * pb**2 / YEAR_D, "A1": 1e-3 * a1}
    if form == "ELL1":
        true |= {"TASC": 56500.0 + rng.uniform(0.0, pb), "EPS1": rng.normal() * 1e-3, "EPS2": rng.normal() * 1e-3}
        error |= {"TASC": 2e-4 * pb, "EPS1": 5e-4, "EPS2": 5e-4}
    else:
        ecc, spread = rng.uniform(0.1, 0.7), 2e-4 * pb
        true |= {"T0": 56500.0 + rng.uniform(0.0, pb), "ECC": ecc, "OM": rng.uniform(0.0, 360.0)}
        error |= {"T0": spread, "ECC": 5e-4, "OM": 0.05}
    error = {name: wide * sigma for name, sigma in error.items()}
    wrong = {name: value + error[name] * rng.normal() for name, value in true.items()}
    head = f"BINARY {form}"
    return (
        (head, *(f"{name} {value:.15g}" for name, value in true.items())),
        (head, *(f"{name} {value:.15g} 1 {error[name]:.6g}" for name, value in wrong.items())),
    )


def binary_campaign(seed: int, wide: float = 1.0) -> Campaign:
    """A binary pulsar of 20 to 500 Hz with an ELL1, BT or DD orbit, whose errors may be wider."""
    rng = np.random.default_rng(seed)
    f0, f1 = 20.0 * 25.0 ** rng.uniform(), -(10.0 ** rng.uniform(-17.0, -14.0))
    ra_s, dec_as = rng.uniform(0.0, 86400.0), np.degrees(np.arcsin(rng.uniform(-0.9, 0.9))) * 3600.0
    error_us = 1e6 * 10.0 ** rng.uniform(-3.0, -2.0) / f0
    mjd, wrong = clusters_of_a_year(rng, most=6), rng.normal(size=3)
    truth_lines, start_lines = orbit_lines(rng, ("ELL1", "BT", "DD")[seed % 3], wide)
    truth = pulsar(ra_s, dec_as, f0, f1, truth_lines)
    made = jug.simulate(truth, mjd, error_us=error_us, noise=True, seed=seed)
    scale = 15.0 * cos(radians(dec_as / 3600.0))
    start = pulsar(ra_s + wrong[0] / scale, dec_as + wrong[1], f0 * (1.0 + 1e-7 * wrong[2]), 0.0, start_lines)
    return prepared(truth, start, made)


def campaign_of_lines(seed: int, f0: float, lines: tuple[str, ...]) -> Campaign:
    """A pulsar with these lines; the start is that of a new one: without them."""
    rng = np.random.default_rng(seed)
    mjd = clusters_of_a_year(rng, most=6)
    truth, start = pulsar(30000.0, -50000.0, f0, -1e-15, lines), pulsar(30000.0, -50000.3, f0, 0.0)
    made = jug.simulate(truth, mjd, error_us=2e3 / f0, noise=True, seed=seed)
    return prepared(truth, start, made)
