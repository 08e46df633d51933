"""All points of a grid, level by level: those of a level predict where the points of the next one start."""

from collections.abc import Callable
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from jug.analysis.grids.grid_points import Refitted, many_of, refit_points
from jug.analysis.grids.grid_task import GridTask, Many
from jug.analysis.grids.predicted_starts import Level, levels_of
from jug.compute.jax_import import import_jax
from jug.core.array import Float, Int, N, Parameter
from jug.core.execution.progress import counting
from jug.core.execution.threads import map_in_threads

if TYPE_CHECKING:
    from concurrent.futures import Executor

GRID_PARTS = "parts of the grid"
"""Name of the unit of a grid's progress: points that are refitted together."""


def refit_all(
    task: GridTask,
    along: list[Float[N]],
    change: Float[N, Parameter],
    response: Float[Parameter, Parameter],
    executor: "Executor | None",
) -> Refitted:
    """Refit every point: those of the first level start at the values of the linear model.

    Parameters
    ----------
    task : GridTask
    along : list of (n,) arrays
        The values on each axis, as differences from the anchor, kernel units.
    change : (m, g) array
        The points, in the same units; the last axis varies fastest.
    response : (g, k) array
        Of the linear model, from `task_of`.
    executor : concurrent.futures.Executor or None
        Computes the points, in parts.

    Returns
    -------
    Refitted
        In the order of ``change``.
    """

    def parts_of(level: Level) -> list[Int[N]]:
        return [level.places[i : i + task.chunk] for i in range(0, len(level.places), task.chunk)]

    levels, many = levels_of(along), many_of(task) if executor is None else None
    found = Refitted.of(*(change @ response).shape)._replace(best=change @ response)
    with counting(GRID_PARTS, sum(len(parts_of(level)) for level in levels)) as add:
        refit = partial(_refit_parts, task, change, executor, many, add)
        for level in levels:
            starts_of = partial(level.predict, found.best) if level.by_axis else found.best.__getitem__
            parts = parts_of(level)
            for part, own in zip(parts, refit(parts, starts_of), strict=True):
                kept = own._replace(best=np.where(own.converged[:, None], own.best, found.best[part]))
                for array, of_part in zip(found, kept, strict=True):
                    array[part] = of_part
    return found


def _refit_parts(
    task: GridTask,
    change: Float[N, Parameter],
    executor: "Executor | None",
    many: Many | None,
    add: Callable[[int], None],
    parts: list[Int[N]],
    starts_of: Callable[[Int[N]], Float[N, Parameter]],
) -> list[Refitted]:
    """Refit the points of some parts from where ``starts_of`` says; ``add`` counts the parts."""

    def one(i: int) -> Refitted:
        found = refit_points(task, change[parts[i]], starts_of(parts[i]), many)
        add(1)
        return found

    if executor is not None:
        done = []
        for found in executor.map(refit_points, repeat(task), (change[part] for part in parts), map(starts_of, parts)):
            done.append(found)
            add(1)
        return done
    return map_in_threads(one, len(parts)) if _goes_in_threads(task) else [one(i) for i in range(len(parts))]


def _goes_in_threads(task: GridTask) -> bool:
    """Whether parts are refitted at the same time: with NumPy, and with JAX on one CPU."""
    if task.backend == "numpy":
        return True
    jax = import_jax()
    return jax.default_backend() == "cpu" and len(jax.local_devices()) == 1
