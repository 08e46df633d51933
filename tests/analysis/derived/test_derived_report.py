"""The table of derived quantities: at most 100 columns, long descriptions on more lines."""

import pytest
from copies import example

import jug
from jug.analysis.derived.derived_quantities import Derived, DerivedQuantities
from jug.analysis.derived.derived_report import derived_report

ALL = ["B1855+09_NANOGrav_9yv1", "J0613-sim", "J1614-2230", "NGC6440E", "test-wb-0"]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_no_line_is_longer_than_100_columns(name: str) -> None:
    found = jug.derived(jug.load_model(example(name)[0]))
    lines = derived_report(found).splitlines()
    assert max(map(len, lines)) <= 100
    heads = [line.split()[0] for line in lines if line and not line[0].isspace()]
    assert heads[2 : len(found) + 2] == [*found]


def test_a_long_description_goes_on_below_itself() -> None:
    found = DerivedQuantities()
    found["LONG"] = Derived(12.3456, 0.012, "Msun", " ".join(["word"] * 40))
    found["SHORT"] = Derived(2.5, None, "", "short")
    found.absent["NONE"] = " ".join(["sentence"] * 30)
    table, absent = derived_report(found).split("\n\n")
    head, rule, *lines, last = table.splitlines()
    assert lines[0].split()[:5] == ["LONG", "12.346", "0.012", "Msun", "word"]
    assert len(lines) > 1
    assert {line.index("word") for line in lines} == {lines[0].index("word")}
    assert " ".join(" ".join(lines).split()).count("word") == 40
    assert last.split() == ["SHORT", "2.5", "short"]
    assert head.split() == ["Derived", "Value", "Uncertainty", "Unit"]
    assert max(map(len, [rule, *lines, *absent.splitlines()])) <= 100
    assert absent.split() == ["sentence"] * 30
