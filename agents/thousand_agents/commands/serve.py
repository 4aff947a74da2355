"""``thousand serve``: a table in the browser, for this machine; nothing it does leaves it.

Only Thousand is in the browser; King and Bochki are played in the terminal, with
``thousand play --game``.
"""

import argparse
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from thousand_agents.games.thousand import SPECS
from thousand_agents.help_text import plain
from thousand_env.checks import check

try:
    import fcntl
except ImportError:  # Windows: two servers of one folder aren't found out
    fcntl = None  # type: ignore[assignment]

DATA = "runs/serve"


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser("thousand serve", description=plain(__doc__))
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen at; another than 127.0.0.1 lets other machines in, unencrypted",
    )
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path(DATA),
        metavar="DIR",
        help=f"where tables are kept; {DATA}",
    )
    parser.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="SPEC",
        help="an agent that a browser may choose beside the usual ones, programs (cmd:...) and "
        f"network files too; may be given again; {SPECS}",
    )
    args = parser.parse_args(argv)
    check(0 <= args.port < 65536, f"--port {args.port}: 0 to 65535 is expected")
    serve(args.host, args.port, args.data, args.agent)
    return 0


def serve(host: str, port: int, data: Path, agents: Sequence[str]) -> None:
    """Listen, say where, and serve until Ctrl-C.

    Raises: OSError if the address can't be had, or the folder can't be written or is another's.
    """
    from thousand_agents.web.run import run

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with held(data), socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # whoever asks early waits
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        print(
            f"Thousand is served at {address} (Ctrl-C stops); tables are kept in {data}", flush=True
        )
        run(listening, data, agents, host)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """A folder that no other server uses within; a server that is killed lets go of it.

    Raises: OSError if another uses it, or it can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OSError(
                    f"{folder}: another server keeps its tables there; --data DIR names another"
                ) from None
        yield
