"""Tim files: the TOAs of a file and of all the files that it includes, with the commands between them.

A file is read in blocks of a quarter of a megabyte (`jug.io.tim.line_blocks`). Commands and comments are handled one by
one, TOA lines between them together, as columns of words (`jug.io.tim.columns`). Lines in older formats with fixed
columns are handled one by one (`jug.io.tim.fixed_lines`). A million TOAs take about two seconds and 0.4 GB.
"""

import os
from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np

from jug.core.array import Int, N
from jug.core.execution.given_warnings import give_warning
from jug.core.execution.memory import require_for_lines
from jug.core.execution.progress import counting
from jug.errors import InputError, InputWarning, TimError, Where, sentence
from jug.io import files
from jug.io.stream_names import TextSource, name_of_source
from jug.io.tim.columns import TOACollector
from jug.io.tim.command_state import EFAC_ORDERS, IGNORED, NOT_OF_PINT, NUMBER_UNITS, StateHistory
from jug.io.tim.fixed_lines import fixed_lines
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.flags import Lines
from jug.io.tim.formats import ALL_COMMANDS, UNSUPPORTED, deleted_words, is_command, is_comment, is_content, is_marked
from jug.io.tim.line_blocks import BLANKS, NO_LINES, LeftOut, LineBlock, head_table, split_lines, with_emptied_lines
from jug.io.tim.pulse_numbers import added_turns, pulse_numbers, whole_turns
from jug.io.tim.raw_toas import RawTOAs, SourceLines, make_toas
from jug.io.tim.recognise import quotable_place, without_foreign_text
from jug.io.tim.toa_notes import duplicate_note, flag_notes, whole_turns_note
from jug.io.tim.trailing_words import comment_note, end_note, trailing_note

__all__ = ["FlagColumn", "RawTOAs", "make_toas", "read_tim"]

BLOCK_BYTES = 250_000
"""Bytes in a block. Its words take eight times as much memory, and should stay in the processor's cache."""


def read_tim(
    path: TextSource, *, order: str = "pint", turns: str = "file", leave_out: LeftOut | None = None
) -> RawTOAs:
    """Read the TOAs of a tim file in the formats of tempo2 (FORMAT 1), Princeton, Parkes or ITOA.

    INCLUDE (from the folder of the including file), TIME, SKIP/NOSKIP, EFAC, EQUAD, EMIN, EMAX, FMIN, FMAX, ESET,
    EFLOOR, SIGMA, PHASE, JUMP, INFO and END are applied, in upper or lower case. A setting stays in force in included
    files and after them, and END ends the whole reading, as in PINT 1.1.8 and tempo. Everything between SKIP and
    NOSKIP is left out, commands too, as in tempo and tempo2. TOAs that are commented out become deleted ones
    (`RawTOAs.deleted`). PHASE becomes the flag -phase, and the TOAs between two JUMPs get -tim_jump.

    Parameters
    ----------
    path : path, or an open text file
    order : {"pint", "tempo2"}
        EQUAD after or before EFAC; EMIN, EMAX of the uncertainty as written or scaled (`jug.io.tim.command_state`).
    turns : {"file", "time", "none"}
        Which TOAs whole turns of PHASE change (the model's convention PHASE), for the warning about them.
    leave_out : dict of str to numbers, optional
        Lines that are read as empty, by the path of their file. Without it an error lists every unreadable line.

    Returns
    -------
    RawTOAs

    Raises
    ------
    InputError, TimError
        An unknown order; a missing, empty or binary file, an INCLUDE of a file in itself, a truncated TOA, a bad
        number, an uncertainty that is not positive, a command or flag that is not supported (with file and line).

    Warns
    -----
    InputWarning
        For identical TOAs, and for lines that other programs read differently.

    Examples
    --------
    >>> import jug
    >>> len(jug.read_tim(jug.data.example("NGC6440E")[1]))
    62
    """
    if order not in EFAC_ORDERS:
        raise InputError(f"order is one of {', '.join(EFAC_ORDERS)}, not {order!r}")
    reader, path = _TimReader(NO_LINES if leave_out is None else leave_out), name_of_source(path, "<tim>", "path")
    try:
        raw = reader.read(path, order)
    except TimError as error:
        if leave_out is None:
            raise _with_all_lines(partial(read_tim, path, order=order, turns=turns)) from None
        raise without_foreign_text(error, reader.by_path()) from None
    reader.note_flags(raw)
    reader.note_turns(raw, turns)
    for why, (where, count) in reader.notes.items():
        more = f" (and {count - 1} more such lines)" if count > 1 else ""
        give_warning(InputWarning(sentence(why + more, quotable_place(where, reader.by_path()))))
    if duplicates := duplicate_note(raw):
        give_warning(InputWarning(duplicates))
    return raw


