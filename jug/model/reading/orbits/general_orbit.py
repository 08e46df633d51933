"""Parameters that the form of BINARY T2 in a file does not use, as in tempo2's T2.

tempo2 takes the eccentric orbit where ECC is given, else that of EPS1 and EPS2; time is from T0, else from TASC.
The first has no H3, H4, STIGMA, EPS1 and EPS2, the second no OM, OMDOT, EDOT, GAMMA, DR, DTH and SHAPMAX. MTOT gives
OMDOT, GAMMA, SINI, DR, DTH and PBDOT in place of their lines. KIN and KOM have terms together only. (T2model.C)
"""

from collections.abc import Mapping

from jug.errors import ParError
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings

ONLY_LOW_ECCENTRICITY = ("EPS1", "EPS2", "EPS1DOT", "EPS2DOT")
ONLY_ORTHOMETRIC = ("H3", "H4", "STIGMA", "NHARMS")
ONLY_ECCENTRIC = ("OM", "OMDOT", "EDOT", "GAMMA", "DR", "DTH", "SHAPMAX")
BY_MASSES = ("OMDOT", "GAMMA", "SINI", "DR", "DTH", "PBDOT", "A0", "B0")


def form_without(e: Entry, entries: Mapping[str, Entry]) -> str:
    """Return the form of BINARY T2 that does not use a parameter.

    Parameters
    ----------
    e : Entry
        A parameter that the chosen form does not have.
    entries : dict of str to Entry
        The parameters that the file gives.

    Returns
    -------
    str
        ``"T2 with TASC"``; empty for another binary model, and for a parameter that changes tempo2's orbit.
    """
    if "BINARY" not in entries or entries["BINARY"].word != "T2" or ("TASC" in entries and "T0" in entries):
        return ""
    if "MTOT" in entries and e.name in BY_MASSES:
        return "T2 with MTOT"
    if "MTOT" not in entries and e.name == "XOMDOT":
        return "T2 without MTOT"
    if "TASC" in entries:
        return "T2 with TASC" if e.name in ONLY_ECCENTRIC and "ECC" not in entries else ""
    unused = (*ONLY_ORTHOMETRIC, *(ONLY_LOW_ECCENTRICITY if "ECC" in entries else ()))
    return "T2 with T0" if e.name in unused else ""


def without_lone_angle(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> dict[str, Entry]:
    """Drop KIN or KOM of a BINARY T2 where the other is absent.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
        Receives the note; and the error where SINI takes its value from KIN.

    Returns
    -------
    dict of str to Entry
    """
    given = [name for name in ("KIN", "KOM") if name in entries]
    if "BINARY" not in entries or entries["BINARY"].word != "T2" or len(given) != 1:
        return dict(entries)
    (name,) = given
    other = {"KIN": "KOM", "KOM": "KIN"}[name]
    e = entries[name]
    where = par.where(e.line)
    if name == "KIN" and "SINI" in entries and entries["SINI"].word == "KIN":
        hint = "give KOM; or write the sine of KIN as SINI, and leave KIN out (tempo2 takes SINI alone from it)"
        findings.refuse(ParError("KIN without KOM: BINARY T2 has its terms of KIN and KOM together", where, hint))
        findings.left_out.add(other)
        return dict(entries)
    findings.assume(f"{name} is not used: without {other} it has no term in BINARY T2, as in tempo2", where)
    return {key: entry for key, entry in entries.items() if key != name}
