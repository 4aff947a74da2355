# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Shall I go dark?
#
# The first hand may bid 120 before it looks at its cards. If nobody overbids, what is written for the
# deal is doubled: +240 if the contract is made, -240 if not. Nobody knows the cards, so the answer
# can't depend on them: it depends on the *table*, on the others, and on the house rules.
#
# This notebook asks the question once, draws the map of all answers, looks for what changes them, and
# boils the map down to rules that a player can remember, with what each of them costs.
#
# Install: `make setup`, or `pip install "thousand-env[agents,train]"` and Jupyter. `DEALS` (4096) in
# the shell changes the size; all of it takes some ten minutes on one core. `thousand dark` gives the
# same answers without Python ([how](../docs/dark.md)).

# %%
import os
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from textwrap import fill

import numpy as np
from IPython.display import Image, display

import thousand_env as te
from thousand_agents.dark import PLAYOUT, DarkError, ask, make_question
from thousand_agents.dark.cases import agent_series, map_series, option_series
from thousand_agents.dark.pictures import break_even_map, difference_map
from thousand_agents.dark.plots import draw_heat_map
from thousand_agents.dark.series import play_series
from thousand_agents.executors import make_executor
from thousand_agents.games.thousand import sample_tables
from thousand_agents.rules_option import rules_text
from thousand_env.games.thousand.table import table_dict

DEALS = int(os.environ.get("DEALS", "4096"))
TRIAL = DEALS < 500  # does every cell run? Too few to learn anything
RULES = te.rules("thousand", "classic")
FOLDER = Path(f"runs/dark_bids-{DEALS}")  # what is there already is not played again
EXECUTOR = make_executor("serial")


def play(series, name):
    """The rows of a series, without its progress."""
    with redirect_stderr(StringIO()):
        return play_series(series, FOLDER / name, EXECUTOR).rows


def show(figure):
    """A picture, small enough for a notebook."""
    picture = BytesIO()
    figure.savefig(picture, dpi=50)
    display(Image(picture.getvalue()))


def percent(figure):
    """A chance and its interval."""
    low, high = figure.interval
    return f"{100 * figure.mean:+6.2f} [{100 * low:+.2f}, {100 * high:+.2f}]"


# %% [markdown]
# ## 1. One question
#
# I am the first hand, with 300 points; the others have 420 and 180. Both answers are played on the
# *same packs*, by greedy players: what the cards bring falls out of the difference, and a few thousand
# deals do where unpaired ones would take several times as many. At the end of the deal the
# [match equity model](../docs/equity.md) says how likely everybody is to win from the new table.

# %%
answer = ask(make_question(RULES, {"score": [300, 420, 180]}), deals=DEALS)
me = answer.question.me
print(f"dark - look, % points of the chance to win: {percent(answer.gap)}")
print(f"the dark stands in {100 * answer.stands.mean:.0f}% of the deals, ", end="")
print(f"and is then made in {100 * answer.makes.mean:.0f}%")
print(f"it needs {100 * answer.break_even.chance.mean:.0f}% (the break-even chance)")
print(f"pairing saves: unpaired, {answer.win.gain:.1f} times as many deals")
print(f"the equity model's networks differ by {100 * answer.spread:.2f} % points on it")
print(f"verdict: {answer.verdict}")

# %% [markdown]
# In *points* the dark is a bad bid here: it costs some twenty a deal. In *chances* it costs far less,
# because points are not worth the same everywhere: 240 more can put a player on the barrel, and a
# player who is far behind has little to lose. That is why the map matters.
#
# ## 2. The map
#
# My score to the right, the score of both opponents upwards. Blue: go dark. Red: look.

# %%
STEP = 240 if TRIAL else 60
series = map_series(RULES, range(240, 880, STEP), range(-120, 880, STEP), deals=DEALS)
every_row = play(series, "map")
caption = f"{rules_text(RULES.short())}; greedy players; {DEALS} deals a table"
show(draw_heat_map(difference_map(every_row, caption)))

# %%
show(draw_heat_map(break_even_map(every_row, caption)))

# %%
rows = [row for row in every_row if row["reason"] is None]
by_verdict = {v: sum(row["verdict"] == v for row in rows) for v in {row["verdict"] for row in rows}}
best = max(rows, key=lambda row: row["difference"])
worst = min(rows, key=lambda row: row["difference"])
print(f"verdicts of {len(rows)} tables: {by_verdict}")
for name, row in (("best for the dark", best), ("worst", worst)):
    print(f"{name}: {row['scores']}: {100 * row['difference']:+.1f} % points")

