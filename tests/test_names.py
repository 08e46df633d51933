"""One name stands for one thing: no two classes, named types, constants or public functions have the same name.

A constant says what it limits or lists, so that it can be read where it is used.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

EXCEPTIONS: dict[str, str] = {"T": "the usual name of a type variable"}
"""Names that may stand twice, and why."""

CONSTANTS_TWICE = {
    "DESCRIPTION": "the sentence about a command, of each command",
    "COMPONENT": "the component of a file",
    "COMPONENTS": "the components of a file",
    "PARAMS": "the parameters of a file",
    "GROUP": "the family of the parameters of a file",
    "LINEAR_COMPONENT": "the component of a file where a switch chooses a linear function",
    "TEMPO2_COMPONENT": "the component of a file with tempo2's formula",
    "T": "the usual name of a type variable",
}
"""Names of constants that may stand twice, and why."""

_KERNELS = """
    signal delay phase dm cm partials dm_partials cm_partials columns basis weights check elements rows
"""
FUNCTIONS_TWICE = frozenset((*_KERNELS.split(), "add_options", "run"))
"""Functions of one contract in several files: kernels of the components, and the two functions of each command.

`jug.columns` lists quantities, and a kernel `columns` makes those of a component.
"""

_VAGUE = """
    ABOUT AGAIN BLOCK CLOSE COLUMNS COUNT DECIMALS DIGITS FAR FEW FEWEST HARDLY HEAD HINT HUGE INDENT INNER KEEP KINDS
    LARGE LEAST LIMIT LINES LISTED LITTLE LOST LOWER MANY MAX MAXIMUM MIN MINIMUM MOST MUCH NAMED NAMES NEAR NOTHING
    NUMBER OPEN OTHERS OUTER OWN PART PARTS POOR RANGE REST ROOM ROUNDS SAME SAMPLE SECONDS SHARE SHOWN SIZE SIZES
    SMALL SOME STEP STEPS STRETCH SURE TAKEN_UP THRESHOLD TIE TINY TOLERANCE WIDE WIDTH WIDTHS WITHIN WORDS
"""
VAGUE = frozenset(_VAGUE.split())
"""Names that do not say of what."""


def _types(source: str) -> Iterator[str]:
    """Names of the classes, type aliases and type variables outside of functions: capitalised, and not constants."""
    for node in statements(ast.parse(source).body):
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
        for name in dict.fromkeys(name.lstrip("_") for name in _types(source)):
            if name[:1].isupper() and not (name.isupper() and len(name) > 1) and name not in EXCEPTIONS:
                files[name.lower()].append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1}


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a file outside its functions and classes, also those inside an `if`, `try` or `with`."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers") if not isinstance(node, _SCOPES) else ():
            yield from statements(getattr(node, part, []))


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def constants(source: str) -> Iterator[str]:
    """Names in capitals that a file gives to anything but one `Param`, whose keyword is its name."""
    for node in statements(ast.parse(source).body):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        value = node.value
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            if isinstance(target, ast.Tuple):
                pairs = list(zip(target.elts, value.elts if several else [value] * len(target.elts), strict=True))
            else:
                pairs = [(target, value)]
            for name, own in pairs:
                if isinstance(name, ast.Name) and name.id.isupper() and own is not None and not is_param(own):
                    yield name.id.lstrip("_")


def is_param(value: ast.expr) -> bool:
    """Whether an expression is the declaration of a parameter."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Param"


def constants_twice(sources: dict[str, str]) -> dict[str, list[str]]:
    """Names of constants that stand in two files, with these files; those of the exceptions are left out."""
    files: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        for name in dict.fromkeys(constants(source)):
            files[name].append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1 and name not in CONSTANTS_TWICE}


def functions_twice(sources: dict[str, str]) -> dict[str, list[str]]:
    """Names of public functions that stand at the top of two files, with these files; not those of a contract."""
    files: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        own = (node.name for node in statements(ast.parse(source).body) if isinstance(node, ast.FunctionDef))
        for name in dict.fromkeys(own):
            files[name].append(path)
    return {
        name: paths
        for name, paths in files.items()
        if len(paths) > 1 and name not in FUNCTIONS_TWICE and not name.startswith("_")
    }


def test_two_types_of_a_name_are_found() -> None:
    sources = {
        "a.py": "class One: ...\nclass Two: ...\nLIMIT = 1\n",
        "b.py": "class _Two: ...\nTOAs = list[int]\nLIMIT = 1\n",
        "c.py": "One: TypeAlias = int\nclass ToaS: ...\n",
        "d.py": "if TYPE_CHECKING:\n    class Three: ...\n",
        "e.py": "class Three: ...\n",
    }
    twice = {"one": ["a.py", "c.py"], "two": ["a.py", "b.py"], "toas": ["b.py", "c.py"], "three": ["d.py", "e.py"]}
    assert named_twice(sources) == twice


def test_two_constants_of_a_name_are_found() -> None:
    sources = {
        "a.py": 'LIMIT = 2.0**52\nA, _B = 1, -3\nWORDS = ("x", "y")\n',
        "b.py": "_LIMIT: float = 3\nif A:\n    B = {}\nC = call()\nDM = Param('DM')\nDESCRIPTION = ''\n",
        "c.py": "C, D = both()\nDM = 1\nDESCRIPTION = 'x'\nWORDS = A\n",
        "d.py": "def f() -> None:\n    LIMIT = 1\nDM = Param('DM')\n",
    }
    assert constants_twice(sources) == {
        "LIMIT": ["a.py", "b.py"],
        "B": ["a.py", "b.py"],
        "WORDS": ["a.py", "c.py"],
        "C": ["b.py", "c.py"],
    }


def test_two_functions_of_a_name_are_found() -> None:
    sources = {
        "a.py": "def f(): ...\ndef _g(): ...\ndef run(): ...\n",
        "b.py": "if A:\n    def f(): ...\ndef _g(): ...\ndef run(): ...\ndef h(): ...\n",
        "c.py": "class C:\n    def h(self): ...\n",
    }
    assert functions_twice(sources) == {"f": ["a.py", "b.py"]}


def package() -> dict[str, str]:
    """The source of every file of the package."""
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in sorted((ROOT / "jug").rglob("*.py"))}


def test_each_type_has_a_name_of_its_own() -> None:
    assert named_twice(package()) == {}


def test_each_constant_has_a_name_of_its_own() -> None:
    """One value that two files need is in one of them, and two values have two names."""
    assert constants_twice(package()) == {}


def test_each_public_function_has_a_name_of_its_own() -> None:
    assert functions_twice(package()) == {}


def test_a_constant_says_of_what() -> None:
    assert {name: path for path, source in package().items() for name in constants(source) if name in VAGUE} == {}
