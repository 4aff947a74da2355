"""Write docs/bochki_optimum.md: what the optimum of stop or risk is and does (minutes)."""

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_agents.bochki import OptimalAgent, ThresholdAgent
from thousand_agents.bochki.kept import best_stops, path_of
from thousand_agents.bochki.solve import circles_under, compare, fewest_circles, two_players
from thousand_agents.bochki.terms import terms_of, threshold
from thousand_agents.bochki.turn import TURNS

THRESHOLDS = (*range(50, 125, 5), 150, 200)
SCORES = (None, 100, 150, 190, 225, 290, 300, 400, 480, 550, 600, 750, 790, 850, 900, 950, 995)
OTHERS = (500, 940)
GAMES = {
    (2, "in_order"): 40_000,
    (2, "together"): 40_000,
    (3, "in_order"): 500,
    (3, "together"): 500,
}
TEXT = """# Bochki: the optimum of stop or risk

<!-- Written by docs/bochki_optimum.py; don't edit. -->

All figures are for the house's score table, which is the project's own: the source's is lost (B4).

## How it is computed

A *visit* to the table is a player's next turn with the extra ones that directly follow it in a barrel
(B7). What a visit is worth follows, from the last deal back to the first, from what its end is worth
at every score: after a deal the better of stopping and going on, before a deal the mean over the exact
distribution of a hand's points (every hand counted). Places between visits are the {places} scores and
"not in yet"; in a barrel the turns left count, too.

- **Two players, turns in order: exact.** The chance to win of who is to move, for all {pairs:,} pairs
  of places. Visits are put before one another until one more changes no chance by 1e-10, beginning
  from the cut of B9 (who leads has won, half each if nobody does); {sweeps} visits are enough, which is
  {circles} circles, so a cut after 200 circles plays no part. With a `max_turns` below that the
  decisions are those of a game with all its circles to come: exact for its first turn, not near its
  end. Solving took {solve:.0f} s of one busy core when this page was written; the decisions are kept in the cache
  folder ({size:.0f} kB).
- **Three or four, turns in order: a best response.** The others are taken to play as they would alone,
  taking as few circles to 1000 as they can. How likely it is that none of them has won by the next
  circles is then exact, and so is the best play of who looks at his own score and at the circle, but
  not at how the others will fare. It is worked out anew at every turn from the scores as they are,
  which can only help. What is assumed is the others' style; a best response that also plans for what
  the others may yet score is not computed, and a cut by `max_turns` counts as lost.
- **Turns together: a heuristic.** The same decisions, with the others at the scores that are written.
  What their running turns have brought, that hands are dealt from one pack, and who comes first after
  a deal are not looked at.

`optimal` plays so. `threshold` stops when a turn has brought `points`, goes on where that costs nothing
(without points, while nothing burns, above 1000 where that is void) and stops where that wins.

## What it does

Points of the turn at which it stops, by its own score, after the first and the second deal, with the
other at {other_a} or at {other_b}; "+" is any more.

{decisions}

Read it so: with 480 points, the other at 500, stop after the first deal if it has brought 200 or more, else deal; after
the second stop with 15, with 105 to 115, 125 to 290 or 400 and more, and deal a third time with anything else.

- Who is not in yet never stops: nothing burns (B5).
- From 100, 300 or 600 one deal is almost never enough; close below a barrel, what ends just short of it
  is kept and what leads into its lower half is put at risk again.
- In a barrel the first turn is for getting near its upper end, the last one for leaving it at all.
- Beyond 900 it stops where what is missing is a number that deals often bring (5, 10, 30, 35).
- An opponent about to win makes it risk more, least so close to 1000.

## Figures

Two players at their best: who begins wins {first:.2%}, with 36 cards {first_36:.2%}. Alone, {alone:.2f} circles
take a player to 1000 at best ({alone_36:.2f} with 36 cards).

Exact shares of the optimum against others, two players, turns in order: thresholds, and who takes as
few circles as he can without a look at the opponent, as the others are taken to play at a table of
three. The last column is how many circles the other takes alone.

{shares}

From 85 points on thresholds differ little, since what stops them is rare: hardly ever to stop but at
1000 is nearly as good as the best of them. What the optimum gains comes from looking at its own score,
around the barrels and before 1000; the opponent's score is worth two wins of a hundred.

Simulated against thresholds of {best} in all other seats, all options but those named as in `classic`,
who begins by lot:

{simulated}
"""


def table(*rows: tuple[Any, ...]) -> str:
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def ranges(stops: Any, possible: list[int]) -> str:
    """The points at which it stops, of those that can be there."""
    parts: list[list[int]] = []
    before = False
    for points in possible:
        if stops[points]:
            parts = [*parts[:-1], [parts[-1][0], points]] if before else [*parts, [points, points]]
        before = bool(stops[points])
    texts = [f"{5 * a}" if a == b else f"{5 * a}–{5 * b}" for a, b in parts]
    if before:
        texts[-1] = f"{5 * parts[-1][0]}+"
    return ", ".join(texts) or "never"


