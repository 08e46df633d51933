"""No output of a command overwrites a file that it reads; a par file may be renewed where the output is one."""

from pathlib import Path

import pytest
from copies import example

from jug.cli import command as cli

PAR, TIM = (path.read_bytes() for path in example("NGC6440E"))

REFUSED = [
    ("residuals P T -o P", "P", "the par file"),
    ("residuals P T --columns mjd,res -o P", "P", "the par file"),
    ("residuals P T -o T", "T", "the tim file"),
    ("publish P T -o P", "P", "the par file"),
    ("simulate P -o P", "P", "the par file"),
    ("simulate P --tim T -o T", "T", "the tim file"),
    ("plot P T --kind residuals -o P", "P", "the par file"),
    ("export P T -o P", "P", "the par file"),
    ("outliers P T -o P", "P", "the par file"),
    ("bary P X -o X --site gbt", "X", "a file to be read"),
    ("bary P X -o P --site gbt", "P", "a file to be read"),
    ("polyco P --start 53750 --end 53750.1 --site gbt -o P", "P", "the par file"),
    ("grid P T F0 -o P", "P", "the par file"),
    ("sample P T -o P", "P", "the par file"),
    ("export P T --format json -o T", "T", "the tim file"),
    ("publish P T -o T", "T", "the tim file"),
    ("fit P T -q --json P", "P", "the par file"),
    ("edit P --add F2 -o P --tim T --delete 'mjd_>_54000' --tim-output P", "P", "another output of this command"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, content in (("P", PAR), ("T", TIM), ("X", b"53750\n")):
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize(("line", "name", "what"), REFUSED)
def test_an_input_stays(line: str, name: str, what: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`jug residuals PAR TIM -o PAR` left residuals in the place of the par file."""
    assert cli.main([word.replace("_", " ").strip("'") for word in line.split()]) == 2
    assert capsys.readouterr().err == f"jug: error: {name}: cannot write: this is {what}; give another name\n"
    assert [(here / one).read_bytes() for one in "PTX"] == [PAR, TIM, b"53750\n"]


@pytest.mark.parametrize("line", ["fit P T", "edit P --add F2", "convert P --to tempo2", "noise P T --add efac"])
def test_a_par_file_may_be_renewed(line: str, here: Path) -> None:
    assert cli.main([*line.split(), "-q", "-o", "P"]) == 0
    assert (here / "P").read_bytes() != PAR
