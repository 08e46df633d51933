"""One wound in a real file: what a line says changes the result or is told, or the wound changes nothing that it says.

A wound is one of those of `test_fuzz`, or two lines joined, or a line split at a blank, or a command of a tim file put
in front of a line. TOAs that are lost by it are told, whatever else changes. The study of 10,000 pairs of a
par and a tim file takes about four minutes of CPU:

    JUG_PAIRS=10000 JUG_SEED=7 python -m pytest -m long tests/io/test_meaning.py
"""

import random
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.io.mutants import (
    Reading,
    command_joined,
    joined_or_split,
    par_meaning,
    read,
    tim_meaning,
    toas_read,
    toas_written,
)
from tests.io.test_fuzz import PAIRS, SEED, mutated, originals


def loses_toas(before: str, after: str, was: Reading, now: Reading) -> bool:
    """Whether fewer of the TOAs that are written are read than before, and nothing new is told."""
    if now.values is None or now.said - was.said:
        return False
    return toas_written(after) - toas_read(now.values) > toas_written(before) - toas_read(was.values)


def wounded(text: str, rng: random.Random, i: int, extra: list[str], kind: str) -> str:
    """A text with wound number i."""
    if kind == "tim" and i % 5 == 3:
        return command_joined(text, rng, extra)
    return joined_or_split(text, rng) if i % 2 else mutated(text, rng, extra, wounds=1)


def silent(folder: Path, number: int, seed: int, kind: str) -> tuple[list[list[str]], int]:
    """The wounds that change what a file says, and neither what is read nor what is told; and how many change that."""
    texts, extra = originals(kind)
    meaning = par_meaning if kind == "par" else tim_meaning
    path = folder / f"a.{kind}"
    before = []
    for text in texts:
        path.write_text(text)
        before.append(read(path))
    rng = random.Random(seed)
    found, changed = [], 0
    for i in range(number):
        k = rng.randrange(len(texts))
        text = wounded(texts[k], rng, i, extra, kind)
        path.write_bytes(text.encode())
        after = read(path)
        lost = kind == "tim" and i % 2 and loses_toas(texts[k], text, before[k], after)
        if not lost and (after.values != before[k].values or after.said - before[k].said):
            changed += 1
        elif lost or meaning(text) != meaning(texts[k]):
            lines = unified_diff(texts[k].split("\n"), text.split("\n"), n=0, lineterm="")
            found.append([line for line in lines if line[:2] not in ("--", "++", "@@")])
    return found, changed


def test_what_means_the_same(tmp_path: Path) -> None:
    """The sign of zero, a plus sign in place of the blank between two columns, and more words before a comment."""
    assert par_meaning("NE_SW 0.00") == par_meaning("NE_SW -0.00") != par_meaning("NE_SW 0.01")
    row = "1               1500.000 55616.7983754206933    2.943"
    assert tim_meaning(row) == tim_meaning(row.replace("0 5", "0+5")) != tim_meaning(row.replace("00 5", "01+5"))
    text = "FORMAT 1\na 1400 55000.123456 1 gbt\nC b 1400 55001.123456 1 gbt\n"
    more = text.replace("C b", "CC x C b")
    readings = []
    for number, one in enumerate((text, more)):
        (tmp_path / f"{number}.tim").write_text(one)
        readings.append(read(tmp_path / f"{number}.tim"))
    assert not loses_toas(text, more, *readings)


@pytest.mark.parametrize("kind", ["par", "tim"])
def test_no_wound_is_silent(tmp_path: Path, kind: str) -> None:
    found, changed = silent(tmp_path, 200, 1, kind)
    assert not found
    assert 100 < changed < 200


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEED + 1, SEED + 1 + max(1, PAIRS // 500)))
@pytest.mark.parametrize("kind", ["par", "tim"])
def test_no_wound_is_silent_long(tmp_path: Path, kind: str, seed: int) -> None:
    found, _ = silent(tmp_path, min(PAIRS, 500), seed, kind)
    assert not found


def test_a_command_is_joined_to_a_line() -> None:
    """Alone on a line it would do what it says."""
    for seed in range(20):
        assert command_joined("FORMAT 1\n\nC x\n", random.Random(seed), ["EMAX 5"]) == "EMAX 5 FORMAT 1\n\nC x\n"


def test_what_a_file_says() -> None:
    assert par_meaning("F0 1.50 1 0\n# F1 2\nNTOA 3") == par_meaning("f0 +1.5D0 1")
    assert par_meaning("F0 1.5 1") != par_meaning("F0 1.5")
    assert par_meaning("RAJ 010:08:28.0") == par_meaning("RAJ +10:8:28") != par_meaning("RAJ 10:18:28")
    assert par_meaning("TNRedAmp -13\nRNIDX -3") == par_meaning("TNRedAmp -13") != par_meaning("RNIDX -3")
    assert par_meaning("POSEPOCH 55000") != par_meaning("POSEPOCH 55001\nPMRA 1")
    assert tim_meaning("SKIP\na 1 2 3 gbt\nNOSKIP\nb 1 2 3 gbt\nEND\nc 1 2 3 gbt") == tim_meaning("b 1 2 3 gbt")
