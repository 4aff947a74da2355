"""What a built site would load from other hosts; the pages must need none."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

# Tags that load by themselves, and the attributes that name what: a link to click is none of them.
LOADING = {
    "audio": ("src",), "embed": ("src",), "iframe": ("src",), "image": ("href", "xlink:href"),
    "img": ("src", "srcset"), "input": ("src",), "link": ("href",), "object": ("data",),
    "script": ("src",), "source": ("src", "srcset"), "track": ("src",), "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}  # fmt: skip
NOT_LOADED = {"alternate", "author", "canonical", "edit", "license", "next", "prev", "search"}
HOST = re.compile(r"(?:https?:)?//[\w.-]+[^\s\"'),]*")
CSS = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\s\"')]+)")


class _Reader(HTMLParser):
    """Collects the addresses that a page loads, also those in its styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        if tag == "link" and set(given.get("rel", "").split()) <= NOT_LOADED:
            return
        for name in LOADING.get(tag, ()):
            self.found += HOST.findall(given.get(name, ""))
        self.found += CSS.findall(given.get("style", ""))

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.found += CSS.findall(data)


def foreign(site: Path) -> Iterator[tuple[Path, str]]:
    """Every file of a site with an address on another host that a reader's browser would load."""
    for path in sorted(site.rglob("*.html")):
        reader = _Reader()
        reader.feed(path.read_text(encoding="utf-8"))
        yield from ((path, address) for address in reader.found)
    for path in sorted([*site.rglob("*.css"), *site.rglob("*.svg")]):
        text = path.read_text(encoding="utf-8")
        yield from ((path, address) for address in CSS.findall(text))
