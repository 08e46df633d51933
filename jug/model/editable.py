"""Edits of a timing model as its methods: each gives a changed copy.

A fit needs few of them, so that the others are imported when they are called.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from jug.core.arguments.kinds import read_names
from jug.errors import InputError
from jug.model.editable_groups import EditableGroups
from jug.model.parameters import Entry

if TYPE_CHECKING:
    from jug.model.editing.values import Value

Model = TypeVar("Model", bound="EditableModel")


class FreeNames(tuple[str, ...], Generic[Model]):
    """The names of the free parameters of a model. A call with names returns a copy in which these are free too."""

    _model: Model

    def __new__(cls, names: Iterable[str], model: Model) -> "FreeNames[Model]":
        """Make the tuple of a model's free parameters."""
        made = super().__new__(cls, names)
        made._model = model
        return made

    def __call__(self, *names: str) -> Model:
        """Free parameters; parameters that are free already stay free (`EditableModel.free`).

        Parameters
        ----------
        *names : str

        Returns
        -------
        TimingModel
            A copy.
        """
        from jug.model.editing.flags import with_flags

        return self._model.with_entries(with_flags(self._model.entries, names, True))

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (tuple(self),)


@dataclass(frozen=True, eq=False, repr=False)
class EditableModel(EditableGroups):
    """The edits of `jug.TimingModel`. Lines that an edit does not touch stay as they are, to the letter.

    Every method raises `jug.InputError` where a name is not in the model, or where the result is not a model, and says
    what is possible. A name is that of a parameter or an alias, a line with several values (``WAVE1``), a line with its
    selection (``JUMP -fe L-wide``), or has ``*`` for anything (``DMX*``).
    """

    @property
    def free(self) -> FreeNames[Self]:
        """The names of the parameters that a fit moves, a tuple; a call, ``model.free("PX", "DMX*")``, frees more.

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> model.free
        ('RAJ', 'DECJ', 'F0', 'F1', 'DM')
        >>> model.freeze("F1", "DM").free("F1").free
        ('RAJ', 'DECJ', 'F0', 'F1')
        """
        return FreeNames((e.name for e in self.entries.values() if e.free), self)

    def freeze(self, *names: str) -> Self:
        """Fix parameters.

        Parameters
        ----------
        *names : str

        Returns
        -------
        TimingModel
            A copy.

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> model.freeze("RAJ", "DECJ").free
        ('F0', 'F1', 'DM')
        """
        from jug.model.editing.flags import with_flags

        return self.with_entries(with_flags(self.entries, names, False))

    def add(self, term: str | Iterable[str], value: float | str | None = None, *, free: bool | None = None) -> Self:
        """Add a parameter, or several that need each other.

        Parameters
        ----------
        term : str or iterable of str
            A line of a par file without its value or with it: ``"F2"``, ``"JUMP -fe L-wide"``, ``"PX 0.5"``. Without a
            value a parameter begins at zero; M2, SINI and a few others begin at a typical value
            (`jug.model.editing.adding.START_VALUES`).
        value : float or str, optional
            Of a single term, in par units; text as in a par file.
        free : bool, optional
            Whether a fit moves the new parameters. By default those without a value are free; a line with a value is
            fixed unless it has the fit flag, as in a par file.

        Returns
        -------
        TimingModel
            A copy.

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> larger = model.add("F2").add("PX", 0.5, free=True).add("JUMP -be GUPPI")
        >>> larger.values["PX"], larger.free[2:]
        (0.5, ('F0', 'F1', 'F2', 'DM', 'PX', 'JUMP1'))
        >>> model.add("F3")
        Traceback (most recent call last):
        jug.errors.InputError: F3 needs F2, which is not in the model; add F2 too, or leave F3 out
        """
        terms = read_names(term, "lines to add")
        from jug.model.editing.adding import add_terms

        return self._from(add_terms(self._parts, terms, value, free=free))

    def remove(self, *names: str) -> Self:
        """Take out parameters, settings and descriptions.

        Parameters
        ----------
        *names : str
            The line of a parameter is removed with it, and so are all parameters of a member (``DMX_0001``).

        Returns
        -------
        TimingModel
            A copy. JUMPs and other lines with selections are renumbered, in their order.

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> model.remove("F1").free
        ('RAJ', 'DECJ', 'F0', 'DM')
        """
        from jug.model.editing.removing import remove_terms

        return self._from(remove_terms(self._parts, names))

    def set(self, name: "str | Mapping[str, Value]" = "", value: "Value | None" = None, /, **values: "Value") -> Self:
        """Give parameters, options and settings other values; fit flags and uncertainties stay.

        Parameters
        ----------
        name, value : str and float, str or DoubleDouble
            One parameter: ``model.set("JUMP -fe L-wide", 1e-6)``. Or a dict of several.
        **values : float, str or DoubleDouble
            Several by their names: ``model.set(F1=-1.2e-15, EPHEM="DE440")``. Numbers in par units; text as in a par
            file, with all its digits.

        Returns
        -------
        TimingModel
            A copy. A new epoch does not change the values of the parameters at this epoch.

        Raises
        ------
        InputError
            A name without a value or a value without a name; a name that the model lacks; a value that is not possible.

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> model.set(F1="-1.2D-15", EPHEM="DE440").settings.ephem
        'DE440'
        """
        without_value = isinstance(name, Mapping) or name == ""
        if without_value != (value is None):
            raise InputError("a name and a value belong together", hint='as in set("F1", -1.2e-15) or set(F1=-1.2e-15)')
        given = dict(name) if isinstance(name, Mapping) else {} if value is None else {name: value}
        from jug.model.editing.values import with_new_values

        return self._from(with_new_values(self._parts, given | values))

    def with_entries(self, entries: Mapping[str, Entry]) -> Self:
        """Return a copy with other values and flags of the same parameters.

        Parameters
        ----------
        entries : dict of str to Entry
            By name, all parameters of the model.

        Returns
        -------
        TimingModel

        Examples
        --------
        >>> import jug
        >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
        >>> model.with_entries(model.freeze("DM").entries).free
        ('RAJ', 'DECJ', 'F0', 'F1')
        """
        return self._from(self._parts._replace(entries=entries))
