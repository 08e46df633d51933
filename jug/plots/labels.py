"""Text of pictures: labels wrapped to a length, long names shortened, units, numbers with their nouns."""

import re
from collections.abc import Sequence

LONGEST_WORD = 34
"""Characters of a name in a legend or on an axis; a longer one loses its middle."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def text_width_in(text: str, size: float) -> float:
    """Measure the width of a line of text.

    Parameters
    ----------
    text : str
    size : float
        Of the font, points.

    Returns
    -------
    float
        Inches.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    width, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath=False)
    return float(width) / 72.0


def wrapped(text: str, size: float, width_in: float) -> str:
    """Break a text at its spaces, so that no line is wider than a length where words allow it.

    Parameters
    ----------
    text : str
        A no-break space (U+00A0) keeps its words together.
    size : float
        Of the font, points.
    width_in : float
        Inches.

    Returns
    -------
    str
        Lines of about the same length.
    """
    lines = _filled(text, size, width_in)
    if len(lines) > 1:  # narrower as long as there are no more lines: no last line of one word
        shares = (0.6, 0.7, 0.8, 0.9)
        narrower = (_filled(text, size, share * width_in) for share in shares)
        lines = next((found for found in narrower if len(found) == len(lines)), lines)
    return "\n".join(lines)


def _filled(text: str, size: float, width_in: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_in(longer, size) <= width_in:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def broken_words(text: str, size: float, width_in: float) -> str:
    """Put spaces into words that are wider than a length.

    Parameters
    ----------
    text : str
    size : float
        Of the font, points.
    width_in : float
        Inches.

    Returns
    -------
    str
    """
    return " ".join(part for word in text.split(" ") for part in _parts(word, size, width_in))


def _parts(word: str, size: float, width_in: float) -> list[str]:
    width = text_width_in(word, size)
    if width <= width_in or len(word) < 2:
        return [word]
    half = len(word) // 2
    return [*_parts(word[:half], size, width_in), *_parts(word[half:], size, width_in)]


def is_mathtext(text: str) -> bool:
    """Whether a text has mathtext of matplotlib that can be drawn; what looks like it and is none is drawn as it is.

    Parameters
    ----------
    text : str

    Returns
    -------
    bool
    """
    from matplotlib.cbook import is_math_text
    from matplotlib.mathtext import MathTextParser

    if not is_math_text(text):
        return False
    try:
        MathTextParser("path").parse(text)
    except ValueError:
        return False
    return True


def shortened_name(name: str, longest: int = LONGEST_WORD) -> str:
    """Leave out the middle of a name that is too long.

    Parameters
    ----------
    name : str
    longest : int
        Characters that remain at most.

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
    """Write a unit as it is printed: ``pc cm⁻³`` for ``pc cm^-3``, ``M☉`` for ``Msun``.

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
    """Join names of processes with commas, or say how many they are: ``ECORR, RED, DM`` or ``7 processes``.

    Parameters
    ----------
    words : sequence of str
    most : int
        So many are listed at most.

    Returns
    -------
    str
    """
    return ", ".join(words) if len(words) <= most else f"{len(words)} processes"
