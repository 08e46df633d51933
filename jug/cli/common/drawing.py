"""Pictures of a command. A picture that fails does not suppress the report."""

from argparse import Namespace
from collections.abc import Callable, Sequence

from jug.cli.common.exit_codes import ExitCode, code_of
from jug.cli.common.outputs import check_places
from jug.cli.common.streams import complain
from jug.errors import JugError
from jug.io.stream_names import STANDARD_OUTPUT

PICTURE_ERRORS = (
    ArithmeticError,
    AttributeError,
    ImportError,
    JugError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""Errors of a picture, also those that matplotlib raises for values, fonts or settings that it cannot use."""


def drawn(args: Namespace, files: Sequence[str | None], *pictures: tuple[str, Callable[[], object]]) -> ExitCode:
    """Draw pictures, after everything else is written; one that fails is a line on standard error.

    Their paths are checked only now, so that a wrong one suppresses neither the report nor another output; standard
    output, and names of other files of the command, are refused before the work.

    Parameters
    ----------
    args : argparse.Namespace
        The options of the command.
    files : sequence of str or None
        The other outputs of the command, which no picture may overwrite.
    pictures : tuples of (str, callable)
        The path of each picture, and what draws and writes it.

    Returns
    -------
    ExitCode
        That of the last picture that failed.
    """
    if pictures:
        import logging  # matplotlib does it too

        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # a home folder that cannot be written to is no matter
    code, written = ExitCode.DONE, [*files]
    for path, picture in pictures:
        try:
            if path in STANDARD_OUTPUT:  # `check_outputs` has looked at these before the work
                picture()
                continue
            check_places(args, (*written, path))
            picture()
            written.append(path)
        except PICTURE_ERRORS as error:
            complain(f"error: a picture is not drawn: {str(error) or type(error).__name__}")
            code = code_of(error)
    return code
