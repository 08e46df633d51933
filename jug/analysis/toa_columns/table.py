"""`jug.columns`: a table with any columns, and one row for each TOA."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from os import PathLike
from sys import float_info
from typing import Any

import numpy as np

from jug.analysis.toa_columns.pattern import filled
from jug.analysis.toa_columns.quantities import ColumnSource, Values1D, find_quantity
from jug.core.arguments.kinds import expect, split_at_commas
from jug.core.arguments.named import no_such_name
from jug.core.display.data_frame import data_frame
from jug.core.display.shown import Shown, TextRow
from jug.errors import InputError
from jug.model.evaluation.residuals import Residuals
from jug.model.evaluation.residuals import residuals as evaluated
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count
from jug.text.text_table import align_columns


@dataclass(frozen=True, eq=False, repr=False)
class ColumnTable(Shown):
    """Columns of TOAs and residuals.

    Parameters
    ----------
    values : dict of str to (n,) array
        The columns, by the names given.
    units : dict of str to str
        Units by the same names; empty if a column has none.
    texts : dict of str to list of str
        The values as text; times have all their digits.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> table = jug.columns(model, toas, "mjd,err,site")
    >>> table.text().splitlines()[1].split(), table.csv().splitlines()[0]
    (['53478.2858714192189', '21.71', 'gbt'], 'mjd,err,site')
    >>> table.lines("{mjd} {site}").splitlines()[0]
    '53478.2858714192189 gbt'
    >>> table.to_json()["units"]["err"]
    'us'
    >>> table.write("toas.csv")
    """

    values: Mapping[str, Values1D]
    units: Mapping[str, str]
    texts: Mapping[str, list[str]]

    def __getitem__(self, name: str) -> Values1D:
        """The values of one column."""
        if name not in self.values:
            raise no_such_name("column", name, self.values)
        return self.values[name]

    def _shown(self) -> tuple[str, list[TextRow]]:
        n = max(map(len, self.texts.values()), default=0)
        rows: list[TextRow] = [
            (name, self.units[name], f"{own[0]} ... {own[-1]}" if n else "") for name, own in self.texts.items()
        ]
        return f"ColumnTable of {toa_count(n)}", rows

    def to_pandas(self) -> Any:
        """Make a pandas DataFrame with the columns, by the names given.

        Returns
        -------
        pandas.DataFrame

        Raises
        ------
        JugError
            pandas is not installed.
        """
        return data_frame(self.values)

    def text(self) -> str:
        """Format the columns below a header that begins with ``#``, without a newline at the end.

        Returns
        -------
        str
            Several lines.
        """
        heads = [f"{name}[{self.units[name]}]" if self.units[name] else name for name in self.values]
        heads[0] = f"# {heads[0]}"
        columns = [
            [head, *(word or "-" for word in texts)] for head, texts in zip(heads, self.texts.values(), strict=True)
        ]
        widths = [max(map(len, column)) for column in columns]
        return "\n".join(align_columns(zip(*columns, strict=True), widths, "<" * len(widths)))

    def csv(self) -> str:
        """Format the columns as CSV: the names, then a line for each TOA; without a newline at the end.

        Returns
        -------
        str
            Several lines.
        """
        from jug.analysis.toa_columns.files import csv_text

        return csv_text(self.texts).removesuffix("\n")

    def lines(self, pattern: str) -> str:
        """Format one line for each TOA by a pattern (`jug.analysis.toa_columns.pattern`).

        Parameters
        ----------
        pattern : str
            ``"{mjd} {res} +- {err}"``, with the names of columns of this table.

        Returns
        -------
        str
        """
        return filled(pattern, self.texts, self.values)

    def to_json(self) -> JsonObject:
        """Convert columns and units to lists for JSON; numbers that are not finite are None.

        Returns
        -------
        dict
            ``units`` and ``columns`` by name.
        """
        return {
            "units": dict(self.units),
            "columns": {name: _json_numbers(self.texts[name], values) for name, values in self.values.items()},
        }

    def write(self, path: str | PathLike[str], format: str | None = None) -> None:
        """Write the table to a file.

        Parameters
        ----------
        path : path-like
        format : {"text", "csv", "fits", "parquet", "feather"}, optional
            When absent it is chosen by the ending of the path: .csv, .fits, .parquet, .feather; any other means text.

        Raises
        ------
        InputError
            The format is not one of these.
        """
        from jug.analysis.toa_columns.files import file_bytes, format_of
        from jug.io.files import write_bytes

        write_bytes(path, file_bytes(self.values, self.units, self.texts, format_of(path, format), self.text))


def columns(
    model: TimingModel, toas: TOAs, names: str | Sequence[str], *, residuals: Residuals | None = None
) -> ColumnTable:
    """Make a table of any columns of TOAs and residuals.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    names : str or sequence of str
        Names of columns, in a string with commas: ``"mjd,freq,res,err,flag:fe,binphase,dm"``
        (`jug.analysis.toa_columns.quantities.QUANTITIES`).
    residuals : Residuals, optional
        Residuals of the model; computed when absent.

    Returns
    -------
    ColumnTable

    Raises
    ------
    InputError
        There is no such column, or it does not exist for the model (the orbital phase without a binary).

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> table = jug.columns(model, toas, "mjd,freq,res,err,site")
    >>> print(table.text().splitlines()[1].split()[0])
    53478.2858714192189
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    wanted = list(filter(None, split_at_commas(names)))
    if not wanted:
        raise InputError("no columns are named", hint="as in mjd,res,err")
    found = {name: find_quantity(name) for name in wanted}
    source = ColumnSource(model, toas, residuals if residuals is not None else evaluated(model, toas))
    values = {name: one.of(source) for name, one in found.items()}
    texts = {name: one.exact(source) if one.exact else _texts(values[name]) for name, one in found.items()}
    return ColumnTable(values, {name: one.unit for name, one in found.items()}, texts)


def _texts(values: Values1D) -> list[str]:
    """Format numbers with at most 15 digits; words are unchanged."""
    return [f"{value:.15g}" if isinstance(value, float) else str(value) for value in values.tolist()]


def _json_numbers(texts: Iterable[str], values: Values1D) -> list[object]:
    """Numbers of a column for JSON, as text with all digits if float64 cannot represent them."""
    if values.dtype.kind != "f":
        return list(values.tolist())
    if any(len(Decimal(text).as_tuple().digits) > float_info.dig for text in texts):
        return list(texts)
    return [value if np.isfinite(value) else None for value in values.tolist()]
