"""The par file for another program as it is written: lines, keywords, notes, and terms that the program lacks."""

from jug.io.par import ParLine
from jug.model.timing_model import TimingModel

TEMPO_LINE = 80
"""Characters of a line that tempo reads."""


class Sheet:
    """A par file for another program.

    Parameters
    ----------
    model : TimingModel
        In TDB; the rules of the program are applied to its values.
    shown : TimingModel
        The same model in the units of the file; its values are written.
    program : str
    units : str
        ``"TDB"`` or ``"TCB"``.
    """

    def __init__(self, model: TimingModel, shown: TimingModel, program: str, units: str) -> None:
        self.model, self.shown, self.program, self.units = model, shown, program, units
        self.lines: list[str] = []
        self.keys: set[str] = set()
        self.notes: dict[str, None] = {}
        self.lacking: dict[str, ParLine | None] = {}

    def put(self, key: str, text: str, comment: str = "") -> None:
        """Add a line, with its comment on a line before it, because the programs would read the comment as a value.

        Parameters
        ----------
        key : str
            The keyword.
        text : str
            The line without the comment.
        comment : str
            The comment with its mark, or "".
        """
        if comment:
            self.lines.append(comment)
        if self.program == "tempo" and len(text) > TEMPO_LINE:
            text = " ".join(text.split())
            if len(text) > TEMPO_LINE:
                self.notes[f"the line {key} is longer than the {TEMPO_LINE} characters that tempo reads"] = None
        self.keys.add(key)
        self.lines.append(text)

    def comment_out(self, text: str) -> None:
        """Add a line as a comment."""
        self.lines.append(f"# {text.strip()}")
