"""Exact solvers, each for a kind of game: what every choice is worth in every situation.

A solver reads the declaration of a game and asks its rules; it knows no game.  ``declared`` is for
hands that are compared, ``community`` for games with shared cards; ``claims`` and ``sound`` prove
what both rely on, and ``kept`` keeps counts on disk.
"""
