"""Residuals as a list: columns of text for people and simple programs, columns of numbers for JSON."""

import math
from typing import Any

from jug.model.residuals import Residuals
from jug.model.timing import TimingModel
from jug.obs.toas import TOAs
from jug.times import format_mjds
from jug.version import __version__

HEAD = ("# mjd", "residual_us", "error_us", "freq_mhz", "site", "name")


def residual_table(toas: TOAs, residuals: Residuals) -> str:
    """One line for each TOA: site arrival time as written (MJD), residual and uncertainty (us), frequency (MHz), site,
    name; a head that begins with ``#``. No newline at the end.
    """
    columns = [
        format_mjds(toas.raw.times),
        [f"{value * 1e6:.6f}" for value in residuals.time_s.tolist()],
        [f"{value * 1e6:.4f}" for value in residuals.error_s.tolist()],
        [f"{value / 1e6:.10g}" for value in toas.freq_hz.tolist()],
        list(toas.site_names),
        [name or "-" for name in toas.names],
    ]
    # Numbers are set flush right, words flush left.
    widths = [max(map(len, [head, *column])) for head, column in zip(HEAD, columns, strict=True)]
    sides = ("<", ">", ">", ">", "<", "<")
    rows = zip(*([head, *column] for head, column in zip(HEAD, columns, strict=True)), strict=True)
    line = "  ".join(f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True)).format
    return "\n".join(line(*row).rstrip() for row in rows)


def residual_columns(model: TimingModel, toas: TOAs, residuals: Residuals) -> dict[str, Any]:
    """The same as what JSON can hold: ``toas`` has a list for each column (``mjd`` with all its digits as text); an
    infinite frequency is None.
    """
    return {
        "jug": __version__,
        "psr": model.psr,
        "n_toa": len(toas),
        "chi2": residuals.chi2,
        "wrms_us": residuals.wrms_s * 1e6,
        "toas": {
            "mjd": format_mjds(toas.raw.times),
            "residual_us": (residuals.time_s * 1e6).tolist(),
            "residual_turns": residuals.phase.tolist(),
            "pulse_number": residuals.pulse_number.tolist(),
            "error_us": (residuals.error_s * 1e6).tolist(),
            "freq_mhz": [mhz if math.isfinite(mhz) else None for mhz in (toas.freq_hz / 1e6).tolist()],
            "site": list(toas.site_names),
            "name": list(toas.names),
        },
    }
