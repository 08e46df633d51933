"""The quantities of TOAs for the charts: those of the horizontal axis, and those that choose the colour."""

import numpy as np

from jug.analysis.orbit_times import has_orbital_phase, phase_at
from jug.core.array import Float, N, Str, Toa
from jug.fitting.result.fit_result import FitResult
from jug.obs.toas import TOAs
from jug.page.chart import AxisChoice, codes_of_words

COLOURING_FLAGS = ("f", "fe", "be", "sys", "group", "g")
MOST_WORDS = 56
"""Largest number of groups that differ in colour or shape."""

YEAR_DAYS = 365.25
"""Length of a Julian year, d."""


def horizontal_choices(result: FitResult, toas: TOAs) -> tuple[dict[str, Float[N]], list[AxisChoice]]:
    """Return the quantities against which residuals can be drawn.

    Parameters
    ----------
    result : FitResult
    toas : TOAs

    Returns
    -------
    columns : dict of str to (n,) array
        In the unit of the label of the choice.
    choices : list of AxisChoice
    """
    columns = {
        "mjd": toas.mjd,
        "year": 2000.0 + (toas.mjd - 51544.5) / YEAR_DAYS,
        "serial": np.arange(1.0, len(toas) + 1.0),
        "day": (toas.mjd - 51544.0) % YEAR_DAYS + 1.0,
        "freq": np.where(np.isfinite(toas.freq_hz), toas.freq_hz / 1e6, np.nan),
    }
    choices = [
        AxisChoice("date", "MJD", "mjd"),
        AxisChoice("year", "Year", "year"),
        AxisChoice("frequency", "Frequency (MHz)", "freq"),
        AxisChoice("day of the year", "Day of the year", "day"),
        AxisChoice("number of the TOA", "Number of the TOA", "serial"),
    ]
    if has_orbital_phase(result.model):
        columns["phase"] = phase_at(result.model, toas, None if result.fit_end is None else result.fit_end.anchor)
        choices.insert(2, AxisChoice("orbital phase", "Orbital phase (turns)", "phase"))
    return columns, choices


def colour_choices(toas: TOAs) -> tuple[dict[str, Float[N]], list[AxisChoice]]:
    """Return the quantities by which residuals can be coloured, the default first.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    columns : dict of str to (n,) array
        The number of the word of each TOA, without a unit.
    choices : list of AxisChoice
        Flags of receivers and backends, site and frequency, if they differ between TOAs.
    """
    columns, choices = dict[str, Float[N]](), list[AxisChoice]()
    for flag in COLOURING_FLAGS:
        if flag in toas.raw.flags:
            _add_groups(columns, choices, f"-{flag}", toas.flag(flag))
    _add_groups(columns, choices, "site", np.array(toas.site_names, dtype=np.str_))
    mhz = toas.freq_hz[np.isfinite(toas.freq_hz)]
    if mhz.size and float(np.ptp(mhz)) > 0.0:
        choices.append(AxisChoice("frequency", "Frequency (MHz)", "freq"))
    return columns, [*choices, AxisChoice("nothing", "", "code one", words=("",))]


def _add_groups(columns: dict[str, Float[N]], choices: list[AxisChoice], name: str, words: Str[Toa]) -> None:
    known, codes = codes_of_words(words)
    if 2 <= len(known) <= MOST_WORDS:
        columns[f"code {name}"] = codes
        choices.append(AxisChoice(f"flag {name}" if name != "site" else name, name, f"code {name}", words=known))
