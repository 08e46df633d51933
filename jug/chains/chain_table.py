"""The draws of chains as text: a line for each coordinate."""

from collections.abc import Mapping, Sequence

import numpy as np

from jug.chains.diagnostics import Convergence
from jug.core.array import Float, K, M, N
from jug.text.text_table import table


def chain_table(
    names: Sequence[str],
    labels: Sequence[str],
    units: Sequence[str],
    values: Float[M, N, K],
    found: Mapping[str, Convergence],
) -> str:
    """Return a line for each coordinate: median, 68% interval, R-hat, effective number of draws.

    Parameters
    ----------
    names, labels, units : sequences of str, (k,)
    values : (m, n, k) array
        Draws, in the unit of each coordinate.
    found : dict of str to Convergence

    Returns
    -------
    str
        Several lines, without a newline at the end.
    """
    rows = []
    for i, name in enumerate(names):
        x, judged = values[:, :, i], found[name]
        low, middle, high = np.quantile(x, [0.16, 0.5, 0.84]) if x.size else (np.nan,) * 3
        width = max(high - low, 1e-300) if np.isfinite(high - low) else 1.0
        digits = int(np.clip(2 - np.floor(np.log10(width)), 0, 14))
        texts = [f"{value:.{digits}f}" for value in (middle, low, high)]
        size = min(judged.bulk, judged.tail)
        rows.append((name, labels[i], units[i], *texts, f"{judged.r_hat:.4f}", f"{size:.0f}"))
    head = ("Parameter", "Line", "Unit", "Median", "16%", "84%", "R-hat", "Draws worth")
    return table(head, rows, "<<<>>>>>")
