"""One seat's record (R16): what a player can write down of a match, and its replay.

A record with ``"seat": 0`` at the top.  The other hands, the talon and the gifts this seat never
saw are ``"?"`` and ``give ??``; the waives and keeps of others aren't there (R13).  What happens by
hidden cards without an action stands in a deal's key ``redeal``; it may be left out where the next
deal shows it:

=============  ==================================================================================
``"hand"``     a mandatory re-deal fell due by a dealt hand (R4.1, R4.2)
``"talon"``    a mandatory re-deal fell due by four aces with the talon (R4.4)
a seat         who claimed the optional re-deal by hand (R4.2)
``"asking"``   in the last deal: another player is being asked for one, and this seat can see that
=============  ==================================================================================

Where four play for a sitter's bonus (R11.5), the bonus of a hidden talon is read from ``result``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_env.errors import ActionError, IllegalActionError, RecordError, TableError
from thousand_env.games.thousand.actions import (
    A_REDEAL,
    GIFT,
    NUM_ACTIONS,
    PHASES,
    action_text,
)
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.game import Game
from thousand_env.games.thousand.rules import RuleSet
from thousand_env.games.thousand.seat_form import ASKING, BY_HAND, BY_TALON, before_claim, read_deal
from thousand_env.games.thousand.seat_game import SeatGame
from thousand_env.games.thousand.state import NONE
from thousand_env.games.thousand.table import table_dict
from thousand_env.games.thousand.view import HIDDEN
from thousand_env.record import (
    check_going_on,
    check_next,
    check_result,
    game_from,
    refuse,
    replay_deals,
    result_of,
)
from thousand_env.record_form import (
    DEAL_KEYS,
    FORMATS,
    Source,
    parse_record,
    read_head,
)


@dataclass(frozen=True, eq=False)
class SeatReplay:
    """What one seat knows after the last action of its record.

    Attributes: ``rules``; ``names`` by seat; ``seat``; ``view``, a record of ``VIEW_DTYPE``, the
    same as ``Game.view(seat)`` of the full game; ``legal``, the texts of the seat's legal actions,
    and ``action_mask``, bool (A,), empty when it isn't its turn; ``results``, an entry a finished
    deal as R16 writes it; ``winner`` and ``settlement`` of a finished match, else None.
    """

    rules: RuleSet
    names: list[str]
    seat: int
    view: Any
    legal: list[str]
    action_mask: Any
    results: list[dict[str, Any]]
    winner: int | None
    settlement: list[int] | None

    @property
    def phase(self) -> str:
        """Name of the phase, as the seat knows it."""
        return PHASES[self.view.phase]

    @property
    def player(self) -> int | None:
        """Seat to decide, as the seat knows it, or None."""
        return None if self.view.to_move == NONE else int(self.view.to_move)

    @property
    def table(self) -> dict[str, Any]:
        """The table now, in R16's form."""
        return table_dict(self.view, self.rules.players)


def read_seat_record(source: Source) -> SeatReplay:
    """Replay one seat's record as far as its knowledge goes; JSON text or the object itself.

    Of others' actions only what this seat can judge is checked.
    Raises: RecordError, and nothing else, for whatever is no such record.
    """
    form = _of_thousand(source)
    if "seat" not in form:
        raise RecordError("this is a full record, without the key seat: use read_record")
    head = read_head(form, DEAL_KEYS | {"redeal"})
    game = SeatGame(head, _check_seat(form["seat"], len(head.names)))
    for number in range(1, len(head.deals) + 1):
        check_next(game, number)
        try:
            _replay_deal(game, form, number)
        except TableError as error:
            raise RecordError(f"deal {number}: {error}") from None
    check_result(form, game)
    return _replayed(game)


def hide(record: Source, seat: int) -> dict[str, Any]:
    """One seat's record of a full record: everything but what the seat knows taken out (R13).

    Raises: RecordError for a record that ``read_record`` would refuse, or no seat of it.
    """
    form = _of_thousand(record)
    if "seat" in form:
        raise RecordError("this is one seat's record already")
    head = read_head(form, DEAL_KEYS)
    seat = _check_seat(seat, len(head.names))
    game = game_from(head)
    deals: list[dict[str, Any]] = []
    by_hand = False
    for done in replay_deals(game, head.deals):
        if done == 0:  # a re-deal that falls due here is one by hand, fined or carried out
            by_hand = game.needs_deal or bool(game.view(seat).closed)
        if done == len(head.deals[len(deals)]["actions"]):
            deals.append(_seen_deal(game, seat, by_hand))
    check_result(form, game)
    kept = {key: form[key] for key in ("rules", "players", "dealer", "table") if key in form}
    seen = {"deals": deals, "result": result_of(game)}
    return {"format": form["format"], "seat": seat} | kept | seen


def _of_thousand(source: Source) -> dict[str, Any]:
    form = parse_record(source)
    if FORMATS[form["format"]] != Game.game:
        raise RecordError(f"{form['format']}: one seat's records are of {Game.game} only")
    return form


def _check_seat(seat: Any, players: int) -> int:
    if type(seat) is not int or not 0 <= seat < players:
        raise RecordError(f"seat: a number from 0 to {players - 1} is expected")
    return seat


def _replay_deal(game: SeatGame, form: Mapping[str, Any], number: int) -> None:
    deal = read_deal(form, number - 1, game.rules, game.seat, game.dealer)
    game.bring(deal)
    for done, text in enumerate(deal.actions, 1):
        check_going_on(game, number, done, text)
        try:
            game.step(text)
        except (ActionError, IllegalActionError) as error:
            refuse(number, done, text, error, game)
    game.check_seen()


def _replayed(game: SeatGame) -> SeatReplay:
    own_turn = game.player == game.seat
    mask = game.action_mask if own_turn else np.zeros(NUM_ACTIONS, np.bool_)
    return SeatReplay(
        rules=game.rules,
        names=game.names,
        seat=game.seat,
        view=game.view(game.seat),
        legal=game.legal() if own_turn else [],
        action_mask=mask,
        results=game.results,
        winner=game.winner,
        settlement=game.settlement,
    )


def _seen_deal(game: Game, seat: int, by_hand: bool) -> dict[str, Any]:
    """A deal's entry as a seat could write it, read from nothing but its view and its hand."""
    view, hands = game.view(seat), game.deals[-1]["hands"]
    own = hands[seat] if view.hand_seen else "?"
    talons = ["?", "?"]
    if view.talon_seen:
        talons[view.chosen_talon] = mask_text(int(view.talon_seen))
    log = [int(action) for action in view.log_action[: view.log_length]]
    seen: dict[str, Any] = {
        "hands": [own if s == seat else "?" if hand else "" for s, hand in enumerate(hands)],
        "talon": talons if game.rules.players == 2 else talons[0],
        "actions": ["give ??" if action == HIDDEN else action_text(action) for action in log],
    }
    redealt = game.needs_deal and game.results[-1]["kind"] == "redealt"
    if by_hand:
        seen["redeal"] = BY_HAND
    elif (before := before_claim(seen["actions"])) is not None:
        seen["redeal"] = int(view.log_seat[len(before)])
    elif A_REDEAL not in log and (redealt or view.closed):
        seen["redeal"] = BY_TALON
    elif view.phase == GIFT and view.chosen_talon == NONE:
        seen["redeal"] = ASKING  # the talon should lie open by now (R9.7)
    return seen
