"""Checks of a pulsar before its release, in the manner of NANOGrav: names, settings, fit flags, noise, DMX, chi2."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from jug.exchange.pulsar_data import sky_angles
from jug.fitting.result.fit_result import FitResult
from jug.obs.selection import mask
from jug.obs.toas import TOAs
from jug.pulsars.one_pulsar.excision import is_in_no_dmx_bin
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list, toa_count
from jug.text.text_table import table

USUAL_CHI2 = (0.9, 1.1)
"""Least and largest reduced chi2 of a release by default."""

RELEASED = ("F0", "F1", "PX")
"""Parameters that a release fits, besides the position and its proper motion."""


class ReleaseCheck(NamedTuple):
    """One check of a pulsar.

    Attributes
    ----------
    name : str
    good : bool
    found : str
        The value of the pulsar.
    wanted : str
        The value that passes the check.
    """

    name: str
    good: bool
    found: str
    wanted: str


def checks(par: str, result: FitResult, toas: TOAs, wanted: Mapping[str, object]) -> tuple[ReleaseCheck, ...]:
    """Check a pulsar before its release.

    Parameters
    ----------
    par : str
        Path of its par file.
    result : FitResult
    toas : TOAs
        The TOAs of the fit.
    wanted : mapping
        ``ephem``, ``clock``: those of the release; ``planet_shapiro``, ``troposphere``: whether they must be used (True
        by default); ``reduced_chi2``: least and largest value.

    Returns
    -------
    tuple of ReleaseCheck
    """
    found = [*_names(par, result), *_settings(result, wanted), *_reference(result, toas), *_flags(result)]
    found += [*_receivers(result, toas), *_noise(result, toas), *_dispersion(result, toas), *_quality(result, wanted)]
    return tuple(one._replace(good=bool(one.good)) for one in found)


def checks_json(found: tuple[ReleaseCheck, ...]) -> JsonObject:
    """Return the checks for JSON: ``failed``, the names of those that did not pass, and ``checks``."""
    return {"failed": [one.name for one in found if not one.good], "checks": [one._asdict() for one in found]}


def checks_text(found: tuple[ReleaseCheck, ...]) -> str:
    """Return the checks as a table."""
    rows = [("good" if one.good else "LOOK", one.name, one.found, "" if one.good else one.wanted) for one in found]
    return table(("", "Check", "Found", "Wanted"), rows, "<<<<")


def _names(par: str, result: FitResult) -> Iterator[ReleaseCheck]:
    name, stem = result.model.psr, Path(par).name
    begins = stem.lstrip("BJ").startswith(name.lstrip("BJ"))  # a release before 2014 has 0613-0200 for J0613-0200
    yield ReleaseCheck("name of the par file", begins, stem, f"begins with {name}")
    theta, phi = sky_angles(result.model)
    minutes, degrees = int(phi * 720.0 / math.pi), 90.0 - math.degrees(theta)
    position = f"J{minutes // 60:02d}{minutes % 60:02d}{'-' if degrees < 0 else '+'}{int(abs(degrees)):02d}"
    good = not name.startswith("J") or name.startswith(position)
    yield ReleaseCheck("name and position", good, f"{name} at {position}", "a name that begins with the position")


def _settings(result: FitResult, wanted: Mapping[str, object]) -> Iterator[ReleaseCheck]:
    settings = result.model.settings
    for keyword, name, word in (("EPHEM", "ephem", settings.ephem), ("CLK", "clock", settings.clock)):
        want = str(wanted.get(name, word))
        yield ReleaseCheck(keyword, word.upper() == want.upper(), word or "none", want)
    yield ReleaseCheck("UNITS", settings.units == "TDB", settings.units, "TDB")
    entries = result.model.entries
    troposphere = "CORRECT_TROPOSPHERE" in entries and entries["CORRECT_TROPOSPHERE"].word.upper()[:1] in (
        "Y",
        "T",
        "1",
    )
    for keyword, name, have in (
        ("PLANET_SHAPIRO", "planet_shapiro", settings.planets),
        ("CORRECT_TROPOSPHERE", "troposphere", troposphere),
    ):
        asked = bool(wanted.get(name, True))
        yield ReleaseCheck(keyword, have == asked, "Y" if have else "N", "Y" if asked else "N")


def _reference(result: FitResult, toas: TOAs) -> Iterator[ReleaseCheck]:
    settings = result.model.settings
    tzr = None if settings.tzr_mjd is None else float(settings.tzr_mjd.hi)
    inside = tzr is not None and toas.mjd.min() - 1 <= tzr <= toas.mjd.max() + 1
    yield ReleaseCheck("TZRMJD", inside, "none" if tzr is None else f"{tzr:.3f}", "a date within the span of the TOAs")
    late = [use for use in toas.uses if use.n_beyond]
    covered = comma_list([f"{use.name}: {toa_count(use.n_beyond)}" for use in late], 3)
    yield ReleaseCheck(
        "sites and clocks", not late, covered or "they cover all TOAs", "clock files that cover all TOAs"
    )
    infinite = int(np.count_nonzero(~np.isfinite(toas.freq_hz)))
    yield ReleaseCheck("infinite frequency", not infinite, toa_count(infinite), "no TOA without a frequency")


def _flags(result: FitResult) -> Iterator[ReleaseCheck]:
    place: tuple[str, ...] = ()
    for names in (("RAJ", "DECJ", "PMRA", "PMDEC"), ("ELONG", "ELAT", "PMELONG", "PMELAT")):
        place = names if names[0] in result.model.entries else place
    fixed = [name for name in (*RELEASED, *place) if name not in result.names]
    yield ReleaseCheck(
        "fit flags", not fixed, f"not fitted: {', '.join(fixed)}" if fixed else "set", "all of these fitted"
    )


def _receivers(result: FitResult, toas: TOAs) -> Iterator[ReleaseCheck]:
    """Check that every receiver except one, the reference, has a JUMP."""
    receivers = toas.flag("fe")
    every = sorted(set(receivers.tolist()) - {""})
    if every:
        jumps = [one for one in result.model.entries.values() if one.param.name == "JUMP" and one.selector]
        moved = np.zeros(len(toas), dtype=bool)
        for one in jumps:
            moved |= mask(one.selector, toas) if one.selector else False
        left = sorted(set(receivers[~moved].tolist()) - {""})
        count = f"{len(jumps)} JUMPs, {len(every)} receivers, without a JUMP: {comma_list(left, 3) or 'none'}"
        yield ReleaseCheck("JUMPs", len(left) == 1, count, "one receiver without a JUMP")


def _noise(result: FitResult, toas: TOAs) -> Iterator[ReleaseCheck]:
    kinds = [entry.param.name for entry in result.model.entries.values()]
    backends = sorted(set(toas.flag("f").tolist()) - {""}) or [""]
    for keyword in ("EFAC", "EQUAD", "ECORR"):
        count = kinds.count(keyword)
        if keyword != "ECORR" or result.residuals.dm is None:  # a wideband TOA is an epoch
            yield ReleaseCheck(
                keyword, count >= len(backends), f"{count} lines", f"one for each of {len(backends)} backends"
            )


def _dispersion(result: FitResult, toas: TOAs) -> Iterator[ReleaseCheck]:
    model = result.model
    bins = [name for name in model.entries if name.startswith("DMX_")]
    if not bins:
        return
    fixed = [name for name in bins if name not in result.names]
    yield ReleaseCheck("DMX fitted", not fixed, f"{len(fixed)} of {len(bins)} fixed", "every bin fitted")
    outside = int(np.count_nonzero(is_in_no_dmx_bin(model, toas)))
    yield ReleaseCheck("TOAs outside DMX", not outside, toa_count(outside), "every TOA in a bin")
    yield ReleaseCheck(
        "DM fixed", "DM" not in result.names, "fitted" if "DM" in result.names else "fixed", "fixed beside DMX"
    )


def _quality(result: FitResult, wanted: Mapping[str, object]) -> Iterator[ReleaseCheck]:
    given = wanted.get("reduced_chi2", USUAL_CHI2)
    low, high = given if isinstance(given, list | tuple) and len(given) == 2 else USUAL_CHI2
    good = result.dof > 0 and low <= result.reduced_chi2 <= high
    yield ReleaseCheck("reduced chi2", good, f"{result.reduced_chi2:.4f}", f"{low:g} to {high:g}")
    yield ReleaseCheck("verdict", result.verdict.good, result.verdict.name, "a good fit")
