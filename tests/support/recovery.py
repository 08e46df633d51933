"""Whether fits give back what simulated TOAs were made of."""

from collections.abc import Iterable

import numpy as np

import jug


def pulls(model: jug.TimingModel, result: jug.FitResult) -> np.ndarray:
    """(fitted - true) over the uncertainties, made independent with the covariance; normal with mean 0 and width 1.

    ``model`` is the one that the TOAs were made with.
    """
    sigma = np.sqrt(np.diag(result.covariance))
    moved = [result.values[name] - model.values[name] for name in result.names]
    return np.linalg.solve(np.linalg.cholesky(result.correlation), np.array(moved) / sigma)


def realisations(
    model: jug.TimingModel, toas: jug.TOAs, count: int, start: dict[str, float] | None = None
) -> np.ndarray:
    """Pulls of ``count`` fits to TOAs with noise of seeds 0, 1, ..., from the true values or others; (count, k)."""
    found = []
    for seed in range(count):
        noisy = jug.simulate(model, toas, noise=True, seed=seed)
        result = jug.fit(model.with_values(start or {}), noisy)
        assert result.stop.converged, result.stop
        found.append(pulls(model, result))
    return np.array(found)


def are_normal(found: Iterable[float]) -> bool:
    """Mean 0 and width 1 within 4 times their sampling errors."""
    values = np.ravel(np.array(found))
    n = len(values)
    return bool(abs(values.mean()) < 4.0 / np.sqrt(n) and abs(np.mean(values**2) - 1.0) < 4.0 * np.sqrt(2.0 / n))
