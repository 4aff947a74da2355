"""MkDocs hooks: pages whose source stands outside docs/, links to them, nothing from other hosts."""

import logging
import re
import sys
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Any

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parent))
from foreign import foreign

log = logging.getLogger("mkdocs.hooks.site")  # a warning fails a strict build
ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {  # page of the site: its source
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "rules/thousand.md": "thousand_env/RULES.md",
    "rules/thousand.ru.md": "thousand_env/RULES.ru.md",
    "rules/king.md": "thousand_env/games/king/RULES.md",
    "rules/king.ru.md": "thousand_env/games/king/RULES.ru.md",
    "rules/bochki.md": "thousand_env/games/bochki/RULES.md",
    "rules/bochki.ru.md": "thousand_env/games/bochki/RULES.ru.md",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Take in the pages that stand beside what they describe, so that nothing is written twice."""
    for page, source in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links are written for who reads the files; the site has them at other places."""
    known = {Path(file.abs_src_path): file.src_uri for file in files if file.abs_src_path}
    here = Path(page.file.abs_src_path).parent
    top = str(PurePosixPath(page.file.src_uri).parent)

    def moved(link: re.Match[str]) -> str:
        sign, text, target, anchor = link.groups(default="")
        path = (here / target).resolve()
        if path in known:
            return f"{sign}[{text}]({relpath(known[path], top)}{anchor})"
        if "://" not in target and path.exists():  # a file of the repository, not of the site
            return f"{text} (`{path.relative_to(ROOT)}`)"
        return link[0]

    return LINK.sub(moved, nested(markdown))


def nested(markdown: str) -> str:
    """Lists are nested by two spaces, as everywhere but in Python-Markdown, which wants four."""
    lines, in_list, in_code = [], False, False
    for line in markdown.split("\n"):
        text = line.lstrip(" ")
        in_code ^= line.startswith("```")
        if text and text == line:
            in_list = line.startswith("- ") and not in_code
        lines.append(" " * (len(line) - len(text)) + line if in_list else line)
    return "\n".join(lines)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Say which language a page is in, for screen readers and hyphenation."""
    return f'<div lang="ru">{html}</div>' if page.file.src_uri.endswith(".ru.md") else html


def on_post_build(config: Any) -> None:
    """The site can be read without a network, so nothing may come from another host."""
    site = Path(config.site_dir)
    for path, address in foreign(site):
        log.warning("%s loads %s from another host", path.relative_to(site), address)
