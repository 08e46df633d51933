"""Make the columns that the components read: one row for each TOA, and the TZR point as the last row."""

import numpy as np

from jug.core.array import Float, Toa
from jug.core.execution.chunks import join_rows
from jug.core.times import since
from jug.errors import ParError, TimError
from jug.model.declare import Columns, Component, Selection
from jug.model.direction import ecliptic_to_icrs
from jug.model.evaluation.other_selections import family_selection, range_selection
from jug.model.evaluation.rows import ToaAndTzrRows
from jug.model.evaluation.toas_match import require_same
from jug.model.evaluation.wideband import measured_dms
from jug.model.parameters import Layout
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def make_columns(model: TimingModel, toas: TOAs) -> Columns:
    """Make the columns of a model on TOAs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
        Prepared for this model, with the TZR point.

    Returns
    -------
    Columns
        n + 1 rows, without signals, with the columns that the model's components make.

    Raises
    ------
    ParError
        TOAs that were prepared for another ephemeris, clock or TZR point than the model's, or without a TZR point.
    TimError
        There are no TOAs.
    """
    require_same(model, toas)
    if len(toas) == 0:
        raise TimError("there are no TOAs", hint="check which TOAs were selected or deleted")
    tzr = tzr_point(toas)
    both = (toas, tzr)
    times = [since(s.tdb, model.epoch_day) for s in both]
    bodies = tuple(toas.bodies) if model.settings.planets else ("sun",)
    x = Columns(
        tdb=join_rows([time.hi for time in times]),
        tdb_lo=join_rows([time.lo for time in times]),
        r_obs=join_rows([s.r_obs for s in both]),
        v_obs=join_rows([s.v_obs for s in both]),
        inv_freq_site=join_rows([_inverse_frequency(s, model.settings.dilate) for s in both]),
        on_site=join_rows([np.where(s.at_barycentre, 0.0, 1.0) for s in both]),
        is_toa=join_rows([np.ones(len(toas)), np.zeros(1)]),
        error=join_rows([s.error_s for s in both]),
        bodies={body: join_rows([s.bodies[body] for s in both]) for body in bodies},
        tables={"ecliptic_to_icrs": ecliptic_to_icrs(model.settings.ecl)},
    )
    data = measured_dms(model, toas)
    if data is not None:
        x = x._replace(dm_measured=np.append(data.dm, 0.0), dm_error=np.append(data.error, 1.0))
    rows = ToaAndTzrRows(model, toas, tzr, x)
    for c in model.components:
        rows.x = rows.x._replace(selections={**rows.x.selections, **_selections(c, rows)})
        if c.columns is not None:
            rows.x = rows.x.with_own(c.columns(np, rows))
    return rows.x


def _selections(c: Component, rows: ToaAndTzrRows) -> dict[str, Selection]:
    """The selections of a component's families: those with a selector, and those in ranges of dates."""
    found = {
        param.name: family_selection(rows, param.name)
        for param in c.params
        if param.family is not None and param.family.kind == "selected" and rows.members(param.name)
    }
    for families, low, high in c.ranges:
        found |= dict.fromkeys(families, range_selection(rows, families, rows.values(low), rows.values(high)))
    return found


def tzr_point(toas: TOAs) -> TOAs:
    """Return the prepared TZR point.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    TOAs
        One row.

    Raises
    ------
    ParError
        The TOAs were prepared without one.
    """
    if toas.tzr is None:
        raise ParError("the TOAs have no TZR point", hint="load them with the model: jug.load(par, tim)")
    return toas.tzr


def _inverse_frequency(toas: TOAs, dilate: bool) -> Float[Toa]:
    """1/f at the site, (n,) 1/Hz; with DILATEFREQ f is divided by the rate of TDB against TT, as in tempo2.

    Raises
    ------
    ParError
        The TOAs were prepared without the rate.
    """
    if not dilate:
        return 1.0 / toas.freq_hz
    if toas.dilation is None:
        raise ParError("the TOAs were prepared without DILATEFREQ", hint="load them with the model: jug.load(par, tim)")
    return (1.0 + toas.dilation) / toas.freq_hz


def binned_families(x: Columns) -> frozenset[str]:
    """Return the families whose columns are `Binned`: their members are disjoint, and their selection is an index.

    Parameters
    ----------
    x : Columns

    Returns
    -------
    frozenset of str
    """
    return frozenset(family for family, rows in x.selections.items() if rows.ndim == 1)


def count_dense_columns(layout: Layout, x: Columns) -> int:
    """Return the number of free parameters whose columns are not in disjoint ranges of TOAs.

    Parameters
    ----------
    layout : Layout
    x : Columns

    Returns
    -------
    int
    """
    binned = binned_families(x)
    return sum(order is None or key not in binned for key, order in layout.free)
