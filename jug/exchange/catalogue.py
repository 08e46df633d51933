"""A solution as a record of the ATNF pulsar catalogue, in the form of its file psrcat.db.

A line is a keyword, a value rounded to the last digit of its uncertainty, and the uncertainty in units of that digit:
``PX       0.29                     22``. The widths and the order are those of the file that psrcat reads
(psrcatV2_V1.c of the catalogue, Manchester et al. 2005, AJ 129, 1993); a line of ``@---`` ends the record.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from jug.analysis.publication.rounding import brackets, last_place, rounded
from jug.core.decimal_text import UNROUNDED, exact_decimal
from jug.core.doubledouble import to_fraction
from jug.errors import InputError
from jug.exchange.catalogue_keywords import EPOCHS, TENS, keyword, place_in_record
from jug.fitting.result.parameter_table import sexagesimal
from jug.model.direction import direction
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.version import __version__

END = "@" + 65 * "-"
"""The line after a record."""

B_NAME = re.compile(r"B[0-9]{4}[+-][0-9]{2,}")


class CatalogueRecord(NamedTuple):
    """A record, and the parameters for which the catalogue has no keyword.

    Parameters
    ----------
    text : str
        Lines, without a newline at the end.
    left_out : tuple of str
        Measured parameters that are not in it: names, families with their numbers of members.
    """

    text: str
    left_out: tuple[str, ...]


def catalogue_record(model: TimingModel, errors: Mapping[str, float]) -> CatalogueRecord:
    """Write a model as a record of the catalogue.

    Parameters
    ----------
    model : TimingModel
    errors : dict of str to float
        Uncertainties of measured parameters, in the units of their values.

    Returns
    -------
    CatalogueRecord

    Raises
    ------
    InputError
        The model has no name or no position.
    """
    if not model.psr or not {"RAJ", "ELONG"} & model.entries.keys():
        raise InputError("the catalogue lists pulsars by name and position", hint="add PSR, and RAJ and DECJ")
    chosen = [(key, entry) for entry in model.entries.values() if (key := keyword(entry)) and _is_set(entry, errors)]
    chosen.sort(key=lambda pair: place_in_record(pair[0]))
    settings = model.settings
    words = (("EPHEM", settings.ephem), ("CLK", settings.clock), ("UNITS", settings.units))
    lines = [
        *_names(model),
        *(_line(key, entry, errors.get(entry.name)) for key, entry in chosen),
        *(_columns(key, word) for key, word in words if word),
    ]
    left_out = tuple(_left_out(model, errors, {entry.name for _, entry in chosen}))
    head = [f"# jug-timing {__version__}; uncertainties are in units of the last digit"]
    if left_out:
        head.append(f"# not in the catalogue: {', '.join(left_out)}")
    return CatalogueRecord("\n".join([*head, *lines, END]), left_out)


def _is_set(entry: Entry, errors: Mapping[str, float]) -> bool:
    """Whether a parameter is measured, or set by a line to a value other than 0."""
    given = entry.line is not None or entry.name in EPOCHS
    return entry.name in errors or (given and bool(entry.word or entry.value.hi))


def _names(model: TimingModel) -> Iterator[str]:
    """PSRB where the pulsar has a B name, and PSRJ; the J name of a B pulsar is its position, cut to minutes."""
    if not B_NAME.fullmatch(model.psr):
        yield _columns("PSRJ", model.psr if model.psr[:1] == "J" else f"J{model.psr}")
        return
    x, y, z = direction(model.kernel_values, model.settings.ecl)
    minutes = int(math.degrees(math.atan2(y, x)) % 360.0 * 4.0)
    arcmin = int(math.degrees(math.asin(abs(z))) * 60.0)
    sign = "-" if z < 0.0 else "+"
    yield _columns("PSRB", model.psr)
    yield _columns("PSRJ", f"J{minutes // 60:02d}{minutes % 60:02d}{sign}{arcmin // 60:02d}{arcmin % 60:02d}")


def _line(key: str, entry: Entry, error: float | None) -> str:
    """One parameter."""
    if entry.param.codec in ("hms", "dms"):
        sign = "+" if entry.param.codec == "dms" and entry.value.hi >= 0.0 else ""
        if not error:
            return _columns(key, sign + entry.text())
        seconds = error * entry.codec.error_divisor
        places = max(last_place(seconds), 0)
        last = brackets(seconds, places)
        return _columns(key, sign + sexagesimal(to_fraction(entry.value), places), last)
    if entry.word:
        return _columns(key, entry.word)
    value = UNROUNDED.scaleb(exact_decimal(entry.value), TENS.get(key, 0))
    if not error:
        return _columns(key, entry.codec.format(entry.value) if key not in TENS else str(value.normalize()))
    number = rounded(value, float(Decimal(error).scaleb(TENS.get(key, 0))))
    mantissa, _, last = number.mantissa.partition("(")
    return _columns(key, f"{mantissa}E{number.exponent}" if number.exponent else mantissa, last)


def _columns(key: str, value: str, error: str = "") -> str:
    """A line of psrcat.db: 9 columns for the keyword, 25 for the value, 5 for the uncertainty."""
    return f"{key:<8} {value:<24} {error.strip('()'):<4}".rstrip()


def _left_out(model: TimingModel, errors: Mapping[str, float], written: set[str]) -> Iterator[str]:
    """Measured parameters that are not written; members of a family are counted."""
    count = Counter(e.param.name if e.param.family else e.name for e in model.entries.values() if e.name in errors)
    count -= Counter(e.param.name if e.param.family else e.name for e in model.entries.values() if e.name in written)
    for name, many in count.items():
        yield name if many == 1 else f"{name} ({many})"
