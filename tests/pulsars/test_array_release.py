"""The steps of a release: TOAs left out for a reason, DMX, FD terms, changes since an earlier release, checks."""

import json
from pathlib import Path

import numpy as np
import pytest
from arrays import small_array

import jug
from jug.pulsars.one_pulsar.checks import checks
from jug.pulsars.one_pulsar.excision import Excision, is_in_no_dmx_bin, is_of_later_backend, is_within_phases
from jug.pulsars.one_pulsar.reading import change_model

pytestmark = pytest.mark.usefixtures("embedded_only")

NAME = "J0600-3000"

CONFIGURATION = """
pulsars = ["J0600-3000.par"]
[cut]
start = "mjd < 54100"
low_snr = "-snr < 8"
[outliers]
confirm = 0
max_share = 0.3
[ftest]
add = ["F2"]
[compare]
with = "earlier"
[check]
ephem = "DE440"
troposphere = false
planet_shapiro = false
[notes]
lines = "a note <of> the array"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One pulsar with two TOAs of low S/N, two of one file that is off by 60 us, and another of that file."""
    folder = small_array(tmp_path_factory.mktemp("release"), (NAME,))
    model, toas = jug.load(folder / f"{NAME}.par", folder / f"{NAME}.tim")
    toas = toas.with_flag("snr", "20").with_flag("snr", "7.5", [20, 21])
    jug.write_tim(toas, folder / f"{NAME}.tim")
    lines = (folder / f"{NAME}.tim").read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if " gbt " in line)
    for i in (8, 9, 10):
        words = lines[first + i].split()
        words[0] = "one_file.ff"
        day, _, part = words[2].partition(".")
        words[2] = words[2] if i == 10 else f"{day}.{str(round(float(f'0.{part}') + 60e-6 / 86400.0, 15))[2:]}"
        lines[first + i] = " ".join(words)
    (folder / f"{NAME}.tim").write_text("\n".join(lines) + "\n")
    (folder / "earlier").mkdir()
    jug.write_par(model.set(F0="173.68794580001"), folder / "earlier" / f"{NAME}_v1.par")
    (folder / "run.toml").write_text(CONFIGURATION)
    return folder


def test_a_release(folder: Path) -> None:
    out = folder / "out"
    found = jug.run(folder / "run.toml", out)[NAME]
    assert found.succeeded, found.reason
    assert found.numbers["cut"] == {"start": 3, "low_snr": 2, "outlier": 2, "maxout": 1}
    assert found.numbers["n_toa"] == 22
    written = (out / NAME / "toas.tim").read_text()
    for reason, count in found.numbers["cut"].items():
        assert sum(line.startswith("C ") and f"-cut {reason}" in line for line in written.splitlines()) == count
    assert len(jug.load(folder / f"{NAME}.par", out / NAME / "toas.tim")[1]) == 22
    changes = json.loads((out / NAME / "changes.json").read_text())
    f0 = next(one for one in changes["values"] if one["name"] == "F0")
    fitted = jug.load_model(out / NAME / "post.par")
    assert f0["difference"] == pytest.approx(fitted.values["F0"] - 173.68794580001, abs=1e-13)
    assert found.numbers["worst_change_sigma"] == max(abs(one["sigma_second"]) for one in changes["values"])
    assert f0["sigma_second"] == pytest.approx(f0["difference"] / fitted.errors["F0"], rel=1e-3)
    listed = json.loads((out / NAME / "checks.json").read_text())
    assert {"EPHEM", "fit flags", "EFAC"} <= set(listed["failed"]) == set(found.numbers["to_check"])
    assert not {"name and position", "CORRECT_TROPOSPHERE", "UNITS"} & set(listed["failed"])
    page = (out / NAME / "report.html").read_text()
    for text in (
        "Changes of parameters",
        "a note &lt;of&gt; the array",
        'href="#checks"',
        "Cut TOAs",
        "Tests of terms",
    ):
        assert text in page
    assert "to check: EPHEM" in (out / "index.html").read_text()
    assert jug.run(folder / "run.toml", out)[NAME].reused
    earlier = folder / "earlier" / f"{NAME}_v1.par"
    earlier.write_text(earlier.read_text() + "# changed\n")
    assert not jug.run(folder / "run.toml", out)[NAME].reused  # what it is compared with has changed


