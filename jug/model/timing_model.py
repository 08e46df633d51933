"""The timing model: par file, settings, components and parameter table, in one immutable value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from jug.core.arguments.kinds import as_number, expect_values, one_text, read_names
from jug.core.arguments.named import Named
from jug.core.display.shown import Shown, TextRow
from jug.core.doubledouble import DoubleDouble, add_float, double_double
from jug.errors import FitError, InputError, NoSuchParameterError
from jug.io.par import ParFile
from jug.model.declare import Values
from jug.model.editable import EditableModel
from jug.model.parameters import Entry, Layout, kernel_values, layout, why_not_fitted
from jug.model.parts import epoch_day
from jug.model.registry import components_named
from jug.model.settings import Settings

if TYPE_CHECKING:
    from jug.model.parameter_value import ParameterValue


@dataclass(frozen=True, eq=False, repr=False)
class TimingModel(EditableModel, Shown):
    """A pulsar's timing model. Frozen: an edit (`add`, `remove`, `set`, `free`, `freeze`, ...) gives a changed copy.

    Parameters
    ----------
    par : ParFile
        The lines it was read from; they are written back in their order.
    settings : Settings
    components : tuple of Component
        The terms, in order of evaluation.
    entries : dict
        The parameters by name, in the order of the par file.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> model["F0"], "F2" in model
    (F0 = 61.48547655400(50) Hz, free, False)
    >>> model.psr, model.names[:3], model.values["DM"], model.errors["DM"], model.units["DM"]
    ('1748-2021E', ('RAJ', 'DECJ', 'F0'), 223.9, 0.3, 'pc cm^-3')
    >>> model.with_free(["F0", "F1"]).free, model.removes_mean, model.epoch_day
    (('F0', 'F1'), True, 53750)
    >>> f"{model.with_values({'DM': 224.0}).moved({'DM': 0.5}).entry('DM').text()} pc cm^-3"
    '224.5 pc cm^-3'
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.par, self.settings, tuple(c.name for c in self.components), self.entries)

    def __getitem__(self, name: str) -> "ParameterValue":
        """Value, uncertainty, unit and exact text of a parameter; text of a setting or a description.

        Parameters
        ----------
        name : str
            The name or an alias, in any case, or a line with its selection, as ``"JUMP -fe L-wide"``; ``"EPHEM"``,
            ``"TZRMJD"``, ``"START"``.

        Returns
        -------
        ParameterValue

        Raises
        ------
        NoSuchParameterError
            The model has no such parameter; a `FitError` and a KeyError.
        """
        from jug.model.editing.setting_lines import is_setting
        from jug.model.parameter_value import parameter_value
        from jug.model.setting_value import setting_value

        if is_setting(name) and name.strip().upper() not in self.entries:
            return setting_value(self.par, self.settings, name)
        return parameter_value(self.entry(name))

    def __contains__(self, name: object) -> bool:
        """Whether there is ``model[name]``: a parameter, or a setting or description that has a value."""
        if not isinstance(name, str):
            return False
        if name in self.entries:
            return True
        from jug.model.editing.names import matching_entries
        from jug.model.setting_value import has_setting

        return len(matching_entries(self.entries, name)) == 1 or has_setting(self.par, self.settings, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def _shown(self) -> tuple[str, list[TextRow]]:
        from jug.model.parameter_rows import parameter_rows

        fixed = sum(e.line is not None and not e.free for e in self.entries.values())
        rows = parameter_rows([e for e in self.entries.values() if e.free])
        title = f"TimingModel of PSR {self.psr or '(no name)'}: {len(self.free)} free parameters, {fixed} fixed"
        return title, [*rows, ("terms", ", ".join(c.name for c in self.components)[:90])]

    @property
    def psr(self) -> str:
        """Name of the pulsar."""
        return self.settings.psr

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parameters that have a value."""
        return tuple(self.entries)

    @property
    def values(self) -> dict[str, float]:
        """Values by name, in the units of `units`: RAJ in hours, DECJ in degrees, epochs as MJD."""
        return Named("parameter", {name: float(e.value.hi) for name, e in self.entries.items()})

    @property
    def errors(self) -> dict[str, float]:
        """Uncertainties that are known, each in the unit of its value: RAJ in hours, DECJ in degrees."""
        return Named("uncertainty of", {name: e.error for name, e in self.entries.items() if e.error is not None})

    @property
    def units(self) -> dict[str, str]:
        """Unit of each value and of its uncertainty."""
        return Named("parameter", {name: e.unit for name, e in self.entries.items()})

    @property
    def epoch_day(self) -> int:
        """The model's epoch: the whole MJD of PEPOCH, d. Kernel times are seconds since its midnight, TDB."""
        return epoch_day(self.entries)

    @property
    def removes_mean(self) -> bool:
        """Whether the weighted mean is removed from residuals: always, except with PHOFF."""
        return "PHOFF" not in self.entries

    @cached_property
    def layout(self) -> Layout:
        """The element of the kernels' parameters for each free parameter."""
        return layout(self.entries, self.removes_mean)

    @cached_property
    def kernel_values(self) -> Values:
        """Parameters in kernel units."""
        return kernel_values(self.entries, self.epoch_day)

    def with_free(self, names: Iterable[str]) -> "TimingModel":
        """Return a copy in which exactly these parameters are free; ``WAVE1`` stands for both values of its line.

        Parameters
        ----------
        names : iterable of str

        Returns
        -------
        TimingModel

        Raises
        ------
        FitError
            A name that is not in the model, or a parameter that cannot be fitted.
        """
        given = read_names(names, "parameters")
        wanted = dict.fromkeys(own for name in given for own in self._on_line(name) or [self.entry(name).name])
        for name in wanted:
            if not self.entries[name].param.fit:
                raise FitError(f"{name} cannot be fitted{why_not_fitted(self.entries[name].param)}")
        changed = {k: e if e.free == (k in wanted) else replace(e, free=k in wanted) for k, e in self.entries.items()}
        return replace(self, entries=changed)

    def with_wideband(self, choice: bool | None) -> "TimingModel":
        """Choose whether measured DMs are data.

        Parameters
        ----------
        choice : bool or None
            None: they are where every TOA has one.

        Returns
        -------
        TimingModel
            A copy.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("J1614-2230"), ephem="DE440")
        >>> jug.residuals(model, toas).n_data, jug.residuals(model.with_wideband(False), toas).n_data, len(toas)
        (550, 275, 275)
        """
        return replace(self, settings=replace(self.settings, wideband=choice))

    def with_values(self, values: Mapping[str, float | str | DoubleDouble[float]]) -> "TimingModel":
        """Set values.

        Parameters
        ----------
        values : dict of str to float, str or DoubleDouble
            In par units, by name or alias; text as in a par file.

        Returns
        -------
        TimingModel
            A copy.

        Raises
        ------
        InputError
            A value that is not a finite number.
        """
        changed = dict(self.entries)
        for given, value in expect_values(values, "values").items():
            e = self.entry(given)
            if isinstance(value, str):
                from jug.model.value_text import value_of_text  # most values are numbers

                value = value_of_text(e, value)
            number = value if isinstance(value, DoubleDouble) else double_double(as_number(value, e.name, e.unit))
            changed[e.name] = replace(e, value=_finite(e.name, number))
        return replace(self, entries=changed)

    def moved(self, changes: Mapping[str, float]) -> "TimingModel":
        """Move values.

        Parameters
        ----------
        changes : dict of str to float
            Amounts in the units of the values (RAJ in hours, DECJ in degrees), by name or alias.

        Returns
        -------
        TimingModel
            A copy.

        Raises
        ------
        InputError
            A value that would not be a finite number.
        """
        changed = dict(self.entries)
        for given, change in expect_values(changes, "changes").items():
            e = self.entry(given)
            changed[e.name] = replace(e, value=_finite(e.name, add_float(e.value, as_number(change, e.name, e.unit))))
        return replace(self, entries=changed)

    def _on_line(self, name: str) -> list[str]:
        """The parameters of a line with several values that can be fitted, by keyword; none for a parameter name."""
        key = name.strip().upper()
        lines = {e.name: e.param.family for e in self.entries.values() if e.param.fit and e.member is not None}
        own = [n for n, f in lines.items() if f is not None and f.line and f"{f.line}{self.entries[n].member}" == key]
        return [] if key in self.entries else own

    def entry(self, name: str) -> Entry:
        """Return the entry of a parameter by its name or an alias, in any case, or by its line with a selection.

        Parameters
        ----------
        name : str

        Returns
        -------
        Entry

        Raises
        ------
        NoSuchParameterError
            There is no such parameter, or there are several; the text has the nearest names.
        """
        key = one_text(name, "the name of a parameter").strip().upper()
        if key in self.entries:
            return self.entries[key]
        for e in self.entries.values():
            if key in e.param.aliases:
                return e
        from jug.model.editing.names import entry_named

        try:
            return entry_named(self.entries, name)
        except InputError as error:
            pulsar = f"the model of {self.psr or 'this pulsar'}"
            raise NoSuchParameterError(error.why.replace("the model", pulsar, 1), hint=error.hint) from None


def _restore(par: ParFile, settings: Settings, names: tuple[str, ...], entries: Mapping[str, Entry]) -> TimingModel:
    """The model that was pickled: its components are stored by name, because their functions cannot be pickled."""
    return TimingModel(par, settings, components_named(names), entries)


def _finite(name: str, value: DoubleDouble[float]) -> DoubleDouble[float]:
    """Refuse a value of a parameter that is not finite."""
    if not isfinite(value.hi):
        raise InputError(f"{name} would be {value.hi}, which is not a finite number")
    return value
