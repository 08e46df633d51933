"""TOAs as a short text: a title, and rows on sites, dates, frequencies and uncertainties."""

from collections import Counter
from typing import Protocol

import numpy as np

from jug.core.array import Float, Toa
from jug.core.display.shown import TextRow
from jug.io.tim.raw_toas import RawTOAs
from jug.text.name_lists import toa_count


class _DescribedTOAs(Protocol):
    """The attributes of `jug.TOAs` that are used. The class imports this module, and so is not imported here."""

    @property
    def raw(self) -> RawTOAs: ...

    @property
    def mjd(self) -> Float[Toa]: ...

    @property
    def ephem(self) -> str: ...

    @property
    def clock(self) -> str: ...

    @property
    def site_names(self) -> tuple[str, ...]: ...

    def __len__(self) -> int: ...


def describe_toas(toas: _DescribedTOAs) -> tuple[str, list[TextRow]]:
    """Describe TOAs by a title and rows.

    Parameters
    ----------
    toas : jug.TOAs

    Returns
    -------
    (str, list of (str, str))
    """
    raw = toas.raw
    title = toa_count(len(toas)) + (f" of {raw.files[0]}" if raw.files else "")
    if not len(toas):
        return title, []
    sites = Counter(toas.site_names).most_common()
    mhz = raw.freq_hz[np.isfinite(raw.freq_hz)] / 1e6
    days, errors = np.ptp(toas.mjd), raw.error_s * 1e6
    rows: list[TextRow] = [
        ("sites", ", ".join(f"{name} ({n})" for name, n in sites[:6]) + (", ..." if len(sites) > 6 else "")),
        ("MJD", f"{np.min(toas.mjd):.2f} to {np.max(toas.mjd):.2f}, {days / 365.25:.1f} yr"),
        ("frequencies", f"{mhz.min():.6g} to {mhz.max():.6g} MHz" if len(mhz) else "infinite"),
        ("uncertainties", f"{errors.min():.4g} to {errors.max():.4g} us, median {np.median(errors):.4g} us"),
    ]
    if raw.flags:
        dots = " ..." if len(raw.flags) > 12 else ""
        rows.append(("flags", " ".join(f"-{key}" for key in list(raw.flags)[:12]) + dots))
    rows.append(("read with", f"{toas.ephem}, {toas.clock}"))
    gone = 0 if raw.deleted is None else len(raw.deleted)
    return title, [*rows, ("deleted", str(gone))] if gone else rows
