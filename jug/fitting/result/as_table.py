"""A fit as a short text, as tables of astropy and pandas, JSON and a page: methods of `jug.FitResult`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from jug.core import FROM_ABOVE
from jug.core.display.shown import Shown, TextRow
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.core.display.quantities import QTable
    from jug.fitting.result.protocol import JsonFit, TabulatedFit
    from jug.io.stream_names import TextTarget
    from jug.model.parameter_value import ParameterValue
    from jug.obs.toas import TOAs

TABLE_COLUMNS = ("name", "value", "error", "unit", "free", "prefit", "text")


class ResultTables(Shown):
    """The tables of a result; its repr has at most 20 lines."""

    def __getitem__(self: "TabulatedFit", name: str) -> "ParameterValue":
        """Value, uncertainty, unit and exact text of any parameter of the model (`TimingModel.__getitem__`)."""
        return self.model[name]

    def __contains__(self: "TabulatedFit", name: object) -> bool:
        """Whether there is ``result[name]`` (`TimingModel.__contains__`)."""
        return name in self.model

    def __iter__(self: "TabulatedFit") -> Iterator[str]:
        """The names of all parameters of the model, as of a `TimingModel`; the fitted parameters are `names`."""
        return iter(self.model)

    def _shown(self: "TabulatedFit") -> tuple[str, list[TextRow]]:
        from jug.model.parameter_rows import parameter_rows

        title = f"FitResult of PSR {self.model.psr or '(no name)'}: {self.stop.value}"
        left = self.residuals
        rows: list[TextRow] = [
            ("data", f"{toa_count(len(left))}, {len(self.names)} free parameters, {left.dof} degrees of freedom"),
            ("chi2", f"{left.chi2:.2f}, wrms {left.wrms_s * 1e6:.4g} us"),
        ]
        fitted = (*self.names, *self.noise_intervals)
        return title, [*rows, *parameter_rows(self.model.entries[name] for name in fitted)]

    def to_table(self: "TabulatedFit") -> "QTable":
        """Make an astropy QTable of all parameters that the par file has.

        Returns
        -------
        astropy.table.QTable
            One row a parameter: name, value, error (NaN where there is none), unit, free, prefit, text (all digits).
            Options such as BINARY are left out.

        Examples
        --------
        >>> import jug
        >>> table = jug.fit(*jug.load(*jug.data.example("NGC6440E"))).to_table()
        >>> [str(name) for name in table["name"][table["free"]]]
        ['RAJ', 'DECJ', 'F0', 'F1', 'DM']
        """
        from jug.core.display.quantities import qtable

        return qtable(_columns(self), {"psr": self.model.psr})

    def to_pandas(self: "TabulatedFit") -> Any:
        """Make a pandas DataFrame of all parameters that the par file has, with their names as the index.

        Returns
        -------
        pandas.DataFrame
            With the columns of `to_table`.

        Raises
        ------
        JugError
            pandas is not installed.

        Examples
        --------
        >>> import jug
        >>> table = jug.fit(*jug.load(*jug.data.example("NGC6440E"))).to_pandas()
        >>> str(table.loc["F0", "unit"]), bool(table.loc["F0", "free"])
        ('Hz', True)
        """
        from jug.core.display.data_frame import data_frame

        return data_frame(_columns(self)).set_index("name")

    def to_json(self: "JsonFit") -> JsonObject:
        """Return the result as numbers, texts, lists and dicts, as ``jug fit --json`` has it.

        Returns
        -------
        dict
            ``json.dumps`` writes it; a number that is not finite is None.

        Examples
        --------
        >>> import jug
        >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
        >>> content = result.to_json()
        >>> content["verdict"]["name"], sorted(content["errors"])
        ('good', ['DECJ', 'DM', 'F0', 'F1', 'RAJ'])
        """
        from jug.fitting.result.as_json import to_json

        return to_json(self)

    def report(
        self,
        path: "TextTarget",
        *,
        toas: "TOAs | None" = None,
        command: Sequence[str] = (),
        dated: bool = True,
    ) -> None:
        """Write the result as one self-contained page of HTML: `jug.write_report`, with the same arguments.

        Parameters
        ----------
        path : path-like, or an open text file
            The file to write. Its name ends in .html or .htm.
        toas : TOAs, optional
            The TOAs of the fit. Needed only for a result from another process, which does not have them.
        command : sequence of str
            The words of the command that made the fit, for the page.
        dated : bool
            Whether the page has the date on which it was made. Without it, the same fit gives the same page to the
            last byte.

        Raises
        ------
        JugError
            The result has no TOAs and none are given; or their number is not that of the fit.
        InputError
            The file cannot be written, or its name has another ending.

        Examples
        --------
        >>> import io, jug
        >>> result, page = jug.fit(*jug.load(*jug.data.example("NGC6440E"))), io.StringIO()
        >>> result.report(page)
        >>> "Verdict: good" in page.getvalue()
        True
        """
        FROM_ABOVE["write_report"](self, path, toas=toas, command=command, dated=dated)


def _columns(fit: "TabulatedFit") -> dict[str, list[object]]:
    """The columns, by the names of `TABLE_COLUMNS`."""
    rows, errors = [], fit.errors
    for name, e in fit.model.entries.items():
        if e.word or (e.line is None and name not in errors):
            continue
        error = errors.get(name, float("nan") if e.error is None else e.error)
        before = float(fit.prefit.entries[name].value.hi)
        rows.append((name, float(e.value.hi), error, e.unit, name in errors, before, e.text()))
    return {name: list(column) for name, column in zip(TABLE_COLUMNS, zip(*rows, strict=True), strict=True)}
