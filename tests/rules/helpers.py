"""Hand-made deals for the rule tests: packs whose outcome is known before a card is played.

Packs are given in bidding order (first hand, second hand, third hand), whoever deals.
"""

from typing import Any

import thousand_env as te
from thousand_env.games.thousand.actions import ACTION_TEXTS
from thousand_env.games.thousand.cards import mask_text

DEALER = 2  # of the games below: with three players seat 0 is the first hand

# The declarer is the first hand.  After his gifts he holds all spades and two aces: whatever is
# played, he takes every trick, raw 120 0 0 (160 with the spade marriage).
SWEEP = ("AS TS KS QS JS 9S AC", "TC KC QC JC TD KD QD", "AH TH KH QH JH 9H 9D", "AD 9C JD")
SWEEP_GIFTS = "give 9C, give JD"
# He holds clubs and diamonds only, the second hand their aces and all hearts: whatever is played
# (and if nobody announces), the second hand takes every trick, raw 0 120 0.
LOST = ("TC KC QC JC 9C TD KD", "AH TH KH QH 9H AC AD", "AS TS KS QS JS 9S 9D", "QD JH JD")
LOST_GIFTS = "give JH, give JD"
# Two players: all spades and, with the first talon, five clubs: every trick; JH 9H stay closed.
SWEEP_TWO = ("AS TS KS QS JS 9S AC TC KC QC", "AD TD KD QD JD AH TH KH QH 9C", "JC 9D", "JH 9H")
# The first hand calls for a re-deal: four aces, four nines, ten card points.
FOUR_ACES = ("AS AC AD AH 9S JS QS", "TS KS TC KC QC JC 9C", "TD KD QD JD TH KH QH", "9D JH 9H")
FOUR_NINES = ("9S 9C 9D 9H AS AC TD", "TS KS QS TC KC QC JC", "AD KD QD JD AH TH KH", "JS QH JH")
WEAK_FIRST = ("9S JS QS 9C JC QC 9D", "AS TS KS AC TC KC JD", "TD KD QD AH TH KH 9H", "AD QH JH")


def new_game(
    table: Any = None, dealer: int = DEALER, preset: str = "classic", **options: Any
) -> Any:
    """A game that waits for packs; a table of R16 (none: everything zero, no golden round)."""
    return te.Game(te.rules("thousand", preset, **options), None, table or {}, dealer)


def golden_game(dealer: int = DEALER, **options: Any) -> Any:
    """A new match, which begins with the golden round (R8.1)."""
    return te.Game(te.rules("thousand", "classic", **options), None, None, dealer)


def barrel(seat: int, deals: int = 0, used: int = 0, **table: Any) -> dict[str, Any]:
    """A table of three with one seat on the barrel; the rest of the table as given."""
    form = {"score": [0, 0, 0], "barrel_deals_used": [None] * 3, "barrels_used": [0, 0, 0]} | table
    for key, value in (("score", 880), ("barrel_deals_used", deals), ("barrels_used", used)):
        form[key] = [value if place == seat else old for place, old in enumerate(form[key])]
    return form


def lay(game: Any, *pack: str) -> Any:
    """Deal a pack given in bidding order, then the talon (two talons for two players)."""
    players, first = game.rules.players, (game.dealer + 1) % game.rules.players
    active = min(players, 3)
    hands = [""] * players
    for place in range(active):
        hands[(first + place) % players] = pack[place]
    game.deal(hands, list(pack[2:]) if players == 2 else pack[3])
    return game


def do(game: Any, actions: str) -> Any:
    """Carry out actions, separated by commas."""
    for action in actions.split(","):
        game.apply(action.strip())
    return game


def finish(game: Any, keep: str = "", marry: str = "") -> dict[str, Any]:
    """Keep the contract and play the deal out; the deal's R16 result.

    Cards in ``keep`` are played as late as the rules allow; only ``marry`` is announced, as soon as
    they allow.
    """
    done = len(game.results)
    while len(game.results) == done:
        plain = [text for text in game.legal() if text == "keep" or text.startswith("play")]
        free = [text for text in plain if text[-2:] not in keep.split()]
        announcing = [text for text in game.legal() if text == f"marry {marry}"]
        game.apply((announcing or free or plain)[0])
    return game.results[-1]


