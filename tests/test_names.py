"""One name stands for one thing: no two classes or named types of the package have the same name."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

EXCEPTIONS: dict[str, str] = {"T": "the usual name of a type variable"}
"""Names that may stand twice, and why."""


def _types(source: str) -> Iterator[str]:
    """Names of the top-level classes, type aliases and type variables: capitalised, and not constants."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def named_twice(sources: dict[str, str]) -> dict[str, list[str]]:
    """Names that stand in two files, with these files; an underscore before them or capitals make no difference."""
    files: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        for name in (name.lstrip("_") for name in _types(source)):
            if name[:1].isupper() and not (name.isupper() and len(name) > 1) and name not in EXCEPTIONS:
                files[name.lower()].append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1}


def test_two_types_of_a_name_are_found() -> None:
    sources = {
        "a.py": "class One: ...\nclass Two: ...\nLIMIT = 1\n",
        "b.py": "class _Two: ...\nTOAs = list[int]\nLIMIT = 1\n",
        "c.py": "One: TypeAlias = int\nclass ToaS: ...\n",
    }
    assert named_twice(sources) == {"one": ["a.py", "c.py"], "two": ["a.py", "b.py"], "toas": ["b.py", "c.py"]}


def test_each_type_has_a_name_of_its_own() -> None:
    sources = {path.relative_to(ROOT).as_posix(): path.read_text() for path in sorted((ROOT / "jug").rglob("*.py"))}
    assert named_twice(sources) == {}
