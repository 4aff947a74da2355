"""The options of the rules page, their defaults, the presets (R15) and their checks."""

#: Option -> the default of the rules page, which is the preset `classic`.
DEFAULTS = {
    "players": 3,  # R2.2
    "redeal_four_aces": "mandatory",  # R4.1
    "redeal_four_nines": "optional",  # R4.2
    "redeal_weak_hand": (14, "optional"),  # R4.2
    "redeal_talon_nines": 2,  # R4.3
    "redeal_weak_talon": 5,  # R4.3
    "four_aces_with_talon": "give_ace",  # R4.4
    "redeal_limit": 3,  # R4.5
    "redeal_penalty": 120,  # R4.5
    "bid_step": 5,  # R5.2
    "bid_cap": "marriages",  # R5.3
    "silence_below": None,  # R5.4, None is off
    "talon_blind_at_100": True,  # R6.1
    "raise": True,  # R6.3
    "concede": "sixty",  # R6.4
    "concede_third_penalty": 0,  # R6.4
    "dark": True,  # R7.1
    "dark_min_score": 240,  # R7.1
    "dark_raise": False,  # R7.3
    "dark_concede": True,  # R7.3
    "doubled": "tricks",  # R7.4
    "golden": True,  # R8.1
    "golden_double_bolts": False,  # R8.1
    "golden_circles": 3,  # R8.2
    "golden_on_fail": "replay",  # R8.2
    "barrel_at": 880,  # R9.1
    "goal": 1000,  # R9.1
    "barrel_jump": False,  # R9.1
    "barrel_deals": 3,  # R9.2
    "barrel_contract": 125,  # R9.2
    "barrel_collision": "knock_first",  # R9.4
    "barrels_to_zero": 3,  # R9.5
    "obligatory": True,  # R9.7
    "must_beat": False,  # R10.2
    "must_overtrump": False,  # R10.2
    "marriage_first_lead": False,  # R10.4
    "announce": "optional",  # R10.5
    "ace_marriage": "off",  # R10.6
    "round_declarer": False,  # R11.1
    "round_to": 5,  # R11.2
    "bolt_by": "tricks",  # R11.4
    "bolt_declarer": True,  # R11.4
    "bolts": "any",  # R11.4
    "bolt_penalty": 120,  # R11.4
    "sitter_bonus": "none",  # R11.5
    "dump_truck": True,  # R11.7
    "reverse_dump_truck": False,  # R11.7
}

#: Options that take one of a few words.
WORDS = {
    "redeal_four_aces": ("off", "mandatory"),
    "redeal_four_nines": ("off", "optional", "mandatory"),
    "four_aces_with_talon": ("play", "redeal", "give_ace"),
    "bid_cap": ("marriages", "pair", "120", "none"),
    "concede": ("off", "sixty", "half"),
    "doubled": ("tricks", "all", "declarer"),
    "golden_on_fail": ("replay", "start", "keep"),
    "barrel_collision": ("knock_first", "third_knocks_both", "coexist"),
    "announce": ("optional", "auto"),
    "ace_marriage": ("off", "200", "200_trump"),
    "bolt_by": ("tricks", "points"),
    "bolts": ("off", "any", "row"),
    "sitter_bonus": ("none", "talon", "talon_marriage", "aces40", "aces50"),
}

NO_FOUR_ACES_REDEAL = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}

#: R15: what each preset changes.
PRESETS = {
    "classic": {},
    "online": {
        **NO_FOUR_ACES_REDEAL,
        "golden": False,
        "talon_blind_at_100": False,
        "barrel_contract": 120,
        "doubled": "declarer",
        "obligatory": False,
    },
    "polish": {
        **NO_FOUR_ACES_REDEAL,
        "bid_step": 10,
        "round_to": 10,
        "talon_blind_at_100": False,
        "must_beat": True,
        "must_overtrump": True,
        "golden": False,
        "dark": False,
        "obligatory": False,
        "dump_truck": False,
        "bolts": "off",
        "barrel_at": 0,
        "redeal_weak_hand": 0,
        "redeal_talon_nines": 0,
        "redeal_weak_talon": 0,
    },
    "pagat": {
        **NO_FOUR_ACES_REDEAL,
        "talon_blind_at_100": False,
        "bid_cap": "pair",
        "barrel_jump": True,
        "barrel_contract": 120,
        "golden": False,
        "dark": False,
        "obligatory": False,
    },
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
        self._check()

    def _check(self) -> None:
        """Refuse combinations the rules page refuses."""
        if self["players"] not in (2, 3, 4):
            raise ValueError("players must be 2, 3 or 4 (R2.2)")
        if self["bid_step"] not in (5, 10) or self["round_to"] not in (5, 10):
            raise ValueError("bid_step and round_to are 5 or 10 (R5.2, R11.2)")
        if self["ace_marriage"] != "off" and any(
            self[name] != value for name, value in NO_FOUR_ACES_REDEAL.items()
        ):
            raise ValueError(
                "ace_marriage needs redeal_four_aces off, four_aces_with_talon play (R4.6)"
            )
        if self["goal"] <= self["barrel_at"]:
            raise ValueError("goal must be above barrel_at (R9.1)")


def clean(name: str, value):
    """The one form of an option's value that the referee works with."""
    if name in WORDS:
        return clean_word(name, value)
    if name == "redeal_weak_hand":
        return clean_two_part(name, value, ("optional", "mandatory"))
    if name in ("redeal_talon_nines", "redeal_weak_talon"):
        return clean_two_part(name, value, ("optional",))[0]  # R4.3: no mandatory form
    if name == "silence_below":
        # 0 is a score here ("nobody in minus may bid"), False is off
        return None if value is None or value is False or value == "off" else int(value)
    if isinstance(DEFAULTS[name], bool):
        return value not in (False, "off", "false")
    return 0 if value == "off" else int(value)


def clean_word(name: str, value) -> str:
    """A word option; numbers are taken for their text, false values for off."""
    word = "off" if value is False or value is None or value == 0 else str(value)
    if word == "off" and "none" in WORDS[name]:
        word = "none"
    if word not in WORDS[name]:
        raise ValueError(f"{name} is one of {WORDS[name]}, not {value!r}")
    return word


def clean_two_part(name: str, value, modes: tuple) -> tuple:
    """R4.2: `[14, "optional"]` or just 14; 0 is off."""
    if isinstance(value, (list, tuple)):
        number, mode = value
    else:
        number, mode = value, "optional"
    number = 0 if number in (False, None, "off") else int(number)
    if mode not in modes and number:
        raise ValueError(f"{name}: {mode!r} is not one of {modes}")
    return number, mode
