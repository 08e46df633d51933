"""Options of the commands with absurd numbers: refused in one line, exit code 2."""

from pathlib import Path

import pytest
from copies import example

from jug.cli.command import main

PAR, TIM = map(str, example("NGC6440E"))
pytestmark = pytest.mark.usefixtures("embedded_only")

REFUSED = [
    *(("predict", "--at", "60000", *words) for words in (("--seed", "-1"), ("--draws", "-3"), ("--draws", "0.5"))),
    *(("predict", "--at", "60000", "--freq", freq) for freq in ("nan", "-1", "1e-300")),
    *(("predict", "--at", at) for at in ("nan", "1e300", "1:2", "1:2:99999999999", "60000:1e400:5", ",")),
    *(("noise", *words) for words in (("--seed", "-1"), ("--starts", "0"), ("--seed", "nan"))),
    *(("outliers", *words) for words in (("--confirm", "-1"), ("--threshold", "nan"))),
    *(("ftest", "--add", "F2", "--threshold", threshold) for threshold in ("nan", "-1", "5")),
    *(("connect", *words) for words in (("--gap", "nan"), ("--gap", "1e300"), ("--max-nodes", "0"))),
]

OF_A_PAR_FILE = [("--seed", "-1"), ("--cadence", "nan"), ("--cadence", "1e-9"), ("--error", "nan"), ("--start", "inf")]


def is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the command ends with 2 and one line."""
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr()
    return (code, said.out, said.err.count("\n")) == (2, "", 1) and said.err.startswith("jug: error: ")


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_it_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """A seed of -1 showed a traceback; --freq nan and --draws -3 were taken as 0."""
    assert is_refused([words[0], PAR, TIM, *words[1:]], capsys)


@pytest.mark.parametrize("words", OF_A_PAR_FILE, ids=" ".join)
def test_a_simulation_is_refused(words: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert is_refused(["simulate", PAR, "-o", str(tmp_path / "a.tim"), *words], capsys)
    assert not any(tmp_path.iterdir())
