"""The options of the rules page, their defaults, the presets and their checks."""

from .cards import RANKS

#: Option -> its default, which is the preset `classic`.
DEFAULTS = {
    "players": 4,  # K1
    "variant": "king",  # K10
    "swap_queens_and_men": False,  # K3
    "last": "last",  # K3, deal 6
    "discard_king": "free",  # K4
    "robber": False,  # K5
    "plus": None,  # K6, None is the default list, see `default_plus`
    "lottery_start": "8",  # K9
    "lottery_deals": "once",  # K9
    "lottery_prizes": "source",  # K9, the preset `balanced`
}

#: Options that take one of a few words.
WORDS = {
    "variant": ("king", "joker"),
    "last": ("last", "last_two", "seventh_and_last"),
    "discard_king": ("free", "forced"),
    "lottery_deals": ("once", "each"),
    "lottery_prizes": ("source", "balanced"),
}

PLUS = ("trump", "auction", "lottery")  # K6

#: What each preset changes.
PRESETS = {
    "classic": {},
    "balanced": {"lottery_prizes": "balanced"},  # K9
}


class Rules(dict):
    """One checked set of options: name -> value, every option present.

    `options` holds `preset` (classic when left out) and overrides, or every option.
    """

    def __init__(self, options: dict | None = None):
        options = dict(options or {})
        preset = options.pop("preset", "classic")
        if preset not in PRESETS:
            raise ValueError(f"unknown preset {preset!r}")
        unknown = set(options) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        merged = {**DEFAULTS, **PRESETS[preset], **options}
        super().__init__({name: clean(name, value) for name, value in merged.items()})
        if self["plus"] is None:
            self["plus"] = default_plus(self)
        self._check()

    @property
    def joker(self) -> bool:
        """K10."""
        return self["variant"] == "joker"

    def _check(self) -> None:
        """Refuse combinations the rules page refuses."""
        if self["players"] == 3 and self["lottery_start"] == "2":
            raise ValueError("lottery_start 2: for three the pack has no 2 of clubs (K9, K1)")
        if self.joker:
            if self["plus"] or self["robber"] or self["last"] != DEFAULTS["last"]:
                raise ValueError("the joker variant takes no plus, robber or last (K10)")
        elif len(self["plus"]) != 1 + self["robber"]:
            raise ValueError("plus has one entry, two with the robber (K6)")


def default_plus(rules: Rules) -> list:
    """K6, K10: the plus rounds when nothing is said."""
    if rules.joker:
        return []
    return ["lottery", "auction"] if rules["robber"] else ["trump"]


def clean(name: str, value):
    """The one form of an option's value that the referee works with."""
    if name in WORDS:
        return one_of(name, value, WORDS[name])
    if name == "plus":
        return clean_plus(value)
    if name == "lottery_start":
        text = str(value).replace("10", "T")
        return one_of(name, text, tuple(RANKS))
    if name == "players":
        return one_of(name, value, (3, 4))
    return one_of(name, value, (False, True))


def one_of(name: str, value, allowed: tuple):
    """The value, if it is allowed and of the same type (1 is not True)."""
    if type(value) is not type(allowed[0]) or value not in allowed:
        raise ValueError(f"{name} is one of {allowed}, not {value!r}")
    return value


def clean_plus(value) -> list | None:
    """K6: a list of rounds; how many is checked with the robber."""
    if value is None:
        return None
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"plus is a list of {PLUS}, not {value!r} (K6)")
    return [one_of("plus", entry, PLUS) for entry in value]
