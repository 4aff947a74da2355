"""Counts of all lines of play from fixed deals, as chess engines test their move generators (perft).

A *line* of depth d is a sequence of d legal actions (R14) from the start of the entry, or a shorter
one that ends the line: the deal is over (played to its last trick, or conceded), or the pack is
thrown away (a re-deal carried out).  What is dealt next doesn't matter.  A claim that the dealer
pays for (R4.5) goes on.  ``counts[k]`` is the number of lines of depth k + 1.

``counts.json`` is written by the referee alone: ``python -m tests.perft.compute``.
"""
