"""The deals of one seat's record (R16), from JSON to what the seat knows of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from thousand_env.errors import TableError
from thousand_env.games.common.table import parse_cards
from thousand_env.games.thousand.cards import count_cards, mask_text, parse_card
from thousand_env.games.thousand.rules import CARDS_EACH, TALON_SIZE, TWO_TALON_SIZE, RuleSet

REDEAL_KEYS = BY_HAND, BY_TALON, ASKING = "hand", "talon", "asking"


@dataclass(frozen=True)
class SeatDeal:
    """A deal as one seat saw it; cards are masks, None for what it hasn't seen."""

    playing: list[int]  # seats that got cards, in bidding order
    hand: int | None  # as dealt; 0 for the dealer who sits out
    talons: list[int | None]  # one, or two for two players
    actions: list[str]
    redeal: int | str | None  # the key of that name, see seat_record.py
    bonus: int | None  # what the sitter wrote, if ``result`` says so (R11.5)


def before_claim(actions: list[str]) -> list[str] | None:
    """The actions before a re-deal claimed by hand (R4.2), None without one."""
    words = [text.strip().lower() for text in actions]
    first = next((i for i, w in enumerate(words) if w not in ("dark", "look", "waive")), None)
    return words[:first] if first is not None and words[first] == "redeal" else None


def read_deal(
    form: Mapping[str, Any], index: int, rules: RuleSet, seat: int, dealer: int
) -> SeatDeal:
    """Deal ``index`` of a record, whose outer form is checked already.

    Raises: TableError.
    """
    deal, last = form["deals"][index], index == len(form["deals"]) - 1
    n = rules.players
    playing = [(dealer + 1 + place) % n for place in range(min(n, 3))]
    hand = _own_hand(deal["hands"], n, seat, playing)
    return SeatDeal(
        playing=playing,
        hand=hand,
        talons=_talons(deal["talon"], n, hand or 0),
        actions=deal["actions"],
        redeal=_redeal(deal, last, playing),
        bonus=_bonus(form, index, dealer),
    )


def _own_hand(hands: Any, players: int, seat: int, playing: list[int]) -> int | None:
    if not isinstance(hands, list) or len(hands) != players:
        raise TableError(f"hands: a list of {players} texts is expected, one a seat")
    for other, text in enumerate(hands):
        if other != seat and not _unseen(text) and (text != "" or other in playing):
            raise TableError(f"hand of seat {other}: seat {seat} can't know it: write '?'")
    if _unseen(hands[seat]) and seat in playing:
        return None
    mask = parse_cards(f"hand of seat {seat}", hands[seat], parse_card)
    wanted = CARDS_EACH[players] if seat in playing else 0
    if count_cards(mask) != wanted:
        raise TableError(f"hand of seat {seat}: {wanted} cards are dealt (R2.2)")
    return mask


def _talons(talon: Any, players: int, hand: int) -> list[int | None]:
    number, size = (2, TWO_TALON_SIZE) if players == 2 else (1, TALON_SIZE)
    texts = talon if number == 2 and isinstance(talon, list) else [talon] * number
    if len(texts) != number or (texts[0] is talon and number == 2 and not _unseen(talon)):
        raise TableError('talon: for two players a list such as ["9H JH", "?"] is expected')
    masks = [None if _unseen(text) else parse_cards("talon", text, parse_card) for text in texts]
    for mask in masks:
        if mask is not None and count_cards(mask) != size:
            raise TableError(f"talon: {size} cards are dealt (R2.2), or '?' unseen")
        if mask is not None and mask & hand:
            raise TableError(f"{mask_text(mask & hand)} dealt twice")
    return masks


def _unseen(text: Any) -> bool:
    """A hand or talon of nothing but question marks."""
    return isinstance(text, str) and text.strip() != "" and set(text.split()) <= {"?", "??"}


def _redeal(deal: Mapping[str, Any], last: bool, playing: list[int]) -> int | str | None:
    """The key ``redeal``, or what it would be, seen from the deal that follows."""
    if "redeal" in deal:
        key = deal["redeal"]
        if key in REDEAL_KEYS or (type(key) is int and key in playing):
            return key
        raise TableError(f"redeal: one of {', '.join(REDEAL_KEYS)} or a playing seat is expected")
    if last:
        return None
    if not deal["actions"]:
        return BY_HAND
    stops_at_talon = deal["actions"][-1].lower().split()[:1] in (["pass"], ["talon"])
    return BY_TALON if stops_at_talon else None


def _bonus(form: Mapping[str, Any], index: int, dealer: int) -> int | None:
    """What the dealer wrote in this deal; the whole ``result`` is checked in the end."""
    try:
        entry = form["result"]["deals"][index]["entry"][dealer]
    except (KeyError, IndexError, TypeError):
        return None
    return entry if type(entry) is int else None
