"""What stands on a table, said without a game: seats, piles of cards, facts, the headline."""

from dataclasses import dataclass, field

from thousand_env.drawing.cards import HIDDEN

Cards = tuple[str, ...]  # texts of cards, HIDDEN for one face down


@dataclass(frozen=True)
class Seat:
    """A player: his plate and his hand."""

    name: str
    score: str = ""
    oval: bool = False  # around the score
    dots: int = 0  # marks beside the score
    badges: tuple[str, ...] = ()  # short words beside the name
    notes: tuple[str, ...] = ()  # what he has said and done in this deal
    cards: Cards = ()


@dataclass(frozen=True)
class Pile:
    """Cards in the middle, side by side."""

    label: str
    cards: Cards
    captions: tuple[str, ...] = ()  # below the cards, such as who played them
    best: int | None = None  # place of the card that takes the trick
    small: bool = False  # what is over


@dataclass(frozen=True)
class Table:
    """All that a picture shows.

    ``rows`` are cards laid out in rows, "" an empty place; they take the room of the piles.
    ``text`` tells the same in words, for those who can't see the picture.
    """

    title: str
    status: str
    seats: tuple[Seat, ...]
    text: str
    to_move: int | None = None
    dealer: int | None = None
    below: int = 0  # the seat drawn at the bottom; the others follow clockwise
    piles: tuple[Pile, ...] = ()
    facts: tuple[str, ...] = ()
    rows: tuple[Cards, ...] = field(default=())


def face_down(count: int) -> Cards:
    """So many cards that nobody sees."""
    return (HIDDEN,) * count
