"""The result of `jug.doctor`, and its formats."""

from jug.analysis.diagnosis.as_json import diagnosis_json
from jug.analysis.diagnosis.as_page import diagnosis_page
from jug.analysis.diagnosis.as_text import diagnosis_text
from jug.analysis.diagnosis.report import Report


class Diagnosis(Report):
    """The result of `jug.doctor`, as rows (`jug.analysis.diagnosis.report.Report`), text, JSON or a page.

    Examples
    --------
    >>> import json, jug
    >>> found = jug.doctor(*jug.data.example("NGC6440E"))
    >>> [one.name for one in found.differences if found.needs_decision(one)], found.decisions, found.left_to_options
    ([], (), ())
    >>> [round(limit, 2) for limit in found.least_ns]
    [220.55, 1.0]
    >>> found.text.splitlines()[1][:20], found.html[:15], json.loads(found.to_json())["version"]
    ('62 TOAs, 1 commented', '<!DOCTYPE html>', 1)
    """

    @property
    def text(self) -> str:
        """The diagnosis as text for a terminal."""
        return diagnosis_text(self)

    @property
    def html(self) -> str:
        """The diagnosis as a self-contained page of HTML."""
        return diagnosis_page(self)

    def to_json(self) -> str:
        """Return the diagnosis as strict JSON.

        Returns
        -------
        str
            A number that is not finite is null.
        """
        return diagnosis_json(self)
