"""The receiver and backend with which each TOA was recorded, from its flags."""

import numpy as np

from jug.core.array import Str, Toa
from jug.obs.toas import TOAs

RECEIVER_FLAGS = ("group", "g", "sys", "i", "f")
"""Flags that may name a receiver with its backend. The first one that a TOA has counts, else -fe with -be (as in
enterprise)."""


def receiver_names(toas: TOAs) -> Str[Toa]:
    """Name the receiver and backend of each TOA.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    (n,) array of str
        The value of the first of `RECEIVER_FLAGS` that a TOA has, else those of -fe and -be as ``fe_be``, else "".
    """
    found = np.full(len(toas), "", dtype=object)
    both = [f"{fe}_{be}" if fe and be else "" for fe, be in zip(toas.flag("fe"), toas.flag("be"), strict=True)]
    for words in (*(toas.flag(key) for key in RECEIVER_FLAGS), np.array(both, dtype=object)):
        found = np.where(found == "", words, found)
    return found.astype(np.str_)
