"""Names of files that are empty, too long, links in a circle, pipes or not UTF-8, and lines of any length."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from time import process_time

import pytest
from copies import ROOT, example
from under_attack import FIT, PAR, TIM, faults, jug

from jug import DataError, InputError, ParError, load, load_model, read_tim, write_par
from jug.cli.command import main
from jug.io.par import parse_lines

pytestmark = pytest.mark.usefixtures("embedded_only")

SLOW_S = 20.0
"""CPU time of one file; the machine may be busy. Before, each of the long lines took minutes."""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", ""), "--output is empty; give a name, or leave it out"),
        (("--json", ""), "--json is empty; give a name, or leave it out"),
        (("--plot", ""), "--plot is empty; give a name, or leave it out"),
        (("-o", "{folder}/a/"), "{folder}/a/: cannot write: a folder has this name; give another name"),
        (("--json", "{folder}/" + "a" * 300), "a: cannot write: File name too long; give another name"),
    ],
)
def test_a_name_that_no_output_can_have_is_refused_before_the_work(
    tmp_path: Path, words: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty one was no output and exit code 0, ``a/`` a file of the name a, a long one an error after the fit."""
    option, name = words
    assert main(["fit", str(PAR), str(TIM), option, name.format(folder=tmp_path)]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.endswith(said.format(folder=tmp_path) + "\n")
    assert found.err.count("\n") == 1
    assert not any(tmp_path.iterdir())


def test_a_function_writes_no_file_for_the_name_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a directory has this name"):
        write_par(load_model(PAR), f"{tmp_path}/a/")
    assert not any(tmp_path.iterdir())


def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    before = f"mkdir {tmp_path}/gone; cd {tmp_path}/gone; rmdir {tmp_path}/gone;"
    ended = jug(f"{FIT} -o post.par", before=before)
    assert ended.returncode == 2
    assert faults(ended) == []
    assert ended.stderr.startswith("jug: error: post.par: cannot write: ")
    assert jug(f"{FIT} -o {tmp_path}/post.par", before=before).returncode == 0


def test_links_in_a_circle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for words in ([str(tmp_path / "a"), str(TIM)], [str(PAR), str(tmp_path / "a")]):
        assert main(["fit", *words]) == 2
        assert capsys.readouterr().err.startswith(f"jug: error: {tmp_path / 'a'}: cannot read the ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_named_pipes_as_inputs_and_as_output(tmp_path: Path) -> None:
    for name in ("a.par", "a.tim", "post.par"):
        os.mkfifo(tmp_path / name)
    got: list[bytes] = []
    threads = [
        threading.Thread(target=(tmp_path / "a.par").write_bytes, args=[Path(PAR).read_bytes()]),
        threading.Thread(target=(tmp_path / "a.tim").write_bytes, args=[Path(TIM).read_bytes()]),
        threading.Thread(target=lambda: got.append((tmp_path / "post.par").read_bytes())),
    ]
    for thread in threads:
        thread.start()
    ended = jug("fit a.par a.tim -o post.par", folder=tmp_path)
    for thread in threads:
        thread.join(60)
    assert ended.returncode == 0
    assert faults(ended) == []
    assert load_model(parse_lines(got[0].decode().splitlines(), "a.par")).free == load_model(PAR).free


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    """With a line end, in characters of other scripts, and with a byte that is not UTF-8."""
    folder = os.fsencode(tmp_path) + "/名 前\n".encode() + b"\xff"
    os.mkdir(folder)
    words = [b"fit", os.fsencode(PAR), os.fsencode(TIM), b"-o", folder + b"/post.par"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    line = [os.fsencode(sys.executable), b"-m", b"jug", *words]
    ended = subprocess.run(line, env=env, capture_output=True, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert os.listdir(folder) == [b"post.par"]


@pytest.mark.parametrize("name", ["~nobody-has-this-name/a.bsp", f"/{'a' * 5000}", f"./{'a' * 5000}.bsp"])
def test_an_ephemeris_whose_name_no_file_can_have(name: str) -> None:
    """The folder of a user who is not there ended in a traceback; a long name was refused without a line."""
    lines = [line for line in Path(PAR).read_text().splitlines() if not line.startswith("EPHEM")]
    with pytest.raises(DataError, match=rf"^a\.par:{len(lines) + 1}: the ephemeris .* is not at hand"):
        load(parse_lines([*lines, f"EPHEM {name}"], "a.par"), TIM)


@pytest.mark.parametrize(("variable", "code"), [("JUG_DATA", 2), ("JUG_CACHE", 0), ("TEMPO2", 0)])
def test_a_folder_of_a_user_who_is_not_there(tmp_path: Path, variable: str, code: int) -> None:
    for words in (f"residuals {PAR} {TIM} -o a.txt", "data status", "data clear"):
        ended = jug(words, folder=tmp_path, **{variable: "~nobody-has-this-name/a"})
        assert faults(ended) == []
        assert ended.returncode in (0, code)


@pytest.mark.parametrize("name", ["a\0b", "~nobody-has-this-name/a"])
def test_a_function_says_that_a_name_cannot_be_written(name: str) -> None:
    with pytest.raises(InputError, match="cannot write: "):
        write_par(load_model(PAR), name)


@pytest.mark.parametrize("size", [200, 3_000_000])
def test_a_keyword_of_any_length(size: int) -> None:
    """Every beginning of it was looked up: 100,000 characters took 9 s, 5 million were not ended after a minute."""
    start = process_time()
    with pytest.raises(
        ParError, match=rf"^a\.par:\d+: a keyword of {size} characters: .*; correct or remove the line$"
    ):
        load_model(parse_lines([*Path(PAR).read_text().splitlines(), "A" * size + " 1 1"], "a.par"))
    assert process_time() - start < SLOW_S


def test_a_hundred_thousand_flags_of_a_toa(tmp_path: Path) -> None:
    """The names before each flag were searched for its own: a minute and more."""
    flags = " ".join(f"-f{k} a" for k in range(100_000))
    (tmp_path / "a.tim").write_text(f"FORMAT 1\n x 1400 55000.1 1 gbt {flags}\n x 1400 55001.1 1 gbt -b c\n")
    start = process_time()
    raw = read_tim(tmp_path / "a.tim")
    assert process_time() - start < SLOW_S
    assert len(raw.flags) == 100_001


def test_a_comment_of_ten_megabytes(tmp_path: Path) -> None:
    par, tim = example("NGC6440E")
    for source, name in ((par, "a.par"), (tim, "a.tim")):
        (tmp_path / name).write_text(Path(source).read_text() + "C " + "x" * 10_000_000 + "\n")
    start = process_time()
    assert main(["fit", str(tmp_path / "a.par"), str(tmp_path / "a.tim"), "-q"]) == 0
    assert process_time() - start < SLOW_S
