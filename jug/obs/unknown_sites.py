"""One error for all observatories of a tim file that are not known."""

from collections.abc import Iterator

import numpy as np

from jug.core.array import Bool, Toa
from jug.errors import DataError, Problem
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.files import Files
from jug.obs.sites import find_site, site_meant


def unknown_sites(raw: RawTOAs, files: Files, *, codes_of_tempo2: bool = False) -> Iterator[tuple[Bool[Toa], Problem]]:
    """Find the sites that TOAs name and that cannot be used.

    Parameters
    ----------
    raw : RawTOAs
        (n,)
    files : Files
        Where a user's own sites and astropy's are found.
    codes_of_tempo2 : bool
        Whether a code of one letter means the observatory that it means in tempo2.

    Yields
    ------
    rows : bool array, shape (n,)
        The TOAs of the site.
    problem : Problem
        At the first of them.

    Raises
    ------
    DataError
        A table of sites cannot be read.
    """
    for code, text in enumerate(raw.site.values):
        rows = raw.site.codes == code
        if not rows.any():
            continue
        where = raw.where(int(np.argmax(rows)))
        try:
            find_site(site_meant(text, codes_of_tempo2), where, files)
        except DataError as error:
            if error.where != where:  # the table of sites itself
                raise
            count = int(rows.sum())
            yield rows, Problem(f"{error.why} ({count} TOAs)" if count > 1 else error.why, error.where, error.hint)
