"""Quantities that depend on parameters which the data do not determine: they have no value of their own."""

from collections.abc import Mapping

from jug.analysis.spin_down import DerivedRule
from jug.conversion.error_propagation import NamedNumbers, read_by
from jug.errors import FitError
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.text.name_lists import listed


def undetermined_quantities(
    source: TimingModel | FitResult, rules: Mapping[str, DerivedRule], at: NamedNumbers
) -> dict[str, str]:
    """Find the quantities that rest on undetermined parameters of a fit.

    Parameters
    ----------
    source : TimingModel or FitResult
    rules : mapping of str to DerivedRule
        The quantities by name.
    at : mapping of str to float
        The parameters.

    Returns
    -------
    dict of str to str
        By the quantity's name a sentence that says why it is undetermined; empty for a model without a fit.
    """
    open_ones = undetermined_parameters(source)
    out = dict[str, str]()
    for name, (_, doc, _, function) in rules.items() if open_ones else ():
        if rests_on := tuple(key for key in open_ones if key in read_by((function,), at)):
            verb = "is" if len(rests_on) == 1 else "are"
            out[name] = f"{name} ({doc}) is undetermined, as {listed(rests_on)} {verb}."
    return out


def undetermined_parameters(source: TimingModel | FitResult) -> tuple[str, ...]:
    """The parameters whose uncertainties mean nothing by the verdict on a fit; none without a verdict.

    Parameters
    ----------
    source : TimingModel or FitResult

    Returns
    -------
    tuple of str
    """
    if not isinstance(source, FitResult):
        return ()
    try:
        return source.verdict.undetermined
    except FitError:  # the result was changed, and has no end of a fit to judge
        return ()
