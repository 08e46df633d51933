"""README.md and docs/: the names, commands and options that they show are there, and their Python lines run."""

import argparse
import ast
import importlib
import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from shown_output import missing, with_output

import jug
from jug.cli import command as cli

ROOT = Path(__file__).resolve().parent.parent
JUG = ROOT / "jug"
PAGES = {path.name: path.read_text() for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))}
NAME = re.compile(r"(?<![\w/.])jug\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
COMMAND = re.compile(r"^(?:.*/|\w+=\S+ )?jug ([a-z]+[^&|;]*)")


def found(dotted: str) -> bool:
    """Whether a dotted name under ``jug`` is there: attributes, modules on the way, and fields of a class."""
    here, path = jug, "jug"
    for name in dotted.split("."):
        path += f".{name}"
        if name in getattr(here, "__annotations__", {}):
            return True
        if not hasattr(here, name):
            try:
                importlib.import_module(path)
            except ImportError:
                return False
        here = getattr(here, name)
    return True


def files_of(folder: Path) -> set[str]:
    """The names of the modules in a folder."""
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


def commands(text: str) -> list[str]:
    """What stands behind ``jug`` in code: between backticks, in fenced and in indented lines."""
    fenced = [line for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S) for line in block.splitlines()]
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    code = [*fenced, *re.findall(r"`([^`\n]+)`", prose), *re.findall(r"^    (.*)$", prose, re.M)]
    return [words for line in code for words in COMMAND.findall(line)]


def options(parser: argparse.ArgumentParser) -> dict[str, set[str]]:
    """The options of every command, by its words."""
    out = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                out[name] = {word for one in below._actions for word in one.option_strings}
                out |= {f"{name} {more}": words for more, words in options(below).items()}
    return out


COMMANDS = options(cli.parser(whole=True))


def wrong_options(words: str) -> list[str]:
    """What no such command takes: the command itself, or options of it."""
    first = words.split("  #")[0].split()
    name = next((n for n in (" ".join(first[:2]), first[0]) if n in COMMANDS), "")
    if not name:
        return [f"no command {first[0]}"]
    own = re.sub(r"'[^']*'", "", words)  # a quoted word is the value of an option
    return [word for word in re.findall(r"(?<!\S)--?[a-z][a-z-]*", own) if word not in COMMANDS[name]]


