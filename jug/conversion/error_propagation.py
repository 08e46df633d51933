"""Uncertainties of quantities computed from fitted parameters, by the linear rule with the full covariance."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.array import Float, K, M, Parameter
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel

NamedNumbers = Mapping[str, float]

STEP_SIGMA = 0.1
"""Step of the central differences in units of an uncertainty; a parameter without one does not vary."""

LEAST_RELATIVE_STEP = 1e-7
"""Least step relative to the value: the uncertainty of F0 can be below the rounding of F0."""


class Propagation(NamedTuple):
    """The uncertain parameters, and their covariance (k, k) in the units of their values."""

    names: tuple[str, ...]
    covariance: Float[K, K]


def model_of(source: TimingModel | FitResult) -> TimingModel:
    """Return the model: the argument itself, or the model of a result.

    Parameters
    ----------
    source : TimingModel or FitResult

    Returns
    -------
    TimingModel

    Raises
    ------
    KindError
        The argument is neither.
    """
    expect(**{"the first argument": (source, (TimingModel, FitResult))})
    return source.model if isinstance(source, FitResult) else source


def propagation(source: TimingModel | FitResult) -> Propagation:
    """Return the covariance of a fit, or that of a model, whose uncertainties are taken as independent."""
    if isinstance(source, FitResult):
        return Propagation(tuple(source.names), np.asarray(source.covariance))
    known = source.errors
    return Propagation(tuple(known), np.diag([error**2 for error in known.values()]))


def jacobian(
    of: Callable[[NamedNumbers], Mapping[str, float]], at: NamedNumbers, uncertain: Propagation
) -> tuple[tuple[str, ...], Float[M, Parameter]]:
    """Compute derivatives of quantities by uncertain parameters, by central differences (SINI stays below 1).

    Parameters
    ----------
    of : callable
        From parameters by name to quantities by name.
    at : mapping of str to float
        The parameters at which to differentiate.
    uncertain : Propagation
        The k uncertain parameters and their covariance, which sets the steps.

    Returns
    -------
    names : tuple of str
        The m quantities.
    matrix : (m, k) array
        In the units of the quantities over those of the parameters.
    """
    names = tuple(of(at))
    columns = []
    for name, sigma in zip(uncertain.names, np.sqrt(np.diag(uncertain.covariance)), strict=True):
        if name not in at or sigma == 0.0:
            columns.append(np.zeros(len(names)))
            continue
        step = max(STEP_SIGMA * sigma, LEAST_RELATIVE_STEP * abs(at[name]))
        if name == "SINI" and at[name] < 1.0:
            step = min(step, 0.5 * (1.0 - at[name]))
        high, low = at[name] + step, at[name] - step
        up, down = of({**at, name: high}), of({**at, name: low})
        columns.append(np.array([(up[q] - down[q]) / (high - low) for q in names]))
    return names, np.stack(columns, axis=1) if columns else np.zeros((len(names), 0))


class _RecordedNames(Mapping[str, float]):
    """Parameters by name; the names that are read, also by ``in`` and ``get``, are recorded."""

    def __init__(self, at: NamedNumbers) -> None:
        self.at = at
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> float:
        self.names.add(name)
        return self.at[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.at)

    def __len__(self) -> int:
        return len(self.at)


def parameters_read_by(functions: Iterable[Callable[[NamedNumbers], float]], at: NamedNumbers) -> dict[str, float]:
    """Find the parameters that functions read: a dozen, where a model has hundreds.

    Parameters
    ----------
    functions : iterable of callable
        From parameters by name to one number. If a function fails, the parameters that it read before are taken.
    at : mapping of str to float
        The parameters.

    Returns
    -------
    dict of str to float
        The parameters that the functions read by name.
    """
    recorded = _RecordedNames(at)
    for function in functions:
        with suppress(ValueError, ArithmeticError, KeyError):
            function(recorded)
    return {name: value for name, value in at.items() if name in recorded.names}
