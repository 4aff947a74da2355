"""A hand's points once more, by all ways to divide it: independent of combinations.py."""


def partitions(items: list):
    """Every division of the items into groups, once each (877 of 7 items, 21,147 of 9)."""
    if not items:
        yield []
        return
    first = items[0]
    for groups in partitions(items[1:]):
        yield [[first], *groups]
        for k, group in enumerate(groups):
            yield [*groups[:k], [first, *group], *groups[k + 1 :]]


def group_points(cards, ranks: str, values: dict) -> int:
    """What cards laid down together score as one combination (B3)."""
    names = "".join(sorted((card[0] for card in cards), key=ranks.index))
    size, same_suit = len(cards), len({card[1] for card in cards}) == 1
    scores = [0]
    if same_suit and size >= 2 and names in ranks:
        scores.append(values[f"{size}Y"])
    if len(set(names)) == 1 and size >= 3:
        scores.append(values[f"{size}X"])
    if names == ranks:
        scores.append(values[f"{size}Z"])
    return max(scores)


def brute_force_points(hand, ranks: str, values: dict) -> int:
    """The best of all divisions of the hand."""
    known = {}

    def points(group: list) -> int:
        key = "".join(group)
        if key not in known:
            known[key] = group_points(group, ranks, values)
        return known[key]

    return max(sum(map(points, groups)) for groups in partitions(sorted(hand)))
