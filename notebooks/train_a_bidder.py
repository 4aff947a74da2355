# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Train a bidder in ten minutes
#
# A player of Thousand decides in two very different ways: he *bids* (how much do I promise?) and he
# *plays cards* (how do I keep the promise?). This notebook trains the first and leaves the second
# alone.
#
# | learned, by a neural network | frozen: the greedy player does it |
# |---|---|
# | go dark or not, before the cards are seen | which cards to give away |
# | claim a re-deal or not | which card to play, and which marriage to announce |
# | each bid and each pass | |
# | after the talon: raise, keep or concede the contract | |
#
# `greedy` is the built-in player of fixed rules. It is teacher, card player and opponent here, so
# whatever the trained player wins against it was won by bidding.
#
# Install: `make setup`, or `pip install "thousand-env[agents,train]"` and Jupyter. Two variables of
# the shell change the size: `MINUTES` (10) of training and `THREADS` (2) for PyTorch.

# %%
import os
from pathlib import Path
from textwrap import fill

import numpy as np
from matplotlib import pyplot

from thousand_agents.advice import Adviser
from thousand_agents.advice.seat_auction import Seating, Standing, auction
from thousand_agents.advice.seat_cards import read_cards
from thousand_agents.advice.text import WIDTH, explanation, option_lines, verdict_lines
from thousand_agents.arena import run_arena
from thousand_agents.base import make_agent
from thousand_agents.models.equity import EquityModel, shipped_name
from thousand_env.games.thousand import action_text
from thousand_training.config import load_config
from thousand_training.demo import new_folder
from thousand_training.evaluate import as_spec, evaluate
from thousand_training.learner import Learner
from thousand_training.plots import curve, read_rows
from thousand_training.train import only_run, shares, train

MINUTES = float(os.environ.get("MINUTES", "10"))
THREADS = os.environ.get("THREADS", "2")
TRIAL = MINUTES < 1  # does every cell run? Too short to learn

# %% [markdown]
# ## 1. Settings
#
# They come from the config `bidding`, with two changes: times are scaled to `MINUTES`, and the
# network gets no adviser. The config lets it ask what greedy would bid, so that it *starts* as
# greedy; here it starts with knowing nothing, and there is more to see.
#
# First it copies greedy's bids (the warm start). Then it plays itself, past selves and greedy, and
# bids that brought more than expected become more likely (the algorithm is PPO). The reward of a
# deal is the *lead*: own points less the mean of the others'.

# %%
changes = {
    "minutes": MINUTES,
    "threads": THREADS,
    "adviser": "",
    "warm_decisions": int(200_000 * MINUTES),
    "evaluate_minutes": MINUTES / 24,
}
if TRIAL:
    changes |= {"num_games": 64, "steps": 32, "minibatch": 256, "evaluate_sets": 5}
config = load_config("bidding", {name: str(value) for name, value in changes.items()})
learner = Learner(config)
rules = learner.rules
print("rules:", rules.short())
print(f"untrained: {evaluate(learner)['arena/greedy']:+.1f} points a deal against greedy")

# %% [markdown]
# ## 2. Train
#
# A line now and then says how it goes: how many contracts were made, how high they were, how many
# were conceded, how many dark offers were taken. *Interrupt the kernel* to stop early: the run is
# saved and the next cells work. These figures count all deals that it trains on, with other players
# and forced darks in them. The *arena* lines are the measure: it meets greedy there, always on the
# same cards, and nothing is forced.

# %%
folder = new_folder(Path("runs/bidder"))
with only_run(folder):
    bidder = as_spec(learner, train(learner, folder))

# %%
print(f"trained for {learner.seconds / 60:.1f} minutes, the meetings with greedy among them")
print(f"{learner.decisions:,} decisions of all seats, bids and cards")
print(shares(learner))
print("the trained player:", bidder)

