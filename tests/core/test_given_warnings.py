"""Warnings point at the line of the user's program that called jug, and one call gives each of them once."""

import contextlib
import inspect
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from copies import ROOT

import jug
from jug.core.execution.given_warnings import collect_warnings, give_warning
from jug.data import example
from jug.errors import ClockWarning, InputWarning


def test_a_par_file_in_tcb_is_told_at_the_line_that_reads_it(tmp_path: Path) -> None:
    par, tim = example("NGC6440E")
    tcb = tmp_path / "tcb.par"
    tcb.write_text(par.read_text().replace("TDB", "TCB"))
    for read in (lambda: jug.load(tcb, tim), lambda: jug.load_model(tcb)):
        with pytest.warns(InputWarning, match="UNITS TCB is converted") as told:
            read()
        assert {one.filename for one in told} == {__file__}


@pytest.mark.parametrize("noise", [False, True])
def test_a_simulation_tells_once_that_a_clock_file_begins_later(noise: bool) -> None:
    model = jug.load_model(example("NGC6440E")[0])
    with pytest.warns(ClockWarning, match="2 TOAs before MJD 51909.5") as told:
        jug.simulate(model, [45000.0, 45001.0], noise=noise)
    assert [one.filename for one in told] == [__file__]


def test_a_campaign_tells_once_that_clock_files_end_before_it() -> None:
    """It reads the clocks once more than the simulation, with times rounded as in a tim file."""
    model = jug.load_model(example("NGC6440E")[0])
    with pytest.warns(ClockWarning) as told:
        jug.campaign(model, start=60000, stop=60020, cadence_d=10, bands_mhz=[1400], sites=["gbt"], seed=1)
    assert [str(one.message).partition(":")[0] for one in told] == ["gbt", "TT(BIPM2019)"]


def test_frames_of_with_blocks_are_passed_over() -> None:
    @contextlib.contextmanager
    def block() -> Iterator[None]:
        with collect_warnings() as found:
            give_warning(InputWarning("twice"))
            give_warning(InputWarning("twice"))
            yield
        assert found == ["twice"]

    with pytest.warns(InputWarning) as told, block():
        pass
    assert [(str(one.message), one.filename) for one in told] == [("twice", __file__)]


def test_a_warning_without_a_user_is_given_too(monkeypatch: pytest.MonkeyPatch) -> None:
    frames, frame = set(), inspect.currentframe()
    while frame is not None:
        frames.add(frame.f_globals["__name__"].partition(".")[0])
        frame = frame.f_back
    monkeypatch.setattr("jug.core.execution.given_warnings.PASSED_OVER", ("jug", *frames))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        give_warning(InputWarning("from within"))
    assert [str(one.message) for one in told] == ["from within"]


def test_every_warning_of_jug_is_given_so() -> None:
    paths = sorted((ROOT / "jug").rglob("*.py"))
    assert [path.name for path in paths if "warnings.warn(" in path.read_text()] == ["given_warnings.py"]
