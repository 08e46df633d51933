"""Single-expression edits of a package, found with the ast: what a test suite should notice.

Messages, docstrings, annotations, protocols and decorators are left alone, and so are the numbers inside functions of a
folder ``plots``, which are widths and places in a picture. Numbers grow by one; large round integers are doubled.

The flag ``strict=True`` of ``zip`` is left alone too: it acts only where two lengths differ, which is an error of the
package itself, and no user's input is refused by it.
"""

import ast
import copy
import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
NAMES = {"min": "max", "minimum": "maximum", "amin": "amax", "argmin": "argmax", "any": "all", "floor": "ceil"}
NAMES |= {new: old for old, new in NAMES.items()}
SYMMETRIC = {
    *NAMES,
    "add",
    "multiply",
    "two_sum",
    "two_prod",
    "logaddexp",
    "dot",
    "_dot",
    "hypot",
    "gcd",
    "allclose",
    "isclose",
    "array_equal",
    "logical_and",
    "logical_or",
    "suppress",
}
"""Functions for which a swap of the first two arguments changes nothing."""

ROUND = 10_000
"""The least integer of one or two digits and zeros that is doubled."""


class Mutant(NamedTuple):
    """One edit.

    Parameters
    ----------
    path : str
        File, relative to the parent of the package.
    function : str
        Qualified name of the function around it, empty at the level of the module.
    line : int
        The line where the edit begins.
    start, end : int
        The text that is replaced.
    new : str
        What replaces it.
    key : str
        File, function, and the line before and after: names the edit however lines move.
    """

    path: str
    function: str
    line: int
    start: int
    end: int
    new: str
    key: str

    def applied(self, source: str) -> str:
        """The source of the file with the edit."""
        return source[: self.start] + self.new + source[self.end :]


def _operator(node: Any) -> Iterator[ast.AST]:
    """Another operator, of a chain the first."""
    of_comparison = isinstance(node, ast.Compare)
    if isinstance(node, ast.BinOp) and any(_is_text(side) for side in (node.left, node.right)):
        return
    for other in OPERATORS.get(type(node.ops[0] if of_comparison else node.op), ()):
        new = copy.deepcopy(node)
        if of_comparison:
            new.ops[0] = other()
        else:
            new.op = other()
        yield new


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    """A sign or a ``not`` dropped."""
    yield node.operand


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(2 * node.value if _is_limit(node.value) else node.value + 1)


def _is_limit(value: float) -> bool:
    """A large round integer, as 50_000_000: a limit of a size or number, of which one more is no other limit."""
    return isinstance(value, int) and value >= ROUND and len(str(value).rstrip("0")) <= 2


def _call(node: ast.Call) -> Iterator[ast.AST]:
    """Arguments swapped: the first two, of ``where`` the last two; ``min`` for ``max`` and the like."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    first = 1 if name == "where" else 0
    pair = node.args[first : first + 2]
    plain = len(pair) == 2 and not any(isinstance(a, ast.Starred) for a in pair)
    if plain and name not in SYMMETRIC and ast.dump(pair[0]) != ast.dump(pair[1]):
        new = copy.deepcopy(node)
        new.args[first : first + 2] = reversed(new.args[first : first + 2])
        yield new
    if name in NAMES:
        new = copy.deepcopy(node)
        field = "attr" if isinstance(new.func, ast.Attribute) else "id"
        setattr(new.func, field, NAMES[name])
        yield new


def _slice(node: ast.Slice) -> Iterator[ast.AST]:
    """An end moved by one."""
    for field in ("lower", "upper"):
        if (end := getattr(node, field)) is not None:
            new = copy.deepcopy(node)
            setattr(new, field, ast.BinOp(end, ast.Add(), ast.Constant(1)))
            yield new


EXPRESSIONS: dict[type[ast.AST], Callable[[Any], Iterator[ast.AST]]] = {
    ast.Compare: _operator,
    ast.BinOp: _operator,
    ast.BoolOp: _operator,
    ast.UnaryOp: _unary,
    ast.Constant: _constant,
    ast.Call: _call,
    ast.Slice: _slice,
}


def _removed(node: ast.AST, assigned: set[str]) -> bool:
    """Whether a statement can go without a name going: a call, a second assignment, an item set, a jump."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        names = [t.id for target in node.targets for t in ast.walk(target) if isinstance(t, ast.Name)]
        fresh = any(isinstance(t, ast.Name | ast.Tuple) for t in node.targets) and not assigned.issuperset(names)
        assigned.update(names)
        return not fresh
    return isinstance(node, ast.AugAssign | ast.Raise | ast.Continue | ast.Break)


