"""Words of CLK: the year that they may mean, and those for which PINT takes its default."""

import pytest

from jug.obs.clock_words import is_laboratory, is_without_year, realisation_named, year_of_word


@pytest.mark.parametrize(
    ("word", "year"),
    [
        ("TT(BIPM99)", 1999), ("TT(BIPM80)", 1980), ("TT(BIPM79)", 2079), ("TT(BIPM15)", 2015), ("TT(BIPM2021)", 2021),
        ("TT(BIPM)", 2010), ("TT(BIPM100)", 100),
    ],
)  # fmt: skip
def test_the_year_of_a_word(word: str, year: int) -> None:
    """Two digits are a year from 1980 to 2079."""
    assert year_of_word(word) == year


def test_realisations_in_any_spelling() -> None:
    for word in ("BIPM2019", " tt(bipm2019", "TTBIPM2019", "TT_BIPM2019)"):
        assert realisation_named(word) == "TT(BIPM2019)"
    for word in ("TT(BIPM)", "BIPM19", "TT(BIPM20190)"):
        assert realisation_named(word) == ""


def test_times_of_laboratories_and_words_without_a_year() -> None:
    for word in ("UTC(NIST)", "ptb", " UTC(BIPM) "):
        assert is_laboratory(word)
    for word in ("TT(BIPM)", "UTC(NIST)", "UNCOR", "TT(BIMP2019)", "TT("):
        assert is_without_year(word)
    for word in ("BIPM2019", "UNCORR", "GPS"):
        assert not is_laboratory(word)
        assert not is_without_year(word)
