"""Pictures of the games: what they show, what a view's picture hides, how large they are."""

import random
import re
import time
from collections import Counter
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

import numpy as np
import pytest

from thousand_env import games
from thousand_env.drawing.pixels import rgb_array
from thousand_env.drawing.theme import Style
from thousand_env.games.bochki.game import Game as Bochki
from thousand_env.games.bochki.rules import rules as bochki_rules
from thousand_env.games.king.game import Game as King
from thousand_env.games.king.rules import rules as king_rules
from thousand_env.games.thousand import picture as thousand
from thousand_env.games.thousand.game import Game as Thousand
from thousand_env.games.thousand.rules import rules as thousand_rules
from thousand_env.record import load_record

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
MOST_BYTES, MOST_SECONDS = 60_000, 0.005
COMPACT = Style(compact=True)
TABLE = {"score": [300, 120, 880], "bolts": [0, 2, 1], "barrel_deals_used": [None, None, 1]}

MATCHES = {
    "thousand-2": lambda: Thousand(thousand_rules(players=2)),
    "thousand-3": lambda: Thousand(thousand_rules()),
    "thousand-4": lambda: Thousand(thousand_rules(players=4), seed=3),
    "thousand-late": lambda: Thousand(thousand_rules("online"), table=TABLE, dealer=1),
    "king-4": lambda: King(king_rules(robber=True)),
    "king-3": lambda: King(king_rules(players=3, plus=["auction"]), seed=1),
    "king-lottery": lambda: King(king_rules(plus=["lottery"]), table={"deals": 6}, dealer=0),
    "bochki-3": lambda: Bochki(bochki_rules(), table={"scores": [210, 0, 845]}, dealer=0),
    "bochki-4": lambda: Bochki(bochki_rules(players=4, cards="36", turns="in_order")),
    "king-joker": lambda: King(king_rules(players=3, variant="joker")),
}

HIDING = [name for name in MATCHES if not name.startswith("bochki")]  # there all is open (B10)


def positions(begin, steps=210, seed=0, every=7):
    """A random match, before every few decisions and at the end."""
    game, rng = begin(), random.Random(seed)
    for step in range(steps):
        if game.over:
            break
        if step % every == 0:
            yield game
        game.apply(rng.choice(game.legal()))
    yield game


@pytest.fixture(params=MATCHES)
def match(request):
    """The game's pictures, its cards' text, and how the match begins."""
    begin = MATCHES[request.param]
    rules = begin().rules
    cards = import_module(f"thousand_env.games.{rules.game}.cards")
    return games.picture_of(rules), cards.mask_text, begin


def cards_of(svg):
    """Cards in the picture, with how often each stands there."""
    return Counter(re.findall(r'data-card="(\w+)"', svg))


def hand_cards(svg, seat):
    return Counter(re.findall(rf'data-card="(\w+)" data-seat="{seat}"', svg))


def face_down(svg, seat=None):
    which = "" if seat is None else f' data-seat="{seat}"'
    return len(re.findall(rf'<use href="#te-card-back"[^>]*{which}/>', svg))


def test_onlookers_see_all_hands_and_nothing_face_down(match):
    picture, text, begin = match
    for game in positions(begin):
        state, svg = game.state, picture.svg_state(game.state, game.rules)
        for seat in range(game.rules.players):
            assert hand_cards(svg, seat) == Counter(text(int(state.hand[seat])).split())
        assert face_down(svg) == 0


@pytest.mark.parametrize("match", HIDING, indirect=True)
def test_a_view_shows_what_the_seat_knows_and_the_rest_face_down(match):
    """R13, K13: every card in the picture, in its symbols and in its words is known to the seat."""
    picture, text, begin = match
    for game in positions(begin):
        state = game.state
        for seat in range(game.rules.players):
            view = game.view(seat)
            svg = picture.svg_view(view, game.rules)
            known = {int(view.hand), *(int(mask) for mask in view.played)}
            known |= {
                int(view[name]) for name in ("talon", "talon_seen") if name in view.dtype.names
            }
            known |= {1 << int(card) for card in view.gifts if card >= 0}
            cards = {card for mask in known for card in text(mask).split()}
            drawn = set(re.findall(r'(?:data-card="|id="te-(?:card|mini)-)(\w\w)"', svg))
            words = set(re.findall(r"\b(?:[2-9TJQKA][SCDH]|XX)\b", svg))
            assert drawn | words <= cards
            assert hand_cards(svg, seat) == Counter(text(int(view.hand)).split())
            for other in range(game.rules.players):
                if other != seat:
                    assert not hand_cards(svg, other)
                    assert face_down(svg, other) == int(state.hand[other]).bit_count()


def test_before_the_dark_decision_ones_own_cards_lie_face_down():
    table = {"score": [300, 300, 300]}
    game = Thousand(thousand_rules(), seed=1, table=table, dealer=2)
    assert game.phase == "dark"
    svg = thousand.svg_view(game.view(0), game.rules)
    assert not cards_of(svg) and face_down(svg, 0) == 7


def test_pictures_are_paths_and_well_formed_and_of_one_size(match):
    picture, _, begin = match
    for style in (Style(), COMPACT):
        sizes = set()
        for game in positions(begin):
            svgs = [picture.svg_state(game.state, game.rules, style=style)]
            svgs += [picture.svg_view(game.view(0), game.rules, style=style)]
            for svg in svgs:
                root = ElementTree.fromstring(svg)
                names = {element.tag.rpartition("}")[2] for element in root.iter()}
                assert not names & {"text", "tspan", "image", "foreignObject"}
                sizes.add((root.get("width"), root.get("height")))
        assert len(sizes) == 1


