"""The result of a fit and its derived quantities, for JSON."""

from jug.analysis.derived.derived_quantities import DerivedQuantities
from jug.fitting.result.as_json import to_json
from jug.fitting.result.fit_result import FitResult
from jug.text.json_types import JsonObject


def fit_json(result: FitResult, derived: DerivedQuantities) -> JsonObject:
    """Convert the result of a fit and its derived quantities to numbers, texts, lists and dicts.

    Parameters
    ----------
    result : FitResult
    derived : DerivedQuantities

    Returns
    -------
    dict
        The dict of `FitResult.to_json`, with ``derived`` and ``not_derived`` added.
    """
    quantities = {name: quantity._asdict() for name, quantity in derived.items()}
    return {**to_json(result), "derived": quantities, "not_derived": list(derived.absent.values())}
