"""How often the truth lies in the intervals of `jug.noise` and `jug.sample`, on simulated pulsars of known noise.

Large pulsars show whether intervals are what they say, small ones how far they are where the noise is known by few
numbers, weak ones whether upper limits hold. Each part takes 20 pulsars, that of NUTS 2; more of them, from where the
last run with this seed and folder ended (`studies`):

    JUG_PULSARS=200 JUG_CHAINS=40 JUG_SEED=23 JUG_STUDY=/data/study python -m pytest -m study tests/fitting/noise

`docs/make_coverage.py` runs this, and makes docs/coverage.md of it.
"""

import json
import os
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from known_noise import LARGE, SMALL, WEAK, Known, Shape, known
from pulls import LEVEL, NORMAL, PRINTED, SHARES, Told, normal_probability, off, rows_of
from studies import SEED, carry_out

import jug
from jug.sampling.priors import uniform

PULSARS, CHAINS = int(os.environ.get("JUG_PULSARS", "20")), int(os.environ.get("JUG_CHAINS", "2"))

FEW_COEFFICIENTS = {"TNREDAMP": 0.3}
"""Shift of the pull of an amplitude that 20 coefficients determine; `test_few_coefficients` has it without a pulsar."""

LIMITED = NORMAL.inv_cdf(0.95)
"""An upper limit of 95% lies where the signed root is this."""


class Part(NamedTuple):
    """A part of the study: how it is called, its pulsars, what is done with one, and how it is judged."""

    way: str
    shape: Shape
    one: Callable[[Known, int], Told]
    pulsars: int
    shift: dict[str, float]
    normal: bool


def pull_of(found: jug.NoiseFit, made: Known, name: str) -> float:
    """The signed root of twice the fall of log L from its maximum to that at the truth of one parameter, the others at
    their best there. Unlike (value - truth) / error it is normal also where log L is no parabola."""
    at = found.model.with_values({name: made.truth[name]})
    rest = jug.noise(at, made.toas, free=[n for n in made.truth if n != name], starts=2, profiles=False)
    fall = max(0.0, 2.0 * (found.log_likelihood - rest.log_likelihood))
    return float(np.copysign(np.sqrt(fall), found.values[name] - made.truth[name]))


def maximum_of(made: Known, number: int) -> jug.NoiseFit:
    """The maximum of the likelihood with intervals of the profiles."""
    found = jug.noise(made.model, made.toas, profiles=True, starts=3, seed=number)
    assert found.converged
    return found


def by_likelihood(made: Known, number: int) -> Told:
    """The pulls; whether the truth is in the 68% interval that jug gives, within 1.96 by the signed root, and within
    the printed error, and 1.96 of it, of the value."""
    found = maximum_of(made, number)
    told: Told = {}
    for name, value in made.truth.items():
        pull, one = pull_of(found, made, name), found.intervals[name]
        low, high = -np.inf if one.low is None else one.low, np.inf if one.high is None else one.high
        away = abs(one.value - value) / (one.error or np.inf)
        told[name] = {"pull": pull, "68": bool(low <= value <= high), "95": abs(pull) < NORMAL.inv_cdf(0.975)}
        told[name] |= {"error": away < 1.0, "errors": away < NORMAL.inv_cdf(0.975)}
    return told


def by_nuts(made: Known, number: int) -> Told:
    """The normal deviate of the share of draws below the truth; whether it is in the central intervals. The priors are
    what the truth was drawn from."""
    priors = {name: uniform(*ends) for name, ends in SMALL.ranges.items()}
    found = jug.sample(made.model, made.toas, priors=priors, draws=500, warmup=300, seed=number, starts=1)
    told: Told = {}
    for name, value in made.truth.items():
        draws = found.flat[name]
        below = (float(np.sum(draws < value)) + 0.5) / (len(draws) + 1.0)
        inside = {key: abs(below - 0.5) < 0.5 * share for key, share in SHARES.items()}
        told[name] = {"pull": -NORMAL.inv_cdf(below), **inside}
    return told


def by_limits(made: Known, number: int) -> Told:
    """Of what is 0 or weak: whether it is 0, its estimate is 0, it has an upper limit, and the truth is not above the
    limit; without a limit, not above where that would be."""
    found = maximum_of(made, number)
    told: Told = {}
    for name in WEAK.absent:
        value, one = made.truth[name], found.intervals[name]
        limit = one.upper_limit
        under = pull_of(found, made, name) > -LIMITED if limit is None else value <= limit
        told[name] = {"absent": value == 0.0, "at 0": one.value == 0.0, "limited": limit is not None, "under": under}
    return told


PARTS = {
    "likelihood": Part("maximum likelihood, 1,200 TOAs", LARGE, by_likelihood, PULSARS, {}, True),
    "small": Part("maximum likelihood, 300 TOAs", SMALL, by_likelihood, PULSARS, FEW_COEFFICIENTS, False),
    "NUTS": Part("NUTS, 300 TOAs", SMALL, by_nuts, CHAINS, {}, True),
    "limits": Part("upper limits, 300 TOAs", WEAK, by_limits, PULSARS, {}, False),
}


