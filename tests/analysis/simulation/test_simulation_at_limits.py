"""Simulated TOAs at the limits of their arguments, and the zero of phase while TOAs move."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.analysis.simulation import campaign as campaigns
from jug.analysis.simulation.argument_ranges import check_dates, check_errors, check_frequencies, check_lengths
from jug.analysis.simulation.zero_of_phase import with_steady_zero
from jug.core.constants import DAY
from jug.core.times import parse_mjds, to_mjd
from jug.errors import InputError
from jug.io.tim.raw_toas import RawTOAs, make_toas

PAR = jug.data.example("NGC6440E")[0]
SECOND = 1.0 / DAY


def test_ranges_of_dates_uncertainties_and_frequencies() -> None:
    """The limits themselves are allowed, and the first value beyond is named."""
    check_dates(np.array([-1e6, 1e6]))
    check_errors([0.0, 86400e6])
    check_frequencies([0.0, np.inf])
    with pytest.raises(InputError, match=r"^the time -1000000\.1 is not an MJD; times are MJDs within \+-1000000$"):
        check_dates(np.array([0.0, -1000000.1, np.nan]))
    with pytest.raises(InputError, match=r"^error_us is 86400000000\.1; an uncertainty is from 0 to 86400000000 us"):
        check_errors([1.0, 86400000000.1, -1.0])
    with pytest.raises(InputError, match=r"^error_us is -1;"):
        check_errors(-1.0)
    with pytest.raises(InputError, match=r"^a frequency of -1 MHz; it is positive, or 0 for infinite frequency$"):
        check_frequencies([1400.0, -1.0])


def test_lengths_of_arguments() -> None:
    check_lengths(3, {"site": "gbt", "error_us": [1, 2, 3], "freq_mhz": np.zeros(3), "one": np.float64(2.0)})
    with pytest.raises(InputError, match=r"^error_us has length 2 for 3 TOAs; give one value, or 3$"):
        check_lengths(3, {"site": "gbt", "error_us": [1, 2]})
    with pytest.raises(InputError, match=r"^freq_mhz has shape \(3, 1\); give one value, or 3$"):
        check_lengths(3, {"freq_mhz": np.zeros((3, 1))})


def campaign_toas(**changes: Any) -> RawTOAs:
    options = {"start": 55000.0, "stop": 55001.0, "cadence_d": 0.1, "sites": ["gbt"], "bands": [(1400.0, 2.0, "")]}
    return campaigns._campaign_toas(jug.load_model(PAR), **{**options, **changes})


def test_epochs_of_a_campaign() -> None:
    """Ten steps of 0.1 d make a day, whatever rounding says; without dates a year about PEPOCH (53750)."""
    raw = campaign_toas()
    assert to_mjd(raw.times) == pytest.approx(55000.0 + 0.1 * np.arange(11), abs=1e-9)
    assert raw.error_s.tolist() == [2e-6] * 11
    assert len(campaign_toas(stop=55000.0)) == 1
    about = campaign_toas(start=None, stop=None, cadence_d=365.25)
    assert to_mjd(about.times) == pytest.approx([53750 - 365.25, 53750, 53750 + 365.25], abs=1e-9)
    assert "f" not in raw.flags
    assert campaign_toas(bands=[(0.0, 2.0, "L")], stop=55000.0).freq_hz.tolist() == [np.inf]
    assert campaign_toas(bands=[(1400.0, 2.0, "L")], stop=55000.0).freq_hz.tolist() == [1400e6]


def test_campaigns_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "MOST_TOAS", 22)
    two = [(1400.0, 1.0, ""), (800.0, 1.0, "")]
    assert len(campaign_toas(bands=two)) == 22
    for changes in ({"bands": two, "stop": 55001.1}, {"sites": []}):
        with pytest.raises(InputError, match=r"^a campaign has 1 to 22 TOAs; take a longer cadence, or name sites"):
            campaign_toas(**changes)
    for changes in ({"cadence_d": 0.0}, {"cadence_d": np.nan}, {"stop": 54999.9}):
        with pytest.raises(InputError, match=r"^a campaign needs a cadence above 0 and an end after its start; as in"):
            campaign_toas(**changes)
    with pytest.raises(InputError, match=r"^error_us is 0; the weight of a TOA would be infinite"):
        campaign_toas(bands=[(1400.0, 1.0, ""), (800.0, 0.0, "")])


def test_ten_million_toas_are_the_most() -> None:
    with pytest.raises(
        InputError, match=r"^a campaign has 1 to 10000000 TOAs; take a longer cadence, or name sites and"
    ):
        campaign_toas(cadence_d=1.0 / 1.5e7)


def test_the_memory_of_a_campaign_is_asked_for_its_toas(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(campaigns, "require_for_simulated", asked.append)
    campaign_toas(sites=["gbt", "pks"])
    assert asked == [22]


@pytest.fixture
def slow() -> Any:
    """A pulsar of one turn a second, PEPOCH 55000."""
    entries = {"F0": Made(value=Made(hi=1.0)), "PEPOCH": Made(value=Made(hi=55000.0))}
    return Made(settings=Made(tzr_mjd=None), entries=entries)


def moved(model: Any, mjds: list[str]) -> list[float]:
    """By how many seconds each TOA is moved."""
    raw = make_toas(parse_mjds(mjds), freq_hz=1.4e9, error_s=1e-6, site="@")
    after = with_steady_zero(model, raw)
    days = after.times.day - raw.times.day
    return [round(float(x), 6) for x in days * DAY + (after.times.sec.hi - raw.times.sec.hi)]


def at(second: float, day: int = 55001) -> str:
    return f"{day + second * SECOND:.12f}"


def test_the_toa_that_defines_the_zero_of_phase_leaves_midnight(slow: Any) -> None:
    """By one turn, to the side on which it is; TOAs farther than two turns from it stay."""
    assert moved(slow, [at(0.25), at(1.5), at(2.75)]) == pytest.approx([0.75, 0.0, 0.0], abs=2e-6)
    assert moved(slow, [at(-0.25), at(0.5), at(3.0)]) == pytest.approx([-0.75, 0.5, 0.0], abs=2e-6)
    assert moved(slow, [at(100.0), at(0.25, day=55002)]) == [0.0, 0.0]
    assert moved(slow, [at(1.25), at(-1.25, day=55003)]) == [0.0, 0.0]


def test_a_toa_near_pepoch_is_one_turn_after_it(slow: Any) -> None:
    """On either side of PEPOCH; the MJD number of the first one after it is the zero of phase."""
    slow.entries["PEPOCH"].value.hi = 55000.5
    half = 43200.0
    assert moved(slow, [at(half - 0.5, 55000), at(half + 0.25, 55000), at(half + 1.5, 55000)]) == pytest.approx(
        [1.5, 0.75, 0.0], abs=2e-6
    )
    assert moved(slow, [at(half - 1.5, 55000), at(half + 5.0, 55000)]) == [0.0, 0.0]


def test_a_toa_one_turn_from_pepoch_stays(slow: Any) -> None:
    """On either side; a turn takes 2^-10 d here, so that the distance has no rounding."""
    slow.entries["F0"].value.hi = 1024.0 / DAY
    slow.entries["PEPOCH"].value.hi = 55000.5
    assert moved(slow, ["55000.4990234375", "55000.5009765625", "55000.75"]) == [0.0, 0.0, 0.0]
    assert moved(slow, ["55000.4990234376", "55000.75"]) == pytest.approx([168.75, 0.0], abs=1e-4)


def test_without_a_later_toa_the_last_one_defines_it(slow: Any) -> None:
    slow.entries["PEPOCH"].value.hi = 56000.0
    assert moved(slow, [at(-0.25), at(0.25, day=55003)]) == pytest.approx([0.0, 0.75], abs=2e-6)


def test_with_tzrmjd_no_toa_moves(slow: Any) -> None:
    slow.settings.tzr_mjd = 55000.5
    raw = make_toas(parse_mjds([at(0.25)]), freq_hz=1.4e9, error_s=1e-6, site="@")
    assert with_steady_zero(slow, raw) is raw
