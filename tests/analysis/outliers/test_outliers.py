"""Outliers: TOAs, files and epochs."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.analysis.simulation.simulation import with_time_added
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
    assert found.bad.sum() == 8
    assert found.cleaned is not None
    assert found.cleaned.chi2 < found.base.chi2 - 250.0
    jug.write_tim(found.cut(toas), tmp_path / "cut.tim")
    again = jug.read_tim(tmp_path / "cut.tim")
    assert len(again) == len(toas) - 8
    assert (tmp_path / "cut.tim").read_text().count("-cut outlier") == 8
    assert "55677.000031" in found.summary()


@pytest.mark.parametrize("seed", range(5))
def test_injected_outliers_are_found_and_others_are_not(seed):
    """Three TOAs of 100 are off by 6 sigma; each is found, and no good one."""
    model, _ = jug.load(*jug.data.example("NGC6440E"))
    toas = jug.simulate(model, start=53500.0, stop=54500.0, n_toa=100, error_us=10.0, noise=True, seed=seed)
    rng = np.random.default_rng(seed)
    rows = rng.choice(100, 3, replace=False)
    shift = np.zeros(100)
    shift[rows] = rng.choice([-1.0, 1.0], 3) * 60e-6
    white = jug.residuals(model, toas).time_s
    shift[rows] -= white[rows]
    spoilt = jug.prepare(model, with_time_added(toas.raw, shift))
    found = jug.outliers(model, spoilt, confirm=0)
    assert set(np.flatnonzero(found.bad)) == set(rows)


def test_good_toas_stay():
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    found = jug.outliers(model, toas)
    assert not found.bad.any()
    assert found.cleaned is None
    with pytest.raises(jug.InputError, match="is not a probability"):
        jug.outliers(model, toas, threshold=2.0)


def test_a_fit_confirms_only_what_is_less_likely_than_one_among_all():
    """One of the pulsar's epochs is. A fit without any other group would say nothing new, and take its time."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    linear = jug.outliers(model, toas, confirm=0, backend="numpy").groups
    counts = {kind: sum(group.kind == kind for group in linear) for kind in ("file", "epoch")}
    unlikely = {(g.kind, g.name) for g in linear if g.probability * counts[g.kind] < 1.0 and not g.determines}
    found = jug.outliers(model, toas, confirm=20, backend="numpy").groups
    assert {(g.kind, g.name) for g in found if g.confirmed} == unlikely
    assert unlikely == {("epoch", "54153.55")}


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


NOISE = {
    "white": (),
    "scaled": ("EFAC -fe L 1.2", "EQUAD -fe S 0.7"),
    "epochs": ("ECORR -fe L 0.8", "ECORR -fe S 1.5", "ECORR -fe U 0.5"),
    "red": ("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 12", "TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10"),
}
TERMS = {
    "single": (),
    "motion": ("PMRA 10 1", "PMDEC -5 1", "PX 0.5 1", "F2 0 1"),
    "orbit": ("BINARY ELL1", "PB 5.3 1", "A1 3.2 1", "TASC 55000.3 1", "EPS1 1e-5 1", "EPS2 2e-5 1"),
    "bins": tuple(
        line
        for i in range(10)
        for line in (f"DMX_{i:04d} 0 1", f"DMXR1_{i:04d} {53999.5 + 200 * i}", f"DMXR2_{i:04d} {54199.4 + 200 * i}")
    ),
    "jumps": ("JUMP -fe S 0 1", "JUMP -fe U 0 1", "FD1 0 1"),
}


