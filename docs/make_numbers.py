"""Write docs/numbers.md, every number that the modules of the package name: ``python docs/make_numbers.py``."""

import ast
import math
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "numbers.md"
LITERAL = (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.BinOp, ast.UnaryOp, ast.Name, ast.Attribute)
SIGNS = (ast.operator, ast.unaryop, ast.expr_context)
LONGEST_VALUE = 240
"""Characters of a value that the page shows whole."""

HEAD = """# Numbers that jug decides with

Limits, tolerances, sizes, physical constants and coefficients that the modules of jug name, generated from the code by
`docs/make_numbers.py`. Where a message, a verdict or a table of jug depends on a threshold, it is here. Numbers of the
terms of the timing model, such as defaults and units, are in [Terms](terms.md).
"""


class Number(NamedTuple):
    """One named number, or several of one assignment: file, names, value as the code has it, and what it is."""

    file: str
    names: str
    value: str
    meaning: str

    @property
    def folder(self) -> str:
        """The folder of the file, below the package."""
        return self.file.rpartition("/")[0]


def _assigned(node: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """Target and value of an assignment of one target."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return node.targets[0], node.value
    if isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        return node.target, node.value
    return None


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)


def _written(value: ast.expr, source: str) -> str:
    """A value as the code has it; of a long table how many numbers it has, and their sum."""
    text = ast.get_source_segment(source, value) or ""
    text = text if text and "\n" not in text else ast.unparse(value)
    if len(text) <= LONGEST_VALUE:
        return "`" + text.replace("|", "\\|") + "`"
    numbers = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and _is_number(node)]
    return f"{len(numbers)} numbers with the sum {math.fsum(numbers)!r}"


def _remark(node: ast.stmt, lines: list[str]) -> str:
    """The comment behind an assignment, or the lines of comment above it."""
    _, mark, behind = lines[(node.end_lineno or node.lineno) - 1].partition("  # ")
    if mark:
        return behind
    first = node.lineno - 1
    while first > 0 and lines[first - 1].startswith("# "):
        first -= 1
    return " ".join(line[2:] for line in lines[first : node.lineno - 1])


def _is_literal(value: ast.expr) -> bool:
    """Whether a value is written with numbers, texts, names and arithmetic alone, and has a number."""
    nodes = list(ast.walk(value))
    return all(isinstance(node, LITERAL + SIGNS) for node in nodes) and any(map(_is_number, nodes))


def numbers_of(file: Path, root: Path) -> Iterator[Number]:
    """The numbers that a module names; the text below an assignment, or its comment, says what they are."""
    source = file.read_text(encoding="utf-8")
    body, lines = ast.parse(source).body, source.splitlines()
    for node, after in zip(body, [*body[1:], None], strict=True):
        found = _assigned(node)
        if found is None or not _is_literal(found[1]):
            continue
        text = after.value if isinstance(after, ast.Expr) else None
        meaning = text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""
        meaning = meaning or _remark(node, lines)
        name = file.relative_to(root).as_posix()
        yield Number(name, ast.unparse(found[0]).strip("()"), _written(found[1], source), " ".join(meaning.split()))


def _row(one: Number) -> str:
    meaning = re.sub(r"``([^`]+)``", r"`\1`", one.meaning).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")
    module = one.file.rpartition("/")[2].removesuffix(".py")
    return f"| `{one.names}` | {one.value} | {meaning} | `{module}` |\n"


def page(root: Path = ROOT) -> str:
    """The page, Markdown: a table for each folder."""
    files = sorted((root / "jug").rglob("*.py"))
    found = sorted((one for file in files for one in numbers_of(file, root)), key=lambda one: one.folder)
    text = HEAD
    for folder, members in groupby(found, key=lambda one: one.folder):
        text += f"\n## {folder}\n\n| name | value | what it is | module |\n|---|---|---|---|\n"
        text += "".join(map(_row, members))
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
