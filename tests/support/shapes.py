"""Compare the shapes of arrays with the annotations of the functions that take and return them, as a program runs."""

import ast
import sys
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import numpy as np

PACKAGE = str(Path(__file__).resolve().parents[2] / "jug")
KINDS = {"Float": "f", "Int": "iu", "Bool": "b", "Str": "U"}
SIZES = {"Xyz": 3, "One": 1}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def signatures(path: str) -> dict[int, dict[str, ast.expr]]:
    """The annotations of every function of a file, by its first line; that of the result is ``return``."""
    found = {}
    for node in ast.walk(ast.parse(Path(path).read_text())):
        if isinstance(node, Function):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            own = {a.arg: a.annotation for a in arguments if a.annotation is not None}
            if node.returns is not None and not any(isinstance(part, ast.Yield) for part in ast.walk(node)):
                own["return"] = node.returns
            found[min([node.lineno, *(mark.lineno for mark in node.decorator_list)])] = own
    return found


def fits(value: object, annotation: ast.expr, sizes: dict[str, int]) -> bool:
    """Whether an array has the number of dimensions of its annotation, and each dimension one size in one call.

    What is no array fits any annotation: the type checker looks at it.
    """
    if isinstance(annotation, ast.BinOp):
        before = dict(sizes)
        for side in (annotation.left, annotation.right):
            if not isinstance(side, ast.Constant) and fits(value, side, sizes):
                return True
            sizes.clear()
            sizes.update(before)
        return not isinstance(value, np.ndarray)
    if not isinstance(annotation, ast.Subscript) or not isinstance(annotation.value, ast.Name):
        return True
    name, inside = annotation.value.id, annotation.slice
    parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    if name in KINDS:
        if not isinstance(value, np.ndarray):
            return True
        same = all(sizes.setdefault(ast.unparse(dim), n) == n for dim, n in zip(parts, value.shape, strict=False))
        return same and value.ndim == len(parts) and (value.dtype.kind in KINDS[name] or not value.size)
    if name == "tuple" and isinstance(value, tuple) and len(value) == len(parts):
        return all(fits(v, part, sizes) for v, part in zip(value, parts, strict=True))
    if name in ("dict", "Mapping") and isinstance(value, dict):
        return all(fits(v, parts[-1], dict(sizes)) for v in value.values())
    if name in ("list", "Sequence") and isinstance(value, list):
        return all(fits(v, parts[0], dict(sizes)) for v in value)
    return True


class Watch:
    """Watches the calls of jug's functions in a ``with`` block; ``wrong`` is what does not fit."""

    def __init__(self) -> None:
        self.wrong: set[str] = set()
        self.calls: dict[CodeType, int] = {}
        self.sizes: dict[FrameType, dict[str, int]] = {}

    def __enter__(self) -> "Watch":
        sys.setprofile(self._event)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def _event(self, frame: FrameType, event: str, result: object) -> None:
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(PACKAGE) or code.co_name.startswith("<"):
            return
        if event == "call":
            self.calls[code] = self.calls.get(code, 0) + 1
            if self.calls[code] > MOST:
                return
            self.sizes[frame] = dict(SIZES)
        elif frame not in self.sizes:
            return
        own = signatures(code.co_filename).get(code.co_firstlineno, {})
        sizes = self.sizes[frame] if event == "call" else self.sizes.pop(frame)
        values = {"return": result} if event == "return" else {k: frame.f_locals.get(k) for k in own if k != "return"}
        for name, value in values.items():
            if name in own and not fits(value, own[name], sizes):
                where = f"{code.co_filename.removeprefix(PACKAGE)}:{code.co_firstlineno}"
                self.wrong.add(f"{where} {code.co_qualname}, {name}: {ast.unparse(own[name])} {_seen(value)} {sizes}")


MOST = 20
"""Calls of one function that are looked at."""


def _seen(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"is {value.dtype}{value.shape}"
    if isinstance(value, tuple | list):
        return f"is ({', '.join(_seen(v) for v in value[:4])})"
    return f"is {type(value).__name__}"
