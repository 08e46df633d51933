"""Sizes in messages: three significant digits, and commas between thousands."""


def few_digits(number: float) -> str:
    """Write a number as ``0.0123`` or ``1,230,000``."""
    return f"{float(f'{number:.3g}'):,.12g}"


def nanoseconds(size_s: float) -> str:
    """Write a time in s as ``0.0123 ns`` or ``1,230 ns``."""
    return f"{few_digits(size_s * 1e9)} ns"
