"""How often the truth lies in the intervals of `jug.noise` and `jug.sample`, on simulated pulsars of known noise.

The study takes 20 pulsars for the maximum likelihood, and 2 for NUTS; more of them, from where the last run with this
seed and folder ended (`studies`):

    JUG_PULSARS=200 JUG_CHAINS=40 JUG_SEED=19 JUG_STUDY=/data/study python -m pytest -m study tests/fitting/noise

`docs/make_coverage.py` runs this, and makes docs/coverage.md of it.
"""

import json
import os
import statistics
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from known_noise import RANGES, known
from studies import SEED, carry_out

import jug
from jug.sampling.priors import uniform

PULSARS, CHAINS = int(os.environ.get("JUG_PULSARS", "20")), int(os.environ.get("JUG_CHAINS", "2"))
NORMAL = statistics.NormalDist()
SHARES = {"68": 0.682689, "95": 0.95}
SIGMAS = 4.0
"""How many standard errors of itself a share or a mean may be off: 1 in 16,000 is, of a seed that moves."""

Told = dict[str, dict[str, float | bool]]
"""By parameter: the pull, which is standard normal where all is right, and whether the truth is in each interval."""


def by_likelihood(number: int, folder: Path) -> Told:
    """The signed root of twice the fall of log L from its maximum to that at the truth of one parameter, the others at
    their best there; whether the truth is in the 68% interval that jug gives, and within 1.96 by the root."""
    truth, model, toas = known(number, SEED, folder)
    found = jug.noise(model, toas, profiles=True, starts=3, seed=number)
    assert found.converged
    told: Told = {}
    for name, value in truth.items():
        at = found.model.with_values({name: value})
        rest = jug.noise(at, toas, free=[n for n in truth if n != name], starts=2, profiles=False)
        fall = max(0.0, 2.0 * (found.log_likelihood - rest.log_likelihood))
        pull = float(np.copysign(np.sqrt(fall), found.values[name] - value))
        one = found.intervals[name]
        low, high = -np.inf if one.low is None else one.low, np.inf if one.high is None else one.high
        told[name] = {"pull": pull, "68": bool(low <= value <= high), "95": abs(pull) < NORMAL.inv_cdf(0.975)}
    return told


def by_nuts(number: int, folder: Path) -> Told:
    """The normal deviate of the share of draws below the truth; whether it is in the central intervals. The priors are
    what the truth was drawn from."""
    truth, model, toas = known(number, SEED, folder)
    priors = {name: uniform(*ends) for name, ends in RANGES.items()}
    found = jug.sample(model, toas, priors=priors, draws=500, warmup=300, seed=number, starts=1)
    told: Told = {}
    for name, value in truth.items():
        draws = found.flat[name]
        below = (float(np.sum(draws < value)) + 0.5) / (len(draws) + 1.0)
        inside = {key: abs(below - 0.5) < 0.5 * share for key, share in SHARES.items()}
        told[name] = {"pull": -NORMAL.inv_cdf(below), **inside}
    return told


def line_of(one: Callable[[int, Path], Told], number: int, folder: Path) -> str:
    """What one pulsar told, as JSON; else the error."""
    folder.mkdir(exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        try:
            return json.dumps(one(number, folder))
        except (jug.JugError, AssertionError) as reason:
            return f"{type(reason).__name__}: {reason}"


def rows_of(every: Sequence[Told]) -> list[dict[str, float | str]]:
    """The figures of each parameter, and of all: pulsars, mean and width of the pulls, share in each interval."""
    rows: list[dict[str, float | str]] = []
    for what, names in (*((name, [name]) for name in RANGES), ("all", list(RANGES))):
        pulls = [told[name]["pull"] for told in every for name in names]
        shares = {key: float(np.mean([told[name][key] for told in every for name in names])) for key in SHARES}
        rows.append({"what": what, "count": len(every), "mean": float(np.mean(pulls)), "width": float(np.std(pulls))})
        rows[-1] |= shares
    return rows


def off(every: Sequence[Told]) -> list[str]:
    """The figures that are not within their sampling errors, which the scatter from pulsar to pulsar gives."""
    n, found = len(every), []
    for name in RANGES:
        pulls = np.array([told[name]["pull"] for told in every])
        if abs(np.mean(pulls)) > SIGMAS / n**0.5 or abs(np.std(pulls) - 1.0) > SIGMAS / (2.0 * n) ** 0.5:
            found.append(f"{name}: pulls {np.mean(pulls):.3f} +- {np.std(pulls):.3f}")
    for key, share in SHARES.items():
        each = np.array([np.mean([told[name][key] for name in RANGES]) for told in every])
        spread = max(float(np.std(each)), (share * (1.0 - share) / len(RANGES)) ** 0.5) / n**0.5
        if abs(np.mean(each) - share) > SIGMAS * spread:
            found.append(f"{key}%: {np.mean(each):.3f} +- {spread:.3f}")
    return found


@pytest.mark.study
@pytest.mark.parametrize(
    ("way", "count"), [("maximum likelihood", PULSARS), ("NUTS", CHAINS)], ids=["likelihood", "NUTS"]
)
def test_intervals_hold_the_truth_as_often_as_they_say(
    way: str,
    count: int,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    one = by_likelihood if way == "maximum likelihood" else by_nuts

    def did(number: int) -> str:
        return line_of(one, number, tmp_path / "made")

    study = carry_out(f"coverage of {way}", count, tmp_path, did, lambda line: line.startswith("{"))
    assert [line for line in study.lines if not line.startswith("{")] == []
    every: list[Told] = [json.loads(line) for line in study.lines]
    writer = request.config.get_terminal_writer()
    for simulated, part in (("jug", every[::2]), ("PINT", every[1::2]), ("both", every)):
        for row in rows_of(part) if part else ():
            record_property("coverage", json.dumps({"way": way, "simulated": simulated, **row}))
            if row["what"] == "all":
                writer.line(f"\n{study.told}, simulated by {simulated}: {row}")
    assert off(every) == []


def test_figures_that_are_off_are_seen() -> None:
    """Pulls of the normal distribution are within, those that are half as wide again, or that are moved, are not."""

    def told(factor: float, shift: float) -> list[Told]:
        pulls = factor * np.random.default_rng(3).normal(size=(200, len(RANGES))) + shift
        inside = {key: NORMAL.inv_cdf(0.5 + 0.5 * share) for key, share in SHARES.items()}
        return [
            {n: {"pull": x, **{k: abs(x) < far for k, far in inside.items()}} for n, x in zip(RANGES, row, strict=True)}
            for row in pulls.tolist()
        ]

    assert off(told(1.0, 0.0)) == []
    assert len(off(told(1.5, 0.0))) > len(RANGES)
    assert len(off(told(1.0, 0.5))) >= len(RANGES)
    assert rows_of(told(1.0, 0.0))[-1]["68"] == pytest.approx(0.683, abs=0.04)
