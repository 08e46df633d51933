"""A device or a pipe in the place of a file ends in one message, not in a wait."""

import os
from pathlib import Path

import pytest

from jug.errors import ParError, TimError
from jug.io.par import read_par
from jug.io.tim.read import read_tim


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "pipe"])
def test_an_included_device_or_pipe_is_refused(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.tim").write_text(f"FORMAT 1\na 1400 54500 1 gbt\nINCLUDE {name}\n")
    with pytest.raises(TimError, match=rf"a\.tim:3: cannot include \S*{name}: it is a device or a pipe"):
        read_tim(tmp_path / "a.tim")


def test_a_device_without_an_end_is_not_read() -> None:
    with pytest.raises(TimError, match=r"cannot read the tim file \(a device without an end\)"):
        read_tim("/dev/zero")
    with pytest.raises(ParError, match=r"cannot read the par file \(a device without an end\)"):
        read_par("/dev/urandom")
