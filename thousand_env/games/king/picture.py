"""King as a picture: the table with all hands open, or as one seat knows it."""

from collections.abc import Sequence
from typing import Any, Final

from thousand_env.drawing.canvas import Svg
from thousand_env.drawing.cards import card_sign
from thousand_env.drawing.layout import draw_table
from thousand_env.drawing.letters import SUIT_SIGNS
from thousand_env.drawing.table import Cards, Pile, Seat, Table, face_down
from thousand_env.drawing.text import seat_names
from thousand_env.drawing.theme import Style
from thousand_env.games.king.actions import A_TRUMP, OVER, PHASES
from thousand_env.games.king.cards import card_text, mask_text
from thousand_env.games.king.render import (
    given,
    kind_name,
    laid_out,
    render_state,
    render_view,
    trick_cards,
    winners,
)
from thousand_env.games.king.rules import KINDS, LOTTERY_DEAL, RuleSet
from thousand_env.games.king.state import NONE

WORDS: Final = (  # all that is said, for those who translate (``Style.words``)
    *(kind.replace("_", " ") for kind in KINDS),
    "bid", "cards", "deal", "dealer", "deals", "declarer", "game over", "give", "last trick", "lay",
    "open", "open cards", "out", "pass", "play", "points", "reserve", "to move", "trick", "tricks",
    "winner",
)  # fmt: skip
_PLAIN: Final = Style()


def svg_state(
    state: Any, rules: RuleSet, names: Sequence[str] | None = None, style: Style = _PLAIN
) -> Svg:
    """A game's record (``STATE_DTYPE``) with all hands open, as an SVG document."""
    hands = [_cards(mask) for mask in state.hand[: rules.players]]
    text = render_state(state, rules, names)
    return draw_table(_table(state, rules, names, style, hands, text), style)


def svg_view(
    view: Any, rules: RuleSet, names: Sequence[str] | None = None, style: Style = _PLAIN
) -> Svg:
    """What a seat knows (``VIEW_DTYPE``) as an SVG document: it sits below, the rest is face down."""
    hands = [face_down(int(size)) for size in view.hand_size[: rules.players]]
    hands[view.seat] = _cards(view.hand)
    return draw_table(
        _table(view, rules, names, style, hands, render_view(view, rules, names)), style
    )


def _cards(mask: Any) -> Cards:
    return tuple(mask_text(int(mask)).split())


def _table(
    record: Any,
    rules: RuleSet,
    names: Sequence[str] | None,
    style: Style,
    hands: Sequence[Cards],
    text: str,
) -> Table:
    names = seat_names(rules.players, names)
    playing, shown = record.to_move != NONE, record.to_move != NONE or _has_ended(record)
    lottery = shown and record.kind == LOTTERY_DEAL
    return Table(
        title=_title(record, rules, style),
        status=_status(record, rules, names, style),
        seats=tuple(
            _seat(record, seat, names[seat], style, hands[seat]) for seat in range(rules.players)
        ),
        text=text,
        to_move=int(record.to_move) if playing else None,
        dealer=_dealer(record, rules.players),
        below=int(getattr(record, "seat", 0)),  # a state is nobody's
        piles=tuple(_piles(record, rules.players, names, style)) if shown else (),
        facts=tuple(_facts(record, rules.players, names, style)),
        rows=tuple(laid_out(record)) if lottery else (),
    )


def _has_ended(record: Any) -> bool:
    """Does the table show how a deal has ended?  A view knows no results."""
    told = "start_deals" in record.dtype.names
    return bool(told and record.to_move == NONE and record.deals > record.start_deals)


def _dealer(record: Any, players: int) -> int:
    """Who has dealt what is shown; once it has ended the next one has the deal (K1)."""
    return int(record.dealer - _has_ended(record)) % players