def play_tricks(game: Any, *tricks: str) -> Any:
    """Play cards in order; ``+KS`` announces."""
    for trick in tricks:
        for card in trick.split():
            game.apply(f"marry {card[1:]}" if card[0] == "+" else f"play {card}")
    return game


def open_auction(game: Any, auction: str) -> Any:
    """Bids and passes; a dark on offer is declined unless the text takes it."""
    if game.phase == "dark" and not auction.startswith("dark"):
        do(game, "look")
    return do(game, auction)


def start_play(game: Any, *hands: str, auction: str = "pass, pass") -> Any:
    """The first lead, each player holding his eight cards as given (the last one by the talon)."""
    cards = [hand.split() for hand in hands]
    lay(game, *(" ".join(hand[:7]) for hand in cards), " ".join(hand[7] for hand in cards))
    if game.phase != "gift":  # golden and obligatory deals begin with the gift
        open_auction(game, auction)
    do(game, f"give {cards[1][7]}, give {cards[2][7]}")
    return do(game, "keep") if game.phase == "contract" else game


def sweep(game: Any, after: str = "keep", marry: str = "") -> dict[str, Any]:
    """The first hand is left alone with 100 and takes every trick."""
    open_auction(lay(game, *SWEEP), f"pass, pass, {SWEEP_GIFTS}, {after}")
    return finish(game, marry=marry)


def lose(game: Any, after: str = "keep") -> dict[str, Any]:
    """The first hand is left alone with 100; the second hand takes every trick."""
    open_auction(lay(game, *LOST), f"pass, pass, {LOST_GIFTS}, {after}")
    return finish(game)


def concede(game: Any, auction: str = "pass, pass") -> dict[str, Any]:
    """The first hand (or whoever wins the auction) gives up before giving a card."""
    return open_auction(lay(game, *LOST), f"{auction}, concede").results[-1]


def last_trick(
    game: Any, cards: str, auction: str = "pass, pass", after: str = "keep", marry: str = ""
) -> dict[str, Any]:
    """The first hand takes seven tricks and leads the first of three diamonds, the last trick.

    The others' points are exactly those of these three, in the hand of the highest.
    """
    own, second, third = cards.split()
    spare = [rank + "D" for rank in "ATKQJ9" if rank + "D" not in cards.split()]
    pack = (
        f"AS TS KS QS JS 9S {own}",
        f"TC KC QC JC 9C {second} {spare[0]}",
        f"AH TH KH QH JH {third} {spare[1]}",
        f"AC {spare[2]} 9H",
    )
    open_auction(lay(game, *pack), f"{auction}, give {spare[2]}, give 9H, {after}")
    return finish(game, keep=cards, marry=marry)


def score_of(game: Any) -> list[int]:
    """The scores by seat."""
    return list(game.table["score"])


def bids(game: Any) -> list[int]:
    """The bids or contracts that may be named now."""
    named = [text for text in game.legal() if text.startswith(("bid", "contract"))]
    return [int(text.split()[1]) for text in named]


def seen_hand(game: Any, seat: int) -> str:
    """The own cards a seat sees."""
    return mask_text(int(game.view(seat).hand))


def seen_talon(game: Any, seat: int) -> str:
    """The talon as a seat sees it, "" if it doesn't."""
    return mask_text(int(game.view(seat).talon_seen))


def log_of(game: Any, seat: int) -> list[tuple[int, str]]:
    """The decisions of the deal as a seat knows them."""
    view = game.view(seat)
    pairs = zip(view.log_seat[: view.log_length], view.log_action[: view.log_length])
    return [(int(who), "give ??" if a == 255 else ACTION_TEXTS[a]) for who, a in pairs]
