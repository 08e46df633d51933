"""Sparse campaigns in the manner of APT (Phillips & Ransom 2022): 12 to 30 clusters in a year, 20 to 500 Hz.

The start knows the position to 1 arcsecond and F0 to a part in 1e7; F1 is free and unknown. The orbit of a binary is
known as well as from spin periods: PB, TASC or T0 to 1e-4 of an orbit, A1 to 1e-3.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from campaigns import Campaign, binary_campaign, campaign, is_right, prepared, pulsar

import jug
from jug.cli import command as cli
from jug.connection.judgement import UNIQUE, Verdict

NEXT_BEST = 25.0
"""A campaign can be connected where the next best solution has a chi2 larger by this."""


def outcome(seed: int, make: Callable[[int], Campaign] = campaign) -> tuple[bool, bool, jug.Connected]:
    """Whether the best solution is the true one, whether it could be found, and the result."""
    case = make(seed)
    found = jug.connect(case.model, case.toas)
    return is_right(found, case.number), found.next_best > NEXT_BEST, found


@pytest.mark.parametrize("seed", [1000, 1013, 1050])
def test_a_campaign(seed: int) -> None:
    right, _, found = outcome(seed)
    assert right
    assert found.unique


@pytest.mark.parametrize("seed", [1047, 1081])
def test_an_ambiguous_campaign_says_how_many_solutions_there_are(seed: int) -> None:
    """The true solution of 1081 has the second smallest chi2, larger by 0.2."""
    right, _, found = outcome(seed)
    assert right == (seed == 1047)
    assert found.verdict is Verdict.AMBIGUOUS
    said = found.summary().splitlines()[-1]
    assert re.match(r"ambiguous: [2-9] solutions have a chi2 within 2\d\.\d of the best one", said)
    assert len(found.solutions) >= 2
    assert found.solutions[1].above == pytest.approx(found.next_best)
    assert found.solutions[-1].above < 1.3 * UNIQUE


def test_the_command_writes_every_solution_that_is_about_as_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], embedded_only: None
) -> None:
    case = campaign(1081)
    jug.write_par(case.model, tmp_path / "start.par")
    jug.write_tim(case.toas, tmp_path / "made.tim")
    files = [str(tmp_path / name) for name in ("start.par", "made.tim")]
    assert cli.main(["connect", *files, "-o", str(tmp_path / "all")]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("ambiguous")
    one, two = (jug.load(tmp_path / f"{name}.par", tmp_path / f"{name}.tim") for name in ("all", "all.2"))
    assert np.ptp(one[1].flag("pn").astype(int) - two[1].flag("pn").astype(int)) > 0
    # each par file is that of the fit with the pulse numbers of its tim file
    for model, toas in (one, two):
        assert jug.residuals(model, toas).chi2 < 100.0


def test_what_priors_determine_better_is_fixed_in_the_last_fit() -> None:
    """In six days the position is not determined to 1 arcsecond, but the turns are."""
    rng = np.random.default_rng(1)
    mjd = np.sort(56500.0 + np.concatenate([day + rng.uniform(0.0, 0.03, 2) for day in (0.0, 0.7, 2.0, 4.0, 6.0)]))
    truth, start = pulsar(30000.0, -5000.0, 100.0, 0.0), pulsar(30000.05, -5000.7, 100.0 + 6e-6, 0.0)
    case = prepared(truth, start, jug.simulate(truth, mjd, error_us=50.0, noise=True, seed=1))
    found = jug.connect(case.model, case.toas, free=["RAJ", "DECJ", "F0"])
    assert found.unique
    assert is_right(found, case.number)
    assert found.fit.names == ("F0",)
    assert "RAJ, DECJ, which priors determine better than the TOAs" in found.summary()


def test_chi2_has_its_parts_of_toas_and_of_priors() -> None:
    """The part of the priors is the sum of the squared changes over their uncertainties; the last fit has none."""
    case = campaign(1000)
    found = jug.connect(case.model, case.toas)
    content, best = found.to_json(), found.sought.leaves[0]
    sigma = [found.task.model.entries[name].error or np.inf for name in found.free]
    first = content["solutions"][0]
    assert first["chi2"] == best.chi2
    assert first["chi2_priors"] == pytest.approx(np.sum((best.delta / sigma) ** 2))
    assert first["chi2_priors"] > 0.01
    assert first["chi2_toas"] == pytest.approx(best.chi2 - first["chi2_priors"])
    assert content["chi2"] <= first["chi2_toas"]
    assert 0.0 <= content["start_chi2_priors"] < content["start_chi2"]
    said = " ".join(found.summary().split())  # whatever line is folded
    assert "of the TOAs alone: the last fit has no priors" in said
    assert f" (TOAs {content['start_chi2'] - content['start_chi2_priors']:.2f}, priors " in said
    assert "chi2 of TOAs of priors above the best" in said


@pytest.mark.parametrize(("seed", "form"), [(2016, "ELL1"), (2017, "BT"), (2003, "DD")])
def test_a_binary(seed: int, form: str) -> None:
    right, _, found = outcome(seed, binary_campaign)
    assert right
    assert found.unique
    assert found.task.model.entries["BINARY"].word == form


@pytest.mark.parametrize("seed", [2001, 2011])
def test_an_ambiguous_binary(seed: int) -> None:
    _, clear, found = outcome(seed, binary_campaign)
    assert not clear
    assert found.verdict is Verdict.AMBIGUOUS


def test_priors_that_are_wrong_are_no_certainty() -> None:
    """Position and F0 are off by ten times as much as the par file says; without priors the TOAs are connected."""
    case = campaign(23, off=10.0)
    found = jug.connect(case.model, case.toas)
    assert is_right(found, case.number) or not found.unique
    free = jug.connect(case.model, case.toas, gap_d=0.1, priors=False)
    assert free.unique
    assert is_right(free, case.number)


@pytest.mark.long
def test_twenty_binaries() -> None:
    """18 of 20 are connected, each within a minute; none is wrongly called unique."""
    connected = 0
    for seed in range(2000, 2020):
        began = time.process_time()
        right, _, found = outcome(seed, binary_campaign)
        assert time.process_time() - began < 60.0, seed
        assert right or not found.unique, seed
        connected += right and found.unique
    assert connected >= 18


@pytest.mark.long
def test_no_orbit_that_is_badly_known_is_wrongly_called_unique() -> None:
    """Errors of the orbit, and their uncertainties, are thirty times as large."""
    connected = 0
    for seed in range(2020, 2040):
        right, _, found = outcome(seed, lambda one: binary_campaign(one, wide=30.0))
        assert right or not found.unique, seed
        connected += right and found.unique
    assert connected >= 14


@pytest.mark.long
def test_a_hundred_campaigns() -> None:
    """98% of those with a clear next best are connected, each within a minute; none is wrongly called unique."""
    clear = connected = 0
    for seed in range(1000, 1100):
        began = time.process_time()
        right, is_clear, found = outcome(seed)
        assert time.process_time() - began < 60.0, seed
        assert right or not found.unique, seed
        clear += is_clear
        connected += is_clear and right and found.unique
    assert clear >= 80
    assert connected >= 0.98 * clear
