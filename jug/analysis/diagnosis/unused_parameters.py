"""Parameters that the binary model does not have, with the size of the neglected effect on these TOAs."""

import re

from jug.analysis.diagnosis.reading import FilesRead
from jug.analysis.diagnosis.report import DECISION_NS
from jug.analysis.diagnosis.rows import Finding
from jug.core.times import to_mjd
from jug.io.codecs import CODECS
from jug.io.par import ParFile
from jug.model.reading.lines.spellings import canonical_keyword
from jug.model.reading.orbits.unused_size import UnusedSize, unused_size

SMALL_UNITS_ABOVE = 1e-7
"""An EDOT above this value is taken to be in units of 1e-12."""

_UNUSED = re.compile(r"(?P<name>\w+) is not used(, as BINARY \w+ has no|: BINARY .* has no term of it)")

_HALF = re.compile(r"(?P<name>\w+) is (not used: without|used without) (?P<other>SINI|M2)\b")


def with_decisions_on_unused(read: FilesRead) -> list[Finding]:
    """Ask for a decision on each parameter that the binary model lacks and that would change the residuals.

    Parameters
    ----------
    read : FilesRead

    Returns
    -------
    list of Finding
        Those of the files, in the same order; a size that grows with time is that over the span of the TOAs. A decision
        is needed above 1 ns, and if one of M2 and SINI is absent.
    """
    return [_with_decision(read, f) for f in read.findings]


def _with_decision(read: FilesRead, finding: Finding) -> Finding:
    half = _HALF.match(finding.what) if finding.kind == "remark" else None
    if half is not None:
        decide = f"give {half['other']}, or --ignore {_key(read, finding)} to leave it out on purpose"
        return finding._replace(decide=decide)
    match = _UNUSED.match(finding.what) if finding.kind == "remark" else None
    size = unused_size(match["name"], _numbers(read.used)) if match else None
    if match is None or size is None:
        return finding
    ns, over = _on_toas(read, size)
    if ns <= DECISION_NS:
        return finding._replace(what=f"{finding.what}{over}")
    decide = f"give a BINARY that has {match['name']}, or --ignore {_key(read, finding)} to leave it out on purpose"
    return finding._replace(what=f"{finding.what}{over}", decide=decide)


def _key(read: FilesRead, finding: Finding) -> str:
    """The keyword of the line that a finding is about."""
    return read.par.lines[int(finding.where.rpartition(":")[2]) - 1].key


def _on_toas(read: FilesRead, size: UnusedSize) -> tuple[float, str]:
    """The size over the span of the TOAs, ns, and words for it if it grows with time."""
    if not size.a_year:
        return size.ns, ""
    if read.raw is None or not len(read.raw):
        return size.ns, ""
    mjd = to_mjd(read.raw.times)
    ns = size.ns * float(mjd.max() - mjd.min()) / 365.25
    return ns, f" ({ns:.3g} ns over the span of the TOAs)"


def _numbers(par: ParFile) -> dict[str, float]:
    """The numbers in the lines of a par file, by the name of the parameter."""
    found: dict[str, float] = {}
    for line in par:
        try:
            value = float(CODECS["float"].parse(line.args[0]).hi)
            in_tempo_units = canonical_keyword(line.key) == "EDOT" and abs(value) > SMALL_UNITS_ABOVE
            found.setdefault(canonical_keyword(line.key), value * 1e-12 if in_tempo_units else value)
        except (ValueError, IndexError):
            continue
    return found
