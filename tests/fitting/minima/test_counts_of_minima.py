"""What the search for minima makes of the end of each fit: a new minimum, a known one, given up, or left out."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from copies import example

import jug
from jug.fitting.minima import search as searching
from jug.fitting.minima.search import End, _MinimumSearch

MODEL = jug.load_model(example("J0613-sim")[0])
OTHER, THIRD = MODEL.set(PB=1.3), MODEL.set(PB=1.4)


def end(chi2: float, model: Any = MODEL, *, converged: bool = True) -> End:
    fitted: Any = Made(model=model, outcome=Made(stop=Made(converged=converged)), anchor=Made(pulse_number=None))
    return End(fitted, chi2)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> _MinimumSearch:
    """A search that has found a minimum of chi2 100; minima are the same where their models are the same."""
    monkeypatch.setattr(searching, "same_minimum", lambda a, b: a is b)
    search = _MinimumSearch(Made(), np.zeros(1, dtype=np.int64), MODEL)
    search.take(end(100.0))
    return search


def counts(search: _MinimumSearch) -> tuple[list[float], list[int], int, int, int]:
    return [one.chi2 for one in search.ends], search.hits, search.given_up, search.failed, search.without_meaning


ANGLE: Any = Made(values={"KIN": 180.1})
RIGHT: Any = Made(values={"KIN": 180.0})

ENDS: dict[str, tuple[End, tuple[list[float], list[int], int, int, int]]] = {
    "a new minimum": (end(130.0, OTHER), ([100.0, 130.0], [1, 1], 0, 0, 0)),
    "another model of nearly the same chi2": (end(100.05, OTHER), ([100.0, 100.05], [1, 1], 0, 0, 0)),
    "the same model with another chi2": (end(100.2), ([100.0, 100.2], [1, 1], 0, 0, 0)),
    "the known minimum": (end(100.05), ([100.0], [2], 0, 0, 0)),
    "the known one, a trifle lower": (end(99.9995), ([100.0], [2], 0, 0, 0)),
    "the known one, lower": (end(99.99), ([99.99], [2], 0, 0, 0)),
    "not converged, nine times as high": (end(900.0, OTHER, converged=False), ([100.0, 900.0], [1, 1], 0, 0, 0)),
    "not converged, eleven times": (end(1100.0, OTHER, converged=False), ([100.0], [1], 1, 0, 0)),
    "converged, eleven times": (end(1100.0, OTHER), ([100.0, 1100.0], [1, 1], 0, 0, 0)),
    "no chi2": (end(float("nan"), OTHER), ([100.0], [1], 0, 1, 0)),
    "an infinite chi2": (end(float("inf"), OTHER, converged=False), ([100.0], [1], 0, 1, 0)),
    "an inclination above 180 deg": (end(120.0, ANGLE), ([100.0], [1], 0, 0, 1)),
    "an inclination of 180 deg": (end(120.0, RIGHT), ([100.0, 120.0], [1, 1], 0, 0, 0)),
}


@pytest.mark.parametrize("case", ENDS)
def test_what_becomes_of_an_end(case: str, begun: _MinimumSearch) -> None:
    found, after = ENDS[case]
    begun.take(found)
    assert counts(begun) == after


def test_a_converged_fit_stands_for_a_minimum_before_one_that_has_not(begun: _MinimumSearch) -> None:
    begun.take(end(130.0, OTHER, converged=False))
    begun.take(end(130.05, OTHER))
    assert [(one.chi2, one.converged) for one in begun.ends] == [(100.0, True), (130.05, True)]
    begun.take(end(130.0495, OTHER, converged=False))
    assert [(one.chi2, one.converged) for one in begun.ends] == [(100.0, True), (130.05, True)]
    assert begun.hits == [1, 3]


def test_the_starts_are_counted_by_their_ends(begun: _MinimumSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lowest first, though it was found later; far ones are counted and not listed."""
    monkeypatch.setattr(searching, "relation", lambda lowest, other: "elsewhere")
    far = 100.0 + searching.LISTED_CHI2 + 1.0
    for one in (end(95.0, OTHER), end(95.0, OTHER), end(far, THIRD), end(far, THIRD), end(far + 1.0, RIGHT),
                end(96.0, RIGHT, converged=False), end(5000.0, RIGHT, converged=False)):  # fmt: skip
        begun.take(one)
    found = begun.outcome()
    assert found.fitted.model is OTHER
    assert [(m.chi2, m.above, m.relation) for m in found.minima] == [
        (95.0, 0.0, "the lowest"),
        (100.0, 5.0, "elsewhere"),
    ]
    done = found.searched
    assert (done.listed, done.higher, done.not_converged, done.given_up) == (3, 3, 1, 1)


def test_a_start_whose_fit_fails_is_counted(begun: _MinimumSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two starts with one orbit are one; an error of a fit ends that fit alone."""
    monkeypatch.setattr(searching, "same_orbit", lambda a, b: a is b)

    def refine(model: Any, numbers: Any, steps: int) -> Any:
        raise jug.FitError("singular")

    begun.refine = refine
    begun.run([Made(model=one, renumbered=False, steps=5) for one in (OTHER, OTHER, THIRD)])  # type: ignore[list-item]
    assert (begun.starts, begun.failed, begun.given_up) == (3, 2, 0)


def test_each_minimum_beyond_the_first_is_reflected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that the starts find, and one that a reflection of these finds; of the first one the starts have them."""
    models: list[Any] = [Made(name=name) for name in "ABCD"]
    found, reflected = [end(1.0, models[0])], list[Any]()

    def run(starts: list[Any]) -> None:
        given = list(starts)
        if given == ["draw"]:
            found.extend(end(2.0, model) for model in models[1:3])
        elif given and given[-1] == "reflection of C":
            found.append(end(3.0, models[3]))

    search: Any = Made(ends=found, continue_fit=lambda fitted: fitted, take=lambda one: None, run=run)
    search.minima, search.outcome = lambda: list(found), lambda: "concluded"
    monkeypatch.setattr(searching, "_MinimumSearch", lambda *of: search)
    for name in ("turned_nodes", "periastra", "inclinations", "aliases", "epochs_turns_away", "other_decays"):
        monkeypatch.setattr(searching, name, lambda *of: ())
    monkeypatch.setattr(searching, "draw_starts", lambda *of: ["draw"])

    def reflections(model: Any) -> list[str]:
        reflected.append(model)
        return [f"reflection of {model.name}"]

    monkeypatch.setattr(searching, "reflections", reflections)
    first: Any = Made(anchor=Made(pulse_number=None))
    found[0].fitted.outcome.covariance = None
    assert searching.search_minima(MODEL, first, np.zeros(9), Made()) == "concluded"  # type: ignore[arg-type, comparison-overlap]
    assert reflected == models
