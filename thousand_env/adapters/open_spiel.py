"""One deal of Thousand as a game of OpenSpiel, the cards dealt by its chance nodes.

>>> import random
>>> import thousand_env as te
>>> from thousand_env.adapters.open_spiel import load_deal
>>> game = load_deal(te.rules("thousand", "classic", golden=False), dealer=2)
>>> state, rng = game.new_initial_state(), random.Random(0)
>>> while not state.is_terminal():
...     state.apply_action(rng.choice(state.legal_actions()))
>>> len(state.returns())
3

Importing this module registers ``thousand_deal``, so ``pyspiel.load_game("thousand_deal")`` works,
too: the rules ``classic``, a new match, dealt by the last seat.
"""

import copy
import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from thousand_env.checks import check
from thousand_env.errors import ThousandError
from thousand_env.games.common.encode import encode
from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE, action_text
from thousand_env.games.thousand.cards import NUM_CARDS, card_text, cards_mask, mask_text
from thousand_env.games.thousand.game import Game
from thousand_env.games.thousand.observe import LAYOUT, OFFSETS
from thousand_env.games.thousand.render import render_view
from thousand_env.games.thousand.rules import (
    ACE_MARRIAGE_VALUE,
    CARDS_EACH,
    MAX_BID,
    TALON_SIZE,
    TWO_TALON_SIZE,
    RuleSet,
    rules_from,
)
from thousand_env.games.thousand.state import LOG_SIZE
from thousand_env.games.thousand.view import HIDDEN, VIEW_DTYPE

_TYPE: Final = pyspiel.GameType(
    short_name="thousand_deal",
    long_name="Thousand, one deal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,  # the encoder forgets the order of play
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"setup": ""},
)


def load_deal(
    rules: RuleSet, dealer: int | None = None, table: Mapping[str, Any] | None = None
) -> Any:
    """The game of one deal from a table in R16's form (None: a new match); a ``pyspiel.Game``.

    ``dealer`` is a seat, None the last one.
    Raises: RulesError, TableError; ThousandError for rules whose re-deals have no limit.
    """
    setup = {"rules": rules.short(), "dealer": dealer, "table": table}
    # OpenSpiel writes parameters without quotes, so commas and brackets may not be among them.
    return pyspiel.load_game("thousand_deal", {"setup": quote(json.dumps(setup), safe="")})


def _read_setup(text: str) -> Game:
    """The match that waits for the deal's first pack."""
    try:
        setup = json.loads(unquote(text)) if text else {"rules": {}, "dealer": None, "table": None}
        rules, dealer, table = rules_from(setup["rules"]), setup["dealer"], setup["table"]
    except (json.JSONDecodeError, KeyError, TypeError):
        raise ThousandError(f"setup {text!r:.60}: what load_deal writes is expected") from None
    dealer = rules.players - 1 if dealer is None else dealer
    check(rules.redeal_limit > 0, "redeal_limit = 0: a deal might never end; 1 or more is expected")
    return Game(rules, seed=None, table=table, dealer=dealer)


class ThousandDeal(pyspiel.Game):  # type: ignore[misc]
    """One deal; returns are the points ``written`` (R16) by seat.

    Moves of chance deal one card each, face down, in bidding order; the last cards are the talon.
    After a re-deal (R4) chance deals again.  Actions are the project's, ``action_to_string`` gives
    their text.  The information state is a text of all that a seat knows (R13); the observation
    tensor is the encoder's, float32 (OBS,), cut into named pieces by ``LAYOUT``.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.start = _read_setup((params or {}).get("setup", ""))
        rules, scores = self.start.rules, self.start.table["score"]
        fines = rules.bolt_penalty + rules.redeal_penalty + rules.concede_third_penalty
        # The most is a doubled deal (R7.4), or a score that is zeroed on top (R8.2, R9, R11.7).
        most = 2 * (MAX_BID + ACE_MARRIAGE_VALUE)  # the pack's points and all marriages
        least = -(2 * MAX_BID + fines)
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=NUM_CARDS,
            num_players=rules.players,
            min_utility=least - max(0, *scores),
            max_utility=most - min(0, *scores),
            max_game_length=rules.redeal_limit * LOG_SIZE,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "DealState":
        """Before the first card is dealt."""
        return DealState(self, copy.copy(self.start))

    def max_chance_nodes_in_history(self) -> int:
        """Cards dealt by chance, re-deals included (R4.5)."""
        return self.start.rules.redeal_limit * NUM_CARDS

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer":
        """An observer of what one seat knows, of all it has seen or of the latest."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own_side = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        check(own_side and not params, "observers show what one seat knows and take no parameters")
        return Observer(kind.perfect_recall)


