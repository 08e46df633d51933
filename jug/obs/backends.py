"""The backend of each TOA, from the flags by which selections and noise lines distinguish receivers."""

import numpy as np

from jug.core.array import Str, Toa
from jug.obs.toas import TOAs

BACKEND_FLAGS = ("group", "g", "sys", "i", "f")
"""Flags that may name a backend; the first one that a TOA has counts, then -fe and -be together (as in enterprise)."""


def backend_names(toas: TOAs) -> Str[Toa]:
    """Name the backend of each TOA.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    (n,) array of str
        The value of the first of `BACKEND_FLAGS` that a TOA has, else those of -fe and -be as ``fe_be``, else "".
    """
    found = np.full(len(toas), "", dtype=object)
    both = [f"{fe}_{be}" if fe and be else "" for fe, be in zip(toas.flag("fe"), toas.flag("be"), strict=True)]
    for words in (*(toas.flag(key) for key in BACKEND_FLAGS), np.array(both, dtype=object)):
        found = np.where(found == "", words, found)
    return found.astype(np.str_)
