"""The name of a page of HTML: browsers and mail programs recognise it by its ending."""

from os import PathLike

from jug.core.arguments.kinds import path_text
from jug.errors import InputError, Where
from jug.io.stream_names import is_stream

PAGE_ENDINGS = (".html", ".htm")
"""What the names of pages end in, in small or capital letters."""


def check_page_name(path: str | PathLike[str]) -> None:
    """Refuse a file name that does not end as that of a page; streams, as ``-``, pass.

    Parameters
    ----------
    path : path-like

    Raises
    ------
    InputError
        The name ends otherwise, as in ``.pdf``, or is empty; a KindError where it is not a path.

    Examples
    --------
    >>> check_page_name("fit.html")
    """
    name = path_text(path)
    if not name:
        raise InputError("cannot write: the name of the page is empty", hint="as fit.html")
    if not (name.lower().endswith(PAGE_ENDINGS) or is_stream(name)):
        why = f"the name of a page of HTML ends in {' or '.join(PAGE_ENDINGS)}"
        raise InputError(f"cannot write: {why}", Where(name), "for a PDF, print the page from a browser")
