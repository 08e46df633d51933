"""The page of conventions, generated from their table; ``docs/make_terms.py`` writes it to docs/conventions.md."""

from collections.abc import Iterable

from jug.model.programs.not_imitated import NOT_IMITATED_EFFECTS
from jug.model.reading.dialects.convention import READINGS, Convention
from jug.model.reading.dialects.convention_table import ABSENT_LINES, BY_LINES

CONVENTIONS_TEXT = """# Reading files as another program

```bash
jug fit data/examples/NGC6440E.par data/examples/NGC6440E.tim --as tempo2
```

This, in Python `jug.load(par, tim, dialect="tempo2")`, reads every line, and every line that is absent, as tempo2 does;
`pint`, `tempo2` and `tempo` can be chosen, `jug` is the default. Every command that reads a par file has the option.
`--convention NAME=WORD` (`conventions={"NE_SW": "0"}`) chooses one thing and overrides `--as`, as do `--ephem`,
`--hold-clock`, `--zero-clock` and `--no-scale-errors`; a line of the par file overrides both. The report
says as what the files were read, a warning names each line that was added or read otherwise, and `jug doctor` gives the
ns of each.

`jug` is PINT 1.1.8, except where PINT loses what a line says: EPSDOT, T2, PHASE and TIMJUMPS. tempo2 is 2023.05.1.
The tests run PINT 1.1.8 (`tests/pint`). tempo2 and tempo were not run: their columns are from their sources. jug is
compared with residuals and times that tempo2 computed, which come with PINT ([accuracy.md](accuracy.md)).

A par file that is written has the added and changed lines, so that jug reads it as it was meant. Readings that no line
can express are in a comment at its end, with the options `--convention` by which jug reads the file the same, tim file
included. `--as tempo` or `--as pint` on a file written in this way would change KIN, KOM or EPS1DOT once more.

This page is generated from the table that the reader uses (`jug.model.reading.dialects.convention_table`).
"""

DIALECT_NAMES = ("jug", "PINT", "tempo2", "tempo")


def conventions_page() -> str:
    """Generate the page of conventions.

    Returns
    -------
    str
        Markdown.
    """
    parts = [
        CONVENTIONS_TEXT,
        "## Lines that are absent",
        "",
        "The word is the value of the line that is taken.",
        "",
        *_table(ABSENT_LINES),
    ]
    parts += ["## Lines that mean something else", "", "jug changes the line to one that it reads so.", ""]
    parts += [*_table(BY_LINES), "## Readings that no line says", "", *_table(READINGS)]
    parts += [
        "## What jug does not imitate",
        "",
        "A warning on loading has the size in ns, where a model has the effect.",
        "",
    ]
    names = {"tempo2": "tempo2 2023.05.1", "tempo": "tempo"}
    rows = [["Program", "Line", "What it has", "Difference, at most"]]
    rows += [[names[q.program], _code(q.about), q.what, q.bound] for q in NOT_IMITATED_EFFECTS]
    return "\n".join([*parts, *_rows(rows)]).rstrip() + "\n"


def _table(conventions: Iterable[Convention]) -> list[str]:
    rows = [["Name", *DIALECT_NAMES, "What", "Size"]]
    for c in conventions:
        words = [f"`{word}`" for word in (c.default, c.pint, c.tempo2, c.tempo)]
        also = f" Also: {', '.join(f'`{word}`' for word in c.also)}." if c.also else ""
        rows.append([f"`{c.name}`", *words, f"{c.what}.{also}", c.size])
    return _rows(rows)


def _code(pattern: str) -> str:
    """A pattern of keywords as a reader writes them."""
    plain = (
        pattern.replace(r"[1-9]\d*", "n")
        .replace(r"\d+", "n")
        .replace(r"\d*", "n")
        .replace("(DIP)?", "DIP")
        .replace("S?", "S")
    )
    return f"`{plain}`" if plain else ""


def _rows(rows: list[list[str]]) -> list[str]:
    rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows] + [""]
