"""JSON and TOML texts as trees: small random changes that keep most of a valid file's structure."""

import json
import random
from typing import Any


class Raw:
    """A text that is written as it stands where a value is expected."""

    def __init__(self, text: str) -> None:
        self.text = text


STRANGE_TEXTS = (
    "", "?", "??", "\0", "\ud800", "é", "\x1b[2J", "\u202e", "x" * 3000, "off", "AS AS", "10♥ TH",
    "give ??", "pass", "play AS", "marry KH", "bid 99999999999999999999", "contract -5", "redeal",
)  # fmt: skip
STRANGE_NUMBERS = (
    0,
    1,
    -1,
    2,
    3,
    5,
    120,
    555,
    -555,
    875,
    880,
    1000,
    2**31,
    2**63,
    -(2**63),
    10**30,
)
STRANGE_RAW = tuple(
    Raw(text)
    for text in (
        "NaN", "Infinity", "-Infinity", "1e400", "-1e-400", "1.5", "1.0", "0x" + "f" * 5000,
        "9" * 5000, "[" * 2000 + "]" * 2000, '{"a":' * 2000 + "1" + "}" * 2000, '{"a":1,"a":2}',
        '"\\ud800"', '"\\u0000"', "nul", "", "01", "inf", "nan", "1979-05-27", "{a.b.c = 1}",
        '"""x"""',
    )
)  # fmt: skip


def dump(tree: Any, equals: str = ":") -> str:
    """The text of a tree; with ``equals="="`` its objects are TOML's inline tables."""
    if isinstance(tree, Raw):
        return tree.text
    if isinstance(tree, dict):
        parts = (f"{json.dumps(key)} {equals} {dump(value, equals)}" for key, value in tree.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(tree, (list, tuple)):
        return "[" + ", ".join(dump(item, equals) for item in tree) + "]"
    return json.dumps(tree, ensure_ascii=False)


def dump_toml(tree: Any) -> str:
    """The text of a TOML file."""
    if not isinstance(tree, dict):
        return dump(tree, "=")
    return "".join(f"{json.dumps(key)} = {dump(value, '=')}\n" for key, value in tree.items())


def mutate(tree: Any, rng: random.Random) -> Any:
    """The tree (changed in place where it can be) with one change at a random place."""
    parent, key, node = None, None, tree
    while isinstance(node, (dict, list)) and node and rng.random() < 0.85:
        parent, key = node, _any_key(node, rng)
        node = node[key]
    if parent is None:
        return _other(tree, rng) if rng.random() < 0.1 else _add(tree, tree, rng)
    how = rng.randrange(6)
    if how == 0:
        del parent[key]
    elif how == 1:
        parent[key] = rng.choice((Raw(dump(node) + ", " + dump(node)), _any_node(tree, rng)))
    elif how == 2:
        parent[key] = _add(node, tree, rng)
    elif how == 3 and isinstance(parent, dict):
        parent[rng.choice((f"{key}_", "raise", "players", "golden", "\ud800"))] = parent.pop(key)
    else:
        parent[key] = _other(node, rng)
    return tree


def _any_key(node: Any, rng: random.Random) -> Any:
    return rng.choice([*node]) if isinstance(node, dict) else rng.randrange(len(node))


def _any_node(tree: Any, rng: random.Random) -> Any:
    """A copy of some part of the tree, written as raw text so that it stays a tree."""
    node = tree
    while isinstance(node, (dict, list)) and node and rng.random() < 0.8:
        node = node[_any_key(node, rng)]
    return Raw(dump(node))


def _add(node: Any, tree: Any, rng: random.Random) -> Any:
    if isinstance(node, list):
        node.insert(rng.randint(0, len(node)), _any_node(tree, rng))
    elif isinstance(node, dict):
        node[rng.choice(("seat", "redeal", "result", "table", "golden", "x"))] = _any_node(
            tree, rng
        )
    else:
        return [node]
    return node


def _other(node: Any, rng: random.Random) -> Any:
    """Another value, often of the same type and near."""
    near = rng.random() < 0.6
    if isinstance(node, bool) and near:
        return rng.choice((not node, int(node)))
    if isinstance(node, int) and near:
        return node + rng.choice((-5, -1, 1, 5, 10))
    if isinstance(node, str) and node and near:
        return _near_text(node, rng)
    kinds = (STRANGE_TEXTS, STRANGE_NUMBERS, STRANGE_RAW, (None, True, False, [], {}))
    return rng.choice(rng.choice(kinds))


def _near_text(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    letter = rng.choice("9JQKTASCDH ?0515abc\0")
    return rng.choice((text[:at], text[at:], text[:at] + letter + text[at + 1 :], text.swapcase()))


def mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, cut out, doubled or put in."""
    at, length = rng.randint(0, len(data)), rng.choice((1, 1, 2, 8, 64))
    piece = data[at : at + length]
    how = rng.randrange(5)
    if how == 0:
        return data[:at] + rng.randbytes(len(piece)) + data[at + length :]
    if how == 1:
        return data[:at] + data[at + length :]
    if how == 2:
        return data[:at] + piece + data[at:]
    if how == 3:
        return data[:at]
    strange = (b"\xef\xbb\xbf", b"\0", b"\xff", b"\xed\xa0\x80", b"//", b",", b"\x1b", b"NaN")
    return data[:at] + rng.choice(strange) + data[at:]
