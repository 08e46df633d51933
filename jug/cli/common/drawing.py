"""Pictures of a command. An error in a picture does not suppress the report."""

from argparse import Namespace
from collections.abc import Callable, Sequence

from jug.cli.common.exit_codes import ExitCode, code_of
from jug.cli.common.outputs import check_places
from jug.cli.common.streams import print_to_stderr
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
"""Errors in drawing, including those that matplotlib raises for values, fonts or settings that it cannot use."""


def draw_each(args: Namespace, files: Sequence[str | None], *pictures: tuple[str, Callable[[], object]]) -> ExitCode:
    """Draw pictures after everything else is written. An error in one becomes a line on standard error.

    The paths are checked only now, so that a wrong path suppresses neither the report nor another output. Standard
    output, and the names of other files of the command, are checked before the work by `check_outputs`.

    Parameters
    ----------
    args : argparse.Namespace
        The options of the command.
    files : sequence of str or None
        The other outputs of the command, which no picture may overwrite.
    pictures : tuples of (str, callable)
        The path of each picture, and the function that draws and writes it.

    Returns
    -------
    ExitCode
        The code of the last error; `ExitCode.DONE` if all pictures were drawn.
    """
    if pictures:
        import logging  # matplotlib imports it too

        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # no warning of a home folder that is not writable
    code, written = ExitCode.DONE, [*files]
    for path, picture in pictures:
        try:
            if path in STANDARD_OUTPUT:  # `check_outputs` has checked these before the work
                picture()
                continue
            check_places(args, (*written, path))
            picture()
            written.append(path)
        except PICTURE_ERRORS as error:
            print_to_stderr(f"error: a picture is not drawn: {str(error) or type(error).__name__}")
            code = code_of(error)
    return code
