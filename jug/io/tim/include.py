"""The file that an INCLUDE line of a tim file names."""

import os

from jug.errors import TimError, Where

MAX_DEPTH = 50
"""Most files that may include each other in a chain."""


def included_path(name: str, where: Where, parents: tuple[str, ...]) -> str:
    """Find the file that an INCLUDE line names.

    Parameters
    ----------
    name : str
        Its path, from the folder of the including file.
    where : Where
        The INCLUDE line.
    parents : tuple of str
        Real paths of the files that are being read, the outermost first.

    Returns
    -------
    str

    Raises
    ------
    TimError
        The file is missing, is a directory, or includes itself, or the chain of files is too long.
    """
    path = os.path.join(os.path.dirname(where.path), name)
    if os.path.realpath(path) in parents:
        hint = "the chain is " + " -> ".join(map(os.path.basename, (*parents, path)))
        raise TimError(f"INCLUDE of {path}, which is being read already: the files include each other", where, hint)
    if not os.path.isfile(path):
        what = "it is a directory" if os.path.isdir(path) else "there is no such file"
        hint = "the name counts from the folder of the file with the INCLUDE"
        raise TimError(f"cannot include {path}: {what}", where, hint)
    if len(parents) > MAX_DEPTH:
        hint = "put the TOAs of the inner files into fewer files"
        raise TimError(f"INCLUDE goes more than {MAX_DEPTH} files deep", where, hint)
    return path
