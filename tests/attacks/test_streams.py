"""Standard streams that are closed or full: a code of the table, and no file gets their numbers."""

import subprocess
import sys

import pytest
from under_attack import FIT, TIM, faults, jug

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--help >&-", 5),
        ("--version >/dev/full", 5),
        (f"{FIT} >/dev/full", 5),
        (f"{FIT} >/dev/null 2>/dev/full", 0),
        (f"fit none.par {TIM} 2>/dev/full", 2),
        (f"fit none.par {TIM} <&- >&- 2>&-", 2),
        ("fit --colour >&- 2>&-", 2),
        ("fit --colour 2>/dev/full", 2),
    ],
)
def test_a_stream_that_cannot_be_written_to(words: str, code: int) -> None:
    ended = jug(words)
    assert ended.returncode == code
    assert ended.stdout == ""
    assert not faults(ended, silent="2>" in words)
    if code == 5:
        assert ended.stderr.startswith("jug: error: cannot write to standard output: ")


def test_no_file_gets_the_number_of_a_closed_stream() -> None:
    """What a library writes to standard error would go into that file."""
    code = (
        "import os, sys; from jug.cli.command import main; os.close(0); os.close(2); sys.stderr = None\n"
        "sys.argv = ['jug', '--version']\ntry: main()\nexcept SystemExit: print(os.open('/dev/null', os.O_RDONLY))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert int(ran.stdout.split()[-1]) > 2
