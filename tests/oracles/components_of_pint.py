"""PINT's set of components, made and compared once a process and not three times for every model.

PINT's builder makes every component it has, twice, and compares each with every other, before it takes the few of a
model. What the comparison and the choice read is the same for all models. Components that a builder has given away are
made anew for the next one: no two models share any.
"""

import functools
from types import FunctionType
from typing import Any

from pint.models import model_builder
from pint.models.timing_model import AllComponents, Component


class Given(dict[str, Any]):
    """Components by name, and the names of those that somebody has taken and may have changed."""

    def __init__(self, components: dict[str, Any]) -> None:
        super().__init__(components)
        self.taken: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.taken.add(name)
        return super().__getitem__(name)


@functools.cache
def _all() -> AllComponents:
    found = AllComponents()
    found.components = Given(found.components)
    return found


def untouched() -> AllComponents:
    """All components, of which none is part of a model."""
    found = _all()
    for name in found.components.taken:
        if found.components.get(name)._parent is not None:  # others were looked at: each kind of orbit for each model
            found.components[name] = Component.component_types[name]()
    found.components.taken.clear()
    return found


@functools.cache
def once_a_process() -> None:
    """Make PINT's builder take its components from here."""
    builder, guess = model_builder.ModelBuilder, model_builder.guess_binary_model
    builder()  # compares them
    builder._validate_components = lambda self: None
    model_builder.AllComponents = untouched
    read_only = {**vars(model_builder), "AllComponents": functools.cache(AllComponents)}
    model_builder.guess_binary_model = FunctionType(guess.__code__, read_only, guess.__name__)
