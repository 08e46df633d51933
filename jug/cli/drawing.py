"""Pictures of a command: one that fails never costs the report."""

from collections.abc import Callable

from jug.cli.exit_codes import ExitCode, code_of
from jug.cli.streams import complain
from jug.errors import JugError

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
"""What can go wrong in a picture: also whatever matplotlib raises for values, fonts or settings that it cannot take."""


def drawn(*pictures: Callable[[], object]) -> ExitCode:
    """Draw pictures, after everything else is written; one that fails is a line on standard error.

    Parameters
    ----------
    pictures : callables
        Each draws and writes one picture.

    Returns
    -------
    ExitCode
        That of the last picture that failed.
    """
    code = ExitCode.DONE
    for picture in pictures:
        try:
            picture()
        except PICTURE_ERRORS as error:
            complain(f"error: a picture is not drawn: {error or type(error).__name__}")
            code = code_of(error)
    return code