def _title(record: Any, rules: RuleSet, style: Style) -> str:
    if record.phase == OVER:
        return f"{style.begin('game over')} · {style.say('deals')} {record.deals}"
    done = record.deals - _has_ended(record)
    number = f"{style.begin('deal')} {done + 1}/{len(rules.plan)}"
    kind = rules.plan[done].replace("_", " ")
    return f"{number} · {style.say(kind)}"


def _status(record: Any, rules: RuleSet, names: Sequence[str], style: Style) -> str:
    if record.phase == OVER:
        best = ", ".join(names[seat] for seat in winners(record, rules.players))
        return f"{style.begin('winner')}: {best}"
    if record.to_move == NONE:
        return f"{style.begin('dealer')}: {names[_dealer(record, rules.players)]}"
    return f"{style.begin(PHASES[record.phase])} · {style.say('to move')}: {names[record.to_move]}"


def _seat(record: Any, seat: int, name: str, style: Style, cards: Cards) -> Seat:
    playing = record.to_move != NONE
    badges = (style.say("declarer"),) if playing and seat == record.declarer else ()
    notes = tuple(_notes(record, seat, style))
    return Seat(name, str(record.score[seat]), badges=badges, notes=notes, cards=cards)


def _notes(record: Any, seat: int, style: Style) -> list[str]:
    """Sale, tricks and points; between deals what the last one wrote."""
    if record.to_move == NONE:
        return [f"{record.last_written[seat]:+}"] if _has_ended(record) else []
    if record.kind == LOTTERY_DEAL:
        size = int(record.hand_size[seat])
        return [f"{style.say('cards')} {size}" if size else style.say("out")]
    notes = []
    if seat == record.bidder:
        notes.append(f"{style.say('bid')} {record.bid}")
    elif record.passed[seat]:
        notes.append(style.say("pass"))
    if record.tricks_played:
        notes.append(f"{style.say('tricks')} {record.tricks[seat]}")
        notes.append(f"{style.say('points')} {record.points[seat]}")
    return notes


def _piles(record: Any, players: int, names: Sequence[str], style: Style) -> list[Pile]:
    piles = []
    if record.talon:
        taken = record.declarer != NONE
        piles.append(Pile(style.say("open cards"), _cards(record.talon), small=taken))
    if record.trick_size:
        cards = trick_cards(record, players)
        best = [seat for _, seat in cards].index(record.best_seat)
        piles.append(_trick_pile("trick", cards, names, best, style))
    elif record.tricks_played:
        cards = _last_trick(record, players)
        best = [seat for _, seat in cards].index(record.leader)  # its taker leads
        piles.append(_trick_pile("last trick", cards, names, best, style))
    return piles


def _trick_pile(
    label: str, cards: Sequence[tuple[str, int]], names: Sequence[str], best: int, style: Style
) -> Pile:
    texts, captions = tuple(card for card, _ in cards), tuple(names[seat] for _, seat in cards)
    return Pile(style.say(label), texts, captions, best, small=label == "last trick")


def _last_trick(record: Any, players: int) -> list[tuple[str, int]]:
    moves = zip(
        record.log_action[: record.log_length].tolist(), record.log_seat.tolist(), strict=False
    )
    plays = [(card_text(action), seat) for action, seat in moves if action < A_TRUMP]
    return plays[-players:]


def _facts(record: Any, players: int, names: Sequence[str], style: Style) -> list[str]:
    """Sale, trump and gifts; between deals which one the last was."""
    if record.to_move == NONE:
        return [style.say(kind_name(record.last_kind))] if _has_ended(record) else []
    facts = []
    if record.reserve != NONE and record.declarer == NONE:
        facts.append(f"{style.say('reserve')} {record.reserve}")
    if record.bidder != NONE:
        facts.append(f"{style.say('bid')} {record.bid} · {names[record.bidder]}")
    if record.trump != NONE:
        facts.append(f"{style.say('trump')} {SUIT_SIGNS[record.trump]}")
    facts += [f"{card_sign(card)} → {names[seat]}" for card, seat in given(record, players)]
    return facts
