"""Where one seat has to decide, from written games: nothing but what that seat knows (R13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_agents.record_option import Form, form_of, naming, read_file
from thousand_env.errors import RecordError
from thousand_env.games.thousand import PHASES, RuleSet, action_text
from thousand_env.games.thousand.seat_form import read_deal
from thousand_env.games.thousand.seat_game import SeatGame
from thousand_env.games.thousand.seat_record import hide, read_seat_record
from thousand_env.record_form import DEAL_KEYS, read_head


@dataclass(frozen=True, eq=False)
class Asked:
    """A decision as the seat knows it: its view and the legal actions, bool (A,).

    ``deal`` counts from 1 in the record; ``done`` is what the seat did, None if that is open.
    """

    rules: RuleSet
    view: Any
    mask: Any
    deal: int
    done: str | None = None

    @property
    def phase(self) -> str:
        """Name of the phase."""
        return PHASES[self.view.phase]

    @property
    def legal(self) -> list[str]:
        """Texts of the legal actions."""
        return [action_text(action) for action in np.flatnonzero(self.mask).tolist()]


def load_seat_form(path: str, seat: int | None) -> Form:
    """One seat's record (R16) from a file; of a full record, what ``seat`` knows of it.

    Raises: RecordError for what is no record, a missing seat, or another seat than the record's.
    """
    try:
        form = form_of(read_file(path), "thousand")
        if "seat" not in form and seat is not None:
            return hide(form, seat)
    except RecordError as error:
        raise naming(path, error) from None
    if "seat" not in form:
        raise RecordError("a record with all cards: --seat says who asks for advice")
    if seat not in (None, form["seat"]):
        raise RecordError(f"--seat {seat}: this is the record of seat {form['seat']!r:.20} alone")
    return form


def decision_at_end(form: Form) -> Asked:
    """What the seat is asked where its record ends.

    Raises: RecordError for a record that can't be read; if it isn't the seat's turn, it says whose.
    """
    replay = read_seat_record(form)
    if replay.action_mask.any():
        return Asked(replay.rules, replay.view, replay.action_mask, len(form["deals"]))
    asked = f"{replay.names[replay.seat]} (seat {replay.seat})"
    if replay.phase == "over":
        raise RecordError(f"nothing to decide for {asked}: the match is over")
    if replay.player is None:
        raise RecordError(f"nothing to decide for {asked}: the next pack isn't dealt yet")
    raise RecordError(
        f"it is the turn of {replay.names[replay.player]} (seat {replay.player}) in phase "
        f"{replay.phase!r}, not of {asked}"
    )


def decisions_of(form: Form, number: int) -> Iterator[Asked]:
    """Every decision of the seat in a deal, as it knew the game then.

    Raises: RecordError for a record that can't be read, or that has no such deal.
    """
    read_seat_record(form)  # refuses what is wrong before anything is said
    if not 1 <= number <= len(form["deals"]):
        raise RecordError(f"--deal {number}: the record has {len(form['deals'])} deals")
    game = SeatGame(read_head(form, DEAL_KEYS | {"redeal"}), form["seat"])
    for place in range(1, number + 1):
        deal = read_deal(form, place - 1, game.rules, game.seat, game.dealer)
        game.bring(deal)
        for action in [*deal.actions, None]:
            if place == number and game.player == game.seat:
                yield Asked(game.rules, game.view(game.seat), game.action_mask, number, action)
            if action is not None:
                game.step(action)
