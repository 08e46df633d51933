"""Files of tests for a source file that the map of tests does not know, or not well: by names and folders."""

import re
from itertools import zip_longest
from pathlib import Path

SHARED = 12
"""A name in more files of tests than this says nothing about a function."""

WORD = re.compile(r"[A-Za-z_]\w{4,}")


def naming(root: Path, path: str, function: str, line: str) -> list[str]:
    """Files of tests that import a module or name the function, those that name it most often first.

    In turn with those that have the rarest name of the changed line: a default of an argument acts where tests name it.
    """
    package, _, stem = path.removesuffix(".py").replace("/", ".").rpartition(".")
    texts = {
        file.relative_to(root).as_posix(): file.read_text() for file in sorted((root / "tests").rglob("test_*.py"))
    }
    own = re.compile(rf"\b{re.escape(package)}\.{stem}\b|\bfrom {re.escape(package)} import [^\n]*\b{stem}\b")
    found = {file: len(own.findall(text)) for file, text in texts.items()}
    for file in (by_name := _with_word(function.rpartition(".")[2], texts)):
        found[file] += by_name[file]
    first = sorted((file for file in found if found[file]), key=lambda file: -found[file])
    rare = [counts for word in dict.fromkeys(WORD.findall(line)) if (counts := _with_word(word, texts))]
    turns = zip_longest(first, min(rare, key=len) if rare else ())
    return list(dict.fromkeys(file for turn in turns for file in turn if file))


def _with_word(word: str, texts: dict[str, str]) -> dict[str, int]:
    """How often each file has a word; empty where it is too short or in too many files."""
    found = {file: len(re.findall(rf"\b{word}\b", text)) for file, text in texts.items()} if len(word) > 2 else {}
    found = {file: count for file, count in found.items() if count}
    return found if len(found) <= SHARED else {}


def of_the_same_name(root: Path, path: str) -> list[str]:
    """Files of tests with the name of the source, which may call it while they are imported."""
    found = (root / "tests").rglob(f"test_{Path(path).name}")
    return sorted(file.relative_to(root).as_posix() for file in found)


def mirrored(root: Path, path: str) -> list[str]:
    """All files of tests in the folder that has the name of the folder of the source."""
    folder = root / "tests" / path.split("/")[1]
    return sorted(file.relative_to(root).as_posix() for file in folder.rglob("test_*.py"))
