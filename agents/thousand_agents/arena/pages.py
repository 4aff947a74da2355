"""A page of tables and plots, written once and read as Markdown or as one HTML file."""

import base64
import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_STYLE: Final = (
    "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"
    "img{max-width:100%}pre{background:#f4f4f4;padding:1em;overflow-x:auto}"
)


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it: paragraphs, a table, a plot, a listing; all optional."""

    title: str
    paragraphs: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()  # the head first
    plot: str = ""  # name of a plot
    listing: str = ""


def markdown(title: str, sections: Sequence[Section], plot_file: str = "{}.svg") -> str:
    """The page as Markdown; plots are links to ``plot_file`` with their names put in."""
    blocks = [f"# {title}"]
    for section in sections:
        blocks.append(f"## {section.title}")
        blocks += section.paragraphs
        if section.table:
            blocks.append(_markdown_table(section.table))
        if section.plot:
            blocks.append(f"![{section.title}]({plot_file.format(section.plot)})")
        if section.listing:
            blocks.append(f"```\n{section.listing}\n```")
    return "\n\n".join(blocks) + "\n"


def _markdown_table(rows: Sequence[Sequence[str]]) -> str:
    cells = [[" ".join(cell.replace("|", r"\|").split()) for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join(
        f"| {' | '.join(cell.ljust(w) for cell, w in zip(row, widths, strict=True))} |"
        for row in cells
    )


def html_page(title: str, sections: Sequence[Section], plots: dict[str, str]) -> str:
    """The page as HTML with its plots (SVG texts by name) inside: it asks for nothing else."""
    blocks = [f"<h1>{html.escape(title)}</h1>"]
    for section in sections:
        blocks.append(f"<h2>{html.escape(section.title)}</h2>")
        blocks += [f"<p>{html.escape(text)}</p>" for text in section.paragraphs]
        if section.table:
            blocks.append(_html_table(section.table))
        if section.plot:
            data = base64.b64encode(plots[section.plot].encode()).decode()
            name = html.escape(section.title)
            blocks.append(f'<img alt="{name}" src="data:image/svg+xml;base64,{data}">')
        if section.listing:
            blocks.append(f"<pre>{html.escape(section.listing)}</pre>")
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{_STYLE}</style>'
    body = "\n".join(blocks)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = [_html_row("th", head), *(_html_row("td", row) for row in body)]
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _html_row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
