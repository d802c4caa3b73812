"""Tables of the written pages."""


def grid(headings: tuple[str, ...], rows: list[list[str]]) -> str:
    """Rows as Markdown."""
    lines = [list(headings), ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
