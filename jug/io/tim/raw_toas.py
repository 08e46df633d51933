"""TOAs as read from a tim file: uncorrected, with all digits, each with its file and line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

import numpy as np
from numpy.typing import ArrayLike

from jug.core import times as clock
from jug.core.arguments.selected_rows import rows_of
from jug.core.array import Bool, Float, Int, RowIndex, Str, Toa, make_read_only
from jug.core.display.fields_shown import FieldsShown
from jug.core.times import Times
from jug.errors import Where
from jug.io.tim.flag_column import FlagColumn, encode, join_columns


class SourceLines(Sequence[str]):
    """The lines of a file, split and decoded on access."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __len__(self) -> int:
        return self.content.count(b"\n") + 1

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        lines = self.content.split(b"\n")
        return [line.decode() for line in lines[i]] if isinstance(i, slice) else lines[i].decode()

    @property
    def last_line(self) -> int:
        """Number of the last line, from 1; blank lines at the end do not count."""
        return self.content.rstrip().count(b"\n") + 1

    def after(self, line: int) -> list[str]:
        """The lines after a line, whose number counts from 1."""
        return [found.decode() for found in self.content.split(b"\n", line)[-1].split(b"\n")]


@dataclass(frozen=True, eq=False, repr=False)
class RawTOAs(FieldsShown):
    """TOAs as read; arrays of shape (n,).

    Attributes
    ----------
    times : Times
        Site arrival times as written.
    offset_s : float64
        TIME commands, -to and -addsat flags, s, to be added together with the clock corrections.
    error_s : float64
        Uncertainties as written, or as the file's EFAC, EQUAD, ... make them, s; positive.
    freq_hz : float64
        Observing frequencies, Hz; inf where the file says 0, which means infinite frequency.
    site : FlagColumn
        Observatory names or codes as written.
    name : sequence of str
        First column of FORMAT 1 (the profile's file name, as a rule).
    flags : dict of str to FlagColumn
        Flags by their key without the dash; a flag without a value has an empty one.
    files, file_index, line : tuple of str, int32, int32
        The files, and for each TOA the index of its file and the number of its line.
    serial : int32
        Place in the order of reading, the deleted ones counted too.
    sources : tuple of sequence of str
        The lines of each file, for messages.
    deleted : RawTOAs, optional
        TOAs that are commented out in the file, or that `delete` removed; a written file has them as comments.
    commented : bool, optional
        Which TOAs the author of the file has commented out, without those that jug has deleted; None for none.

    Examples
    --------
    >>> import jug
    >>> raw = jug.read_tim(jug.data.example("NGC6440E")[1])
    >>> len(raw.delete([0])), len(raw.delete([0]).restore()), raw.take([2, 1]).where(0).line, raw.flag("fe").shape
    (61, 62, 3, (62,))
    """

    times: Times
    offset_s: Float[Toa]
    error_s: Float[Toa]
    freq_hz: Float[Toa]
    site: FlagColumn
    name: Sequence[str]
    flags: dict[str, FlagColumn]
    files: tuple[str, ...]
    file_index: Int[Toa]
    line: Int[Toa]
    serial: Int[Toa]
    sources: tuple[Sequence[str], ...] = ()
    deleted: "RawTOAs | None" = None
    commented: Bool[Toa] | None = None

    def __post_init__(self) -> None:
        make_read_only(self.__dict__.values())

    def __len__(self) -> int:
        return len(self.name)

    def where(self, i: int) -> Where:
        """Return the place of a TOA, counted from 0.

        Parameters
        ----------
        i : int

        Returns
        -------
        Where
            File, line and text.
        """
        file, line = int(self.file_index[i]), int(self.line[i])
        lines = self.sources[file] if file < len(self.sources) else ()
        return Where(self.files[file], line, lines[line - 1] if 0 < line <= len(lines) else "")

    def flag(self, key: str) -> Str[Toa]:
        """Return the values of a flag.

        Parameters
        ----------
        key : str
            The name of the flag, without a dash.

        Returns
        -------
        (n,) array of str
            Empty where absent.
        """
        if key in self.flags:
            return self.flags[key].array()
        return np.full(len(self), "", dtype=np.str_)

    def take(self, index: RowIndex) -> "RawTOAs":
        """Select TOAs.

        Parameters
        ----------
        index : mask, slice or index array

        Returns
        -------
        RawTOAs
            In the order of `index`; `deleted` stays as it is.
        """
        rows = rows_of(index, len(self))
        return RawTOAs(
            times=clock.take(self.times, rows),
            offset_s=self.offset_s[rows],
            error_s=self.error_s[rows],
            freq_hz=self.freq_hz[rows],
            site=self.site.take(rows),
            name=tuple(map(self.name.__getitem__, rows.tolist())),
            flags={key: column.take(rows) for key, column in self.flags.items()},
            files=self.files,
            file_index=self.file_index[rows],
            line=self.line[rows],
            serial=self.serial[rows],
            sources=self.sources,
            deleted=self.deleted,
            commented=None if self.commented is None else self.commented[rows],
        )

    def delete(self, index: RowIndex) -> "RawTOAs":
        """Move TOAs to `deleted`.

        Parameters
        ----------
        index : mask, slice or index array

        Returns
        -------
        RawTOAs
            The remaining TOAs.
        """
        gone = np.zeros(len(self), dtype=bool)
        gone[rows_of(index, len(self))] = True
        out = self.take(gone) if self.deleted is None else merge_toas(self.take(gone), self.deleted)
        return replace(self.take(~gone), deleted=replace(out, deleted=None) if len(out) else None)

    def restore(self, index: RowIndex | None = None) -> "RawTOAs":
        """Put deleted TOAs back in their places.

        Parameters
        ----------
        index : mask, slice or index array, optional
            Which of the deleted TOAs, ``slice(None)`` for all; by default those that jug deleted, now or before it
            wrote the tim file, without those that the author of the file commented out.

        Returns
        -------
        RawTOAs
        """
        if self.deleted is None:
            return self
        back = np.zeros(len(self.deleted), dtype=bool)
        back[rows_of(~rows_commented_out(self.deleted) if index is None else index, len(back))] = True
        if not back.any():
            return self
        left = replace(self.deleted.take(~back), deleted=None) if not back.all() else None
        return replace(merge_toas(self, self.deleted.take(back)), deleted=left, commented=None)