def test_rules_that_leave_nothing_and_none(folder: Path) -> None:
    model, toas = jug.load(folder / f"{NAME}.par", folder / f"{NAME}.tim")
    with pytest.raises(jug.InputError, match="all leaves out all 30 TOAs"):
        Excision(toas).cut_by_rules(model, {"all": "mjd > 50000"})
    left = Excision(toas)
    with pytest.warns(jug.InputWarning, match=r"cut\.eclipsing is left out: the model has no orbit with a phase"):
        left.cut_by_rules(model, {"eclipsing": [0.1, 0.2]})
    with pytest.warns(jug.InputWarning, match=r'no TOA has nowhere, name "a\.ff" & -snr 1$'):
        left.cut_by_rules(model, {"files": ["nowhere"], "badtoa": ['name "a.ff" & -snr 1', "mjd < 5"]})
    assert left.n_cut == 0
    settings = {"cut": {"two words": "mjd > 5", "orbital_phase": [1]}, "check": {"reduced_chi2": "good"}}
    with pytest.raises(jug.InputError, match=r"cut\.two words cannot be the value of a flag -cut") as error:
        jug.run(folder / f"{NAME}.par", folder / "none", settings=settings)
    assert "cut.orbital_phase is [1]; it is two numbers" in str(error.value)
    with pytest.raises(jug.InputError, match=r"the phases of cut are \[0.1\]; write two"):
        is_within_phases(np.zeros(3), [0.1])
    settings = {"compare": {"with": "no_such_folder"}}
    with pytest.raises(jug.InputError, match=r"no_such_folder: there is no such folder; correct compare\.with"):
        jug.run(folder / f"{NAME}.par", folder / "o", settings=settings)
    settings = {"model": {"set": {"F0": "fast"}}}
    reason = jug.run(folder / f"{NAME}.par", folder / "o", settings=settings)[NAME].reason
    assert reason.startswith("model.set: "), reason


def test_names_that_one_model_lacks_are_left_out(folder: Path) -> None:
    """One step [model] for an array: each pulsar takes what it has, and the log says what is left out."""
    model = jug.load_model(folder / f"{NAME}.par")
    with pytest.warns(jug.InputWarning) as told:
        changed = change_model(
            model,
            {
                "remove": ["FD*"],
                "add": ["F1", "PX"],
                "set": {"M2": "0.3", "F1": "-1e-15", "TIMEEPH": "IF99"},
                "freeze": ["*", "DMX_*"],
                "free": ["F0", "SINI"],
            },
        )
    assert [str(one.message) for one in told] == [
        "model.add: F1 left out, which the model has",
        "model.set: M2 left out, which the model lacks",
        "model.free: SINI left out, which the model lacks",
    ]
    assert changed.free == ("F0",)
    assert changed.values["F1"] == -1e-15
    assert changed.values["PX"] == 0.0
    with pytest.raises(jug.InputError, match=r"model\.free: "):
        change_model(model.add(["JUMP -fe L", "JUMP -fe S"]), {"free": ["JUMP"]})


def test_phases_over_the_turn() -> None:
    phase = np.array([0.0, 0.1, 0.5, 0.95])
    assert is_within_phases(phase, [0.9, 0.1]).tolist() == [True, True, False, True]
    assert is_within_phases(phase, [0.1, 0.9]).tolist() == [False, True, True, False]


def test_backends_that_observe_together(folder: Path) -> None:
    """One of them is kept where they observe together; another receiver is another observation."""
    mjd = [55000.0, 55000.01, 55001.0, 55000.01, 55030.0]
    flags = {"be": ["GASP", "GUPPI", "GASP", "GUPPI", "GUPPI"], "fe": ["L", "L", "L", "S", "L"]}
    toas = jug.simulate(jug.load_model(folder / f"{NAME}.par"), mjd, flags=flags)
    assert is_of_later_backend(toas, ["GUPPI", "GASP"]).tolist() == [True, False, False, False, False]
    assert is_of_later_backend(toas, ["GASP", "GUPPI"]).tolist() == [False, True, False, False, False]


@pytest.mark.filterwarnings("ignore::jug.InputWarning")  # RNAMP beside TNREDAMP
def test_checks_of_a_real_pulsar() -> None:
    model, toas = jug.load(*jug.data.example("B1855+09"))
    assert not is_in_no_dmx_bin(model, toas).any()
    result = jug.fit(model, toas)
    found = {one.name: one for one in checks("B1855+09_NANOGrav_9yv1.gls.par", result, toas, {"planet_shapiro": True})}
    assert found["name of the par file"].good
    assert found["JUMPs"].good
    assert all(found[name].good for name in ("EFAC", "EQUAD", "ECORR", "DMX fitted", "fit flags", "reduced chi2"))
    assert found["TZRMJD"].good
    assert is_in_no_dmx_bin(model.remove("DMX_0001"), toas).sum() > 0


def test_frequency_dependent_terms_as_many_as_are_there(tmp_path: Path) -> None:
    """FD1 and FD2 of 20 us at 100 TOAs of 1 us are found; FD3 is not added."""
    par = small_array(tmp_path, (NAME,)) / f"{NAME}.par"
    par.write_text(par.read_text() + "FD1 2e-5\nFD2 2e-5\n")
    freq = np.tile([400.0, 800.0, 1400.0, 3000.0], 25)
    mjd = np.repeat(np.linspace(54000.0, 55000.0, 25), 4)
    toas = jug.simulate(jug.load_model(par), mjd, freq_mhz=freq, error_us=1.0, noise=True, seed=1)
    jug.write_tim(toas, par.with_suffix(".tim"))
    par.write_text(par.read_text().replace("FD1 2e-5\nFD2 2e-5\n", ""))
    assert jug.run(par, tmp_path / "out", settings={"fd": {}})[NAME].succeeded
    assert {name for name in jug.load_model(tmp_path / "out" / NAME / "post.par").free if "FD" in name} == {
        "FD1",
        "FD2",
    }
