"""TOA lines of a block in the older formats, with fixed columns, as words in the order of FORMAT 1."""

import numpy as np

from jug.core.array import Int, N
from jug.errors import Problem, TimError, Where
from jug.io.tim.flags import Lines
from jug.io.tim.formats import Note, fixed_words, plain_princeton
from jug.io.tim.line_blocks import LineBlock


def fixed_lines(block: LineBlock, lines: Int[N], path: str, note: Note) -> Lines:
    """Split TOA lines of a file without a FORMAT line.

    Parameters
    ----------
    block : LineBlock
    lines : int array, shape (n,)
        Their numbers in the block.
    path : str
        Of their file, for messages.
    note : Note
        Called with remarks about lines.

    Returns
    -------
    Lines
        ``row`` holds the line numbers.

    Raises
    ------
    TimError
        All lines that are in no known format.
    """
    words: list[str] = []
    ends = [0]
    faults: list[Problem] = []
    text = block.lines() if len(lines) > 1 else {int(lines[0]): block.line(int(lines[0]))}
    for i in lines.tolist():
        line = text[i]
        try:
            words += plain_princeton(line) or fixed_words(line, line.split(), Where(path, block.number + i, line), note)
        except TimError as error:
            faults += error.problems
        ends.append(len(words))
    if faults:
        raise TimError.of(faults)
    first = np.array(ends)
    return Lines(words, first[:-1], np.diff(first), block.number + lines)
