"""The differences between two models: values in units of their uncertainties, settings, and residuals."""

from collections.abc import Mapping
from dataclasses import replace
from types import NoneType

import numpy as np

from jug.analysis.comparison.comparison_result import Comparison
from jug.analysis.comparison.matched_bins import labels_by_dates
from jug.analysis.comparison.value_difference import ValueDifference
from jug.conversion.epochs.epochs import move_epochs
from jug.core.arguments.kinds import expect
from jug.core.array import Float, Toa
from jug.core.doubledouble import to_fraction
from jug.errors import InputError
from jug.loading import prepare
from jug.model.evaluation.residuals import residuals
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs

SETTING_NAMES = {
    "EPHEM": "ephem",
    "CLK": "clock",
    "UNITS": "units",
    "ECL": "ecl",
    "PLANET_SHAPIRO": "planets",
    "DILATEFREQ": "dilate",
    "TIMEEPH": "time_ephemeris",
    "TRACK": "track",
    "TZRSITE": "tzr_site",
}
"""Settings by keyword, and their names in `jug.model.settings.Settings`."""

COMPARED_EPOCHS = ("PEPOCH", "POSEPOCH", "DMEPOCH", "CMEPOCH", "SWEPOCH", "T0", "TASC")
"""Epochs to which the second model is moved, if they differ from the first model's, before values are compared."""

LEAST_CHANGE = 2.0**-62
"""Relative difference below which values count as equal: two roundings of a long double, for example of a value that
PINT or tempo2 has converted. It is 0.07 ns in ten years for F0 of 700 Hz, and 1 ns for an epoch."""


def compare(
    first: TimingModel, second: TimingModel, *, toas: TOAs | None = None, files: Files | None = None
) -> Comparison:
    """Compare two models.

    Lines with selections are matched by their selections, bins of DMX, CMX and SWX by their dates, not by their
    numbers. Where the epochs differ, the second model is expressed at those of the first (`jug.move_epochs`). Values
    whose relative difference is at most 2e-19, the rounding of a long double, count as equal.

    Parameters
    ----------
    first, second : TimingModel
    toas : TOAs, optional
        TOAs whose residuals are compared; they are prepared again for each model.
    files : Files, optional
        Source of clock files and ephemerides for these residuals.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.compare(model, jug.fit(model, toas).model, toas=toas)
    >>> [one.name for one in found.values]
    ['RAJ', 'DECJ', 'F0', 'F1', 'DM']
    >>> print(f"{found.values[-1].sigma_first:.2f} sigma, {found.change_rms_ns / 1e3:.0f} us")
    0.71 sigma, 1096 us
    """
    expect(first=(first, TimingModel), second=(second, TimingModel), toas=(toas, (TOAs, NoneType)))
    moved, notes = _move_to_epochs(first, second)
    renamed, of_bins = labels_by_dates(first, moved)
    one, other = _by_label(first, {}), _by_label(moved, renamed)
    values = [_difference(label, one[label], other[label]) for label in one if label in other]
    differing = tuple(v for v in values if v.difference != 0.0 or v.free[0] != v.free[1])
    gone, new = tuple(k for k in one if k not in other), tuple(k for k in other if k not in one)
    words, names = _words(first, second), (first.psr, second.psr)
    found = Comparison(differing, len(values) - len(differing), words, gone, new, (*notes, *of_bins), psr=names)
    if toas is None:
        return found
    change = _change_ns(first, second, toas, files)
    rms = float(np.std(change))
    return replace(found, n_toa=len(toas), change_ns=float(np.max(np.abs(change))), change_rms_ns=rms)


def _move_to_epochs(first: TimingModel, second: TimingModel) -> tuple[TimingModel, tuple[str, ...]]:
    """Move the second model to the epochs of the first, as far as possible."""
    notes: tuple[str, ...] = ()
    for name in COMPARED_EPOCHS:
        if name not in first.entries or name not in second.entries:
            continue
        one, other = first.entries[name].value, second.entries[name].value
        if one == other or (name in ("T0", "TASC") and _same_passage(first, second, name)):
            continue
        try:
            own, second = second.entries[name], move_epochs(second, {name: one}).model
            if own.line or first.entries[name].line:
                note = f"the second model, of {name} {own.text()}, is expressed at that of the first"
                notes += (f"{note}, {first.entries[name].text()}",)
        except InputError as reason:
            notes += (f"{name} differs, and values are compared as they stand: {reason.why}",)
    return second, notes


def _same_passage(first: TimingModel, second: TimingModel, name: str) -> bool:
    """Whether the passages of two models (T0 or TASC) are less than half an orbit apart."""
    period = first.values.get("PB") or (1.0 / 86400.0 / first.values["FB0"] if first.values.get("FB0") else 0.0)
    return abs(first.values[name] - second.values[name]) < 0.5 * period


def _by_label(model: TimingModel, renamed: Mapping[str, str]) -> dict[str, Entry]:
    """The parameters that have a line, or a JUMP of the tim file, by name, or by keyword and selection."""
    own = (e for e in model.entries.values() if (e.line or e.selector) and not e.word)
    return {f"{e.param.name} {e.selector}" if e.selector else renamed.get(e.name, e.name): e for e in own}


def _difference(label: str, one: Entry, other: Entry) -> ValueDifference:
    change = float(to_fraction(other.value) - to_fraction(one.value))
    if abs(change) < LEAST_CHANGE * abs(one.value.hi):
        change = 0.0
    before, after = (change / e.error if e.error else None for e in (one, other))
    return ValueDifference(
        label,
        one.param.name,
        one.text(),
        other.text(),
        change,
        one.unit,
        before,
        after,
        (one.free, other.free),
    )


def _words(first: TimingModel, second: TimingModel) -> dict[str, tuple[str, str]]:
    """Settings and options that differ."""
    found = {}
    for key, name in SETTING_NAMES.items():
        pair = tuple(str(getattr(model.settings, name)) for model in (first, second))
        if pair[0] != pair[1]:
            found[key] = (pair[0], pair[1])
    keys = {e.name: None for model in (first, second) for e in model.entries.values() if e.word}
    for key in keys:
        word = [model.entries[key].word if key in model.entries else "absent" for model in (first, second)]
        if word[0] != word[1]:
            found[key] = (word[0], word[1])
    return found


def _change_ns(first: TimingModel, second: TimingModel, toas: TOAs, files: Files | None) -> Float[Toa]:
    """Residuals of the second model minus those of the first, each with its own ephemeris and clock, ns, (n,)."""
    phase = [residuals(model, prepare(model, toas.raw, files=files)).phase for model in (first, second)]
    turns = phase[1] - phase[0]
    turns = turns - turns[0]
    turns = turns - np.rint(turns)
    return np.asarray((turns - np.mean(turns)) / float(first.entries["F0"].value.hi) * 1e9)
