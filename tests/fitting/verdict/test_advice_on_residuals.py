"""Findings from residuals in words: outliers, uncertainties too small or too large, signals, and the advice."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2 as chi2_distribution
from scipy.stats import f as f_distribution

from jug.fitting.findings.fit_verdict import LeftSignal
from jug.fitting.verdict import about_residuals as module
from jug.fitting.verdict.about_residuals import ResidualTests
from jug.fitting.verdict.left_signals import FoundSignal, _choose_first, chance
from jug.fitting.verdict.signals import TriedSignal

GOOD = ResidualTests(0.5, 0.5)


def fit_end(chi2: float = 100.0, dof: int = 100, **more: Any) -> Any:
    residuals = Made(dof=dof, dm=None, less=lambda: Made(time_s=np.zeros(5), error_s=np.ones(5)))
    model = Made(free=("F0",), values={})
    own = {"residuals": residuals, "chi2": chi2, "noise_scale": chi2 / max(dof, 1), "robust": None, "model": model,
           "toas": Made(mjd=np.array([55000.0, 56000.0])), "outcome": Made(stop=Made(converged=True))}  # fmt: skip
    return Made(**{**own, **more})


def signal(kind: str = "yearly", chi2: float = 50.0, parameter: str = "", line: str = "") -> LeftSignal:
    return LeftSignal(kind, "a form", 1e-6, chi2, 1e-9, parameter, line)


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((0, 0), ""), ((1, 0), "1 TOA stands out"), ((2, 0), "2 TOAs stand out"), ((0, 1), "1 measured DM stands out"),
        ((1, 2), "1 TOA and 2 measured DMs stand out"),
    ],
)  # fmt: skip
def test_outliers_are_counted(counts: tuple[int, int], text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "count_outliers", lambda end: counts)
    assert module._outliers(fit_end()) == (f"{text}, more than 5 sigma off by the scale of the others" if text else "")


def test_uncertainties_that_are_too_large() -> None:
    """Where so low a chi2 is less likely than 1e-6: by the root of the degrees of freedom over chi2."""
    low = ResidualTests(1.0 - 0.9e-6, 0.5)
    assert module._factor_too_large(fit_end(25.0), low) == 2.0
    assert module._factor_too_large(fit_end(25.0), ResidualTests(1.0 - 1.1e-6, 0.5)) == 1.0
    assert module._factor_too_large(fit_end(25.0, 0), low) == 1.0
    assert module._factor_too_large(fit_end(0.0), low) == float("inf")
    for chi2, told in ((100.0 / 1.1**2 * 0.99, True), (100.0 / 1.1**2 * 1.01, False)):
        found = module.reasons_from_residuals(fit_end(chi2), (), low, False, False)
        assert [one.kind.value for one in found] == (["errors_too_large"] if told else [])
    assert "look too large by 2; they may hide signals" in module._errors_too_large(fit_end(25.0), low).sentence


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "count_outliers", lambda end: (0, 0))
    monkeypatch.setattr(module, "is_gaussian", lambda end: True)


@pytest.mark.usefixtures("quiet")
def test_a_large_chi2_alone_is_of_uncertainties_that_are_too_small() -> None:
    """Beside another finding that comes first; with scaled uncertainties it is none."""
    bad = ResidualTests(1e-9, 0.5)

    def kinds(end: Any, *given: Any) -> list[str]:
        return [one.kind.value for one in module.reasons_from_residuals(end, *given)]

    (alone,) = module.reasons_from_residuals(fit_end(400.0), (), bad, False, False)
    assert alone.kind.value == "errors_too_small"
    assert alone.sentence.endswith("so that the uncertainties of the TOAs look too small by 2")
    assert "PB may be" not in alone.next
    orbit = fit_end(400.0, model=Made(free=("PB",), values={}))
    assert (
        "PB may be an alias by a day or a year" in module.reasons_from_residuals(orbit, (), bad, False, False)[0].next
    )
    assert kinds(fit_end(400.0), (), bad, True, False) == ["model_rejected"]
    assert kinds(fit_end(400.0), (signal(),), bad, False, False) == ["signal_left", "model_rejected"]
    assert kinds(fit_end(400.0, outcome=Made(stop=Made(converged=False))), (), bad, False, False) == ["model_rejected"]
    assert kinds(fit_end(400.0), (), ResidualTests(1e-9, 1e-9), False, False) == ["model_rejected"] * 2
    assert kinds(fit_end(400.0), (), bad, False, True) == []
    assert kinds(fit_end(400.0, robust=1), (), bad, False, False) == []
    assert kinds(fit_end(), (), GOOD, False, False) == []


def test_residuals_that_scaled_uncertainties_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gaussian ones; outliers come before all others."""
    monkeypatch.setattr(module, "is_gaussian", lambda end: False)
    monkeypatch.setattr(module, "count_outliers", lambda end: (1, 0))
    (scaled,) = module.reasons_from_residuals(fit_end(), (), GOOD, False, True)
    assert scaled.sentence.startswith("no Gaussian describes the residuals")
    assert module.reasons_from_residuals(fit_end(), (), GOOD, False, False) == []
    (far,) = module.reasons_from_residuals(fit_end(400.0), (), ResidualTests(1e-9, 0.5), False, False)
    assert far.next == "look at them: `jug outliers` lists them"
    assert "1 TOA stands out" in far.sentence


