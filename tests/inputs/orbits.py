"""Models of binaries as text, over the range that the tests cover, and their kernels' arguments."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from jug.core.constants import AU_LS, YEAR
from jug.io.par import parse_lines
from jug.model.building.build import build
from jug.model.declare import Columns, Component, Values
from jug.model.timing_model import TimingModel

HEAD = """PSR TEST
{position}
F0 218.811840395 1
F1 -4.1e-16 1
PEPOCH 55000
UNITS TDB
EPHEM DE421
CLK TT(BIPM2019)
TZRMJD 55000.123
TZRSITE @
TZRFRQ 0
DM 10
"""
EQUATORIAL = "RAJ 07:51:09.15 1\nDECJ 18:07:38.6 1\nPMRA -52.7 1\nPMDEC -113.4 1\nPX 2.1 1\nPOSEPOCH 55000"
ECLIPTIC = "ELONG 113.2 1\nELAT -3.1 1\nPMELONG 52.7 1\nPMELAT -113.4 1\nPX 2.1 1\nPOSEPOCH 55000\nECL IERS2010"

SPEED = 3e-3
"""Largest 2 pi x / PB of the orbits."""


class Size(NamedTuple):
    """PB (d), x (light-s), e."""

    pb: float
    x: float
    e: float


def sizes(eccentricities: tuple[float, ...] = (1e-8, 0.3, 0.9)) -> Iterator[Size]:
    """From 1.5 h to 600 d, 0.02 to 200 light-s, where the pulsar moves at 3e-3 c at most."""
    for pb, x, e in product((0.0625, 12.3, 600.0), (0.02, 2.5, 200.0), eccentricities):
        if 2.0 * np.pi * x / (pb * 86400.0) < SPEED:
            yield Size(pb, x, e)


def text(body: str, position: str = EQUATORIAL) -> str:
    """A whole par file."""
    return HEAD.format(position=position) + body


def model(body: str, position: str = EQUATORIAL) -> TimingModel:
    """The model of a par file with these lines."""
    return build(parse_lines(text(body, position).splitlines(), "binary.par"))


def binary(timing: TimingModel) -> Component:
    """Its binary component; the inner one of two."""
    return [c for c in timing.components if c.name.startswith("binary")][-1]


class KernelArguments(NamedTuple):
    """Arguments of a kernel."""

    p: Values
    x: Columns
    t: np.ndarray


def kernel_arguments(timing: TimingModel, n: int = 60, years: float = 10.0, seed: int = 2) -> KernelArguments:
    """Parameters, columns and times over twice ``years``, some bits of the times in their low part."""
    rng = np.random.default_rng(seed)
    direction = np.array([0.3, -0.64, 0.7])
    unit = rng.normal(size=(n, 3))
    one = np.ones(n)
    x = Columns(
        tdb=0.0 * one,
        tdb_lo=0.0 * one,
        t_lo=3e-8 * rng.uniform(-1.0, 1.0, n),
        n=np.tile(direction / np.linalg.norm(direction), (n, 1)),
        r_obs=AU_LS * unit / np.linalg.norm(unit, axis=1, keepdims=True),
        v_obs=0.0 * unit,
        inv_freq_site=0.0 * one,
        on_site=one,
        is_toa=one,
        error=one,
        tables={
            "ecliptic_to_icrs": np.array([[1.0, 0, 0], [0, 0.9174821, -0.3977771], [0, 0.3977771, 0.9174821]]),
            "ell1h_harmonics": np.zeros(7),
            "t2_harmonics": np.zeros(6),
        },
    )
    return KernelArguments(timing.kernel_values, x, np.sort(rng.uniform(-years * YEAR, years * YEAR, n)))


def written(folder: Path, body: str, position: str = EQUATORIAL, name: str = "binary.par") -> Path:
    """The par file on disk."""
    path = folder / name
    path.write_text(text(body, position))
    return path


def kepler_lines(s: Size) -> str:
    """PB, A1, ECC, OM and T0."""
    return f"PB {s.pb} 1\nA1 {s.x} 1\nECC {s.e} 1\nOM 226.57 1\nT0 54990.123456789012 1\n"


def circle_lines(s: Size) -> str:
    """PB, A1, EPS1, EPS2 and TASC."""
    return f"PB {s.pb} 1\nA1 {s.x} 1\nEPS1 {0.6 * s.e} 1\nEPS2 {-0.8 * s.e} 1\nTASC 54990.123456789012 1\n"
