"""Cards on the command line: a hand as dealt, or with the talon."""

from thousand_env.errors import TableError
from thousand_env.games.common.table import parse_cards
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.cards import count_cards, mask_text, parse_card
from thousand_env.games.thousand.rules import CARDS_EACH, TALON_SIZE, TWO_TALON_SIZE


def read_cards(cards: str, rules: RuleSet) -> tuple[str, str]:
    """A hand as dealt, and the talon if its cards stand behind it, else ""; texts in one form.

    Raises: TableError for an unknown card, one that stands there twice, a wrong number.
    """
    try:
        mask = parse_cards("cards", cards, parse_card)
    except TableError as error:
        glued = "," in cards or any(len(word) > len("10H") for word in cards.split())
        hint = "; separate cards by spaces: 'AS KS 10H'" if glued else ""
        raise TableError(f"{error}{hint}") from None
    dealt = CARDS_EACH[rules.players]
    talon = TWO_TALON_SIZE if rules.players == 2 else TALON_SIZE
    if count_cards(mask) not in (dealt, dealt + talon):
        raise TableError(
            f"cards: {count_cards(mask)} of them; {dealt} are dealt to each of {rules.players} "
            f"players (R2.2), and the declarer has {dealt + talon} with the talon (R6.1)"
        )
    words = cards.split()
    parts = " ".join(words[:dealt]), " ".join(words[dealt:])
    hand, rest = (mask_text(parse_cards("cards", part, parse_card)) for part in parts)
    return hand, rest
