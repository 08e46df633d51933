"""BINARY T2 with KIN and KOM, read as PINT 1.1.8 reads it with allow_T2=True."""

import io

import pytest
from pint.models import get_model

import jug
from jug.io.par import parse_lines

LINES = """PSR X
RAJ 10:22:58
DECJ 10:01:53
F0 60.779
PEPOCH 55000
DM 10
EPHEM DE421
UNITS TDB
PMRA -15
PMDEC 5
PX 1.4
BINARY T2
PB 7.8
A1 16.8
T0 55000
ECC 1e-4
OM 97
M2 0.8
SINI KIN
KIN 45
KOM 80
"""


@pytest.mark.filterwarnings("ignore")
def test_the_angles_of_t2_are_turned_as_in_pint() -> None:
    """jug changed the word BINARY alone, so that the orbit was seen from the other side."""
    theirs = get_model(io.StringIO(LINES), allow_T2=True)
    ours = jug.load_model(parse_lines(LINES.splitlines()), dialect="pint")
    assert theirs.BINARY.value == ours["BINARY"].text == "DDK"
    assert (ours.values["KIN"], ours.values["KOM"]) == (theirs.KIN.value, theirs.KOM.value)
