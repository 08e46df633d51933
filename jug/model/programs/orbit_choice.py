"""The simple binary model with the parameters of a general one (T2, MSS), for programs without the general one."""

from collections.abc import Iterable

from jug.model.programs.supported import has_orbit

SEVERAL = ("PB_", "A1_", "T0_", "BPJ", "T0X_", "ORBWAVE")
"""Prefixes of parameters that no plain model has: those of further companions, jumps, and piecewise orbits."""

BY_PARAMETER = (
    ("KIN", "DDK"),
    ("MTOT", "DDGR"),
    ("SHAPMAX", "DDS"),
)
"""Models of an eccentric orbit, each with the parameter that no other one has."""


def plain_orbit(names: Iterable[str]) -> str:
    """Name the plain binary model that has the parameters.

    Parameters
    ----------
    names : iterable of str
        The parameters of the par file.

    Returns
    -------
    str
        The word for the BINARY line; empty for several orbits, and for orbits with jumps or in pieces of time.
    """
    given = set(names)
    if any(name.startswith(SEVERAL) for name in given):
        return ""
    found = next((word for name, word in BY_PARAMETER if name in given), "")
    if found:
        return found
    if "TASC" in given:
        return "ELL1H" if "H3" in given else "ELL1"
    return "DDH" if "H3" in given else "DD"


def advised_orbit(program: str, names: Iterable[str]) -> str:
    """Name the binary model that a program has for a model's parameters.

    Parameters
    ----------
    program : {"pint", "tempo2", "tempo"}
    names : iterable of str
        The parameters of the par file.

    Returns
    -------
    str
        Empty where the program has none.
    """
    word = plain_orbit(names)
    same = {"tempo": {"DDH": "DDFWHE"}}.get(program, {})
    return word if has_orbit(program, same.get(word, word)) else ""


def guess_of_pint(names: Iterable[str]) -> str:
    """Name the model that PINT 1.1.8 uses in place of T2 with ``allow_T2=True`` (``guess_binary_model``).

    Parameters
    ----------
    names : iterable of str
        The parameters of the par file.

    Returns
    -------
    str
        Empty where no model of PINT has all of them.
    """
    given = set(names)
    word = plain_orbit(given)
    return "" if word in ("DDK", "DDGR", "DDS") and "TASC" in given else word
