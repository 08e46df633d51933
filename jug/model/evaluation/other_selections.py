"""Selections of JUMP and DMX lines as tempo2 makes them, where a convention asks for that.

tempo2 2023.05.1 compares ranges of dates with the times as written in the tim file, a JUMP without the upper end of its
range, DMX without either end. JUMP NAME selects every name that contains its word, and JUMP TEL every site except the
one that it names.
"""

import numpy as np

from jug.core.array import Bool, Float, Member, Row, Toa
from jug.core.decimal_text import to_decimal
from jug.core.times import to_mjd
from jug.model.declare import Selection
from jug.model.evaluation.member_of_row import selection_by_ranges, selection_by_rows
from jug.model.evaluation.rows import ToaAndTzrRows
from jug.model.parameters import Entry
from jug.obs.toas import TOAs


def family_selection(rows: ToaAndTzrRows, name: str) -> Selection:
    """Find the selection of a family whose lines have selectors.

    Parameters
    ----------
    rows : ToaAndTzrRows
    name : str
        Name of the family.

    Returns
    -------
    (n + 1,) int array or (n + 1, k) array
        As `jug.model.declare.member_values` takes it.
    """
    members = rows.members(name)
    covered = (
        (lambda j: _rows_of_jump(rows, members[j])) if name == "JUMP" else (lambda j: rows.rows_covered(members[j]))
    )
    return selection_by_rows(len(rows), len(members), covered)


def range_selection(
    rows: ToaAndTzrRows, families: tuple[str, ...], low: Float[Member], high: Float[Member]
) -> Selection:
    """Find the selection of families that act in ranges of dates.

    Parameters
    ----------
    rows : ToaAndTzrRows
    families : tuple of str
        Their names.
    low, high : (k,) arrays
        The ends, MJD.

    Returns
    -------
    (n + 1,) int array or (n + 1, k) array
        As `jug.model.evaluation.member_of_row.selection_by_ranges`.
    """
    if "DMX" in families and rows.model.settings.conventions.get("DMX") == "OPEN":
        return selection_by_ranges(_as_written(rows), np.nextafter(low, np.inf), np.nextafter(high, -np.inf))
    return selection_by_ranges(rows.mjd, low, high)


def _as_written(rows: ToaAndTzrRows) -> Float[Row]:
    """Time as the tim file has it, MJD, (n + 1,)."""
    return np.concatenate([to_mjd(toas.raw.times) for toas in (rows.toas, rows.tzr)])


def _rows_of_jump(rows: ToaAndTzrRows, entry: Entry) -> Bool[Row]:
    """True on the rows that a JUMP covers, (n + 1,)."""
    assert entry.selector is not None
    kind, args = entry.selector
    words = rows.model.settings.conventions
    if kind in ("MJD", "FREQ") and words.get("JUMPRANGE") == "HALF_OPEN":
        low, high = (float(to_decimal(word)) for word in args)
        both = (rows.toas, rows.tzr)
        value = _as_written(rows) if kind == "MJD" else np.concatenate([toas.freq_hz / 1e6 for toas in both])
        return (value >= low) & (value < high)
    if kind == "NAME" and words.get("JUMPNAME") == "PART":
        return np.concatenate([_name_contains(toas, args[0]) for toas in (rows.toas, rows.tzr)])
    if kind == "TEL" and words.get("JUMPTEL") == "OTHERS":
        others = ~rows.rows_covered(entry)
        others[-1] = False
        return others
    return rows.rows_covered(entry)


def _name_contains(toas: TOAs, part: str) -> Bool[Toa]:
    return np.array([part in name for name in toas.names], dtype=bool)
