"""Predictions, outliers, comparisons, removals, noise and periodograms at their limits."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.analysis.comparison.comparison_table import _pull, _value_text
from jug.analysis.outliers.outlier_result import OUTLIER_ROWS, Outliers
from jug.analysis.prediction import prediction
from jug.analysis.residuals import periodogram as periodograms
from jug.analysis.simulation import simulation
from jug.analysis.term_tests import term_removal
from jug.analysis.term_tests.term_candidates import Candidate
from jug.errors import InputError

PAR = jug.data.example("NGC6440E")[0]


@pytest.mark.parametrize(("mhz", "hz"), [(0.5, 0.5e6), (1.0, 1e6), (0.0, np.inf), (1400.0, 1.4e9)])
def test_only_a_frequency_of_zero_is_infinite(mhz: float, hz: float) -> None:
    assert prediction._raw(np.array([55000.5]), "gbt", mhz).freq_hz.tolist() == [hz]


@pytest.mark.parametrize("threshold", [0.0, 1.0, -0.1, float("nan")])
def test_a_threshold_of_none_and_of_certainty_is_no_probability(threshold: float) -> None:
    said = rf"^{threshold:g} is not a probability; give a threshold between 0 and 1$"
    with pytest.raises(InputError, match=said):
        jug.outliers(None, None, threshold=threshold)  # type: ignore[arg-type]


def test_a_list_of_outliers_ends_with_the_number_of_the_others() -> None:
    """The worst first, whatever their sign; 20 of them, of 200 TOAs."""
    n = 200
    bad = OUTLIER_ROWS + 2
    excess = np.where(np.arange(n) < bad, (-1.0) ** np.arange(n) * (5.0 + np.arange(n)) * 1e-6, 0.0)
    base: Any = Made(chi2=200.0, dof=190)
    found = Outliers(
        base, np.where(np.arange(n) < bad, 0.99, 0.0), excess, np.full(n, 1e-6), 0.1, 0.8, np.full(n, 55000.0),
        tuple(f"a.tim:{i}" for i in range(n)), (),
    )  # fmt: skip
    assert not found.too_many
    lines = found.summary().splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("a.tim")]
    assert listed == [f"a.tim:{i}" for i in range(bad - 1, 1, -1)]
    assert any("2 more" in line for line in lines)


@pytest.mark.parametrize(("bad", "of", "many"), [(3, 4, False), (4, 20, False), (5, 24, True), (4, 19, True)])
def test_more_than_three_and_a_fifth_are_too_many(bad: int, of: int, many: bool) -> None:
    probability = np.where(np.arange(of) < bad, 0.9, 0.1)
    found: Any = Made(bad=probability > 0.8, mjd=np.zeros(of))
    assert Outliers.too_many.fget(found) == many  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "change", "shown"),
    [
        ("1.23456789012345", 1.2e-5, "1.234568"),
        ("1.23456789012345", 9.99e-5, "1.23457"),
        ("1.5", 1.2e-5, "1.5"),
        ("17:48:52.7512345", 0.012, "17:48:52.751"),
        ("-20:21:29.012345", 0.12, "-20:21:29.01"),
        ("1.23456789012345678901234567890", 0.0, None),
    ],
)
def test_values_are_shown_to_the_second_digit_of_their_difference(text: str, change: float, shown: str | None) -> None:
    """Or as the file has them, if that is shorter; what is too long ends with a tilde."""
    found = _value_text(text, change, ":" in text)
    assert found == shown if shown else found.endswith("~") and text.startswith(found[:-1])


def test_large_pulls_have_an_exponent() -> None:
    assert [_pull(x) for x in (9.999, -12.345)] == ["10.00", "-12.35"]
    assert "e+" in _pull(1.2e9)


def test_a_removal_that_does_not_converge_begins_again_before_the_first_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """On parameters of which the linear model holds it is that of the linear model."""
    asked: list[str] = []

    def refit(inputs: Any, model: str) -> Any:
        asked.append(model)
        return Made(converged=model == "prefit without", names=("F0",), chi2=107.0, stop=Made(value="no end"))

    monkeypatch.setattr(term_removal, "removed_names", lambda base, candidate: ("PX",))
    monkeypatch.setattr(term_removal, "without_terms", lambda model, own: f"{model} without")
    monkeypatch.setattr(term_removal, "refit", refit)
    monkeypatch.setattr(term_removal, "unseen_shapes", lambda base, own: ())
    monkeypatch.setattr(term_removal, "is_curved", lambda base, candidate: curved)
    monkeypatch.setattr(term_removal, "linear_removal", lambda inputs, candidate: "linear")
    base = Made(model="model", prefit="prefit", names=("F0", "PX"), chi2=100.0, dof=50)
    base.model = "model"
    inputs: Any = Made(base=base, threshold=0.05)
    monkeypatch.setattr(term_removal, "removal", lambda inputs, c, rise, q, confirmed: term(rise, q, confirmed))

    def term(rise: float, q: int, confirmed: bool) -> Any:
        from jug.analysis.term_tests.term_test import TermTest

        return TermTest("PX", "remove", rise, q, confirmed=confirmed)

    curved = True
    found = term_removal.fitted_removal(inputs, Candidate("PX", ("PX",)))
    assert asked == ["model without", "prefit without"]
    assert (found.delta_chi2, found.n_parameters, found.confirmed, found.problem) == (7.0, 1, True, "")
    base.prefit = "elsewhere"
    assert term_removal.fitted_removal(inputs, Candidate("PX", ("PX",))).problem == (
        "the fit without it has not converged: no end"
    )
    curved = False
    assert term_removal.fitted_removal(inputs, Candidate("PX", ("PX",))) == "linear"


def test_noise_that_moves_one_toa_by_decades_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model: Any = Made(par=Made(end=None))
    for shift in ([0.0, 1e-6, 1e12], [0.0, np.nan]):
        monkeypatch.setattr(simulation, "draw_noise", lambda noise, rng, shift=shift: np.array(shift))
        with pytest.raises(
            InputError, match=r"^the model's noise moves a TOA by (1\.0e\+12|nan) s; check the values of"
        ):
            simulation._draw_realisation(model, None, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(("processes", "whiten"), [((), True), (("RED",), False), (("RED",), True)])
def test_what_a_periodogram_is_of(processes: tuple[str, ...], whiten: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The residuals less the fit; whitened N P r, of N^-1 less the fit and less the noise; without measured DMs."""
    n, sigma = 5, np.array([1.0, 2.0, 3.0, 4.0, 5.0, 9.0, 9.0, 9.0, 9.0, 9.0])
    r, asked = np.arange(10.0), list[Any]()
    rows = Made(r=r, project=lambda r: (0.25 * r, 0.5 * r))
    monkeypatch.setattr(
        periodograms, "fitted_rows", lambda what, toas: (None, rows, Made(sigma=sigma, processes=processes))
    )
    monkeypatch.setattr(periodograms, "expect", lambda **given: None)

    def power(mjd: Any, sigma: Any, left: Any, frequency: Any) -> Any:
        asked.append((sigma, left))
        return frequency

    monkeypatch.setattr(periodograms, "_power", power)

    class Toas(Made):
        def __len__(self) -> int:
            return n

    found = periodograms.periodogram(None, Toas(mjd=55000.0 + 10.0 * np.arange(n)), whiten=whiten, draws=0)  # type: ignore
    ((errors, left),) = asked
    assert errors.tolist() == sigma[:n].tolist()
    whitened = bool(processes) and whiten
    np.testing.assert_allclose(left, sigma[:n] ** 2 * 0.25 * r[:n] if whitened else 0.5 * r[:n], rtol=1e-15)
    assert found.whitened == whitened
    assert found.frequency[0] == pytest.approx(1.0 / 40.0)


def test_a_periodogram_of_too_few_days() -> None:
    model = jug.load_model(PAR)
    toas = jug.simulate(model, np.array([53500.1, 53500.9, 53501.2, 53502.5]), error_us=1.0)
    with pytest.raises(InputError, match=r"^a periodogram takes TOAs of 4 days or more; there are 3$"):
        periodograms.periodogram(model, toas)


def test_times_that_are_no_mjds_are_refused() -> None:
    """A Julian date: beyond +-1e6 d."""
    model = jug.load_model(PAR)
    with pytest.raises(InputError, match=r"^the time 2460000 is not an MJD; times are MJDs within \+-1000000$"):
        jug.predict(model, mjd=[60000.0, 2.46e6])
