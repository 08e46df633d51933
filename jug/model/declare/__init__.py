"""The declaration of a timing-model term: its parameters, their families, and its pure functions.

A component is a table of parameters and a few functions of ``(xp, p, x, t)``:

``xp``
    numpy or jax.numpy (`Namespace`). Only functions that both have, no item assignment, fixed shapes.
``p``
    Every parameter of the model in kernel units (s, rad, Hz, light-s, turns; DM in pc cm^-3) by its name (`Values`);
    a scalar for a plain parameter, a vector for a family. Epochs are seconds since the model's epoch.
``x``
    The columns, one row for each TOA, and the signals of earlier components (`Columns`).
``t``
    TDB less the delays of earlier components, s since the model's epoch. ``x.t_lo`` is its rounding error in float64,
    up to 0.06 us. A term that PINT evaluates at the TOA's own TDB uses ``x.tdb`` and has no partial by ``t``.

``partials`` returns the partial derivatives of the component's delay, phase or signal: by every parameter that it uses,
and under the names ``t``, ``n``, ``inv_freq``, ``companions_delay`` by the time and the signals. In each derivative all
other arguments are fixed. `jug.model.evaluation.chain` applies the chain rule, so that no component repeats it.

1. `component`, `param`: the table of a term, and its parameters
2. ``p``: `values`; ``x``: `columns`, with `selections` (values and partials of families) and `noise_columns`
3. columns that a component makes: `own_columns`, from `toa_rows`
4. `dispersion_delay`: terms whose delay is that of a dispersion measure
"""

from jug.core.blocks import Binned, Dense
from jug.core.doubledouble import DoubleDouble
from jug.core.namespace import Namespace
from jug.model.declare.columns import SIGNALS, Columns, Scope, Selection, evaluate_once, is_free
from jug.model.declare.component import (
    Broadcast,
    Check,
    ColumnsMaker,
    Component,
    Fields,
    Kernel,
    Options,
    OtherFields,
    Partials,
    PartialsKernel,
    ScaleKernel,
    first_wrong,
)
from jug.model.declare.dispersion_delay import dispersive_component
from jug.model.declare.noise_columns import EpochLayer, FourierGrid
from jug.model.declare.own_columns import ByRow, NoiseTables, OwnColumns, Tables
from jug.model.declare.param import Family, Param, indexed_family, line_family, selected_family, series_family
from jug.model.declare.selections import (
    Partial,
    dot,
    is_index,
    member_partials,
    member_values,
    partials_by_spin,
    scale_rows,
)
from jug.model.declare.toa_rows import ToaRows
from jug.model.declare.values import ByName, Values

__all__ = [
    "SIGNALS",
    "Binned",
    "Broadcast",
    "ByName",
    "ByRow",
    "Check",
    "Columns",
    "ColumnsMaker",
    "Component",
    "Dense",
    "DoubleDouble",
    "EpochLayer",
    "Family",
    "Fields",
    "FourierGrid",
    "Kernel",
    "Namespace",
    "NoiseTables",
    "Options",
    "OtherFields",
    "OwnColumns",
    "Param",
    "Partial",
    "Partials",
    "PartialsKernel",
    "ScaleKernel",
    "Scope",
    "Selection",
    "Tables",
    "ToaRows",
    "Values",
    "dispersive_component",
    "dot",
    "evaluate_once",
    "first_wrong",
    "indexed_family",
    "is_free",
    "is_index",
    "line_family",
    "member_partials",
    "member_values",
    "partials_by_spin",
    "scale_rows",
    "selected_family",
    "series_family",
]
