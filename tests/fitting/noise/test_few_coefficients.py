"""Why the pull of TNREDAMP has a mean below 0 on small pulsars: its amplitude is the scatter of 20 numbers.

Neither a pulsar nor a fit of jug is here: independent coefficients with the variance of a power law and of white noise,
as sine and cosine of each frequency have them, and the maximum of their likelihood by amplitude and slope. The signed
root of the likelihood is normal up to terms of 1 / sqrt(number of coefficients), and for so few they are seen.
"""

import numpy as np
import pytest
from scipy.optimize import minimize

YEAR_S = 365.25 * 86400.0


def pulls_of_amplitude(n_freq: int, days: float, ranges: tuple[tuple[float, float], ...], sets: int) -> np.ndarray:
    """Signed roots of log10 A at 1/yr; epochs of 1 us are 100 for 2000 days and 400 for 5500. The first frequency and
    that of a year, which the timing takes, are left out."""
    per_year = days / 365.25
    m = np.array([i for i in range(2, n_freq + 1) if i != round(per_year)]).repeat(2)
    white = 2.0e-12 / (100.0 if n_freq == 10 else 400.0)
    rng, pulls = np.random.default_rng(1), []
    for _ in range(sets):
        truth = np.array([rng.uniform(*ends) for ends in ranges])
        z = rng.normal(size=len(m))

        def parts(p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            log_red = 2.0 * np.log(10.0) * p[0] - np.log(12.0 * np.pi**2) - p[1] * np.log(m / per_year)
            red = np.exp(log_red + 2.0 * np.log(YEAR_S)) / per_year
            by_p = np.array([2.0 * np.log(10.0) * red, -np.log(m / per_year) * red])
            return white + red, by_p

        squares = parts(truth)[0] * z * z

        def fall(p: np.ndarray, squares: np.ndarray = squares) -> tuple[float, np.ndarray]:
            total, by_p = parts(p)
            slope = by_p @ (0.5 / total - 0.5 * squares / total**2)
            return 0.5 * float(np.sum(np.log(total) + squares / total)), slope

        def at_truth(g: np.ndarray, a: float = float(truth[0])) -> tuple[float, np.ndarray]:
            value, slope = fall(np.array([a, g[0]]))
            return value, slope[1:]

        best = minimize(fall, truth, jac=True, method="BFGS", options={"gtol": 1e-6})
        rest = minimize(at_truth, best.x[1:], jac=True, method="BFGS", options={"gtol": 1e-6})
        pulls.append(np.copysign(np.sqrt(max(0.0, 2.0 * (rest.fun - best.fun))), best.x[0] - truth[0]))
    return np.array(pulls)


@pytest.mark.parametrize(
    ("n_freq", "days", "ranges", "mean"),
    [(10, 2000.0, ((-12.6, -12.0), (2.0, 4.0)), -0.28), (60, 5500.0, ((-12.2, -11.6), (1.5, 2.5)), 0.0)],
    ids=["small", "large"],
)
def test_the_pull_of_an_amplitude(
    n_freq: int, days: float, ranges: tuple[tuple[float, float], ...], mean: float
) -> None:
    pulls = pulls_of_amplitude(n_freq, days, ranges, 600)
    assert np.mean(pulls) == pytest.approx(mean, abs=4.0 / 600**0.5)
    assert np.std(pulls) == pytest.approx(1.0, abs=4.0 / 1200**0.5)
