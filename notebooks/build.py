"""Run the notebooks and write them with what they printed and drew: ``make notebooks``.

``NAME.py`` is the source, ``NAME.ipynb`` what comes of it.  Cells have their numbers as ids, and no
times are kept, so that what differs from one run to the next are results.
"""

from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

from thousand_env.files import written_aside

HERE = Path(__file__).parent


def sources() -> list[Path]:
    """The notebooks' sources."""
    return sorted(path for path in HERE.glob("*.py") if path != Path(__file__))


def read_cells(source: Path) -> nbformat.NotebookNode:
    """The notebook of a source, not yet run."""
    book = jupytext.read(source)
    for number, cell in enumerate(book.cells, 1):
        cell.id, cell.metadata = f"cell-{number}", {}
    return book


def build(source: Path) -> Path:
    """Run a notebook in the repository's root and write it; its path."""
    book = read_cells(source)
    place = {"metadata": {"path": str(HERE.parent)}}
    settings = {"timeout": None, "record_timing": False, "coalesce_streams": True}
    NotebookClient(book, resources=place, **settings).execute()
    book.metadata = {
        "kernelspec": book.metadata.kernelspec,
        "language_info": {"name": "python"},
    }
    path = source.with_suffix(".ipynb")
    with written_aside(path) as part:
        nbformat.write(book, part)
    return path


if __name__ == "__main__":
    for source in sources():
        print(f"written: {build(source)}")
