"""What the documentation site has beside docs/*.md: copies, a menu and the pages of the API, made when it is built.

The pages in docs/ are written to be read in a checkout too, with links to files that lie elsewhere, as README.md and
examples/grid.ipynb. `copy_pages` copies these files below docs/, and `relinked` points the links at the copies.
`menu` makes the menu of the site of the list of pages in docs/index.md, `write_api_pages` a page of every public
function and class. ``python docs/site_sources.py SITE`` checks a built site.
"""

import inspect
import posixpath
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
COPIES = "copies"
API = "api"

COPIED = {
    "README.md": f"docs/{COPIES}/readme.md",
    "CHANGELOG.md": f"docs/{COPIES}/changelog.md",
    "CONTRIBUTING.md": f"docs/{COPIES}/contributing.md",
    "CITATION.cff": f"docs/{COPIES}/CITATION.cff",
    "LICENSE": f"docs/{COPIES}/LICENSE",
    "data/README.md": f"docs/{COPIES}/data_files.md",
    **{f"examples/{path.name}": f"docs/{COPIES}/{path.name}" for path in sorted((ROOT / "examples").glob("*.ipynb"))},
}
"""Files outside docs/ and their copies, both from the root of the repository."""

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
ENTRY = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|#)([^)\s#]+)\)")
FILE_NAME = re.compile(r"\[(?:[\w./]+\.(?:md|ipynb)|README|CONTRIBUTING|CHANGELOG)\]\(")

README_TITLE = "What jug is"
"""Title of README.md on the site, where the name of the project stands above all pages."""

OF_FOLDER = {
    "loading": "Reading files",
    "io": "Reading files",
    "obs": "Reading files",
    "model": "Models, residuals, derivatives",
    "fitting": "Fits and noise",
    "connection": "Fits and noise",
    "analysis": "Analysis",
    "sampling": "Samplers",
    "chains": "Samplers",
    "conversion": "Conversion and writing",
    "exchange": "Other programs",
    "folding": "Folding and barycentring",
    "pulsars": "Many pulsars",
    "plots": "Pictures and pages",
    "page": "Pictures and pages",
    "compute": "The machine",
    "machine": "The machine",
    "errors": "Errors and warnings",
}
"""Under which heading a public name is listed, by the folder of the package that has it; in the order of the page."""


def copy_pages() -> None:
    """Copy the files outside docs/ that are pages of the site, and remove what an earlier build has copied."""
    shutil.rmtree(DOCS / COPIES, ignore_errors=True)
    for source, copy in COPIED.items():
        (ROOT / copy).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / source, ROOT / copy)


def relinked(text: str, page: str) -> str:
    """The text of a page with its links to copied files, or from a copied file, pointing to where these lie in docs/.

    The text of a link that is the name of a file, as is of use in a checkout, is left out: Sphinx puts the title of the
    page, or the heading, in its place.

    Parameters
    ----------
    text : str
        Markdown, or a notebook.
    page : str
        Path of the page below the root of the repository, as ``docs/start.md``; of a copy, that of the copy.

    Returns
    -------
    str
        The text; links to other machines, within the page and to what is not there are left as they are.
    """
    text = FILE_NAME.sub("[](", text)
    if page == COPIED["README.md"]:
        text = re.sub(r"\A# .*", f"# {README_TITLE}", text)
    written = {copy: source for source, copy in COPIED.items()}.get(page, page)

    def target(link: re.Match[str]) -> str:
        named = posixpath.normpath(posixpath.join(posixpath.dirname(written), link[1]))
        if not (ROOT / named).is_file():
            return link[0]
        return posixpath.relpath(COPIED.get(named, named), posixpath.dirname(page)) + (link[2] or "")

    return LINK.sub(target, text)


def glossary(text: str) -> str:
    """The glossary with Sphinx's directive in place of its table: words have anchors, and the search knows them.

    Parameters
    ----------
    text : str
        Text of docs/glossary.md: a table of words, with commas between those of one row, and meanings.

    Returns
    -------
    str
    """
    head, rows = text.split("|---|---|\n")
    made = []
    for row in rows.strip().splitlines():
        words, meaning = re.split(r" *(?<!\\)\| *", row.strip("| "), maxsplit=1)
        made.append("\n".join(word for word in words.split(", ") if word != "...") + f"\n  {meaning}\n")
    return head.rpartition("| word |")[0] + "```{glossary}\n" + "\n".join(made) + "```\n"


