"""An outline as HTML without scripts, links or other files; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rackwright.reports.outline import (
    Block,
    Branch,
    Heading,
    Item,
    Listing,
    Outline,
    Paragraph,
    Table,
    Tone,
    Tree,
)

_STYLE = """
.rackwright{font:15px/1.5 system-ui,"Noto Sans TC","Microsoft JhengHei",sans-serif;
max-width:60rem;margin:1rem auto;padding:0 1rem}
.rackwright table{border-collapse:collapse;margin:.5rem 0}
.rackwright th,.rackwright td{padding:.2rem .7rem;border-bottom:1px solid #8884;text-align:left}
.rackwright .number{text-align:right;font-variant-numeric:tabular-nums}
.rackwright .strong{font-weight:600}
.rackwright .good{color:#1a7f37;font-weight:600}
.rackwright .fair{color:#9a6700}
.rackwright .bad{color:#cf222e;font-weight:600}
.rackwright .muted,.rackwright .sources{opacity:.65}
""".strip()


def to_html(outline: Outline, language: str) -> str:
    """The outline as a complete page."""
    title = next((b.text for b in outline if isinstance(b, Heading)), "rackwright")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n"
        f"{to_fragment(outline, language)}\n</body>\n</html>\n"
    )


def to_fragment(outline: Outline, language: str) -> str:
    """The outline as one element with its style, to be put into a page or a notebook."""
    body = "\n".join(part for block in outline for part in _block(block))
    tag = f'<div class="rackwright" lang="{escape(language)}">'
    return f"{tag}\n<style>\n{_STYLE}\n</style>\n{body}\n</div>"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"<h{block.level}{_class(block.tone)}>{escape(block.text)}</h{block.level}>"
    elif isinstance(block, Paragraph):
        yield f"<p{_class(block.tone)}>{escape(block.text)}</p>"
    elif isinstance(block, Listing):
        tag = "ol" if block.ranked else "ul"
        yield f"<{tag}>"
        yield from (f"<li>{_item(item)}</li>" for item in block.items)
        yield f"</{tag}>"
    elif isinstance(block, Tree):
        yield _branches(block.branches)
    else:
        yield from _table(block)


def _branches(branches: tuple[Branch, ...]) -> str:
    entries = (f"<li>{_item(b.item)}{_branches(b.below)}</li>" for b in branches)
    return f"<ul>{''.join(entries)}</ul>" if branches else ""


def _class(tone: Tone, number: bool = False) -> str:
    names = [*(["number"] if number else []), *([tone.value] if tone is not Tone.PLAIN else [])]
    return f' class="{" ".join(names)}"' if names else ""


def _item(item: Item) -> str:
    tone = Tone.STRONG if item.tone is Tone.PLAIN else item.tone
    sources = f' <span class="sources">[{escape(", ".join(item.sources))}]</span>'
    rest = f" {escape(item.text)}" if item.text else ""
    return f"<span{_class(tone)}>{escape(item.head)}</span>{rest}{sources if item.sources else ''}"


def _table(table: Table) -> Iterator[str]:
    yield "<table>"
    heads = (f"<th{_class(Tone.PLAIN, c.number)}>{escape(c.title)}</th>" for c in table.columns)
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        cells = (
            f"<td{_class(cell.tone, column.number)}>{escape(cell.text)}</td>"
            for cell, column in zip(row, table.columns, strict=True)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table>"
