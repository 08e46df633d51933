"""Whole numbers in words of files and options."""

MOST_DIGITS = 18
"""Largest number of digits, which an int64 has; ``int`` takes seconds for a million digits, or refuses 4301."""


def is_whole_number(text: str) -> bool:
    """Whether a text is a whole number of ASCII digits, which ``int`` reads: ``str.isdigit`` is true of ``"²"`` too.

    Parameters
    ----------
    text : str

    Returns
    -------
    bool
        False for more than `MOST_DIGITS` digits, for signs and for blanks.
    """
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
