"""Tables and cells of pages."""

import pytest

from jug.text.html.tables import PageTable, class_of, table_html


@pytest.mark.parametrize(("length", "attribute"), [(32, ""), (33, ' class="text"')])
def test_a_long_word_breaks_anywhere(length: int, attribute: str) -> None:
    assert class_of("x" * length) == attribute


def test_a_head_needs_a_side_for_each_column() -> None:
    with pytest.raises(ValueError, match="shorter"):
        table_html(PageTable("A title", "", ("One", "Two"), (), "<"))
