"""The verdict on chains, and the options of samplers, at their limits."""

from typing import Any

import pytest

from jug.chains.diagnostics import Convergence
from jug.chains.enterprise_prior import _range
from jug.chains.options import chosen_options
from jug.chains.verdict import ChainVerdictKind, chain_verdict, nested_verdict
from jug.errors import InputError


def said(r_hat: float = 1.0, number: float = 500.0, bad: tuple[int, int] = (0, 0), **more: Any) -> Any:
    found = {"A": Convergence(r_hat, number, number + 1.0), "B": Convergence(1.0, 900.0, 900.0)}
    return chain_verdict(found, (4, 1000), bad, more.pop("unfinished", 0), 400.0, **more)


@pytest.mark.parametrize(
    ("verdict", "kind", "words"),
    [
        (said(), ChainVerdictKind.GOOD, "R-hat is at most 1.0000, at least 500 independent draws of each, no diverg"),
        (said(bad=(4, 0)), ChainVerdictKind.GOOD, "4 divergences."),
        (said(bad=(5, 0)), ChainVerdictKind.DIVERGENT, "5 of 4000 draws diverged"),
        (said(r_hat=1.0099), ChainVerdictKind.GOOD, "at most 1.0099"),
        (said(r_hat=1.01), ChainVerdictKind.NOT_MIXED, "R-hat is 1.010 for A (1.01 is the limit)"),
        (said(r_hat=float("nan")), ChainVerdictKind.NOT_MIXED, "R-hat is nan for A"),
        (said(number=400.0), ChainVerdictKind.GOOD, "at least 400"),
        (said(number=399.4), ChainVerdictKind.TOO_FEW, "The draws of A are worth 399 independent ones; 400 are want"),
        (said(number=float("nan")), ChainVerdictKind.TOO_FEW, "The draws of A are worth 0 independent"),
        (said(bad=(0, 40)), ChainVerdictKind.GOOD, "no divergences"),
        (said(bad=(0, 41)), ChainVerdictKind.LONG_TRAJECTORIES, "41 of 4000 trajectories ended at the limit"),
        (said(unfinished=3), ChainVerdictKind.UNFINISHED, "stopped with 3 draws to come"),
        (nested_verdict(400, (1.0, 0.125)), ChainVerdictKind.GOOD, "worth 400 draws, and ln Z is known to 0.12"),
        (nested_verdict(399, (1.0, 0.125)), ChainVerdictKind.TOO_FEW, "worth 399 draws; 400 are wanted"),
    ],
)
def test_the_verdict_on_chains(verdict: Any, kind: ChainVerdictKind, words: str) -> None:
    assert (verdict.kind, words in verdict.sentence) == (kind, True)
    assert verdict.good == (kind in (ChainVerdictKind.GOOD, ChainVerdictKind.LONG_TRAJECTORIES))


def test_a_single_draw_that_diverged() -> None:
    found = chain_verdict({"A": Convergence(1.0, 500.0, 500.0)}, (1, 1), (1, 0), 0, 100.0)
    assert found.sentence.startswith("1 of 1 draws diverged")


def test_more_draws_come_by_continuing_where_that_is_possible() -> None:
    assert said(number=10.0).next == "more draws (--draws with --resume; draws=, resume=True)"
    assert said(number=10.0, continues=False).next == "more draws (--draws; draws=)"


@pytest.mark.parametrize(
    ("options", "good"),
    [
        ({"chains": 1, "draws": 1, "warmup": 20}, True), ({"chains": 0}, False), ({"draws": 0}, False),
        ({"warmup": 19}, False), ({"accept": 0.4}, True), ({"accept": 0.999}, True), ({"accept": 0.39}, False),
        ({"accept": 0.9991}, False), ({"sampler": "gibbs"}, False), ({"walkers": 3}, False),
    ],
)  # fmt: skip
def test_options_of_samplers(options: Any, good: bool) -> None:
    assert chosen_options({}) == ("nuts", 4, 1000, 500, 0, 0.8, True, None, "auto")
    if good:
        assert chosen_options(options)._asdict().items() >= options.items()
        return
    with pytest.raises(InputError):
        chosen_options(options)


def test_ranges_of_enterprise_have_twelve_decimals() -> None:
    """What float64 leaves of a sum is no digit of a prior: -18, not -17.9999999999996."""
    assert _range("Uniform", -11.0, -17.9999999999996) == "Uniform(pmin=-18.0, pmax=-11.0)"
    assert _range("Uniform", -17.999999999996, 1e-12) == "Uniform(pmin=-17.999999999996, pmax=1e-12)"
