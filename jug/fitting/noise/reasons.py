"""Why the data leave a noise parameter open: what acts as it does, by name."""

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
    said = dict(zip(found.names, found.intervals, strict=True))
    entries = [model.entries[name] for name in found.names]
    for name, one in said.items():
        if one.profiled and one.low is None and one.high is None:
            reason = f"the data do not determine {name}: log L falls by less than 0.5 from one edge to the other"
            said[name] = one._replace(error=None, reason=reason)
        elif _has_no_limit(one):
            reason = f"the data do not limit {name}: log L falls by less than 1.35 from that edge to the other"
            said[name] = one._replace(reason=reason)
    for i, j in factors_with_sizes(entries):
        factor, size = found.names[i], found.names[j]
        open_below = _reaches_zero(said[factor], FACTOR_RANGE[0])
        if open_below and _reaches_zero(said[size], 0.0):
            reason = _cannot_be_told_apart(model, toas, factor, size)
            said |= {name: said[name]._replace(reason=reason) for name in (factor, size)}
        elif _has_no_limit(said[size]) and is_multiplied(model, entries[j].param.name):
            reason = f"the data do not limit {size}: {factor}, which multiplies it, may be 0"
            said[size] = said[size]._replace(reason=reason)
        elif open_below and is_multiplied(model, entries[j].param.name) and said[size].high is None:
            product = said[factor].value * _linear(said[size].value, entries[j].param.name)
            unit = "s" if entries[j].param.name == "TNEQ" else entries[j].unit
            reason = (
                f"{size} has no upper end: {factor}, which multiplies it, may be 0; the product, which the data "
                f"determine, is {product:.4g} {unit}"
            )
            said[size] = said[size]._replace(error=None, reason=reason)
    return found._replace(intervals=list(said.values()))


def reasons_of(intervals: dict[str, Interval]) -> tuple[str, ...]:
    """Return each reason one time.

    Parameters
    ----------
    intervals : dict of str to Interval

    Returns
    -------
    tuple of str
    """
    return tuple(dict.fromkeys(one.reason for one in intervals.values() if one.reason is not None))


def _reaches_zero(one: Interval, least: float) -> bool:
    """Whether the 68% interval, or a maximum at the edge, is at the least value."""
    if one.profiled:
        return one.low is None or one.low <= least
    return one.error is None and one.determined and one.value <= least * (1.0 + 1e-6)


def _has_no_limit(one: Interval) -> bool:
    """Whether a parameter is at an edge of its range, and the other one is no limit either."""
    limits = (one.error, one.upper_limit, one.lower_limit)
    return one.determined and not one.profiled and all(limit is None for limit in limits)


def _cannot_be_told_apart(model: TimingModel, toas: TOAs, factor: str, size: str) -> str:
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


def _linear(value: float, keyword: str) -> float:
    return 10.0**value if keyword == "TNEQ" else value
