"""Which columns of the design matrix act: none of zeros, none that shifts all TOAs alike where the mean is removed."""

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.diagnosis.parameter_effects import ACTS, NO_EFFECT, SHIFTS, _columns, effects
from jug.core.blocks import Binned, Dense
from jug.io.par import parse_lines, read_par

CASES: dict[str, tuple[list[int], list[float], list[str]]] = {
    "two members": ([0, 0, 1], [1.0, 1.0, 1.0], [ACTS, ACTS]),
    "one of zeros": ([0, 0, 1], [0.0, 0.0, -3.0], [NO_EFFECT, ACTS]),
    "one without rows": ([1, 2, 2], [-1.0, 0.5, 0.5], [NO_EFFECT, ACTS]),
    "one that covers all alike": ([0, 0, 0], [2.0, 2.0, 2.0], [SHIFTS, NO_EFFECT]),
    "one that covers all": ([0, 0, 0], [2.0, 1.0, 2.0], [ACTS, NO_EFFECT]),
    "none": ([2, 2, 2], [0.0, 0.0, 0.0], [NO_EFFECT, NO_EFFECT]),
    "opposite signs": ([1, 1, 1], [1.0, -1.0, 1.0], [NO_EFFECT, ACTS]),
}


@pytest.mark.parametrize("case", CASES)
def test_columns_of_a_family_act_as_those_of_a_matrix(case: str) -> None:
    member, values, words = CASES[case]
    binned = Binned(np.array(member), np.array(values), np.zeros(2))
    assert list(_columns(binned)) == words
    matrix = np.array(values)[:, None] * (np.array(member)[:, None] == np.arange(2))
    assert list(_columns(Dense(matrix))) == words


@pytest.mark.parametrize(("line", "word"), [("", NO_EFFECT), ("PMRA 5", ACTS)])
def test_the_epoch_of_a_position_acts_where_it_moves(line: str, word: str) -> None:
    par, tim = example("NGC6440E")
    lines = [one.text for one in read_par(par).lines if one.key != "POSEPOCH"]
    found = effects(*jug.load(parse_lines([*lines, "POSEPOCH 53800", line]), tim))
    assert found["POSEPOCH"] == word
    assert found["PEPOCH"] == ACTS


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_parameter_without_a_column_acts_with_its_term() -> None:
    """The ends of a DMX bin: of one with TOAs they act, of one without they do not. Every parameter has its word."""
    par, tim = example("NGC6440E")
    lines = [one.text for one in read_par(par).lines]
    for n, first in ((1, 53400), (2, 40000)):
        lines += [f"DMX_000{n} 1e-3 1", f"DMXR1_000{n} {first}", f"DMXR2_000{n} {first + 400}"]
    model, toas = jug.load(parse_lines(lines), tim)
    found = effects(model, toas)
    assert set(found) == set(model.entries)
    assert [found[f"DMXR{i}_000{n}"] for n in (1, 2) for i in (1, 2)] == [ACTS, ACTS, NO_EFFECT, NO_EFFECT]
