"""Names of parameters in a paper: words, LaTeX symbols and units."""

import re

from jug.model.parameters import Entry

SPIN_LABELS = ("Spin frequency", "First derivative of the spin frequency", "Second derivative of the spin frequency")

SYMBOLS = {
    "RAJ": r"\alpha",
    "DECJ": r"\delta",
    "ELONG": r"\lambda",
    "ELAT": r"\beta",
    "PMRA": r"\mu_\alpha \cos\delta",
    "PMDEC": r"\mu_\delta",
    "PMELONG": r"\mu_\lambda \cos\beta",
    "PMELAT": r"\mu_\beta",
    "PX": r"\varpi",
    "F0": r"\nu",
    "F1": r"\dot{\nu}",
    "F2": r"\ddot{\nu}",
    "DM": r"\mathrm{DM}",
    "PB": r"P_\mathrm{b}",
    "PBDOT": r"\dot{P}_\mathrm{b}",
    "A1": "x",
    "A1DOT": r"\dot{x}",
    "T0": "T_0",
    "TASC": r"T_\mathrm{asc}",
    "ECC": "e",
    "EPS1": r"\epsilon_1",
    "EPS2": r"\epsilon_2",
    "OM": r"\omega",
    "OMDOT": r"\dot{\omega}",
    "GAMMA": r"\gamma",
    "M2": r"M_\mathrm{c}",
    "SINI": r"\sin i",
    "KIN": "i",
    "KOM": r"\Omega",
    "H3": "h_3",
    "STIGMA": r"\varsigma",
    "PERIOD": "P",
    "PDOT": r"\dot{P}",
    "AGE": r"\tau_\mathrm{c}",
    "B_SURFACE": "B",
    "EDOT": r"\dot{E}",
    "PM": r"\mu",
    "DISTANCE": "d",
    "MASS_FUNCTION": "f(M)",
    "MP": r"M_\mathrm{p}",
}
"""LaTeX symbols by keyword, without the dollars."""

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    char: f"\\{char}" for char in "&%$#_{}"
}
"""Characters with a special meaning in LaTeX."""


def label(entry: Entry) -> str:
    """Describe a parameter in words."""
    order = entry.order or 0
    if entry.param.name == "F":
        return SPIN_LABELS[order] if order < len(SPIN_LABELS) else f"Derivative {order} of the spin frequency"
    if entry.name == "DM":
        return "Dispersion measure"
    return entry.param.doc


def escaped_latex(text: str) -> str:
    """Escape the characters with a special meaning in LaTeX."""
    return "".join(SPECIAL.get(char, char) for char in text)


def unit_latex(unit: str) -> str:
    """Write a unit in LaTeX: ``pc cm^-3`` becomes ``pc\\,cm$^{-3}$``, us a microsecond, Msun a solar mass."""
    words = unit.replace("Msun", r"M$_\odot$")
    words = re.sub(r"\bus\b", r"$\\mu$s", words)
    return re.sub(r"\^(-?\d+)", r"$^{\1}$", words).replace(" ", r"\,")
