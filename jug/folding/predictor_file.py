"""Files of tempo2's predictors (ChebyModelSet), written and read."""

from collections.abc import Iterator
from decimal import Decimal
from os import PathLike

import numpy as np

from jug.core.arguments.kinds import expect, path_text
from jug.core.decimal_text import UNROUNDED, is_number, to_decimal
from jug.errors import InputError, Where
from jug.folding.predictor import Predictor, PredictorSegment
from jug.io.files import read_text, write_text

FIRST_WORD = "ChebyModelSet"
MOST_COEFFICIENTS = 100
"""Largest number of coefficients in frequency, and in time, that is read. tempo2 reads up to 25 on one line."""


def predictor_text(predictor: Predictor) -> str:
    """Return the content of a predictor file.

    Parameters
    ----------
    predictor : Predictor

    Returns
    -------
    str
    """
    parts = [f"{FIRST_WORD} {len(predictor.segments)} segments\n"]
    parts += [_segment_text(predictor, segment) for segment in predictor.segments]
    return "".join(parts)


def write_predictor(predictor: Predictor, path: str | PathLike[str]) -> None:
    """Write a predictor as tempo2 reads it.

    Parameters
    ----------
    predictor : Predictor
    path : path-like

    Raises
    ------
    InputError
        A file that cannot be written.

    Examples
    --------
    >>> import jug, tempfile
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> made = jug.predictor(model, 53801.0, 53801.5, site="gbt")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jug.write_predictor(made, f"{folder}/t2pred.dat")
    ...     found = jug.read_predictor(f"{folder}/t2pred.dat")
    >>> found.phase(["53801.25"], 1400.0).turn == made.phase(["53801.25"], 1400.0).turn
    array([ True])
    """
    expect(predictor=(predictor, Predictor))
    write_text(path, predictor_text(predictor))


def read_predictor(path: str | PathLike[str]) -> Predictor:
    """Read a predictor of tempo2.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    Predictor

    Raises
    ------
    InputError
        No such file; a line in another format; segments of several pulsars, sites or bands.

    Examples
    --------
    >>> import jug, tempfile
    >>> made = jug.predictor(jug.load_model(jug.data.example("NGC6440E")[0]), 53801.0, 53801.5)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jug.write_predictor(made, f"{folder}/t2pred.dat")
    ...     len(jug.read_predictor(f"{folder}/t2pred.dat").segments)
    12
    """
    name = path_text(path)
    lines = read_text(path, "predictor", InputError).splitlines()
    if not lines or not lines[0].startswith(FIRST_WORD):
        raise InputError("this is not a predictor of tempo2", Where(name, 1), "jug polyco makes one")
    found = list(_read_models(lines, name))
    if not found:
        raise InputError("there is no segment in this predictor", Where(name, 1), "make it again with jug polyco")
    first = found[0]
    for other in found[1:]:
        if other[:3] != first[:3]:
            raise InputError("this predictor is of several pulsars, sites or bands", Where(name, 1), "split the file")
    return Predictor(*first[:3], tuple(other[3] for other in found))


def is_predictor(path: str | PathLike[str]) -> bool:
    """Whether a file looks like a predictor of tempo2.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    bool

    Raises
    ------
    InputError
        No such file.
    """
    return read_text(path, "par file or predictor", InputError).startswith(FIRST_WORD)


def _segment_text(predictor: Predictor, segment: PredictorSegment) -> str:
    """One ChebyModel."""
    middle, half = to_decimal(segment.middle), to_decimal(repr(segment.span_days)) / 2
    k, m = segment.coefficients.shape
    lines = [
        "ChebyModel BEGIN",
        f"PSRNAME {predictor.psr}",
        f"SITENAME {predictor.site}",
        f"TIME_RANGE {middle - half:f} {middle + half:f}",
        f"FREQ_RANGE {predictor.freq_mhz[0]!r} {predictor.freq_mhz[1]!r}",
        f"DISPERSION_CONSTANT {segment.dispersion!r}",
        f"NCOEFF_TIME {k}",
        f"NCOEFF_FREQ {m}",
    ]
    for i in range(k):
        words = [_coefficient_text(segment, i, j) for j in range(m)]
        lines.append(" ".join(["COEFFS", *words]))
    return "\n".join([*lines, "ChebyModel END"]) + "\n"


def _coefficient_text(segment: PredictorSegment, i: int, j: int) -> str:
    """A coefficient as the file has it, without the halving of the primed sum: doubled for i = 0 and for j = 0."""
    value = Decimal(float(segment.coefficients[i, j])) * (2 if i == 0 else 1) * (2 if j == 0 else 1)
    if i == j == 0:
        value = UNROUNDED.add(value, 4 * segment.constant)
    return f"{value:.30g}"


def _read_models(lines: list[str], name: str) -> Iterator[tuple[str, str, tuple[float, float], PredictorSegment]]:
    """Pulsar, site, band and segment of each ChebyModel."""
    words: dict[str, list[str]] = {}
    rows: list[list[Decimal]] = []
    for number, line in enumerate(lines[1:], 2):
        parts = line.split()
        if not parts or parts[0].startswith("#"):
            continue
        try:
            if parts == ["ChebyModel", "BEGIN"]:
                words, rows = {}, []
            elif parts == ["ChebyModel", "END"]:
                yield _read_model(words, rows)
            elif parts[0] == "COEFFS":
                rows.append([to_decimal(word) for word in parts[1:]])
            elif rows and is_number(parts[0]):  # tempo2 begins another line after each third coefficient
                rows[-1] += [to_decimal(word) for word in parts]
            else:
                words[parts[0]] = parts[1:]
        except (ValueError, KeyError, IndexError, ArithmeticError) as reason:
            why = f"this line is not as in a predictor ({reason})"
            raise InputError(why, Where(name, number), "jug polyco makes one") from None


def _read_model(
    words: dict[str, list[str]], rows: list[list[Decimal]]
) -> tuple[str, str, tuple[float, float], PredictorSegment]:
    """Pulsar, site, band and segment from the words and coefficients of a ChebyModel."""
    k, m = int(words["NCOEFF_TIME"][0]), int(words["NCOEFF_FREQ"][0])
    if (
        len(rows) != k
        or any(len(row) != m for row in rows)
        or not 2 <= k <= MOST_COEFFICIENTS
        or not 1 <= m <= MOST_COEFFICIENTS
    ):
        raise ValueError(f"not {k} lines of {m} coefficients")
    start, end = (to_decimal(word) for word in words["TIME_RANGE"])
    low, high = (float(to_decimal(word)) for word in words["FREQ_RANGE"])
    if not start < end or not 0.0 < low < high:
        raise ValueError("an empty or reversed range")
    table = np.array([[float(value) for value in row] for row in rows])
    table[0] /= 2.0
    table[:, 0] /= 2.0
    table[0, 0] = 0.0
    dispersion = float(to_decimal(words["DISPERSION_CONSTANT"][0]))
    middle, span = f"{(start + end) / 2:f}", float(end - start)
    segment = PredictorSegment(middle, span, dispersion, rows[0][0] / 4, table)
    return words["PSRNAME"][0], words["SITENAME"][0], (low, high), segment
