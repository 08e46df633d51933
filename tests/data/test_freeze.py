"""Frozen data give the same bits anywhere, and say so when they cannot."""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from copies import example
from offline import REFUSED, ROOT
from test_kernels import package

import jug
import jug.data.freeze as freeze_module
from jug.cli.command import main
from jug.cli.data_commands.freeze import pairs, residuals_with
from jug.data import open_files
from jug.data.freeze import Pair, freeze
from jug.data.frozen import FrozenFiles
from jug.data.hashes import hashed_text
from jug.errors import DataError, InputError, InputWarning

PAR, TIM = map(str, example("NGC6440E"))
PARKES = Pair(*map(str, example("J1028-5819")))

FIT = """
import sys, warnings
warnings.simplefilter("ignore")
import jug
model, toas = jug.load({par!r}, {tim!r})
result = jug.fit(model, toas, backend="numpy")
for array in (result.prefit_residuals.time_s, result.residuals.time_s, result.covariance):
    print(array.tobytes().hex())
print([float(v).hex() for v in result.values.values()])
print(sorted({{use.source for use in result.uses}}))
"""


def bits(par: str, tim: str, environ: dict[str, str]) -> list[str]:
    """Residuals, covariance and values of a fit in a process without any network, to the last bit; and the sources."""
    lonely = ["unshare", "-n"] if namespaces() else []
    code = FIT.format(par=par, tim=tim) if lonely else REFUSED + FIT.format(par=par, tim=tim)
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("JUG_", "PINT_", "TEMPO"))}
    command = [*lonely, sys.executable, "-c", code]
    env = {**clean, "PYTHONPATH": str(ROOT), **environ}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def namespaces() -> bool:
    """Whether a network namespace of one's own can be had, in which there is nothing at all."""
    words = ["unshare", "-n", "true"]
    return bool(shutil.which("unshare")) and not subprocess.run(words, capture_output=True, timeout=60).returncode


@pytest.fixture
def frozen(tmp_path: Path, cache: Path) -> Path:
    freeze(tmp_path / "frozen", [Pair(PAR, TIM)], open_files(), residuals_with())
    return tmp_path / "frozen"


@pytest.fixture
def others(tmp_path: Path) -> dict[str, str]:
    """An environment full of other data: clocks that are a microsecond off, in every place that is searched."""
    for folder in ("cache/clock", "pint", "t2/clock", "t/clock"):
        (tmp_path / folder).mkdir(parents=True)
        for name in ("time_gbt.dat", "gps2utc.clk", "pks2gps.clk"):
            row = " 40000.00       0.00        1.00    1\n 70000.00       0.00        1.00    1\n"
            (tmp_path / folder / name).write_text(row if name.endswith(".dat") else "# A B\n40000 1e-6\n70000 1e-6\n")
    variables = {"JUG_CACHE": "cache", "PINT_CLOCK_OVERRIDE": "pint", "TEMPO2": "t2", "TEMPO": "t"}
    return {name: str(tmp_path / folder) for name, folder in variables.items()}


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
@pytest.mark.parametrize("pair", [Pair(PAR, TIM), PARKES], ids=["NGC6440E", "J1028-5819"])
def test_the_same_bits_without_a_network_and_among_other_data(
    pair: Pair, tmp_path: Path, cache: Path, others: dict[str, str]
):
    embedded = {"JUG_CACHE": str(tmp_path / "none")}
    before = bits(*pair, embedded)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUG_CACHE", embedded["JUG_CACHE"])
        freeze(tmp_path / "frozen", [pair], open_files(), residuals_with())
    moved = (tmp_path / "frozen").rename(tmp_path / "elsewhere")
    after = bits(*pair, {**others, "JUG_DATA": str(moved)})
    assert after[:-1] == before[:-1]
    assert after[-1] == str([f"frozen ({moved})"])
    assert bits(*pair, others)[0] != before[0]  # these other data would have made a difference


