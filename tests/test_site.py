"""The documentation site loads nothing from other hosts: what would is found."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def load_checker() -> Any:
    spec = importlib.util.spec_from_file_location("foreign", ROOT / "docs" / "site" / "foreign.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def found(site: Path) -> list[str]:
    return [address for _, address in load_checker().foreign(site)]


@pytest.mark.parametrize(
    "page",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<script src="//cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="https://cdn.example/x.css">',
        '<link rel="preconnect" href="https://cdn.example">',
        '<img src="https://cdn.example/x.svg">',
        '<img srcset="a.png 1x, https://cdn.example/b.png 2x">',
        '<iframe src="http://cdn.example/"></iframe>',
        '<p style="background: url(https://cdn.example/x.png)">x</p>',
        "<style>@import 'https://cdn.example/x.css';</style>",
    ],
)
def test_what_a_page_loads_from_another_host_is_found(tmp_path: Path, page: str) -> None:
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    assert [address for address in found(tmp_path) if "cdn.example" in address] != []


def test_a_style_sheet_that_loads_from_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "site.css").write_text("@font-face { src: url(https://cdn.example/x.woff2) }")
    assert found(tmp_path) == ["https://cdn.example/x.woff2"]


def test_links_to_click_and_files_of_the_site_are_no_matter(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="https://keepachangelog.com">x</a><img src="x.svg"><script src="x.js"></script>'
        '<link rel="canonical" href="https://example.org/"><code>https://example.org/x.js</code>'
    )
    (tmp_path / "x.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    assert found(tmp_path) == []
