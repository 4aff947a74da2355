"""The frame of pictures: letters, cards, colours, layout; nothing of any game."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

import thousand_env.drawing
from thousand_env.drawing.canvas import Canvas
from thousand_env.drawing.cards import card_sign
from thousand_env.drawing.layout import COMPACT, WIDE, draw_table
from thousand_env.drawing.letters import fitted, known, outlines, width
from thousand_env.drawing.pixels import rgb_array
from thousand_env.drawing.table import Pile, Seat, Table, face_down
from thousand_env.drawing.text import sheet_lines, table_lines
from thousand_env.drawing.theme import CSS, DARK, FOUR_COLOURS, LIGHT, Style
from thousand_env.errors import ThousandError

DECK = [rank + suit for suit in "SCDH" for rank in "23456789TJQKA"] + ["XX"]


def table(seats=3, **fields):
    players = tuple(
        Seat(f"Player {k}", "880", k == 0, k, ("dark",), ("bid 120", "pass"), face_down(8))
        for k in range(seats)
    )
    return Table("Deal 1", "Play", players, "in words", **fields)


def parsed(svg):
    return ElementTree.fromstring(svg)


def local(element):
    return element.tag.rpartition("}")[2]


def test_the_frame_names_no_game():
    for file in Path(thousand_env.drawing.__file__).parent.glob("*.py"):
        source = re.sub(r"thousand[-_]env|ThousandError", "", file.read_text(encoding="utf-8"))
        assert not re.search(r"(?i)thousand|\bking\b|bochki|\.games\b", source), file.name


# --- letters ---


def test_letters_of_english_polish_and_russian_are_drawn_as_they_are():
    text = (
        "Quick brown fox 0123456789 (880) +120 −15: Zażółć gęślą jaźń, ŁÓDŹ «Съешь ещё этих мягких"
        " французских булок, да выпей чаю» Ґанок їжак ў №1 – 50% → ♠♣♦♥"
    )
    assert known(text) == text
    assert all(set(text) - set("♠♣♦♥") <= set(outlines(bold)) for bold in (False, True))


def test_an_accent_unknown_is_dropped_and_an_unknown_letter_is_a_box():
    assert known("Ořešák\tŐ 漢\u202e") == "Orešák".replace("š", "s") + " O □□"


def test_every_outline_has_a_width_and_only_the_space_has_no_path():
    for bold in (False, True):
        for letter, (advance, path) in outlines(bold).items():
            assert advance > 0 and bool(path) == (letter != " "), letter
            assert re.fullmatch(r"[mlcqz\d\- ]*", path), letter


def test_bold_is_wider_and_long_texts_are_cut_to_their_room():
    assert width("Deal", 14, True) > width("Deal", 14) > 0
    cut = fitted("Bartholomew the Great", 14, 80)
    assert cut.endswith("…") and 60 < width(cut, 14) <= 80
    assert fitted("Anna", 14, 80) == "Anna"


def test_text_is_paths_only():
    canvas = Canvas(Style())
    canvas.text(0, 20, "Łódź ♥ <&>", 20, "ink")
    root = parsed(canvas.document(100, 30, 'a "title" <&>', "words <&>"))
    names = [local(element) for element in root.iter()]
    assert "text" not in names and "tspan" not in names and "image" not in names
    assert root.get("aria-label") == 'a "title" <&>'
    assert len({e.get("id") for e in root.iter() if e.get("id")}) == 8  # Ł ó d ź ♥ < & >


def test_every_reference_has_its_definition():
    fields = {"piles": (Pile("trick", tuple(DECK), best=3),), "rows": ()}
    for svg in (draw_table(table(**fields), Style()), draw_table(table(rows=(DECK,)), Style())):
        root = parsed(svg)
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        used = [e.get("href")[1:] for e in root.iter() if e.get("href")]
        assert len(ids) == len(set(ids)) and set(used) <= set(ids)
        assert {e.get("data-card") for e in root.iter() if e.get("data-card")} == set(DECK)


# --- cards in pixels ---


def card_pixels(card, style=None):
    pytest.importorskip("resvg_py")
    canvas = Canvas(style or Style())
    canvas.card(0, 0, 60, card)
    return rgb_array(canvas.document(60, 84, "", ""))


def test_every_card_is_a_picture_of_its_own():
    pictures = {card_pixels(card).tobytes() for card in [*DECK, "?"]}
    assert len(pictures) == len(DECK) + 1


def test_suits_are_drawn_in_their_colours():
    def hues(suit, style):
        red, green, blue = (card_pixels("A" + suit, style).astype(int)[..., k] for k in range(3))
        strong = np.abs(np.stack([red - green, green - blue, blue - red])).max(axis=0) > 60
        if strong.sum() < 50:
            return "black"
        sums = [int(band[strong].sum()) for band in (red, green, blue)]
        return ("red", "green", "blue")[sums.index(max(sums))]

    two, four = Style(theme="light"), Style(theme="light", four_colours=True)
    assert [hues(suit, two) for suit in "SCDH"] == ["black", "black", "red", "red"]
    assert [hues(suit, four) for suit in "SDH"] == ["black", "blue", "red"]
    green = card_pixels("AC", four).astype(int)
    assert ((green[..., 1] - green[..., 0]) > 40).sum() > 100


def test_a_card_is_named_in_texts_by_its_sign():
    assert [card_sign(card) for card in ("TH", "AS", "9C", "2D")] == ["10♥", "A♠", "9♣", "2♦"]


# --- colours ---


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


TEXTS = [
    ("caption", "room"),
    *((text, ground) for text in ("chalk", "soft") for ground in ("felt", "edge", "plate")),
    ("ink", "gold"),
    *((text, "paper") for text in ("ink", "spades", "clubs", "diamonds", "hearts", "joker")),
]


def test_contrast_is_measured_as_wcag_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK, LIGHT | FOUR_COLOURS, DARK | FOUR_COLOURS])
def test_text_has_the_contrast_of_wcag_aa(palette):
    for text, ground in TEXTS:
        assert contrast(palette[text], palette[ground]) >= 4.5, (text, ground)


def test_all_texts_drawn_are_among_those_measured():
    facts = {"facts": ("trump ♥",), "to_move": 1, "dealer": 0}
    svg = draw_table(table(piles=(Pile("trick", ("AS",), ("Anna",)),), **facts), Style())
    roles = set(re.findall(r'<g class="te-(\w+)" fill="[^"]+" transform="translate', svg))
    assert roles == {"caption", "chalk", "soft", "ink"}


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_whose_turn_it_is_and_the_best_card_stand_out(palette):
    """WCAG asks 3 to 1 of what isn't text."""
    assert contrast(palette["gold"], palette["felt"]) >= 3
    assert contrast(palette["paper"], palette["felt"]) >= 3
    assert contrast(palette["gold"], palette["plate"]) >= 3


