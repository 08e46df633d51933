"""Every command prints and writes what is recorded of it: words, layout and numbers.

A difference is an error, or a change that was meant: then record anew with ``python tests/recorded/record_outputs.py``
and read the difference before it is committed.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from compare_outputs import NEAR, differences, masked
from record_outputs import OUTPUTS, file_of, inputs, recorded
from recorded_lines import LINES, LOOSE, PICTURES

from jug.cli.command import COMMANDS

ELSEWHERE = {"connect", "export", "sample", "tune", "data", "completion"}
"""Commands that take long, need optional packages, measure the machine, or list its folders; their tests are others."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the files that the lines read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PINT_CLOCK_OVERRIDE", raising=False)
        patch.setenv("JUG_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield inputs(tmp_path_factory.mktemp("inputs"))


@pytest.mark.parametrize("name", [*LINES, *PICTURES])
def test_output_is_that_which_is_recorded(name: str, made: Path, tmp_path: Path) -> None:
    found = differences(recorded(name, made, tmp_path / "room"), file_of(name).read_text(), LOOSE.get(name, NEAR))
    assert not found, f"{len(found)} differences; python tests/recorded/record_outputs.py '{name}':\n" + "\n".join(
        found[:8]
    )


def test_every_command_has_a_line_and_every_file_a_name() -> None:
    assert {line.split()[0] for line in LINES.values()} == {*COMMANDS} - ELSEWHERE - {"plot"}
    assert {file.name for file in OUTPUTS.iterdir()} == {file_of(name).name for name in (*LINES, *PICTURES)}


def test_what_counts_as_a_difference() -> None:
    """Words, layout, a number beyond its rounding; not the last digit of a long number, nor times of the run."""
    assert not differences("chi2 1.23456789012", "chi2 1.23456789013")
    assert not differences("  rms 21.182 us", "  rms 21.183 us")
    assert differences("  rms 21.182 us", "  rms 21.187 us")
    assert differences("F0 61.4854\n", "F0  61.4854\n")
    assert differences("F0 61.4854\n", "F0 61.48540\n")
    assert differences("F0 -61.485\n", "F0  61.485\n")
    assert differences("a 1", "b 1")
    assert differences("n 62", "n 63")
    assert differences("1\n2\n", "1\n")
    assert masked("about 0.4 s with NumPy, 1.2 s with JAX") == "about <times>\n"
    assert masked("from MJD 54187.59 (2007-03-28)") == "from MJD 54187.59 (2007-03-28)\n"
