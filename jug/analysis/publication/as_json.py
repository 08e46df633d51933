"""A published solution as JSON, for programs that make their own tables."""

from jug.analysis.publication.groups import QuantityGroup
from jug.text.strict_json import json_text


def as_json(psr: str, groups: list[QuantityGroup], papers: list[tuple[str, str]], program: str, read_as: str) -> str:
    """Format a solution as JSON.

    Parameters
    ----------
    psr : str
        Name of the pulsar.
    groups : list of QuantityGroup
    papers : list of (str, str)
        Subjects and references.
    program : str
        Name and version of the program.
    read_as : str
        The program whose conventions were used.

    Returns
    -------
    str
    """
    tables = [
        {"title": group.title, "rows": [{**row._asdict(), "value": row.value._asdict()} for row in group.rows]}
        for group in groups
    ]
    references = [{"subject": subject, "papers": text} for subject, text in papers]
    return json_text({"psr": psr, "made_by": program, "read_as": read_as, "groups": tables, "references": references})
