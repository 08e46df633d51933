"""The known observatories by every name: those of the table, and a user's own."""

from typing import NamedTuple

from jug.core.display.shown import REPORT_WIDTH
from jug.errors import DataError
from jug.obs.files import Files
from jug.obs.sites import find_site, own_site, site_table
from jug.text.text_table import table

NAME_COLUMNS = ("Name", "Other names and codes")


class SiteNames(NamedTuple):
    """A site, and its other names in a tim file, a par file or an option.

    Attributes
    ----------
    name : str
    others : tuple of str
        Aliases, tempo's code of one letter and ITOA's of two; in any case of the letters.
    """

    name: str
    others: tuple[str, ...]


def site_names(files: Files) -> list[SiteNames]:
    """List all sites, a user's own first.

    Parameters
    ----------
    files : Files
        Finds a user's own sites.

    Returns
    -------
    list of SiteNames
        A name that two sites have is listed with the site that it means. Spacecraft, which jug does not support, are
        left out.

    Examples
    --------
    >>> import jug.data
    >>> known = {one.name: one.others for one in site_names(jug.data.open_files())}
    >>> len(known) > 100, "ao" in known["arecibo"]
    (True, True)
    """
    own = {name.lower(): own_site(name, row).aliases for name, (row, _) in files.own_sites().items()}
    aliases = {**own, **{name: (*own.get(name, ()), *site.aliases) for name, site in site_table().items()}}
    found = []
    for name, others in aliases.items():
        if _site_of_word(name, files) == name:
            found.append(
                SiteNames(name, tuple(word for word in dict.fromkeys(others) if _site_of_word(word, files) == name))
            )
    return found


def _site_of_word(word: str, files: Files) -> str:
    """The name of the site that a word means; empty for a spacecraft."""
    try:
        return find_site(word, files=files).name
    except DataError:
        return ""


def site_names_text(found: list[SiteNames]) -> str:
    """Format the sites as a table, many names in several lines."""
    from textwrap import wrap

    left = max(len(one.name) for one in found)
    rows = []
    for one in found:
        lines = wrap(", ".join(one.others), REPORT_WIDTH - left - 2) or [""]
        rows += [(one.name if i == 0 else "", line) for i, line in enumerate(lines)]
    return table(NAME_COLUMNS, rows)
