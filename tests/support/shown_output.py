"""What the pages show as the output of their lines: a block of text that follows a block of code at once."""

import re

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def with_output(page: str, languages: tuple[str, ...]) -> list[tuple[str, str]]:
    """The blocks of code of a page in these languages, each with the block ``text`` that follows it at once, or ""."""
    fenced = list(FENCED.finditer(page))
    found = []
    for block, after in zip(fenced, [*fenced, None][1:], strict=True):
        if block[1] in languages:
            follows = after is not None and after[1] == "text" and not page[block.end() : after.start()].strip()
            found.append((block[2], after[2] if after is not None and follows else ""))
    return found


def missing(shown: str, said: str) -> list[str]:
    """Lines that a page shows and that were not printed in this order; a line ``...`` stands for any lines."""
    printed = iter(line.strip() for line in said.splitlines())
    return [line for line in shown.splitlines() if line.strip() not in ("", "...") and line.strip() not in printed]
