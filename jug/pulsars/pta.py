"""`jug.PTA`: the pulsars of an array by name."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from jug.core.arguments.kinds import read_names
from jug.core.arguments.named import no_such_name
from jug.core.display.shown import Shown, TextRow
from jug.core.execution.threads import map_in_threads
from jug.pulsars.array_pulsar import ArrayPulsar
from jug.pulsars.common_fit.common_fit import fit_common, fit_of
from jug.pulsars.common_fit.common_result import CommonFit
from jug.pulsars.editable_array import EditableArray
from jug.pulsars.pta_export import EXPORT_KINDS, export_array
from jug.pulsars.pta_sources import PulsarSource, pulsars_of
from jug.pulsars.pta_tables import array_columns
from jug.text.name_lists import counted_noun, toa_count

if TYPE_CHECKING:
    from jug.core.display.quantities import QTable


class PTA(Shown, EditableArray):
    """The pulsars of an array by name: models, TOAs, results, and tables across them.

    Every change gives a copy.

    Parameters
    ----------
    source : path, paths, pairs, or mapping
        The folder of a `jug run` (its fitted par files and the TOAs of the fits); a folder of par and tim files, par
        files, or a configuration, as for `jug.run`; pairs (par, tim) of files, or of a model and TOAs, also by name.
    **load
        Options of `jug.load`, as ``ephem="DE440"``.

    Raises
    ------
    InputError
        With all ``problems`` of all pulsars.

    Examples
    --------
    >>> import jug
    >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J1744-1134")])
    >>> list(pta)
    ['1748-2021E', '1744-1134']
    >>> pta = pta.set(EPHEM="DE440").free("F0").fit()
    >>> pta["1748-2021E"].result.dof
    56
    >>> pta.to_table("parameters").colnames[:4]
    ['pulsar', 'name', 'applies_to', 'value']
    """

    def __init__(self, source: PulsarSource, **load: object) -> None:
        self._set_pulsars(pulsars_of(source, dict(load)), None)

    def _set_pulsars(self, pulsars: Iterable[ArrayPulsar], common: CommonFit | None) -> None:
        self._pulsars = {one.name: one for one in pulsars}
        self.common = common

    def _copy_with(self, pulsars: Iterable[ArrayPulsar], common: CommonFit | None = None) -> Self:
        made = object.__new__(type(self))
        made._set_pulsars(pulsars, common)
        return made

    def __getitem__(self, name: str) -> ArrayPulsar:
        """Return a pulsar by its name.

        Raises
        ------
        NoSuchNameError
            No pulsar has this name.
        """
        if name not in self._pulsars:
            raise no_such_name("pulsar", name, self._pulsars)
        return self._pulsars[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pulsars)

    def __len__(self) -> int:
        return len(self._pulsars)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pulsars."""
        return tuple(self._pulsars)

    def select(self, *patterns: str) -> Self:
        """Return the array of some pulsars.

        Parameters
        ----------
        *patterns : str
            Names; ``*`` matches any text, as in ``"J1*"``.

        Returns
        -------
        PTA

        Raises
        ------
        NoSuchNameError
            No pulsar has such a name.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> pta.select("J06*").names
        ('J0613-0200',)
        """
        for pattern in patterns:
            if not any(fnmatchcase(name, pattern) for name in self):
                raise no_such_name("pulsar", pattern, self)
        return self._copy_with(one for one in self.values() if any(fnmatchcase(one.name, p) for p in patterns))

    def fit(self, common: str | Iterable[str] = (), **options: Any) -> Self:
        """Fit every pulsar, in threads; with common parameters, fit all of them together.

        Parameters
        ----------
        common : str or iterable of str
            Parameters that have one value for all pulsars, as ``"NE_SW"`` (tempo2's ``-global``); they are fitted
            whatever their fit flags.
        **options
            Options of `jug.fit`.

        Returns
        -------
        PTA
            Each pulsar has its ``result``, and the fitted model. ``.common`` is the `jug.CommonFit` of the
            common parameters, or None.

        Raises
        ------
        FitError
            A fit cannot be done; the message names the pulsar.
        InputError
            A model lacks a common parameter.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")]).fit(backend="numpy")
        >>> [one.result.verdict.name for one in pta.values()]
        ['good', 'good']
        """
        names, several = read_names(common, "common parameters"), list(self.values())
        if names:
            found = fit_common({one.name: (one.model, one.toas) for one in several}, names, options)
            results = [found.results[one.name] for one in several]
        else:
            work = [(one.name, one.model, one.toas) for one in several]
            found, results = None, map_in_threads(lambda i: fit_of(*work[i], options), len(several))
        return self._copy_with(
            (ArrayPulsar(one.name, r.model, one.toas, r) for one, r in zip(several, results, strict=True)), found
        )

    def to_table(self, what: str = "residuals") -> "QTable":
        """Make an astropy QTable across the pulsars.

        Parameters
        ----------
        what : {"residuals", "parameters", "noise"}
            A row for each pulsar with the statistics of its residuals; or a row for each parameter of each pulsar.

        Returns
        -------
        astropy.table.QTable
        """
        from jug.core.display.quantities import qtable

        return qtable(array_columns(self.values(), what), {"pulsars": len(self)})

    def to_pandas(self, what: str = "residuals") -> Any:
        """Make a pandas DataFrame across the pulsars.

        Parameters
        ----------
        what : {"residuals", "parameters", "noise"}
            As for `to_table`.

        Returns
        -------
        pandas.DataFrame

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> [int(n) for n in pta.to_pandas().loc[:, "n_toa"]]
        [62, 1462]
        """
        from jug.core.display.data_frame import data_frame

        return data_frame(array_columns(self.values(), what))

    def export(self, folder: str | PathLike[str], what: Iterable[str] = EXPORT_KINDS) -> tuple[Path, ...]:
        """Write the files of all pulsars.

        Parameters
        ----------
        folder : path
            The folder; it is made.
        what : iterable of {"par", "tim", "noise", "feather"}
            ``PSR.par``, ``PSR.tim``, ``PSR.feather`` (enterprise, discovery; with pyarrow), and one
            ``noise_dictionary.json`` of all pulsars.

        Returns
        -------
        tuple of Path
            The files that were written.

        Raises
        ------
        InputError
            A file cannot be written.

        Examples
        --------
        >>> import jug
        >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J0613-sim")])
        >>> [path.name for path in pta.export("array", ["par", "tim"])]
        ['1748-2021E.par', '1748-2021E.tim', 'J0613-0200.par', 'J0613-0200.tim']
        """
        return export_array(self.values(), folder, read_names(what, "kinds of files"))

    def _shown(self) -> tuple[str, list[TextRow]]:
        fitted = sum(one.result is not None for one in self.values())
        return f"PTA: {counted_noun(len(self), 'pulsar')}, {fitted} fitted", [_row(one) for one in self.values()]


def _row(one: ArrayPulsar) -> TextRow:
    first, last, result = one.toas.mjd.min(), one.toas.mjd.max(), one.result
    end = "not fitted" if result is None else f"wrms {result.residuals.wrms_s * 1e6:.4g} us, {result.verdict.name}"
    years = f"{(last - first) / 365.25:.1f} yr"
    return (one.name, toa_count(len(one.toas)), years, f"{len(one.model.free)} free", end)
