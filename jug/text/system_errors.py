"""What the operating system refuses, with the way out where there is one."""

import errno
import os

CURES = {
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENFILE: "the machine has no more open files: end other programs",
    errno.EFBIG: "raise the limit of file size (ulimit -f)",
    errno.ENOSPC: "free some space, or write elsewhere",
    errno.EDQUOT: "free some of your quota, or write elsewhere",
    errno.EROFS: "write elsewhere",
}
"""What to do, by the number of the error."""


def cure(error: OSError) -> str:
    """Say what to do about an error of the operating system; empty where nothing can be said in general.

    Parameters
    ----------
    error : OSError

    Returns
    -------
    str
    """
    return "" if error.errno is None else CURES.get(error.errno, "")


def explained(error: OSError) -> str:
    """Write an error of the operating system in one sentence: the file, what is wrong, what to do.

    Parameters
    ----------
    error : OSError

    Returns
    -------
    str
    """
    said = str(error.strerror or error)
    if error.filename:
        said = f"{os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename}: {said}"
    way_out = cure(error)
    return f"{said}; {way_out}" if way_out else said