def _with_all_lines(read: Callable[..., RawTOAs]) -> TimError:
    from jug.io.tim.unreadable_lines import unreadable_lines

    return TimError.of(unreadable_lines(lambda lines: read(leave_out=lines)))


class _TimReader:
    """Reads files into a `TOACollector`; its attributes are the state of the reading."""

    def __init__(self, leave_out: LeftOut) -> None:
        self.leave_out = leave_out
        self.columns = TOACollector(self.where)
        self.history = StateHistory()
        self.files: list[str] = []
        self.sources: list[SourceLines] = []
        self.reads: Counter[str] = Counter()  # how often each file has been read, by its real path
        self.notes: dict[str, tuple[Where, int]] = {}
        self.format_1 = self.ended = False
        self.skip: Where | None = None  # the SKIP that is in force
        self.skipped = 0  # number of TOA lines that it has left out
        self.phase: Where | None = None  # the first PHASE that makes whole turns
        self.jump: Where | None = None  # the last JUMP

    def read(self, path: str, order: str) -> RawTOAs:
        """All TOAs of a file."""
        self.read_file(path, ())
        self.note_open()
        return self.columns.toas(self.history, order, path, tuple(self.files), self.sources)

    def by_path(self) -> dict[str, SourceLines]:
        """The lines of each file."""
        return dict(zip(self.files, self.sources, strict=True))

    def note(self, why: str, where: Where, many: int = 1) -> None:
        first, count = self.notes.get(why, (where, 0))
        self.notes[why] = first, count + many

    def note_flags(self, raw: RawTOAs) -> None:
        """Note flags without a value or with more dashes, and flags that programs read differently."""
        for why, row in self.columns.flags.notes():
            self.note(why, self.where(row))
        for why, rows in flag_notes(raw):
            self.note(why, raw.where(int(rows[0])), int(rows.size))

    def note_turns(self, raw: RawTOAs, reading: str) -> None:
        """Check the flags on phases and pulse numbers, and note whole turns of PHASE."""
        added_turns(raw)
        turned, numbered = whole_turns(raw).astype(bool), pulse_numbers(raw)[1]
        if turned.any() and not numbered.all():
            self.note(whole_turns_note(reading, bool(self.phase)), self.phase or raw.where(int(turned.argmax())))

    def note_open(self) -> None:
        """Note a SKIP without a NOSKIP, and a JUMP without a second one."""
        if self.skip:
            why = f"no NOSKIP comes after this SKIP: the {self.skipped} TOA line(s) from here on are left out"
            self.note(why, self.skip)
        if self.jump and self.history.state.jump:
            self.note("no JUMP comes after this one: its range of TOAs goes on to the last one", self.jump)

    def where(self, row: int) -> Where:
        """File, line and text of a TOA."""
        file, line = self.columns.place(row)
        return Where(self.files[file], line, self.sources[file][line - 1])

    def read_file(self, path: str, parents: tuple[str, ...]) -> None:
        """Read one file; `parents` are the real paths of the files that include it."""
        parents = (*parents, os.path.realpath(path))
        self.reads[parents[-1]] += 1
        content = files.clean(files.read_bytes(path, "tim file", TimError), path, "tim file", TimError)
        content = content.replace(b"\x1a", b" ") if b"\x1a" in content else content
        content = with_emptied_lines(content, self.leave_out[path]) if path in self.leave_out else content
        index = len(self.files)
        self.files.append(path)
        self.sources.append(SourceLines(content))
        require_for_lines(sum(map(len, self.sources)), sum(len(source.content) for source in self.sources))
        self.format_1, start, number = False, 0, 1
        with counting("bytes of the tim file", len(content)) as add:
            while start < len(content) and not self.ended:
                end = content.find(b"\n", start + BLOCK_BYTES)
                end = len(content) if end < 0 else end + 1
                text = content[start:end]
                block = split_lines(text if text.isascii() else BLANKS.sub(b" ", text), number)
                self.read_block(block, index, parents)
                add(end - start)
                start, number = end, number + len(block.ends)

    def read_block(self, block: LineBlock, index: int, parents: tuple[str, ...]) -> None:
        """Read the lines of a block: commands and comments one by one, the TOAs between them together."""
        lines = np.flatnonzero(block.length)
        done = 0
        for k in np.flatnonzero(_HEADS[block.heads[lines]]).tolist():
            if not is_marked(block.words[int(block.first[lines[k]])]):
                continue
            self.take(block, lines[done:k], index)
            i = int(lines[k])
            line = block.line(i)
            words = line.split()
            where = Where(self.files[index], block.number + i, line)
            if is_comment(line, words, self.format_1):
                self.comment(line, words, where, index)
            elif is_command(words, self.format_1):
                self.command(words, where, parents)
            else:
                if words[0].upper() in ALL_COMMANDS:
                    self.note(f"a TOA with the name {words[0]} (tempo2 and PINT take the line for a command)", where)
                elif words[0] == "c" and self.format_1 and line[0] == "c":
                    self.note("a TOA with the name c, as in tempo2 (PINT fails on it; C begins a comment)", where)
                self.take(block, lines[k : k + 1], index)
            if self.ended:
                break
            done = k + 1
        else:
            self.take(block, lines[done:], index)
        self.columns.flush()
        if self.ended and (why := end_note(words[0], sum(map(is_content, self.sources[index].after(where.line))))):
            self.note(why, where)

    def take(self, block: LineBlock, lines: Int[N], index: int) -> None:
        """Add TOA lines of a block, given by their indices in it."""
        self.skipped += len(lines) if self.skip else 0
        if self.skip or not len(lines):
            return
        if self.format_1:
            self.note_marks(block, lines, index)
            rows = Lines(block.words, block.first[lines], block.length[lines], block.number + lines)
            self.columns.add(rows, index)
            return
        self.columns.add(fixed_lines(block, lines, self.files[index], self.note), index)

    def comment(self, line: str, words: list[str], where: Where, index: int) -> None:
        """Read a comment, which may be a TOA that is commented out."""
        found = None if self.skip else deleted_words(line, words, self.format_1)
        if found and not self.columns.add_deleted(found, where.line, index) and (why := comment_note(found, where)):
            self.note(why, where)

    def note_marks(self, block: LineBlock, lines: Int[N], index: int) -> None:
        """Note TOAs whose names begin with a C or an I in the first column, which tempo2 leaves out."""
        chars = np.frombuffer(block.text, np.uint8)
        begins = chars[np.concatenate([[0], block.ends[:-1] + 1])[lines]]
        marked = lines[(begins == ord("C")) | (begins == ord("I"))]
        if marked.size:
            i = int(marked[0])
            why = "tempo2 leaves out a TOA whose name begins with C or I in the first column (a blank in front helps)"
            self.note(why, Where(self.files[index], block.number + i, block.line(i)), int(marked.size))

    def command(self, words: list[str], where: Where, parents: tuple[str, ...]) -> None:
        """Apply a command line."""
        name = words[0].upper()
        if (not self.skip or name == "NOSKIP") and (why := trailing_note(words, where)):
            self.note(why, where)
        if self.skip:
            if name == "NOSKIP":
                self.skip = None
            elif name != "SKIP":
                self.note(f"{name} between SKIP and NOSKIP is ignored, as in tempo and tempo2 (PINT obeys it)", where)
        elif name in UNSUPPORTED:
            raise TimError(
                f"{name} in a tim file is not supported yet", where, "remove the line, or comment it out with #"
            )
        elif name in ("SKIP", "NOSKIP", "END"):
            self.skip, self.skipped, self.ended = where if name == "SKIP" else None, 0, name == "END"
        elif name == "JUMP":
            self.history.jump(self.columns.n_rows)
            self.jump = where
        elif len(words) < 2:
            raise TimError(f"{name} without a value", where, "write the value after it")
        elif name == "FORMAT":
            if words[1] != "1":
                raise TimError(f"FORMAT {words[1]} is not known", where, "FORMAT 1 is tempo2's format")
            self.format_1 = True
        elif name in IGNORED:
            if words[1] != IGNORED[name][0]:
                self.note(IGNORED[name][1], where)
        elif name in NUMBER_UNITS or name == "INFO":
            self.history.set(name, words[1], self.columns.n_rows, where)
            if name in NOT_OF_PINT:
                self.note(NOT_OF_PINT[name], where)
            if name == "PHASE" and abs(self.history.state.phase) >= 1.0:
                self.phase = self.phase or where
        else:
            self.include(" ".join(words[1:]), where, parents)

    def include(self, name: str, where: Where, parents: tuple[str, ...]) -> None:
        from jug.io.tim.include import included_path, settings_that_go_on

        path = included_path(name, where, parents, self.reads)
        before, format_1 = self.history.state, self.format_1
        self.columns.flush()
        self.read_file(path, parents)
        if self.skip:
            why = "SKIP goes on beyond the end of its file, as in tempo and PINT (in tempo2 it ends there)"
            self.note(why, self.skip)
        self.format_1 = format_1
        if why := settings_that_go_on(before, self.history.state):
            self.note(why, where)


_HEADS = head_table((*ALL_COMMANDS, "C", "CC"))
_HEADS[ord("#") << 8 : ord("#") + 1 << 8] = True
