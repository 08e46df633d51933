"""EPHEM DE440S, a span of DE440, is read as DE440 where it is not at hand itself."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.data import example
from jug.errors import DataError, InputWarning
from jug.io.par import ParFile, parse_lines
from jug.obs.other_ephemerides import ephemeris_at_hand

PAR, TIM = example("NGC6440E")


def with_ephem(name: str) -> ParFile:
    lines = Path(PAR).read_text().splitlines()
    return parse_lines([f"EPHEM {name}" if line.startswith("EPHEM") else line for line in lines], "x.par")


@pytest.mark.parametrize("name", ["DE440S", "de440s"])
def test_it_is_read_as_the_whole(name: str) -> None:
    with pytest.warns(InputWarning, match=r"x.par:\d+: EPHEM DE440S is not at hand and is read as DE440"):
        model, toas = jug.load(with_ephem(name), TIM)
    whole = jug.load(with_ephem("DE440"), TIM)
    assert np.array_equal(jug.residuals(model, toas).time_s, jug.residuals(*whole).time_s)
    assert "ephemeris DE440" in {use.what for use in toas.uses}
    assert any("read as DE440" in note for note in model.settings.assumed)


def test_the_short_one_counts_where_it_is_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Path(__file__).resolve().parents[3] / "data" / "ephemeris" / "de440.bsp"
    (tmp_path / "de440s.bsp").write_bytes(kernel.read_bytes())
    monkeypatch.setenv("JUG_DATA", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        toas = jug.load(with_ephem("DE440S"), TIM)[1]
    assert "ephemeris DE440S" in {use.what for use in toas.uses}


@pytest.mark.parametrize("name", ["DE441S", "DE440SS", "DE42S"])
def test_others_are_not(name: str) -> None:
    assert ephemeris_at_hand(name, jug.loading.open_files()) == name
    with pytest.raises(DataError, match=f"the ephemeris {name} is not at hand"):
        jug.load(with_ephem(name), TIM)
