"""The file jug/model/term_index.py, generated from the registry; ``docs/make_terms.py`` writes it."""

from collections.abc import Iterable, Mapping
from textwrap import fill

from jug.model.declare import Component
from jug.model.registry import PLACES, every_term, home_of, terms_at
from jug.model.slots import find_slot, list_params, words_of

INDEX_TEXT = '''"""Which file of the package has which terms and keywords; written by ``python docs/make_terms.py``.

Each table has a row for a file or a place in it. The files are in `jug.model`, as `jug.model.registry.PLACES` has them.
"""


def read_table(table: str) -> list[tuple[str, str]]:
    """Read the rows of a table.

    Parameters
    ----------
    table : str
        One of the tables below.

    Returns
    -------
    list of (head, text)
    """
    rows = (row.partition(": ") for row in table.replace("\\n    ", " ").strip().splitlines())
    return [(head, text) for head, _, text in rows]


'''


def term_index() -> str:
    """Generate the source of `jug.model.term_index`.

    Returns
    -------
    str
    """
    calls: dict[str, dict[str, None]] = {}
    keywords: dict[str, list[str]] = {}
    taken: set[str] = set()
    for place in PLACES:
        home = home_of(place)
        for c in terms_at(place):
            calls.setdefault(home, {}).update(dict.fromkeys(_calls_for(c)))
            new = dict.fromkeys(word for param in c.params for word in words_of(param) if word not in taken)
            keywords.setdefault(home, []).extend(new)
            taken.update(new)
    names = {place: " | ".join(c.name for c in terms_at(place)) for place in PLACES}
    return INDEX_TEXT + "\n".join(
        (
            _table(
                "CALLS", calls, "What may call for a term of a file: a keyword, or a keyword and its word; * always."
            ),
            _table("KEYWORDS", keywords, "Keywords, without number, of the terms of a file that no earlier term has."),
            _table("TERM_NAMES", {place: [text] for place, text in names.items()}, "Names of the terms of a place."),
        )
    )


def _table(name: str, rows: Mapping[str, Iterable[str]], about: str) -> str:
    """The source of one table."""
    texts = [f"{head}: {' '.join(words)}" for head, words in rows.items() if words]
    lines = [fill(text, 118, subsequent_indent="    ", break_on_hyphens=False) for text in texts]
    return "\n".join((f'{name} = """', *lines, '"""', f'"""{about}"""', ""))


def _calls_for(c: Component) -> list[str]:
    """What a par file has, in one form or another, if the term is in its model."""
    for key, words in c.options:
        if not key.startswith("@") and "" not in words:
            return [f"{spelt}={word}" for spelt in _spellings_of(key) for word in words]
    return [word for key in c.triggers for word in _spellings_of(key)] or ["*"]


def _spellings_of(key: str) -> list[str]:
    """The keywords, without number, with which a line of a parameter may begin."""
    known = {param.name: param for param in list_params(every_term())}
    slot = find_slot(key, every_term())
    params = [known[key]] if key in known else slot.params if slot is not None else ()
    assert params, f"{key} is no parameter"
    return [word for param in params for word in words_of(param)]