def test_a_folder_that_lost_its_list(frozen: Path, monkeypatch: pytest.MonkeyPatch):
    (frozen / "frozen.json").unlink()
    monkeypatch.setenv("JUG_DATA", str(frozen))
    with pytest.raises(jug.DataError, match=r"its list frozen.json is missing; copy the whole folder again"):
        jug.load(*example("NGC6440E"))


def test_other_folders_do_not_matter(frozen: Path, monkeypatch: pytest.MonkeyPatch):
    """A variable that names a folder of the machine where the data were frozen, say."""
    monkeypatch.setenv("PINT_CLOCK_OVERRIDE", "/not/on/this/machine")
    monkeypatch.setenv("JUG_DATA", str(frozen))
    assert isinstance(open_files(), FrozenFiles)


def test_what_is_frozen(frozen: Path):
    listed = json.loads((frozen / "frozen.json").read_text())
    assert sorted(path.name for path in frozen.iterdir()) == [
        *("README.txt", "clock", "ephemeris", "frozen.json", "orientation", "table"),
    ]
    assert set(listed["clock"]) == {"time_gbt.dat", "gps2utc.clk", "tai2tt_bipm2019.clk"}
    assert set(listed["ephemeris"]) == {"DE421"}
    assert set(listed["orientation"]) == {"finals2000A.all", "eopc04.1962-now", "Leap_Second.dat"}
    assert listed["versions"]["jug"] == jug.__version__
    assert listed["versions"]["numpy"] == np.__version__
    assert listed["versions"]["astropy-iers-data"]
    (pair,) = listed["pairs"]
    assert (pair["par"], pair["tim"], pair["n_toa"]) == ("NGC6440E.par", "NGC6440E.tim", 62)
    assert len(pair["par_sha256"]) == len(pair["residuals_sha256"]) == 64
    mask = os.umask(0)
    os.umask(mask)
    assert frozen.stat().st_mode & 0o777 == 0o777 & ~mask


FILES = [
    *("clock/time_gbt.dat", "clock/gps2utc.clk", "clock/tai2tt_bipm2019.clk", "ephemeris/de421.bsp"),
    *("orientation/finals2000A.all", "orientation/eopc04.1962-now", "orientation/Leap_Second.dat"),
    "table/smooth_1960_2060.npy",
]


def test_the_list_of_files_is_whole(frozen: Path):
    found = {path.relative_to(frozen).as_posix() for path in frozen.rglob("*") if path.is_file()}
    assert found == {*FILES, "README.txt", "frozen.json"}


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_an_error_that_names_it(frozen: Path, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JUG_DATA", str(frozen))
    jug.load(PAR, TIM)
    path = frozen / name
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)
    with pytest.raises(DataError, match=rf"{name}: this file has changed since it was frozen .*; take a fresh copy"):
        jug.load(PAR, TIM)
    path.unlink()
    with pytest.raises(DataError, match=rf"{name}: a frozen file cannot be read \(No such file"):
        jug.load(PAR, TIM)


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_another_pulsar_is_told_that_it_was_not_frozen(frozen: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JUG_DATA", str(frozen))
    with pytest.raises(
        DataError, match=r"pks2gps.clk is not among the data frozen in .* for NGC6440E.par; freeze again"
    ):
        jug.load(*PARKES)
    with pytest.raises(DataError, match=r"the ephemeris DE440 is not at hand.*at hand: DE421"):
        jug.load(PAR, TIM, ephem="DE440")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda listed: listed["versions"].update(jug="0.0.1"),
            "frozen by jug 0.0.1, this is jug .*: residuals may differ",
        ),
        (
            lambda listed: listed["sites"].update(sha256="0"),
            "its table of observatories was another one: residuals may",
        ),
    ],
    ids=["version", "sites"],
)
def test_another_jug_is_told(frozen: Path, monkeypatch: pytest.MonkeyPatch, change: Callable, said: str):
    listed = json.loads((frozen / "frozen.json").read_text())
    change(listed)
    (frozen / "frozen.json").write_text(json.dumps(listed))
    with pytest.warns(InputWarning, match=said):
        open_files(frozen)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 2}', '{"format": 1}'])
