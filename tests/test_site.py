"""The documentation site: which pages it has, how their links are pointed, and what a built page may not ask for.

`.ci/run` builds it, with the extra `docs`, and checks every page; here is what needs no Sphinx.
"""

import inspect
import json
import re
import runpy
from pathlib import Path

import pytest

import jug

ROOT = Path(__file__).resolve().parent.parent
SITE = runpy.run_path(str(ROOT / "docs" / "site_sources.py"), run_name="site_sources")
INDEX = SITE["relinked"]((ROOT / "docs" / "index.md").read_text(), "docs/index.md")


def test_every_page_and_notebook_is_in_the_index_once() -> None:
    """Links to a heading of a page come besides."""
    links = list(SITE["LINK"].finditer(INDEX))
    listed = [link[1] for link in links if not link[2]]
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    copies = {path.removeprefix("docs/") for path in SITE["COPIED"].values() if path.endswith((".md", ".ipynb"))}
    assert sorted(listed) == sorted(pages | copies)
    assert {link[1] for link in links} == set(listed)


def test_the_menu_has_the_headings_and_pages_of_the_index() -> None:
    menu = SITE["menu"](INDEX)
    assert next(line for line in menu.splitlines() if "caption" in line) == ":caption: Start"
    assert "\nA first fit: NGC 6440E (notebook) <copies/first_fit>\n" in menu
    assert "\nWhat jug is <copies/readme>\n" in menu
    assert "\nGlossary <glossary>\n" in menu


def test_the_index_has_the_titles_of_the_pages() -> None:
    """Those of notebooks with this word after them, since a page may have nearly the same title."""
    for entry in SITE["ENTRY"].finditer((ROOT / "docs" / "index.md").read_text()):
        text = (ROOT / "docs" / entry[2]).read_text()
        if entry[2].endswith(".ipynb"):
            text = "".join(json.loads(text)["cells"][0]["source"]).replace("\n", " (notebook)\n", 1)
        title = SITE["README_TITLE"] if entry[2] == "../README.md" else text.splitlines()[0].removeprefix("# ")
        assert entry[1] == title


def test_the_name_of_a_file_is_no_text_of_a_link_of_the_site() -> None:
    text = "([data.md](data.md), [docs/data.md](data.md#a), [README](data.md), [a page](data.md), `names[i](x)`)"
    said = "([](data.md), [](data.md#a), [](data.md), [a page](data.md), `names[i](x)`)"
    assert SITE["relinked"](text, "docs/commands.md") == said
    assert SITE["relinked"]("# jug\n\ntext", "docs/copies/readme.md") == "# What jug is\n\ntext"


def test_words_of_the_glossary_become_terms() -> None:
    head, rows = "# Glossary\n\n", "| EFAC, EQUAD | what \\|u\\| is |\n| DD, ... | models |\n"
    text = f"{head}| word | meaning |\n|---|---|\n{rows}"
    made = head + "```{glossary}\nEFAC\nEQUAD\n  what \\|u\\| is\n\nDD\n  models\n```\n"
    assert SITE["glossary"](text) == made
    page = SITE["glossary"]((ROOT / "docs" / "glossary.md").read_text())
    terms = [line for line in page.partition("{glossary}")[2].splitlines() if line and line[0] not in " `"]
    assert len(terms) == len({term.lower() for term in terms}) > 70


def test_the_entries_for_citing_have_the_version() -> None:
    version = re.escape(jug.__version__)
    entry, bibtex = (ROOT / "CITATION.cff").read_text(), (ROOT / "docs" / "cite.md").read_text()
    assert len(re.findall(rf"^ *version: {version}$", entry, re.MULTILINE)) == 2
    assert re.search(rf"^  version = {{{version}}},$", bibtex, re.MULTILINE)
    assert re.findall(r"^  year: (\d+)$", entry, re.MULTILINE) == re.findall(
        r"^  year    = {(\d+)}$", bibtex, re.MULTILINE
    )


@pytest.mark.parametrize(
    ("page", "text", "relinked"),
    [
        ("docs/commands.md", "[a](../README.md#fit-a-pulsar)", "[a](copies/readme.md#fit-a-pulsar)"),
        (
            "docs/commands.md",
            "[a](data.md), [b](https://x.org/README.md)",
            "[a](data.md), [b](https://x.org/README.md)",
        ),
        ("docs/copies/readme.md", "![a](docs/ngc6440e.png)", "![a](../ngc6440e.png)"),
        ("docs/copies/data_files.md", "[a](../docs/data.md)", "[a](../data.md)"),
        ("docs/copies/contributing.md", "[a](CHANGELOG.md)", "[a](changelog.md)"),
        ("docs/data.md", "names[i](x)", "names[i](x)"),
    ],
)
def test_links_point_to_the_copies(page: str, text: str, relinked: str) -> None:
    assert SITE["relinked"](text, page) == relinked


def test_every_link_of_a_page_leads_to_a_file_of_the_checkout() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "data").glob("*.md")]
    links = [(page, link[1]) for page in pages for link in SITE["LINK"].finditer(page.read_text())]
    inside = [(page, link) for page, link in links if "." in link]  # `names[i](x)` in code is no link
    assert len(inside) > 100
    assert [(page.name, link) for page, link in inside if not (page.parent / link).exists()] == []


def test_every_public_name_has_a_page_of_its_own() -> None:
    groups = SITE["api_groups"](jug)
    listed = [name for names in groups.values() for name in names]
    assert sorted([*listed, "data", "errors", "__version__"]) == jug.__all__
    assert all(groups.values())
    for name in listed:
        lines = "\n".join(SITE["api_page"](jug, name))
        assert ("autoclass" in lines) is inspect.isclass(getattr(jug, name))


def test_requests_to_other_machines_are_seen(tmp_path: Path) -> None:
    page = '<a href="https://x.org"></a><link rel="canonical" href="https://x.org"><script src="local.js"></script>'
    (tmp_path / "index.html").write_text(page + '<img src="data:image/png;base64,//8=">')
    for name in ("searchindex.js", "search.html"):
        (tmp_path / name).write_text("")
    assert SITE["check"](tmp_path) == []
    (tmp_path / "index.html").write_text(page + '<script async src="https://cdn.org/a.js"></script>')
    (tmp_path / "a.css").write_text("@import url('//fonts.org/a.css'); b { background: url(c.png) }")
    assert SITE["check"](tmp_path) == ["a.css: asks for //fonts.org/a.css", "index.html: asks for https://cdn.org/a.js"]
    assert SITE["check"](tmp_path, megabytes=1e-6)[-1].endswith("more than 1e-06")
    (tmp_path / "index.html").write_text("/tmp/ipykernel_15089/3219271837.py:7: InputWarning")
    (tmp_path / "a.css").write_text("")
    assert SITE["check"](tmp_path) == ["index.html: shows /ipykernel_"]
