"""Lists that users see end with "and N more", or become one row: each at the longest that is whole, and one beyond."""

from collections.abc import Callable
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from pulsar import PULSAR

import jug
from jug.analysis.comparison.comparison_table import _largest, _row, comparison_table
from jug.connection.orbit_report import orbit_report
from jug.data.tables import _chain_table
from jug.fitting.noise.other_maxima import other_maxima
from jug.fitting.result.family_table import _is_one_line
from jug.fitting.robust.result import RobustFit
from jug.io.par import parse_lines
from jug.model.parameter_rows import parameter_rows
from jug.obs.toa_summary import words_with_counts
from jug.text.name_lists import comma_list, name_list


def names(n: int) -> list[str]:
    return [f"n{i}" for i in range(n)]


def parameters(n: int) -> int:
    """A row for each parameter; of a family of more, one row."""
    lines = [f"JUMP -fe {name} 1e-6" for name in names(n)]
    own = [e for e in jug.load_model(parse_lines([*PULSAR.splitlines(), *lines])).entries.values() if e.selector]
    rows = parameter_rows(own)
    assert (rows[0][:2] == (f"JUMP1 ... JUMP{n}", f"{n} parameters")) == (n > 4)
    return len(rows)


def clocks(n: int) -> int:
    """Names of the sites with one chain of clock files."""

    rows: Any = [Made(site=one, name="same.clk", source="embedded") for one in names(n)]
    [line] = [line for line in _chain_table(rows).splitlines() if "same.clk" in line]
    return line.partition(" and ")[0].partition("same")[0].count("n")


def orbits(n: int) -> int:
    made: Any = [Made(values={"PB": 1.0, "A1": 1.0, "TASC": 55000.0}, chi2=10.0 + 1e6 * i) for i in range(n)]
    lines = orbit_report(made, 20).splitlines()
    assert lines[0] == "Orbits from 20 spin periods, 16 degrees of freedom"
    return len(lines) - 3


def differences(n: int) -> int:
    values: Any = [Made(family="DMX", sigma=float(i), difference=0.0, name=f"DMX{i}") for i in range(n)]
    found = _largest(values, {"DMX": n})
    assert found[-1] is values[-1]
    return len(found)


def maxima(n: int) -> int:
    made: Any = [
        Made(values={"A": float(i)}, n_starts=1, log_likelihood=-float(i), converged=i != 1) for i in range(n + 1)
    ]
    lines = other_maxima(made)
    assert lines[0] == "This maximum was reached from 1 of the starts. Others:"
    assert lines[1] == "  log L lower by 1.00, from 1, not converged: A 1"
    more = [line for line in lines if line.endswith(" more")]
    assert more == ([f"  and {n - 5} more"] if n > 5 else [])
    return len(lines) - 1 - len(more)


def weights(n: int) -> int:
    little: Any = [Made(toa="1", measured_dm=False, mjd=55000.0, size=3.0, weight=0.5) for _ in range(n)]
    made = RobustFit("huber", 1.345, 1.0, np.ones(50), None, None, 40.0, tuple(little))
    lines = "\n".join(made.table()).splitlines()
    more = [line for line in lines if line.endswith(" more")]
    assert more == ([f"and {n - 10} more"] if n > 10 else [])
    return len([line for line in lines if "0.5000" in line])


def words(n: int) -> int:
    return words_with_counts([(name, 3) for name in names(n)]).partition(" and ")[0].count("n")


LISTS: dict[Callable[[int], int], tuple[int, int]] = {
    parameters: (4, 1),
    clocks: (4, 4),
    orbits: (5, 5),
    differences: (4, 1),
    maxima: (5, 5),
    weights: (10, 10),
    words: (8, 8),
}
"""The most that are listed, and how many are where there is one more."""


@pytest.mark.parametrize("of", LISTS, ids=lambda of: of.__name__)
def test_a_list_is_whole_up_to_its_length(of: Callable[[int], int]) -> None:
    most, beyond = LISTS[of]
    assert of(most) == most
    assert of(most + 1) == beyond


def test_no_little_weight_is_no_table() -> None:
    assert RobustFit("huber", 1.345, 1.0, np.ones(5), None, None, 4.0, ()).table() == []


def test_of_many_names_the_number_of_the_others_is_told() -> None:
    assert comma_list(names(3), 3) == "n0, n1, n2"
    assert comma_list(names(5), 3) == "n0, n1, n2 and 2 more"
    assert name_list(("A",)) == "A"
    assert name_list(("A", "B")) == "A and B"
    assert name_list(tuple(names(6))) == "n0, n1, n2, n3, n4 and n5"
    assert name_list(tuple(names(7))) == "n0, n1, n2, n3, n4 and 2 more"
    assert words_with_counts([("", 2), ("L", 1)]) == "none 2, L 1"
    assert words_with_counts([(name, 3) for name in names(10)]).endswith("n7 3 and 2 more")


@pytest.mark.parametrize(("free", "units", "one_line"), [(2, 1, False), (3, 1, True), (3, 2, False)])
def test_a_family_of_more_than_two_fitted_members_is_one_line(free: int, units: int, one_line: bool) -> None:
    own: Any = [Made(name=f"n{i}", unit=f"u{i % units}", param=Made(sampled=False)) for i in range(4)]
    assert _is_one_line(own, names(free)) == one_line
    own[0].param.sampled = True
    assert _is_one_line(own, [])


def test_a_difference_of_a_large_family_says_of_how_many() -> None:
    one: Any = Made(
        family="DMX", name="DMX1", first="0." + "1" * 22, second="0." + "1" * 23, sigma_first=None, sigma_second=1.234,
        sigma=1.234, free=(True, False), unit="pc cm^-3", difference=0.0,
    )  # fmt: skip
    assert _row(one, 4) == ("DMX1", "0." + "1" * 22, "0." + "1" * 21 + "~", "0", "pc cm^-3", "", "1.23")
    assert _row(one, 5)[0] == "DMX1 (largest of 5)"
    assert "largest of 5" in comparison_table([one] * 5)
    assert "largest" not in comparison_table([one] * 5, full=True)
    one.difference = 1e-3
    assert _row(one, 4)[1:3] == ("0.1111", "0.1111")
