"""Computations of tempo2 2023.05.1 and tempo that jug does not imitate, each with a bound in ns.

``docs/conventions.md`` lists all of them. When files are read as that program, `jug.model.checks.other_program` reports
those that the model has.
"""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple, Protocol

from jug.core.constants import DAY, K_DM, YEAR
from jug.io.codecs import plain_word
from jug.io.par import ParFile
from jug.model.declare import Component
from jug.model.parameters import Entry
from jug.model.settings import DEFAULT_EPHEMERIS, Settings

LOW_MHZ = 400.0
"""Frequency, MHz, at which effects of dispersion are bounded."""

SITE_S = 500.0
"""Largest difference of the time at the barycentre from that at the site, s."""


class BoundedModel(Protocol):
    """What the bounds read of a `jug.model.timing_model.TimingModel`, in a layer below it."""

    @property
    def par(self) -> ParFile:
        """Lines of the par file."""

    @property
    def settings(self) -> Settings:
        """Ephemeris, clock, conventions and other settings of the model."""

    @property
    def components(self) -> tuple[Component, ...]:
        """Terms of the model: delays, phases and noise."""

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The parameters by name."""

    @property
    def values(self) -> Mapping[str, float]:
        """Values by name, in par units."""


class NotImitated(NamedTuple):
    """One thing that jug does not do as a program.

    Parameters
    ----------
    program : str
    about : str
        Regular expression of keywords; empty for all models.
    what : str
        The computation of the program.
    bound : str
        How much it matters, in words.
    size_ns : callable, optional
        From the model to the bound in ns; None where it is not known, or too small to be reported.
    warns : bool
        Whether a warning on loading reports it, when the model has it.
    words : str
        The sentence of the warning; by default it is made of `what` and `bound`.
    """

    program: str
    about: str
    what: str
    bound: str
    size_ns: Callable[[BoundedModel], float] | None = None
    warns: bool = True
    words: str = ""


def _family(model: BoundedModel, name: str) -> list[float]:
    """The values of a family, in the order of their numbers."""
    own = [e for e in model.entries.values() if e.param.name == name]
    return [float(e.value.hi) for e in sorted(own, key=lambda e: e.order or 0)]


def _site_time(model: BoundedModel) -> float:
    """|DM1| times 69 s, the most by which TDB differs from the site's time, at 400 MHz."""
    rates = _family(model, "DM")[1:2]
    return sum(abs(rate) * 69.2 / YEAR * K_DM / (LOW_MHZ * 1e6) ** 2 for rate in rates) * 1e9


def _glitches(model: BoundedModel) -> float:
    """The steps of frequency times the light time across the orbit."""
    steps = [abs(v) for name in ("GLF0", "GLF0D") for v in _family(model, name)]
    return sum(steps) * model.values.get("A1", 0.0) / model.values["F0"] * 1e9


def _waves(model: BoundedModel) -> float:
    """The slopes of the WAVEs times the light time across the orbit."""
    pairs = zip(_family(model, "WAVE_SIN"), _family(model, "WAVE_COS"), strict=False)
    slope = sum(k * (abs(a) + abs(b)) for k, (a, b) in enumerate(pairs, 1))
    return slope * model.values.get("WAVE_OM", 0.0) / DAY * model.values.get("A1", 0.0) * 1e9


def _nodes(model: BoundedModel) -> float:
    """The steepest slope between two points of an IFUNC, times 500 s."""
    pairs = sorted(zip(_family(model, "IFUNC_MJD"), _family(model, "IFUNC"), strict=False))
    slopes = [abs(b[1] - a[1]) / ((b[0] - a[0]) * DAY) for a, b in pairwise(pairs) if b[0] > a[0]]
    return max(slopes, default=0.0) * SITE_S * 1e9


def _dips(model: BoundedModel) -> float:
    """The start of a dip is smoothed by jug, and is at another time."""
    pairs = zip(_family(model, "EXPDIPAMP"), _family(model, "EXPDIPTAU"), strict=False)
    return sum(abs(amp) * (1e-4 + SITE_S / DAY / tau) for amp, tau in pairs if tau > 0.0) * 1e9


def _harmonics(model: BoundedModel) -> float:
    """The harmonics of H3 and H4 from NHARMS + 1 to 7, which ELL1H has in jug; T2 ends with NHARMS."""
    v = model.values
    if not v.get("H3") or "NHARMS" not in v:
        return 0.0
    from jug.model.components.binary.ell1h import H3_H4, LEAST_NHARMS  # for ELL1H alone

    if not any(c is H3_H4 for c in model.components):
        return 0.0
    ratio, missing = abs(v["H4"] / v["H3"]), range(max(3, round(v["NHARMS"]) + 1), LEAST_NHARMS + 1)
    return sum(4.0 / k * abs(v["H3"]) * ratio ** (k - 3) for k in missing) * 1e9


def _constant(ns: float) -> Callable[[BoundedModel], float]:
    return lambda model: ns


WEIGHTS = NotImitated(
    "tempo2",
    "",
    "a fit without weights, unless MODE 1",
    "the fitted values, and no residual before the fit",
    words="tempo2 would fit this file without weights, as it has no MODE 1; jug always takes weights: fitted values "
    "differ, residuals before a fit do not",
)

