"""The edits of TOAs of ``jug edit``: deletions, flags, and whole turns."""

import argparse
import re
from typing import TYPE_CHECKING

from jug.errors import InputError

if TYPE_CHECKING:
    from jug.core.array import Bool, Toa
    from jug.obs.toas import TOAs

TOA_EDITS = ("delete", "flag", "wrap")
"""The options, which are followed by a selection."""

EXPRESSION = re.compile(r"""[()&|~<>=!'"]""")
"""What an expression can have, and the selection of a JUMP as a rule has not."""


def add_toa_options(parser: argparse.ArgumentParser, action: type[argparse.Action]) -> None:
    """Add the options that edit TOAs.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    action : type
        Keeps them in the order of the command line.
    """
    selection = "a selection is that of a JUMP ('-fe L-wide', 'MJD 55000 55010', 'TEL gbt') or an expression"
    selection += " ('-fe L-wide & mjd > 55000', 'error > 10', '~site gbt')"
    parser.add_argument("--delete", metavar="SELECTION", action=action, help=f"delete TOAs of --tim; {selection}")
    parser.add_argument("--flag", metavar="'KEY VALUE SELECTION'", action=action, help="set a flag: '-cut bad TEL gbt'")
    parser.add_argument("--wrap", metavar="'N SELECTION'", action=action, help="add N turns: '1 MJD 55000 60000'")
    parser.add_argument("--tim-output", metavar="OUT.TIM", help="the tim file to write")


def edited_toas(toas: "TOAs", kind: str, text: str) -> "TOAs":
    """Edit the TOAs that a selection selects.

    Parameters
    ----------
    toas : TOAs
    kind : {"delete", "flag", "wrap"}
    text : str
        The value of the option.

    Returns
    -------
    TOAs

    Raises
    ------
    InputError
        No such selection, or one that selects no TOA.
    """
    words = text.split()
    if kind == "delete":
        return toas.delete(selected_by(toas, text))
    if kind == "flag":
        if len(words) < 3:
            raise InputError(f"--flag {text!r} is not KEY VALUE SELECTION", hint="as in --flag '-cut bad TEL gbt'")
        return toas.with_flag(words[0], words[1], selected_by(toas, text.split(maxsplit=2)[2]))
    try:
        turns, selection = text.split(maxsplit=1)
        number = int(turns)
    except ValueError:
        raise InputError(f"--wrap {text!r} is not N SELECTION", hint="as in --wrap '1 MJD 55000 60000'") from None
    return toas.with_turns(number, selected_by(toas, selection))


def selected_by(toas: "TOAs", text: str) -> "Bool[Toa]":
    """Find the TOAs of a selection, that of a JUMP line (``MJD 55000 55010``) or an expression (``error > 10``).

    Parameters
    ----------
    toas : TOAs
    text : str
        What is both, as ``mjd 55000 55010``, selects the same in both languages.

    Returns
    -------
    (n,) bool

    Raises
    ------
    InputError
        No selection in either language, or one that selects no TOA.
    """
    from jug.obs.expression import selected_toas

    found = _by_jump(toas, text)
    if found is None or (not found.any() and EXPRESSION.search(text)):
        found = selected_toas(toas, text)
    if not found.any():
        raise InputError(f"{text.strip()} selects none of the {len(toas)} TOAs")
    return found


def _by_jump(toas: "TOAs", text: str) -> "Bool[Toa] | None":
    """The TOAs that the selection of a JUMP line selects; None where the text is none."""
    from jug.obs.selection import mask, split_selector

    try:
        selector, rest = split_selector(text.split())
    except ValueError:
        return None
    return None if selector is None or rest else mask(selector, toas)
