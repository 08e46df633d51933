"""Configurations of pint_pal: YAML files as they are, what they stand for, and what has no meaning for jug."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from arrays import small_array

import jug
from jug.pulsars.configuration.pint_pal_cuts import cuts_of
from jug.pulsars.configuration.plan import plan_jobs
from jug.pulsars.configuration.yaml_text import read_yaml

pytestmark = pytest.mark.usefixtures("embedded_only")

ONE, OTHER = "J0001+0100", "J0600-3000"

FULL = """
source: J0600-3000
par-directory: results/
tim-directory: tim/
timing-model: J0600-3000.par
compare-model: archive/J0600-3000_v1.par
toas:
- J0600-3000.L.tim
- J0600-3000.S.tim

free-params: [RAJ, DECJ, F0, F1]
free-dmx: Yes
toa-type: NB
fitter: DownhillGLSFitter
n-iterations: 25
ephem: DE421
bipm: BIPM2015
skip-check:
notebook:
  run_Ftest: true
  run_noise_analysis: false
  use_toa_pickle: true
  log_level: INFO
dmx:
  ignore-dmx: false
  fratio: 1.1
  max-sw-delay: 0.1
  custom-dmx: []
outlier:
  method: gibbs
  n-burn: 1000
  n-samples: 20000
noise_run:
  model: {inc_rn: true, inc_dmgp: false}
  inference: {sampler: PTMCMCSampler}
intermediate-results:
  no-corner: true
ignore:
  mjd-start:
  mjd-end: 54900.5
  snr-cut: 8
  bad-toa:
  - [b.ff, 3, 0, 'noisy']
  bad-range:
  - [54240, 54260, GUPPI]
  bad-file: [epoch_7]
  poor-febe: [S_ASP]
  orb-phase-range: [0.2, 0.3]
  prob-outlier: 0.2
check:
  other: a look at the profile
  cleared: true
