"""The edits of TOAs of ``jug edit``: deletions, flags, and whole turns."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from jug.errors import InputError

if TYPE_CHECKING:
    from jug.core.array import Bool, Toa
    from jug.obs.toas import TOAs

TOA_EDITS = ("delete", "flag", "wrap")
"""The options, which are followed by a selection."""


def add_toa_options(parser: argparse.ArgumentParser, action: type[argparse.Action]) -> None:
    """Add the options that edit TOAs.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    action : type
        Keeps them in the order of the command line.
    """
    selection = "a selection is that of a JUMP: '-fe L-wide', 'MJD 55000 55010', 'FREQ 0 500', 'TEL gbt', 'NAME x'"
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
    from jug.io.tim.edits import with_flag, with_turns

    words = text.split()
    if kind == "delete":
        return toas.delete(_selected(toas, words, text))
    if kind == "flag":
        if len(words) < 3:
            raise InputError(f"--flag {text!r} is not KEY VALUE SELECTION", hint="as in --flag '-cut bad TEL gbt'")
        mask = _selected(toas, words[2:], text)
        return replace(toas, raw=with_flag(toas.raw, mask, words[0], words[1]))
    try:
        turns = int(words[0])
    except (ValueError, IndexError):
        raise InputError(f"--wrap {text!r} is not N SELECTION", hint="as in --wrap '1 MJD 55000 60000'") from None
    return replace(toas, raw=with_turns(toas.raw, _selected(toas, words[1:], text), turns))


def _selected(toas: "TOAs", words: list[str], text: str) -> "Bool[Toa]":
    from jug.obs.selection import mask, split_selector

    try:
        selector, rest = split_selector(words)
    except ValueError as reason:
        raise InputError(f"{text!r}: {reason}") from None
    if selector is None or rest:
        raise InputError(f"{text!r} has no selection", hint="write -flag value, MJD a b, FREQ a b, TEL x or NAME x")
    found = mask(selector, toas)
    if not found.any():
        raise InputError(f"{selector} selects none of the {len(toas)} TOAs")
    return found
