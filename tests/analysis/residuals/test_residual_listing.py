"""The numbers of the listings of residuals, as text and for JSON, in the units of their heads."""

import warnings

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.residuals.averaging import Averaged
from jug.analysis.residuals.residual_columns import averaged_columns, residual_columns
from jug.analysis.residuals.residual_listing import averaged_table, residual_table

MHZ = [430.0, 1400.0, 1400.5, 2300.0, np.inf]


@pytest.fixture(scope="module")
def listed() -> tuple[jug.TimingModel, jug.TOAs, jug.Residuals]:
    """TOAs at frequencies told apart by half a MHz, one at infinite frequency, with noise of 30 us."""
    model = jug.load_model(example("NGC6440E")[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        toas = jug.simulate(
            model, 53500.0 + np.arange(5.0), freq_mhz=MHZ, error_us=[1, 2, 3, 4, 30], noise=True, seed=3
        )
    return model, toas, jug.residuals(model, toas)


def test_the_text_is_in_us_and_mhz(listed: tuple[jug.TimingModel, jug.TOAs, jug.Residuals]) -> None:
    _, toas, found = listed
    head, *lines = residual_table(toas, found).splitlines()
    assert head.split() == ["#", "mjd", "residual_us", "error_us", "freq_mhz", "site", "name"]
    rows = [line.split() for line in lines]
    assert [float(row[0]) for row in rows] == pytest.approx(toas.mjd, abs=1e-9)
    assert [float(row[1]) for row in rows] == pytest.approx(1e6 * found.time_s, abs=1e-6)
    assert [row[2] for row in rows] == ["1.0000", "2.0000", "3.0000", "4.0000", "30.0000"]
    assert [row[3] for row in rows] == ["430", "1400", "1400.5", "2300", "inf"]
    assert {row[4] for row in rows} == {"gbt"}


def test_json_is_in_us_and_mhz(listed: tuple[jug.TimingModel, jug.TOAs, jug.Residuals]) -> None:
    """An infinite frequency is none, since JSON has no such number; a turn is a period of the pulsar, 16 ms."""
    model, toas, found = listed
    said = residual_columns(model, toas, found)
    columns = said["toas"]
    assert (said["psr"], said["n_toa"], said["chi2"]) == ("1748-2021E", 5, found.chi2)
    weights = toas.error_s**-2.0
    mean = np.sum(weights * found.time_s) / np.sum(weights)
    wrms = np.sqrt(np.sum(weights * (found.time_s - mean) ** 2) / np.sum(weights))
    assert said["wrms_us"] == pytest.approx(1e6 * wrms, rel=1e-6)
    assert columns["freq_mhz"] == [*MHZ[:-1], None]
    assert columns["error_us"] == pytest.approx([1, 2, 3, 4, 30], rel=1e-12)
    assert columns["residual_us"] == pytest.approx(1e6 * found.time_s, rel=1e-12)
    assert columns["residual_turns"] == pytest.approx(found.time_s * model.values["F0"], rel=1e-6)


def test_averages_are_in_us_and_mhz(listed: tuple[jug.TimingModel, jug.TOAs, jug.Residuals]) -> None:
    epochs = Averaged(
        np.array([53500.25, 53501.5]), np.array([1e-6, -2.5e-6]), np.array([5e-7, 1e-6]), np.array([1.4e9, np.inf]),
        (np.array([0, 2, 3]), np.array([1])),
    )  # fmt: skip
    head, *lines = averaged_table(epochs).splitlines()
    assert head.split() == ["#", "mjd", "residual_us", "error_us", "freq_mhz", "toas"]
    assert [line.split() for line in lines] == [
        ["53500.250000000", "1.000000", "0.5000", "1400", "3"],
        ["53501.500000000", "-2.500000", "1.0000", "inf", "1"],
    ]
    said = averaged_columns(listed[0], epochs)
    assert (said["psr"], said["n_epochs"]) == ("1748-2021E", 2)
    assert said["epochs"] == {
        "mjd": [53500.25, 53501.5],
        "residual_us": pytest.approx([1.0, -2.5]),
        "error_us": pytest.approx([0.5, 1.0]),
        "freq_mhz": [1400.0, None],
        "members": [[0, 2, 3], [1]],
    }
