"""The notebooks: each is generated from its source, runs, and shows results and nothing else."""

import os
import re
import subprocess
import sys

import nbformat
import pytest

from notebooks.build import read_cells, sources

MOST_BYTES = 300_000
TINY = {"MINUTES": "0.02", "THREADS": "1", "DEALS": "40", "MPLBACKEND": "agg"}
RESULTS = {  # of each notebook: a file that its run leaves, and what it prints
    "train_a_bidder": ("runs/*/checkpoint.safetensors", "points per deal"),
    "dark_bids": ("runs/*/map/map.parquet", "against the exact answer"),
}
ABSOLUTE = re.compile(r"(?<![\w.)/])(/\w[\w.-]*){2,}|\b[A-Z]:\\")  # a path of somebody's machine


def written(source):
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


def texts(book):
    """What the cells printed, and the text forms of what they showed."""
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    return [o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs]


@pytest.fixture(params=sources(), ids=lambda path: path.stem)
def source(request):
    return request.param


def test_there_is_a_notebook():
    assert sources()


def test_the_notebook_is_generated_from_its_source(source):
    def cells(book):
        return [(cell.id, cell.cell_type, cell.source, cell.metadata) for cell in book.cells]

    assert cells(written(source)) == cells(read_cells(source)), "make notebooks writes it anew"


def test_the_notebook_was_run_from_top_to_bottom(source):
    code = [cell for cell in written(source).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == [*range(1, len(code) + 1)]
    kinds = {output.output_type for cell in code for output in cell.outputs}
    assert kinds == {"stream", "display_data"}  # results and a picture, no error
    streams = [o for cell in code for o in cell.outputs if o.output_type == "stream"]
    assert {output.name for output in streams} == {"stdout"}  # no warnings


def test_the_notebook_is_small_and_tells_nothing_of_the_machine_that_ran_it(source):
    assert source.with_suffix(".ipynb").stat().st_size < MOST_BYTES
    assert [found for text in texts(written(source)) if (found := ABSOLUTE.search(text))] == []
    assert set(written(source).metadata) == {"kernelspec", "language_info"}


@pytest.mark.parametrize("path", ["/home/me/x.py", " /opt/lib/python", "at '/usr/lib'", r"C:\x"])
def test_a_path_of_a_machine_would_be_found(path):
    assert ABSOLUTE.search(path)


@pytest.mark.parametrize("text", ["16254/s", "runs/bidder/x", "../runs/bidder", "A / B", "and/or"])
def test_other_texts_are_no_path_of_a_machine(text):
    assert not ABSOLUTE.search(text)


def test_the_source_runs_through(source, tmp_path):
    done = subprocess.run(
        [sys.executable, source],
        env=os.environ | TINY,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    file, told = RESULTS[source.stem]
    assert list(tmp_path.glob(file)) and told in done.stdout
