"""Par files in the dialects of PINT, tempo2 and tempo.

The lines keep their order and comments. Keywords and units are those of the program. A line that the model does not use
becomes a comment. A line without which the program would compute something else is added at the end. A term that the
program lacks is an error or, with ``leave_out``, a comment and a note. For a binary model that the program lacks the
error names the one to convert to.
"""

from typing import NamedTuple

from jug.conversion.dialects.dialect_parameters import put_parameters
from jug.conversion.dialects.dialect_rules import BINARY_WORDS, in_units_of
from jug.conversion.dialects.dialect_settings import lines_to_write_out, put_setting
from jug.conversion.dialects.dialect_sheet import Sheet
from jug.conversion.par_file_text.par_lines import par_rows
from jug.conversion.units import model_in_units
from jug.errors import InputError, Where
from jug.io.par import ParLine
from jug.model.editing.setting_lines import is_setting
from jug.model.programs.orbit_choice import advised_orbit
from jug.model.programs.supported import PROGRAM_NAMES, has_orbit
from jug.model.reading.lines.keywords import switches_off
from jug.model.timing_model import TimingModel


class Converted(NamedTuple):
    """A par file for another program.

    Parameters
    ----------
    text : str
    notes : tuple of str
        Differences in what the program computes from it.
    """

    text: str
    notes: tuple[str, ...]


def convert(model: TimingModel, program: str, *, units: str = "TDB", leave_out: bool = False) -> Converted:
    """Write the par file of a model for ``"pint"``, ``"tempo2"`` or ``"tempo"``.

    Parameters
    ----------
    model : TimingModel
    program : str
    units : {"TDB", "TCB"}
        UNITS of the par file.
    leave_out : bool
        Write terms that the program lacks as comments, and note them, instead of raising.

    Returns
    -------
    Converted

    Raises
    ------
    InputError
        The dialect is unknown, or the program lacks terms of the model, all of which are named.
    """
    if program not in PROGRAM_NAMES:
        raise InputError(f"no dialect {program!r}", hint=f"there are jug, {', '.join(PROGRAM_NAMES)}")
    model = in_units_of(model, program)
    shown = model_in_units(model, units)
    sheet = Sheet(model, shown, program, units)
    for row in par_rows(shown):
        if row.entries:
            put_parameters(sheet, row)
        elif row.line is not None and _is_not_used(row.line):
            sheet.comment_out(f"not used: {row.text.strip()}")
        else:
            put_setting(sheet, row.line, row.text)
    for key, text in lines_to_write_out(sheet):
        sheet.put(key, text)
    if sheet.lacking:
        _refuse(sheet, leave_out)
    return Converted("\n".join(sheet.lines) + "\n", tuple(sheet.notes))


def _is_not_used(line: ParLine) -> bool:
    """Whether a line belongs to a parameter that the model does not have; another program would use or refuse it."""
    return bool(line.key) and not is_setting(line.key) and not switches_off(line.key, line.args)


def _refuse(sheet: Sheet, leave_out: bool) -> None:
    """Raise an error for terms that the program lacks, or note them. A binary model is never left out."""
    program, orbit = sheet.program, _other_orbit(sheet)
    if leave_out and orbit is None:
        sheet.notes.update(dict.fromkeys(f"{why}: left out" for why in sheet.lacking))
        return
    line = next(iter(sheet.lacking.values()))
    par = sheet.model.par
    hint = "leave it out on purpose (--leave-out, leave_out=True) or write for another program"
    if orbit == "":
        hint = f"{PROGRAM_NAMES[program]} has no such orbit: write for another program"
    elif orbit is not None:
        hint = (
            f"give --binary {orbit} too (jug.convert_binary(model, {orbit!r})): {PROGRAM_NAMES[program]} has that "
            "binary model, and jug says how much changes"
        )
    raise InputError(
        f"{PROGRAM_NAMES[program]} lacks a part of this model: {'; '.join(sheet.lacking)}",
        Where(par.path, line.number) if line else par.end,
        hint,
    )


def _other_orbit(sheet: Sheet) -> str | None:
    """The binary model to convert to where the program lacks the model's own, "" where there is none; else None."""
    entries = sheet.model.entries
    own = entries.get("BINARY")
    if own is None or has_orbit(sheet.program, BINARY_WORDS.get(sheet.program, {}).get(own.word, own.word)):
        return None
    return advised_orbit(sheet.program, [e.name for e in entries.values() if e.line is not None])