def test_a_damaged_list(frozen: Path, text: str):
    (frozen / "frozen.json").write_text(text)
    with pytest.raises(DataError, match=r"frozen.json:\d*:? "):
        open_files(frozen)


@pytest.mark.parametrize("entry", [{}, "x", {"path": "clock/gps2utc.clk", "files": {}}, {"files": {"x": {}}}], ids=str)
def test_a_damaged_entry_of_the_list(frozen: Path, entry: object):
    """One without a sha256 would let a changed file pass."""
    listed = json.loads((frozen / "frozen.json").read_text())
    listed["clock"]["gps2utc.clk"] = entry
    (frozen / "frozen.json").write_text(json.dumps(listed))
    with pytest.raises(DataError, match=r"frozen.json: the list of frozen data is damaged; take a fresh copy"):
        open_files(frozen)


def test_frozen_data_can_be_frozen_again(frozen: Path, tmp_path: Path):
    again = freeze(tmp_path / "again", [Pair(PAR, TIM)], open_files(frozen), residuals_with())
    assert {found.source for found in again.found} == {f"frozen ({frozen})", "embedded"}
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (frozen / name).read_bytes()


def test_a_package_and_an_included_clock_file(tmp_path: Path, cache: Path):
    own = tmp_path / "own"
    (own / "clock").mkdir(parents=True)
    package(own / "ephemeris")
    table = open_files().clock("time_gbt.dat").path.read_text()
    (own / "clock" / "time_gbt.dat").write_text("  INCLUDE gbt_rows.dat\n")
    (own / "clock" / "gbt_rows.dat").write_text(table)
    files = open_files(own)
    done = freeze(tmp_path / "frozen", [Pair(PAR, TIM)], files, residuals_with("DE405"))
    assert {found.source for found in done.found} >= {f"--data ({own})"}
    frozen = open_files(tmp_path / "frozen")
    assert isinstance(frozen, FrozenFiles)
    shutil.rmtree(own)
    _, toas = jug.load(PAR, TIM, files=frozen, ephem="DE405")
    assert toas.ephem == "DE405"
    rows = tmp_path / "frozen" / "clock" / "gbt_rows.dat"
    rows.write_text(rows.read_text() + "\n")
    with pytest.raises(DataError, match=r"gbt_rows.dat: this file has changed"):
        jug.load(PAR, TIM, files=open_files(tmp_path / "frozen"), ephem="DE405")


