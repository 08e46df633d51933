"""Outcomes of pulsars at their limits: what is read back, how long it took, scripts, free parameters of pint_pal."""

from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest

import jug
from jug.pulsars.configuration.pint_pal import _free_parameters
from jug.pulsars.configuration.pint_pal_keys import key_problems
from jug.pulsars.configuration.plan import LOG_FOLDER
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import NUMBER_KINDS, PulsarOutcome, failed_outcome, outcome_of
from jug.pulsars.jobs.state import read_state, write_state
from jug.pulsars.one_pulsar import do_pulsar as module


def content(**numbers: Any) -> Any:
    """A state with a number of each kind."""
    every = {}
    for key, kind in NUMBER_KINDS.items():
        first = kind[0] if isinstance(kind, tuple) else kind
        every[key] = first()
    return {
        "name": "J1", "state": "done", "reason": "", "outputs": {}, "inputs": {"a": 1}, "data": {},
        "numbers": {**every, **numbers}, "seconds": 2,
    }  # fmt: skip


def test_whole_numbers_of_a_state_are_below_2_to_the_53() -> None:
    """Above that they are no longer those that were written."""
    for n_toa in (0, 1000, 2**53):
        found = outcome_of(content(n_toa=n_toa))
        assert found.numbers["n_toa"] == n_toa
        assert (found.seconds, found.inputs, found.reused) == (2.0, {"a": "1"}, False)
    for wrong in ({"n_toa": 2**53 + 1}, {"n_toa": 1.5}, {"n_toa": "1"}):
        with pytest.raises(ValueError, match=r"^n_toa$"):
            outcome_of(content(**wrong))
    with pytest.raises(ValueError, match=r"^gone$"):
        outcome_of({**content(), "state": "gone"})
    assert outcome_of({**content(), "state": "failed", "numbers": {}}).numbers == {}


def test_an_outcome_without_a_time_took_none() -> None:
    assert PulsarOutcome("J1", "done", "", {}) == ("J1", "done", "", {}, 0.0, {}, {}, {}, False)
    assert failed_outcome("J1", "why").seconds == 0.0


def test_the_time_of_a_pulsar_is_in_ms(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([10.0, 12.34567])
    monkeypatch.setattr(module.time, "perf_counter", lambda: next(times))
    monkeypatch.setattr(module, "open_files", lambda: None)
    monkeypatch.setattr(module, "Recorder", lambda files: files)
    monkeypatch.setattr(module, "clear_old", lambda job, names: None)
    monkeypatch.setattr(module, "output_names", lambda job: ())
    monkeypatch.setattr(module, "steps", lambda job, files: (Made(fit=None, noise=None), ("a.tim",)))
    monkeypatch.setattr(module, "write_pulsar_files", lambda job, done: {"post.par": "00"})
    monkeypatch.setattr(module, "end_of_pulsar", lambda fit, noise: (True, "good"))
    monkeypatch.setattr(module, "outcome_numbers", lambda done: {"n_toa": 3})
    monkeypatch.setattr(module, "file_hashes", lambda paths: dict.fromkeys(paths, "11"))
    monkeypatch.setattr(module, "data_hashes", lambda files: {"x": 7})
    found = module.do_pulsar(Made(name="J1", par="a.par"))  # type: ignore[arg-type]
    inputs = {"a.par": "11", "a.tim": "11"}
    assert found == ("J1", "done", "good", {"n_toa": 3}, 2.346, {"post.par": "00"}, inputs, {"x": "7"}, False)


def test_the_state_of_a_pulsar_whose_folder_has_gone_is_written(tmp_path: Path) -> None:
    """As where someone removes the folder while the pulsar is fitted."""
    job = Job("J1", "a.par", "a.tim", {}, str(tmp_path / "out" / "J1"))
    assert write_state(job, {"numpy": "2"}, failed_outcome("J1", "no TOAs")) == ""
    assert read_state(job)["reason"] == "no TOAs"


def test_the_folder_of_the_logs_of_slurm_is_made(tmp_path: Path) -> None:
    """sbatch does not make it, and a task would end at once without it."""
    script = jug.slurm_script(jug.data.example("NGC6440E")[0], tmp_path / "out")
    assert script.path == tmp_path / "out" / "slurm.sh"
    assert (tmp_path / "out" / LOG_FOLDER).is_dir()


@pytest.mark.parametrize(
    ("par", "more", "kept"),
    [
        ("DMX_0001 1e-3 1\n", {"free-dmx": True}, True),
        ("  dmx_0001 1e-3 1\n", {"free-dmx": True, "dmx": {"ignore-dmx": True}}, True),
        ("DMX_0001 1e-3 1\n", {"free-dmx": True, "dmx": {"fratio": 1.1}}, False),
        ("DMX_0001 1e-3 1\n", {"free-dmx": False}, False),
        ("DMX 6.5\n", {"free-dmx": True}, False),
    ],
)
def test_bins_of_the_par_file_are_free_unless_new_ones_are_made(
    par: str, more: dict[str, Any], kept: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.par"
    path.write_text(par)
    found = _free_parameters({"free-params": ["F0", "PX"], **more}, path)
    assert found == ["F0", "PX", *(["DMX_*"] if kept else [])]


def test_folders_of_noise_are_words() -> None:
    class Yaml(Made):
        def where(self, *keys: str) -> str:
            return "/".join(keys)

    names = {"noise-dir": 3, "compare-noise-dir": 3, "excised-tim": 3, "no-corner": "x"}
    head = {"source": "J1", "timing-model": "J1.par", "toas": ["J1.tim"]}
    told = [(p.where, p.hint) for p in key_problems(Yaml(content={**head, "intermediate-results": names}))]  # type: ignore
    assert told == [
        ("intermediate-results/noise-dir", "it is a word"), ("intermediate-results/compare-noise-dir", "it is a word"),
        ("intermediate-results/excised-tim", "it is a word"), ("intermediate-results/no-corner", "it is true or false"),
    ]  # fmt: skip