# %% [markdown]
# ## 3. A rule to remember
#
# What would a player lose who follows a simple rule? Random tables, as they come in matches, with the
# first hand at 240 or more and nobody on the barrel. At each the difference is estimated twice, with
# other packs: rules are chosen by one estimate and judged by the other, so that luck doesn't count as
# skill. Half of the tables choose the numbers in the rule, the other half judge it.

# %%
WANTED = 20 if TRIAL else 240
questions = []
for number, record in enumerate(sample_tables(7, np.arange(8 * WANTED), RULES)):
    record["dealer"] = number % 3
    try:
        form = table_dict(record, 3)
        questions.append(make_question(RULES, form, number % 3, seed=1))
    except DarkError:  # no dark is offered at this table
        continue
questions = questions[:WANTED]
tables = np.array([np.roll(q.table["score"], -q.me) for q in questions])
gaps = np.empty((len(questions), 2))
for number, question in enumerate(questions):
    for part in (0, 1):
        other = make_question(RULES, question.table, question.dealer, seed=1 + part)
        gaps[number, part] = 100 * ask(other, deals=DEALS // 2).gap.mean
mine, ahead = tables[:, 0], tables[:, 1:].max(axis=1)
fit, judge = slice(0, None, 2), slice(1, None, 2)

# %%
candidates = {"never": np.zeros(len(mine), bool), "always": np.ones(len(mine), bool)}
for behind, at in product(range(-200, 601, 50), range(300, 851, 50)):
    name = f"the best opponent has {at} or more and leads me by {behind} or more"
    candidates[name] = (ahead >= at) & (ahead - mine >= behind)
for most, at in product(range(250, 851, 50), range(300, 851, 50)):
    name = f"I have at most {most}, the best opponent {at} or more"
    candidates[name] = (mine <= most) & (ahead >= at)
rule = max(candidates, key=lambda name: (gaps[fit, 0] * candidates[name][fit]).mean())
exact = gaps[:, 0] > 0


def cost(choice):
    """Mean loss against the exact answer on the tables that judge, with its standard error."""
    lost = (gaps[judge, 1] * exact[judge]) - (gaps[judge, 1] * choice[judge])
    return f"{lost.mean():.2f} ± {2 * lost.std() / len(lost) ** 0.5:.2f}"


print(f"{len(questions)} tables; going dark is right at {100 * exact.mean():.0f}% of them")
print("percentage points of the chance to win that an offer costs, against the exact answer:")
for name in ("never", "always", rule):
    print(fill(f"  {cost(candidates[name])}  dark: {name}", 96, subsequent_indent="      "))

# %% [markdown]
# ## 4. What changes the answer: the house rules
#
# One option of the rules at a time, on the same packs. There is no equity model for every rule set, so
# matches are played out to the end; that is slower and noisier. First the difference itself, then its
# *change* with its interval, which the same packs make narrower.

# %%
table = {"score": [300, 700, 420]}
few = max(DEALS // 2, 20)
for row in play(option_series(RULES, table, deals=few), "options"):
    if row["reason"] is None:
        name = f"{row['option']} = {row['value']}" if row["option"] else "as asked"
        change = (
            [100 * row[f"change{end}"] for end in ("", "_low", "_high")] if row["option"] else []
        )
        told = f"  change {change[0]:+.1f} [{change[1]:+.1f}, {change[2]:+.1f}]" if change else ""
        print(f"{name:32} {100 * row['difference']:+5.1f}{told}")

# %% [markdown]
# ## 5. What changes the answer: the others
#
# The same question against other players. The equity model knows greedy players only, so here, too,
# matches are played out.

# %%
opponents = [["greedy"], ["always-overbid"], ["maniac"], ["timid"]]
asked = agent_series(RULES, table, opponents, judge=PLAYOUT, deals=few)
for row in play(asked, "agents"):
    told = [100 * row[f"difference{end}"] for end in ("", "_low", "_high")]
    print(
        f"{row['opponents']:16} {told[0]:+5.1f} [{told[1]:+.1f}, {told[2]:+.1f}]"
        f"  stands {100 * row['stands']:3.0f}%"
    )

# %% [markdown]
# ## What to take away, and what not
#
# The figures above are those of greedy players: they bid what their cards are worth on average, play
# decently, and look at the score only where the barrel cuts it off. [The findings](../docs/dark_findings.md) have larger samples
# and say in plain words what holds. Ask about your own table with
# `thousand dark ask --table "MINE THEIRS THEIRS"`, about your own rules with `--rules` and `--playout`.
