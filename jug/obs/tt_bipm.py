"""From TT(TAI) to TT(BIPM), according to the CLK line of a par file.

    TT(BIPMyyyy) - TT(TAI) = (TT(BIPMyyyy) - TAI in tai2tt_bipmyyyy.clk) - 32.184 s

Beyond the ends of a file its nearest value is used, as PINT does: without it 27 us would be missing.
"""

import re
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Toa
from jug.core.constants import TT_MINUS_TAI
from jug.core.execution.given_warnings import give_warning
from jug.errors import ClockWarning, DataError, Where, sentence
from jug.obs.clock import read_ref
from jug.obs.clock_coverage import beyond_ends, clock_use
from jug.obs.clock_words import UNCORRECTED, is_without_year, realisation_named, year_of_word
from jug.obs.files import DataUse, Files, packaged_root
from jug.obs.integrity import check_installed_file, checksums
from jug.obs.sites import ClockRef

PINT_DEFAULT = "TT(BIPM2023)"
"""Realisation that PINT 1.1.8 takes where a par file names no TT(BIPM) year."""

LAST_WITH_PLACEHOLDER = 2019
"""PINT leaves out the last row of TT(BIPM) files up to this year; most of them end with a placeholder."""

REALISATIONS_DIFFER_NS = 4
"""Largest difference of TT(BIPM2010) to TT(BIPM2018) from TT(BIPM2019), MJD 50000 to 56700, ns (measured: 3.7)."""

EARLIER_DIFFER_NS = 19
"""The same with TT(BIPM2003) and TT(BIPM2004), up to the end of their files (measured: 18.04)."""


class TTResult(NamedTuple):
    """TT(BIPM) - TT(TAI).

    Attributes
    ----------
    seconds : ndarray, shape (n,)
        To be added to TT(TAI), s.
    use : DataUse or None
        The file that was used; None for TT(TAI).
    name : str
        The time scale, ``"TT(BIPM2019)"``.
    covered : ndarray of bool, shape (n,)
        True where the file reaches the date.
    warnings : tuple of str
        Sentences about the choice of the year and about dates beyond the file.
    newer_helps : bool
        Whether a newer file may cover more: dates lie after its last good one, not before its first.
    substituted : str
        The realisation that the CLK line names, where it is not at hand and the nearest year is used; else empty.
    """

    seconds: Float[Toa]
    use: DataUse | None
    name: str
    covered: Bool[Toa]
    warnings: tuple[str, ...] = ()
    newer_helps: bool = False
    substituted: str = ""


def tt_bipm(
    clk: str | None,
    mjd: Float[Toa],
    files: Files,
    where: Where | None = None,
    *,
    warn: bool = True,
) -> TTResult:
    """TT(BIPM) - TT(TAI) at given dates.

    Parameters
    ----------
    clk : str or None
        Value of the CLK (CLOCK) line, None if there is none: see `choose_tt`.
    mjd : ndarray, shape (n,)
        Times as written in the tim file, MJD.
    files : Files
        Finds the file.
    where : Where, optional
        The CLK line, for messages.
    warn : bool
        Issue the warnings (`ClockWarning`); False only returns their texts.

    Returns
    -------
    TTResult

    Raises
    ------
    DataError
        The realisation is not supported, or its file is missing or damaged.
    """
    mjd = np.asarray(mjd, dtype=np.float64)
    name, remark = choose_tt(clk, files, where)
    if name == "TT(TAI)":
        return TTResult(np.zeros(mjd.shape), None, name, np.ones(mjd.shape, dtype=bool))
    ref = bipm_ref(int(name[7:11]))
    found = files.clock(ref.name)
    assert found is not None, "choose_tt names a year that is at hand"
    clock = read_ref(ref, found, "")
    total, reached = clock.evaluate(mjd, hold=True)
    seconds = total - TT_MINUS_TAI
    if not (np.abs(clock.seconds - TT_MINUS_TAI) < 1e-3).all():
        raise DataError(
            "this file does not hold TT(BIPM) - TAI, which is within 1 ms of 32.184 s",
            Where(str(found.path)),
            f"`jug data update {ref.name}` fetches it",
        )
    texts = [remark] if remark else []
    beyond = beyond_ends(clock, mjd, hold=True, offset_s=TT_MINUS_TAI)
    texts += [f"{name}: {text}" for text in beyond if text]
    if warn:
        for text in texts:
            give_warning(ClockWarning(text))
    named = "" if clk is None else realisation_named(clk)
    substituted = named if named != name else ""
    use = clock_use(purpose_of_realisation(name, substituted), clock, found, reached)
    return TTResult(seconds, use, name, reached, tuple(texts), bool(beyond.after), substituted)


