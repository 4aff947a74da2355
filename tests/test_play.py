"""``thousand play``: what a person may type, what he is shown, and that it is no more (R13)."""

import random
import re

import pytest

import thousand_env as te
from thousand_agents.cli import main
from thousand_agents.commands import play
from thousand_agents.commands.play import Table
from thousand_agents.table import seat_agents
from thousand_env.errors import ThousandError
from thousand_env.games.king.cards import mask_text as king_mask_text
from thousand_env.games.thousand.cards import mask_text
from thousand_env.record import load_record

CARD = re.compile(r"\b[9JQKTA][SCDH]\b")
TELL = re.compile(r"^  \w+ \d: (.+)$")  # what another seat did


def type_in(monkeypatch, *entries):
    """What a person types; then the input ends."""
    left = iter(entries)

    def read(prompt=""):
        print(prompt, end="")
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def understand(entry, legal):
    return play.understand(entry, legal, te.thousand)


LEGAL = ["play AS", "play TH", "play KH", "marry KH", "pass", "bid 105", "bid 110", "give 9S"]


@pytest.mark.parametrize(
    ("entry", "meaning"),
    [
        ("1", "play AS"), ("4", "marry KH"), ("as", "play AS"), ("10h", "play TH"),
        ("10♥", "play TH"), ("p AS", "play AS"), ("kh", "play KH"), ("m kh", "marry KH"),
        ("PASS", "pass"), ("pa", "pass"), ("9s", "give 9S"), ("g 9S", "give 9S"),
        ("b 110", "bid 110"), ("bid 105", "bid 105"), ("bid 300", "bid 300"), ("play as now", None),
    ],
)  # fmt: skip
def test_an_entry_means_one_action(entry, meaning):
    assert understand(entry, LEGAL) == (meaning or entry)


@pytest.mark.parametrize("entry", ["", "0", "9", "9" * 5000, "p", "bid"])
def test_an_entry_that_means_none_or_many_is_explained(entry):
    with pytest.raises(ThousandError, match=r"type one of|the list goes|could be"):
        understand(entry, LEGAL)
    assert understand("kh", ["marry KH"]) == "marry KH"  # announced by itself (R10.5)
    assert understand("²", LEGAL) == "²"


@pytest.mark.parametrize("entry", ["h", "t h", "trump H", "TR h"])
def test_a_trump_suit_is_understood_in_small_letters_and_alone(entry):
    legal = ["trump S", "trump C", "trump D", "trump H"]
    assert play.understand(entry, legal, te.king) == "trump H"


def test_play_explains_a_wrong_entry_saves_and_leaves(monkeypatch, tmp_path, capsys):
    path = tmp_path / "game.json"
    entries = [
        "fly",
        "play ZZ",
        "99",
        "²",
        "",
        "bid 105",
        "help",
        "score",
        "save",
        "save /no/where",
    ]
    type_in(monkeypatch, *entries, f"save {tmp_path}", f"save {path}", "1", "1", "quit", "1")
    assert main(["play", "--seed", "1", "--against", "random"]) == 0
    out, err = capsys.readouterr()
    for answer in (
        "unknown action 'fly'", "unknown card 'ZZ'", "the list goes from 1", "unknown action '²'",
        "type one of", "illegal action 'bid 105'", "A number chooses", "save needs a file",
    ):  # fmt: skip
        assert answer in out
    assert out.count("cannot write") == 2 and "\nYou left the table. " in out and not err
    assert f"`thousand solve {path}` and `thousand advise {path} --seat 0` read it" in out
    assert not list(tmp_path.glob("*.tmp"))
    game = load_record(path)
    assert game.names == ["you", "random 1", "random 2"]
    assert main(["replay", str(path)]) == 0
    assert "you" in capsys.readouterr().out


def test_leaving_and_help_say_how_to_save_and_what_reads_the_file(monkeypatch, capsys):
    type_in(monkeypatch, "help", "quit")
    assert main(["play", "--seat", "1", "--seed", "1"]) == 0
    guide, farewell = capsys.readouterr().out.split("You left the table. ")
    for command in ("replay FILE", "solve FILE", "advise FILE --seat 1"):
        assert f"thousand {command}" in " ".join(guide.split())
    assert farewell.startswith("This game wasn't saved; `save FILE`")
    assert "`thousand solve FILE` and `thousand advise FILE --seat 1` read it" in farewell
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "save FILE writes it down" in shown and "thousand advise FILE --seat 0" in shown


def test_what_is_told_to_read_a_saved_game_reads_it(monkeypatch, tmp_path, capsys):
    path = str(tmp_path / "game.json")
    type_in(monkeypatch, f"save {path}", "quit")
    assert main(["play", "--seed", "1"]) == 0
    assert f"{path} has the game as you last saved it" in capsys.readouterr().out
    assert main(["solve", path]) == 0
    assert main(["advise", path, "--seat", "0", "--worlds", "2"]) == 0


@pytest.mark.parametrize("entries", [[], ["1"], ["1"] * 3])
def test_the_end_of_input_leaves_the_table(monkeypatch, capsys, entries):
    type_in(monkeypatch, *entries)
    assert main(["play", "--seat", "2", "--rules", "pagat"]) == 0
    assert "\nYou left the table. " in capsys.readouterr().out


