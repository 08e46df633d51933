"""Simulated sets with EFAC, EQUAD, ECORR, red and DM noise: fits and noise realisations give back what went in.

The pulls of the timing parameters (made independent), and of each process at a TOA drawn for each set, are normal:
mean, width and the Kolmogorov-Smirnov distance. A realisation moves the TDB of the TOAs by the noise and leaves the
observatory where it was, which is worth 1e-4 of the noise.
"""

from dataclasses import replace

import numpy as np
import pytest
from recovery import are_normal, pulls
from scipy.stats import kstest

import jug
from jug.core import times
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor

LINES = (
    *("EFAC -fe L 1.3", "EFAC -fe S 0.8", "EQUAD -fe L 0.7", "TNEQ -fe U -6.1", "ECORR -fe L 0.9", "ECORR -fe S 1.4"),
    *("TNREDAMP -12.9", "TNREDGAM 3.3", "TNREDC 10", "TNDMAMP -12.8", "TNDMGAM 2.6", "TNDMC 10"),
)


def found(epochs_of_three, count):
    """Pulls of the timing parameters, (count, k), and of each process, {name: (count,)}."""
    truth, toas = epochs_of_three(*LINES, n=180)
    toas = jug.simulate(truth, toas)
    noise = make_anchor(truth, toas).noise
    timing, by_process = [], {name: [] for name in ("ECORR", "RED", "DM")}
    for seed in range(count):
        rng = np.random.default_rng(seed)
        drawn = {}
        for p in noise.processes:
            a = rng.normal(size=len(p.variance)) * np.sqrt(p.variance)
            drawn[p.name] = drawn.get(p.name, 0.0) + to_dense(p.block) @ a
        total = rng.normal(size=len(toas)) * noise.sigma + sum(drawn.values())
        result = jug.fit(truth, replace(toas, tdb=times.add_seconds(toas.tdb, total)))
        assert result.converged
        timing.append(pulls(truth, result))
        at = rng.integers(len(toas))
        for name, delay in drawn.items():
            have = result.residuals.noise[name]
            if have.error_s[at] > 0.0:  # a TOA without ECORR has none
                by_process[name].append((have.time_s[at] - delay[at]) / have.error_s[at])
    return np.array(timing), by_process


def test_a_few_sets(epochs_of_three):
    timing, by_process = found(epochs_of_three, 12)
    assert are_normal(timing)
    assert are_normal([pull for own in by_process.values() for pull in own])


@pytest.mark.long
def test_200_sets(epochs_of_three):
    timing, by_process = found(epochs_of_three, 200)
    for own in (*timing.T, *by_process.values()):
        assert are_normal(own)
        assert kstest(own, "norm").pvalue > 1e-3