def line_of(part: Part, number: int, folder: Path) -> str:
    """What one pulsar told, as JSON; else the error."""
    folder.mkdir(exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        try:
            return json.dumps(part.one(known(number, SEED, folder, part.shape), number))
        except (jug.JugError, AssertionError) as reason:
            return f"{type(reason).__name__}: {reason}"


def told_shape(shape: Shape) -> dict[str, object]:
    """What the page says of the pulsars."""
    own = {"name": shape.name, "toas": shape.n_toas, "days": shape.days, "frequencies": shape.n_freq}
    return {**own, "ranges": shape.ranges}


def limits_of(every: Sequence[Told]) -> list[dict[str, float | str | None]]:
    """Of each parameter that is 0 or weak: pulsars, shares with an estimate of 0, with a limit, and not above it; the
    last also of those with a limit alone, None without one."""
    rows: list[dict[str, float | str | None]] = []
    for name in every[0]:
        for absent in (True, False):
            own = [told[name] for told in every if told[name]["absent"] == absent]
            shares = {key: float(np.mean([one[key] for one in own])) for key in ("at 0", "limited", "under")}
            limited = [one["under"] for one in own if one["limited"]]
            held = float(np.mean(limited)) if limited else None
            truth = "0" if absent else "{:g} to {:g} us".format(*WEAK.ranges[name])
            rows.append({"what": name, "truth": truth, "count": len(own), **shares, "held": held})
    return rows


def limits_off(rows: Sequence[dict[str, float | str | None]]) -> list[str]:
    """The limits that hold less often than they say, by more than chance."""
    found = []
    for row in rows:
        under, count = float(str(row["under"])), float(str(row["count"]))
        if under < 0.95 - 4.0 * (0.95 * 0.05 / count) ** 0.5:
            found.append(f"{row['what']}: {under}")
    return found


@pytest.mark.study
@pytest.mark.parametrize("part", PARTS)
def test_intervals_hold_the_truth_as_often_as_they_say(
    part: str, tmp_path: Path, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    own = PARTS[part]
    record_property("shape", json.dumps(told_shape(own.shape)))
    record_property("level", json.dumps(LEVEL))
    study = carry_out(
        f"coverage of {own.way}",
        own.pulsars,
        tmp_path,
        lambda number: line_of(own, number, tmp_path / "made"),
        lambda line: line.startswith("{"),
    )
    assert [line for line in study.lines if not line.startswith("{")] == []
    every: list[Told] = [json.loads(line) for line in study.lines]
    writer = request.config.get_terminal_writer()
    if own.one is by_limits:
        rows = limits_of(every)
        record_property("limits", json.dumps(rows))
        writer.line(f"\n{study.told}: {rows}")
        assert limits_off(rows) == []
        return
    for simulated, some in (("jug", every[::2]), ("PINT", every[1::2]), ("both", every)):
        for row in rows_of(some):
            record_property("coverage", json.dumps({"way": own.way, "simulated": simulated, **row}))
            if row["what"] == "all":
                writer.line(f"\n{study.told}, simulated by {simulated}: {row}")
    assert off(every, own.shift, own.normal) == []


def told_of(factor: float, shift: float, skewed: float = 0.0) -> list[Told]:
    """200 pulsars with pulls of another width, mean or skewness, and intervals that go by them."""
    z = np.random.default_rng(3).normal(size=(200, len(SMALL.ranges)))
    pulls = factor * (z + skewed * (z * z - 1.0)) / (1.0 + 2.0 * skewed**2) ** 0.5 + shift
    inside = {key: NORMAL.inv_cdf(0.5 + 0.5 * share) for key, share in {**SHARES, **PRINTED}.items()}
    return [
        {
            n: {"pull": x, **{k: abs(x) < far for k, far in inside.items()}}
            for n, x in zip(SMALL.ranges, row, strict=True)
        }
        for row in pulls.tolist()
    ]


def test_figures_that_are_off_are_seen() -> None:
    """Pulls of the normal distribution are within, those that are half as wide again, moved, or skewed, are not."""
    assert off(told_of(1.0, 0.0), {}, True) == []
    assert len(off(told_of(1.5, 0.0), {}, False)) > len(SMALL.ranges)
    assert len(off(told_of(1.0, 0.5), {}, False)) >= len(SMALL.ranges)
    skewed = [one for one in off(told_of(1.0, 0.0, 0.6), {}, True) if "not normal" in one]
    assert len(skewed) == len(SMALL.ranges)
    assert rows_of(told_of(1.0, 0.0))[-1]["68"] == pytest.approx(0.683, abs=0.04)


def test_the_probability_of_a_distance_is_even() -> None:
    """Of normal numbers a tenth have a probability below 0.1; A^2 of many has the mean 1."""
    from pulls import distance

    sets = np.random.default_rng(5).normal(size=(400, 50))
    probabilities = np.array([normal_probability(row.tolist()) for row in sets])
    assert np.mean(probabilities < 0.1) == pytest.approx(0.1, abs=4.0 * 0.3 / 20.0)
    assert np.mean(distance(sets)) == pytest.approx(1.0, abs=4.0 * 0.76 / 20.0)


def test_limits_that_are_too_low_are_seen() -> None:
    def rows(under: float) -> list[dict[str, float | str | None]]:
        return [{"what": "ECORR1", "truth": "0", "count": 200, "under": under}]

    assert limits_off(rows(0.92)) == []
    assert limits_off(rows(0.85)) == ["ECORR1: 0.85"]