def _for_type_checkers(node: ast.AST) -> bool:
    """A protocol, or one signature of an overloaded function: they are never run."""
    marks = node.bases if isinstance(node, ast.ClassDef) else getattr(node, "decorator_list", [])
    return any(isinstance(mark, ast.Name) and mark.id in ("Protocol", "overload") for mark in marks)


def _is_strict(node: ast.keyword) -> bool:
    """Whether it is ``strict=True``, of ``zip``."""
    return node.arg == "strict" and isinstance(node.value, ast.Constant) and node.value.value is True


UNTOUCHED = ("annotation", "returns", "decorator_list", "bases", "type_comment")
"""Fields that hold no arithmetic."""


def _edits(
    node: ast.AST, function: tuple[str, ...], in_a_plot: bool, assigned: set[str]
) -> Iterator[tuple[ast.expr | ast.stmt, tuple[str, ...], str]]:
    """Node, function around it and new text of every edit below a node."""
    if isinstance(node, ast.stmt) and function and _removed(node, assigned):
        yield node, function, "pass"
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom) or _for_type_checkers(node):
        return
    if isinstance(node, ast.keyword) and (node.arg == "stacklevel" or _is_strict(node)):
        return
    if in_a_plot and function and isinstance(node, ast.Constant):
        return
    kind = type(node)
    if kind in EXPRESSIONS and not (kind is ast.BinOp and isinstance(node.op, ast.BitOr) and not function):  # a type
        for new in EXPRESSIONS[kind](node):
            text = ast.unparse(new)
            yield node, function, text if isinstance(new, ast.Slice | ast.Constant | ast.Call) else f"({text})"
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function, assigned = (*function, node.name), set()
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in UNTOUCHED:
                yield from _edits(child, function, in_a_plot, assigned)


def mutants_of(file: Path, root: Path) -> list[Mutant]:
    """Every edit of one file, in the order of the file."""
    source, path = file.read_text(), file.relative_to(root).as_posix()
    lines = source.splitlines(keepends=True)
    starts = [0, *itertools.accumulate(len(line) for line in lines)]

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    found, seen = [], Counter[str]()
    for node, function, new in _edits(ast.parse(source), (), "/plots/" in path, set()):
        start = place(node.lineno, node.col_offset)
        end = place(node.end_lineno or node.lineno, node.end_col_offset or 0)
        first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
        before, after = source[first:last], source[first:start] + new + source[end:last]
        name = ".".join(function)
        key = f"{path}::{name}: {' '.join(before.split())} -> {' '.join(after.split())}"
        seen[key] += 1
        found.append(Mutant(path, name, node.lineno, start, end, new, key if seen[key] == 1 else f"{key} #{seen[key]}"))
    return found


def in_order(package: Path, seed: int) -> Iterator[Mutant]:
    """Every edit of a package, one from each folder in turn, in an order given by the seed.

    Of the folders one from each folder directly in the package comes first, then a second one from each: a few edits
    come from all parts of the package.

    The order is that of a hash of each key without the folder, so that a change of one file leaves the choice in the
    others, and a file that moves brings its mutants along.
    """

    def rank(text: str) -> tuple[bytes, str]:
        path, _, rest = text.partition("::")
        return hashlib.sha256(f"{seed}:{Path(path).name}:{rest}".encode()).digest(), text

    folders: dict[str, list[Mutant]] = {}
    for file in sorted(package.rglob("*.py")):
        found = mutants_of(file, package.parent)
        folders.setdefault(file.parent.relative_to(package.parent).as_posix(), []).extend(found)
    for found in folders.values():
        found.sort(key=lambda m: rank(m.key))
    parts: dict[str, list[str]] = {}
    for name in sorted(folders, key=rank):
        parts.setdefault("/".join(name.split("/")[:2]), []).append(name)
    order = [name for of_all in itertools.zip_longest(*parts.values()) for name in of_all if name]
    for of_one_round in itertools.zip_longest(*(folders[name] for name in order)):
        yield from (m for m in of_one_round if m is not None)
