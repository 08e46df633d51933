"""What is said of a phase connection, in one sentence: each verdict, with its numbers and what to do."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.connection import statement as said
from jug.connection.judgement import Verdict

INF = float("inf")


def made_task(**own: Any) -> Any:
    fields: dict[str, Any] = {
        "model": Made(psr="X", free=("F0", "F1"), values={}), "sigma": np.array([INF, 1.0]), "toas": range(30),
        "clusters": Made(n=5), "own_fit": False, "prior_chi2": lambda delta: 1.25,
    }  # fmt: skip
    return Made(**{**fields, **own})


def made_search(*chi2: float, **own: Any) -> Any:
    fields: dict[str, Any] = {"jumped": 20.0, "beyond": 1000.0, "ended": True, "limited": True, "nodes": 77}
    found = tuple(Made(chi2=one, delta=np.zeros(2)) for one in chi2)
    return Made(**{"leaves": found, **fields, **own})


@pytest.mark.parametrize(
    ("verdict", "search", "task", "sentence"),
    [
        (Verdict.UNIQUE, made_search(30.0, 70.0), made_task(), "unique: the next best solution has a chi2 40.0 larger"),
        (
            Verdict.UNIQUE,
            made_search(30.0, beyond=90.0),
            made_task(),
            "unique: the next best solution has a chi2 at least 60.0 larger",
        ),
        (
            Verdict.AMBIGUOUS,
            made_search(27.0, 52.0, 53.0),
            made_task(),
            "ambiguous: 2 solutions have a chi2 within 25.0 of the best one; the next is 25.0 above it",
        ),
        (
            Verdict.AMBIGUOUS,
            made_search(27.0, beyond=52.0),
            made_task(),
            "ambiguous: 1 or more solutions have a chi2 within 25.0 of the best one; the next is 25.0 above it",
        ),
        (
            Verdict.UNFINISHED,
            made_search(27.0),
            made_task(),
            "not finished: the residuals are not linear enough for the best solution to settle; use a better start",
        ),
        (
            Verdict.UNFINISHED,
            made_search(27.0, ended=False),
            made_task(),
            "not finished: the limit was reached after 77 nodes, so other solutions may be better; raise --max-nodes",
        ),
        (
            Verdict.NOT_CONNECTED,
            made_search(100.0),
            made_task(),
            "not connected: the best solution has chi2 100.0 (TOAs 98.8, priors 1.2) for 28 degrees of freedom; check",
        ),
        (
            Verdict.NOT_CONNECTED,
            made_search(100.0, jumped=300.0),
            made_task(),
            "not connected: chi2 is 300.0 for 24 degrees of freedom with a JUMP for each cluster already, so the TOAs",
        ),
        (
            Verdict.NOT_CONNECTED,
            made_search(limited=False),
            made_task(sigma=np.array([1.0, 1.0])),
            "not connected: neither TOAs nor priors limit the turns of every gap; free fewer parameters",
        ),
        (
            Verdict.NOT_CONNECTED,
            made_search(limited=False),
            made_task(own_fit=True),
            "not connected: neither TOAs nor priors limit the turns of every gap; use the start from before that fit",
        ),
    ],
)
def test_the_conclusion_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, verdict: Verdict, search: Any, task: Any, sentence: str
) -> None:
    monkeypatch.setattr(said, "orbit_advice", lambda *_: "")
    assert said.statement(verdict, task, search).startswith(sentence)


def test_another_orbit_is_looked_for_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the best solution does not fit, and there is an orbit; not where the limit came in a search that fits."""
    monkeypatch.setattr(said, "orbit_advice", lambda *_: "the orbit may be wrong")
    first = "the orbit may be wrong, or begin with the orbit that spin periods show; or "
    for verdict, search, has in (
        (Verdict.NOT_CONNECTED, made_search(100.0), True),
        (Verdict.NOT_CONNECTED, made_search(100.0, jumped=300.0), True),
        (Verdict.UNFINISHED, made_search(100.0, ended=False), True),
        (Verdict.UNFINISHED, made_search(27.0, ended=False), False),
    ):
        assert (first in said.statement(verdict, made_task(), search)) == has
    assert said.contributions(100.0, 1.25, 0) == ""
    assert said.contributions(100.0, 1.25, 1) == " (TOAs 98.75, priors 1.25)"
