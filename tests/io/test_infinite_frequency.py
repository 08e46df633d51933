"""The word inf for the frequency of a TOA is an infinite frequency, as PINT reads it."""

from pathlib import Path

import numpy as np
import pytest

from jug.errors import TimError
from jug.io.tim.read import read_tim


def written(tmp_path: Path, *words: str) -> Path:
    path = tmp_path / "a.tim"
    lines = [f"a {word} {53000 + i}.1 1.0 @" for i, word in enumerate(words)]
    path.write_text("\n".join(["FORMAT 1", *lines]) + "\n")
    return path


@pytest.mark.parametrize("word", ["inf", "INF", "+inf", "Infinity", "0", "0.0"])
def test_infinite_frequency(word: str, tmp_path: Path):
    assert read_tim(written(tmp_path, "1400", word)).freq_hz.tolist() == [1.4e9, np.inf]


def test_infinite_frequency_among_many_different_ones(tmp_path: Path):
    many = [f"{1400 + 0.25 * i}" for i in range(400)]
    freq = read_tim(written(tmp_path, *many, "inf")).freq_hz
    assert np.flatnonzero(np.isinf(freq)).tolist() == [400]


@pytest.mark.parametrize("word", ["-inf", "nan", "1e400"])
def test_what_is_no_frequency_is_refused(word: str, tmp_path: Path):
    with pytest.raises(TimError, match="frequency"):
        read_tim(written(tmp_path, "1400", word))


def test_uncertainty_is_never_infinite(tmp_path: Path):
    path = tmp_path / "a.tim"
    path.write_text("FORMAT 1\na 1400 53000.1 inf @\n")
    with pytest.raises(TimError, match="uncertainty"):
        read_tim(path)
