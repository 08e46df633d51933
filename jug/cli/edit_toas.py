"""The edits of TOAs of ``jug edit``: deletions, flags, and whole turns."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.all_problems import all_problems
from jug.cli.edit_selection import selected_by
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

TOA_EDITS = ("delete", "restore", "flag", "wrap")
"""The options, which are followed by a selection."""


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
    parser.add_argument(
        "--restore", metavar="SELECTION", action=action, help="take back TOAs that are commented out: 'mjd > 55000'"
    )
    parser.add_argument("--flag", metavar="'KEY VALUE SELECTION'", action=action, help="set a flag: '-cut bad TEL gbt'")
    parser.add_argument("--wrap", metavar="'N SELECTION'", action=action, help="add N turns: '1 MJD 55000 60000'")
    parser.add_argument("--tim-output", metavar="OUT.TIM", help="the tim file to write")


def prepared_toas(model: "TimingModel", tim: str, args: argparse.Namespace) -> "TOAs":
    """Read a tim file and prepare its TOAs for a model.

    Parameters
    ----------
    model : TimingModel
    tim : str
    args : argparse.Namespace

    Returns
    -------
    TOAs
    """
    from jug.data import open_files
    from jug.loading import prepare
    from jug.model.building.tim_jumps import read_tim_for

    with all_problems(args, tim, args.par):
        return prepare(model, read_tim_for(model, tim), files=open_files(args.data))


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


def restored_toas(model: "TimingModel", toas: "TOAs", text: str, args: argparse.Namespace) -> "TOAs":
    """Take back those TOAs among the ones that are commented out which a selection selects.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    text : str
        The selection.
    args : argparse.Namespace

    Returns
    -------
    TOAs
        All of them, each in its place.

    Raises
    ------
    InputError
        No TOA is commented out, or the selection selects none of these.
    """
    from jug.data import open_files
    from jug.loading import prepare

    gone, files = toas.raw.deleted, open_files(args.data)
    if gone is None:
        raise InputError(f"--restore {text!r}: no TOA of {args.tim} is commented out", hint="leave --restore out")
    try:
        rows = selected_by(prepare(model, gone, files=files), text)
    except InputError as error:
        raise InputError(f"--restore, of the TOAs that are commented out: {error.why}", hint=error.hint) from None
    return prepare(model, toas.raw.restore(rows), files=files)
