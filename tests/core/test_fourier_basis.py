"""The Fourier basis of a noise process, against sines and cosines by NumPy."""

import numpy as np
import pytest

from jug.core.array import Float, Harmonic
from jug.core.fourier_basis import fourier_basis

SPAN_S = 3e8


@pytest.mark.parametrize(
    "frequency",
    [
        np.arange(1, 31) / SPAN_S,  # those of a power law
        np.array([0.25, 0.5, *range(1, 11)]) / SPAN_S,  # with lower ones, in steps of 2 (TNREDFLOG)
        np.arange(2, 12) / SPAN_S,  # equally spaced, but not multiples of the first
        np.append(np.arange(1, 10), 11.0) / SPAN_S,  # one is missing
        np.array([]),
    ],
    ids=["multiples", "lower ones", "from the second", "one missing", "none"],
)
def test_columns_are_the_sines_and_cosines_of_their_frequencies(frequency: Float[Harmonic]) -> None:
    """The rounding of a phase of 190 rad is 3e-14; recurrences over 30 harmonics add a few times this."""
    rng = np.random.default_rng(4)
    since, factor = np.sort(rng.uniform(0.0, SPAN_S, 40)), rng.uniform(0.5, 2.0, 40)
    found = np.asarray(fourier_basis(np, since, frequency, factor))
    phase = 2.0 * np.pi * since[:, None] * frequency
    wanted = np.concatenate([np.sin(phase), np.cos(phase)], axis=1) * factor[:, None]
    np.testing.assert_allclose(found, wanted, rtol=0.0, atol=5e-13)
