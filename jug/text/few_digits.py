"""Sizes in messages: a few significant digits, and commas between thousands."""


def few_digits(number: float, digits: int = 3) -> str:
    """Write a number as ``0.0123`` or ``1,230,000``.

    Parameters
    ----------
    number : float
        In any unit.
    digits : int
        Significant digits.

    Returns
    -------
    str
    """
    return f"{float(f'{number:.{digits}g}'):,.12g}"


def nanoseconds(size_s: float) -> str:
    """Write a time in s as ``0.0123 ns`` or ``1,230 ns``."""
    return f"{few_digits(size_s * 1e9)} ns"