def spoilt(lines: tuple[str, ...], seed: int) -> tuple[jug.TimingModel, jug.TOAs, set[int]]:
    """A pulsar, its 150 TOAs in epochs of three with errors from 0.5 to 2 us, and 4 that are off by 6 sigma."""
    model = jug.load_model(par(*lines))
    model = model.with_free([name for name in model.free if name != "DM" or "DMX_0000 0 1" not in lines])
    rng = np.random.default_rng(seed)
    place = np.arange(150)
    mjd = np.repeat(np.sort(rng.uniform(54000.0, 56000.0, 50)), 3) + np.tile([0.0, 2e-6, 5e-6], 50)
    toas = jug.simulate(
        model,
        mjd,
        freq_mhz=np.array([1400.0, 2100.0, 430.0])[(place // 3 + place) % 3] + 50.0 * (place % 3),
        error_us=rng.uniform(0.5, 2.0, 150),
        flags={"fe": [("L", "S", "U")[i // 3 % 3] for i in range(150)]},
        noise=True,
        seed=seed,
    )
    rows = rng.choice(150, 4, replace=False)
    shift = np.zeros(150)
    shift[rows] = rng.choice([-6.0, 6.0], 4) * jug.residuals(model, toas).error_s[rows]
    return model, jug.prepare(model, with_time_added(toas.raw, shift)), set(rows.tolist())


@pytest.mark.filterwarnings("ignore::jug.ClockWarning")
def test_outliers_of_six_sigma_are_found_in_twenty_pulsars():
    """Beside their noise, so that some are of 4 sigma; 85 % are found, at most 5 % of those found are good."""
    injected = found = false = 0
    for seed, (noise, terms) in enumerate(product(NOISE.values(), TERMS.values())):
        model, toas, rows = spoilt((*noise, *terms), seed)
        bad = set(np.flatnonzero(jug.outliers(model, toas, confirm=0, backend="numpy").bad).tolist())
        injected, found, false = injected + len(rows), found + len(bad & rows), false + len(bad - rows)
    assert injected == 80
    assert found >= 0.85 * injected
    assert false <= 0.05 * (found + false)


@pytest.mark.filterwarnings("ignore::jug.ClockWarning")
def test_five_hundred_files_at_once():
    """2,000 TOAs with ECORR; the Delta chi2 are those of direct fits.

    Residuals are rounded to 1e-13 s. The chi2 of a fit is rounded to 2 sqrt(2000) 1e-13 s / error, 1e-7 for 100 us.
    """
    model = jug.load_model(par("ECORR -fe L 8", "F2 0 1"))
    mjd = np.repeat(np.linspace(54000.0, 56000.0, 500), 4) + np.tile([0.0, 2e-6, 4e-6, 6e-6], 500)
    toas = jug.simulate(model, mjd, error_us=100.0, flags={"fe": ["L"] * 2000}, noise=True, seed=1)
    names = [f"file{i // 4}" for i in range(2000)]
    toas = jug.prepare(model, replace(toas.raw, name=tuple(names)))
    base = jug.fit(model, toas, backend="numpy")
    found = jug.outliers(base, toas, confirm=0)
    files = [group for group in found.groups if group.kind == "file"]
    assert len(files) == 500
    for group in (files[0], files[250], files[-1]):
        direct = jug.fit(base.model, toas.delete(group.rows), backend="numpy")
        assert group.delta_chi2 == pytest.approx(base.chi2 - direct.chi2, abs=1e-6)


def test_where_most_toas_look_bad_the_model_or_the_errors_are_wrong(tmp_path, capsys):
    """Uncertainties that are too small by 50; no TOA is cut."""
    model = jug.load_model(par()).with_free(["F0", "F1"])
    mjd = np.random.default_rng(2).uniform(54000.0, 55000.0, 40)
    toas = jug.simulate(model, mjd, error_us=100.0, noise=True, seed=1)
    jug.write_par(model, tmp_path / "a.par")
    jug.write_tim(replace(toas.raw, error_s=toas.raw.error_s / 50.0), tmp_path / "a.tim")
    words = [str(tmp_path / name) for name in ("a.par", "a.tim", "out.tim", "out.json")]
    assert main(["outliers", *words[:2], "-o", words[2], "--json", words[3]]) == 1
    said = capsys.readouterr()
    assert "So many TOAs cannot all be outliers: the model or the uncertainties are wrong" in said.out
    assert "the fit is not good (errors_too_small)" in said.err
    assert not (tmp_path / "out.tim").exists()
    content = json.loads((tmp_path / "out.json").read_text())
    assert (content["too_many"], content["verdict"]["name"]) == (True, "errors_too_small")
    for command in (["ftest", "--add", "F2"], ["predict", "--at", "56000"]):
        assert main([command[0], *words[:2], *command[1:], "--json", words[3]]) == 0
        assert "the fit is not good (errors_too_small)" in capsys.readouterr().err
        assert not json.loads((tmp_path / "out.json").read_text())["verdict"]["good"]
        assert main([command[0], *words[:2], *command[1:], "-q"]) == 0
        assert capsys.readouterr() == ("", "")
    assert main(["ftest", *words[:2], "--add", "F2"]) == 0
    assert "It is not good (errors_too_small)" in capsys.readouterr().out
    assert main(["ftest", *words[:2], "--add", "M2+SINI"]) == 2, "nothing could be tested"
