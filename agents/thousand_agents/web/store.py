"""The data folder: tables, records and reviews as JSON files, named by ids that can't be guessed."""

import json
import re
import secrets
import threading
from pathlib import Path
from typing import Any, Final

from thousand_env.errors import ThousandError
from thousand_env.files import PART, written_aside

KINDS: Final = ("tables", "records", "reviews")
_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")  # 128 bits
_MOST: Final = 20_000_000  # bytes of a file that is read


class StoreError(ThousandError):
    """An id under which nothing is kept; ``status`` is HTTP's."""

    status = 404


class FullError(StoreError):
    """A data folder that takes no more."""

    status = 507


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(16)


def is_id(text: Any) -> bool:
    """Could this be an id?  It is a file's name, so nothing else may pass."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


class Store:
    """Files below one folder, ``KIND/ID.json``; no other name is ever made or opened.

    Raises: OSError if the folder can't be made or written.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self._most = folder, most
        self._count: dict[str, int] = {}
        self._counting = threading.Lock()  # threads save, too
        for kind in KINDS:
            (folder / kind).mkdir(parents=True, exist_ok=True)
            for part in (folder / kind).glob(f"*{PART}"):  # of a server that was killed
                part.unlink(missing_ok=True)
            self._count[kind] = sum(1 for _ in (folder / kind).glob("*.json"))

    def path(self, kind: str, name: str) -> Path:
        """The file of an id.

        Raises: StoreError for what is no id.
        """
        if kind not in KINDS or not is_id(name):
            raise StoreError("no such id")
        return self.folder / kind / f"{name}.json"

    def has(self, kind: str, name: str) -> bool:
        """Is there a file of this id?"""
        return is_id(name) and self.path(kind, name).is_file()

    def load(self, kind: str, name: str) -> Any:
        """What is kept under an id.

        Raises: StoreError if there is nothing, or nothing that can be read.
        """
        path = self.path(kind, name)
        try:
            with path.open("rb") as file:
                return json.loads(file.read(_MOST))
        except (OSError, ValueError, RecursionError):
            raise StoreError("no such id") from None

    def save(self, kind: str, name: str, form: Any) -> None:
        """Keep a form under an id; a file of that id is replaced at once or not.

        Raises: FullError if the folder is full; StoreError for what is no id; OSError.
        """
        path = self.path(kind, name)
        if not path.exists():
            self._count_one(kind)
        with written_aside(path) as part:
            part.write_text(json.dumps(form, ensure_ascii=False), encoding="utf-8")

    def _count_one(self, kind: str) -> None:
        with self._counting:
            if self._count[kind] >= self._most:
                raise FullError(
                    f"the data folder holds {self._most} {kind}, the most it may: delete some of "
                    f"the files in {kind}"
                )
            self._count[kind] += 1