# %% [markdown]
# ## 3. Watch it improve
#
# Top left is what counts: points a deal more than greedy; the band is two standard errors to each
# side. It begins far below the picture, where section 1 said. Left of the dashed line it copies,
# right of it it learns by itself.
#
# Copying is fast and brings most. What is left is hard: greedy's bids are fitted to greedy's card
# play, and a deal is mostly luck, of which the network has to see a lot before it tells a better bid
# from a lucky one. So on the right the curve may sink first, and wander about; minutes are seldom
# enough to rise above 0. All meetings are on the same cards. What is lucky in them for the network
# is lucky every time, so section 6 takes new ones.

# %%
rows = read_rows(folder)
panels = {
    "points a deal more than greedy": "arena/greedy",
    "contracts made against greedy, share": "arena/greedy_made",
    "its mean contract against greedy": "arena/greedy_contract",
    "dark offers taken in training, share": "deals/dark_taken",
}
figure, axes = pyplot.subplots(2, 2, figsize=(9, 5.5))
for axis, (title, name) in zip(axes.flat, panels.items(), strict=True):
    axis.plot(*curve(rows, name), marker=".")
    axis.set(title=title, xlabel="million decisions")
    axis.axvline(config.warm_decisions / 1e6, color="grey", linestyle="--", linewidth=0.8)
    axis.grid(alpha=0.3)
decisions, points = map(np.array, curve(rows, "arena/greedy"))
errors = np.array(curve(rows, "arena/greedy_error")[1])
axes[0, 0].fill_between(decisions, points - 2 * errors, points + 2 * errors, alpha=0.2)
axes[0, 0].axhline(0, color="grey", linewidth=0.8)
figure.tight_layout()

# %% [markdown]
# ## 4. What it bids on ten hands
#
# We deal ourselves and so bid last. Three questions: the second hand has passed and the forced 100
# stands; the second hand has bid 110; it has bid 120. All three players have 300 points.
#
# `auction` is what `thousand bid` uses: a player's knowledge from his own cards and the bids.

# %%
HANDS = [
    "AS KS QS TH KD JD 9C",  # a marriage of 40, with its ace
    "AH KH QH TD KC JC 9S",  # a marriage of 100, with its ace
    "KH QH 9H TD JD JS 9C",  # a marriage of 100, and little else
    "KC QC KD QD TH JH 9S",  # two marriages, no ace
    "AC TC KC QC JH 9D 9S",  # four clubs from the top, marriage of 60
    "AS AD AH TS JD JH 9C",  # three aces, no marriage
    "AS KS AC KC AD KD 9H",  # three aces with their kings
    "AS TS AD TD QC JH 9C",  # two aces, two tens
    "TC KH QS JS JD 9C 9H",  # nothing
    "AH TH KH QH AS TS 9D",  # nearly everything
]
LEVEL = {"score": [300, 300, 300]}
QUESTIONS = {
    "at 100": Standing(100, by=1, passed=frozenset({2})),
    "at 110": Standing(110, by=2, passed=frozenset()),
    "at 120": Standing(120, by=2, passed=frozenset()),
}


def ask(table):
    """What we know when asked, for each hand and question: views and legal actions."""
    seating = Seating(dealer=0, seat=0)
    hands = [read_cards(hand, rules)[0] for hand in HANDS]
    found = [auction(rules, table, seating, h, q) for h in hands for q in QUESTIONS.values()]
    return np.array([r.view for r in found]), np.array([r.action_mask for r in found])


def answers(agent, views, masks):
    """The agent's answers as texts, a row a hand."""
    actions = agent.act(views, masks, np.random.default_rng(0)).tolist()
    return np.reshape([action_text(action) for action in actions], (len(HANDS), len(QUESTIONS)))


# %%
agents = {"greedy": make_agent("greedy", rules), "trained": make_agent(bidder, rules)}
views, masks = ask(LEVEL)
said = {name: answers(agent, views, masks) for name, agent in agents.items()}
print(" " * 22, *(f"{name + ' ' + q:15}" for name in agents for q in QUESTIONS))
for hand, *texts in zip(HANDS, *said.values(), strict=True):
    print(f"{hand:22}", *(f"{text:15}" for text in np.concatenate(texts)))
