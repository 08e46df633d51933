"""Names and numbers as sentences write them, at the limits where the form changes."""

import math

import pytest

from jug.text.few_digits import few_digits, nanoseconds
from jug.text.name_lists import comma_list, name_list
from jug.text.value_with_error import with_error


def test_eleven_names_are_ten_and_one_more() -> None:
    names = [f"n{i}" for i in range(1, 12)]
    assert comma_list(names[:10]) == "n1, n2, n3, n4, n5, n6, n7, n8, n9, n10"
    assert comma_list(names) == "n1, n2, n3, n4, n5, n6, n7, n8, n9, n10 and 1 more"


def test_a_sentence_names_six_things_and_of_seven_five() -> None:
    names = ("A", "B", "C", "D", "E", "F", "G")
    assert [name_list(names[:n]) for n in (1, 2, 3)] == ["A", "A and B", "A, B and C"]
    assert name_list(names[:6]) == "A, B, C, D, E and F"
    assert name_list(names) == "A, B, C, D, E and 2 more"
    assert name_list(names[:4], 3) == "A, B and 2 more"


def test_three_digits_and_commas_between_thousands() -> None:
    """A number of up to twelve digits is written out, as a count of bytes: 123 GB."""
    assert [few_digits(x) for x in (0.012345, 1234567.0, 1.0, 0.0, -2.5)] == ["0.0123", "1,230,000", "1", "0", "-2.5"]
    assert few_digits(123456.789, 5) == "123,460"
    assert few_digits(123456789012.0, 12) == "123,456,789,012"
    assert few_digits(1234567890123.0, 13) == "1.23456789012e+12"
    assert nanoseconds(1.23456e-6) == "1,230 ns"


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (1.5, 0.0, "1.5 +- 0"),
        (1.5, -0.25, "1.5 +- -0.25"),
        (math.nan, 0.25, "nan +- 0.25"),
        (1.0, 1e-15, "1.0000000000000000(10)"),
        (1.0, 1e-16, "1.0 +- 1e-16"),
        (0.0, 0.0031, "0.0000(31)"),
        (12.0, 1.0, "12.0(10)"),
        (120.0, 10.0, "120 +- 10"),
        (1234567.0, 12.0, "1234567 +- 12"),
        (12345678.0, 12.0, "1.2345678(12)e+07"),
        (12345678.0, 0.5, "12345678.00(50)"),
        (3.0, 2.5e7, "0.0(25)e+07"),
        (1e-5, 1e-6, "0.0000100(10)"),
        (9.9e-6, 1e-7, "9.90(10)e-06"),
    ],
)
def test_the_forms_of_a_value_with_its_uncertainty(value: float, error: float, text: str) -> None:
    """Two digits of the uncertainty in parentheses, while float64 holds the digits of the value down to them."""
    assert with_error(value, error) == text
