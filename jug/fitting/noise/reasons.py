"""Why the data do not determine a noise parameter: the reasons, which name what has the same effect."""

import numpy as np

from jug.fitting.findings.interval import Interval
from jug.fitting.noise.estimate import Estimate
from jug.fitting.noise.scales import FACTOR_RANGE
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.pairing import UNITS_S, errors_under, factors_with_sizes, is_multiplied


def with_reasons(model: TimingModel, toas: TOAs, found: Estimate) -> Estimate:
    """Add the reasons to the intervals.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    found : Estimate

    Returns
    -------
    Estimate
    """
    by_name = dict(zip(found.names, found.intervals, strict=True))
    entries = [model.entries[name] for name in found.names]
    for name, one in by_name.items():
        if one.profiled and one.low is None and one.high is None:
            reason = f"the data do not determine {name}: log L falls by less than 0.5 from one edge to the other"
            by_name[name] = one._replace(error=None, reason=reason)
        elif _has_no_limit(one):
            reason = f"the data do not limit {name}: log L falls by less than 1.35 from that edge to the other"
            by_name[name] = one._replace(reason=reason)
    for i, j in factors_with_sizes(entries):
        factor, size = found.names[i], found.names[j]
        open_below = _reaches_zero(by_name[factor], FACTOR_RANGE[0])
        if open_below and _reaches_zero(by_name[size], 0.0):
            reason = _reason_of_equal_uncertainties(model, toas, factor, size)
            by_name |= {name: by_name[name]._replace(reason=reason) for name in (factor, size)}
        elif _has_no_limit(by_name[size]) and is_multiplied(model, entries[j].param.name):
            reason = f"the data do not limit {size}: {factor}, which multiplies it, may be 0"
            by_name[size] = by_name[size]._replace(reason=reason)
        elif open_below and is_multiplied(model, entries[j].param.name) and by_name[size].high is None:
            product = by_name[factor].value * _linear_size(by_name[size].value, entries[j].param.name)
            unit = "s" if entries[j].param.name == "TNEQ" else entries[j].unit
            reason = (
                f"{size} has no upper end: {factor}, which multiplies it, may be 0; the product, which the data "
                f"determine, is {product:.4g} {unit}"
            )
            by_name[size] = by_name[size]._replace(error=None, reason=reason)
    return found._replace(intervals=list(by_name.values()))


def reasons_of(intervals: dict[str, Interval]) -> tuple[str, ...]:
    """Return the reasons, each once.

    Parameters
    ----------
    intervals : dict of str to Interval

    Returns
    -------
    tuple of str
    """
    return tuple(dict.fromkeys(one.reason for one in intervals.values() if one.reason is not None))


def _reaches_zero(one: Interval, least: float) -> bool:
    """Whether the 68% interval, or a maximum at an edge, reaches the least value."""
    if one.profiled:
        return one.low is None or one.low <= least
    return one.error is None and one.determined and one.value <= least * (1.0 + 1e-6)


def _has_no_limit(one: Interval) -> bool:
    """Whether a parameter is at an edge of its range and has no limit on the other side."""
    limits = (one.error, one.upper_limit, one.lower_limit)
    return one.determined and not one.profiled and all(limit is None for limit in limits)


def _reason_of_equal_uncertainties(model: TimingModel, toas: TOAs, factor: str, size: str) -> str:
    keyword = model.entries[size].param.name
    errors = errors_under(model, model.entries[factor], toas) / UNITS_S.get(keyword, 1.0)
    unit = "s" if keyword == "TNEQ" else model.entries[size].unit
    what = "measured DMs" if keyword == "DMEQUAD" else "TOAs"
    label = model.entries[factor].label
    return (
        f"{label} and {size} cannot be told apart, log L falls by less than 0.5 where either of them is 0: the "
        f"uncertainties of their {len(errors)} {what}, half of them {np.quantile(errors, 0.25):.2g} to "
        f"{np.quantile(errors, 0.75):.2g} {unit}, differ too little"
    )


def _linear_size(value: float, keyword: str) -> float:
    """The size itself: TNEQ is its log10."""
    return 10.0**value if keyword == "TNEQ" else value
