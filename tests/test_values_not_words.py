"""What jug does depends on values, not on words of the sentences that it writes for readers."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "jug"

SENTENCES = {"why", "note", "what", "message", "remark", "warning", "sentence", "hint", "detail", "strerror"}
"""Names of variables and attributes that hold sentences for readers."""

ERRORS = {"error", "reason", "message", "warning", "again"}
"""Names of errors and warnings, of which `str` makes such a sentence."""

SEARCHES = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "find", "index", "split", "count"}

OF_WARNING = "a warning has no other content than its text"
OF_LIBRARY = "the sentence is that of Python or of a library, which gives no value"
CUT = "the sentence is cut or shown in another way, and nothing depends on it"
OF_BLOCKING = "problems of a missing line are made in many files; their form is a rule, which tests hold"

ALLOWED = {
    ("analysis/diagnosis/examine.py", "word in finding.what"): OF_WARNING,
    ("analysis/diagnosis/line_uses.py", "line.key in finding.what"): OF_WARNING,
    ("analysis/diagnosis/unused_parameters.py", "_HALF.match(finding.what)"): OF_WARNING,
    ("analysis/diagnosis/unused_parameters.py", "_UNUSED.match(finding.what)"): OF_WARNING,
    ("analysis/term_tests/trial_model.py", "str(one.message).removeprefix(f'{model.par.path}: ')"): CUT,
    ("analysis/diagnosis/other_readings.py", "str(error).partition('\\n')"): CUT,
    ("chains/prior_file.py", "re.search('at line (\\\\d+)', str(error))"): OF_LIBRARY,
    ("cli/common/exit_codes.py", "words in str(error)"): OF_LIBRARY,
    ("cli/process/parser.py", "message.removesuffix('\\n')"): CUT,
    ("compute/compile_cache.py", "option in str(reason)"): OF_LIBRARY,
    ("model/building/blocking_lines.py", "_MISSING.match(problem.why)"): OF_BLOCKING,
    ("model/building/blocking_lines.py", "_NO_BINARY.search(problem.why)"): OF_BLOCKING,
    ("model/building/blocking_lines.py", "_LACKS.search(problem.why)"): OF_BLOCKING,
    ("model/editing/reassembly.py", "hint.partition(LEAVE_OUT)"): CUT,
    ("model/reading/assembly/values.py", "why.partition('; ')"): CUT,
    ("obs/ephemeris.py", "'file starts with' in str(error)"): OF_LIBRARY,
    ("plots/pictures.py", "str(reason).partition(';')"): CUT,
    ("pulsars/configuration/config_file.py", "_LINE_NUMBER.search(message)"): OF_LIBRARY,
}
"""The searches that stay, by file and expression, with the reason."""


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression is a sentence for readers, by its name."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "str" and node.args:
        return name_of(node.args[0]) in ERRORS
    return name_of(node) in SENTENCES


def name_of(node: ast.expr) -> str:
    """The last word of a name or an attribute; empty for any other expression."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def searches(source: str) -> Iterator[str]:
    """The expressions that look for words in a sentence."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            searched = [node.comparators[0]]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
            searched = [node.func.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            searched = node.args if node.func.attr in ("search", "match", "fullmatch") else []
        else:
            continue
        if any(is_sentence(one) for one in searched):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    "source",
    [
        "'no TOA' in note",
        "word not in error.why",
        "problem.why.startswith('unknown')",
        "'not at hand' in str(error)",
        "str(one.message).removeprefix('a.par: ')",
        "re.search('line', str(error))",
        "_MISSING.match(problem.why)",
    ],
)
def test_a_search_is_seen(source: str) -> None:
    assert list(searches(source)) == [source]


def test_no_sentence_is_searched_but_these() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), text)
        for path in PACKAGE.rglob("*.py")
        for text in searches(path.read_text())
    }
    assert found == set(ALLOWED)
