"""Solvers: every decision of a kind of game and what it is worth, from the game's rules alone.

``hands`` knows cards as arrays, ``settling`` what a settlement rule says of every outcome, and
``staking`` what is at stake after which choices.  ``community`` is the entry to games with common
cards: ``boards`` solves those with a dealer's hand, ``turns`` those without one.  They may use the
rules and ``compiled``, and know no game by its key.
"""