def test_pictures_are_small_and_quickly_made(match):
    picture, _, begin = match
    times = []
    for game in positions(begin):
        for make, record in ((picture.svg_state, game.state), (picture.svg_view, game.view(0))):
            start = time.thread_time()
            svg = make(record, game.rules, ["Bartholomew", "Łukasz", "Анна", "Zoë"])
            times.append(time.thread_time() - start)
            assert len(svg.encode()) < MOST_BYTES
    assert np.median(times) < MOST_SECONDS


def test_pictures_and_words_come_out_the_same_every_time(match):
    picture, _, begin = match
    for game in positions(begin, steps=40):
        first, again = (picture.svg_view(game.view(0), game.rules) for _ in range(2))
        assert first == again


def test_every_word_said_can_be_translated(match):
    picture, _, begin = match
    words = MappingProxyType({word: f"«{word}»" for word in picture.WORDS})

    class Strict(dict):
        def get(self, word, default=None):
            return words[word]  # KeyError: a word that WORDS lacks

    style = Style(words=Strict())
    for seed in range(2):
        for game in positions(begin, seed=seed, every=2):
            picture.svg_state(game.state, game.rules, style=style)


def test_names_are_drawn_whatever_they_are(match):
    picture, _, begin = match
    game = begin()
    names = ["<Анна> & co", "a" * 100, "", "漢字\x00\n"][: game.rules.players]
    ElementTree.fromstring(picture.svg_state(game.state, game.rules, names))


def test_rgb_array_has_one_shape_over_a_match_and_changes(match):
    pytest.importorskip("resvg_py")
    picture, _, begin = match
    frames = [
        rgb_array(picture.svg_state(game.state, game.rules))
        for game in positions(begin, steps=40, every=20)
    ]
    assert {frame.shape for frame in frames} == {frames[0].shape}
    assert frames[0].dtype == np.uint8 and frames[0].shape[2] == 3
    assert len({frame.tobytes() for frame in frames}) == len(frames)


def test_the_trick_shows_who_played_what_and_the_last_one_stays_until_the_next():
    game = Thousand(thousand_rules("online"), table=TABLE, dealer=2, seed=None)
    game.deal(["AS TS KS QS JS 9S AC", "TC KC QC JC 9C AD TD", "KD QD JD 9D AH TH KH"], "9H JH QH")
    for action in ["bid 105", "pass", "pass", "give 9H", "give JH", "keep", "play TC", "play KD"]:
        game.apply(action)
    table = thousand._table(game.state, game.rules, ["A", "B", "C"], Style(), ((),) * 3, (), "")
    assert [(p.label, p.cards, p.captions, p.best) for p in table.piles] == [
        ("trick", ("TC", "KD"), ("B", "C"), 0)
    ]
    game.apply("play AC")
    table = thousand._table(game.state, game.rules, ["A", "B", "C"], Style(), ((),) * 3, (), "")
    assert [(p.label, p.cards, p.captions, p.best) for p in table.piles] == [
        ("last trick", ("TC", "KD", "AC"), ("B", "C", "A"), 2)
    ]
    seats = [(s.score, s.oval, s.dots, s.badges, s.notes) for s in table.seats]
    assert seats == [
        ("300", False, 0, (), ("bid 100", "pass", "tricks 1", "points 25")),
        ("120", False, 2, (), ("bid 105", "tricks 0", "points 0")),
        ("880", True, 1, ("barrel 1/3",), ("pass", "tricks 0", "points 0")),
    ]
    assert table.facts == ("contract 105 · B", "9♥ → C", "J♥ → A")


def test_between_deals_the_last_result_is_shown():
    game = Thousand(thousand_rules("online"), dealer=2, seed=None)
    game.deal(["AS TS KS QS JS 9S AC", "TC KC QC JC 9C AD TD", "KD QD JD 9D AH TH KH"], "9H JH QH")
    for action in ["bid 105", "pass", "pass", "concede"]:
        game.apply(action)
    table = thousand._table(game.state, game.rules, ["A", "B", "C"], Style(), ((),) * 3, (), "")
    assert table.facts == ("B 105: conceded",)
    assert [seat.notes for seat in table.seats] == [("+60",), ("-105",), ("+60",)]


@pytest.mark.parametrize("name", ["thousand-3", "king-4"])
def test_notebooks_show_games_and_pictures(name):
    game = MATCHES[name]()
    svg = games.picture_of(game.rules).svg_state(game.state, game.rules)
    assert game._repr_svg_() == svg == svg._repr_svg_()
    game.names = ["Anna", "Boris", "Vera", "Zoë"][: game.rules.players]
    assert "Anna" in game._repr_svg_() != svg


def test_notebooks_show_the_end_of_a_recorded_match():
    game = load_record(EXAMPLES / "match.json")
    picture = game._repr_svg_()
    assert game.names[0] in picture
    assert "te-card-" not in picture  # all cards are played


def test_the_pictures_in_the_docs_are_what_the_code_draws(capsys):
    path = EXAMPLES.parent / "pictures.py"
    spec = spec_from_file_location("docs_pictures", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.main(check=True) == 0, capsys.readouterr().out