def menu(index: str) -> str:
    """The menu of the site in MyST: for each heading of docs/index.md a list of the pages that it links to.

    Parameters
    ----------
    index : str
        Text of docs/index.md, after `relinked`.

    Returns
    -------
    str
        Hidden ``toctree`` directives with the texts of the links, to be added to the text.
    """
    made = []
    for part in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        pages = [f"{entry[1]} <{posixpath.splitext(entry[2])[0]}>" for entry in ENTRY.finditer(body)]
        made.append(f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(dict.fromkeys(pages)) + "\n```\n")
    return "".join(made)


def api_groups(package: ModuleType) -> dict[str, list[str]]:
    """Public names of the package by heading, modules of `__all__` left out."""
    groups: dict[str, list[str]] = {heading: [] for heading in OF_FOLDER.values()}
    for module, names in package._PUBLIC_NAMES.items():
        groups[OF_FOLDER[module.split(".")[0]]] += names.split()
    return groups


def api_lists(package: ModuleType) -> str:
    """What docs/api.md ends with: a table for each heading, and a hidden menu of the pages."""
    lines = []
    for heading, names in api_groups(package).items():
        rows = "\n".join(f"   {package.__name__}.{name}" for name in sorted(names, key=lambda n: (n[0].isupper(), n)))
        lines.append(f"\n## {heading}\n\n```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{rows}\n```\n")
    listed = "\n".join(f"{API}/{name}" for name in sorted(n for g in api_groups(package).values() for n in g))
    return "".join(lines) + f"\n```{{toctree}}\n:hidden:\n\n{listed}\n{API}/data\n```\n"


def write_api_pages(package: ModuleType) -> None:
    """A page of reStructuredText for each public function and class, which autodoc fills from the docstring."""
    shutil.rmtree(DOCS / API, ignore_errors=True)
    (DOCS / API).mkdir()
    for name in (name for names in api_groups(package).values() for name in names):
        (DOCS / API / f"{name}.rst").write_text("\n".join(api_page(package, name)))
    (DOCS / API / "data.rst").write_text(f"{_title('jug.data')}\n\n.. automodule:: jug.data\n   :members:\n")


def api_page(package: ModuleType, name: str) -> Iterator[str]:
    """The lines of the page of one name."""
    found = getattr(package, name)
    yield from (_title(f"jug.{name}"), "", ".. currentmodule:: jug", "")
    if not inspect.isclass(found):
        yield f".. autofunction:: {name}"
        return
    outside = sorted({base.__name__ for base in found.__mro__ if not base.__module__.startswith("jug")})
    yield from (f".. autoclass:: {name}", "   :members:", f"   :inherited-members: {', '.join(outside)}", "")


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}"


def outside(page: str) -> list[str]:
    """Addresses that a browser would ask for when it opens a page: scripts, styles, pictures, fonts, frames."""
    tags = re.findall(r"<(?:script|img|link|iframe|source|video|audio|embed|object)\b[^>]*>", page, re.IGNORECASE)
    loaded = [tag for tag in tags if not re.search(r'rel="(?:canonical|search|next|prev|license)"', tag)]
    found = [url for tag in loaded for url in re.findall(r'(?:src|href|data)="((?:https?:)?//[^"]+)"', tag)]
    return found + re.findall(r"(?:@import\s+|url\()['\"]?((?:https?:)?//[^'\")\s]+)", page)


def check(site: Path, megabytes: float = 30.0) -> list[str]:
    """What is wrong with a built site: requests to other machines, paths of this machine, no search, too large."""
    files = sorted(path for path in site.rglob("*") if path.is_file() and ".doctrees" not in path.parts)
    pages = {path: path.read_text() for path in files if path.suffix in (".html", ".css")}
    wrong = [f"{path.relative_to(site)}: asks for {url}" for path, page in pages.items() for url in outside(page)]
    here = (f"{ROOT}/", "/ipykernel_")
    wrong += [
        f"{path.relative_to(site)}: shows {words}" for path, page in pages.items() for words in here if words in page
    ]
    size = sum(path.stat().st_size for path in files) / 1e6
    if size > megabytes:
        wrong.append(f"{size:.1f} MB, more than {megabytes:g}")
    needed = ("index.html", "search.html", "searchindex.js")
    return wrong + [f"no {name}" for name in needed if not (site / name).is_file()]


if __name__ == "__main__":
    sys.exit("\n".join(check(Path(sys.argv[1]))) or None)
