"""Ten of twelve solutions are listed: in the report, in JSON and in the picture."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from jug.connection.judgement import Verdict
from jug.connection.report import connection_report
from jug.connection.result_json import connection_to_json
from jug.plots.connection import _draw_solutions

CHI2 = [20.0 + 3.0 * k for k in range(12)]
TASK: Any = Made(
    model=Made(psr="J0000+0000", free=("F0", "DM")),
    toas=range(30),
    sigma=np.array([np.inf, 0.1]),
    own_fit=True,
    clusters=Made(n=5, by="gaps", number=np.arange(30) // 6),
    prior_chi2=lambda delta: float(np.sum((delta / TASK.sigma) ** 2)),
)
SOUGHT: Any = Made(
    leaves=tuple(Made(chi2=one, turns=(0, k, 0, -k), delta=np.array([1.0, 0.1 * k])) for k, one in enumerate(CHI2)),
    jumped=15.0,
    jumped_priors=4.0,
    beyond=1000.0,
    ended=True,
    limited=True,
    nodes=77,
)
FIXED: Any = Made(fit=Made(chi2=20.0, dof=27, names=("F0",)))


def test_the_report_lists_ten() -> None:
    tested: Any = [
        Made(names=("F1",), decrease=0.06, chance=0.8),
        Made(names=("PX",), decrease=0.05, chance=0.9),
    ]
    report = connection_report(Verdict.AMBIGUOUS, TASK, SOUGHT, tested, [FIXED])
    assert max(map(len, report.splitlines())) <= 100
    lines = report.replace("\n" + 26 * " ", " ").splitlines()  # what is folded stands below its text
    said = {line[:26].strip(): line[26:] for line in lines[2:12]}
    assert said["Clusters"] == "5, from the gaps"
    assert said["With priors"].startswith("1; the uncertainties of the par file")
    assert (
        said["Start"] == "chi2 15.00 (TOAs 11.00, priors 4.00) for 24 degrees of freedom, a JUMP a cluster"
    )  # 30 + 1 - 2 - 1 - 4
    assert said["Fixed in the last fit"].startswith("DM, which priors")
    alone = "of the TOAs alone: the last fit has no priors"
    assert said["Best solution"] == f"chi2 20.00 for 27 degrees of freedom, {alone}"
    assert said["Not added"] == "F1: chi2 falls by 0.1, by chance with probability 0.8"
    assert not [line for line in lines if "PX" in line]
    rows = [line.split() for line in lines[lines.index(next(q for q in lines if q.startswith("Solution "))) + 1 :]]
    rows = rows[: rows.index([])]
    assert [(int(row[0]), *map(float, row[1:5])) for row in rows] == [
        (k + 1, CHI2[k], CHI2[k] - k**2, k**2, CHI2[k] - CHI2[0]) for k in range(10)
    ]


def test_json_lists_ten() -> None:
    found = connection_to_json(Verdict.AMBIGUOUS, TASK, SOUGHT, [], [FIXED])
    assert [one["chi2"] for one in found["solutions"]] == CHI2[:10]
    assert [one["chi2_priors"] for one in found["solutions"]] == pytest.approx([k**2 for k in range(10)])
    assert found["start_chi2_priors"] == 4.0
    assert found["unique"] is False
    assert connection_to_json(Verdict.UNIQUE, TASK, SOUGHT, [], [FIXED])["unique"] is True
    assert (found["chi2"], found["dof"], found["next_best"], found["nodes"]) == (20.0, 27, 3.0, 77)


def test_the_picture_draws_ten() -> None:
    ax = Figure().add_subplot()
    found: Any = Made(sought=SOUGHT, task=TASK)
    _draw_solutions(ax, found)
    assert [bar.get_height() for bar in ax.patches] == [one - CHI2[0] for one in CHI2[:10]]
    assert ax.get_xticks().tolist() == list(range(1, 12))
    [arrow] = [one for one in ax.containers if one.get_label() == "all others: at least 30"]  # the eleventh solution
    assert arrow.lines[0].get_xydata().tolist() == [[11.0, pytest.approx(1.1 * 27.0)]]  # not so high as to flatten bars
    needed = ax.lines[0].get_ydata()[0]
    bottom, top = ax.get_ylim()
    assert -0.05 * top < bottom < 0.0  # the best solution is a whole point
    assert 1.1 * max(needed, 27.0) <= top * (1.0 + 1e-12) <= 2.0 * max(needed, 27.0)  # more only for arrow and legend


def test_a_search_without_a_solution_draws_no_bar() -> None:
    ax = Figure().add_subplot()
    nothing: Any = Made(sought=Made(leaves=()), task=TASK)
    _draw_solutions(ax, nothing)
    assert (len(ax.patches), len(ax.lines)) == (0, 0)
