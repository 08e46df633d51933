"""The parameters of a likelihood as one vector: timing parameters as offsets, noise parameters as values."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.core.array import Float, Parameter
from jug.core.doubledouble import sub
from jug.errors import FitError
from jug.least_squares.problem import problem_of
from jug.model.covariance.noise import noise_of
from jug.model.evaluation.anchor import Anchor
from jug.model.parameters import Entry, Layout
from jug.model.timing_model import TimingModel

LOWEST = {"EFAC": 1e-3, "EQUAD": 0.0, "ECORR": 0.0, "DMEFAC": 1e-3, "DMEQUAD": 0.0}
"""Least values of noise parameters, in par units."""


class Vector(NamedTuple):
    """The meaning of each element of a parameter vector theta.

    Parameters
    ----------
    names : tuple of str
        Timing parameters in the order of the model, then noise parameters in theirs.
    n_timing : int
        Number of timing parameters.
    origin : (k,) array
        theta at the anchor: 0 for timing parameters; for noise parameters the value in par units.
    scale : (k,) array
        Kernel units in a step of 1: the change of the kernel's parameter is ``(theta - origin) scale``.
    low, high : (k,) arrays
        The range where the model is defined.
    units : tuple of str
        The size of a step of 1, with its unit.
    sigma : (n_free,) array
        Uncertainties of the model's free parameters with the noise of the model, kernel units.
    covariance : (n_timing, n_timing) array
        Covariance of the timing parameters' theta in the linear model: their correlation matrix.
    noisy, live_basis : bool
        Whether a parameter of the vector changes the noise; and whether one changes the columns of a process, not only
        their prior.
    """

    names: tuple[str, ...]
    n_timing: int
    origin: Float[Parameter]
    scale: Float[Parameter]
    low: Float[Parameter]
    high: Float[Parameter]
    units: tuple[str, ...]
    sigma: Float[Parameter]
    covariance: Float[Parameter, Parameter]
    noisy: bool
    live_basis: bool


def make_vector(
    model: TimingModel,
    anchor: Anchor,
    timing: bool,
    noise: Iterable[str] | None,
    bounds: Mapping[str, tuple[float, float]],
) -> Vector:
    """Make the vector of the model's free timing parameters and of noise parameters.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    timing : bool
        Whether the free timing parameters are elements.
    noise : iterable of str or None
        The noise parameters; None: all that the likelihood depends on.
    bounds : mapping of str to (low, high)
        Ranges in par units; other parameters have those that the terms declare.

    Returns
    -------
    Vector

    Raises
    ------
    FitError
        Degenerate timing parameters; a noise parameter that the likelihood does not depend on.
    """
    entries = [model.entries[name] for name in model.free] if timing else []
    chosen = _noise_entries(model, anchor, noise)
    covariance = _covariance(model, anchor)
    sigma = np.sqrt(np.diag(covariance))
    steps = sigma[: len(entries)]
    every = [*entries, *chosen]
    effects = [_effect(model, anchor, e) for e in every if e.param.name in _of_noise(model)]
    origin = np.array([*np.zeros(len(entries)), *(float(e.value.hi) for e in chosen)])
    scale = np.array([*steps, *(e.scale for e in chosen)])
    edges = [_edges(model, e, bounds) for e in every]
    middle = np.array([float(e.value.hi) for e in every])
    reach = (np.array(edges).reshape(-1, 2) - middle[:, None]) * np.array([e.scale for e in every])[:, None]
    low, high = (origin[:, None] + reach / scale[:, None]).T
    sizes = [f"{s / e.scale:.6g} {e.unit}".strip() for s, e in zip(steps, entries, strict=True)]
    return Vector(
        names=tuple(e.name for e in every),
        n_timing=len(entries),
        origin=origin,
        scale=scale,
        low=low,
        high=high,
        units=(*sizes, *(e.unit for e in chosen)),
        sigma=sigma,
        covariance=(covariance / np.outer(sigma, sigma))[: len(entries), : len(entries)],
        noisy=any(matters for matters, _ in effects),
        live_basis=any(changes_basis for _, changes_basis in effects),
    )


def layout_of(model: TimingModel, names: Iterable[str]) -> Layout:
    """Return the layout in which the named parameters are the free ones.

    Parameters
    ----------
    model : TimingModel
    names : iterable of str
        Timing or noise parameters.

    Returns
    -------
    Layout
    """
    slots = tuple((model.entries[name].param.name, model.entries[name].order) for name in names)
    return model.layout._replace(free=slots)


def moved(model: TimingModel, names: Iterable[str], change: Float[Parameter]) -> TimingModel:
    """Change the values of parameters without loss of digits.

    Parameters
    ----------
    model : TimingModel
    names : iterable of str
        Timing or noise parameters.
    change : (k,) array
        Change of each, kernel units.

    Returns
    -------
    TimingModel
    """
    new = {name: model.entries[name].moved(float(dx)) for name, dx in zip(names, change, strict=True)}
    return replace(model, entries={**model.entries, **new})


def noise_change(vector: Vector, model: TimingModel, other: TimingModel) -> Float[Parameter]:
    """Return the change of the noise parameters of a vector to their values in another model.

    Parameters
    ----------
    vector : Vector
    model, other : TimingModel
        With the same lines.

    Returns
    -------
    (k,) array
        Kernel units; 0 for timing parameters.
    """
    pairs = [(model.entries[name], other.entries[name]) for name in vector.names]
    change = np.array([float(sub(b.value, a.value).hi) * a.scale for a, b in pairs])
    change[: vector.n_timing] = 0.0
    return change


def _edges(model: TimingModel, e: Entry, bounds: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """Return the range of a parameter, in par units: the caller's, otherwise that of the term."""
    low, high = next((pair for name, pair in bounds.items() if model.entry(name) is e), (None, None))
    if low is None:
        low = LOWEST.get(e.param.name, e.param.bounds[0])
    if high is None:
        high = e.param.bounds[1]
    return -np.inf if low is None else float(low), np.inf if high is None else float(high)


