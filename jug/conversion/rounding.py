"""Values rounded to their uncertainty, for a par file that people read; nothing else in jug rounds."""

from dataclasses import replace
from fractions import Fraction
from math import floor, log10

from jug.core.doubledouble import from_fraction, to_fraction
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

ERROR_DIGITS = 2
"""Digits of the uncertainty that are kept."""


def rounded_model(model: TimingModel) -> TimingModel:
    """A copy in which every value with an uncertainty ends at the second digit of the uncertainty.

    The uncertainty is rounded to two digits. A value in h:m:s or d:m:s is rounded in its seconds. Values without an
    uncertainty stay as they are.
    """
    return replace(model, entries={name: _rounded(e) for name, e in model.entries.items()})


def _rounded(entry: Entry) -> Entry:
    if not entry.error or entry.word:
        return entry
    divisor = entry.codec.error_divisor
    step = Fraction(10) ** (floor(log10(entry.error * divisor)) - ERROR_DIGITS + 1) / divisor
    value = round(to_fraction(entry.value) / step) * step
    return replace(entry, value=from_fraction(value), error=float(round(Fraction(entry.error) / step) * step))
