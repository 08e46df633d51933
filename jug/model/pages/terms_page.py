"""The page of timing-model terms, generated from the registry; ``docs/make_terms.py`` writes it to docs/terms.md."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator
from types import ModuleType

from jug.model.declare import Component, Param
from jug.model.programs.differences import DEFAULTS_OF_PROGRAMS, DIFFERENCES, DIFFERENCES_OF_LINES
from jug.model.programs.supported import PROGRAM_NAMES, PROGRAMS, all_words, readers, reads
from jug.model.reading.dialects.tempo_jumps import JUMP_N
from jug.model.reading.lines.keywords import (
    BIN_DESCRIPTIONS,
    DESCRIPTIVE,
    FIT_ONLY,
    PAASCNODE,
    PULSAR,
    RADIATION,
    SETTINGS,
)
from jug.model.reading.lines.periods import DERIVATIVE_WORDS, PERIOD_WORDS
from jug.model.registry import every_term
from jug.model.slots import find_slot, list_params

TERMS_TEXT = """# Terms of the timing model

Every term that jug knows, in the order of evaluation, generated from the components by `docs/make_terms.py`. A table
gives keyword, unit, other spellings, the value of an absent line, and which programs read the keyword (PINT 1.1.8;
tempo2 by its parser of 2026; tempo), with the program's spelling where it is another one. Formula and source are
before the table, differences between programs after it.
"""


def terms_page() -> str:
    """Generate the page of terms.

    Returns
    -------
    str
        Markdown.
    """
    parts = [TERMS_TEXT]
    for module, components in _sections(every_term()):
        parts += _section(module, components)
    parts += _settings()
    parts += _rest(every_term())
    return "\n".join(parts).rstrip() + "\n"


def _sections(registry: Iterable[Component]) -> Iterator[tuple[ModuleType, list[Component]]]:
    """Components by the module that defines them, in the order of the registry."""
    homes: dict[str, list[Component]] = {}
    modules = {module.__name__: module for module in _modules()}
    for c in registry:
        names = [name for name, module in modules.items() if _defines(module, c)]
        homes.setdefault(max(names, key=lambda name: (name.count("."), name)), []).append(c)
    for name, components in homes.items():
        yield modules[name], components


def _modules() -> Iterator[ModuleType]:
    for package in ("jug.model.components", "jug.model.noise"):
        top = importlib.import_module(package)
        for found in pkgutil.walk_packages(top.__path__, f"{package}."):
            yield importlib.import_module(found.name)


def _defines(module: ModuleType, component: Component) -> bool:
    """Whether a module has the component as a global, or in a global tuple, list or dict."""
    for value in vars(module).values():
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else (value,)
        if any(item is component for item in inside):
            return True
    return False


def _section(module: ModuleType, components: list[Component]) -> list[str]:
    names = list(dict.fromkeys(c.name for c in components))
    title = ", ".join(names)
    parts = [f"## {title[:1].upper()}{title[1:]}", "", *_prose(inspect.getdoc(module) or "")]
    for c in components:
        if c.options and len(components) > 1:
            chosen = ", ".join(f"`{key}` {' or '.join(w or '(absent)' for w in words)}" for key, words in c.options)
            parts.append(f"- {c.name}: {chosen}")
    parts += [""] if parts[-1] else []
    params = list_params(components)
    if params:
        needed = {key for c in components for key in c.needs}
        parts += _table(params, needed)
        about = [text for keys, text in DIFFERENCES if any(p.name in keys for p in params)]
        parts += ["Where programs differ:", "", *(f"- {text}" for text in about), ""] if about else []
    return parts


def _prose(text: str) -> list[str]:
    """Paragraphs of a docstring as Markdown; a formula becomes a code block."""
    parts: list[str] = []
    for block in text.split("\n\n"):
        code = _is_formula(block) or block.startswith(" ")
        parts += ["```text", block, "```", ""] if code else [block, ""]
    return parts


def _is_formula(block: str) -> bool:
    """Whether a paragraph begins with at most two symbols (brackets not counted) and an equals sign."""
    left, equals, _ = re.sub(r"\([^()]*\)|\w+:", "", block.split("\n")[0]).partition("= ")
    return bool(equals) and len(left.rstrip("+- ").split()) <= 2 and not block.rstrip().endswith(".")


def _table(params: list[Param], needed: set[str]) -> list[str]:
    head = ["Keyword", "Unit", "Also", "When absent", "Fitted", *PROGRAM_NAMES.values(), "Meaning"]
    rows = [head, ["---"] * len(head)]
    for p in params:
        rows.append(
            [
                f"`{_shown(p, p.name)}`",
                _unit(p),
                ", ".join(f"`{_shown(p, alias)}`" for alias in p.aliases),
                _absent(p, needed),
                "yes" if p.fit else "no",
                *(_spelling_of(p, program) for program in PROGRAMS),
                p.doc,
            ]
        )
    return [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows] + [""]


def _shown(p: Param, name: str) -> str:
    """The keyword as it is written; the number of a family member is n."""
    family = p.family
    if family is None:
        return name
    if family.kind == "selected":
        return f"{name} (selector)"
    if family.kind == "series":
        return f"{name}, {name}n" if family.bare else f"{name}n, n >= {family.first}"
    if family.line:
        return f"{family.line}{'' if family.counted else 'n'}, value {family.place + 1}"
    return f"{name}{family.separator}n"


def _unit(p: Param) -> str:
    family = p.family
    if p.codec == "str":
        return "word"
    per = f" {family.per}^-n" if family is not None and family.kind == "series" and family.per else ""
    return f"{p.unit or '1'}{per}"


def _absent(p: Param, needed: set[str]) -> str:
    if p.default is not None:
        return f"`{p.default}`" if isinstance(p.default, str) else f"{p.default:g}"
    return "needed" if any(p.name in key.split("|") for key in needed) else ""


def _spelling_of(p: Param, program: str) -> str:
    """The spelling of a keyword in a program: "yes" for jug's name, "no" where it does not read it."""
    for name in (p.name, *p.aliases):
        if reads(program, _sample(p, name)):
            return "yes" if name == p.name else f"`{_shown(p, name)}`"
    jump = re.fullmatch(r"FD(\d+)JUMP", p.name)
    return f"`FDJUMP{jump[1]}`" if jump and program == "tempo2" else "no"


