"""Commands whose every write, fsync and rename is the last, fails or gets Ctrl-C: each output is whole, or the old one.

What is there is compared with what the command writes when nothing happens to it, but for its digits: times differ.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from disks import injected, needs_strace
from under_attack import FIT, PAR, TIM, faults, jug

from jug import load_model, simulate, write_tim
from jug.io.par import parse_lines

pytestmark = [needs_strace, pytest.mark.usefixtures("embedded_only"), pytest.mark.long]

OLD = b"old\n" * 3000
ENV = {"PYTHONDONTWRITEBYTECODE": "1"}
DIGITS = re.compile(rb"[-+.\d]+(e[-+]\d+)?")
NOISY = "EFAC TEL gbt 1.2\nEQUAD TEL gbt 1\n"
APART = """PSR APART
RAJ 12:34:00.0 1 0.066
DECJ 56:18:00.0 1 1.0
F0 300.0 1 1e-10
F1 -1e-15 1
PEPOCH 57000
DM 20
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 57000.1
TZRSITE gbt
TZRFRQ 1400
"""
DAYS = (57000, 57001, 57004, 57030, 57100, 57200, 57250, 57330)


class Command(NamedTuple):
    """Words of a command, and the files that it writes."""

    words: str
    outputs: tuple[str, ...]


COMMANDS = {
    "fit": Command(f"{FIT} -o post.par --json a.json", ("post.par", "a.json")),
    "noise": Command(
        f"noise noisy.par {TIM} --starts 1 --no-profiles -o post.par --json a.json --write-dict b.json",
        ("post.par", "a.json", "b.json"),
    ),
    "predict": Command(f"predict {PAR} {TIM} --at 54000,55000 --json a.json", ("a.json",)),
    "outliers": Command(f"outliers {PAR} {TIM} --confirm 0 -o post.tim --json a.json", ("post.tim", "a.json")),
    "connect": Command(
        "connect apart.par apart.tim --gap 0.5 --free F0,F1 -o found --json a.json",
        ("found.par", "found.tim", "a.json"),
    ),
}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder with the input files that are not examples."""
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "noisy.par").write_text(Path(PAR).read_text().rstrip("\n") + "\n" + NOISY)
    (folder / "apart.par").write_text(APART)
    mjd = np.concatenate([day + np.array([0.0, 0.02, 0.03]) for day in DAYS])
    toas = simulate(load_model(parse_lines(APART.splitlines(), "a.par")), mjd, error_us=60.0, noise=True, seed=1)
    write_tim(toas.raw, folder / "apart.tim")
    return folder


@pytest.mark.parametrize("fault", ["signal=KILL", "signal=INT", "error=ENOSPC"])
@pytest.mark.parametrize("call", ["write", "fsync", "rename"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_call(room: Path, name: str, call: str, fault: str, trials: Callable[[int], None]) -> None:
    """A fault at call number 1, 2, ... until the command has no more of them."""
    command, inputs = COMMANDS[name], {path.name for path in room.iterdir()}
    usual = jug(command.words, folder=room, **ENV).returncode
    assert {path.name for path in room.iterdir()} == inputs | set(command.outputs)
    whole = {output: without_digits(room / output) for output in command.outputs}
    for number in range(1, 60):
        for output in command.outputs:
            (room / output).write_bytes(OLD)
        log = room.parent / "log"
        ended = jug(command.words, before=injected(call, fault, number, log), folder=room, **ENV)
        if not re.search("INJECTED|SIGKILL|SIGINT", log.read_text()):
            break
        if fault == "signal=INT":
            assert ended.returncode in (130, usual)
            assert [line for line in ended.stderr.splitlines() if not line.startswith("jug: ")] == []
        elif fault != "signal=KILL":
            assert faults(ended, silent=True) == []
            assert ended.returncode in (5, usual)
        for output in command.outputs:
            there = room / output
            assert there.read_bytes() == OLD or without_digits(there) == whole[output], f"{output}, {call} {number}"
        left = {path.name for path in room.iterdir()} - inputs - set(command.outputs)
        assert all(".tmp" in one for one in left) if fault == "signal=KILL" else not left
        for one in left:
            (room / one).unlink()
    trials(number - 1)
    assert number > len(command.outputs)
    assert {output: without_digits(room / output) for output in command.outputs} == whole, "the last one meets no fault"


def without_digits(path: Path) -> bytes:
    """A file without its numbers, since the times that a command takes differ."""
    return DIGITS.sub(b"", path.read_bytes())