def test_the_fallback_of_every_class_is_the_colour_of_its_role():
    for style, palette in ((Style(), LIGHT), (Style(theme="dark"), DARK)):
        svg = draw_table(table(piles=(Pile("", ("AS", "XX", "?")),), facts=("♥",)), style)
        for role, colour in re.findall(r'class="te-(\w+)" fill="([^"]+)"', svg):
            assert palette[role] == colour
        for role, colour in re.findall(r'class="te-(\w+)-line" fill="none" stroke="([^"]+)"', svg):
            assert palette[role] == colour
            assert f".te-{role}-line{{" in CSS


def test_dark_and_light_differ_in_pixels_and_share_their_rules():
    pytest.importorskip("resvg_py")
    light, dark = (draw_table(table(), Style(theme=theme)) for theme in ("light", "dark"))
    assert rgb_array(light)[2, 2].tolist() == [0xEF, 0xEB, 0xE2]
    assert rgb_array(dark)[2, 2].tolist() == [0x16, 0x18, 0x1C]
    assert CSS in light and CSS in dark  # two pictures in one page don't change each other


def test_an_unknown_theme_is_refused():
    with pytest.raises(ThousandError, match="one of auto, light, dark"):
        Style(theme="blue")


# --- layout ---


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_size_depends_on_seats_and_style_only(seats, compact):
    style = Style(compact=compact)
    full = {
        "piles": (Pile("a", tuple(DECK[:4]), ("Anna",) * 4), Pile("b", tuple(DECK[:4]))),
        "facts": ("a long fact of this deal",) * 9,
    }
    pictures = [table(seats), table(seats, **full), table(seats, rows=(DECK[:13],) * 4)]
    sizes = {
        (root.get("width"), root.get("height"))
        for root in (parsed(draw_table(picture, style)) for picture in pictures)
    }
    assert len(sizes) == 1
    assert int(sizes.pop()[0]) == (COMPACT if compact else WIDE)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("cards", [1, 2, 13, 17])
def test_cards_stay_within_the_picture_and_beside_each_other(cards, compact):
    hands = tuple(Seat("x", cards=tuple(DECK[:cards])) for _ in range(4))
    root = parsed(draw_table(Table("", "", hands, ""), Style(compact=compact)))
    total, by_seat = int(root.get("width")), {}
    for use in root.iter():
        if use.get("data-card"):
            x = float(use.get("x"))
            assert x >= 4 and x + float(use.get("width")) <= total - 4
            by_seat.setdefault(use.get("data-seat"), []).append(x)
    assert len(by_seat) == 4
    for places in by_seat.values():
        assert len(places) == cards
        assert all(b - a >= 12 for a, b in pairwise(places))  # the rank can be read


def test_the_others_sit_clockwise_from_ones_left():
    root = parsed(
        draw_table(
            Table("", "", tuple(Seat("x", cards=("AS",)) for _ in range(4)), "", below=2), Style()
        )
    )
    cards = [e for e in root.iter() if e.get("data-card")]
    above = sorted((float(e.get("x")), e.get("data-seat")) for e in cards[:3])
    assert [seat for _, seat in above] == ["3", "0", "1"]
    own = max(cards, key=lambda e: float(e.get("y")))
    assert own.get("data-seat") == "2"


def test_words_are_the_readers():
    style = Style(words={"deal": "сдача"})
    assert (style.say("deal"), style.begin("deal"), style.say("talon")) == (
        "сдача",
        "Сдача",
        "talon",
    )


def test_the_same_table_is_the_same_text():
    picture = table(piles=(Pile("trick", tuple(DECK[:3])),), facts=("♥",))
    assert draw_table(picture, Style()) == draw_table(picture, Style())
    assert draw_table(picture, Style())._repr_svg_() == draw_table(picture, Style())


def test_rgb_array_without_its_packages_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(DependencyNotInstalled, match=r"thousand-env\[render\]"):
        rgb_array("<svg/>")


# --- text ---


def test_tables_of_text_are_aligned():
    assert table_lines([("", "score", "hand"), ("Anna", "5", "AS")]) == [
        "      score  hand",
        "Anna      5  AS",
    ]


def test_score_sheets_keep_marks_beside_the_numbers():
    assert sheet_lines([("", "", "A"), ("1", "dark", "30··"), ("10", "", "5")]) == [
        "           A",
        " 1  dark  30··",
        "10         5",
    ]
