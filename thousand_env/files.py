"""Files are written aside and then renamed, so that nobody ever reads half of one."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PART = ".part"  # how the name of a file ends while it is written


@contextmanager
def written_aside(path: str | Path) -> Iterator[Path]:
    """A name beside ``path`` to write to; at the end it takes the place of ``path``, or not at all.

    The name is drawn each time, so that two writers never meet in it, whatever their process ids.
    What was at ``path`` stays there after an error; a process killed while it writes leaves only
    its part behind.
    Raises: OSError if ``path`` is a folder or a device, which the renaming would replace.
    """
    path = Path(path)
    if not path.is_file() and path.exists():
        raise OSError("it is a folder or a device; the name of a plain file is expected")
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}{PART}")
    try:
        yield part
        part.replace(path)
    except BaseException:
        with suppress(OSError, ValueError):  # ValueError: a path with a zero byte
            part.unlink()
        raise