def purpose_of_realisation(used: str, asked: str) -> str:
    """Describe the use of a file of TT(BIPM), for a list of data files.

    Parameters
    ----------
    used : str
        The realisation that is used, as TT(BIPM2021).
    asked : str
        The one that was asked for and is not at hand; empty where there is none.

    Returns
    -------
    str
    """
    return f"{used} in place of {asked}" if asked else used


def choose_tt(clk: str | None, files: Files, where: Where | None = None) -> tuple[str, str]:
    """Choose the realisation of TT that a CLK line asks for.

    Parameters
    ----------
    clk : str or None
        ``TT(TAI)`` and ``TT(BIPMyyyy)`` are taken literally; a year that is not at hand is replaced by the nearest one,
        of two the newer; ``BIPM2019``, ``TT(BIPM2019`` and ``TTBIPM2019`` are TT(BIPM2019). ``UTC(NIST)`` and other
        laboratories (``PTB``), ``TT(BIPM)``, ``TT``, a misspelt year of it
        (``TT(BIPM15)``, ``TT(BIMP2019)``), ``UNCOR``, and no line, mean the newest TT(BIPM) at hand. ``UNCORR`` means
        TT(TAI), with the corrections of the sites' clocks (PINT 1.1.8); `uncorrected_remark` is the warning.
    files : Files
    where : Where, optional
        The CLK line, for messages.

    Returns
    -------
    name : str
        ``"TT(TAI)"`` or ``"TT(BIPM2023)"``.
    remark : str
        A sentence about the choice where the line names no realisation; else empty.

    Raises
    ------
    DataError
        The clock is not supported, there is no TT(BIPM) file, or one that came with jug is missing.
    """
    asked = "" if clk is None else clk.strip().upper()
    if asked == "TT(TAI)":
        return asked, ""
    if year := realisation_named(asked):
        return _of_year(year, asked, files, where)
    if asked == UNCORRECTED:
        return "TT(TAI)", ""
    if asked and not is_without_year(asked):
        known = f"write CLK TT(TAI), CLK UTC(NIST) or one of {_years_text(files)}"
        hint = f"{known}; or read the file as without the line: --ignore CLK (ignore=['CLK'])"
        raise DataError(f"the clock {clk!r} is not supported", where, hint)
    years = bipm_years(files)
    _check_packaged(max(_packaged_years(), default=0), years)
    if not years:
        raise DataError("no TT(BIPM) file is at hand", where, "`jug data update` fetches them; or write CLK TT(TAI)")
    name = f"TT(BIPM{years[-1]})"
    why = f"CLK {asked} names no year of TT(BIPM)" if asked else "there is no CLK line"
    remark = (
        f"{why}: {name}, the newest at hand, is used (the default of PINT 1.1.8 is {PINT_DEFAULT}); "
        f"{_realisations_differ(year_of_word(asked))}"
    )
    if asked and "TT(B" not in asked:
        remark += "; TT(TAI) differs by 27.7 us, within 0.05 us since 2012"
    return name, sentence(remark, where)


