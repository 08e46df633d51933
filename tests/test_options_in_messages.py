"""Messages of the library that name an option of a command say what it is in Python too: ``--search (search=True)``."""

import ast
import re
from collections.abc import Iterator

import pytest
from copies import ROOT

PACKAGE = ROOT / "jug"
OF_COMMANDS = ("cli", "analysis/diagnosis", "data", "machine", "model/pages")
"""Commands; the decisions of `jug doctor` (docs/doctor.md has both), and of `jug data`, which is used from a shell."""

OTHERS = {
    "model/reading/dialects/dialect_lines.py": "a comment of a par file",
    "obs/integrity.py": "an option of pip",
    "pulsars/workers/slurm.py": "a script of bash, with options of sbatch",
}

OPTION = re.compile(r"(?<![\w`-])--[a-z][a-z-]+")
COMMAND = re.compile(r"jug [a-z]+[^;,.:]*?--[a-z-]+")
PYTHON = re.compile(r"\b[a-z_]+=[\w\[{('\")]|\(jug\.\w+|\bjug\.\w+\(|\(gap_d=\)|\(max_iter=\)")


def texts(source: str) -> Iterator[str]:
    """The texts of a file, ``{}`` for what is filled in; without docstrings."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{x}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (bare | inside):
            yield node.value


def for_a_shell_alone(source: str) -> list[str]:
    """The texts with an option and without its word in Python."""
    if "--" not in source:
        return []
    found = ((text, COMMAND.sub("", text)) for text in texts(source))
    return [text for text, rest in found if " " in text and OPTION.search(rest) and not PYTHON.search(text)]


def test_an_option_has_its_word_in_python() -> None:
    files = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    found = {name: for_a_shell_alone(path.read_text()) for name, path in files.items()}
    assert {
        name: lines for name, lines in found.items() if lines and not name.startswith((*OF_COMMANDS, *OTHERS))
    } == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('why = "look for them with --search"', True),
        ('why = f"fix {name} (--free, or fit flag 0)"', True),
        ('why = "look for them with --search (search=True)"', False),
        ('why = "`jug fit --search` finds them"', False),
        ('def f():\\n    "Same as --search of the command."', False),
    ],
)
def test_a_breach_is_found(text: str, wrong: bool) -> None:
    assert bool(for_a_shell_alone(text.encode().decode("unicode_escape"))) is wrong
