"""What an answer of ``bid_question`` says, as sections of a page, and the plots that they name."""

from collections.abc import Sequence
from typing import Final

from thousand_agents.advice.bid_question import AuctionAnswer, DeclarerAnswer
from thousand_agents.advice.bid_text import (
    BID_MEANS,
    ESTIMATES,
    NO_BID,
    WAIVED,
    contract_rows,
    play_meaning,
    stands_text,
    waived,
    worth_text,
)
from thousand_agents.advice.contracts import ContractChance
from thousand_agents.advice.match_answer import MatchAnswer
from thousand_agents.advice.match_text import counted_text, explained_text, match_rows
from thousand_agents.advice.match_text import verdict_text as match_verdict
from thousand_agents.advice.text import bid_rows, explanation
from thousand_agents.advice.text import verdict_text as points_verdict
from thousand_agents.arena.pages import Section
from thousand_agents.arena.plots import (
    COLOUR,
    WIDTH,
    Say,
    interval_plot,
    new_figure,
    plot_style,
    svg_text,
)
from thousand_agents.arena.statistics import LEVEL
from thousand_agents.dark.page import figure_row, text_table
from thousand_env.games.thousand.render import render_view

_WIN, _LESS, _CONTRACTS = "win", "less", "contracts"  # names of plots
_OPEN: Final = "#b2182b"  # of the estimate with open cards
_WIN_TITLE: Final = "Chance to win the match, in %"
_INTERVAL: Final = f"{LEVEL:.0%} interval"

Answer = AuctionAnswer | DeclarerAnswer


def bid_sections(answer: Answer) -> list[Section]:
    """The verdict first, then what it rests on."""
    return _auction(answer) if isinstance(answer, AuctionAnswer) else _declarer(answer)


def bid_plots(answer: Answer, say: Say = str) -> dict[str, str]:
    """The plots by name, SVG texts; ``say`` puts what stands in them into another language."""
    plots: dict[str, str] = {}
    if answer.match is not None:
        choices = answer.match.choices
        chances = [figure_row(choice.name, choice.chance) for choice in choices]
        less = [figure_row(choice.name, choice.less) for choice in choices]
        plots[_WIN] = interval_plot(chances, f"chance to win the match, in %, {_INTERVAL}", say)
        plots[_LESS] = interval_plot(
            less, f"less than {answer.match.best}, percentage points, {_INTERVAL}", say
        )
    if isinstance(answer, AuctionAnswer) and answer.chances:
        plots[_CONTRACTS] = _contracts_plot(answer.chances, say)
    return plots


def _contracts_plot(chances: Sequence[ContractChance], say: Say) -> str:
    """Both estimates of the chance to make each contract, with their intervals."""
    with plot_style():
        figure, axes = new_figure(WIDTH, 3.5)
        contracts = [row.contract for row in chances]
        for name, colour, mark, found in (
            ("open cards", _OPEN, "s", [row.open_cards for row in chances]),
            ("greedy players", COLOUR, "o", [row.greedy for row in chances]),
        ):
            shares = [100 * chance.share for chance in found]
            low = [100 * (chance.share - chance.interval[0]) for chance in found]
            high = [100 * (chance.interval[1] - chance.share) for chance in found]
            axes.errorbar(
                contracts, shares, (low, high), color=colour, marker=mark, label=say(name)
            )
        axes.set_xlabel(say("contract"))
        axes.set_ylabel(say(f"chance to make it, in %, {_INTERVAL}"))
        axes.set_ylim(0, 100)
        axes.legend()
        axes.spines[["top", "right"]].set_visible(False)
        return svg_text(figure)


def _auction(answer: AuctionAnswer) -> list[Section]:
    view, advice = answer.replay.view, answer.advice
    verdict = match_verdict(answer.match) if answer.match else points_verdict(advice)
    texts = [verdict, stands_text(answer.replay), *([WAIVED] if waived(view) else [])]
    sections = [_question(answer, texts)]
    if answer.match:
        sections += _win(answer.match, BID_MEANS)
    else:
        sections.append(Section(_WIN_TITLE, (answer.missing or "",)))
    if not answer.chances:
        return [*sections, Section("Points", (NO_BID,))]
    told = worth_text(advice), points_verdict(advice), explanation(answer.replay.rules.players)
    return [
        *sections,
        Section("Points", told, text_table(bid_rows(advice))),
        Section(
            "Chance of each contract",
            (ESTIMATES,),
            text_table(contract_rows(answer.chances)),
            _CONTRACTS,
        ),
    ]


def _declarer(answer: DeclarerAnswer) -> list[Section]:
    texts = [match_verdict(answer.match), answer.gift_text, *filter(None, [answer.denied])]
    return [_question(answer, texts), *_win(answer.match, play_meaning(answer.redeals))]


def _question(answer: Answer, texts: Sequence[str]) -> Section:
    listing = render_view(answer.replay.view, answer.replay.rules, answer.replay.names)
    return Section("The question", tuple(texts), listing=listing)


def _win(match: MatchAnswer, meaning: str) -> list[Section]:
    texts = (counted_text(match, meaning),)
    return [
        Section(_WIN_TITLE, texts, text_table(match_rows(match)), _WIN),
        Section("Less than the best", (explained_text(match),), plot=_LESS),
    ]
