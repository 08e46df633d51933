"""The other maxima of a noise likelihood as text."""

from collections.abc import Sequence

from jug.fitting.noise.estimate import NoiseMaximum

MOST_MAXIMA = 5
"""Largest number of other maxima that have a line."""


def other_maxima(maxima: Sequence[NoiseMaximum]) -> list[str]:
    """Return the lines on lower maxima: the difference of log L, the number of starts, and what differs most.

    Parameters
    ----------
    maxima : sequence of NoiseMaximum
        Highest first.

    Returns
    -------
    list of str
    """
    best = maxima[0]
    reached = f"reached from {best.n_starts} of the starts" if best.n_starts else "found from a point after the starts"
    lines = [f"This maximum was {reached}. Others:"]
    for one in maxima[1 : 1 + MOST_MAXIMA]:
        moved = sorted(best.values, key=lambda name: -_difference(best.values[name], one.values[name]))[:4]
        values = ", ".join(f"{name} {one.values[name]:.4g}" for name in moved)
        state = "" if one.converged else ", not converged"
        lines.append(
            f"  log L lower by {best.log_likelihood - one.log_likelihood:.2f}, from {one.n_starts}{state}: {values}"
        )
    if len(maxima) > 1 + MOST_MAXIMA:
        lines.append(f"  and {len(maxima) - 1 - MOST_MAXIMA} more")
    return lines


def _difference(a: float, b: float) -> float:
    return abs(a - b) / (abs(a) + abs(b) + 1e-12)