def _sample(p: Param, name: str) -> str:
    """The keyword of one member of a family."""
    family = p.family
    if family is None or family.kind == "selected":
        return name
    if family.kind == "series":
        return name if family.bare else f"{name}{family.first}"
    if family.line:
        return family.line if family.counted else f"{family.line}1"
    return f"{name}{family.separator}1"


def _settings() -> list[str]:
    head = ["Line", "jug", "PINT", "tempo2"]
    rows = [head, ["---"] * 4, *([f"`{key}`", *words] for key, *words in DEFAULTS_OF_PROGRAMS)]
    return [
        "## Settings",
        "",
        f"Read besides the parameters: {_code_list(SETTINGS)}. The name of the pulsar: {_code_list(PULSAR)}.",
        "What an absent line means:",
        "",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        "Where programs differ:",
        "",
        *(f"- {text}" for text in DIFFERENCES_OF_LINES),
        "",
    ]


def _rest(registry: Iterable[Component]) -> list[str]:
    """Descriptions, and the keywords that other programs read and jug does not."""
    registry = tuple(registry)
    own = {*DESCRIPTIVE, *SETTINGS, *PULSAR, *FIT_ONLY, *PERIOD_WORDS, *DERIVATIVE_WORDS, PAASCNODE}
    bins = [word for word in all_words() if BIN_DESCRIPTIONS.fullmatch(word)]
    others: dict[str, list[str]] = {}
    for word in all_words():
        known = word in own or word in bins or find_slot(word, registry) is not None
        if not known and not JUMP_N.fullmatch(word):
            others.setdefault(" and ".join(PROGRAM_NAMES[program] for program in readers(word)), []).append(word)
    parts = [
        "## Descriptions",
        "",
        f"Written back in their place, without effect: {_code_list(sorted(DESCRIPTIVE - RADIATION))}; of DMX bins "
        f"{_code_list(bins)}.",
        "Written back with a warning, as they describe the gravitational waves that the pulsar radiates: "
        f"{_code_list(sorted(RADIATION))}.",
        f"Written back with a warning, as they change only fits of tempo2: {_code_list(sorted(FIT_ONLY))}.",
        f"Written back with a warning that says by how many ns at most it matters: `{PAASCNODE}`.",
        "",
        "## Keywords of other programs",
        "",
        "jug refuses these lines, since leaving them out would change the model; `--ignore KEY` leaves one out on "
        "purpose.",
        "",
    ]
    return parts + [f"- {who}: {_code_list(words)}" for who, words in sorted(others.items())]


def _code_list(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
