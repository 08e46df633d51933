"""The statements of a source file with the functions they stand in, and a digest of each function.

A statement is named ``file::function: its first line`` and a function ``file::function``, so that both keep their names
when lines move. The digest is of the syntax tree: the same function in a renamed file has the same one.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple


class Statement(NamedTuple):
    """A simple statement, or the head of a compound one.

    Parameters
    ----------
    function : str
        Qualified name of the function around it.
    text : str
        Its first line, with a number where the function has several such lines.
    first, last : int
        Its lines in the file.
    """

    function: str
    text: str
    first: int
    last: int


def _below(node: ast.AST, function: tuple[str, ...], inside: bool) -> Iterator[tuple[ast.stmt, str]]:
    """Statements inside functions, with the qualified name of the innermost."""
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if isinstance(child, ast.stmt) and inside and not named:
            yield child, ".".join(function)
        if named:
            within = (*function, child.name)
            yield from _below(child, within, inside or not isinstance(child, ast.ClassDef))
        else:
            yield from _below(child, function, inside)


def _last(node: ast.stmt) -> int:
    """Last line of a statement without the statements inside it."""
    inner = [child.lineno for field in ("body", "cases", "handlers") for child in getattr(node, field, [])[:1]
             if hasattr(child, "lineno")]  # fmt: skip
    return max(node.lineno, min([node.end_lineno or node.lineno, *(line - 1 for line in inner)]))


def statements(source: str) -> list[Statement]:
    """Every statement inside a function, docstrings left out, in the order of the file."""
    lines, seen = source.splitlines(), Counter[tuple[str, str]]()
    found = []
    for node, function in _below(ast.parse(source), (), False):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        text = " ".join(lines[node.lineno - 1].split())
        seen[function, text] += 1
        count = seen[function, text]
        found.append(Statement(function, text if count == 1 else f"{text} #{count}", node.lineno, _last(node)))
    return found


def at_line(source: str, line: int) -> Statement | None:
    """The innermost statement on a line; none outside functions."""
    on = [s for s in statements(source) if s.first <= line <= s.last]
    return max(on, key=lambda s: s.first) if on else None


def digests(source: str) -> dict[str, str]:
    """A short digest of every function, by qualified name."""
    found = {}

    def walk(node: ast.AST, names: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                found[".".join((*names, child.name))] = hashlib.sha256(ast.dump(child).encode()).hexdigest()[:10]
            named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            walk(child, (*names, child.name) if named else names)

    walk(ast.parse(source), ())
    return found
