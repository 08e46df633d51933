"""Words that look like whole numbers and are none, where files, options and the environment have them."""

from argparse import ArgumentTypeError
from io import StringIO

import pytest

import jug
from jug.analysis.term_tests.term_candidates import candidates
from jug.cli.common.options import non_negative_integer, positive_integer
from jug.core.execution.threads import workers
from jug.core.whole_number import is_whole_number
from jug.errors import InputError, ParError

NONE = ["", "²", "٣", "-1", "+1", " 1", "1.0", "1" * 19, "9" * 5000]

PAR = "PSR J0000+0000\nF0 100 1\nPEPOCH 55000\nDM 10\nRAJ 01:00:00\nDECJ 01:00:00\nUNITS TDB\n"


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_whole_number(text: str) -> None:
    """``str.isdigit`` is true of a superscript two, and ``int`` refuses 4301 digits."""
    assert not is_whole_number(text)
    for read in (positive_integer, non_negative_integer):
        with pytest.raises(ArgumentTypeError, match="whole number"):
            read(text)


@pytest.mark.parametrize("text", ["1", "007", "9" * 18])
def test_whole_numbers(text: str) -> None:
    assert is_whole_number(text)
    assert positive_integer(text) == int(text)


@pytest.mark.parametrize("text", ["²", "9" * 5000])
def test_a_number_of_threads_that_is_none_is_passed_over(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", text)
    assert workers() >= 1


def test_a_range_of_a_billion_terms_is_refused() -> None:
    with pytest.raises(InputError, match="more than 1000 terms"):
        candidates(["F2-999999999"])
    assert len(candidates(["WXFREQ_0001-3"])) == 3


@pytest.mark.parametrize("keyword", ["F²", "FB²", "DM²", "CM99999", f"CM{'9' * 5000}", "DMX_²", "JUMP²"])
@pytest.mark.parametrize("dialect", ["jug", "tempo2"])
@pytest.mark.filterwarnings("ignore::jug.InputWarning")
def test_a_keyword_with_a_number_that_is_none(keyword: str, dialect: str) -> None:
    """Its line is told; numbers of CM are not taken to factorials, which have no end for 99999."""
    par = jug.read_par(StringIO(PAR + f"{keyword} 1\n"))
    with pytest.raises(ParError, match=r"^<par>:8: (unknown keyword|CM99999 is not supported|a keyword of 5002)"):
        jug.load_model(par, dialect=dialect)