def merge_toas(one: RawTOAs, other: RawTOAs) -> RawTOAs:
    """Merge two disjoint selections of one set of TOAs, in the order of reading.

    Parameters
    ----------
    one, other : RawTOAs
        `deleted`, `files` and `sources` of `one` are kept.

    Returns
    -------
    RawTOAs
    """
    serial = np.concatenate([one.serial, other.serial])
    order = np.argsort(serial, kind="stable")
    keys = dict.fromkeys((*one.flags, *other.flags))
    name = (*one.name, *other.name)
    return RawTOAs(
        times=clock.take(clock.concatenate([one.times, other.times]), order),
        offset_s=np.concatenate([one.offset_s, other.offset_s])[order],
        error_s=np.concatenate([one.error_s, other.error_s])[order],
        freq_hz=np.concatenate([one.freq_hz, other.freq_hz])[order],
        site=join_columns(one.site, other.site, order),
        name=tuple(name[i] for i in order.tolist()),
        flags={key: join_columns(_column(one, key), _column(other, key), order) for key in keys},
        files=one.files,
        file_index=np.concatenate([one.file_index, other.file_index])[order],
        line=np.concatenate([one.line, other.line])[order],
        serial=serial[order],
        sources=one.sources,
        deleted=one.deleted,
        commented=np.concatenate([rows_commented_out(one), rows_commented_out(other)])[order],
    )


def rows_commented_out(raw: RawTOAs) -> Bool[Toa]:
    """Mask of the TOAs that the author of the tim file commented out, (n,); all of them are deleted TOAs."""
    return np.zeros(len(raw), dtype=bool) if raw.commented is None else raw.commented


def _column(raw: RawTOAs, key: str) -> FlagColumn:
    return raw.flags.get(key) or FlagColumn(np.full(len(raw), -1, np.int32), ())


def make_toas(
    times: Times,
    *,
    freq_hz: ArrayLike,
    error_s: ArrayLike,
    site: str | Sequence[str],
    name: str = "toa",
    flags: Mapping[str, str | Sequence[str]] | None = None,
    origin: str = "<made>",
) -> RawTOAs:
    """Make TOAs that do not come from a file, for example simulated ones.

    Parameters
    ----------
    times : Times
        Shape (n,).
    freq_hz, error_s : array-like
        Frequency, Hz (inf for infinite frequency), and uncertainty, s; scalars or shape (n,).
    site : str or n of them
    name : str
        The first column of FORMAT 1, for all.
    flags : mapping of str to a word or n of them, optional
        Empty where a TOA does not have the flag.
    origin : str
        The name that messages give in place of a file.

    Returns
    -------
    RawTOAs
    """
    n = len(times.day)
    return RawTOAs(
        times=times,
        offset_s=np.zeros(n),
        error_s=np.broadcast_to(np.asarray(error_s, dtype=np.float64), n).copy(),
        freq_hz=np.broadcast_to(np.asarray(freq_hz, dtype=np.float64), n).copy(),
        site=encode(_for_each(site, n)),
        name=(name,) * n,
        flags={key: encode(_for_each(words, n)) for key, words in (flags or {}).items()},
        files=(origin,),
        file_index=np.zeros(n, np.int32),
        line=np.zeros(n, np.int32),
        serial=np.arange(n, dtype=np.int32),
    )


def _for_each(words: str | Sequence[str], n: int) -> list[str]:
    """One word for all n TOAs, or a word for each."""
    return [words] * n if isinstance(words, str) else list(words)