@pytest.mark.parametrize("page", PAGES)
def test_names_and_commands_are_there(page: str) -> None:
    text = PAGES[page]
    assert [name for name in NAME.findall(text) if not found(name)] == []
    assert {words: wrong for words in commands(text) if (wrong := wrong_options(words))} == {}


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_commands_of_a_notebook_are_there(path: Path) -> None:
    """With the files of the repository that they name."""
    cells = json.loads(path.read_text())["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    joined = text.replace("\\\n", "")
    assert {words: wrong for words in commands(joined) if (wrong := wrong_options(words))} == {}
    assert [name for name in re.findall(r"(?<![\w/.])data/examples/\S+\w", joined) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_files_of_the_repository_are_there(page: str) -> None:
    """Paths between backticks, in their first two parts a folder of this repository."""
    named = re.findall(r"`((?:jug|tests|docs|benchmarks|examples|data)/[\w./-]+)`", PAGES[page])
    assert [path for path in named if not (ROOT / path).exists() and "yourterm" not in path] == []


def test_docstrings_name_what_is_there() -> None:
    """A name between backticks that begins with ``jug.`` exists, in the package and in its tests."""
    files = [*sorted((ROOT / "jug").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
    named = {name: path for path in files for name in re.findall(r"`jug\.([\w.]+\w)`", path.read_text())}
    assert len(named) > 100
    assert {name: path for name, path in named.items() if not found(name)} == {}


def test_the_page_of_the_structure_names_what_is_there() -> None:
    """Also names below a folder of the package, as ``model.evaluation.columns`` or ``chain.gradient``."""
    text = PAGES["architecture.md"]
    modules = {path.stem: path for path in (ROOT / "jug").rglob("*.py")}
    dotted = re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", text)
    short = [name for name in dotted if not name.startswith("jug.") and not name.endswith(".py")]
    folders = {path.name for path in (ROOT / "jug").iterdir()}
    known = [name for name in short if name.split(".")[0] in folders and not found(name)]
    inside = [name for name in short if name.split(".")[0] in modules and name.split(".")[0] not in folders]
    assert known == []
    assert [name for name in inside if name.split(".")[1] not in modules[name.split(".")[0]].read_text()] == []


FOLDERS = {path.parent: ast.get_docstring(ast.parse(path.read_text())) or "" for path in JUG.rglob("__init__.py")}
"""The docstring of every folder of the package."""

LISTING = (
    "connection",
    "fitting",
    "fitting/minima",
    "model/editing",
    "model/reading",
    "model/reading/assembly",
    "model/reading/dialects",
    "model/reading/lines",
    "model/reading/orbits",
)
"""Folders whose docstring lists the steps of what they do, with the file of each."""

FEW_FILES = 8
"""Up to this number of files a folder needs no list of them."""

LISTS = [folder for folder in FOLDERS if str(folder.relative_to(JUG)) in LISTING or len(files_of(folder)) > FEW_FILES]


@pytest.mark.parametrize("folder", LISTS, ids=lambda folder: str(folder.relative_to(JUG)))
def test_the_docstring_of_a_folder_names_every_file(folder: Path) -> None:
    """Of a list of steps, and of a folder of many files: the groups of the files, each in a line."""
    assert files_of(folder) - set(re.findall(r"\w+", FOLDERS[folder])) == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(JUG)))
def test_the_docstring_of_a_folder_names_what_is_there(folder: Path) -> None:
    """Between backticks: a file or a folder beside it, a name in one of them, or a name of the package."""
    names = re.findall(r"(?<!`)`([\w.]+)`(?!`)", FOLDERS[folder])
    dotted = ".".join(folder.relative_to(JUG).parts)
    inside = [name for name in names if not name.startswith("jug.") and not (folder / name).exists()]
    assert [name for name in inside if not found(f"{dotted}.{name}".lstrip(".")) and not found(name)] == []


def test_what_is_not_there_is_seen() -> None:
    assert not found("fits")
    assert found("data.open_files")
    assert found("obs.clock.site_chain")
    assert wrong_options("fit a.par a.tim --colour") == ["--colour"]
    assert wrong_options("refit a.par") == ["no command refit"]


def test_every_command_and_public_function_is_told_of() -> None:
    """In README.md or docs/, or in a notebook; errors, warnings and what functions return stand in docstrings."""
    told = "".join(PAGES.values()) + "".join(path.read_text() for path in (ROOT / "examples").glob("*.ipynb"))
    functions = [name for name in jug.__all__ if name[0].islower() and name not in ("data", "errors")]
    assert [name for name in functions if f"jug.{name}" not in told] == []
    assert [name for name in COMMANDS if f"jug {name}" not in told] == []


def test_the_page_of_python_has_every_function() -> None:
    functions = [name for name in jug.__all__ if inspect.isfunction(getattr(jug, name))]
    assert len(functions) > 60
    assert [name for name in functions if not re.search(rf"`[^`]*\bjug\.{name}\(", PAGES["python.md"])] == []


OUTPUT = {page: with_output(text, ("python",)) for page, text in PAGES.items()}
BLOCKS = {page: [block for block, _ in blocks] for page, blocks in OUTPUT.items()}
ELSEWHERE = {"architecture.md", "README.md", "samplers.md"}
"""Pages whose lines have a test of their own: the recipe for a term, `tests/test_readme.py`, and the samplers in
`tests/sampling/test_recipes.py`."""


@pytest.mark.parametrize("page", [page for page, blocks in BLOCKS.items() if blocks and page not in ELSEWHERE])
def test_the_python_lines_of_a_page_run(
    page: str, run_python: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are written, one block after the other, in an empty folder without a network."""
    monkeypatch.setenv("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")  # compiled quickly, as by `quickly_compiled`
    lines = "\n".join(BLOCKS[page])
    said = run_python(f"import warnings\nwarnings.simplefilter('ignore')\n{lines}\nprint('to the end')")
    assert said.endswith("to the end\n")
    assert missing("".join(shown for _, shown in OUTPUT[page]), said) == [], said


def test_output_that_a_page_shows_is_compared() -> None:
    page = "```sh\nls\n```\n\n```text\na\n...\nb\n```\n\n```sh\nls\n```\n\nIt prints\n\n```text\nc\n```\n"
    assert with_output(page, ("sh",)) == [("ls\n", "a\n...\nb\n"), ("ls\n", "")]
    assert missing("a\n...\nb\n", "x\n a\ny\nb\n") == []
    assert missing("a\nb\n", "b\na\n") == ["b"]


def test_each_block_begins_with_its_imports() -> None:
    """So that it can be run alone; the pages with another test are left out, where a block goes on."""
    alone = [block for page, blocks in BLOCKS.items() if page not in ELSEWHERE for block in blocks]
    assert [block for block in alone if not block.lstrip().startswith(("import ", "from "))] == []


@pytest.mark.parametrize("name", [name for name in jug.__all__ if inspect.isfunction(getattr(jug, name))])
def test_a_public_function_says_what_it_takes_and_gives(name: str) -> None:
    function = getattr(jug, name)
    signature, text = inspect.signature(function), inspect.getdoc(function) or ""
    assert [parameter for parameter in signature.parameters if not re.search(rf"\b{parameter}\b", text)] == []
    assert signature.return_annotation is None or "\nReturns\n---" in text


def test_readme_lists_every_command() -> None:
    listed = "".join(line for line in PAGES["README.md"].splitlines() if line.startswith("| `jug "))
    assert [name for name in cli.COMMANDS if f"`jug {name}" not in listed] == []
    assert [name for name in COMMANDS if name.startswith("data ") and f"{name.split()[1]}`" not in listed] == []