changelog:
- '2026-11-24 a.nonymous INIT: first'
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of a project: results with archive, tim and configs; two pulsars, of which one has two tim files."""
    root = tmp_path_factory.mktemp("project")
    made = small_array(root / "made", (ONE, OTHER))
    for name in ("results/archive", "tim", "configs"):
        (root / name).mkdir(parents=True)
    for name in (ONE, OTHER):
        (root / "results" / f"{name}.par").write_text((made / f"{name}.par").read_text())
    (root / "results" / "archive" / f"{OTHER}_v1.par").write_text((made / f"{OTHER}.par").read_text())
    (root / "tim" / f"{ONE}.tim").write_bytes((made / f"{ONE}.tim").read_bytes())
    model = jug.load_model(made / f"{OTHER}.par")
    mjd = np.repeat(np.linspace(54000.0, 55000.0, 21), 2)
    freq = np.tile([1200.0, 1700.0], 21)
    for seed, receiver in enumerate(("L", "S")):
        words = {"f": f"{receiver}_GUPPI", "be": "GUPPI", "fe": receiver, "snr": "30", "chan": "3", "subint": "0"}
        flags = {key: [word] * len(mjd) for key, word in words.items()}
        toas = jug.simulate(
            model, mjd + 0.01 * seed, site="gbt", error_us=2.0, freq_mhz=freq, noise=True, seed=seed, flags=flags
        )
        if receiver == "L":
            toas = toas.with_flag("snr", "7.9", [20, 21])
        jug.write_tim(toas, root / "tim" / f"{OTHER}.{receiver}.tim")
    path = root / "tim" / f"{OTHER}.L.tim"
    lines = path.read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if " gbt " in line)
    for i, name in ((30, "b.ff"), (14, "x_epoch_7.ff"), (15, "x_epoch_7.ff")):
        lines[first + i] = " ".join([name, *lines[first + i].split()[1:]])
    path.write_text("\n".join(lines) + "\n")
    (root / "configs" / f"{OTHER}.nb.yaml").write_text(FULL)
    (root / "configs" / f"{ONE}.nb.yaml").write_text(
        f"source: {ONE}\npar-directory: results\ntim-directory: tim\ntiming-model: {ONE}.par\ntoas: {ONE}.tim\n"
        "free-params: [F0]\nfree-dmx: No\ntoa-type: NB\nfitter: Auto\nephem: DE421\nbipm: BIPM2019\n"
        "ignore: {bad-toa: }\n"
    )
    (root / "configs" / "pint_pal_project.yaml").write_text('LATEST_EPHEM: "DE430"\n')  # of no pulsar
    return root


def test_two_pulsars_of_a_project(project: Path, tmp_path: Path) -> None:
    with pytest.warns(jug.InputWarning, match="these keys of pint_pal are not used"):
        found = jug.run(project / "configs", tmp_path / "out", jobs=1)
    assert [(one.name, one.state) for one in found] == [(ONE, "done"), (OTHER, "done")], found.summary()
    assert jug.load_model(tmp_path / "out" / ONE / "post.par").free == ("F0",)
    cut = found[OTHER].numbers["cut"]
    assert cut["mjdend"] == 8  # two epochs of two channels in both files
    assert cut["snr"] == 2
    assert cut["badtoa"] == 1
    assert cut["badfile"] == 2
    assert cut["badrange"] == 4  # an epoch in both files
    written = (tmp_path / "out" / OTHER / "toas.tim").read_text()
    assert "-cut badrange" in written
    model = jug.load_model(tmp_path / "out" / OTHER / "post.par")
    assert model.settings.clock == "TT(BIPM2015)"
    assert {"RAJ", "DECJ", "F0", "F1", "DMX_0001"} <= set(model.free)
    assert "DM" not in model.free
    read = {Path(path).name for path in found[OTHER].inputs}
    assert {f"{OTHER}.L.tim", f"{OTHER}.S.tim", f"{OTHER}.par", f"{OTHER}_v1.par"} == read
    folder = tmp_path / "out" / OTHER
    assert json.loads((folder / "changes.json").read_text())["values"]
    assert {one["term"] for one in json.loads((folder / "ftest.json").read_text())["tests"]} >= {"F2", "PX", "FD1"}
    page = (folder / "report.html").read_text()
    assert "INIT: first" in page
    assert "a look at the profile" in page
    failed = json.loads((folder / "checks.json").read_text())["failed"]
    assert not {"EPHEM", "CLK"} & set(failed)


def test_wideband_toas_without_a_dm_are_left_out() -> None:
    assert cuts_of({"toa-type": "WB"}) == {"simultaneous": ["GUPPI", "PUPPI", "GASP", "ASP"], "no_ppdm": "~-pp_dm"}
    assert "no_ppdm" not in cuts_of({"toa-type": "NB"})


def test_what_stands_for_what(project: Path, tmp_path: Path) -> None:
    with pytest.warns(jug.InputWarning) as told:
        (job,) = plan_jobs([project / "configs" / f"{OTHER}.nb.yaml"], tmp_path, {})
    assert job.name == OTHER
    settings = dict(job.settings)
    assert settings["load"]["wideband"] is False
    assert settings["dmx"] == {"cut": True, "frequency_ratio": 1.1, "solar_wind_us": 0.1}
    assert settings["outliers"] == {"threshold": 0.2, "max_share": 0.08, "epochs": 0.0027}
    assert settings["cut"]["eclipsing"] == [0.2, 0.3]
    assert settings["fit"] == {"max_iter": 25}
    assert settings["model"]["set"] == {"CLK": "TT(BIPM2015)"}
    assert "noise" not in settings, "run_noise_analysis is false"
    (said,) = told
    for word in (
        "fitter",
        "outlier.n-burn",
        "noise_run.inference",
        "notebook.use_toa_pickle",
        "notebook.log_level",
        "no-corner",
    ):
        assert word in str(said.message)
    assert "custom-dmx" not in str(said.message)


def test_bins_of_a_dm_event(project: Path, tmp_path: Path) -> None:
    """Bins of 60 d in place of those of 6.5 d, in one half of the data."""
    path = project / "configs" / "event.yaml"
    path.write_text(FULL.replace("custom-dmx: []", "custom-dmx:\n  - [54000, 54480, 60]"))
    try:
        with pytest.warns(jug.InputWarning, match="not used"):
            (job,) = plan_jobs([path], tmp_path, {})
        assert job.options("dmx")["custom"] == [[54000, 54480, 60]]
        with pytest.warns(jug.InputWarning, match="not used"):
            jug.run(path, tmp_path / "out", jobs=1)
    finally:
        path.unlink()
    model = jug.load_model(tmp_path / "out" / OTHER / "post.par")
    numbers = [name[-4:] for name in model.names if name.startswith("DMXR1_")]
    widths = [model.values[f"DMXR2_{number}"] - model.values[f"DMXR1_{number}"] for number in numbers]
    assert max(widths[:5]) > 50.0
    assert max(widths[5:]) < 1.0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "mjd-end: 54900.5",
            "mjd-ned: 54900.5",
            "no key is called ignore.mjd-ned: 'mjd-ned: 54900.5'; did you mean mjd",
        ),
        ("snr-cut: 8", "snr-cut: many", "ignore.snr-cut is 'many': 'snr-cut: many'; it is a number"),
        ("source: J0600-3000\n", "", "source is missing"),
        ("- J0600-3000.S.tim", "- J0600-3000.C.tim", "toas: there is no file J0600-3000.C.tim"),
        ("- J0600-3000.S.tim", f"- {'a' * 3000}.tim", f"toas: there is no file {'a' * 3000}.tim"),
        ("- [b.ff, 3, 0, 'noisy']", "- [b.ff]", "ignore.bad-toa has the entry ['b.ff']"),
        ("outlier:\n", "outlier: 3\n  nothing: [\n", "this is not YAML"),
        ("custom-dmx: []", "custom-dmx: [54000, 54100]", "dmx.custom-dmx is [54000, 54100]: 'custom-dmx"),
        ("free-dmx: Yes", "free-dmx: perhaps", "free-dmx is 'perhaps'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(project: Path, tmp_path: Path, old: str, new: str, said: str) -> None:
    path = project / "configs" / "wrong.yaml"
    path.write_text(FULL.replace(old, new, 1))
    try:
        with pytest.raises(jug.InputError) as error:
            plan_jobs([path], tmp_path, {})
    finally:
        path.unlink()
    assert said in str(error.value)
    assert str(error.value).startswith(f"{path}:")


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\n b: 2\nc: 3\nd: 4\n", 2), ("a: 1\nb: [2\n", 2), ("a: [1\nb: 2\nc: 3\n", 2), ("# nothing\n", 1)],
)
def test_the_line_of_what_is_no_yaml(text: str, line: int, tmp_path: Path) -> None:
    """Counted from 1; of a list that is open at the end of the file, the last."""
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(jug.InputError, match=rf"a\.yaml:{line}: this (is not YAML|YAML has no keys)"):
        read_yaml(tmp_path / "a.yaml")


def test_without_pyyaml(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(jug.JugError, match=r"PyYAML is not installed.*jug-timing\[yaml\]"):
        jug.run(project / "configs", tmp_path / "out")


def test_narrowband_and_wideband_of_one_pulsar_have_two_folders(project: Path, tmp_path: Path) -> None:
    text = (project / "configs" / f"{ONE}.nb.yaml").read_text()
    (tmp_path / "a.par").write_text((project / "results" / f"{ONE}.par").read_text())
    (tmp_path / f"{ONE}.tim").write_bytes((project / "tim" / f"{ONE}.tim").read_bytes())
    text = text.replace("par-directory: results\ntim-directory: tim\n", "")
    paths = [tmp_path / f"{ONE}.{kind}.yaml" for kind in ("nb", "wb")]
    paths[0].write_text(text.replace(f"{ONE}.par", "a.par"))
    paths[1].write_text(text.replace(f"{ONE}.par", "a.par"))
    with pytest.raises(jug.InputError, match="its par and tim file are those of"):
        plan_jobs(paths, tmp_path, {})
    (tmp_path / "b.par").write_text((tmp_path / "a.par").read_text())
    paths[1].write_text(text.replace(f"{ONE}.par", "b.par"))
    with pytest.warns(jug.InputWarning):
        names = [job.name for job in plan_jobs(paths, tmp_path, {})]
    assert names == [f"{ONE}.nb", f"{ONE}.wb"]