NOT_IMITATED_EFFECTS = (
    NotImitated("tempo2", "", "T_sun, masses of the planets, au and parsec of its own", "0.001 ns", warns=False),
    NotImitated(
        "tempo2", "", "the time of the ephemeris rounded to 40 us", "2 ns on an axis, noise of 0.7 ns rms", warns=False
    ),
    NotImitated("tempo2", "", "IAU 2000B nutation in the site's position", "0.1 ns", warns=False),
    NotImitated(
        "tempo2", "T2CMETHOD", "precession of 1976 and nutation of 1980 with T2CMETHOD TEMPO", "9 ns rms", None, False
    ),
    NotImitated(
        "tempo2",
        r"DM[1-9]\d*",
        "DM1, ... counted from the time at the site",
        "DM1 69 s K / f^2, at 400 MHz",
        _site_time,
    ),
    NotImitated("tempo2", r"GLEP_\d+", "glitches at barycentric time", "(GLF0 + GLF0D) A1 / F0", _glitches),
    NotImitated("tempo2", "WAVE_OM", "WAVE at barycentric time", "k WAVE_OM A1 times the amplitude", _waves),
    NotImitated("tempo2", r"IFUNC\d*", "IFUNC at the time at the site", "500 s times the steepest slope", _nodes),
    NotImitated(
        "tempo2",
        r"EXP(DIP)?EP_\d+",
        "dips that begin at once, at emission time",
        "amplitude (1e-4 + 500 s / EXPTAU)",
        _dips,
    ),
    NotImitated(
        "tempo2",
        "NHARMS?",
        "the harmonics up to NHARM of H3 and H4 in ELL1H also where NHARM is below 7",
        "the sum of 4/k H3 (H4/H3)^(k-3) from k = NHARM + 1 to 7",
        _harmonics,
    ),
    NotImitated(
        "tempo2",
        "CORRECT_TROPOSPHERE",
        "troposphere with the pressure and wet delay of site files, and below the horizon",
        "1 ns at the zenith, 6 ns at 10 deg",
        _constant(6.0),
    ),
    NotImitated(
        "tempo2", "SWM", "another model of the solar wind for SWM 1", "residuals by an amount that is not known", None
    ),
    WEIGHTS,
    NotImitated(
        "tempo2",
        "ROBUST",
        "the square of a loss's weight, one round of the bisquare or Welsch's loss, and Welsch's with the constant 1",
        "fitted values, by 0.2 to 0.5 of their uncertainties where 5 % of the TOAs are outliers",
    ),
    NotImitated(
        "tempo2", "RNAMP", "a year of 365.25 d in RNAMP, PINT and jug 365.24 d", "3e-5 of the amplitude", None, False
    ),
    NotImitated(
        "tempo2", "", "a tim file without the TOAs whose names begin with C or I in column 1", "a warning", warns=False
    ),
    NotImitated("tempo2", "", "settings of a tim file that end with the INCLUDEd file", "a warning", warns=False),
    NotImitated(
        "tempo", "", "the Earth's orientation of 1976 and 1980, and a TDB table of its own", "9 ns rms", warns=False
    ),
    NotImitated(
        "tempo",
        "",
        "the first ephemeris of its tempo.cfg where EPHEM is absent",
        f"jug takes {DEFAULT_EPHEMERIS}",
        warns=False,
    ),
    NotImitated("tempo", r"DMX_\d+", "a DMX bin of its own for TOAs outside the bins", "the DMX there", None),
    NotImitated(
        "tempo",
        "PAASCNODE",
        "DIST (kpc) for PX in the annual parallax",
        "A1 (1/DIST - PX) cot i",
        None,
        False,
    ),
)
"""The effects that jug does not imitate, in the order of the page."""


def find_not_imitated(model: BoundedModel, program: str) -> list[tuple[NotImitated, float | None]]:
    """Find the effects of a program on a model that jug does not imitate.

    Parameters
    ----------
    model : BoundedModel
    program : str

    Returns
    -------
    list of (NotImitated, float or None)
        The effects for warnings, with the bound in ns where it is known.
    """
    keys = {line.key for line in model.par}
    own = [
        q
        for q in NOT_IMITATED_EFFECTS
        if q.program == program and q.warns and (q is WEIGHTS or any(re.fullmatch(q.about, key) for key in keys))
    ]
    return [(q, q.size_ns(model) if q.size_ns is not None else None) for q in own if _matters(model, q)]


def _matters(model: BoundedModel, left: NotImitated) -> bool:
    """Whether the line has an effect: the troposphere is switched on, or the solar wind is not SWM 0."""
    if left is WEIGHTS:
        return not any(plain_word(" ".join(line.args[:1])) == "1" for line in model.par.find("MODE"))
    if left.about == "ROBUST":
        return model.settings.robust != "none"
    if left.about == "SWM":
        return any(e.word not in ("0", "0.0") for e in model.entries.values() if e.param.name == "SWM")
    if left.about == "CORRECT_TROPOSPHERE":
        return any(c.name == "troposphere" for c in model.components)
    return True