print(f"the same answer: {(said['greedy'] == said['trained']).sum()} of {said['greedy'].size}")

# %% [markdown]
# Without a marriage nobody may bid more than 120 (R5.3), so some of the passes at 120 are forced.
#
# Does the table matter to it? The same hands, but our left neighbour sits on the barrel, in his
# last deal there. The chances to win the match are those of the model behind `thousand equity`.

# %%
BARREL = {"score": [300, 880, 300], "barrel_deals_used": [None, 2, None]}
equity = EquityModel.load(shipped_name(rules), rules)
at_barrel = ask(BARREL)
for name, seen in {"level": views, "neighbour on the barrel": at_barrel[0]}.items():
    chances = equity.chances(seen[:1])[0]
    print(f"{name:24} chance to win, by seat:", *(f"{chance:5.1%}" for chance in chances))
for name, agent in agents.items():
    print(f"{name} changes {(answers(agent, *at_barrel) != said[name]).sum()} of its answers")

# %% [markdown]
# It was paid for points, whatever the score: few or odd changes are no surprise. A player that is
# to bid by the score is trained with `reward = "equity"` (see the end).

# %% [markdown]
# ## 5. Two of the hands, simulated
#
# Two hard ones: marriages without an ace, worth a lot if they ever come to lead.
#
# The search player needs no training: it samples deals that fit what we know, tries a few bids in
# all of them, and lets greedy players do the rest. `thousand advise` prints what it finds, and
# `thousand bid` does so for every bid. It is no judge above all doubt, since its players bid and play
# as greedy does. But so do the opponents here: where its intervals are clear and the network
# disagrees, suspect the network.

# %%
adviser = Adviser(rules, worlds=10)
print(fill(explanation(rules.players), WIDTH))
for k in (2, 3):
    row = k * len(QUESTIONS)
    advice = adviser.advise(views[row], masks[row], seed=0)
    print(f"\n{HANDS[k]}  at 100: greedy {said['greedy'][k, 0]}, trained {said['trained'][k, 0]}")
    print("\n".join([*option_lines(advice), *verdict_lines(advice)]))

# %% [markdown]
# ## 6. Is it better than greedy?
#
# The arena deals new cards from sampled tables. A *set* is one deal played in every seating, the
# trained player and greedy changing places, so that lucky cards help both alike.

# %%
result = run_arena([bidder, "greedy"], 10 if TRIAL else 1000, rules, seed=1)
print(result)

# %%
gain = result.estimates[0]
low, high = gain.interval
if not gain.distinguishable:
    print("The interval holds 0: these deals can't tell which of the two bids better.")
else:
    print(
        f"It bids {'better' if low > 0 else 'worse'} than greedy, under these rules, with greedy's"
    )
    print("card play, and against greedy: the interval leaves out 0.")
print(f"What it gains a deal is somewhere from {low:+.1f} to {high:+.1f} points, at 95%.")

# %% [markdown]
# The interval is about the luck of the cards and about this one network. It is not about training:
# another `seed` gives another network, and to compare two *settings* takes several seeds of each.
# Nor does it say how the network fares against other players, or how many matches it wins.
#
# ## 7. Where to go next
#
# - **Longer, and from greedy on.** `thousand train bidding --out runs/long --set minutes=60` has the
#   adviser that we left out; `--resume` goes on with a run, `thousand train plot runs/long` draws
#   all its curves.
# - **Against others, to the end of the match.** `thousand arena run AGENT greedy pimc:worlds=5
#   --unit match`, where AGENT is what section 2 printed as the trained player.
# - **With better cards.** `bidder:PATH,card_play=pimc:worlds=20` gives the same bids to a player
#   that searches. Does what it learned with greedy's cards still hold?
# - **For the match.** `--set reward=equity equity=equity-classic-3` pays for the chance to win
#   instead of points. Then ask the hands of section 4 again.
# - **Your table's rules.** `--set rules=online`, or single options: `thousand rules` lists them. A
#   network plays under the rules that it was trained with and no others.
# - **How it works.** `docs/training.md`; the training itself is some short files in
#   `training/thousand_training`.
