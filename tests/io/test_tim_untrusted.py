"""Tim files of unknown origin: INCLUDE has limits, and no text of other files is shown."""

import time
from pathlib import Path

import pytest

from jug.errors import TimError
from jug.io.tim import include
from jug.io.tim.read import read_tim

GOOD = "FORMAT 1\na 1400 53000.5 1 gbt\n"
PRIVATE = {
    "shadow": "root:$y$j9T$Zx:19000:0:99999:7:::\ndaemon:*:19000::::::\n",
    "key": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE\n",
    "resolver": "search Zx.example.com\nnameserver 10.0.0.1\n",
    "one letter": "Z x:secret of two words\n",
    "long": "Zx has a long line with more than five words in it, so that it is read as one of FORMAT 1 and fails\n",
    "number": "Zx: 45000 12.5 seconds\n",
    "prose": "Time Zx is money\nmode Zx\n",
}


def message(path: Path) -> str:
    with pytest.raises(TimError) as caught:
        read_tim(path)
    return str(caught.value)


@pytest.mark.parametrize("kind", PRIVATE)
@pytest.mark.parametrize("start", ["", "FORMAT 1\n", GOOD])
def test_nothing_of_a_file_that_is_no_tim_file_is_shown(kind: str, start: str, tmp_path: Path) -> None:
    (tmp_path / "private").write_text(PRIVATE[kind])
    (tmp_path / "a.tim").write_text(f"{start}INCLUDE private\n")
    text = message(tmp_path / "a.tim")
    assert text.startswith(f"{tmp_path / 'private'}:1: ")
    assert "not recognisably a tim file" in text
    told = text.removeprefix(str(tmp_path))
    assert not [word for word in ("Zx", "zx", "root", "OPENSSH", "secret", "12.5") if word in told]


@pytest.mark.parametrize(
    "text",
    [
        "FORMAT 1\na 1400 bad 1 gbt\n",
        "a.ff 1400 53000.5123 1 gbt\n",
        "C a 1400 53000.5 1 gbt\na 1400\n",
        "EFAC 1.2\na 1400\n",
        "INCLUDE b.tim\na 1400\n",
    ],
)
def test_the_line_of_a_tim_file_is_shown(text: str, tmp_path: Path) -> None:
    (tmp_path / "b.tim").write_text(GOOD)
    (tmp_path / "a.tim").write_text(text)
    assert repr(text.splitlines()[-1]) in message(tmp_path / "a.tim")


@pytest.mark.parametrize(("before", "shown"), [(999, True), (1000, False)])
def test_a_tim_file_is_recognised_by_its_first_thousand_lines(before: int, shown: bool, tmp_path: Path) -> None:
    (tmp_path / "private").write_text("Zx word\n" * before + GOOD.splitlines()[1] + "\n")
    (tmp_path / "a.tim").write_text("INCLUDE private\n")
    assert ("Zx" in message(tmp_path / "a.tim")) == shown


def test_include_works_across_folders(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "two" / "b.tim").write_text(GOOD)
    (tmp_path / "one" / "a.tim").write_text("INCLUDE ../two/b.tim\n")
    assert len(read_tim(tmp_path / "one" / "a.tim")) == 1


def test_files_that_include_the_next_one_twice_end_soon(tmp_path: Path) -> None:
    for k in range(20):
        (tmp_path / f"{k}.tim").write_text(f"INCLUDE {k + 1}.tim\nINCLUDE {k + 1}.tim\n")
    (tmp_path / "20.tim").write_text(GOOD)
    start = time.monotonic()
    text = message(tmp_path / "0.tim")
    assert time.monotonic() - start < 5.0
    assert f"INCLUDE of {tmp_path / '20.tim'}, which has been read 10 times: 'INCLUDE 20.tim'; each time" in text


def test_the_number_of_files_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(include, "MAX_FILES", 3)
    for k in range(3):
        (tmp_path / f"{k}.tim").write_text(GOOD.replace("53000", str(53000 + k)))
    (tmp_path / "a.tim").write_text("".join(f"INCLUDE {k}.tim\n" for k in range(3)))
    assert "a.tim:3: INCLUDE of more than 3 files" in message(tmp_path / "a.tim")
