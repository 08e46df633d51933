"""Rounding of values to their uncertainty, for par files for people; jug rounds values only here."""

from dataclasses import replace
from fractions import Fraction
from math import floor, log10

from jug.core.doubledouble import from_fraction, to_fraction
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

ERROR_DIGITS = 2
"""Digits of a rounded uncertainty."""


def round_model(model: TimingModel) -> TimingModel:
    """Return a copy in which every value with an uncertainty ends at the second digit of the uncertainty.

    The uncertainty is rounded to two digits. A value in h:m:s or d:m:s is rounded in its seconds. Values without an
    uncertainty are unchanged.
    """
    return replace(model, entries={name: _round_value(e) for name, e in model.entries.items()})


def _round_value(entry: Entry) -> Entry:
    if not entry.error or entry.word:
        return entry
    divisor = entry.codec.error_divisor
    step = Fraction(10) ** (floor(log10(entry.error * divisor)) - ERROR_DIGITS + 1) / divisor
    value = round(to_fraction(entry.value) / step) * step
    return replace(entry, value=from_fraction(value), error=float(round(Fraction(entry.error) / step) * step))
