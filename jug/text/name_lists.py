"""Names in a text: lists that are cut after some names, and numbers with their nouns."""

from collections.abc import Sequence
from typing import SupportsInt


def comma_list(names: Sequence[str], most: int = 10) -> str:
    """Join the first names with commas, and give the number of the others.

    Parameters
    ----------
    names : sequence of str
    most : int
        Largest number of names in the text.

    Returns
    -------
    str
        ``"A, B and 7 more"``.
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def name_list(names: tuple[str, ...], most: int = 6) -> str:
    """Join names for a sentence: ``A, B and C``; of many the first ones and the number of the others.

    Parameters
    ----------
    names : tuple of str
    most : int
        Largest number of names in the text.

    Returns
    -------
    str
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def counted_noun(n: SupportsInt, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 TOA``, ``62 TOAs``.

    Parameters
    ----------
    n : int
    one, many : str
        The noun; its plural, with an s when absent.

    Returns
    -------
    str
    """
    return f"{n} {one if int(n) == 1 else many or one + 's'}"


def toa_count(n: SupportsInt) -> str:
    """Return a number of TOAs: ``1 TOA``, ``62 TOAs``.

    Parameters
    ----------
    n : int

    Returns
    -------
    str
    """
    return counted_noun(n, "TOA")