def decisions(terms: Any, stop: Any) -> str:
    """The table of when it stops."""
    one = sorted({0, *terms.points.tolist()})
    two = sorted({a + b for a in one for b in one})
    heads = [f"{deal}, other {other}" for other in OTHERS for deal in ("first", "second")]
    rows: list[tuple[Any, ...]] = [("score", *heads)]
    for score in SCORES:
        place = terms.goal if score is None else score // 5
        for used in (0, TURNS - 1) if terms.barrel[place] >= 0 else (0,):
            name = "not in" if score is None else str(score)
            if terms.barrel[place] >= 0:
                name += ", last turn" if used else ", first of three turns"
            cells = [
                ranges(stop[used, place, deal, :, other // 5], possible)
                for other in OTHERS
                for deal, possible in enumerate((one, two))
            ]
            rows.append((name, *cells))
    return table(*rows)


def shares(terms: Any, stop: Any, circles: int) -> tuple[str, int]:
    """The table of exact shares, and the threshold that does best."""
    rows: list[tuple[Any, ...]] = [("other", "begins", "comes second", "mean", "alone")]
    means: dict[Any, float] = {}
    others = {points: threshold(terms, points // 5) for points in THRESHOLDS}
    for points, other in {**others, "fewest circles": fewest_circles(terms, circles)[1]}.items():
        begins, second = compare(terms, stop, other, circles)[:, -1, -1]
        means[points] = (begins + second) / 2
        alone = circles_under(terms, circles, other)[-1, 0]
        shown = [f"{share:.2%}" for share in (begins, second, means[points])]
        rows.append((points, *shown, f"{alone:.2f}"))
        print(rows[-1], file=sys.stderr, flush=True)
    return table(*rows), min(others, key=lambda points: means[points])


def simulate(points: int, games: dict[tuple[int, str], int]) -> str:
    """The table of shares in played games, against thresholds in all other seats."""
    rows: list[tuple[Any, ...]] = [("players", "turns", "games", "share of `optimal`", "even")]
    for (players, turns), number in games.items():
        rules = te.rules("bochki", "classic", players=players, turns=turns)
        share = play(rules, number, points)
        error = 1.96 * np.sqrt(share * (1 - share) / number)
        shown = f"{share:.1%} ± {error:.1%}", f"{1 / players:.1%}"
        rows.append((players, turns.replace("_", " "), f"{number:,}", *shown))
        print(rows[-1], file=sys.stderr, flush=True)
    return table(*rows)


def play(rules: Any, number: int, points: int) -> float:
    """The share of games that seat 0 wins, ``optimal`` among thresholds."""
    env = te.VectorEnv("bochki", number, rules, seed=1, autoreset=AutoresetMode.DISABLED)
    env.reset()
    optimal, others, rng = OptimalAgent(rules), ThresholdAgent(rules, points), None
    while (env.current_player >= 0).any():
        actions = np.zeros(number, np.int64)
        for agent, rows in ((optimal, env.current_player == 0), (others, env.current_player > 0)):
            if rows.any():
                actions[rows] = agent.act(env.views[rows], env.action_mask[rows], rng)
        env.step(actions)
    return float((env.state["score"][:, 0] >= 1000).mean())


def main() -> None:
    """Work everything out and write the page."""
    rules = te.rules("bochki", "classic", players=2, turns="in_order")
    other = te.rules("bochki", "classic", players=2, turns="in_order", cards="36")
    terms, terms_36, sweeps = terms_of(rules), terms_of(other), []
    begun = time.process_time()
    values, stop = two_players(terms, rules.max_turns, sweeps.append)
    solve = time.process_time() - begun
    best_stops(rules)
    exact, best = shares(terms, stop, rules.max_turns)
    text = TEXT.format(
        places=terms.goal,
        pairs=(terms.goal + 1) ** 2,
        sweeps=len(sweeps),
        circles=-(-len(sweeps) // 2),
        solve=solve,
        size=path_of(rules).stat().st_size / 1000,
        other_a=OTHERS[0],
        other_b=OTHERS[1],
        decisions=decisions(terms, stop),
        first=values[0, -1, -1],
        first_36=two_players(terms_36, rules.max_turns)[0][0, -1, -1],
        alone=fewest_circles(terms, rules.max_turns)[0][-1, 0],
        alone_36=fewest_circles(terms_36, rules.max_turns)[0][-1, 0],
        shares=exact,
        best=best,
        simulated=simulate(best, GAMES),
    )
    Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
