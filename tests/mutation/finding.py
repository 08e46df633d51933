"""Files of tests for a source file that the map of tests does not know, or not well: by names and folders."""

import re
from pathlib import Path

SHARED = 12
"""A name in more files of tests than this says nothing about a function."""


def naming(root: Path, path: str, function: str) -> list[str]:
    """Files of tests that import a module or name the function, those that name it most often first."""
    package, _, stem = path.removesuffix(".py").replace("/", ".").rpartition(".")
    texts = {file.relative_to(root).as_posix(): file.read_text() for file in (root / "tests").rglob("test_*.py")}
    own = re.compile(rf"\b{re.escape(package)}\.{stem}\b|\bfrom {re.escape(package)} import [^\n]*\b{stem}\b")
    found = {file: len(own.findall(text)) for file, text in texts.items()}
    name = function.rpartition(".")[2]
    by_name = {file: len(re.findall(rf"\b{name}\b", text)) for file, text in texts.items()} if name else {}
    if sum(map(bool, by_name.values())) <= SHARED:
        found = {file: count + by_name.get(file, 0) for file, count in found.items()}
    return sorted((file for file in found if found[file]), key=lambda file: (-found[file], file))


def of_the_same_name(root: Path, path: str) -> list[str]:
    """Files of tests with the name of the source, which may call it while they are imported."""
    found = (root / "tests").rglob(f"test_{Path(path).name}")
    return sorted(file.relative_to(root).as_posix() for file in found)


def mirrored(root: Path, path: str) -> list[str]:
    """All files of tests in the folder that has the name of the folder of the source."""
    folder = root / "tests" / path.split("/")[1]
    return sorted(file.relative_to(root).as_posix() for file in folder.rglob("test_*.py"))
