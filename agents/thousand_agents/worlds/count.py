"""Exact numbers of ways to put the unseen cards into the boxes, and a uniform draw of one."""

from thousand_agents.worlds.compiled import jit
from thousand_env.games.common.stream import draw

_FINENESS = 1 << 32  # of a random fraction, as fine as ``draw`` gives


@jit
def fraction(key, counter):
    """Draw ``counter`` of a stream: a number from 0 to below 1."""
    return draw(key, counter, _FINENESS) / _FINENESS


@jit
def lay_room(p):
    """Give every box but the last its bits of ``room``."""
    shift = 0
    p.room = 0
    for box in range(p.num_boxes - 1):
        bits = 0
        while p.capacity[box] >> bits:
            bits += 1
        p.step[box] = 1 << shift
        p.field[box] = ((1 << bits) - 1) << shift
        p.room |= p.capacity[box] << shift
        shift += bits
    p.rooms = 1 << shift


@jit
def count_ways(p, ways):
    """Fill ``ways``, from the last card to the first, for any room left.

    The numbers are exact: the most, 24! / (7! 7! 7! 3!), is far below 2**53.
    """
    for i in range(p.num_cards, -1, -1):
        for room in range(p.rooms):
            ways[i * p.rooms + room] = _count(p, ways, i, room)


@jit
def _count(p, ways, i, room):
    """Ways to put the cards from the i-th on."""
    last = p.num_boxes - 1
    left = p.num_cards - i
    in_last = left
    for box in range(last):
        in_last -= (room & p.field[box]) // p.step[box]
    if in_last < 0 or in_last > p.capacity[last]:
        return 0.0
    if left == 0:
        return 1.0
    total = 0.0
    for box in range(p.num_boxes):
        if fits(p, i, box, room):
            total += ways[(i + 1) * p.rooms + room - p.step[box]]
    return total


@jit
def fits(p, i, box, room):
    """May the i-th card go into this box, and is there room? (The last box counts elsewhere.)"""
    if (p.allowed[i] >> box) & 1 == 0:
        return False
    return box == p.num_boxes - 1 or room & p.field[box] != 0


@jit
def put_cards(p, ways, room, content, key, counter):
    """Put all cards after the keys into ``content``, masks by box, every way being equally likely."""
    for i in range(p.keys, p.num_cards):
        target = fraction(key, counter + i) * ways[i * p.rooms + room]
        chosen = -1
        for box in range(p.num_boxes):
            if fits(p, i, box, room):
                weight = ways[(i + 1) * p.rooms + room - p.step[box]]
                if weight > 0:
                    chosen = box
                    if target < weight:
                        break
                    target -= weight
        content[chosen] |= 1 << p.card[i]
        room -= p.step[chosen]
