"""EFAC and EQUAD of TOAs whose uncertainties are equal: refused before a search, which may end anywhere."""

from collections.abc import Iterable

import numpy as np

from jug.errors import FitError
from jug.fitting.noise.scales import TrialNoise
from jug.model.evaluation.anchor import Anchor
from jug.model.timing_model import TimingModel

LEAST_DIFFERENCE = 1e-10
"""Least eigenvalue of the scaled products of changes of the variance at which these differ; 1e-16 of equal ones."""


def refuse_equal_uncertainties(model: TimingModel, anchor: Anchor, names: Iterable[str]) -> None:
    """Refuse EFACs and EQUADs that change the variances of all TOAs in proportion: a combination has no effect.

    The variance is EFAC^2 (e^2 + EQUAD^2), or EFAC^2 e^2 + EQUAD^2, and the uncertainties e of a backend may be equal.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    names : iterable of str
        The parameters to estimate.

    Raises
    ------
    FitError
    """
    trial = TrialNoise(model, anchor)
    sigma = anchor.noise.sigma
    typical_us = 1e6 * float(np.median(sigma[: len(anchor.reference.residual)]))
    kept, changes = [], []
    for name in names:
        keyword, value = model.entries[name].param.name, float(model.entries[name].value.hi)
        if keyword in ("EFAC", "EQUAD"):
            changed = 1.5 * value if keyword == "EFAC" else value + typical_us
            kept.append(name)
            changes.append((trial.noise({name: changed}).sigma / sigma) ** 2 - 1.0)
    if not any(model.entries[name].param.name == "EQUAD" for name in kept):
        return
    scaled = np.array([change / max(float(np.linalg.norm(change)), 1e-300) for change in changes])
    values, vectors = np.linalg.eigh(scaled @ scaled.T)
    if values[0] < LEAST_DIFFERENCE:
        together = [name for name, part in zip(kept, np.abs(vectors[:, 0]), strict=True) if part > 0.1]
        raise FitError(
            f"the data determine only a combination of {' and '.join(together)}: the uncertainties of their TOAs are "
            "all equal; fix one, or take the line out of the model"
        )
