"""Sinusoids replaced by power-law noise: which frequencies count, and the law of greatest likelihood."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.core.constants import DAY, K_DM, YEAR
from jug.errors import InputError
from jug.model.editing import noise_of_waves as module
from jug.model.editing.noise_of_waves import with_noise_of_waves
from jug.model.noise.power_law import spectrum


def entry(name: str, value: float, error: float | None = None) -> Any:
    return Made(name=name, value=Made(hi=value), error=error)


def waves(days: list[float], prefix: str = "WX", error: float | None = 0.1, **more: float) -> Any:
    """A model of sinusoids of these frequencies in 1/d, the sine of each 1, 2, ..., the cosine minus that."""
    entries = {key: entry(key, value) for key, value in more.items()}
    for n, f in enumerate(days, 1):
        entries[f"{prefix}FREQ_{n:04d}"] = entry(f"{prefix}FREQ_{n:04d}", f)
        entries[f"{prefix}SIN_{n:04d}"] = entry(f"{prefix}SIN_{n:04d}", float(n), error)
        entries[f"{prefix}COS_{n:04d}"] = entry(f"{prefix}COS_{n:04d}", -float(n), error)
    return Made(entries=entries)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the power law is fitted to, and the lines that are added."""
    out: list[Any] = []

    def law(f: Any, width: float, amplitude: Any, error: Any) -> tuple[str, str]:
        out.append((f, width, amplitude, error))
        return "3.000000", "-13.500000"

    monkeypatch.setattr(module, "_power_law", law)
    monkeypatch.setattr(module, "remove_terms", lambda model, names: names)
    monkeypatch.setattr(module, "add_terms", lambda model, terms: out.append((model, terms)))
    return out


def test_amplitudes_in_the_order_of_frequency(asked: list[Any]) -> None:
    with_noise_of_waves(waves([0.02, 0.01, 0.03, 0.04]), "WaveX", without_year=False)
    (f, width, amplitude, error), (gone, lines) = asked
    np.testing.assert_allclose(f, np.array([0.01, 0.02, 0.03, 0.04]) / DAY, rtol=1e-14)
    assert width == pytest.approx(0.01 / DAY, rel=1e-14)
    assert amplitude.tolist() == [[2.0, 1.0, 3.0, 4.0], [-2.0, -1.0, -3.0, -4.0]]
    assert np.all(error == 0.1)
    assert gone == ["WXFREQ_*"]
    assert lines == ["TNREDAMP -13.500000", "TNREDGAM 3.000000", "TNREDC 4"]


@pytest.mark.parametrize(
    ("prefix", "name", "more", "scale"),
    [
        ("DMWX", "DMWaveX", {}, K_DM * 1e-12 / 1400.0**2),
        ("CMWX", "CMWaveX", {}, K_DM * 1e-12 / 1400.0**4),
        ("CMWX", "CMWaveX", {"TNCHROMIDX": 3.0}, K_DM * 1e-12 / 1400.0**3),
    ],
)
def test_amplitudes_are_delays_at_1400_mhz(
    prefix: str, name: str, more: dict[str, float], scale: float, asked: list[Any]
) -> None:
    """K DM / f^2 with f in Hz."""
    with_noise_of_waves(waves([0.01, 0.02, 0.03], prefix, **more), name)
    np.testing.assert_allclose(asked[0][2][0], scale * np.array([1.0, 2.0, 3.0]), rtol=1e-12)
    np.testing.assert_allclose(asked[0][3], 0.1 * scale, rtol=1e-12)


def test_the_frequency_of_a_year_is_left_out(asked: list[Any]) -> None:
    """The one within half a step of 1/yr; one farther away stays."""
    year = DAY / YEAR
    for step, left in ((year / 3.0, [1, 2, 4]), (year / 2.51, [1, 2, 4]), (2.1 * year, [1, 2, 3, 4])):
        asked.clear()
        with_noise_of_waves(waves([step * n for n in range(1, 5)]), "WaveX")
        assert np.round(asked[0][0] * DAY / step).tolist() == left


def test_sinusoids_that_are_no_power_law(asked: list[Any]) -> None:
    multiples = r"^the frequencies of WaveX are not the multiples 1, 2, \.\.\. of one frequency, as those of the noise"
    for days in ([0.01, 0.02, 0.0300001], [0.02, 0.03, 0.04]):
        with pytest.raises(InputError, match=multiples):
            with_noise_of_waves(waves(days), "WaveX")
    with_noise_of_waves(waves([0.01, 0.02, 0.030000009]), "WaveX")  # to 1e-6 of the first
    with pytest.raises(InputError, match=r"^2 frequencies of WaveX determine no power law; take 3 or more$"):
        with_noise_of_waves(waves([0.01, 0.02]), "WaveX")
    with pytest.raises(InputError, match=r"^the model has no WaveX$"):
        with_noise_of_waves(waves([]), "WaveX")
    with pytest.raises(InputError, match=r"^WXSIN_0001 has no uncertainty; fit the amplitudes first$"):
        with_noise_of_waves(waves([0.01, 0.02, 0.03], error=None), "WaveX")


def test_the_law_is_that_of_greatest_likelihood() -> None:
    """Amplitudes that have exactly the variance of a law, without errors, give it; with errors chi2 is stationary."""
    f = np.arange(1, 21) / (10.0 * YEAR)
    width = 0.1 / YEAR
    sigma = np.sqrt(spectrum(np, f, -13.2, 3.7) * width)
    gamma, log10_a = module._power_law(f, width, np.stack([sigma, -sigma]), np.zeros((2, 20)))
    assert float(gamma) == pytest.approx(3.7, abs=2e-6)
    assert float(log10_a) == pytest.approx(-13.2, abs=2e-6)
    error = np.full((2, 20), 1e-7)
    amplitude = np.stack([np.hypot(sigma, 1e-7), np.hypot(sigma, 1e-7)])
    found = module._power_law(f, width, amplitude, error)
    assert [float(word) for word in found] == pytest.approx([3.7, -13.2], abs=2e-6)
    assert [len(word.partition(".")[2]) for word in found] == [6, 6]
    with pytest.raises(InputError, match=r"^no power law fits the amplitudes; take more frequencies, or longer data$"):
        module._power_law(f, width, np.where(np.arange(20) == 0, 1e-3, 1e-30) * np.ones((2, 1)), np.zeros((2, 20)))
