"""Estimated noise parameters as text."""

from collections.abc import Mapping, Sequence

from jug.fitting.findings.interval import Interval
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.text.text_table import table


def noise_table(entries: Sequence[Entry], intervals: Mapping[str, Interval]) -> str:
    """Return a line for each parameter: value, error, and interval or limit.

    Parameters
    ----------
    entries : sequence of Entry
    intervals : dict of str to Interval

    Returns
    -------
    str
        Several lines, without a newline at the end.
    """
    rows = []
    for e in entries:
        one = intervals[e.name]
        error = "" if one.error is None else f"{one.error:.2g}"
        value = f"{one.value:.5g}" if one.determined else "undetermined"
        rows.append((e.label, e.unit, value, error, _remark(one)))
    return table(("Parameter", "Unit", "Value", "Error", ""), rows, "<<>><")


def fitted_noise_lines(model: TimingModel, intervals: Mapping[str, Interval]) -> list[str]:
    """Return the lines on noise parameters that were fitted with the timing parameters.

    Parameters
    ----------
    model : TimingModel
        After the fit.
    intervals : dict of str to Interval

    Returns
    -------
    list of str
    """
    found = noise_table([model.entries[name] for name in intervals], intervals)
    return ["", "Noise parameters of maximum likelihood, fitted along:", *found.split("\n")]


def _remark(one: Interval) -> str:
    if not one.determined:
        return "the process is not found"
    parts = []
    if one.profiled:
        low, high = ("edge" if end is None else f"{end:.4g}" for end in (one.low, one.high))
        parts.append(f"68%: {low} to {high}")
    if one.upper_limit is not None:
        parts.append(f"95%: below {one.upper_limit:.4g}")
    if one.lower_limit is not None:
        parts.append(f"95%: above {one.lower_limit:.4g}")
    if one.error is None and not parts:
        parts.append("at the edge of its range; no limit inside it")
    return "; ".join(parts)