def cards(*masks):
    return {*CARD.findall(" ".join(mask_text(int(mask)) for mask in masks))}


def hidden_from(game, seat):
    """By the state, not the view: what a seat can't know of the cards not yet played (R13)."""
    g = game.state
    others = [hand for k, hand in enumerate(g.hand) if k != seat]
    hidden = cards(*others, *g.talon)
    if g.talon_shown or g.declarer == seat:
        hidden -= cards(g.talon_taken)
    if g.declarer == seat:
        hidden -= cards(*(1 << card for card in g.gifts if card >= 0))
    hidden -= cards(*g.played, g.hand[seat])
    return hidden | cards(g.hand[seat]) if game.phase == "dark" else hidden


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("against", ["greedy", "random"])
def test_play_shows_no_hidden_card(monkeypatch, capsys, players, against):
    rules = te.rules(players=players, golden=False, dark_min_score=-1000)
    game, seat, rng = te.Game(rules, seed=players), players - 1, random.Random(1)
    agents = [*seat_agents([against], players - 1, rules), None]
    gifts, seen = [], {"??": 0, "dark": 0, "prompts": 0}

    class Watched(Table):
        def _tell(self, player, action):
            if action.startswith("give"):
                received = action[5:] in cards(game.state.hand[seat])
                gifts.append(action if received else "give ??")
            super()._tell(player, action)

    def look_and_choose(prompt):
        lines = capsys.readouterr().out.splitlines()
        told = [m[1] for m in map(TELL.match, lines) if m]
        shown = {*CARD.findall("\n".join(line for line in lines if not TELL.match(line)))}
        assert not shown & hidden_from(game, seat)
        assert [text for text in told if text.startswith("give")] == gifts
        assert not {"keep", "waive"} & {*told}
        seen["??"] += "give ??" in gifts
        seen["dark"] += game.phase == "dark"
        seen["prompts"] += 1
        gifts.clear()
        if len(game.results) >= 12:
            raise EOFError
        return str(rng.randrange(len(game.legal())) + 1)

    monkeypatch.setattr("builtins.input", look_and_choose)
    assert Watched(game, agents, seat, 0).run() == 0
    assert seen["prompts"] > 30 and seen["dark"] and (players == 2 or seen["??"])


KING_CARD = re.compile(r"\b[2-9TJQKA][SCDH]\b")


def king_cards(*masks):
    texts = " ".join(king_mask_text(int(mask)) for mask in masks)
    return {*KING_CARD.findall(texts)}


@pytest.mark.parametrize("kind", ["auction", "lottery", "trump"])
def test_king_is_played_and_shows_no_hidden_card(monkeypatch, capsys, kind):
    rules = te.rules("king", players=3, plus=[kind])
    game = te.king.Game(rules, seed=3, table={"deals": 5})
    agents, rng, seen = [*seat_agents(["random"], 2, rules), None], random.Random(1), set()

    def look_and_choose(prompt):
        lines = capsys.readouterr().out.splitlines()
        told = [m[1] for m in map(TELL.match, lines) if m]
        shown = {*KING_CARD.findall("\n".join(line for line in lines if not TELL.match(line)))}
        g, gifts = game.state, game.view(2).gifts
        own = king_cards(*(1 << int(card) for card in gifts if card >= 0), g.hand[2])
        hidden = king_cards(g.hand[0], g.hand[1]) - king_cards(g.talon) - own
        assert not shown & hidden
        assert {text[5:] for text in told if text.startswith("give")} <= {"??", *own}
        seen.update({game.phase}, {text for text in told if text == "give ??"})
        return str(rng.randrange(len(game.legal())) + 1)

    monkeypatch.setattr("builtins.input", look_and_choose)
    assert Table(game, agents, 2, 0).run() == 0
    out = capsys.readouterr().out
    assert "the match; totals: random 0 " in out and "`thousand replay FILE` reads it" in out
    assert {"auction": "give ??", "lottery": "lay", "trump": "trump"}[kind] in seen


def test_king_from_the_command_line(monkeypatch, tmp_path, capsys):
    path = tmp_path / "game.json"
    type_in(monkeypatch, "nonsense", "help", f"save {path}", "score", "quit")
    assert main(["play", "--game", "king", "--against", "random", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert "actions look like 'play QH'" in out and "lay 8S" in out
    assert "deal 1 of 10, no tricks: a trick costs 20\n" in out
    assert "thousand rules --game king --text" in out
    assert load_record(path).game == "king"
    assert main(["replay", str(path)]) == 0


def test_bochki_is_played_against_its_own_agent(monkeypatch, capsys):
    type_in(monkeypatch, "stop", "help", *["deal", "stop", "1", "d"] * 3, "quit")
    assert main(["play", "--game", "bochki", "--seed", "1", "--rules", "classic,players=2"]) == 0
    out = capsys.readouterr().out
    assert "threshold 1: " in out and "deal (go on) or stop." in out and "; score " in out
    assert "needs 60 points to come into the game" in out and "nY is a run of n cards" in out
    assert "give" not in out and out.startswith("the default score table, `house`, is this project")
