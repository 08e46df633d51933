"""Errors of the operating system, with hints what to do."""

import errno
import os

HINT_BY_ERRNO = {
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENFILE: "the machine has no more open files: end other programs",
    errno.EFBIG: "raise the limit of file size (ulimit -f)",
    errno.ENOSPC: "free some space, or write elsewhere",
    errno.EDQUOT: "free some of your quota, or write elsewhere",
    errno.EROFS: "write elsewhere",
}
"""Hints what to do, by the number of the error."""


def error_hint(error: OSError) -> str:
    """Return the hint what to do about an error of the operating system; empty where there is none.

    Parameters
    ----------
    error : OSError

    Returns
    -------
    str
    """
    return "" if error.errno is None else HINT_BY_ERRNO.get(error.errno, "")


def explain_error(error: OSError) -> str:
    """Write an error of the operating system in one sentence: the file, what is wrong, what to do.

    Parameters
    ----------
    error : OSError

    Returns
    -------
    str
    """
    why = str(error.strerror or error)
    if error.filename:
        why = f"{os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename}: {why}"
    hint = error_hint(error)
    return f"{why}; {hint}" if hint else why
