"""The right set of noise terms, on simulated pulsars with known strong processes, and with white noise alone.

Strong: each process moves TOAs by several times their uncertainty. All words for terms but `group` are in question,
which with two receivers of one band each has the same TOAs as `band`.
"""

import pytest
from test_choice_of_noise import simulated

import jug

pytestmark = pytest.mark.long

WORDS = "ecorr,red,dm,chrom,sw,qp,band"
FREQUENCIES = dict.fromkeys(("red", "dm", "chrom", "sw", "qp", "band"), 20)

RED = ("TNREDAMP -12.2", "TNREDGAM 3.5", "TNREDC 20")
DM = ("TNDMAMP -12.3", "TNDMGAM 2.5", "TNDMC 20")
CHROM = ("TNCHROMAMP -12.3", "TNCHROMGAM 2.5", "TNCHROMC 20", "TNCHROMIDX 4")
QP = ("TNQPDMAMP -5.8", "TNQPDMFREQ 1.6", "TNQPDMWIDTH 0.15", "TNQPDMC 20")
HIGH = ("TNQPDMAMP -5.8", "TNQPDMFREQ 3", "TNQPDMWIDTH 0.1", "TNQPDMC 20")
ECORR_L, ECORR_U = "ECORR -fe L 2", "ECORR -fe U 2"
BAND = "TNBANDNOISE 0 1000 -11.9 3 20"

SETS = (
    (RED, {"red noise"}),
    (DM, {"DM noise"}),
    ((ECORR_L,), {"ECORR -fe L"}),
    ((*RED, *DM), {"red noise", "DM noise"}),
    ((*RED, ECORR_L, ECORR_U), {"red noise", "ECORR -fe L", "ECORR -fe U"}),
    ((*DM, ECORR_U), {"DM noise", "ECORR -fe U"}),
    (CHROM, {"chromatic noise"}),
    ((*RED, *DM, ECORR_L), {"red noise", "DM noise", "ECORR -fe L"}),
    ((BAND,), {"band noise 0-1000 MHz"}),
    ((*CHROM, *RED), {"chromatic noise", "red noise"}),
)

WITH_LINE = (
    (QP, {"quasi-periodic DM noise"}),
    ((*QP, *RED), {"quasi-periodic DM noise", "red noise"}),
    ((*QP, ECORR_L), {"quasi-periodic DM noise", "ECORR -fe L"}),
    ((*HIGH, *DM), {"quasi-periodic DM noise", "DM noise"}),
)


def test_the_right_set_is_found() -> None:
    right = 0
    for number in range(20):
        lines, wanted = SETS[number % len(SETS)]
        model, toas = simulated(*lines, n=200, seed=100 + number)
        right += set(jug.choose_noise(model, toas, WORDS, frequencies=FREQUENCIES).chosen) == wanted
    assert right >= 18


def test_a_line_in_the_spectrum_of_dm_is_found() -> None:
    """Quasi-periodic DM noise alone, beside red noise, ECORR, and beside a power law of DM that is weak at its line.

    At 3/yr the line has 55 times the power of the power law. At 1.6/yr, with 9 times its power, the two together were
    taken for one of them in 3 of 3 sets.
    """
    right = 0
    for number in range(12):
        lines, wanted = WITH_LINE[number % len(WITH_LINE)]
        model, toas = simulated(*lines, n=240, seed=500 + number)
        right += set(jug.choose_noise(model, toas, WORDS, frequencies=FREQUENCIES).chosen) == wanted
    assert right >= 10


def test_nothing_is_added_to_white_noise() -> None:
    nothing = 0
    for number in range(20):
        model, toas = simulated(n=160, seed=300 + number)
        nothing += jug.choose_noise(model, toas, WORDS, frequencies=FREQUENCIES).chosen == ()
    assert nothing >= 19
