"""The sites whose TOAs a clock file corrects."""

from jug.obs.clock import GPS
from jug.obs.sites import site_table
from jug.text.name_lists import comma_list

NAMED_SITES = 4
"""Largest number of sites that a message names."""


def sites_of(name: str) -> str:
    """Name the sites whose TOAs a clock file corrects.

    Parameters
    ----------
    name : str
        Name of the clock file.

    Returns
    -------
    str
        "gbt", or "every site whose clock is steered to GPS"; empty where no site of the table reads the file.
    """
    if name == GPS.name:
        return "every site whose clock is steered to GPS"
    if name.startswith("tai2tt_bipm"):
        return f"every site with CLK TT(BIPM{name[11:15]})"
    found = [
        site.name for site in site_table().values() if any(ref.name == name for ref in (*site.clock, *site.fallback))
    ]
    return comma_list(found, NAMED_SITES)
