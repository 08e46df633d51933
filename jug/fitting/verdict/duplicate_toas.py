"""TOAs that are entered twice: they have twice their weight, and their residuals agree."""

from math import sqrt

from jug.fitting.findings.kinds import Reason, VerdictKind
from jug.io.tim.duplicates import duplicate_pairs
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count

FEW_DUPLICATES = 0.01
"""Largest share of duplicates among the TOAs with which a fit is good: its uncertainties are then 0.5 % too small."""


def count_duplicates(toas: TOAs) -> tuple[int, str]:
    """Count the TOAs that agree with an earlier one.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    n : int
    words : str
        A sentence about them; empty where there are none.
    """
    pairs = duplicate_pairs(toas.raw)
    if not pairs:
        return 0, ""
    earlier, own = map(toas.raw.where, pairs[0])
    who = f"{len(pairs)} of {toa_count(len(toas))} {'is' if len(pairs) == 1 else 'are'} in the tim file twice"
    return len(pairs), f"{who} (the first: {own}, the same as {earlier})"


def duplicate_reason(n_duplicates: int, words: str, n: int) -> Reason | None:
    """Return the finding about duplicates; None where they are few.

    Parameters
    ----------
    n_duplicates : int
    words : str
        Of `count_duplicates`.
    n : int
        Number of TOAs.

    Returns
    -------
    Reason or None
    """
    if n_duplicates <= FEW_DUPLICATES * n:
        return None
    factor = sqrt(n / (n - n_duplicates))
    sentence = f"{words}, and count twice: the uncertainties are too small by about {factor:.3g}"
    next_step = "comment one of each pair out with a C in front, and fit again; `jug doctor` has them all"
    return Reason(VerdictKind.DUPLICATE_TOAS, sentence, next_step)
