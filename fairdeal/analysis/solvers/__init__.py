"""Exact solvers, each for a kind of game: what every choice is worth in every situation.

A solver reads the declaration of a game and asks its rules; it knows no game.
"""
