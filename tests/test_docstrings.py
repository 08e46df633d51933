"""The public functions and classes: numpydoc docstrings that name what the signature has, and examples that run."""

import doctest
import importlib
import inspect
import operator
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import jug
import jug.data

PUBLIC = [name for name in jug.__all__ if name not in ("data", "errors", "__version__")]
FUNCTIONS = [name for name in PUBLIC if inspect.isfunction(getattr(jug, name))]
CLASSES = [name for name in PUBLIC if inspect.isclass(getattr(jug, name))]
ALL_OF_DATA = [f"data.{name}" for name in jug.data.__all__]
OF_DATA = [f"data.{name}" for name in jug.data.__all__ if inspect.isfunction(getattr(jug.data, name))]


def sections(text: str) -> dict[str, str]:
    """The sections of a numpydoc docstring by their heads; the summary is under ''."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", text, flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def named(section: str) -> list[str]:
    """The names that the lines at the margin of a section introduce: ``a, b : type`` is a and b."""
    heads = [line.split(" :")[0] for line in section.splitlines() if line and not line[0].isspace()]
    return [name.strip().lstrip("*") for head in heads for name in head.split(",")]


def complaints(function: Callable[..., object]) -> list[str]:
    """What is missing in the docstring of a function."""
    text, signature = inspect.getdoc(function) or "", inspect.signature(function)
    parts, found = sections(text), []
    first = parts[""].strip().split("\n\n")[0]
    if not first.endswith(".") or ". " in first.replace("\n", " "):
        found.append(f"the summary is not one sentence: {first!r}")
    if named(parts.get("Parameters", "")) != list(signature.parameters):
        found.append(f"Parameters has {named(parts.get('Parameters', ''))}, not {list(signature.parameters)}")
    if signature.return_annotation not in (None, "None") and not parts.get("Returns", "").strip():
        found.append("no Returns")
    return found


@pytest.mark.parametrize("name", [*FUNCTIONS, *OF_DATA])
def test_a_public_function_says_what_it_takes_and_gives(name: str) -> None:
    assert complaints(operator.attrgetter(name)(jug)) == []


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_says_what_it_holds(name: str) -> None:
    """In one sentence; a class with an ``__init__`` of its own has its parameters or attributes."""
    found = getattr(jug, name)
    text = inspect.getdoc(found) or ""
    assert sections(text)[""].strip().split("\n\n")[0].endswith("."), text
    if "__init__" in vars(found) and not hasattr(found, "__dataclass_fields__"):
        made_by_function = "Attributes" in sections(text)
        assert made_by_function or named(sections(text)["Parameters"]) == list(inspect.signature(found).parameters)


METHODS = [f"{name}.{own}" for name in CLASSES for own in dir(getattr(jug, name)) if not own.startswith("__")]
"""The methods of the public classes, those that they inherit too."""


def arguments(name: str) -> tuple[list[str], str]:
    """The arguments of a method without self, and what its docstring lacks: its parameters, or Returns."""
    owner, _, own = name.partition(".")
    found = inspect.getattr_static(getattr(jug, owner), own)
    found = getattr(found, "__func__", found)
    if not inspect.isfunction(found) or not found.__module__.startswith("jug."):
        return [], ""
    signature, parts = inspect.signature(found), sections(inspect.getdoc(found) or "")
    taken = [one for one in signature.parameters if one not in ("self", "cls")]
    gives = signature.return_annotation not in (None, "None") and "Returns" not in parts
    lacks = set(taken) - set(named(parts.get("Parameters", "")))
    return taken, f"{name}: {sorted(lacks)}{' Returns' if gives else ''}" if taken and (lacks or gives) else ""


CALLED = [*(name for name in METHODS if "._" not in name), "Likelihood.__call__", "Posterior.__call__"]


def test_a_public_method_with_an_argument_says_what_it_takes_and_gives() -> None:
    """Also with one argument alone."""
    found = [arguments(name) for name in CALLED if not issubclass(getattr(jug, name.split(".")[0]), Exception)]
    assert sum(len(taken) == 1 for taken, _ in found) > 30, "methods with one argument are among them"
    assert [lacks for _, lacks in found if lacks] == []


def test_every_method_of_a_likelihood_has_an_example() -> None:
    wanted = ("__call__", "value_and_grad", "hessian", "many", "values", "model", "theta", "with_timing_of")
    assert [name for name in wanted if not examples(f"Likelihood.{name}")] == []


def docstring(name: str) -> str:
    """The docstring of a public name, or of the method of a class (``"TOAs.delete"``)."""
    owner, _, own = name.partition(".")
    found = getattr(jug, owner)
    return inspect.getdoc(inspect.getattr_static(found, own) if own else found) or ""


def examples(name: str) -> list[doctest.Example]:
    """The examples in the docstring of a public name."""
    return doctest.DocTestParser().get_examples(docstring(name))


@pytest.mark.parametrize(
    "name", [name for name in (*PUBLIC, *ALL_OF_DATA, *METHODS, "Likelihood.__call__") if examples(name)]
)
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_examples_run(
    name: str, embedded_only: None, quick_hessian: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an empty folder, so that an example may write a file."""
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(docstring(name), {"jug": jug}, name, None, 0)
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test, out=said.append)
    assert said == [], "".join(said)


def test_the_example_of_the_package_runs(embedded_only: None) -> None:
    ran = doctest.testmod(importlib.import_module("jug"), raise_on_error=False)
    assert ran.attempted >= 5
    assert ran.failed == 0


SKIPPED = {"to_enterprise": "enterprise is installed by few; tests/exchange calls it"}
"""Functions whose examples do not run, each with the reason."""


def test_the_examples_that_do_not_run_are_listed() -> None:
    names = (*PUBLIC, *OF_DATA, *METHODS)
    skipped = {name for name in names if any(one.options.get(doctest.SKIP) for one in examples(name))}
    assert skipped == set(SKIPPED)


def test_every_public_function_has_an_example() -> None:
    assert [name for name in (*FUNCTIONS, *OF_DATA) if not examples(name)] == []


def test_the_methods_that_are_used_most_have_an_example() -> None:
    wanted = {"FitResult.report", "FitResult.to_json", "FitResult.to_table", "Posterior.many", "Posterior.samples"}
    wanted |= {"TOAs.select", "TOAs.delete", "TOAs.mask", "TOAs.with_flag", "PTA.select", "PTA.fit", "PTA.set"}
    assert [name for name in sorted(wanted) if not examples(name)] == []


def test_every_public_class_has_an_example_or_is_what_a_function_gives() -> None:
    """An error is raised, a warning is given: neither needs an example."""
    given = " ".join(sections(inspect.getdoc(getattr(jug, name)) or "").get("Returns", "") for name in FUNCTIONS)
    held = " ".join(inspect.getdoc(getattr(jug, name)) or "" for name in CLASSES)
    mine = [name for name in CLASSES if not issubclass(getattr(jug, name), Exception)]
    assert [name for name in mine if not examples(name) and name not in re.findall(r"\w+", given + held)] == []
    assert sum(bool(examples(name)) for name in mine) >= 21


def test_what_is_missing_is_seen() -> None:
    def bare(model: int, toas: int) -> int:
        """Add. Return."""
        return model + toas

    def whole(model: int, *, toas: int) -> int:
        """Add two numbers.

        Parameters
        ----------
        model, toas : int

        Returns
        -------
        int
        """
        return model + toas

    assert len(complaints(bare)) == 3
    assert complaints(whole) == []
