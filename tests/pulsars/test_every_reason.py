"""Every reason for which a run leaves TOAs out, on one pulsar, and what has changed since an earlier run of it."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from arrays import small_array

import jug
from jug.pulsars.one_pulsar.excision import is_in_crowded_file

pytestmark = pytest.mark.usefixtures("embedded_only")

NAME = "J1012+5307"

PAR = """PSR J1012+5307
RAJ 10:12:33.4 1
DECJ 53:07:02.5 1
F0 190.2678376220576 1
F1 -6.2D-16 1
PEPOCH 54500
DM 9.02
DMX 0
BINARY ELL1
PB 0.604672722901
A1 0.581817
TASC 54500.3
EPS1 0
EPS2 0
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
"""

SETTINGS = {
    "cut": {"snr": "-snr < 8", "simultaneous": ["GUPPI", "GASP"], "orbital_phase": [0.24, 0.26]},
    "dmx": {"cut": True},
    "outliers": {"confirm": 12, "max_share": 0.15, "epochs": 0.0027},
    "ftest": {"add": ["F2"]},
}


def late(text: str, seconds: float) -> str:
    """A line of a tim file with a later time."""
    words = text.split()
    day, _, part = words[2].partition(".")
    words[2] = f"{day}.{float(f'0.{part}') + seconds / 86400.0:.16f}".replace(".0.", ".")
    return " ".join(words)


@pytest.fixture(scope="module")
def pulsar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """60 epochs of 8 channels: one with twice the scatter, one of one band alone, two TOAs 12 sigma late."""
    folder = tmp_path_factory.mktemp("every_reason")
    par = folder / f"{NAME}.par"
    par.write_text(PAR.replace("DMX 0\n", ""))
    model = jug.load_model(par)
    mjd = np.repeat(np.linspace(54000.0, 55180.0, 60), 8)
    freq = np.tile([1150.0, 1250.0, 1350.0, 1450.0, 1550.0, 1650.0, 1750.0, 1850.0], 60)
    freq[80:88] = 1450.0
    flags = {
        "fe": ["L"] * 480,
        "be": ["GASP" if 240 <= i < 244 else "GUPPI" for i in range(480)],
        "bw": ["100"] * 480,
        "snr": ["5" if i in (400, 410) else "20" for i in range(480)],
    }
    freq[240:244] = freq[244:248]
    toas = jug.simulate(model, mjd, site="gbt", error_us=1.0, freq_mhz=freq, noise=True, seed=3, flags=flags)
    jug.write_tim(toas, folder / f"{NAME}.tim")
    lines = (folder / f"{NAME}.tim").read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if " gbt " in line)
    for i in range(480):
        row = first + i
        lines[row] = " ".join([f"file_{i // 8}.ff", *lines[row].split()[1:]])
    for i in (162, 165):
        lines[first + i] = late(lines[first + i], 12e-6)
    for i in range(320, 328):
        lines[first + i] = late(lines[first + i], (2.2e-6 if i % 2 else -2.2e-6))
    (folder / f"{NAME}.tim").write_text("\n".join(lines) + "\n")
    return folder


def test_every_reason(pulsar: Path) -> None:
    found = jug.run(pulsar, pulsar / "first", jobs=1, settings=SETTINGS)[NAME]
    assert found.succeeded, found.reason
    cut = found.numbers["cut"]
    assert cut["snr"] == 2
    assert cut["simul"] == 4, "GUPPI is kept where both saw the same band"
    assert cut["dmx"] == 8, "one frequency is no DM"
    assert cut["outlier"] >= 2
    assert cut["epochdrop"] == 8
    assert 0 < cut["orbit"] < 30, "2% of the turns"
    written = (pulsar / "first" / NAME / "toas.tim").read_text().splitlines()
    reasons = Counter(m[1] for line in written if line.startswith("C ") and (m := re.search(r"-cut (\S+)", line)))
    assert reasons == cut
    of_file = Counter(m[1] for line in written if "file_20.ff" in line and (m := re.search(r"-cut (\S+)", line)))
    assert 2 <= of_file["outlier"] < 8
    assert of_file["maxout"] == 8 - of_file["outlier"], "2 of 8 TOAs are more than 15%, which is 1"
    page = (pulsar / "first" / NAME / "report.html").read_text()
    assert "Each of them" in page
    assert "file_20.ff" in page
    settings = {**SETTINGS, "cut": {"snr": "-snr < 8"}, "compare": {"with": str(pulsar / "first")}}
    again = jug.run(pulsar, pulsar / "second", jobs=1, settings=settings)[NAME]
    assert again.succeeded, again.reason
    changes = json.loads((pulsar / "second" / NAME / "changes.json").read_text())
    assert changes["earlier"]["cut"] == cut
    assert changes["now"]["n_toa"] > changes["earlier"]["n_toa"]
    page = (pulsar / "second" / NAME / "report.html").read_text()
    assert "Changes of the data and tests" in page
    assert "TOAs left out, -cut simul" in page
    assert "TOAs left out, -cut simul: 4 before, 0 now" in (pulsar / "second" / NAME / "log.txt").read_text()


def test_one_frequency_is_no_dm(tmp_path: Path) -> None:
    """The step dmx is left out, and the pulsar is fitted with all its TOAs."""
    folder = small_array(tmp_path / "array", ("J0001+0100",))
    found = jug.run(folder, tmp_path / "out", jobs=1, settings={"dmx": {"cut": True}})["J0001+0100"]
    assert found.succeeded, found.reason
    assert found.numbers["n_toa"] == 30
    written = tmp_path / "out" / "J0001+0100"
    assert "the step dmx is left out: no bin has TOAs at frequencies far enough" in (written / "log.txt").read_text()
    assert not [name for name in jug.load_model(written / "post.par").names if name.startswith("DMX")]


def test_a_bin_that_a_rule_has_emptied_is_taken_out(tmp_path: Path) -> None:
    par = small_array(tmp_path / "array", ("J0001+0100",)) / "J0001+0100.par"
    bins = "DMX_0001 0 1\nDMXR1_0001 53999\nDMXR2_0001 54001\nDMX_0002 0 1\nDMXR1_0002 54900\nDMXR2_0002 55001\n"
    par.write_text(par.read_text() + bins)
    found = jug.run(par, tmp_path / "out", jobs=1, settings={"cut": {"early": "mjd < 54001"}})["J0001+0100"]
    assert found.succeeded, found.reason
    names = jug.load_model(tmp_path / "out" / "J0001+0100" / "post.par").names
    assert [name for name in names if name.startswith("DMX_")] == ["DMX_0002"]


def test_lines_that_a_noise_dictionary_lacks_are_in_the_log(tmp_path: Path) -> None:
    par = small_array(tmp_path / "array", ("J0001+0100",)) / "J0001+0100.par"
    par.write_text(par.read_text() + "EFAC MJD 50000 60000 1.1\n")
    found = jug.run(par, tmp_path / "out", jobs=1, settings={"export": {"noise": True}})["J0001+0100"]
    assert found.succeeded, found.reason
    log = (tmp_path / "out" / "J0001+0100" / "log.txt").read_text()
    said = "not in the noise dictionary noise_dictionary.json: EFAC1 MJD 50000 60000: enterprise has no key for it"
    assert f"jug: warning: {said}\n" in log


def test_noise_that_is_there_and_noise_that_the_toas_do_not_tell(tmp_path: Path) -> None:
    """EFAC of the par file is estimated; equal uncertainties tell of no EQUAD, single TOAs of no ECORR."""
    par = small_array(tmp_path / "array", ("J0001+0100",)) / "J0001+0100.par"
    par.write_text(par.read_text() + "EFAC TEL gbt 1\n")
    found = jug.run(par, tmp_path / "out", jobs=1, settings={"noise": {"add": "white,ecorr", "starts": 1}})[
        "J0001+0100"
    ]
    assert found.succeeded, found.reason
    log = (tmp_path / "out" / "J0001+0100" / "log.txt").read_text()
    assert (
        "noise is not added: efac (the model has lines of it, which are estimated); equad (its uncertainties are" in log
    )
    assert "ecorr (fewer than 3 epochs have two TOAs or more)" in log
    model = jug.load_model(tmp_path / "out" / "J0001+0100" / "post.par")
    assert [name for name in model.names if name.startswith(("EFAC", "EQUAD", "ECORR"))] == ["EFAC1"]
    assert model.values["EFAC1"] != 1.0
    par.write_text(par.read_text().replace("EFAC TEL gbt 1\n", ""))
    found = jug.run(par, tmp_path / "out", jobs=1, settings={"noise": {"add": "ecorr"}})["J0001+0100"]
    assert found.succeeded, "nothing is left to estimate"


def test_files_with_many_outliers_by_the_toas_that_were_read() -> None:
    """Of 12 TOAs 8% are 1, of 40 they are 3: 2 outliers in 12 are many; 1 of the 4 that are left of 40 is not."""
    every = ["a"] * 12 + ["b"] * 12 + ["c"] * 40
    names = every[:28]
    bad = np.zeros(28, dtype=bool)
    bad[[0, 12, 13, 24]] = True
    assert is_in_crowded_file(every, names, bad, 0.08).tolist() == [name == "b" for name in names]