def test_nothing_is_left_of_a_freeze_that_fails(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    usual = freeze_module.copy_new

    def full(origin: Path, target: Path) -> None:
        if origin.suffix == ".bsp":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        usual(origin, target)

    monkeypatch.setattr(freeze_module, "copy_new", full)
    with pytest.raises(DataError, match="frozen: cannot copy: No space left on device; nothing was frozen"):
        freeze(tmp_path / "frozen", [Pair(PAR, TIM)], open_files(), residuals_with())
    assert not list(tmp_path.iterdir())


def test_a_copy_that_went_wrong_is_seen(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    usual = freeze_module.copy_new

    def wrong(origin: Path, target: Path) -> None:
        usual(origin, target)
        if target.name == "gps2utc.clk":
            target.write_text("# A B\n40000 1e-6\n70000 1e-6\n")

    monkeypatch.setattr(freeze_module, "copy_new", wrong)
    with pytest.raises(DataError, match="the copy gives other residuals: a data file changed meanwhile; freeze again"):
        freeze(tmp_path / "frozen", [Pair(PAR, TIM)], open_files(), residuals_with())
    assert not list(tmp_path.iterdir())


def test_folders_that_cannot_be_made(tmp_path: Path, cache: Path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("")
    for folder, said in (
        ("full", "this is not an empty folder"),
        ("full/x", "not an empty"),
        ("a/b", "parent folder does not exist"),
    ):
        with pytest.raises(DataError, match=said):
            freeze(tmp_path / folder, [Pair(PAR, TIM)], open_files(), residuals_with())
    (tmp_path / "empty").mkdir()
    assert freeze(tmp_path / "empty", [Pair(PAR, TIM)], open_files(), residuals_with()).n_toas == (62,)


def test_the_command(tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["data", "freeze", str(tmp_path / "frozen"), PAR, TIM, *PARKES]) == 0
    said = capsys.readouterr().out
    assert f"MB in {tmp_path / 'frozen'}; with it the residuals are the same to the last bit:" in said
    assert f"  {PAR}, {TIM}: 62 TOAs" in said
    assert main(["fit", PAR, TIM, "--data", str(tmp_path / "frozen"), "--full"]) == 0
    assert f"frozen ({tmp_path / 'frozen'})" in capsys.readouterr().out
    assert main(["data", "status", "--data", str(tmp_path / "frozen")]) == 0
    said = capsys.readouterr().out
    assert f"  frozen by jug {jug.__version__} on " in said
    assert "is not among the data frozen" in said  # MeerKAT's clock


def test_the_command_as_json(tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "frozen"
    assert main(["data", "freeze", str(folder), PAR, TIM, *PARKES, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["folder"] == str(folder)
    assert said["pairs"][0] == {"par": PAR, "tim": TIM, "n_toa": 62}
    assert len(said["pairs"]) == 2
    assert {"name", "from", "path"} == set(said["files"][0])
    assert {"gps2utc.clk", "DE421"} <= {file["name"] for file in said["files"]}
    assert 0 < said["size_bytes"] <= sum(path.stat().st_size for path in folder.rglob("*"))


def test_lines_may_be_left_out(tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]):
    """What `jug fit --ignore` can fit can be frozen."""
    odd = tmp_path / "a.par"
    odd.write_text(Path(PAR).read_text() + "PMRAA 1.0\n")
    words = ["data", "freeze", str(tmp_path / "frozen"), str(odd), TIM]
    assert main(words) == 2
    assert "PMRAA" in capsys.readouterr().err
    assert main([*words, "--ignore", "PMRAA"]) == 0
    assert f"  {odd}, {TIM}: 62 TOAs" in capsys.readouterr().out


def test_pairs():
    assert pairs(["a.par", "a.tim"]) == [Pair("a.par", "a.tim")]
    assert pairs(["a.par", "1.tim", "2.tim", "b.PAR", "b"]) == [
        *(Pair("a.par", "1.tim"), Pair("a.par", "2.tim"), Pair("b.PAR", "b")),
    ]
    for words in (["a.par"], ["a.par", "b.par", "b.tim"], ["a.par", "a.tim", "b.par"]):
        with pytest.raises(InputError, match=r"no tim file after [ab].par; as in: jug data freeze DIR"):
            pairs(words)


def test_freeze_reads_the_files_as_another_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a line EPHEM, tempo2 takes DE405."""
    par = tmp_path / "a.par"
    lines = Path(PAR).read_text().splitlines()
    par.write_text("\n".join(line for line in lines if not line.startswith("EPHEM")) + "\n")
    assert main(["data", "freeze", str(tmp_path / "frozen"), str(par), TIM, "--as", "tempo2"]) == 0
    assert "DE405" in capsys.readouterr().out


def test_a_list_of_files_has_the_same_bytes_in_any_order() -> None:
    files = {"b.clk": {"sha256": "1", "n": 2}, "a.clk": {"sha256": "2", "n": 1}}
    other = {name: dict(reversed(one.items())) for name, one in reversed(files.items())}
    assert hashed_text({"files": files, "date": "2026"}) == hashed_text({"date": "2026", "files": other})
