"""chi2 as a quadratic form in the turns: against least squares at each choice of them, and against fits."""

from functools import cache

import numpy as np
import pytest
from campaigns import Campaign, campaign

import jug
from jug.connection.clusters import clusters
from jug.connection.leaf import fit_leaf, fit_with_jumps
from jug.connection.linear_problem import Task, linear_problem
from jug.connection.numbering import first_numbers
from jug.connection.priors import prior_sigmas
from jug.connection.projection import project_parameters, turns_are_limited
from jug.connection.stated_turns import with_numbers, without_stated_turns
from jug.io.par import parse_lines


@cache
def case() -> Campaign:
    return campaign(2)


def task(*lines: str, priors: bool = True) -> Task:
    """The case, with more lines in the par file."""
    model, toas, _ = case()
    model = jug.load_model(parse_lines([*(line.text for line in model.par.lines), *lines])) if lines else model
    found = clusters(model, toas)
    number = first_numbers(model, toas, found)
    return Task(model, without_stated_turns(toas, found), found, number, prior_sigmas(model, wanted=priors))


@pytest.mark.parametrize("priors", [True, False])
def test_the_form_is_the_least_chi2_at_given_turns(priors: bool) -> None:
    problem = fit_with_jumps(task(priors=priors))[2]
    form = project_parameters(problem)
    assert turns_are_limited(form)
    rng = np.random.default_rng(1)
    for _ in range(5):
        z = rng.integers(-3, 4, problem.gaps.shape[1])
        wanted = problem.y + problem.gaps @ z
        scale = np.linalg.norm(problem.matrix, axis=0)
        solved = np.linalg.lstsq(problem.matrix / scale, wanted, rcond=1e-13)[0]
        chi2 = float(np.sum((wanted - problem.matrix / scale @ solved) ** 2))
        assert form.base + float(np.sum((form.r @ z + form.t) ** 2)) == pytest.approx(chi2, rel=1e-6)


@pytest.mark.parametrize("noise", [(), ("TNREDAMP -8.5", "TNREDGAM 1", "TNREDC 6")])
def test_the_start_without_priors_is_a_fit_with_a_jump_each(noise: tuple[str, ...]) -> None:
    """With red noise too, which lowers chi2 by 0.022: its coefficients have their variances."""
    one = task(*noise, priors=False)
    _, chi2, problem = fit_with_jumps(one)
    edges = [one.toas.mjd[one.clusters.number == k] for k in range(1, one.clusters.n)]
    jumps = tuple(f"JUMP MJD {mjd.min() - 1e-3:.6f} {mjd.max() + 1e-3:.6f} 0 1" for mjd in edges)
    lines = "\n".join((*(line.text for line in one.model.par.lines), *jumps))
    model = jug.load_model(parse_lines(lines.splitlines()))
    assert chi2 == pytest.approx(jug.fit(model, with_numbers(one.toas, one.number), backend="numpy").chi2, abs=1e-3)
    assert chi2 == pytest.approx(project_parameters(problem).base, abs=1e-3)


def test_a_leaf_without_priors_is_a_fit_with_pulse_numbers() -> None:
    model, toas, _ = case()
    found = jug.connect(model, toas, priors=False)
    assert found.sought.leaves[0].chi2 == pytest.approx(found.fit.chi2, abs=2e-3)


def test_a_prior_pulls_a_leaf_to_the_value_of_the_par_file() -> None:
    one = task()
    turns = jug.connect(*case()[:2]).sought.leaves[0].turns
    origin = np.zeros(len(one.sigma))
    loose, tight = fit_leaf(one, turns, origin), fit_leaf(one._replace(sigma=one.sigma * 1e-6), turns, origin)
    assert np.all(np.abs(tight.delta[:3]) < 1e-3 * np.abs(loose.delta[:3]))
    assert tight.chi2 > loose.chi2


def test_a_leaf_ends_at_its_least_chi2_from_half_a_unit_above() -> None:
    """Solutions are compared by chi2, so each is fitted to within 2e-3, twice the decrease that ends a fit."""
    one = task()
    turns = jug.connect(*case()[:2]).sought.leaves[0].turns
    best = fit_leaf(one, turns, np.zeros(len(one.sigma)))
    size = np.linalg.norm(linear_problem(one, best.delta, np.array(turns)).matrix[:, 0])
    off = best.delta.copy()
    off[0] += 0.7 / size
    assert fit_leaf(one, turns, off).chi2 == pytest.approx(best.chi2, abs=2e-3)