def _covariance(model: TimingModel, anchor: Anchor) -> Float[Parameter, Parameter]:
    """Return the covariance of the free timing parameters with the model's noise, kernel units squared."""
    if not model.free:
        return np.zeros((0, 0))
    problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
    return problem.covariance(problem.iteration(np.zeros(len(model.free)), 0.0))


def _of_noise(model: TimingModel) -> set[str]:
    """Return the keywords of the noise terms."""
    return {name for c in model.components if c.scale or c.dm_scale or c.weights for name in c.names}


def _noise_entries(model: TimingModel, anchor: Anchor, wanted: Iterable[str] | None) -> list[Entry]:
    """Return the entries of the noise parameters to vary; None: all that can be sampled and have an effect."""
    every = [e for e in model.entries.values() if e.param.name in _of_noise(model) and not (e.word or e.free)]
    if wanted is None:
        return [e for e in every if e.param.sampled and _effect(model, anchor, e)[0]]
    names = {model.entry(name).name for name in wanted}
    if others := sorted(names - {e.name for e in every}):
        raise FitError(f"{', '.join(others)}: not a noise parameter; free timing parameters with free=[...]")
    chosen = [e for e in every if e.name in names]
    for e in chosen:
        if not _effect(model, anchor, e)[0]:
            raise FitError(f"the likelihood does not change with {e.name}: no TOA is under it, or it is a setting")
    return chosen


def _effect(model: TimingModel, anchor: Anchor, e: Entry) -> tuple[bool, bool]:
    """Whether a noise parameter changes the noise, and whether it changes the columns of a process."""
    p = anchor.reference.p0
    moved = np.array(p[e.param.name])
    moved[... if e.order is None else e.order] += 0.01 * max(abs(float(e.value.hi)), 1.0) * e.scale
    p = p.with_values({e.param.name: moved})
    before, after = anchor.noise, noise_of(np, model.components, p, anchor.state.x)
    pairs = list(zip(before.processes, after.processes, strict=True))
    changes_basis = any(not np.array_equal(x, y) for a, b in pairs for x, y in zip(a.block, b.block, strict=True))
    changes_prior = any(not np.array_equal(a.variance, b.variance) for a, b in pairs)
    return changes_basis or changes_prior or not np.array_equal(before.sigma, after.sigma), changes_basis
