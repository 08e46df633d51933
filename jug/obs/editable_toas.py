"""Methods of TOAs that edit them: each returns a changed copy, whose method `undo` returns the original.

The modules of an edit are imported when it is called, since a fit needs none of them.
"""

from abc import abstractmethod
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

import numpy as np

from jug.core import times
from jug.core.arguments.named import Named
from jug.core.arguments.selected_rows import rows_of
from jug.core.array import Bool, Int, RowIndex, Str, Toa, make_read_only
from jug.core.display.shown import Shown
from jug.core.times import Times
from jug.errors import InputError
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.raw_toas import RawTOAs

RowsOrExpression = RowIndex | str
"""A mask, slice or indices of TOAs, or an expression as ``"-fe L-wide & mjd > 55000"``."""


@dataclass(frozen=True, eq=False, repr=False)
class EditableTOAs(Shown):
    """The edits of `jug.TOAs`.

    Attributes
    ----------
    raw : RawTOAs
        The TOAs as read: flags, files, lines.
    before : TOAs, optional
        The TOAs before the last edit.
    """

    raw: RawTOAs
    before: Self | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        make_read_only(self.__dict__.values())

    def __len__(self) -> int:
        return len(self.raw)

    def __getstate__(self) -> dict[str, object]:
        """Leave the history of edits out of a pickle."""
        return {**self.__dict__, "before": None}

    def __getitem__(self, index: int | RowsOrExpression) -> Self:
        """Select TOAs by a mask, slice, indices or an expression; a number gives that one TOA."""
        return self._select_rows(self._mask(index) if isinstance(index, str) else index)

    @property
    def flags(self) -> dict[str, Str[Toa]]:
        """The values of every flag, by key without the dash; empty where a TOA does not have it."""
        return Named("flag", {key: column.array() for key, column in self.raw.flags.items()})

    @abstractmethod
    def _mask(self, selection: RowsOrExpression) -> Bool[Toa]:
        """As `mask`, with warnings that name the line that called the public method."""

    def mask(self, selection: RowsOrExpression) -> Bool[Toa]:
        """Find the TOAs that an expression selects.

        Parameters
        ----------
        selection : str, mask, slice or index array
            Flags, ``mjd``, ``freq`` (MHz), ``error`` (us), ``n`` (from 1), ``site``, ``name``, joined by
            ``& | ~ ( )`` (`jug.obs.expression`).

        Returns
        -------
        (n,) bool

        Raises
        ------
        InputError
            The text is not an expression; the message names the character.

        Warns
        -----
        InputWarning
            A flag that no TOA has.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> int(toas.mask("freq > 1900 & ~(mjd > 54000)").sum())
        36
        """
        return self._mask(selection)

    def select(self, index: RowsOrExpression | int) -> Self:
        """Select TOAs.

        Parameters
        ----------
        index : mask, slice, index array or str
            A str is an expression, as ``"-fe L-wide & mjd > 55000"`` (`mask`).

        Returns
        -------
        TOAs
            In the order of `index`. `uses` is unchanged and counts all TOAs that were prepared.

        Raises
        ------
        InputError
            The text is not an expression; the message names the character.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> len(toas.select(toas.mjd > 53500)), len(toas.select("mjd > 53500 & freq < 1900"))
        (59, 7)
        """
        return self._select_rows(self._mask(index) if isinstance(index, str) else index)

    def _select_rows(self, index: RowIndex | int) -> Self:
        """Select rows by their indices or a mask."""
        rows = rows_of(index, len(self))
        picked = {f.name: _take_rows(getattr(self, f.name), rows) for f in fields(self) if f.name != "before"}
        return replace(self, **picked)

    def delete(self, index: RowsOrExpression) -> Self:
        """Remove TOAs; `raw.deleted` keeps them, and a written file has them as comments.

        Parameters
        ----------
        index : mask, slice, index array or str

        Returns
        -------
        TOAs
            `undo` restores them; ``jug.prepare(model, toas.raw.restore())`` also those that jug deleted in a file.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> kept = toas.delete("mjd > 54000 | error > 50")
        >>> len(toas), len(kept), len(kept.undo())
        (62, 38, 62)
        """
        gone = self._mask(index)
        return replace(self._select_rows(~gone), raw=self.raw.delete(gone), before=self)

    def undo(self) -> Self:
        """Return the TOAs before the last edit.

        Returns
        -------
        TOAs

        Raises
        ------
        InputError
            There was no edit.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> len(toas.delete("n < 11")), len(toas.delete("n < 11").undo())
        (52, 62)
        """
        if self.before is None:
            raise InputError("no edit of these TOAs can be undone", hint="read the tim file again")
        return self.before

    def with_flag(self, key: str, value: str, where: RowsOrExpression = slice(None)) -> Self:
        """Set a flag.

        Parameters
        ----------
        key : str
            With or without its dash.
        value : str
        where : mask, slice, index array or str, optional
            The TOAs; all when absent.

        Returns
        -------
        TOAs

        Raises
        ------
        InputError
            A key or value that a tim file cannot hold.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> late = toas.with_flag("epoch", "late", "mjd > 54000")
        >>> int(late.has_flag("epoch", "late").sum()), str(late.flag("epoch")[-1])
        (24, 'late')
        """
        from jug.io.tim.edits import with_flag

        return self._with_edit(with_flag(self.raw, self._mask(where), key, value))

    def without_flag(self, key: str, where: RowsOrExpression = slice(None)) -> Self:
        """Remove a flag.

        Parameters
        ----------
        key : str
            With or without its dash.
        where : mask, slice, index array or str, optional
            The TOAs; all when absent.

        Returns
        -------
        TOAs

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> flagged = toas.with_flag("epoch", "late")
        >>> list(flagged.flags), list(flagged.without_flag("epoch").flags)
        (['epoch'], [])
        """
        from jug.io.tim.edits import without_flag

        return self._with_edit(without_flag(self.raw, self._mask(where), key))

    def with_turns(self, turns: int, where: RowsOrExpression) -> Self:
        """Add whole turns to the residuals of some TOAs, by their flags -phase.

        Parameters
        ----------
        turns : int
        where : mask, slice, index array or str
            As ``"mjd > 55000"``.

        Returns
        -------
        TOAs

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> change = jug.residuals(model, toas.with_turns(1, "n < 2")).phase - jug.residuals(model, toas).phase
        >>> round(float(change[0] - change[1]), 6)
        1.0
        """
        from jug.io.tim.edits import with_turns

        return self._with_edit(with_turns(self.raw, self._mask(where), turns))

    def with_pulse_numbers(self, numbers: Int[Toa]) -> Self:
        """Set the flags -pn, which `jug.write_tim` writes; a fit uses them where every TOA has one.

        Parameters
        ----------
        numbers : (n,) int array
            As `Residuals.pulse_number` of these TOAs.

        Returns
        -------
        TOAs
            Without -pnadd, which the numbers contain. -phase and -padd stay: their turns are added to the residuals.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> numbered = toas.with_pulse_numbers(jug.residuals(model, toas).pulse_number)
        >>> str(numbered.flag("pn")[0])
        '-1716398183'
        """
        from jug.io.tim.edits import with_pulse_numbers

        return self._with_edit(with_pulse_numbers(self.raw, numbers))

    def _with_edit(self, raw: RawTOAs) -> Self:
        return replace(self, raw=raw, before=self)


def _take_rows(value: Any, rows: Int[Toa]) -> Any:
    """Take rows of an array that has one row for each TOA; return any other value unchanged."""
    if isinstance(value, np.ndarray):
        return value[rows]
    if isinstance(value, RawTOAs | FlagColumn):
        return value.take(rows)
    if isinstance(value, Times):
        return times.take(value, rows)
    return {name: vector[rows] for name, vector in value.items()} if isinstance(value, dict) else value
