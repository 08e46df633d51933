"""The table of the models that a choice of noise compared, and what its log B is made of."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.errors import FitError
from jug.fitting.noise_choice import adding, savage_dickey
from jug.fitting.noise_choice.model_rows import ModelRow
from jug.fitting.noise_choice.result import NAME_WIDTH, _models
from jug.fitting.noise_choice.savage_dickey import TABLE_INDICES, _gains_over_prior
from jug.fitting.noise_choice.terms import WantedTerms, _bands, _own_terms
from jug.io.par import parse_lines
from jug.loading import load_model


def row(name: str, kind: str = "form", evidence: float | None = None, **more: str) -> ModelRow:
    return ModelRow(name, kind, -1234.567, 3, 10.0, 20.0, evidence, **more)


@pytest.mark.parametrize(("length", "shown"), [(35, "x" * 35), (36, "x" * 36), (37, "x" * 33 + "...")])
def test_names_of_models_are_cut_to_their_column(length: int, shown: str) -> None:
    """With the mark before them they have 38 characters at most, of which the last three of a longer one are dots."""
    head, _, first, line = _models((row("no term", "start"), row("x" * length)), ()).splitlines()
    assert line.startswith(f"  {shown}  ")
    assert first.startswith("* no term  ")
    assert head.startswith("  model  ")
    assert NAME_WIDTH == 38


def test_models_are_compared_with_the_chosen_one() -> None:
    """It has the mark *; AIC, BIC and log Z are less its own; a model that could not be made has no numbers."""
    rows = (
        row("no term", "start", -1240.0)._replace(aic=14.5, bic=21.25),
        row("chosen terms", "chosen", -1236.5),
        row("broken", "form", None)._replace(taken=True),
        row("odd", "form", None, problem="no fit"),
    )
    lines = [line.split() for line in _models(rows, ()).splitlines()[-4:]]
    assert lines == [
        ["no", "term", "3", "-1234.57", "4.5", "1.2", "-3.50"],
        ["*", "chosen", "terms", "3", "-1234.57", "0.0", "0.0", "0.00"],
        [">", "broken", "3", "-1234.57", "0.0", "0.0"],
        ["odd", "none"],
    ]


@pytest.mark.parametrize(("amplitude", "index", "rows"), [("TNREDAMP", "TNREDGAM", 14), ("ECORR", "", 1)])
def test_gains_over_the_prior_of_an_amplitude(amplitude: str, index: str, rows: int) -> None:
    """The strength is the square of the amplitude: below 1e-2 the gain is 0, above 10^6.5 there is no likelihood."""
    term: Any = SimpleNamespace(start={amplitude: 1.0, "C": 5.0}, spectral_index=index, amplitude=amplitude)
    asked: list[dict[str, float]] = []

    class By:
        def strength(self, values: dict[str, float]) -> float:
            return float(values[amplitude] ** 2 if amplitude == "ECORR" else 10.0 ** (2.0 * values[amplitude]))

        def __call__(self, values: dict[str, float]) -> float:
            asked.append(values)
            return 7.0

    prior: Any = SimpleNamespace(low=-3.0, high=8.0)
    found = _gains_over_prior(term, By(), prior)  # type: ignore[arg-type]
    assert found.shape == (rows, 110)
    middles = np.linspace(-2.95, 7.95, 110)
    expected = np.where(middles < -2.0, 0.0, np.where(middles > 6.5, -np.inf, 7.0))
    np.testing.assert_array_equal(found, np.tile(expected, (rows, 1)))
    assert [values.get(index) for values in asked[:: len(asked) // rows]] == ([*TABLE_INDICES] if index else [None])
    assert all(values["C"] == 5.0 for values in asked)


def test_below_the_peak_of_an_amplitude_the_likelihood_is_that_without_the_term(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Up to the largest gain of each index, it included; log B is the mean of exp(gain) over the table."""
    gains = np.array([[-1.0, -0.5, -3.0], [0.0, 2.0, -np.inf]])
    monkeypatch.setattr(savage_dickey, "_gains_over_prior", lambda term, by, prior: gains)
    trial = SimpleNamespace(term_values=lambda term: {"A": 1.0})
    one: Any = SimpleNamespace(term=SimpleNamespace(start={}), trial=trial, gain=5.0)
    found = savage_dickey._log_mean(one, lambda values: 5.0, None)  # type: ignore[arg-type]
    assert found == pytest.approx(np.log((2.0 + np.exp(-3.0) + 1.0 + np.exp(2.0)) / 6.0), rel=1e-12)
    one.trial = None
    plain = np.log(np.sum(np.exp(gains)) / 6.0)
    assert savage_dickey._log_mean(one, lambda values: 5.0, None) == pytest.approx(plain)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gains", "starts"),
    [
        ([5.0, 20.0, 5.0, 12.0, 5.0], [20.0]),  # 8 below the best: too low
        ([5.0, 20.0, 5.0, 12.1, 5.0], [20.0, 12.1]),
        ([13.0, 5.0, 20.0, 5.0, 14.0], [20.0, 14.0]),  # two at most
        ([1e-3, 5e-4, 1e-3], []),
        ([2e-3, 2e-3, 0.0], [2e-3, 2e-3]),
    ],
)
def test_climbs_begin_at_the_peaks_of_a_grid(
    gains: list[float], starts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each shape the best amplitude counts; a peak is not lower than its neighbours."""
    points = [[adding.GridPoint({}, gain), adding.GridPoint({}, gain - 1.0)] for gain in gains]
    monkeypatch.setattr(adding, "grid_points_of", lambda term, by: points)
    assert [one.gain for one in adding.grid_starts(None, None)] == starts  # type: ignore[arg-type]


def test_a_toa_at_the_edge_of_two_bands_is_in_neither() -> None:
    """As the noise of a band has it (TNBANDLOW, TNBANDHIGH): 1000 MHz ends the first band, and begins the second."""
    wanted, mjd = WantedTerms(("band",), True, None, {"band": 5}), np.arange(5.0)
    for mhz, named in (((999.9, 1400.0), ["0-1000", "1000-1800"]), ((1000.0, 1400.0), []), ((1400.0, 1800.0), [])):
        toas: Any = SimpleNamespace(freq_hz=1e6 * np.array(mhz), mjd=mjd)
        if named:
            assert [one.name for one in _bands(toas, wanted)[0]] == [f"band noise {band} MHz" for band in named]
        else:
            with pytest.raises(FitError, match="all TOAs are of one band"):
                _bands(toas, wanted)


@pytest.mark.parametrize(("word", "line"), [("band", "TNBANDNOISE 1000 2000"), ("group", "TNGROUPNOISE -fe L")])
def test_band_and_group_noise_that_a_model_has_are_terms(word: str, line: str) -> None:
    """With amplitude, index and number of frequencies of their lines, and what they act on in their names."""
    lines = ("PSR X", "F0 61.5 1", "PEPOCH 55000", "UNITS TDB", "EPHEM DE421", "CLK TT(BIPM2019)")
    both = ("TNBANDNOISE 1000 2000 -13.5 3.5 7", "TNGROUPNOISE -fe L -12.5 2.5 5")
    model = load_model(parse_lines([*lines, *both], "x.par"))
    [term] = _own_terms(model, word)
    assert term.word == word
    assert term.lines[0].startswith(line)
    assert ("1000-2000 MHz" in term.name) == (word == "band")
