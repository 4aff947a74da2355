"""Random games against the rules, said once more: python -m tests.referee.king.selfcheck."""

import random
import sys
from collections import Counter

from .cards import RANKS, SUITS, pack
from .randoms import choose, random_deal, random_options
from .referee import Referee
from .rules import Rules


def play_deal(rng: random.Random, referee: Referee, check=None) -> None:
    """A random deal, from the cards to what is written."""
    referee.deal(*random_deal(rng, referee))
    while referee.player is not None:
        if check is not None:
            check(referee)
        referee.apply(choose(rng, referee.legal()))


def play_game(rng: random.Random, options: dict, check=None) -> Referee:
    """A random game with a random first dealer."""
    referee = Referee(options, dealer=rng.randrange(Rules(options)["players"]))
    while not referee.over:
        play_deal(rng, referee, check)
    return referee


def check_position(referee: Referee) -> None:
    """Whatever the options: cards are conserved, what is legal agrees with K2, K4, K9, K10."""
    deal, legal = referee.current, referee.legal()
    assert legal and deal.player == referee.player
    played = sum(len(cards) for _, cards in deal.tricks) + len(deal.trick) + len(deal.laid)
    on_table = len(deal.talon) if deal.phase in ("open", "bid") else 0
    held = sum(map(len, deal.hands))
    assert held + played + on_table == len(pack(deal.seats, referee.rules.joker))
    if deal.phase == "play":
        assert legal == {f"play {card}" for card in expected_plays(referee)}
    elif deal.phase == "lay":
        assert legal == expected_lays(referee)


def expected_plays(referee: Referee) -> list:
    """K2, K4, K10 as a filter over the hand, card by card."""
    deal, rules = referee.current, referee.rules
    hand = sorted(deal.hands[deal.player])
    suits = {card: card[1].replace("X", "H") for card in hand}
    if not deal.trick:
        shy = deal.kind in ("no_hearts", "no_king", "robber") and set(suits.values()) != {"H"}
        return [card for card in hand if not (shy and suits[card] == "H")]
    led = deal.trick[0][1][1].replace("X", "H")
    void = led not in suits.values()
    forced = rules["discard_king"] == "forced" and deal.kind in ("no_king", "robber")
    under_ace = led == "H" and any(card == "AH" for _, card in deal.trick)
    if forced and "KH" in hand and (void or under_ace):
        return ["KH"]
    return [card for card in hand if void or suits[card] == led]


def expected_lays(referee: Referee) -> set:
    """K9, reckoned by the ends of each suit's run."""
    deal, start = referee.current, referee.rules["lottery_start"]
    ends = set()
    for suit in SUITS:
        run = sorted(RANKS.index(card[0]) for card in deal.laid if card[1] == suit)
        assert run == list(range(run[0], run[-1] + 1)) if run else True
        places = [run[0] - 1, run[-1] + 1] if run else [RANKS.index(start)]
        ends |= {RANKS[place] + suit for place in places if 0 <= place < len(RANKS)}
    return {f"lay {card}" for card in ends & deal.hands[deal.player]} or {"pass"}


def expected_sum(rules: Rules) -> int:
    """K11: 0; less 90 for every lottery of the source for three; K10: 124 a deal."""
    if rules.joker:
        return -124 * rules["players"]
    short = rules["players"] == 3 and rules["lottery_deals"] == "once"
    short = short and rules["lottery_prizes"] == "source"
    return -90 * rules["plus"].count("lottery") if short else 0


def main(games: int, seed: int) -> None:
    """Random games of random options; what was dealt, counted."""
    seen: Counter = Counter()
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        options = random_options(rng)
        try:
            referee = play_game(rng, options, check_position)
            assert sum(referee.totals) == expected_sum(referee.rules)
        except Exception:
            print("seed", f"{seed}/{number}", options)
            raise
        seen.update(referee.plan)
    print(games, "games", dict(seen))


if __name__ == "__main__":
    arguments = [int(word) for word in sys.argv[1:]]  # number of games, seed
    main(*arguments, *(200, 0)[len(arguments) :])
