"""The simulated pulsar on which `jug tune` measures."""

import numpy as np

from jug.machine.tuning import pulsar


def test_half_of_its_columns_are_waves_and_half_ranges() -> None:
    """Six ordinary parameters; sine and cosine of each frequency in turn; ranges but the first, which DM has."""
    for n_toa, n_par, waves, ranges in ((60, 12, 3, 3), (40, 15, 5, 4)):
        model, toas = pulsar(n_toa, n_par)
        free = [f"WX{'SIN' if j % 2 == 0 else 'COS'}_{j // 2 + 1:04d}" for j in range(waves)]
        free += [f"DMX_{j + 2:04d}" for j in range(ranges)]
        assert model.free == ("RAJ", "DECJ", "F0", "F1", "DM", "A1", *free)
        assert len(model.free) == n_par
        np.testing.assert_array_equal(toas.freq_hz, 7e8 * (1 + np.arange(n_toa) % 3))
        known = [model.values[f"WXFREQ_{k:04d}"] for k in range(1, waves // 2 + 2)]
        assert known == [(k + 2) / 2200.0 for k in range(1, waves // 2 + 2)]
        ends = [(model.values[f"DMXR1_{j:04d}"], model.values[f"DMXR2_{j:04d}"]) for j in range(1, ranges + 2)]
        assert sum(((low <= toas.mjd) & (toas.mjd <= high)).astype(int) for low, high in ends).tolist() == [1] * n_toa
