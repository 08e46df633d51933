"""Lines JUMP_n as tempo writes them: value and fit flag of a JUMP of the tim file.

tempo counts the flag-based lines JUMP of the par file first (inpar.f, outpar.f). So n less the number of these lines is
the number of the JUMP in the tim file. It has the sign of JUMP, since both make the arrival later. Without a fit flag
of 1 tempo fixes the value.
"""

import re
from dataclasses import replace

from jug.io.par import ParFile, ParLine
from jug.model.reading.dialects.dialect_values import decimal_number
from jug.model.reading.findings import Findings

JUMP_N = re.compile(r"JUMP_(\d+)")


def is_value(line: ParLine) -> bool:
    """Whether a line is JUMP_n with a number, as in tempo.

    Parameters
    ----------
    line : ParLine

    Returns
    -------
    bool
    """
    return bool(JUMP_N.fullmatch(line.key) and line.args and decimal_number(line.args[0]) is not None)


def with_tempo_jumps(par: ParFile, findings: Findings) -> ParFile:
    """Replace the lines ``JUMP_n`` by lines ``JUMP -tim_jump``.

    Parameters
    ----------
    par : ParFile
    findings : Findings
        Gets one warning for all of them.

    Returns
    -------
    ParFile
        The same object where there is none. A line whose number belongs to a line JUMP stays.
    """
    by_flag = sum(bool(line.args) and line.args[0].startswith("-") for line in par.find("JUMP"))
    new = {}
    for line in par:
        place = int(line.key.removeprefix("JUMP_")) - by_flag if is_value(line) else 0
        if place > 0:
            new[line.number] = line._replace(
                key="JUMP",
                args=("-tim_jump", str(place), *line.args),
                text=line.text.replace(line.text.split()[0], f"JUMP -tim_jump {place}", 1),
                own_text=line.text,
            )
    if not new:
        return par
    first = next(line for line in par if line.number in new)
    more = f" (and {len(new) - 1} more such line{'s' * (len(new) > 2)})" if len(new) > 1 else ""
    place_text = " ".join(new[first.number].args[:2])
    why = f"{first.key} is read as JUMP {place_text}: value and fit flag of a JUMP of the tim file, as in tempo{more}; "
    why += "PINT and tempo2 do not read such a line"
    findings.assume(why, par.where(first), f"write JUMP {place_text} if that is meant")
    return replace(par, lines=tuple(new.get(line.number, line) for line in par.lines))
