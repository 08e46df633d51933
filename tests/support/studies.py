"""Studies of many inputs that can be cut off and taken up again: what each input did is noted in a file.

The seed moves with the date and is printed. JUG_SEED sets it, JUG_STUDY names the folder of the notes, and a run with
the same seed and folder begins where the last one ended. Without JUG_STUDY nothing is kept.
"""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

SEED = int(os.environ.get("JUG_SEED", "0")) or datetime.now(UTC).toordinal()
KEPT = os.environ.get("JUG_STUDY", "")
"""Folder of the notes; empty: they are not kept."""


class Study(NamedTuple):
    """What a study found: a line for each input, of one word where it is well, and what is printed of it."""

    lines: list[str]
    told: str

    def faults(self, *well: str) -> list[str]:
        """The inputs whose line is none of these words, with their numbers."""
        return [f"input {i}: {line}" for i, line in enumerate(self.lines) if line not in well]


def carry_out(
    name: str, count: int, folder: Path, one: Callable[[int], str], went_well: Callable[[str], bool] = str.isalpha
) -> Study:
    """Try inputs 0 to ``count`` - 1, those aside that went well by the notes.

    Parameters
    ----------
    name : str
        Of the study, for the name of the notes.
    count : int
    folder : Path
        Where the notes are without JUG_STUDY.
    one : callable
        What an input did, by its number.
    went_well : callable
        Whether a line is that of an input that went well.
    """
    place = Path(KEPT or folder)
    place.mkdir(parents=True, exist_ok=True)
    notes = place / f"{name}-{SEED}.txt".replace(" ", "_").replace(",", "")
    whole = notes.read_text(encoding="utf-8").rpartition("\n")[0].splitlines() if notes.exists() else []
    for number in [i for i, line in enumerate(whole[:count]) if not went_well(line)]:
        whole[number] = " ".join(one(number).split())  # jug may have been mended
    lines = whole[:count]
    with notes.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in whole)
        for number in range(len(whole), count):
            lines.append(" ".join(one(number).split()))
            file.write(lines[-1] + "\n")
            file.flush()
    words = {line: lines.count(line) for line in sorted(set(lines)) if line.isalpha()}
    counted = "".join(f", {n} {word}" for word, n in words.items())
    return Study(lines, f"{name}: {count} inputs{counted}, JUG_SEED={SEED}")
