"""What is said of TOAs beyond the ends of a clock file: how many, on which side, and which correction they get."""

import numpy as np

from jug.io.clockfile import ClockFile
from jug.obs.clock_coverage import beyond_ends

CLOCK = ClockFile("a.clk", np.array([54000.0, 54010.0]), np.array([1e-6, 33e-6]), 54000.0, 54010.0)


def test_the_ends_belong_to_the_file() -> None:
    assert beyond_ends(CLOCK, np.array([54000.0, 54005.0, 54010.0]), hold=False) == ("", "")


def test_each_side_has_its_count_and_its_value() -> None:
    """One before and two after; zero instead of 1 and 33 us, or these held."""
    mjd = np.array([53999.0, 54005.0, 54010.5, 54020.0])
    before, after = beyond_ends(CLOCK, mjd, hold=False)
    assert before.startswith("1 TOA before MJD 54000")
    assert before.endswith("the first date of a.clk: correction zero (it is 1.000 us at that date)")
    assert after.startswith("2 TOAs after MJD 54010")
    assert after.endswith("the last good date of a.clk: correction zero (it is 33.000 us at that date)")
    before, after = beyond_ends(CLOCK, mjd, hold=True, offset_s=3e-6)
    assert before.endswith(": its nearest value, -2.000 us, is used")
    assert after.endswith(": its nearest value, 30.000 us, is used")


def test_a_file_that_goes_on_after_its_last_good_date() -> None:
    """A placeholder ten days later has the value 43 us: 38 us five days after the last good one."""
    longer = CLOCK._replace(mjd=np.array([54000.0, 54010.0, 54020.0]), seconds=np.array([1e-6, 33e-6, 43e-6]))
    _, after = beyond_ends(longer, np.array([54012.0, 54015.0]), hold=False)
    assert after.endswith("continued as the file says (38.000 us at the last of them)")
