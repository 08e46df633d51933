"""The result of `jug.doctor`, and its formats."""

from jug.analysis.diagnosis.as_json import diagnosis_json
from jug.analysis.diagnosis.as_page import diagnosis_page
from jug.analysis.diagnosis.as_text import diagnosis_text
from jug.analysis.diagnosis.report import Report


class Diagnosis(Report):
    """The result of `jug.doctor`, as rows (`jug.analysis.diagnosis.report.Report`), text, JSON or a page."""

    @property
    def text(self) -> str:
        """The diagnosis as text for a terminal."""
        return diagnosis_text(self)

    @property
    def html(self) -> str:
        """The diagnosis as a self-contained page of HTML."""
        return diagnosis_page(self)

    def to_json(self) -> str:
        """The diagnosis as strict JSON.

        Returns
        -------
        str
            A number that is not finite is null.
        """
        return diagnosis_json(self)
