"""An auction as one seat knows it, from its cards and what was bid: no other cards are needed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

from thousand_env.errors import RecordError, TableError
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.game import Game
from thousand_env.games.thousand.phases.barrel import obliged_player
from thousand_env.games.thousand.rules import FORCED_BID, MAX_BID
from thousand_env.games.thousand.seat_record import SeatReplay, read_seat_record
from thousand_env.games.thousand.state import NONE, active_players

Form = dict[str, Any]

_LONGEST = 6  # actions of an auction that is looked for


@dataclass(frozen=True)
class Standing:
    """Where an auction stands: the bid, whose it is, and who has passed."""

    bid: int
    by: int
    passed: frozenset[int]

    @property
    def options(self) -> str:
        """As the options of ``thousand bid`` say it."""
        seats = ",".join(map(str, sorted(self.passed)))
        return f"--bid-stands {self.bid} --by {self.by}" + (f" --passed {seats}" if seats else "")


@dataclass(frozen=True)
class Seating:
    """Who deals and who is asked."""

    dealer: int
    seat: int

    @classmethod
    def of(cls, rules: RuleSet, dealer: int | None, seat: int | None) -> "Seating":
        """Seats as far as given; the rest so that the seat is the second hand, asked first (R5.1).

        Raises: TableError for a seat that isn't at the table, or that gets no cards.
        """
        n = rules.players
        for name, value in (("dealer", dealer), ("seat", seat)):
            if value is not None and not 0 <= value < n:
                raise TableError(f"--{name} {value}: seats are 0 to {n - 1}")
        if seat is None:
            seat = 0 if dealer is None else (dealer + 2) % n
        if dealer is None:
            dealer = (seat - 2) % n
        if n == 4 and seat == dealer:
            raise TableError(f"--seat {seat}: of four, the dealer sits out (R2.2)")
        return cls(dealer, seat)

    def first_hand(self, rules: RuleSet) -> int:
        """The seat that is bound to 100 (R2.1, R5.1)."""
        return (self.dealer + 1) % rules.players


def auction(
    rules: RuleSet, table: Any, seating: Seating, hand: str, standing: Standing | None
) -> SeatReplay:
    """What the seat knows when it is asked for a bid.

    Nobody went dark, and a re-deal that the seat may claim is waived.  ``standing`` None: the forced
    bid stands.  The bids before it are the lowest that lead there.

    Raises: TableError for a table or a hand that no auction follows from, or a standing that no
    auction comes to.
    """
    check_table(rules, table, seating.dealer)
    form = record_of(rules, table, seating, hand)
    before = before_auction(form)
    stands = standing or Standing(FORCED_BID, seating.first_hand(rules), frozenset())
    found = _find(form, before, seating.seat, stands)
    if found is not None:
        return found
    example = _example(form, before, seating.seat, stands, rules.bid_step)
    raise TableError(_unreachable(rules, seating, stands, example))


def _find(form: Form, before: list[str], seat: int, stands: Standing) -> SeatReplay | None:
    """The auction where the seat is asked while that stands, None if there is none."""
    for _, replay in auctions(form, before, stands):
        if _is_at(replay, seat, stands):
            return replay
    return None


def auctions(
    form: Form, before: list[str], stands: Standing
) -> Iterator[tuple[list[str], SeatReplay]]:
    """Auctions on the way to that standing, the shortest first: all actions so far, what is known."""
    paths = [before]
    while paths:
        actions = paths.pop(0)
        replay = _try(form, actions)
        if replay is None or replay.phase != "auction":
            continue
        yield actions, replay
        if len(actions) < len(before) + _LONGEST:
            paths += [[*actions, text] for text in _steps(replay, stands, replay.rules.bid_step)]


def check_table(rules: RuleSet, table: Any, dealer: int) -> None:
    """Refuse a table whose next deal has no auction, and so no contract to choose (R3.2)."""
    g, r = Game(rules, seed=None, table=table, dealer=dealer).state, rules.compiled()[0]
    obliged = obliged_player(g, r, active_players(r))
    if obliged != NONE:
        raise TableError(
            f"no auction: seat {obliged} has to play an obligatory game: no raise, no concession (R9.7)"
        )
    if g.golden_circle:
        raise TableError(
            f"no auction in the golden round: seat {g.first_hand} plays 120, without raise or "
            "concession (R8.1)"
        )


def record_of(rules: RuleSet, table: Any, seating: Seating, hand: str) -> Form:
    """The seat's record (R16) of a deal in which nothing was done yet; the talon isn't seen."""
    n = rules.players
    playing = [(seating.dealer + 1 + place) % n for place in range(min(n, 3))]
    hands = ["?" if seat in playing else "" for seat in range(n)]
    hands[seating.seat] = hand
    talon: Any = ["?", "?"] if n == 2 else "?"
    return {
        "format": "thousand-record/1",
        "seat": seating.seat,
        "rules": rules.short(),
        "players": [f"Seat {seat}" for seat in range(n)],
        "dealer": seating.dealer,
        "table": table,
        "deals": [{"hands": hands, "talon": talon, "actions": []}],
    }


def with_actions(form: Form, actions: list[str]) -> Form:
    """The record with these actions in its deal."""
    return form | {"deals": [form["deals"][0] | {"actions": actions}]}


def _try(form: Form, actions: list[str]) -> SeatReplay | None:
    """What the seat then knows, None if an action was illegal whatever the hidden cards are."""
    try:
        return read_seat_record(with_actions(form, actions))
    except RecordError:
        return None


def before_auction(form: Form) -> list[str]:
    """The actions that lead to the auction: no dark, no re-deal.

    Raises: TableError if none comes.
    """
    actions: list[str] = []
    while True:
        try:
            replay = read_seat_record(with_actions(form, actions))
        except RecordError as error:
            raise TableError(str(error)) from None
        if replay.phase == "auction":
            return actions
        if replay.phase == "deal":
            raise TableError(
                "no auction: such a hand is thrown away at once, a mandatory re-deal (R4.1, R4.2)"
            )
        actions.append("look" if replay.phase == "dark" else "waive")


def _is_at(replay: SeatReplay, seat: int, stands: Standing) -> bool:
    view = replay.view
    passed = {s for s in range(replay.rules.players) if view.passed[s]}
    found = int(view.bid), int(view.declarer), passed
    return replay.player == seat and found == (stands.bid, stands.by, stands.passed)


def _steps(replay: SeatReplay, stands: Standing, step: int) -> list[str]:
    """What the player to move may do on the way, the least telling first."""
    mover, lowest = replay.player, int(replay.view.bid) + step
    steps = ["pass"] if mover in stands.passed else []
    if mover == stands.by and stands.bid >= lowest:
        steps.append(f"bid {stands.bid}")
    if lowest < stands.bid:
        steps.append(f"bid {lowest}")
    return steps


def _example(
    form: Form, before: list[str], seat: int, stands: Standing, step: int
) -> Standing | None:
    """Where an auction that asks the seat can stand: as near to ``stands`` as there is."""
    others = [s for s, hand in enumerate(form["deals"][0]["hands"]) if hand and s != seat]
    makers = sorted(others, key=lambda other: other != stands.by)
    for bid, by in product((stands.bid, FORCED_BID, FORCED_BID + step), makers):
        rest = [other for other in others if other != by]
        for passed in chain.from_iterable(combinations(rest, k) for k in range(len(rest) + 1)):
            near = Standing(bid, by, frozenset(passed))
            if _find(form, before, seat, near) is not None:
                return near
    return None


def _unreachable(
    rules: RuleSet, seating: Seating, stands: Standing, example: Standing | None
) -> str:
    who = ", ".join(f"seat {seat}" for seat in sorted(stands.passed)) or "none"
    can_be = "" if example is None else f"; an auction that asks it: {example.options}"
    return (
        f"no auction asks seat {seating.seat} while {stands.bid} by seat {stands.by} stands and "
        f"those who have passed are {who}: {_reason(rules, seating, stands)}{can_be}"
    )


def _reason(rules: RuleSet, seating: Seating, stands: Standing) -> str:
    """Why a standing can't be, or whom it asks (R5.1, R5.2)."""
    first, n = seating.first_hand(rules), rules.players
    playing = [(first + place) % n for place in range(min(n, 3))]
    if seating.seat in stands.passed:
        return f"seat {seating.seat} itself has passed, and a pass is final (R5.1)"
    if stands.by == seating.seat == first and stands.bid == FORCED_BID:
        return f"the first hand has {FORCED_BID} already and is asked only when overbid (R5.1)"
    if stands.by == seating.seat:
        return "a player whose own bid stands is asked only when overbid (R5.1)"
    if stands.by not in playing:
        return f"the bidders are {', '.join(f'seat {seat}' for seat in sorted(playing))}"
    turn = playing.index(stands.by)
    after = [playing[(turn + place) % len(playing)] for place in range(1, len(playing))]
    asked = next((seat for seat in after if seat not in stands.passed), None)
    if asked is not None and asked != seating.seat:
        return f"seat {asked} would be asked next; the turn goes clockwise (R5.1)"
    return (
        f"with dealer {seating.dealer} seat {first} is bound to {FORCED_BID} and bids on only when "
        f"overbid, the second hand is asked first, and a bid is {rules.bid_step} or a multiple of it "
        f"higher, within the bidder's cards and at most {MAX_BID} (R5.1 to R5.4)"
    )
