"""Text in columns of a tim line that belong to no field of its format, and is therefore not read."""

from jug.core.decimal_text import to_decimal

UNREAD = {
    "Princeton": ((53, 68), (78, None)),
    "Parkes": ((71, 79), (80, None)),
    "ITOA": ((55, 57), (59, None)),
}
"""Columns of each format that no program reads, counted from 0."""

CORRECTION = {"Princeton": (68, 78), "ITOA": (45, 55)}
"""Columns of the DM correction."""


def unread_text(line: str, form: str) -> str:
    """Return the remark about text in columns of a line that are not read.

    Parameters
    ----------
    line : str
    form : {"Princeton", "Parkes", "ITOA"}

    Returns
    -------
    str
        The remark, the same for all such lines of a format; empty where there is no such text.
    """
    for start, end in UNREAD[form]:
        if line[start:end].strip():
            place = f"columns {start + 1}-{end}" if end else f"columns after {start}"
            return f"{form} format has no field in {place}; the text there is not read, as in PINT, tempo2 and tempo"
    start, end = CORRECTION.get(form, (0, 0))
    try:
        to_decimal(line[start:end] or "0")
    except ValueError:
        if line[start:end].strip():
            return f"the DM correction of {form} format, columns {start + 1}-{end}, is not read, as it is not a number"
    return ""
