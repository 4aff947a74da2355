"""Thousand as a picture: the table with all hands open, or as one seat knows it."""

from collections.abc import Sequence
from typing import Any, Final

from thousand_env.drawing.canvas import Svg
from thousand_env.drawing.cards import card_sign
from thousand_env.drawing.layout import draw_table
from thousand_env.drawing.letters import SUIT_SIGNS
from thousand_env.drawing.table import Cards, Pile, Seat, Table, face_down
from thousand_env.drawing.text import seat_names
from thousand_env.drawing.theme import Style
from thousand_env.games.thousand.actions import A_DARK, A_GIVE, OVER, PHASES, PLAY, action_text
from thousand_env.games.thousand.cards import MARRIAGE_VALUES, NUM_CARDS, card_text, mask_text
from thousand_env.games.thousand.render import playing_from, points_of, render_state, render_view
from thousand_env.games.thousand.rules import (
    ACE_MARRIAGE_VALUE,
    CARDS_EACH,
    TALON_SIZE,
    TWO_TALON_SIZE,
    RuleSet,
)
from thousand_env.games.thousand.state import ACE_MARRIAGE_BIT, KINDS, NONE, ORDINARY
from thousand_env.games.thousand.view import HIDDEN

WORDS: Final = (  # all that is said, for those who translate (``Style.words``)
    "auction", "barrel", "bid", "circle", "conceded", "contract", "dark", "deal", "dealer", "deals",
    "four aces", "gift", "golden", "last trick", "made", "marriage", "match over", "not made",
    "obligatory", "ordinary", "pass", "play", "points", "redeal", "redealt", "sits out", "talon",
    "to move", "trick", "tricks", "trump", "winner",
)  # fmt: skip
_PLAIN: Final = Style()


def svg_state(
    state: Any, rules: RuleSet, names: Sequence[str] | None = None, style: Style = _PLAIN
) -> Svg:
    """A game's record (``STATE_DTYPE``) with all hands and the talon open, as an SVG document."""
    hands = [_cards(mask) for mask in state.hand[: rules.players]]
    talons = [_cards(mask) for mask in state.talon if mask]
    text = render_state(state, rules, names)
    return draw_table(_table(state, rules, names, style, hands, talons, text), style)


def svg_view(
    view: Any, rules: RuleSet, names: Sequence[str] | None = None, style: Style = _PLAIN
) -> Svg:
    """What a seat knows (``VIEW_DTYPE``) as an SVG document: it sits below, the rest is face down."""
    hands = [face_down(size) for size in hand_sizes(view)]
    if view.hand_seen:
        hands[view.seat] = _cards(view.hand)
    text = render_view(view, rules, names)
    return draw_table(_table(view, rules, names, style, hands, _known_talons(view), text), style)


def _cards(mask: Any) -> Cards:
    return tuple(mask_text(int(mask)).split())


def _known_talons(view: Any) -> list[Cards]:
    """Face down until one is taken; then as far as it was seen, and nothing of the other."""
    if view.chosen_talon != NONE or view.to_move == NONE:
        return [_cards(view.talon_seen)] if view.talon_seen else []
    return [face_down(TWO_TALON_SIZE)] * 2 if view.players == 2 else [face_down(TALON_SIZE)]


def hand_sizes(view: Any) -> list[int]:
    """How many cards each seat holds, from what everybody sees (R2.2, R6.2)."""
    players = int(view.players)
    sizes = [0] * players
    if view.to_move == NONE:
        return sizes
    for seat in playing_from(view, players, view.first_hand):
        sizes[seat] = CARDS_EACH[players] - int(view.played[seat]).bit_count()
    if view.chosen_talon != NONE:
        sizes[view.declarer] += TWO_TALON_SIZE if players == 2 else TALON_SIZE
        actions = view.log_action[: view.log_length].tolist()
        given = sum(a == HIDDEN or A_GIVE <= a < A_GIVE + NUM_CARDS for a in actions)
        for receiver in playing_from(view, players, view.declarer)[1 : 1 + given]:
            sizes[view.declarer] -= 1
            sizes[receiver] += 1
    return sizes


def _table(
    record: Any,
    rules: RuleSet,
    names: Sequence[str] | None,
    style: Style,
    hands: Sequence[Cards],
    talons: Sequence[Cards],
    text: str,
) -> Table:
    names = seat_names(rules.players, names)
    playing = record.to_move != NONE
    return Table(
        title=_title(record, style),
        status=_status(record, names, style),
        seats=tuple(
            _seat(record, rules, seat, names[seat], style, hands[seat])
            for seat in range(rules.players)
        ),
        text=text,
        to_move=int(record.to_move) if playing else None,
        dealer=int(record.dealer),
        below=int(getattr(record, "seat", 0)),  # a state is nobody's
        piles=tuple(_piles(record, rules.players, names, style, talons)) if playing else (),
        facts=tuple(_facts(record, rules.players, names, style)),
    )


def _title(record: Any, style: Style) -> str:
    if record.phase == OVER:
        return f"{style.begin('match over')} · {style.say('deals')} {record.deals}"
    parts = [f"{style.begin('deal')} {record.deals + 1}"]
    if record.kind != ORDINARY and record.to_move != NONE:
        parts.append(style.say(KINDS[record.kind]))
    if record.golden_circle:
        parts.append(f"{style.say('circle')} {record.golden_circle}")
    return " · ".join(parts)