def _of_year(asked: str, written: str, files: Files, where: Where | None) -> tuple[str, str]:
    """TT(BIPMyyyy), or the nearest year at hand, with a remark where that is not what is written."""
    years, year = bipm_years(files), int(asked[7:11])
    if year in years:
        if asked == written:
            return asked, ""
        remark = (
            f"CLK {written} is read as {asked}; PINT may take its default {PINT_DEFAULT} for it, and "
            f"{_realisations_differ(year)}"
        )
        return asked, sentence(remark, where, f"write CLK {asked} to silence this")
    _check_packaged(year, years)
    if not years:
        raise DataError(f"{asked} is not at hand", where, "`jug data update` fetches it; or write CLK TT(TAI)")
    nearest = min(years, key=lambda other: (abs(other - year), -other))
    name = f"TT(BIPM{nearest})"
    remark = f"{asked} is not at hand; {name}, the nearest at hand, is used; {_realisations_differ(min(year, nearest))}"
    return name, sentence(remark, where, f"`jug data update {bipm_ref(year).name}` fetches it")


def _realisations_differ(year: int) -> str:
    """The largest difference of TT(BIPM) between the realisations since 2010, or else since 2003, as a clause."""
    size, since = (REALISATIONS_DIFFER_NS, 2010) if year >= 2010 else (EARLIER_DIFFER_NS, 2003)
    return f"realisations since {since} differ by {size:g} ns at most over MJD 50000 to 56700"


def uncorrected_remark(clk: str | None, site_s: Float[Toa], *, none: bool = False) -> str:
    """Describe the reading of CLK UNCORR, and the difference to tempo2's reading.

    Parameters
    ----------
    clk : str or None
        Value of the CLK (CLOCK) line.
    site_s : ndarray, shape (n,)
        The clock corrections of the TOAs, UTC - site time, s.
    none : bool
        Whether no clock is corrected.

    Returns
    -------
    str
        A clause; empty where the line is not UNCORR.
    """
    if clk is None or clk.strip().upper() != UNCORRECTED or not site_s.size:
        return ""
    if none:
        return "CLK UNCORR: TT(TAI), and no clock is corrected, as in tempo2 (PINT corrects the sites' clocks)"
    most, rms = (float(f"{1e9 * size:.3g}") for size in (np.max(np.abs(site_s)), np.std(site_s)))
    return (
        "CLK UNCORR: TT(TAI) is used, with the corrections of the sites' clocks, as in PINT; tempo2 applies no clock "
        f"corrections at all, which differs on these TOAs by {most:,g} ns at most, {rms:,g} ns rms after a constant"
    )


def bipm_ref(year: int) -> ClockRef:
    """The file of TT(BIPMyyyy) - TAI."""
    return ClockRef(f"tai2tt_bipm{year}.clk", "tempo2", drop_last=year <= LAST_WITH_PLACEHOLDER)


def bipm_years(files: Files) -> tuple[int, ...]:
    """Years of the TT(BIPM) files at hand, sorted."""
    matches = (re.fullmatch(r"tai2tt_bipm(\d{4})\.clk", name) for name in files.clock_names())
    return tuple(sorted(int(match[1]) for match in matches if match))


def _packaged_years() -> tuple[int, ...]:
    """Years of the TT(BIPM) files that come with jug, by their list."""
    matches = (re.fullmatch(r"clock/tai2tt_bipm(\d{4})\.clk", name) for name in checksums(packaged_root()))
    return tuple(sorted(int(match[1]) for match in matches if match))


def _check_packaged(year: int, years: tuple[int, ...]) -> None:
    """Raise an error where the file of the year came with jug and is missing; another year would hide the damage."""
    if year in _packaged_years() and year not in years:
        check_installed_file(packaged_root(), packaged_root() / "clock" / bipm_ref(year).name)


def _years_text(files: Files) -> str:
    years = bipm_years(files)
    return ", ".join(f"TT(BIPM{year})" for year in years) if years else "no year of TT(BIPM)"
