"""Text of pictures: labels wrapped to a width, shortened names, printed units."""

import re
from collections.abc import Sequence

LONGEST_WORD = 34
"""Largest number of characters of a name in a legend or on an axis. The middle of a longer name is left out."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def text_width_in(text: str, size: float) -> float:
    """Measure the width of a text.

    Parameters
    ----------
    text : str
        The widest of its lines is measured.
    size : float
        Size of the font, points.

    Returns
    -------
    float
        Inches.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size)
    widths = (text_to_path.get_text_width_height_descent(line, font, ismath=False)[0] for line in text.split("\n"))
    return max(map(float, widths)) / 72.0


def wrap(text: str, size: float, width_in: float) -> str:
    """Break a text at its spaces, so that no line is wider than a given width unless it is a single word.

    Parameters
    ----------
    text : str
        A no-break space (U+00A0) keeps words together. Each line of the text is wrapped separately.
    size : float
        Size of the font, points.
    width_in : float
        Inches.

    Returns
    -------
    str
        Lines of about the same length.
    """
    if "\n" in text:
        return "\n".join(wrap(line, size, width_in) for line in text.split("\n"))
    lines = _fill_lines(text, size, width_in)
    if len(lines) > 1:  # a narrower text with the same number of lines has no short last line
        shares = (0.6, 0.7, 0.8, 0.9)
        narrower = (_fill_lines(text, size, share * width_in) for share in shares)
        lines = next((found for found in narrower if len(found) == len(lines)), lines)
    return "\n".join(lines)


def _fill_lines(text: str, size: float, width_in: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_in(longer, size) <= width_in:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def break_long_words(text: str, size: float, width_in: float) -> str:
    """Put spaces into words that are wider than a given width.

    Parameters
    ----------
    text : str
    size : float
        Size of the font, points.
    width_in : float
        Inches.

    Returns
    -------
    str
    """
    lines = (
        " ".join(part for word in line.split(" ") for part in _split_word(word, size, width_in))
        for line in text.split("\n")
    )
    return "\n".join(lines)


def _split_word(word: str, size: float, width_in: float) -> list[str]:
    width = text_width_in(word, size)
    if width <= width_in or len(word) < 2:
        return [word]
    half = len(word) // 2
    return [*_split_word(word[:half], size, width_in), *_split_word(word[half:], size, width_in)]


def is_mathtext(text: str) -> bool:
    """Whether a text contains valid mathtext of matplotlib. Other texts are drawn literally.

    Parameters
    ----------
    text : str

    Returns
    -------
    bool
    """
    from matplotlib.cbook import is_math_text
    from matplotlib.mathtext import MathTextParser

    lines = [line for line in text.split("\n") if is_math_text(line)]
    try:
        for line in lines:
            MathTextParser("path").parse(line)
    except ValueError:
        return False
    return bool(lines)


def shortened_name(name: str, longest: int = LONGEST_WORD) -> str:
    """Leave out the middle of a name that is too long.

    Parameters
    ----------
    name : str
    longest : int
        Largest number of characters of the result.

    Returns
    -------
    str
    """
    half = (longest - 1) // 2
    return name if len(name) <= longest else f"{name[:half]}…{name[-half:]}"


def superscript(number: int) -> str:
    """Write an integer in raised digits: ``⁻³``.

    Parameters
    ----------
    number : int

    Returns
    -------
    str
    """
    return str(number).translate(_RAISED)


def printed_unit(unit: str) -> str:
    """Format a unit for print: ``pc cm⁻³`` for ``pc cm^-3``, ``M☉`` for ``Msun``.

    Parameters
    ----------
    unit : str
        As the model has it; may be empty.

    Returns
    -------
    str
    """
    raised = re.sub(r"\^(-?\d+)", lambda found: superscript(int(found[1])), unit)
    return raised.replace("Msun", "M\N{SUN}")


def listed_words(words: Sequence[str], most: int = 3) -> str:
    """Join names of processes with commas, or give their number: ``ECORR, RED, DM`` or ``7 processes``.

    Parameters
    ----------
    words : sequence of str
    most : int
        Largest number that is listed.

    Returns
    -------
    str
    """
    return ", ".join(words) if len(words) <= most else f"{len(words)} processes"
