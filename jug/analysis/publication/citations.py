"""The papers to cite for the ephemeris, the time scales, the binary model and the derived quantities of a solution."""

from collections.abc import Iterable

from jug.model.timing_model import TimingModel

EPHEMERIDES = {
    "DE200": "Standish 1982, A&A 114, 297",
    "DE405": "Standish 1998, JPL IOM 312.F-98-048",
    "DE414": "Konopliv et al. 2006, Icarus 182, 23",
    "DE421": "Folkner, Williams & Boggs 2009, IPN Progress Report 42-178",
    "DE430": "Folkner et al. 2014, IPN Progress Report 42-196",
    "DE431": "Folkner et al. 2014, IPN Progress Report 42-196",
    "DE440": "Park, Folkner, Williams & Boggs 2021, AJ 161, 105",
    "DE441": "Park, Folkner, Williams & Boggs 2021, AJ 161, 105",
}
"""Papers by the name of the ephemeris."""

TIME_EPHEMERIS_PAPERS = {
    "FB90": "Fairhead & Bretagnon 1990, A&A 229, 240",
    "IF99": "Irwin & Fukushima 1999, A&A 348, 642",
}

DD_PAPER = "Damour & Deruelle 1986, Ann. Inst. H. Poincare (Phys. Theor.) 44, 263"
ELL1_PAPER = "Lange et al. 2001, MNRAS 326, 274"
ORTHOMETRIC_PAPER = "Freire & Wex 2010, MNRAS 409, 199"

BINARY_PAPERS = {
    "BT": ("Blandford & Teukolsky 1976, ApJ 205, 580",),
    "BTX": ("Blandford & Teukolsky 1976, ApJ 205, 580",),
    "BTJ": ("Blandford & Teukolsky 1976, ApJ 205, 580",),
    "DD": (DD_PAPER,),
    "DDS": (DD_PAPER, "Kramer et al. 2006, Science 314, 97"),
    "DDH": (DD_PAPER, ORTHOMETRIC_PAPER),
    "DDK": (DD_PAPER, "Kopeikin 1995, ApJ 439, L5", "Kopeikin 1996, ApJ 467, L93"),
    "DDGR": (DD_PAPER, "Taylor & Weisberg 1989, ApJ 345, 434"),
    "MSS": (DD_PAPER, "Wex 1998, MNRAS 298, 67"),
    "ELL1": (ELL1_PAPER,),
    "ELL1H": (ELL1_PAPER, ORTHOMETRIC_PAPER),
    "ELL1K": (ELL1_PAPER, "Susobhanan et al. 2018, MNRAS 480, 5260"),
    "T2": ("Edwards, Hobbs & Manchester 2006, MNRAS 372, 1549",),
}
"""Papers by the value of BINARY."""

DERIVED = {
    "SHKLOVSKII": "Shklovskii 1970, Sov. Astron. 13, 562",
    "GALAXY": "Damour & Taylor 1991, ApJ 366, 501; Lazaridis et al. 2009, MNRAS 400, 805",
    "B_SURFACE": "Lorimer & Kramer 2005, Handbook of Pulsar Astronomy",
    "DISTANCE_DM": "Yao, Manchester & Wang 2017, ApJ 835, 29",
}
"""Papers by a part of the name of the derived quantity."""

QUANTITY_NAMES = {
    "SHKLOVSKII": "Transverse motion",
    "GALAXY": "Acceleration in the Galaxy",
    "B_SURFACE": "Age, field, energy loss",
    "DISTANCE_DM": "Electron density",
}

OF_INTRINSIC = ("SHKLOVSKII", "GALAXY")
"""Corrections of an intrinsic derivative, which are cited also if a weak parallax leaves them out of the table."""


def citations(model: TimingModel, derived: Iterable[str]) -> list[tuple[str, str]]:
    """List the models and data on which a solution depends, each with its papers.

    Parameters
    ----------
    model : TimingModel
    derived : iterable of str
        Names of the derived quantities in the table.

    Returns
    -------
    list of (str, str)
        Subject and papers; a subject without a known paper is absent.
    """
    s, names = model.settings, list(derived)
    ephemeris = s.ephem.split()[0].upper().rstrip(",") if s.ephem else ""
    found = [
        (f"Ephemeris {ephemeris}", EPHEMERIDES.get(ephemeris, "")),
        (s.clock, "Guinot 1988, A&A 192, 370" if "BIPM" in s.clock else ""),
        (f"Time ephemeris {s.time_ephemeris}", TIME_EPHEMERIS_PAPERS.get(s.time_ephemeris, "")),
    ]
    if "BINARY" in model.entries:
        word = model.entries["BINARY"].word
        found.append((f"Binary model {word}", "; ".join(BINARY_PAPERS.get(word, ()))))
    for part, papers in DERIVED.items():
        if any(part in name or (part in OF_INTRINSIC and "INTRINSIC" in name) for name in names):
            found.append((QUANTITY_NAMES[part], papers))
    return [(subject, papers) for subject, papers in found if papers]
