"""Write docs/structure.md and its picture, the folders of the package and who imports whom, from the code.

``python docs/make_structure.py`` reads the imports with the functions of `tests/test_layers.py`, which has the table of
the layers, and so needs the extra ``test``.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from structure_picture import Drawn, draw, rounded
from test_layers import LAYERS, modules, of_jug, packages

ROOT = Path(__file__).resolve().parent.parent
PAGE, PICTURE = ROOT / "docs" / "structure.md", ROOT / "docs" / "pictures" / "structure.png"
RECORD = "Description"
"""The text of the picture's file that has, as JSON, what is drawn."""

TOP = "jug"
"""The package. Its own file alone counts as this in the table of the layers."""

WORDS = f"""The folders of jug in {len(set(LAYERS.values()))} layers. Arrows lead from each folder to those that it
imports, and all of them go down: from the command over analysis, conversion, fitting and model to the reading of files
and exact arithmetic"""

HEAD = f"""# Structure of the package

The folders of `jug/`, what they are for, and which of them import which, read from the code by
`docs/make_structure.py`. [Architecture](architecture.md) says how the package works, and where to find what.

## Layers

A folder imports from its own layer or lower ones, and no folders import each other in a circle
(`tests/test_layers.py`). So all arrows go down. Where a longer way of arrows leads to a folder, the direct arrow is
left out; the table has every import. The blue part of a box is its number of lines beside that of the largest box. A
box with square corners is a single file; `__init__` is that of the package, with its public names. Numbers of lines
are rounded to two digits. `model` is counted without its parts in layer 3.

![{" ".join(WORDS.split())}](pictures/{PICTURE.name})

| layer | folder or file | what it is | files | lines | imports |
|---|---|---|---|---|---|
"""
INNER = """
## Folders in folders

The last column has the imports from the other folders of the same folder; a folder stands above those that it imports.
Files of a folder inside another count in both.

| folder | what it is | files | lines | imports beside it |
|---|---|---|---|---|
"""


class Part(NamedTuple):
    """A folder or a file of the package: what it is, numbers of its files and lines, and what it imports."""

    name: str
    meaning: str
    files: int
    lines: int
    imports: tuple[str, ...]


def head_of(module: str) -> str:
    """The longest name of the table of layers that fits a module."""
    return max((name for name in LAYERS if _within(module, name)), key=len)


def _within(module: str, name: str) -> bool:
    return module == name or (name != TOP and module.startswith(f"{name}."))


def meaning_of(module: str) -> str:
    """The sentences that end on the first line of a docstring; else this line."""
    line = (ast.get_docstring(ast.parse(modules()[module].read_text(encoding="utf-8"))) or "").partition("\n")[0]
    found = re.match(r".*\.(?=\s|$)", line)
    return re.sub(r"``([^`]+)``", r"`\1`", found[0] if found else line).replace("|", "\\|")


def _part(name: str, members: Iterable[str], imports: Iterable[str]) -> Part:
    texts = [modules()[module].read_text(encoding="utf-8") for module in members]
    return Part(name, meaning_of(name), len(texts), sum(text.count("\n") for text in texts), tuple(sorted(imports)))


def layered_parts() -> list[Part]:
    """The folders and files of the table of layers, from above; in a layer, who imports others before them."""
    members: dict[str, list[str]] = {name: [] for name in LAYERS}
    for module in modules():
        members[head_of(module)].append(module)
    parts = [
        _part(name, own, {head_of(other) for module in own for other in of_jug(module)} - {name})
        for name, own in members.items()
    ]
    return [
        part
        for layer in sorted(set(LAYERS.values()), reverse=True)
        for part in _from_above([part for part in parts if LAYERS[part.name] == layer])
    ]


def inner_parts() -> list[Part]:
    """The folders inside folders, with the imports from the folders beside them."""
    inner = sorted(name for name in packages() if name.count(".") > 1)
    found = []
    for above in sorted({name.rpartition(".")[0] for name in inner}):
        beside = [name for name in inner if name.rpartition(".")[0] == above]
        parts = []
        for name in beside:
            own = [module for module in modules() if _within(module, name)]
            asked = {other for module in own for other in of_jug(module)}
            parts.append(_part(name, own, {b for b in beside if b != name and any(_within(o, b) for o in asked)}))
        found += _from_above(parts)
    return found


def _from_above(parts: list[Part]) -> list[Part]:
    """Parts in an order in which each stands before those that it imports, otherwise by name."""
    waiting, done = sorted(parts), []
    while waiting:
        first = next(part for part in waiting if not any(part.name in other.imports for other in waiting))
        waiting.remove(first)
        done.append(first)
    return done


def short(name: str) -> str:
    """A name without that of the package; of the package itself that of its file."""
    return "__init__" if name == TOP else name.removeprefix(f"{TOP}.")


def boxes() -> dict[str, Drawn]:
    """What the picture shows."""
    return {
        short(part.name): Drawn(
            LAYERS[part.name],
            part.name in packages() and part.name != TOP,
            part.files,
            part.lines,
            tuple(map(short, part.imports)),
        )
        for part in layered_parts()
    }


def page() -> str:
    """The page, Markdown."""
    layers = "".join(f"| {LAYERS[part.name]} {_row(part, map(short, part.imports))}" for part in layered_parts())
    inner = [part for part in inner_parts() if part.name not in LAYERS]
    return HEAD + layers + INNER + "".join(_row(p, (name.rpartition(".")[2] for name in p.imports)) for p in inner)


def _row(part: Part, imports: Iterable[str]) -> str:
    names = " ".join(f"`{name}`" for name in imports)
    return f"| `{short(part.name)}` | {part.meaning} | {part.files} | {rounded(part.lines):,} | {names} |\n"


def write_picture(drawn: dict[str, Drawn], path: Path) -> None:
    """Draw the folders, and write what is drawn into the file too."""
    draw(drawn).savefig(path, metadata={RECORD: json.dumps(drawn)})


def drawn_in(path: Path) -> dict[str, Drawn]:
    """What a picture shows, of its file."""
    from PIL import Image

    with Image.open(path) as picture:
        content = json.loads(picture.info[RECORD])
    return {name: Drawn(*values[:-1], tuple(values[-1])) for name, values in content.items()}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    write_picture(boxes(), PICTURE)
