"""Small decisions in reading: the range of TOAs, the time ephemeris, and epochs of series."""

import warnings
from types import SimpleNamespace as Made

import numpy as np
import pytest

import jug
from jug.data import example
from jug.io.par import ParFile, parse_lines, read_par
from jug.model.building.range_cut import cut_to_range
from jug.model.components.chromatic.cm import cm, cm_partials
from jug.model.components.dispersion.annual import dm, dm_partials

PAR, TIM = example("NGC6440E")


def par(*lines: str) -> ParFile:
    keys = {line.split()[0] for line in lines}
    return parse_lines([*(line.text for line in read_par(PAR).lines if line.key not in keys), *lines])


def cut_with_warnings(*lines: str, word: str = "CUT") -> tuple[jug.RawTOAs, jug.RawTOAs, list[str]]:
    model, raw = jug.load_model(par(*lines), conventions={"RANGE": word}), jug.read_tim(TIM)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        return raw, cut_to_range(model, raw), [str(w.message) for w in told]


def test_the_same_toas_where_none_is_left_out() -> None:
    for lines, word in (
        (("START 50000 1", "FINISH 60000 1"), "CUT"),
        (("START 53500", "FINISH 54100"), "CUT"),
        (("START 53500 1",), "ALL"),
    ):
        raw, found, told = cut_with_warnings(*lines, word=word)
        assert found is raw
        assert told == []


def test_one_toa_is_and_several_are_left_out() -> None:
    mjd = np.sort(jug.load(PAR, TIM)[1].mjd)
    for n, words in ((1, "1 of 62 TOAs is outside"), (2, "2 of 62 TOAs are outside")):
        raw, found, told = cut_with_warnings(f"START {mjd[n] - 1e-4:.9f} 1", "FINISH 60000 1")
        assert len(found) == len(raw) - n
        assert len(told) == 1
        assert words in told[0]
        assert "and left out; " in told[0]
        assert len(found.restore(slice(None))) == len(raw.restore(slice(None)))


@pytest.mark.filterwarnings("ignore:.*11 of 62 TOAs are outside START:jug.errors.InputWarning")
def test_toas_in_memory_are_cut_as_those_of_a_file() -> None:
    lines = par("START 53500 1", "FINISH 54100 1")
    whole, (_, of_file) = jug.read_tim(TIM), jug.load(lines, TIM, conventions={"RANGE": "CUT"})
    _, in_memory = jug.load(lines, whole, conventions={"RANGE": "CUT"})
    assert np.array_equal(in_memory.mjd, of_file.mjd)
    assert 0 < len(in_memory) < len(whole)


def test_no_toa_is_no_reason() -> None:
    model, raw = jug.load_model(par("START 60000 1"), conventions={"RANGE": "CUT"}), jug.read_tim(TIM)
    none = raw.take(np.zeros(0, dtype=np.int64))
    assert cut_to_range(model, none) is none


@pytest.mark.parametrize(("line", "word"), [(None, "FB90"), ("TIMEEPH FB90", "FB90"), ("TIMEEPH if99", "IF99")])
def test_a_time_ephemeris_that_is_known(line: str | None, word: str) -> None:
    kept = [q.text for q in read_par(PAR).lines if q.key != "TIMEEPH"]
    model = jug.load_model(parse_lines([*kept, *([line] if line else [])]))
    assert model.settings.time_ephemeris == word
    assert not any("TIMEEPH" in note and "not a word" in note for note in model.settings.assumed)


def test_cmepoch_is_pepoch_when_absent_and_moves_the_series() -> None:
    lines = ("CM 0.1", "CM1 0.01", "PEPOCH 55000")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        plain = jug.load_model(par(*lines))
        moved = jug.load_model(par(*lines, "CMEPOCH 55365.25"))
    assert "CMEPOCH" not in plain.free
    assert plain.kernel_values["CMEPOCH"] == plain.kernel_values["PEPOCH"]
    assert moved.kernel_values["CMEPOCH"] - plain.kernel_values["CMEPOCH"] == pytest.approx(365.25 * 86400.0)
    with pytest.raises(jug.JugError):
        plain.with_free(["CMEPOCH"])


def test_series_of_cm() -> None:
    """0.1 + 0.01 t + 0.002 t^2 / 2, with t since the epoch."""
    p = {"CM": np.array([0.1, 0.01, 0.002]), "CMEPOCH": 3.0}
    x = Made(tdb=np.array([3.0, 5.0, 0.0]))
    since = x.tdb - 3.0
    found = cm(np, p, x, x.tdb)  # type: ignore[arg-type]
    assert found == pytest.approx(0.1 + 0.01 * since + 0.001 * since**2)
    by = cm_partials(np, p, x, x.tdb)["CM"]  # type: ignore[arg-type]
    np.testing.assert_allclose(by, np.stack([np.ones(3), since, since**2 / 2.0], axis=1))


def test_the_annual_dm() -> None:
    """A quarter of a year after the epoch the sine is 1, half a year after it the cosine is -1."""
    quarter = 365.25 * 86400.0 / 4.0
    p = {"DM_S1YR": 2.0, "DM_C1YR": 3.0, "DMEPOCH": 1000.0}
    x = Made(tdb=1000.0 + quarter * np.arange(4.0))
    assert dm(np, p, x, x.tdb) == pytest.approx([3.0, 2.0, -3.0, -2.0])  # type: ignore[arg-type]
    by = dm_partials(np, p, x, x.tdb)  # type: ignore[arg-type]
    np.testing.assert_allclose(by["DM_S1YR"], [0.0, 1.0, 0.0, -1.0], atol=1e-12)
    np.testing.assert_allclose(by["DM_C1YR"], [1.0, 0.0, -1.0, 0.0], atol=1e-12)


def test_terms_that_a_file_does_not_name_have_no_amplitude() -> None:
    """With one of the two amplitudes given, the other is 0."""
    for one, other in (("DM_S1YR", "DM_C1YR"), ("DM_C1YR", "DM_S1YR")):
        model = jug.load_model(par(f"{one} 1e-3", "DMEPOCH 53750"))
        assert (model.values[one], model.values[other]) == (1e-3, 0.0)
