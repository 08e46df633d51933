"""The edits of TOAs of ``jug edit``: deletions, flags, and whole turns."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.all_problems import all_problems
from jug.cli.edits.selection import toas_selected_by
from jug.errors import InputError
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

TOA_EDITS = ("delete", "restore", "uncomment", "flag", "wrap")
"""The options that edit TOAs. Each takes a selection."""

GONE = {"restore": "deleted by jug", "uncomment": "commented out by its author"}
"""The TOAs among which ``--restore`` and ``--uncomment`` select."""


def add_toa_options(parser: argparse.ArgumentParser, action: type[argparse.Action]) -> None:
    """Add the options that edit TOAs.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    action : type
        The action that keeps edits in the order of the command line.
    """
    selection = "a selection is that of a JUMP ('-fe L-wide', 'MJD 55000 55010', 'TEL gbt') or an expression"
    selection += " ('-fe L-wide & mjd > 55000', 'error > 10', '~site gbt')"
    parser.add_argument("--delete", metavar="SELECTION", action=action, help=f"delete TOAs of --tim; {selection}")
    back = "take back TOAs that jug deleted, also before it wrote TIM: 'mjd > 55000'"
    parser.add_argument("--restore", metavar="SELECTION", action=action, help=back)
    back = "take back TOAs that the author of TIM commented out"
    parser.add_argument("--uncomment", metavar="SELECTION", action=action, help=back)
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
        Not a selection, or one that selects no TOA.
    """
    words = text.split()
    if kind == "delete":
        return toas.delete(toas_selected_by(toas, text))
    if kind == "flag":
        if len(words) < 3:
            raise InputError(f"--flag {text!r} is not KEY VALUE SELECTION", hint="as in --flag '-cut bad TEL gbt'")
        return toas.with_flag(words[0], words[1], toas_selected_by(toas, text.split(maxsplit=2)[2]))
    try:
        turns, selection = text.split(maxsplit=1)
        number = int(turns)
    except ValueError:
        raise InputError(f"--wrap {text!r} is not N SELECTION", hint="as in --wrap '1 MJD 55000 60000'") from None
    return toas.with_turns(number, toas_selected_by(toas, selection))


def restored_toas(model: "TimingModel", toas: "TOAs", kind: str, text: str, args: argparse.Namespace) -> "TOAs":
    """Take back the selected TOAs among those that jug deleted, or that the author of the file commented out.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    kind : {"restore", "uncomment"}
    text : str
        The selection.
    args : argparse.Namespace

    Returns
    -------
    TOAs
        The TOAs with those that were taken back, each at its place in the file.

    Raises
    ------
    InputError
        No TOA was deleted (commented out), or the selection selects none of them.
    """
    import numpy as np

    from jug.data import open_files
    from jug.io.tim.raw_toas import rows_commented_out
    from jug.loading import prepare

    gone, files = toas.raw.deleted, open_files(args.data)
    by_author = np.zeros(0, dtype=bool) if gone is None else rows_commented_out(gone)
    among = by_author if kind == "uncomment" else ~by_author
    what, (other,) = GONE[kind], GONE.keys() - {kind}
    if gone is None or not among.any():
        hint = f"leave --{kind} out" if gone is None else f"--{other} takes back {toa_count(len(gone))} {GONE[other]}"
        raise InputError(f"--{kind} {text!r}: no TOA of {args.tim} was {what}", hint=hint)
    try:
        rows = toas_selected_by(prepare(model, gone.take(among), files=files), text)
    except InputError as error:
        raise InputError(f"--{kind}, of the TOAs {what}: {error.why}", hint=error.hint) from None
    return prepare(model, toas.raw.restore(np.flatnonzero(among)[rows]), files=files)


def counts_left(before: "TOAs", after: "TOAs") -> tuple[int, int, int]:
    """Count the TOAs after edits.

    Parameters
    ----------
    before, after : TOAs
        The TOAs that were read, and those after the edits.

    Returns
    -------
    n_every, n_restored, n_deleted : int
        The number of TOAs after the edits and of those that jug deleted, now or earlier; the number that the edits
        restored; the number that the edits deleted.
    """
    import numpy as np

    from jug.io.tim.raw_toas import rows_commented_out

    gone, there = after.raw.deleted, np.isin(after.raw.serial, before.raw.serial)
    deleted = 0 if gone is None else int((~rows_commented_out(gone)).sum())
    return len(after) + deleted, int((~there).sum()), len(before) - int(there.sum())
