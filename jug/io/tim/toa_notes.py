"""Warnings about the TOAs of a tim file: duplicates, and flags that programs read differently."""

from collections.abc import Iterator

import numpy as np

from jug.core.array import Int, Toa
from jug.errors import sentence
from jug.io.tim.duplicates import duplicate_pairs
from jug.io.tim.flag_numbers import OFFSETS, with_offsets
from jug.io.tim.raw_toas import RawTOAs

READ_OTHERWISE = {
    "dm": "-dm replaces DM and DMX, as in tempo2 (PINT ignores it)",
    "dmo": "the DM correction (-dmo, or in its columns) is added to DM, as in tempo and tempo2 (PINT leaves it out)",
    "ddm": "-ddm does nothing, as in PINT and tempo2: write -dmo to have it added to DM",
    "addsat": "-addsat is added to the time, as in tempo2 (PINT ignores it)",
    "radd": "-radd is added to the residual, as in tempo2 (PINT ignores it)",
}
"""Flags that PINT does not read, and the warning where they are not 0 (-dm: where there is one)."""


INTERPRETED_FLAGS = frozenset((*OFFSETS, *READ_OTHERWISE, "padd", "phase", "pn", "pnadd", "pp_dm", "pp_dme"))
"""Flags, in lower case, that jug interprets."""


WHOLE_TURNS = {
    "FILE": "whole turns of PHASE are added to the residuals of all later TOAs in the file, as in tempo (tempo2: of "
    "all TOAs of later time; PINT leaves them out without pulse numbers)",
    "TIME": "whole turns of PHASE are added to the residuals of all TOAs of later time, as in tempo2 (tempo: of all "
    "later TOAs in the file; PINT leaves them out without pulse numbers)",
    "NONE": "whole turns of PHASE are left out, as in PINT without pulse numbers (tempo adds them to the residuals of "
    "all later TOAs in the file, tempo2 to those of all TOAs of later time)",
}
"""The warning about PHASE with TOAs without pulse numbers, by the word of the convention PHASE."""


TURNS_OF_FLAGS = {
    "": "whole turns of -phase are added to the residual of the TOA that has the flag (PINT leaves them out without "
    "pulse numbers)",
    "NONE": "whole turns of -phase are left out, as in PINT without pulse numbers",
}
"""The warning about -phase alone, without PHASE; the first for every other word of the convention."""


def whole_turns_note(reading: str, command: bool = True) -> str:
    """Return the warning about whole turns of PHASE.

    Parameters
    ----------
    reading : str
        Word of the convention PHASE, in any case.
    command : bool
        Whether a command PHASE makes them; else flags -phase of single TOAs.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        An unknown word.
    """
    word = reading.upper()
    if word not in WHOLE_TURNS:
        raise ValueError(f"turns is one of {', '.join(WHOLE_TURNS).lower()}, not {reading!r}")
    return WHOLE_TURNS[word] if command else TURNS_OF_FLAGS.get(word, TURNS_OF_FLAGS[""])


def flag_notes(raw: RawTOAs) -> Iterator[tuple[str, Int[Toa]]]:
    """Yield remarks on flags, each with the rows concerned."""
    for key, why in READ_OTHERWISE.items():
        if key in raw.flags:
            column = raw.flags[key]
            acts = np.array([*(word.strip("" if key == "dm" else "+-0.") != "" for word in column.values), False])
            if (rows := np.flatnonzero(acts[column.codes])).size:
                yield why, rows
    for key, column in raw.flags.items():
        low = key.lower()
        rows = np.flatnonzero(column.codes >= 0)
        if low != key and (low in raw.flags or low in INTERPRETED_FLAGS) and rows.size:
            yield f"-{key} and -{low} are different flags, as in tempo2 (in PINT they are the same)", rows
    if "to" in raw.flags:
        flagged = with_offsets(np.zeros(len(raw)), raw.flags, raw.where)
        both = (np.abs(raw.offset_s - flagged) > 1e-12) & (raw.flags["to"].codes >= 0)
        if (rows := np.flatnonzero(both)).size:
            yield "-to is added to the time of TIME commands, as in tempo2 (PINT uses only TIME)", rows


def duplicate_note(raw: RawTOAs) -> str:
    """The warning about TOAs that agree in time, frequency, uncertainty and site; empty if there are none."""
    duplicates = duplicate_pairs(raw)
    if not duplicates:
        return ""
    first, second = map(raw.where, duplicates[0])
    more = f" (and {len(duplicates) - 1} more such pairs)" if len(duplicates) > 1 else ""
    return sentence(f"the same TOA as {first}{more}; both are used", second)
