"""Sources of an array, its tables, what a verification says, and the entries of a manifest."""

import json
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.errors import InputError, KindError
from jug.pulsars import pta_sources, verification
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED
from jug.pulsars.manifest import manifest, manifest_entries
from jug.pulsars.pta_edits import is_written
from jug.pulsars.pta_tables import array_columns
from jug.pulsars.verification import Verification, _differences

PAR, TIM = jug.data.example("NGC6440E")
MODEL = jug.load_model(PAR)


def test_pairs_of_files_and_of_objects() -> None:
    model, toas = jug.load(PAR, TIM)
    named = pta_sources.pulsars_of({"mine": (PAR, TIM), "other": (model, toas)}, {})
    assert [(one.name, one.model.psr, len(one.toas)) for one in named] == [
        ("mine", "1748-2021E", 62), ("other", "1748-2021E", 62),
    ]  # fmt: skip
    assert [one.name for one in pta_sources.pulsars_of([(str(PAR), TIM)], {})] == ["1748-2021E"]
    with pytest.raises(InputError, match=r"^two pulsars are called 1748-2021E; give each a name: PTA\("):
        pta_sources.pulsars_of([(PAR, TIM), (model, toas)], {})


@pytest.mark.parametrize(
    ("source", "kind", "said"),
    [
        ({}, InputError, r"^there is no pulsar; name some pairs of par and tim files$"),
        ({"a": (PAR,)}, KindError, r"^a pair has two members; give \(par, tim\), or a model and its TOAs$"),
        ({"a": [PAR, TIM]}, KindError, r"^a pair has two members"),
        ([(PAR, 3)], KindError, r" are not a pair; as \(par, tim\)$"),
        ([(MODEL, TIM)], KindError, r" are not a pair; as \(par, tim\)$"),
        ([(PAR, TIM), PAR], KindError, r"^one list has both paths and pairs; give pairs of files for all$"),
        (3, KindError, r"^source is not a path, paths, pairs or a mapping; as jug\.PTA\('timing'\)$"),
        ([], InputError, r"^there is no pulsar; name a folder, par files or a run$"),
    ],
)
def test_sources_that_are_none(source: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        pta_sources.pulsars_of(source, {})


def test_paths_of_par_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a path, whatever it is written as."""
    asked: list[Any] = []
    monkeypatch.setattr(pta_sources, "plan_jobs", lambda paths, place, settings: asked.append(paths) or [])
    for source in ([str(PAR), PAR], (path for path in (PAR, str(PAR)))):
        with pytest.raises(InputError, match=r"^there is no pulsar; name a folder, par files or a run$"):
            pta_sources.pulsars_of(source, {})
    assert asked == [[PAR, PAR]] * 2


def test_all_problems_of_all_pulsars_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.par"
    bad.write_text(PAR.read_text().replace("F0 ", "F0 x"))
    job = pta_sources.Job("a", str(bad), str(TIM), {}, "")
    with pytest.raises(InputError) as told:
        pta_sources._of_jobs([job, job._replace(name="b")], {})
    assert len(told.value.problems) >= 2


def test_jobs_of_a_run_take_the_toas_that_were_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pulsar without a fitted par file is left out; TOAs that were cut have their file, which needs no others."""
    load = {"load": {"more_tims": ["b.tim"], "ephem": "DE440"}}
    entries = {
        "J2": {"outputs": {"post.par": "0", "toas.tim": "1"}, "settings": load, "tim": "a.tim"},
        "J1": {"outputs": {"post.par": "0"}, "settings": load, "tim": "a.tim"},
        "J3": {"outputs": {}, "settings": {}, "tim": "a.tim"},
    }
    monkeypatch.setattr(pta_sources, "manifest_entries", lambda path: entries)
    first, second = pta_sources._jobs_of_run(tmp_path)
    assert (first.name, first.par, first.tim) == ("J1", str(tmp_path / "J1" / "post.par"), "a.tim")
    assert first.settings == load
    assert (second.name, second.tim) == ("J2", str(tmp_path / "J2" / "toas.tim"))
    assert second.settings == {"load": {"ephem": "DE440"}}


def test_a_table_of_residuals() -> None:
    """In us, years of 365.25 d and MJD; without degrees of freedom there is no reduced chi2."""
    toas: Any = Made(mjd=np.array([54000.0, 54730.5]), error_s=np.array([1e-6, 3e-6]))
    toas = type("Toas", (Made,), {"__len__": lambda self: 2})(**vars(toas))
    left = Made(wrms_s=2e-6, white=lambda: Made(wrms_s=1e-6), chi2=6.0, dof=3)
    one: Any = Made(name="J1", residuals=left, toas=toas, result=None, model=Made(free=("F0",)))
    found = {key: values[0] for key, values in array_columns([one], "residuals").items()}
    assert found == {
        "pulsar": "J1", "n_toa": 2, "first_mjd": 54000.0, "last_mjd": 54730.5, "span_yr": 2.0,
        "median_error_us": pytest.approx(2.0), "wrms_us": pytest.approx(2.0), "wrms_white_us": pytest.approx(1.0),
        "n_free": 1, "chi2": 6.0, "dof": 3, "reduced_chi2": 2.0, "verdict": "",
    }  # fmt: skip
    left.dof, one.result = 0, Made(verdict=Made(name="good"))
    found = array_columns([one], "residuals")
    assert np.isnan(found["reduced_chi2"][0])
    assert found["verdict"] == ["good"]
    assert array_columns([], "noise") == {"pulsar": []}
    with pytest.raises(KeyError, match="no table of an array 'residual'"):
        array_columns([one], "residual")


def test_tables_of_parameters_and_noise() -> None:
    """Noise apart from the others; what has a line or is free, and no words."""
    noisy = MODEL.add("EFAC TEL gbt 1.2")
    one: Any = Made(name="J1", model=noisy)
    parameters, noise = array_columns([one], "parameters"), array_columns([one], "noise")
    assert (noise["name"], noise["applies_to"], noise["value"]) == (["EFAC1"], ["TEL gbt"], [1.2])
    assert "EFAC1" not in parameters["name"]
    assert [name for name, free in zip(parameters["name"], parameters["free"], strict=True) if free] == list(MODEL.free)
    assert np.isnan(noise["error"][0])
    assert is_written(noisy, "F0")
    assert not is_written(noisy, "PX")
    assert is_written(noisy, "EPHEM")


def test_what_a_verification_says(tmp_path: Path) -> None:
    same = Verification(Path("out"), 1, {}, 2.04)
    assert same.summary() == "1 file of out made again in 2.0 s: every one is the same to the last bit"
    assert (same.failed, same.to_json()["same"]) == ((), True)
    other = Verification(Path("out"), 3, {"J1": ("another file: a", "another input: b")}, 2.06)
    assert other.summary().splitlines() == [
        "J1: another file: a", "J1: another input: b", "3 files of out made again in 2.1 s: 1 pulsar with differences",
    ]  # fmt: skip
    assert (other.failed, other.to_json()["same"]) == (("J1",), False)


def test_differences_of_inputs_and_files(tmp_path: Path) -> None:
    """Of a pulsar that failed only the files in the folder are compared."""
    (tmp_path / "a").write_text("text")
    sha = verification.file_hash(tmp_path / "a")
    entry = {"state": "done", "inputs": {"x": "1", "gone": "2"}, "outputs": {"a": sha, "b": "00"}}
    outcome: Any = Made(state="done", reason="", inputs={"x": "3", "new": "4"}, outputs={"a": sha, "b": "00"})
    found = list(_differences(entry, outcome, tmp_path))
    assert found[:3] == ["another input: gone", "another input: new", "another input: x"]
    assert found[3:] == ["b in the folder has changed since the run"]
    outcome.state, outcome.reason = PULSAR_FAILED, "no TOAs"
    assert list(_differences(entry, outcome, tmp_path)) == [found[3], "failed, was done: no TOAs"]


def test_seeds_and_files_of_a_manifest(tmp_path: Path) -> None:
    """The seed is 0 where none is given, and there is none without a step that draws."""

    def job(name: str, **settings: Any) -> Any:
        return pta_sources.Job(name, f"{name}.par", f"{name}.tim", settings, "")

    jobs = [job("A", noise={}), job("B", noise={"seed": 7}), job("C", fit={})]
    outcome: Any = Made(state="done", reason="", inputs={"b": "2", "a": "1"}, outputs={"z": "1", "y": "2"},
                        data={"DE440": "5", "gone": ""})  # fmt: skip
    found = manifest(jobs, dict.fromkeys("ABC", outcome), {"jug": "1"})
    assert found["format"] == 1
    assert found["data"] == {"DE440": "5"}
    assert [found["pulsars"][name]["seeds"] for name in "ABC"] == [{"noise": 0}, {"noise": 7}, {}]
    assert list(found["pulsars"]["A"]["inputs"]) == ["a", "b"]
    assert list(found["pulsars"]["A"]["outputs"]) == ["y", "z"]
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(found))
    assert list(manifest_entries(path)) == ["A", "B", "C"]
    with pytest.raises(InputError, match="jug run makes it"):
        manifest_entries(tmp_path / "none.json")
