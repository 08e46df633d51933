"""The sites of the TOAs with their spans, and the data files that cover them."""

import numpy as np

from jug.analysis.diagnosis.rows import ClockUse, Finding, SiteSpan
from jug.core.times import to_mjd
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.files import Files
from jug.obs.sites import find_site, other_in_tempo2
from jug.obs.toas import TOAs


def site_spans(raw: RawTOAs, files: Files) -> tuple[tuple[SiteSpan, ...], list[Finding]]:
    """List the sites of a tim file, the one with most TOAs first.

    Parameters
    ----------
    raw : RawTOAs
    files : Files
        Source of the user's own sites.

    Returns
    -------
    spans : tuple of SiteSpan
    findings : list of Finding
        Site codes with another meaning in tempo2.

    Raises
    ------
    DataError
        A site is not known.
    """
    findings: list[Finding] = []
    written: dict[str, list[int]] = {}
    for code, text in enumerate(raw.site.values):
        rows = np.flatnonzero(raw.site.codes == code)
        if not rows.size:
            continue
        where = raw.where(int(rows[0]))
        site = find_site(text, where, files)
        written.setdefault(site.name, []).append(code)
        if other := other_in_tempo2(text, site):
            findings.append(Finding("site code", other, str(where), int(rows.size)))
    spans = [_span(raw, name, codes) for name, codes in written.items()]
    return tuple(sorted(spans, key=lambda s: -s.n_toa)), findings


def _span(raw: RawTOAs, name: str, codes: list[int]) -> SiteSpan:
    rows = np.flatnonzero(np.isin(raw.site.codes, codes))
    mjd, mhz = to_mjd(raw.times)[rows], raw.freq_hz[rows] / 1e6
    finite = mhz[np.isfinite(mhz)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (None, None)
    words = tuple(raw.site.values[code] for code in codes)
    return SiteSpan(name, int(rows.size), float(mjd.min()), float(mjd.max()), low, high, words)


def data_uses(toas: TOAs) -> tuple[ClockUse, ...]:
    """List the data files on which the residuals depend, with the number of TOAs that each does not cover.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    tuple of ClockUse
    """
    return tuple(ClockUse(*use) for use in toas.uses)
