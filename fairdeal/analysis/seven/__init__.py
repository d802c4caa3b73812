"""Hands of five to seven cards, counted by kinds; and two hands of seven against each other.

Solvers take ``patterns`` for decks and strengths, and ``matchups`` for seven cards against seven.
"""
