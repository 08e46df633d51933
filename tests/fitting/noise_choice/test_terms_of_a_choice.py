"""Band and group noise that could be added to a model: which bands and groups, and how many frequencies."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.errors import FitError
from jug.fitting.noise_choice import terms as module
from jug.fitting.noise_choice.terms import WantedTerms, _bands, _groups, _own_terms


def toas(*mhz: float, days: int = 9) -> Any:
    """TOAs at these frequencies in turn, two each day."""
    mjd = 54000.0 + np.repeat(np.arange(days), 2) + np.tile([0.0, 0.4], days)
    return Made(mjd=mjd, freq_hz=np.resize(np.array(mhz) * 1e6, len(mjd)))


def wanted(*words: str, **frequencies: int) -> WantedTerms:
    return WantedTerms(words, False, None, frequencies)


@pytest.mark.parametrize(
    ("days", "given", "number"), [(9, {}, 4), (10, {}, 5), (61, {}, 30), (62, {}, 30), (9, {"band": 7}, 7)]
)
def test_band_noise_has_a_frequency_for_two_days_up_to_thirty(days: int, given: dict[str, int], number: int) -> None:
    found, notes = _bands(toas(400.0, 1400.0, days=days), wanted("band", **given))
    assert notes == {}
    assert [one.name for one in found] == ["band noise 0-1000 MHz", "band noise 1000-1800 MHz"]
    for one, head in zip(found, ("TNBANDNOISE 0 1000", "TNBANDNOISE 1000 1800"), strict=True):
        assert one.lines[0].startswith(head)
        assert one.lines[0].split()[-1] == str(number)
        assert one.start == {"TNBANDAMP": -13.0, "TNBANDGAM": 3.0}


@pytest.mark.parametrize("mhz", [(1400.0, 1500.0), (1400.0, 1000.0), (1400.0, 1800.0), (400.0, np.inf)])
def test_the_limits_belong_to_no_band(mhz: tuple[float, float]) -> None:
    with pytest.raises(FitError, match="all TOAs are of one band"):
        _bands(toas(*mhz), wanted("band"))


def test_a_group_that_is_a_band_is_in_question_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both are asked for; a single group is red noise."""
    data = toas(400.0, 1400.0)
    low = data.freq_hz < 1e9
    groups = [Made(rows=low, selector="-f low"), Made(rows=~low & (data.mjd < 54005.0), selector="-f old")]
    monkeypatch.setattr(module, "noise_groups", lambda toas, flag: (groups, ("one was joined", "one left")))
    both, notes = _groups(data, wanted("band", "group"))
    assert [one.name for one in both] == ["group noise -f old"]
    assert notes == {"further groups": "one was joined; one left"}
    alone, _ = _groups(data, wanted("group", group=3))
    assert [one.lines[0].partition(" {")[0] for one in alone] == ["TNGROUPNOISE -f low", "TNGROUPNOISE -f old"]
    assert {one.lines[0].split()[-1] for one in alone} == {"3"}
    groups.pop()
    with pytest.raises(FitError, match="all TOAs are of one backend"):
        _groups(data, wanted("group"))


def test_the_terms_of_a_model_are_its_lines() -> None:
    """Each line of band and group noise with its values; ECORR for each selection; CM keeps its index."""
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    for line in (
        "TNBANDNOISE 0 1000 -13.5 2.5 7", "TNBANDNOISE 1000 1800 -12.5 1.5 9", "TNGROUPNOISE -f a -14 4 5",
        "ECORR -f a 0.3", "ECORR -f b 0.4",
    ):  # fmt: skip
        model = model.add(line)
    low, high = _own_terms(model, "band")
    assert (low.name, high.name) == ("band noise 0-1000 MHz", "band noise 1000-1800 MHz")
    assert (list(low.start.values()), low.lines[0].split()[-1]) == ([-13.5, 2.5], "7")
    assert (list(high.start.values()), high.lines[0].split()[-1]) == ([-12.5, 1.5], "9")
    (group,) = _own_terms(model, "group")
    assert (group.name, group.start) == ("group noise -f a", {"TNGROUPAMP": -14.0, "TNGROUPGAM": 4.0})
    assert group.lines[0].split()[-1] == "5"
    assert [one.name for one in _own_terms(model, "ecorr")] == ["ECORR -f a", "ECORR -f b"]
    assert _own_terms(model, "red") == []
