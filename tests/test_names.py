"""One name stands for one thing: no two classes of the package have the same name."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIMENSIONS = ROOT / "jug" / "core" / "array.py"

EXCEPTIONS: dict[str, str] = {}
"""Names that may stand twice, and why; none does."""


def named_twice(sources: dict[str, str], dimensions: str = "") -> dict[str, list[str]]:
    """Names of top-level classes that stand in two files, or that are types of arrays as well, with these files."""
    files: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef):
                files[node.name].append(path)
            elif path == dimensions and isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                files[node.target.id].append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1 and name not in EXCEPTIONS}


def test_two_classes_of_a_name_are_found() -> None:
    sources = {"a.py": "class One: ...\nclass Two: ...\n", "b.py": "class Two: ...\n", "c.py": "One: TypeAlias = int\n"}
    assert named_twice(sources) == {"Two": ["a.py", "b.py"]}
    assert named_twice(sources, "c.py") == {"One": ["a.py", "c.py"], "Two": ["a.py", "b.py"]}


def test_each_class_has_a_name_of_its_own() -> None:
    sources = {path.relative_to(ROOT).as_posix(): path.read_text() for path in sorted((ROOT / "jug").rglob("*.py"))}
    assert named_twice(sources, DIMENSIONS.relative_to(ROOT).as_posix()) == {}
