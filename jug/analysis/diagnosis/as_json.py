"""A diagnosis as JSON."""

from jug.analysis.diagnosis.report import Report
from jug.text.strict_json import json_text

DOCTOR_VERSION = 1
"""Version of the keys of the JSON; it does not change when keys are added."""


def diagnosis_json(found: Report) -> str:
    """Format a diagnosis as strict JSON.

    Parameters
    ----------
    found : Report

    Returns
    -------
    str
        An object with the fields of `Report`, each row an object with the fields of its class; ``decisions``, and
        for each difference ``needs_decision``. A number that is not finite is null.
    """
    before, after = found.least_ns
    content = {
        "version": DOCTOR_VERSION,
        "par": found.par,
        "tim": found.tim,
        "read_as": found.read_as,
        "decisions": list(found.decisions),
        "least_rms_ns": before,
        "least_refit_rms_ns": after,
        "lines": [row._asdict() for row in found.lines],
        "absent": [row._asdict() for row in found.absent],
        "differences": [
            {
                **row._asdict(),
                "effect": row.effect._asdict() if row.effect else None,
                "needs_decision": found.needs_decision(row),
            }
            for row in found.differences
        ],
        "findings": [row._asdict() for row in found.findings],
        "summary": found.summary._asdict() if found.summary else None,
        "sites": [row._asdict() for row in found.sites],
        "data": [row._asdict() for row in found.data],
    }
    return json_text(content)
