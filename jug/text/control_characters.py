"""Characters by which the text of a file could control a terminal."""

_IN_LATIN_1 = (*(code for code in range(0x20) if chr(code) not in "\t\n"), *range(0x7F, 0xA0), 0x00AD)
_OF_BIDIRECTIONAL_TEXT = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_WITHOUT_WIDTH = (0x180E, 0x200B, 0x2028, 0x2029, *range(0x2060, 0x2065), 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB)
_ESCAPES = {code: f"\\x{code:02x}" for code in _IN_LATIN_1}
_ESCAPES |= {code: f"\\u{code:04x}" for code in (*_OF_BIDIRECTIONAL_TEXT, *_WITHOUT_WIDTH)}
_ESCAPES |= {code: f"\\U{code:08x}" for code in range(0xE0000, 0xE0080)}
"""Escape sequences of control characters, of those that change the direction of writing, and of those without width."""


def escape_controls(text: str) -> str:
    """Escape the characters by which a text from a file could control a terminal or change its order on the screen.

    These are the control characters C0 except tab and newline, DEL, C1, the controls of bidirectional text, and the
    characters without a width (U+200B, U+FEFF, tags). Bytes of a file's name that are not UTF-8, which Python
    represents by lone surrogates, are escaped too.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_ESCAPES).encode(errors="backslashreplace").decode()
