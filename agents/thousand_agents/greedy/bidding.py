"""Decisions about the contract: dark, re-deals, bids, raises, giving up.

All weigh a contract by the same rule: the chance to make it times what that is worth at this table,
less the chance to fail times the contract.
"""

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.values import chance, estimate, hand_kind
from thousand_env.games.thousand.actions import (
    A_BID,
    A_CONTRACT,
    A_DARK,
    A_KEEP,
    A_LOOK,
    A_PASS,
    A_REDEAL,
    A_WAIVE,
    BID_UNIT,
    LOWEST_RAISE,
    NUM_BIDS,
)
from thousand_env.games.thousand.phases.barrel import on_barrel
from thousand_env.games.thousand.phases.score import sits_out
from thousand_env.games.thousand.rules import (
    CAP_WITHOUT_MARRIAGE,
    CONCEDE_60,
    CONCEDE_SIXTY,
    PACK_POINTS,
)
from thousand_env.games.thousand.state import active_players


@jit
def worth_if_made(v, r, s, contract):
    """What a made contract is worth: its points, but only up to the barrel; or the match (R9)."""
    score = v.score[v.seat]
    if not r.barrel_at:
        return s.win if score + contract >= r.goal else contract
    if on_barrel(v, v.seat):
        return s.win if contract >= r.barrel_contract else 0.0
    if r.barrel_jump and score + contract >= r.goal:
        return s.win
    return min(contract, r.barrel_at - score)


@jit
def worth_to_play(v, r, w, points, contract, kind):
    """Expected worth of playing a contract with such an estimate."""
    p = chance(w, points, contract, kind)
    return p * worth_if_made(v, r, w.style[0], contract) - (1 - p) * contract


@jit
def choose_dark(v, s):
    """Dark only when far behind: nothing is known of the hand, and what is written is doubled."""
    best = -10000
    for seat in range(v.players):
        if seat != v.seat:
            best = max(best, v.score[seat])
    return A_DARK if v.score[v.seat] <= best - s.dark_behind else A_LOOK


@jit
def fined_for_redeal(v, r):
    """Would one more re-deal cost us the dealer's penalty (R4.5)?"""
    return v.dealer == v.seat and r.redeal_limit > 0 and v.redeals + 1 >= r.redeal_limit


@jit
def choose_hand_redeal(v, r):
    """A hand that may be thrown away is a bad one (R4.2)."""
    return A_WAIVE if fined_for_redeal(v, r) else A_REDEAL


@jit
def choose_bid(v, r, w, masks, row):
    """The lowest bid, if playing it is worth more than passing."""
    for k in range(NUM_BIDS):
        if masks[row, A_BID + k]:
            bid = LOWEST_RAISE + BID_UNIT * k
            return A_BID + k if is_worth_bidding(v, r, w, bid) else A_PASS
    return A_PASS


@jit
def is_worth_bidding(v, r, w, bid):
    """Does a bid promise more than a pass?

    It is weighed as the contract it will hardly stay below; on the barrel that is the one that wins
    (R9.2).  Who has bid more than 120 holds a marriage (R5.3), and fewer good cards are left for us.
    """
    s, kind = w.style[0], hand_kind(v.players, False)
    contract = max(bid, int(s.usual_contract))
    if r.barrel_at and on_barrel(v, v.seat):
        contract = max(bid, r.barrel_contract)
    points = estimate(w.hand[kind], v.hand)
    if v.bid > CAP_WITHOUT_MARRIAGE:
        points -= s.against_marriage
    return worth_to_play(v, r, w, points, contract, kind) >= worth_to_pass(v, r, s)


@jit
def worth_to_pass(v, r, s):
    """What leaving the contract to the others is worth."""
    if not r.barrel_at:
        return s.pass_worth
    if on_barrel(v, v.seat):
        last = r.barrel_deals and v.barrel_deals[v.seat] + 1 >= r.barrel_deals
        return s.pass_worth - s.last_chance if last else s.pass_worth
    return s.pass_worth - s.block if on_barrel(v, v.declarer) else s.pass_worth


@jit
def choose_contract(v, r, w, masks, row):
    """The contract worth most on the cards kept (R6.3)."""
    kind = hand_kind(v.players, True)
    points = estimate(w.hand[kind], v.hand) - w.style[0].raise_margin
    best, best_worth = A_KEEP, worth_to_play(v, r, w, points, int(v.contract), kind)
    for k in range(NUM_BIDS):
        if masks[row, A_CONTRACT + k]:
            worth = worth_to_play(v, r, w, points, LOWEST_RAISE + BID_UNIT * k, kind)
            if worth > best_worth:
                best, best_worth = A_CONTRACT + k, worth
    return best


@jit
def gives_up(v, r, w, points, kind):
    """Is a concession cheaper than play (R6.4)?

    Either way the contract is lost, but for the chance to make it; the opponents are paid, or take
    their tricks and marriages; to one on the barrel neither counts.
    """
    lost_chance = chance(w, points, v.contract, kind)
    lost_chance *= worth_if_made(v, r, w.style[0], int(v.contract)) + v.contract
    opponents = active_players(v) - 1
    tricks = (PACK_POINTS + w.style[0].their_marriages - points) / opponents
    paid = CONCEDE_SIXTY if r.concede == CONCEDE_60 else v.contract // 2
    spared = 0.0
    for seat in range(v.players):
        if seat != v.seat and not sits_out(v, r, seat) and not on_barrel(v, seat):
            spared += tricks - paid
    return lost_chance < spared / opponents
