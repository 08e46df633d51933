"""Values and uncertainties of parameters as decimal text, in PINT's units and with PINT's labels."""

from decimal import Decimal
from typing import NamedTuple

from jug.core import decimal_text
from jug.core.decimal_text import UNROUNDED
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

DIMENSIONLESS = "dimensionless"

PINT_UNITS = {
    "": DIMENSIONLESS,
    "turn": DIMENSIONLESS,
    "MJD": "d",
    "ls": "lsec",
    "ls/s": "lsec / s",
    "ls/s^2": "lsec / s2",
}
"""PINT's labels of units that differ from astropy's label of the same unit."""

PINT_SCALES = dict.fromkeys(("EPS1DOT", "EPS2DOT", "EPS1DOT_2", "EPS2DOT_2"), (1e12, "1e-12 / s"))
"""Parameters with another unit in PINT: factor of the value, and label."""


class ParameterFact(NamedTuple):
    """Value, unit and uncertainty of one parameter.

    Parameters
    ----------
    value : str
        Decimal text, or the word of an option.
    units : str or None
        PINT's label; None for a word.
    uncertainty : str or None
        Decimal text in the same unit.
    """

    value: str
    units: str | None
    uncertainty: str | None


def parameter_facts(model: TimingModel) -> dict[str, ParameterFact]:
    """List the parameters of a model.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    dict of str to ParameterFact
        In the order of the model, by PINT's names.
    """
    return {name: _fact(entry) for name, entry in model.entries.items()}


def pint_scale(entry: Entry) -> float:
    """Return the number of PINT's units in one unit of the parameter.

    Parameters
    ----------
    entry : Entry

    Returns
    -------
    float
        Without unit.
    """
    return PINT_SCALES.get(entry.param.name, (1.0, ""))[0]


def _fact(entry: Entry) -> ParameterFact:
    if entry.word or entry.param.codec == "str":
        return ParameterFact(entry.text(), None, None)
    text = decimal_text.format(entry.value)
    if pint_scale(entry) != 1.0:
        text = str(UNROUNDED.multiply(Decimal(text), Decimal(pint_scale(entry))).normalize())
    error = None if entry.error is None else repr(float(entry.error * pint_scale(entry)))
    return ParameterFact(text, _label(entry), error)


def _label(entry: Entry) -> str:
    """PINT's label of the unit: the name of the unit in astropy, with a few exceptions."""
    if entry.param.name in PINT_SCALES:
        return PINT_SCALES[entry.param.name][1]
    if entry.unit in PINT_UNITS:
        return PINT_UNITS[entry.unit]
    from jug.core.display.quantities import quantity

    return str(quantity(1.0, entry.unit).unit)