def _status(record: Any, names: Sequence[str], style: Style) -> str:
    if record.phase == OVER:
        winner = getattr(record, "winner", NONE)  # a view has no such field
        return "" if winner == NONE else f"{style.begin('winner')}: {names[winner]}"
    if record.to_move == NONE:
        return f"{style.begin('dealer')}: {names[record.dealer]}"
    return f"{style.begin(PHASES[record.phase])} · {style.say('to move')}: {names[record.to_move]}"


def _seat(record: Any, rules: RuleSet, seat: int, name: str, style: Style, cards: Cards) -> Seat:
    used, badges = int(record.barrel_deals[seat]), []
    if used != NONE:
        deals = f" {used}/{rules.barrel_deals}" if rules.barrel_deals else ""
        badges.append(style.say("barrel") + deals)
    if record.to_move != NONE and record.kind != ORDINARY and seat == _taker(record):
        badges.append(style.say(KINDS[record.kind]))
    return Seat(
        name=name,
        score=str(record.score[seat]),
        oval=used != NONE,
        dots=int(record.bolts[seat]),
        badges=tuple(badges),
        notes=tuple(_notes(record, rules.players, seat, style)),
        cards=cards,
    )


def _taker(record: Any) -> int:
    """Whose dark, golden or obligatory deal it is."""
    return int(record.first_hand if record.declarer == NONE else record.declarer)


def _notes(record: Any, players: int, seat: int, style: Style) -> list[str]:
    """Bid, tricks and points; between deals what the last one wrote."""
    if record.to_move == NONE:
        has_result = record.deals and "last_written" in record.dtype.names
        return [f"{record.last_written[seat]:+}"] if has_result else []
    if players == 4 and seat == record.dealer:
        return [style.say("sits out")]
    notes = []
    if record.bids[seat]:
        notes.append(f"{style.say('bid')} {record.bids[seat]}")
    if record.passed[seat]:
        notes.append(style.say("pass"))
    if record.tricks_played or points_of(record, seat):
        notes.append(f"{style.say('tricks')} {record.tricks[seat]}")
        notes.append(f"{style.say('points')} {points_of(record, seat)}")
    return notes


def _piles(
    record: Any, players: int, names: Sequence[str], style: Style, talons: Sequence[Cards]
) -> list[Pile]:
    label, taken = style.say("talon"), record.chosen_talon != NONE
    piles = [Pile(label, talon, small=taken) for talon in talons]
    if record.trick_size:
        seats = playing_from(record, players, record.leader)[: record.trick_size]
        cards = [card_text(int(card)) for card in record.trick_cards[: record.trick_size]]
        best = seats.index(record.best_seat)
        captions = tuple(names[seat] for seat in seats)
        piles.append(Pile(style.say("trick"), tuple(cards), captions, best))
    elif record.tricks_played:
        piles.append(_last_trick(record, players, names, style))
    return piles


def _last_trick(record: Any, players: int, names: Sequence[str], style: Style) -> Pile:
    """The trick just taken; its taker leads."""
    moves = zip(
        record.log_action[: record.log_length].tolist(), record.log_seat.tolist(), strict=False
    )
    plays = [(action, seat) for action, seat in moves if action < A_DARK]
    plays = plays[-len(playing_from(record, players, record.leader)) :]
    seats = [seat for _, seat in plays]
    return Pile(
        style.say("last trick"),
        tuple(action_text(action).split()[1] for action, _ in plays),
        tuple(names[seat] for seat in seats),
        seats.index(record.leader),
        small=True,
    )


def _facts(record: Any, players: int, names: Sequence[str], style: Style) -> list[str]:
    """Contract, trump, announced marriages, gifts; between deals how the last one ended."""
    if record.to_move == NONE:
        return _last_deal(record, names, style)
    facts = []
    if record.contract and record.declarer != NONE:
        facts.append(f"{style.say('contract')} {record.contract} · {names[record.declarer]}")
    elif record.bid:
        facts.append(f"{style.say('bid')} {record.bid} · {names[record.declarer]}")
    if record.trump != NONE:
        facts.append(f"{style.say('trump')} {SUIT_SIGNS[record.trump]}")
    for seat in range(players):
        facts += _announced(int(record.announced[seat]), names[seat], style)
    receivers = playing_from(record, players, record.declarer)[1:]
    for card, seat in zip(record.gifts, receivers, strict=False):
        if card != NONE and record.phase <= PLAY:
            facts.append(f"{card_sign(card_text(int(card)))} → {names[seat]}")
    return facts


def _announced(bits: int, name: str, style: Style) -> list[str]:
    marriages = [
        f"{style.say('marriage')} {SUIT_SIGNS[suit]} {value} · {name}"
        for suit, value in enumerate(MARRIAGE_VALUES)
        if bits >> suit & 1
    ]
    if bits & ACE_MARRIAGE_BIT:
        marriages.append(f"{style.say('four aces')} {ACE_MARRIAGE_VALUE} · {name}")
    return marriages


def _last_deal(record: Any, names: Sequence[str], style: Style) -> list[str]:
    if not record.deals or "last_written" not in record.dtype.names:  # a view knows no results
        return []
    end = "conceded" if record.last_conceded else "made" if record.last_made else "not made"
    kind = [style.say(KINDS[record.last_kind])] if record.last_kind != ORDINARY else []
    contract = f"{names[record.last_declarer]} {record.last_contract}"
    return [*kind, f"{contract}: {style.say(end)}"]
