"""How far the rows of a clock file are from those at hand."""

import numpy as np

from jug.data.plausible import _apart
from jug.io.clockfile import ClockFile


def clock(*mjd: float) -> ClockFile:
    return ClockFile(name="a", mjd=np.array(mjd), seconds=np.zeros(len(mjd)), first_mjd=mjd[0], last_mjd=mjd[-1])


def test_rows_count_from_the_first_date_of_a_copy_to_its_last() -> None:
    """Of two copies that follow each other; before both and behind both each counts."""
    one, other = clock(50000.0, 50100.0, 50200.0), clock(50150.0, 50250.0, 50300.0)
    mjd, second = np.array([49990.0, 50120.0, 50160.0, 50220.0, 50310.0]), np.ones(5)
    assert _apart(one, (one, other), mjd, second).tolist() == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert _apart(other, (one, other), mjd, second).tolist() == [0.0, 0.0, 1.0, 1.0, 1.0]
