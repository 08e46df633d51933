"""The exit codes of ``jug``, the same for every command."""

import errno
from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes and their meaning."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> "ExitCode":
        """Make a member that equals its number and has its meaning as an attribute."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DONE = 0, "done"
    DECISION = 1, "done, but a decision is needed"
    BAD_INPUT = 2, "an input cannot be used"
    NOT_CONVERGED = 3, "a fit did not converge"
    SOME_FAILED = 4, "some of many failed"
    MACHINE = 5, "memory, disk or a standard stream failed"
    INTERRUPTED = 130, "interrupted"
    NO_READER = 141, "the reader of standard output went away"


TABLE = f"exit codes: {', '.join(f'{code:d} {code.meaning}' for code in ExitCode)}"
"""The codes in one sentence, for ``--help``."""

MACHINE_ERRORS = {
    errno.EAGAIN,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ENOSPC,
}
"""Errors of the operating system that do not come from the input."""


def code_of(error: BaseException) -> ExitCode:
    """Return `ExitCode.MACHINE` if memory, disk or a stream is the cause of an error, else `ExitCode.BAD_INPUT`."""
    cause: BaseException | None = error
    while cause is not None:
        if lacks_memory(cause) or (isinstance(cause, OSError) and cause.errno in MACHINE_ERRORS):
            return ExitCode.MACHINE
        cause = cause.__cause__ or cause.__context__
    return ExitCode.BAD_INPUT


def lacks_memory(error: BaseException) -> bool:
    """Whether an error means a lack of memory: Python's, the system's, or that of a library that cannot be loaded."""
    if isinstance(error, ImportError):
        return any(words in str(error) for words in ("failed to map segment", "Cannot allocate memory"))
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
