"""Conventions: choices where programs read the same lines differently, with PINT's as the default.

``ECORR``
    Epochs as ``PINT`` and enterprise: the TOAs of one selection less than 1 s after the first, two or more; or as
    ``TEMPO2``: every TOA within 1 s of one that is selected, single TOAs too.
``EQUAD``
    ``INSIDE`` EFAC: sigma^2 = EFAC^2 (e^2 + EQUAD^2) (PINT, tempo2's T2EQUAD); ``OUTSIDE``: EFAC^2 e^2 + EQUAD^2
    (TempoNest, tempo2's TNEQ).
``TNDM``
    TNDMAMP as ``PINT`` and enterprise: the basis (1400 MHz / f)^2 and the units of red noise; or as ``TEMPO2`` and
    TempoNest: no 12 pi^2 and the basis 1/(2.41e-4 f^2), so that log10 A is larger by 1.63753 for the same noise.
"""

from collections.abc import Mapping

from jug.errors import ParError

CHOICES = {"ECORR": ("PINT", "TEMPO2"), "EQUAD": ("INSIDE", "OUTSIDE"), "TNDM": ("PINT", "TEMPO2")}
"""Each convention's words, the default first."""


def read_conventions(chosen: Mapping[str, str] | None) -> dict[str, str]:
    """Complete the caller's choice of conventions by the defaults.

    Parameters
    ----------
    chosen : dict, optional
        Words by the name of the convention, both in any case.

    Returns
    -------
    dict of str to str
        Every convention with its word, in capitals.

    Raises
    ------
    ParError
        An unknown name or word.
    """
    out = {name: words[0] for name, words in CHOICES.items()}
    for name, word in (chosen or {}).items():
        key, value = name.upper(), word.upper()
        if key not in CHOICES:
            raise ParError(f"there is no convention {name!r}; they are {', '.join(CHOICES)}")
        if value not in CHOICES[key]:
            raise ParError(f"{name} cannot be {word!r}; it is one of {', '.join(CHOICES[key])}")
        out[key] = value
    return out
