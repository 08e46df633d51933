"""The file jug/model/term_index.py, generated from the registry; ``docs/make_terms.py`` writes it."""

from collections.abc import Iterable, Mapping
from textwrap import fill

from jug.model.declare import Component
from jug.model.registry import TERM_PLACES, every_term, file_of_place, terms_at
from jug.model.slots import find_slot, first_words, list_params

TERM_INDEX_HEAD = '''"""Which file of `jug.model` has which terms and keywords; ``python docs/make_terms.py`` writes it.

Each table has a row for a file, or for a place in it (`jug.model.registry.TERM_PLACES`); `read_rows` there reads them.
"""

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
    for place in TERM_PLACES:
        file = file_of_place(place)
        for c in terms_at(place):
            calls.setdefault(file, {}).update(dict.fromkeys(_calls_for(c)))
            new = dict.fromkeys(word for param in c.params for word in first_words(param) if word not in taken)
            keywords.setdefault(file, []).extend(new)
            taken.update(new)
    names = {place: " | ".join(c.name for c in terms_at(place)) for place in TERM_PLACES}
    tables = (
        _table("TERM_CALLS", calls, "What may call for a term of a file: a keyword, or one with its word; * always."),
        _table("TERM_KEYWORDS", keywords, "Keywords, without number, of a file that no file before has."),
        _table("TERM_NAMES", {place: [text] for place, text in names.items()}, "Names of the terms of a place."),
    )
    return TERM_INDEX_HEAD + "\n".join(tables)


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
    return [word for param in params for word in first_words(param)]
