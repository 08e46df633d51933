"""Tables and cells of pages."""

import pytest

from jug.text.html.tables import PageTable, class_of, table_html


@pytest.mark.parametrize(("length", "attribute"), [(32, ""), (33, ' class="text"')])
def test_a_long_word_breaks_anywhere(length: int, attribute: str) -> None:
    assert class_of("x" * length) == attribute


def test_a_head_needs_a_side_for_each_column() -> None:
    with pytest.raises(ValueError, match="shorter"):
        table_html(PageTable("A title", "", ("One", "Two"), (), "<"))


def test_a_mark_without_a_head_is_a_word() -> None:
    """In a column with a head it stands as it is."""
    table = table_html(PageTable("A title", "", ("", "Two"), (("!", "!"), ("", "x")), "<<"))
    assert "<td>needed</td><td>!</td>" in table
    assert "<td></td><td>x</td>" in table
