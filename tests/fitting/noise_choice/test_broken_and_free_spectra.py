"""Broken and free spectra among the forms of a choice: on simulated noise, and against differences and truth."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from test_choice_of_noise import simulated

import jug
from jug.fitting.noise_choice import variants
from jug.fitting.noise_choice.conditional import ConditionalNoise
from jug.fitting.noise_choice.free_amplitudes import LOG10_RHO_RANGE, _downhill, best_amplitudes, slope_by_variance
from jug.fitting.noise_choice.term import NoiseTerm


def test_a_corner_of_dm_noise_is_found() -> None:
    """Simulated with an index of 6 and a corner at 6/T: a power law through it would be 5 decades too strong at 1/T."""
    model, toas = simulated("TNDMAMP -10.7", "TNDMGAM 6", "TNDMCORNER 6", "TNDMC 20", seed=8)
    found = jug.choose_noise(model, toas, "dm,broken", frequencies={"dm": 20})
    assert any(note.startswith("DM noise with a corner: taken") for note in found.notes)
    assert found.model.values["TNDMCORNER"] == pytest.approx(6.0, abs=3.0 * 0.6)


def test_a_corner_of_dm_noise_is_not_found_without_one() -> None:
    model, toas = simulated("TNDMAMP -12.3", "TNDMGAM 2.5", "TNDMC 20")
    found = jug.choose_noise(model, toas, "dm,broken,free", frequencies={"dm": 20})
    assert found.chosen == ("DM noise",)
    assert not any("taken" in note for note in found.notes)
    chosen, free = (next(row for row in found.models if row.name == name) for name in NAMES)
    assert free.log_likelihood > chosen.log_likelihood  # 20 amplitudes fit at least as well as 2 parameters
    assert free.n_parameters == chosen.n_parameters + 18
    assert free.bic > chosen.bic
    assert free.log_evidence is None


NAMES = ("chosen terms", "DM noise with 20 free amplitudes")


def test_a_spectrum_that_is_no_power_law_is_told() -> None:
    """A strong line at 3/T: free amplitudes are better, and a note says that no line of a par file has them."""
    line = ("WXEPOCH 55000", "WXFREQ_0001 0.000548", "WXFREQ_0002 0.0015", "WXSIN_0002 6e-5", "WXCOS_0002 3e-5")
    model, toas = simulated("TNREDAMP -13.5", "TNREDGAM 3", "TNREDC 6", *line)
    found = jug.choose_noise(model, toas, "red,free", frequencies={"red": 6})
    said = "red noise with 6 free amplitudes: better by the criterion, but no lines"
    assert any(note.startswith(said) for note in found.notes)
    assert "TNREDAMP" in found.model.entries


def made(m: np.ndarray, d: np.ndarray) -> ConditionalNoise:
    found: Any = object.__new__(ConditionalNoise)
    found.m, found.d, found._eigen, found.columns = m, d, None, Made()
    return found


def test_slopes_of_variances_are_those_of_the_value() -> None:
    rng = np.random.default_rng(3)
    root = rng.normal(size=(6, 6)) * 1e6
    conditional, phi = made(root @ root.T, 3e6 * rng.normal(size=6)), 10.0 ** rng.uniform(-13.0, -11.0, 6)
    slope = slope_by_variance(conditional, phi)
    for j in range(6):
        step = 1e-4 * phi[j] * np.eye(6)[j]
        change = conditional.of_variance(phi + step) - conditional.of_variance(phi - step)
        assert slope[j] == pytest.approx(change / (2.0 * step[j]), rel=1e-5)


def test_slopes_of_amplitudes_are_those_of_the_value() -> None:
    """By log10 rho, of which a sine and a cosine share one; differences over 1e-4 are good to 1e-7."""
    rng = np.random.default_rng(4)
    root = rng.normal(size=(6, 6)) * 1e6
    conditional, at = made(root @ root.T, 3e6 * rng.normal(size=6)), rng.uniform(-6.5, -5.5, 3)
    slope = _downhill(conditional, at)[1]
    for j, step in enumerate(1e-4 * np.eye(3)):
        change = _downhill(conditional, at + step)[0] - _downhill(conditional, at - step)[0]
        assert slope[j] == pytest.approx(change / 2e-4, rel=1e-5)


def test_amplitudes_of_independent_frequencies() -> None:
    """With M = I / s^2 the best rho^2 is the mean of the two (s^2 d)^2 less s^2; the bound where that is negative."""
    s2, power = 1e-14, np.array([9.0, 2.5, 0.3])
    d = np.sqrt(np.concatenate([power, power]) / s2)
    gain, log10_rho = best_amplitudes(made(np.eye(6) / s2, d), np.full(3, -7.0))
    assert log10_rho[:2] == pytest.approx(0.5 * np.log10(s2 * (power[:2] - 1.0)), abs=1e-3)
    assert log10_rho[2] < -8.5  # below a tenth of s it has no effect
    assert log10_rho[2] >= LOG10_RHO_RANGE[0]
    expected = np.sum(power[:2] - 1.0 - np.log(power[:2]))
    assert gain == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(
    ("heights", "tried", "best"),
    [({1.0: 9.0, 4.0: 8.0, 0.0: 9.5}, [1.0, 4.0, 0.0], 9.5), ({1.0: 9.0, 4.0: 11.0, 0.0: 12.0}, [1.0, 4.0], 11.0)],
)
def test_no_corner_is_tried_where_the_others_are_lower_than_the_power_law(
    heights: dict[float, float], tried: list[float], best: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power law has a log L of 10; a spectrum with a corner of 0 is that power law."""
    term = NoiseTerm("red noise", "red", ("TNREDAMP {TNREDAMP}",), {"TNREDAMP": -13.0})
    corners: list[float] = []

    def maximum(terms: tuple[NoiseTerm, ...], values: dict[tuple[str, str], float], scales: object) -> Any:
        assert terms[0].lines[-1] == "TNREDCORNER {TNREDCORNER}"
        corners.append(values["red noise", "TNREDCORNER"])
        return Made(log_likelihood=heights[corners[-1]])

    trial = Made(terms=(term,), values={}, scales=None, log_likelihood=10.0)
    chosen: Any = Made(trial=trial, models=Made(maximum=maximum))
    monkeypatch.setattr(variants, "form_of", lambda chosen, name, found, scores, rule: (name, found.log_likelihood))
    made = list(variants._forms_with_corner(chosen, term, Made(), Made()))  # type: ignore[arg-type]
    assert (made, corners) == ([("red noise with a corner", best)], tried)


@pytest.mark.parametrize(("counted", "more"), [(4, {"chromatic noise": 0, "red noise": 0}),
                                               (5, {"chromatic noise": -1, "red noise": 0})])  # fmt: skip
def test_a_free_index_goes_with_its_noise(counted: int, more: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a parameter that the score counts and the trial of its terms does not."""
    terms = tuple(NoiseTerm(f"{word} noise", word[:5], (), {}) for word in ("chromatic", "red"))
    terms = (terms[0]._replace(word="chrom"), terms[1])
    asked: dict[str, int] = {}

    def form_of(chosen: object, name: str, found: object, scores: object, rule: object, more: int = 0) -> Any:
        asked[name.removeprefix("then without ")] = more
        return Made(worth=-100.0)

    monkeypatch.setattr(variants, "form_of", form_of)
    trial = Made(terms=terms, values={}, scales=None, n_parameters=4)
    chosen: Any = Made(trial=trial, models=Made(maximum=lambda *of: None), score=Made(n_parameters=counted))
    assert variants._drop_unworthy_terms(chosen, Made(threshold=6.0), Made()) is chosen  # type: ignore[arg-type]
    assert asked == more
