"""The TOAs that an option selects, by the selection of a JUMP line or by an expression."""

import re
from typing import TYPE_CHECKING

from jug.errors import InputError
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.core.array import Bool, Toa
    from jug.obs.toas import TOAs

EXPRESSION = re.compile(r"""[()&|~<>=!'"]""")
"""Characters by which a text is recognised as an expression. The selection of a JUMP usually has none of them."""


def toas_selected_by(toas: "TOAs", text: str) -> "Bool[Toa]":
    """Find the TOAs of a selection: that of a JUMP line (``MJD 55000 55010``), or an expression (``error > 10``).

    Parameters
    ----------
    toas : TOAs
    text : str
        A text that is both, as ``mjd 55000 55010``, selects the same TOAs either way.

    Returns
    -------
    (n,) bool

    Raises
    ------
    InputError
        Not a selection, or one that selects no TOA.
    """
    from jug.obs.expression import selected_toas

    found = _toas_of_jump(toas, text)
    if found is None or (not found.any() and EXPRESSION.search(text)):
        found = selected_toas(toas, text)
    if not found.any():
        why = f"{text.strip()} selects none of the {toa_count(len(toas))}"
        raise InputError(why, hint=_hint_on_absent_flag(toas, text))
    return found


def _hint_on_absent_flag(toas: "TOAs", text: str) -> str:
    """A hint with the flags of the TOAs, if the selection of a JUMP has a flag that no TOA has; else empty."""
    from jug.obs.expression_hints import absent_flag

    key = text.split()[0].lstrip("-") if text.strip().startswith("-") and not EXPRESSION.search(text) else ""
    return absent_flag(toas.raw, key) if key and key not in toas.raw.flags else ""


def _toas_of_jump(toas: "TOAs", text: str) -> "Bool[Toa] | None":
    """The TOAs of the selection of a JUMP line; None if the text is not such a selection."""
    from jug.obs.selection import mask, split_selector

    try:
        selector, rest = split_selector(text.split())
    except ValueError:
        return None
    return None if selector is None or rest else mask(selector, toas)
