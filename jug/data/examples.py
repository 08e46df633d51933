"""Example pulsars that come with jug."""

from pathlib import Path

from jug.errors import DataError
from jug.obs.files import packaged_root

EXAMPLES = {
    "NGC6440E": ("NGC6440E.par", "NGC6440E.tim"),
    "NGC6440E-nist": ("NGC6440E_nist.par", "NGC6440E_nist.tim"),
    "J1028-5819": ("J1028-5819-example.par", "J1028-5819-example.tim"),
    "B1855+09": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
    "B1855+09-dfg12": ("B1855+09_NANOGrav_dfg+12_TAI.par", "B1855+09_NANOGrav_dfg+12.tim"),
    "B1855+09-dfg12-FB90": (
        "reference/B1855+09_NANOGrav_dfg+12_TAI_FB90.par",
        "B1855+09_NANOGrav_dfg+12.tim",
    ),
    "J0613-0200-dfg12-FB90": (
        "reference/J0613-0200_NANOGrav_dfg+12_TAI_FB90.par",
        "reference/J0613-0200_NANOGrav_dfg+12.tim",
    ),
    "J0613-sim": ("J0613-sim.par", "J0613-sim.tim"),
    "J0740+6620": ("J0740+6620.FCP+21.wb.DMX3.0.par", "J0740+6620.FCP+21.wb.tim"),
    "J1614-2230": ("J1614-2230_NANOGrav_12yv3.wb.gls.par", "J1614-2230_NANOGrav_12yv3.wb.tim"),
    "J1713+0747": ("reference/J1713+0747_small.gls.par", "reference/J1713+0747_small.tim"),
    "J1713+0747-11yr": (
        "reference/J1713+0747_NANOGrav_11yv0_short.gls.par",
        "reference/J1713+0747_NANOGrav_11yv0_short.tim",
    ),
    "J1744-1134": ("reference/J1744-1134.basic.par", "reference/J1744-1134.Rcvr1_2.GASP.8y.x.tim"),
    "test-wb-0": ("test-wb-0.par", "test-wb-0.tim"),
    "testtimes": ("reference/testtimes.par", "reference/testtimes.tim"),
    "waves": ("waves.par", "waves_withpn.tim"),
}
"""Short name -> par and tim file, relative to the folder of examples."""


def example(name: str) -> tuple[Path, Path]:
    """Find an example pulsar that comes with jug.

    Parameters
    ----------
    name : str
        A key of `EXAMPLES`, in any case.

    Returns
    -------
    par, tim : Path
        The par file and the tim file.

    Raises
    ------
    DataError
        No example has this name.

    Examples
    --------
    >>> import jug
    >>> par, tim = jug.data.example("NGC6440E")
    >>> par.name, tim.name
    ('NGC6440E.par', 'NGC6440E.tim')
    """
    keys = {key.lower(): key for key in EXAMPLES}
    key = keys.get(name.lower())
    if key is None:
        from difflib import get_close_matches

        near = [keys[match] for match in get_close_matches(name.lower(), keys, n=3)]
        guess = f"did you mean {', '.join(near)}? " if near else ""
        raise DataError(f"no example is called {name!r}", hint=f"{guess}the names are {', '.join(EXAMPLES)}")
    folder = packaged_root() / "examples"
    par, tim = EXAMPLES[key]
    return folder / par, folder / tim