class DealState(pyspiel.State):  # type: ignore[misc]
    """A situation of the deal; ``match`` is the ``thousand_env.Game`` behind it."""

    def __init__(self, game: ThousandDeal, match: Game) -> None:
        super().__init__(game)
        self.match = match
        self.cards: list[int] = []  # of the coming pack, as far as it is dealt
        self.past: list[list[str]] = []  # of every pack thrown away, what each seat knew of it

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or the end."""
        nobody = pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.CHANCE
        return int(nobody) if self.match.player is None else self.match.player

    def is_terminal(self) -> bool:
        """Is the deal played to its end?"""
        results = self.match.results
        return bool(results) and results[-1]["kind"] != "redealt"

    def returns(self) -> list[float]:
        """Points written by seat, zeros before the end."""
        if self.is_terminal():
            return [float(points) for points in self.match.results[-1]["written"]]
        return [0.0] * self.match.rules.players

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards not dealt yet, all alike."""
        left = self._cards_left()
        return [(card, 1 / len(left)) for card in left]

    def knowledge(self, seat: int) -> list[str]:
        """All that a seat knows, a text for every pack (R13)."""
        return [*(known[seat] for known in self.past), view_text(self.match.view(seat))]

    def _cards_left(self) -> list[int]:
        return [card for card in range(NUM_CARDS) if card not in self.cards]

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal_actions()

    def _apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            self.match.apply(action)
        else:
            check(
                action in self._cards_left(), f"card {action}: one of the pack's rest is expected"
            )
            self.cards.append(action)
            n = self.match.rules.players
            if NUM_CARDS - len(self.cards) > (TWO_TALON_SIZE if n == 2 else TALON_SIZE):
                return
            self.match.deal(*self._pack(n))
            self.cards = []
        if self.is_chance_node():
            views = (self.match.view(seat) for seat in range(self.match.rules.players))
            self.past.append([view_text(view) for view in views])

    def _pack(self, players: int) -> tuple[list[str], Any]:
        """Hands by seat and talon, as R16 writes them (R2.2)."""
        cards, each, hands = [*self.cards, *self._cards_left()], CARDS_EACH[players], [""] * players
        for place in range(min(players, 3)):
            hands[(self.match.dealer + 1 + place) % players] = _text(cards[:each])
            cards = cards[each:]
        if players > 2:
            return hands, _text(cards)
        return hands, [_text(cards[:TWO_TALON_SIZE]), _text(cards[TWO_TALON_SIZE:])]

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == pyspiel.PlayerId.CHANCE
        return f"deal {card_text(action)}" if chance else action_text(action)

    def __str__(self) -> str:
        packs = (
            f"{' | '.join(pack['hands'])}; talon {pack['talon']}; {', '.join(pack['actions'])}"
            for pack in self.match.deals
        )
        return "\n".join([*packs, "dealt: " + " ".join(card_text(card) for card in self.cards)])


def _text(cards: list[int]) -> str:
    return mask_text(cards_mask(cards))


def view_text(view: Any) -> str:
    """A view (a record of ``VIEW_DTYPE``) as a text: two views are alike just where their texts are."""
    texts = ("give ??" if a == HIDDEN else action_text(a) for a in view.log_action.tolist())
    seats = view.log_seat[: view.log_length].tolist()
    log = (f"{seat} {text}" for seat, text in zip(seats, texts, strict=False))
    facts = (
        f"{name} {view[name].tolist()}" for name in VIEW_DTYPE.names or () if "log_" not in name
    )
    return f"{mask_text(int(view.hand))}; {', '.join(log)}; {' '.join(facts)}"


class Observer:
    """What one seat knows, in the form of OpenSpiel's observers (``open_spiel.python.observation``).

    With perfect recall only a text; else ``tensor``, float32 (OBS,), and its pieces in ``dict``.
    """

    def __init__(self, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            for block in LAYOUT:
                start = OFFSETS[block.name]
                self.dict[block.name] = self.tensor[start : start + block.size]

    def set_from(self, state: DealState, player: int) -> None:
        """Fill the tensor with what the encoder writes of the seat's view."""
        if self.tensor is not None:
            self.tensor[:] = encode(np.array([state.match.view(player)]))[0]

    def string_from(self, state: DealState, player: int) -> str:
        """All that the seat has seen in this deal, or the table as it sees it now."""
        if self.perfect_recall:
            return "\n".join(state.knowledge(player))
        return render_view(state.match.view(player), state.match.rules)


pyspiel.register_game(_TYPE, ThousandDeal)
