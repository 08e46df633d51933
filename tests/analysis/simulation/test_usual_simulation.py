"""What `jug.simulate` makes where nothing is said."""

import numpy as np
from copies import example

import jug


def test_what_is_simulated_where_nothing_is_said() -> None:
    """100 TOAs of 1 us at 1400 MHz and the GBT, from a year before PEPOCH to a year after it."""
    model = jug.load_model(example("NGC6440E")[0])
    toas = jug.simulate(model)
    assert np.unique(toas.error_s).tolist() == [1e-6]
    assert np.unique(toas.freq_hz).tolist() == [1.4e9]
    assert set(toas.site_names) == {"gbt"}
    days = np.linspace(-365.25, 365.25, 100) + model.values["PEPOCH"]
    np.testing.assert_allclose(toas.mjd, days, rtol=0.0, atol=0.51 / model.values["F0"] / 86400.0)
