"""The line ROBUST, by which a par file asks tempo2 for a robust fit.

tempo2 (2016 on; Wang et al. 2017, MNRAS 468, 2637) takes one letter: H for Huber's loss, B for the bisquare, W for
Welsch's, 0 for least squares. For any other letter, such as R (Hampel), it prints that it does not have this loss, and
takes Huber's. In 2015 the word was the number of rounds of Huber's weights.
"""

from jug.io.par import ParFile, ParLine
from jug.model.reading.findings import Findings

LETTERS = {"H": "huber", "B": "bisquare", "W": "welsch", "0": "none"}
LOSS_WORDS = {"HUBER": "huber", "BISQUARE": "bisquare", "WELSCH": "welsch", "NONE": "none"}


def robust_word(par: ParFile, line: ParLine, convention: str | None, findings: Findings) -> str:
    """Read the loss of a fit.

    Parameters
    ----------
    par : ParFile
    line : ParLine
        The line ROBUST.
    convention : {"LINE", "IGNORED"} or None
        Whether the line is read.
    findings : Findings
        Gets a warning where the word is not one that tempo2 reads, or where the line is not read.

    Returns
    -------
    {"none", "huber", "bisquare", "welsch"}
    """
    word = line.args[0].upper()
    known = LETTERS.get(word) or LOSS_WORDS.get(word)
    if convention == "IGNORED" and known != "none":
        why = "ROBUST has no effect, as in the program as which the file is read"
        findings.warn(why, par.where(line), "--robust huber (robust='huber') asks for a robust fit")
        return "none"
    if known is not None:
        return known
    why = f"ROBUST {word} is read as ROBUST H, as tempo2 does where it does not know the word"
    findings.assume(why, par.where(line), "write H, B or W (huber, bisquare, welsch), or 0 for least squares")
    return "huber"