@pytest.mark.parametrize(("taken", "noise"), [(74.9, True), (75.1, False)])
def test_signals_that_take_little_are_not_the_first_advice(taken: float, noise: bool) -> None:
    """A quarter of the excess of 300 over the degrees of freedom."""
    text = module._advice_on_noise(fit_end(400.0), (signal(chi2=taken),))
    assert bool(text) == noise
    if noise:
        assert "this signal takes 75 of the 300 by which chi2 exceeds" in text
        two = module._advice_on_noise(fit_end(400.0), (signal(chi2=30.0), signal(chi2=30.0)))
        assert "these signals take 60 of the 300" in two


def test_outliers_are_no_part_of_the_excess() -> None:
    """One of 16 sigma takes 255 of it."""
    end = fit_end(400.0)
    pull = np.where(np.arange(200) == 3, 16.0, np.tile([-0.5, 0.5], 100))
    end.residuals.less = lambda: Made(time_s=pull, error_s=np.ones(200))
    assert module._advice_on_noise(end, (signal(chi2=20.0),)) == ""
    assert module._advice_on_noise(end, (signal(chi2=11.0),))


@pytest.mark.parametrize(
    ("signals", "advice"),
    [
        ((signal("periodic", line="PB 1"),),
         "an orbit may be missing: add the lines PB 1 to the par file, and fit again"),
        ((signal("glitch", line="GLEP_1 5"),),
         "a glitch may be missing: add the lines GLEP_1 5 to the par file, and fit again"),
        ((signal(line="JUMP -fe L"),), "add the line `JUMP -fe L` to the par file"),
        ((signal(line="JUMP -fe L"), signal(line="JUMP -fe S"), signal(line="JUMP -fe L")),
         "add the lines `JUMP -fe L` and `JUMP -fe S` to the par file"),
        ((signal(parameter="PX"), signal(parameter="F2"), signal(parameter="PX")), "fit PX and F2 too"),
        ((signal(line="JUMP -fe L", parameter="X"), signal(parameter="PX")),
         "add the line `JUMP -fe L` to the par file; fit PX too"),
        ((signal(),), "look for what the model lacks: `jug ftest` tests terms"),
    ],
)  # fmt: skip
def test_the_advice_on_terms(signals: tuple[LeftSignal, ...], advice: str) -> None:
    assert module._advice_on_terms(fit_end(), signals) == advice


@pytest.mark.parametrize(("mjd", "near"), [(55500.0, True), (55599.0, True), (55600.0, False), (55401.0, True)])
def test_a_step_beside_a_glitch(mjd: float, near: bool) -> None:
    """Within a tenth of the span of 1000 d, where the jump of its phase is fitted."""
    end = fit_end(model=Made(values={"GLEP_2": mjd, "GLF0_2": 1.0}, free=("GLPH_2",)))
    step = signal("step", line="JUMP MJD 55500 60000 0 1")
    assert module._glitch_beside(end, step) == ("2" if near else "")
    assert module._glitch_beside(end, signal("offset", line=step.line)) == ""
    end.model.free = ()
    assert module._glitch_beside(end, step) == ""
    end.model.free = ("GLPH_2",)
    said = module._advice_on_terms(end, (step,))
    first = "GLEP_2 may be wrong: fit it with GLPH_2 fixed at 0; or add the line"
    assert said.startswith(first) == near


def found(kind: str, gain: float, line: str = "") -> FoundSignal:
    return FoundSignal(TriedSignal(kind, "form", 0, 1), gain, 1e-9, 1e-6, (line,) if line else ())


def test_an_offset_comes_first_where_it_is_clearly_better() -> None:
    """By CLEARLY_MORE times the reduced chi2 without it, at least 1; nearly as good, it lends its line."""
    from jug.fitting.verdict.left_signals import CLEARLY_MORE

    smooth = found("yearly", 50.0)
    before = (100.0, 101)
    assert _choose_first(smooth, [], 50.0, before) is smooth
    assert _choose_first(None, [found("offset", 1.0, "a"), found("offset", 2.0, "b")], 50.0, before).lines == ("b",)  # type: ignore
    more = found("offset", 50.0 + CLEARLY_MORE + 0.1, "a")
    assert _choose_first(smooth, [more], 50.0, before) is more
    near = _choose_first(smooth, [found("offset", 50.0 + CLEARLY_MORE - 0.1, "a")], 50.0, before)
    assert (near.signal, near.lines) == (smooth.signal, ("a",))  # type: ignore[union-attr]
    far = _choose_first(smooth, [found("offset", 50.0 - CLEARLY_MORE - 0.1, "a")], 50.0, before)
    assert far is smooth
    assert _choose_first(smooth, [found("step", 50.0, "a")], 50.0, before) is smooth
    scaled = (4.0 * 100 + 50.0 + CLEARLY_MORE + 0.1, 101)
    assert _choose_first(smooth, [more], 50.0, scaled) is not more


@pytest.mark.parametrize(
    ("gain", "q", "chi2", "dof"), [(20.0, 2, 100.0, 90), (20.0, 2, 400.0, 90), (99.0, 1, 100.0, 5)]
)
def test_the_chance_of_a_gain_is_the_larger_of_two(gain: float, q: int, chi2: float, dof: int) -> None:
    """From chi2, and from F with the rest of chi2 and of the degrees of freedom."""
    f = gain / q / ((chi2 - gain) / (dof - q))
    wanted = max(chi2_distribution.sf(gain, q), f_distribution.sf(f, q, dof - q))
    assert chance(gain, q, chi2, dof) == pytest.approx(wanted, rel=1e-8)
    assert chance(100.0, q, 100.0, dof) == pytest.approx(chi2_distribution.sf(100.0, q), rel=1e-8)
