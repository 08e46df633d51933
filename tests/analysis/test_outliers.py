"""Outliers: TOAs, files and epochs."""

import json

import numpy as np
import pytest

import jug
from jug.analysis.simulation import moved
from jug.cli.command import main

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning")


@pytest.fixture(scope="module")
def millisecond():
    model, toas = jug.load(*jug.data.example("B1855+09"))
    return jug.outliers(model, toas, confirm=1, backend="numpy"), toas


def test_files_and_epochs_against_fits_without_them(millisecond):
    found, toas = millisecond
    linear = jug.outliers(found.base, toas, confirm=0)
    (group,) = (group for group in found.groups if group.confirmed)
    same = next(g for g in linear.groups if (g.kind, g.name) == (group.kind, group.name))
    result = jug.fit(found.base.model, toas.delete(group.rows), backend="numpy")
    assert group.delta_chi2 == pytest.approx(found.base.chi2 - result.chi2, abs=1e-6)
    assert same.delta_chi2 == pytest.approx(group.delta_chi2, abs=1e-3)  # the orbit is curved
    assert found.groups[0].name == "55677.000031.3.000.000.9y.x.ff"


def test_the_outliers_of_a_real_pulsar_are_cut_and_kept(millisecond, tmp_path):
    found, toas = millisecond
    assert found.bad.sum() == 4
    assert found.cleaned is not None
    assert found.cleaned.chi2 < found.base.chi2 - 150.0
    jug.write_tim(found.cut(toas), tmp_path / "cut.tim")
    again = jug.read_tim(tmp_path / "cut.tim")
    assert len(again) == len(toas) - 4
    assert (tmp_path / "cut.tim").read_text().count("-cut outlier") == 4
    assert "55677.000031" in found.summary()


@pytest.mark.parametrize("seed", range(20))
def test_injected_outliers_are_found_and_others_are_not(seed):
    """Three TOAs of 100 are off by 6 sigma; each is found, and at most 5 % of what is found was good (none here)."""
    model, _ = jug.load(*jug.data.example("NGC6440E"))
    toas = jug.simulate(model, start=53500.0, stop=54500.0, n_toa=100, error_us=10.0, noise=True, seed=seed)
    rng = np.random.default_rng(seed)
    rows = rng.choice(100, 3, replace=False)
    shift = np.zeros(100)
    shift[rows] = rng.choice([-1.0, 1.0], 3) * 60e-6
    white = jug.residuals(model, toas).time_s
    shift[rows] -= white[rows]
    spoilt = jug.prepare(model, moved(toas.raw, shift))
    found = jug.outliers(model, spoilt, confirm=0)
    assert set(np.flatnonzero(found.bad)) == set(rows)


def test_good_toas_stay():
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    found = jug.outliers(model, toas)
    assert not found.bad.any()
    assert found.cleaned is None
    with pytest.raises(jug.InputError, match="no probability"):
        jug.outliers(model, toas, threshold=2.0)


@pytest.mark.filterwarnings("ignore::jug.ClockWarning")
def test_measured_dms_count_for_epochs():
    model, toas = jug.load(*jug.data.example("test-wb-0"), ephem="DE440")
    found = jug.outliers(model, toas, confirm=1)
    group = next(g for g in found.groups if g.confirmed)
    result = jug.fit(found.base.model, toas.delete(group.rows))
    assert group.delta_chi2 == pytest.approx(found.base.chi2 - result.chi2, abs=1e-6)


def test_the_command(tmp_path, capsys):
    files = [str(path) for path in jug.data.example("NGC6440E")]
    out, tim = tmp_path / "a.json", tmp_path / "a.tim"
    assert main(["outliers", *files, "--json", str(out), "-o", str(tim)]) == 0
    assert json.loads(out.read_text())["toas"] == []
    assert len(jug.read_tim(tim)) == 62
    assert "outlier probability" in capsys.readouterr().out
    assert main(["outliers", *files, "--threshold", "3"]) == 2
