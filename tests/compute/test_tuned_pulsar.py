"""The simulated pulsar on which `jug tune` measures."""

import numpy as np
import pytest

from jug.compute.cost_model import FitSize
from jug.fitting.backend_choice import fit_size
from jug.machine.timed_pulsar import simulated_pulsar
from jug.machine.tuning import TIMED_SIZES
from jug.model.evaluation.anchor import make_anchor


def test_half_of_its_columns_are_waves_and_half_ranges() -> None:
    """Six ordinary parameters; sine and cosine of each frequency in turn; ranges but the first, which DM has."""
    for n_toa, n_par, waves, ranges in ((60, 12, 3, 3), (40, 15, 5, 4)):
        model, toas = simulated_pulsar(FitSize(n_toa, n_par, ranges))
        free = [f"WX{'SIN' if j % 2 == 0 else 'COS'}_{j // 2 + 1:04d}" for j in range(waves)]
        free += [f"DMX_{j + 2:04d}" for j in range(ranges)]
        assert model.free == ("RAJ", "DECJ", "F0", "F1", "DM", "A1", *free)
        assert len(model.free) == n_par
        np.testing.assert_array_equal(toas.freq_hz, 7e8 * (1 + np.arange(n_toa) % 3))
        known = [model.values[f"WXFREQ_{k:04d}"] for k in range(1, waves // 2 + 2)]
        assert known == [(k + 2) / 2200.0 for k in range(1, waves // 2 + 2)]
        ends = [(model.values[f"DMXR1_{j:04d}"], model.values[f"DMXR2_{j:04d}"]) for j in range(1, ranges + 2)]
        assert sum(((low <= toas.mjd) & (toas.mjd <= high)).astype(int) for low, high in ends).tolist() == [1] * n_toa


@pytest.mark.parametrize("size", [TIMED_SIZES[k] for k in (0, 2, 8, 11)])
def test_its_columns_are_those_that_the_table_is_fitted_to(size: FitSize) -> None:
    assert fit_size(*(found := simulated_pulsar(size))[:1], make_anchor(*found)) == size


def test_epochs_of_correlated_noise_have_a_toa_at_each_frequency() -> None:
    """The years between are the same; half of the columns of noise are of red noise, half of DM noise."""
    model, toas = simulated_pulsar(FitSize(31, 12, 3, 8, True))
    assert (toas.mjd[0], toas.mjd[-1]) == pytest.approx((53900.0, 56100.0), abs=0.01)
    prior = make_anchor(model, toas).reference.prior
    assert prior is not None
    assert prior.epochs.member.tolist() == [k // 3 for k in range(31)]  # 10 epochs; the last TOA, alone, has none
    values = model.values
    assert (values["TNREDC"], values["TNDMC"]) == (2, 2)
