"""A model and its anchor as a least-squares problem."""

import numpy as np

from jug.compute.kernels import Kernels
from jug.fitting.bounds import box
from jug.fitting.loop import Problem
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import block_order
from jug.model.timing_model import TimingModel


def problem_of(model: TimingModel, anchor: Anchor, run: Kernels) -> Problem:
    """The problem of a model's free parameters about an anchor."""
    order = np.array(block_order(model.layout, binned_families(anchor.reference.x)))
    labels = tuple(_label(model, name) for name in model.free)
    reach = box(model.entries[name] for name in model.free)
    return Problem(run, anchor, labels, order, model.layout.offset, reach)


def _label(model: TimingModel, name: str) -> str:
    """A parameter and the line that it is from."""
    line = model.entries[name].line
    return f"{name} ({model.par.path}:{line.number})" if line else name
