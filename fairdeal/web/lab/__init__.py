"""The par-sheet lab: a pay table is changed, and every figure follows.

Reads what was typed, counts in threads of its own and keeps what was counted lately.
"""
